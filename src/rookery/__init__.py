"""Rookery solves chess-piece puzzles exactly or with a proven bound.

Importing it is cheap: each name is loaded when it is first used.

>>> import rookery as rk
>>> rk.count(rk.Queens(8)).value
92
"""

from functools import cache
from typing import Any

from rookery.boards.notebook import Drawable
from rookery.errors import MEANT, did_you_mean


@cache
def _offered() -> tuple[Any, Any, list[str]]:
    """Return the stub's ``__getattr__``, ``__dir__`` and ``__all__``."""
    import lazy_loader

    return lazy_loader.attach_stub(__name__, __file__)  # type: ignore[no-any-return]


def __dir__() -> list[str]:
    return _offered()[2]


def __getattr__(name: str) -> object:
    find, _, names = _offered()
    if name == "__all__":
        return names
    try:
        return find(name)
    except AttributeError:
        from rookery.guesses import NAMES, RENAMED

        if name in RENAMED:
            import warnings

            new = RENAMED[name]
            warnings.warn(f"rookery.{name} is now rookery.{new}", DeprecationWarning, stacklevel=2)
            return find(new)
        hint = f"; use {NAMES[name]}" if name in NAMES else ""
        if not hint and name[0] != "_":  # protocols are looked for often, and no name is meant
            similar = did_you_mean(name, names)
            hint = similar if similar.startswith(MEANT) else ""
        raise AttributeError(f"module 'rookery' has no attribute {name!r}{hint}") from None


def _public(name: str) -> Any:
    """Return a public function, ``drawing`` or ``document``, for the methods of `Drawable`."""
    if name == "drawing":
        from rookery.view.text import drawing

        return drawing
    if name == "document":
        from rookery.document import estimate_data, result_data
        from rookery.results.estimate import Estimate

        return lambda thing: (estimate_data if isinstance(thing, Estimate) else result_data)(thing)
    return __getattr__(name)


Drawable.public = staticmethod(_public)
