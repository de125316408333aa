"""The family of non-attacking pieces: its entry in the table of families."""

from __future__ import annotations

from functools import partial

from rookery.boards.answers import pieces_in
from rookery.family import DocumentForm, Family, TextForm, Words
from rookery.nonattacking.kernel_sets import ARMIES, COUNTS, MAXIMAL, ROWS
from rookery.nonattacking.listing import Placement, listing, sample
from rookery.nonattacking.methods import COUNTERS, METHODS, place
from rookery.nonattacking.puzzle import NonAttacking
from rookery.nonattacking.symmetry import count_up_to_symmetry


def _document() -> DocumentForm[NonAttacking, Placement]:
    from rookery.nonattacking.document import FORM

    return FORM


def _text() -> TextForm[NonAttacking]:
    from rookery.nonattacking.text import TEXT

    return TEXT


FAMILY: Family[NonAttacking, Placement] = Family(
    name=NonAttacking.family,
    puzzle=NonAttacking,
    words=Words("non-attacking pieces of any kinds", "weight", unweighted="pieces"),
    methods=METHODS,
    counters=lambda: COUNTERS,
    fundamental=count_up_to_symmetry,
    listing=listing,
    fundamental_listing=partial(listing, fundamental=True),
    place=place,
    sample=sample,
    answer=lambda puzzle, answer: pieces_in(answer, puzzle.board, len(puzzle.pieces)),
    document=_document,
    text=_text,
    kernel_sets=lambda: (COUNTS, ROWS, MAXIMAL, ARMIES),
)
