"""The family of shortest tours, as the rest of the package sees it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rookery.boards.board import Square
from rookery.family import DocumentForm, Family, TextForm, Words
from rookery.tour.listing import listing
from rookery.tour.methods import COUNTERS, METHODS
from rookery.tour.puzzle import Tour

if TYPE_CHECKING:
    from rookery.compiled.sets import KernelSet


def _document() -> DocumentForm[Tour, Sequence[Square]]:
    from rookery.tour.document import FORM

    return FORM


def _text() -> TextForm[Tour]:
    from rookery.tour.text import TEXT

    return TEXT


def _kernel_sets() -> tuple[KernelSet, ...]:
    from rookery.tour.kernel_sets import BEAMS, LAYERS, ORDERS

    return LAYERS, ORDERS, BEAMS


FAMILY: Family[Tour, Sequence[Square]] = Family(
    name=Tour.family,
    puzzle=Tour,
    words=Words("the fewest moves that visit every target", "moves"),
    methods=METHODS,
    counters=COUNTERS,
    listing=listing,
    document=_document,
    text=_text,
    statement="traveling-queen",
    kernel_sets=_kernel_sets,
)
