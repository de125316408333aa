"""The family of shortest tours: its entry in the table of families."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rookery.boards.answers import squares_in
from rookery.boards.board import Square
from rookery.engine.drive import Listing
from rookery.family import DocumentForm, Family, TextForm, Words
from rookery.results.methods import Method
from rookery.results.settings import Settings
from rookery.tour.methods import METHODS
from rookery.tour.puzzle import Tour

if TYPE_CHECKING:
    from rookery.compiled.sets import KernelSet


def _counters() -> tuple[Method, ...]:
    from rookery.tour.counting import COUNTERS

    return COUNTERS


def _listing(puzzle: Tour, settings: Settings, start: Any, first: int | None) -> Listing:
    from rookery.tour.counting import listing

    return listing(puzzle, settings, start, first)


def _document() -> DocumentForm[Tour, Sequence[Square]]:
    from rookery.tour.document import FORM

    return FORM


def _text() -> TextForm[Tour]:
    from rookery.tour.text import TEXT

    return TEXT


def _kernel_sets() -> tuple[KernelSet, ...]:
    from rookery.tour.kernel_sets import BEAMS, LAYERS, ORDERS, SWEEPS

    return LAYERS, ORDERS, BEAMS, SWEEPS


FAMILY: Family[Tour, Sequence[Square]] = Family(
    name=Tour.family,
    puzzle=Tour,
    words=Words("the fewest moves that visit every target", "moves"),
    methods=METHODS,
    counters=_counters,
    listing=_listing,
    answer=lambda puzzle, answer: squares_in(answer, puzzle.board),
    document=_document,
    text=_text,
    statement="traveling-queen",
    kernel_sets=_kernel_sets,
)
