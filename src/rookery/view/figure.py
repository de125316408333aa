"""A matplotlib figure that notebooks show without pyplot."""

from __future__ import annotations

from io import BytesIO

from matplotlib.figure import Figure


class NotebookFigure(Figure):
    """A `Figure` that IPython displays even if pyplot is not set up."""

    def _repr_png_(self) -> bytes:
        """Return the figure as PNG, at its own size and resolution."""
        file = BytesIO()
        self.savefig(file, format="png")
        return file.getvalue()
