"""A figure of matplotlib that notebooks show by itself, without pyplot."""

from __future__ import annotations

from io import BytesIO

from matplotlib.figure import Figure


class NotebookFigure(Figure):
    """A `Figure` that is a picture at the end of a notebook's cell.

    IPython draws the figures of matplotlib only once pyplot is set up for them.
    """

    def _repr_png_(self) -> bytes:
        """Return the figure as PNG, at its own size and resolution."""
        file = BytesIO()
        self.savefig(file, format="png")
        return file.getvalue()
