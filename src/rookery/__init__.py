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
from rookery.results.plain import Plain


@cache
def _offered() -> tuple[Any, Any, list[str]]:
    """Return what finds a name of the stub, what lists the names, and the names."""
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
        hint = "" if name.startswith("_") else did_you_mean(name, names)
        told = hint if hint.startswith(MEANT) else ""
        raise AttributeError(f"module 'rookery' has no attribute {name!r}{told}") from None


def _draw(thing: object) -> str:
    from rookery.view.svg import svg

    return svg(thing)


def _document(thing: object) -> dict[str, object]:
    from rookery.document import estimate_data, result_data
    from rookery.results.estimate import Estimate

    return estimate_data(thing) if isinstance(thing, Estimate) else result_data(thing)  # type: ignore[arg-type]


Drawable.draw = staticmethod(_draw)
Plain.document = staticmethod(_document)
