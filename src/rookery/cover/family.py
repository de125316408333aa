"""The entry of the cheapest cover in the table of families."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from rookery.boards.answers import pieces_in
from rookery.cover.methods import COUNTERS, METHODS, count_fundamental, listing
from rookery.cover.puzzle import Cover, PlacedPiece
from rookery.family import Family, Together, Words

if TYPE_CHECKING:
    from rookery.compiled.sets import KernelSet
    from rookery.family import DocumentForm, TextForm


def _document() -> DocumentForm[Cover, Sequence[PlacedPiece]]:
    from rookery.cover.document import FORM

    return FORM


def _text() -> TextForm[Cover]:
    from rookery.cover.text import TEXT

    return TEXT


def _kernel_sets() -> tuple[KernelSet, ...]:
    from rookery.cover.kernel_sets import COVER, FEW, HURDLES, WEIGHTING

    return COVER, HURDLES, WEIGHTING, FEW


def _together() -> Together:
    from rookery.cover.schedule.boards import solve_boards

    return solve_boards


FAMILY: Family[Cover, Sequence[PlacedPiece]] = Family(
    name=Cover.family,
    puzzle=Cover,
    words=Words("the cheapest pieces that check every king", "cost"),
    methods=METHODS,
    counters=lambda: COUNTERS,
    fundamental=lambda puzzle, settings, _: count_fundamental(puzzle, settings),
    listing=listing,
    fundamental_listing=partial(listing, fundamental=True),
    answer=lambda puzzle, answer: pieces_in(answer, puzzle.board, len(puzzle.pieces)),
    document=_document,
    text=_text,
    statement="showdown",
    kernel_sets=_kernel_sets,
    together=_together,
    improves=True,
)
