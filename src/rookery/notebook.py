"""What notebooks ask of puzzles and results: a picture.

This module stands at the foundation, so that all can be shown, and looks up to the view only
when a notebook asks.
"""

from __future__ import annotations


class Shown:
    """A mixin whose instances notebooks show as a picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        """Return the SVG picture that `rookery.svg` draws."""
        from rookery.view.svg import svg

        return svg(self)
