"""Rookery solves chess-piece puzzles exactly or with a proven bound.

Importing it is cheap: each name is loaded when it is first used.

>>> import rookery as rk
>>> rk.count(rk.Queens(8)).value
92
"""

import lazy_loader

from rookery.boards.notebook import Drawable
from rookery.errors import MEANT, did_you_mean
from rookery.results.plain import Plain

_offered, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)


def __getattr__(name: str) -> object:
    try:
        return _offered(name)
    except AttributeError:
        hint = "" if name.startswith("_") else did_you_mean(name, __all__)
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
