"""The family of region puzzles: its entry in the table of families."""

from __future__ import annotations

from rookery.boards.answers import squares_in
from rookery.family import DocumentForm, Family, TextForm, Words
from rookery.regions.methods import COUNTERS, LEARNING, METHODS, SEARCH, is_unique, listing, place
from rookery.regions.puzzle import Placement, Regions


def _document() -> DocumentForm[Regions, Placement]:
    from rookery.regions.document import FORM

    return FORM


def _text() -> TextForm[Regions]:
    from rookery.regions.text import TEXT

    return TEXT


FAMILY: Family[Regions, Placement] = Family(
    name=Regions.family,
    puzzle=Regions,
    words=Words("as many pieces in every row, column and region", "pieces"),
    methods=METHODS,
    counters=lambda: COUNTERS,
    listing=listing,
    unique=is_unique,
    place=place,
    answer=lambda puzzle, answer: squares_in(answer, puzzle.board),
    document=_document,
    text=_text,
    kernel_sets=lambda: (SEARCH, LEARNING),
)
