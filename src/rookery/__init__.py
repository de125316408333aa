"""Rookery solves chess-piece puzzles exactly or with a proven bound.

Importing it is cheap: each name is loaded when it is first used.

>>> import rookery as rk
>>> rk.count(rk.Queens(8)).value
92
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from rookery.version import __version__

_HOMES = {
    "Board": "rookery.board",
    "Cover": "rookery.cover.puzzle",
    "Heaviest": "rookery.heaviest.puzzle",
    "InputError": "rookery.errors",
    "LedgerError": "rookery.ledger",
    "LimitError": "rookery.errors",
    "Limits": "rookery.result",
    "Outcome": "rookery.many",
    "Piece": "rookery.pieces",
    "Progress": "rookery.result",
    "PuzzleError": "rookery.errors",
    "Queens": "rookery.queens.puzzle",
    "Reason": "rookery.result",
    "Result": "rookery.result",
    "RookeryError": "rookery.errors",
    "Status": "rookery.result",
    "Tour": "rookery.tour.puzzle",
    "WorkError": "rookery.work",
    "check": "rookery.api",
    "count": "rookery.api",
    "placement": "rookery.api",
    "placement_chunks": "rookery.api",
    "placements": "rookery.api",
    "plot": "rookery.view.plots",
    "read": "rookery.api",
    "sample": "rookery.api",
    "solve": "rookery.api",
    "solve_many": "rookery.many",
    "svg": "rookery.view.svg",
    "tours": "rookery.api",
}

if TYPE_CHECKING:
    from rookery.api import (
        check,
        count,
        placement,
        placement_chunks,
        placements,
        read,
        sample,
        solve,
        tours,
    )
    from rookery.board import Board
    from rookery.cover.puzzle import Cover
    from rookery.errors import InputError, LimitError, PuzzleError, RookeryError
    from rookery.heaviest.puzzle import Heaviest
    from rookery.ledger import LedgerError
    from rookery.many import Outcome, solve_many
    from rookery.pieces import Piece
    from rookery.queens.puzzle import Queens
    from rookery.result import Limits, Progress, Reason, Result, Status
    from rookery.tour.puzzle import Tour
    from rookery.view.plots import plot
    from rookery.view.svg import svg
    from rookery.work import WorkError

__all__ = [*_HOMES, "__version__"]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'rookery' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted(__all__)
