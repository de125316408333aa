"""What notebooks ask of boards, puzzles and results: a picture.

It stands at the foundation, so that all can be shown; who draws is told from above, once, when
the package is loaded.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar


class Drawable:
    """A mixin whose instances notebooks show as a picture."""

    __slots__ = ()

    draw: ClassVar[Callable[[object], str] | None] = None
    """Returns the SVG picture of an instance; `rookery.svg`, set by the package."""

    def _repr_svg_(self) -> str | None:
        """Return the SVG picture of this, where something draws."""
        draw = Drawable.draw
        return None if draw is None else draw(self)
