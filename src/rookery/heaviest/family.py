"""The family of heaviest placements: its entry in the table of families."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rookery.boards.answers import placements_in
from rookery.family import DocumentForm, Family, TextForm, Words
from rookery.heaviest.methods import METHODS
from rookery.heaviest.puzzle import Heaviest
from rookery.queens.puzzle import Placement

if TYPE_CHECKING:
    from rookery.compiled.sets import KernelSet


def _document() -> DocumentForm[Heaviest, Sequence[Placement]]:
    from rookery.heaviest.document import FORM

    return FORM


def _text() -> TextForm[Heaviest]:
    from rookery.heaviest.text import TEXT

    return TEXT


def _kernel_sets() -> tuple[KernelSet, ...]:
    from rookery.heaviest.bounded import HEAVIEST

    return (HEAVIEST,)


FAMILY: Family[Heaviest, Sequence[Placement]] = Family(
    name=Heaviest.family,
    puzzle=Heaviest,
    words=Words("the non-attacking queens of greatest weight", "weight"),
    methods=METHODS,
    answer=lambda puzzle, answer: placements_in(answer, puzzle.n),
    several=True,
    document=_document,
    text=_text,
    statement="sultan",
    kernel_sets=_kernel_sets,
)
