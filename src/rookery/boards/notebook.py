"""What notebooks ask of boards, puzzles and results: a picture.

It is at the foundation, so that everything can be shown; the package sets the function that
draws once, when it is loaded.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import ClassVar

from rookery.errors import LimitError


class Drawable:
    """A mixin whose instances notebooks show as a picture."""

    __slots__ = ()

    draw: ClassVar[Callable[[object], str] | None] = None
    """Returns the SVG picture of an instance; `rookery.svg`, set by the package."""

    def _repr_svg_(self) -> str | None:
        """Return the SVG picture of this, where something draws and it is not too large."""
        draw = Drawable.draw
        with suppress(LimitError):
            return None if draw is None else draw(self)
        return None
