"""The entry of the non-attacking queens in the table of families."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from rookery.boards.answers import placements_in
from rookery.family import DocumentForm, Family, TextForm, Words
from rookery.queens.methods import METHODS
from rookery.queens.puzzle import Placement, Queens
from rookery.results.methods import Method
from rookery.results.result import Result
from rookery.results.settings import Settings

if TYPE_CHECKING:
    from rookery.compiled.sets import KernelSet
    from rookery.engine.drive import Listing
    from rookery.results.estimate import Estimate


def _counters() -> tuple[Method, ...]:
    from rookery.queens.counting.methods import COUNTERS

    return COUNTERS


def _estimate(puzzle: Queens, settings: Settings) -> Estimate:
    from rookery.queens.counting.estimate import estimate

    return estimate(puzzle, settings)


def _listing(
    puzzle: Queens, settings: Settings, start: Any, first: int | None, fundamental: bool = False
) -> Listing:
    from rookery.queens.listing.blocks import listing

    return listing(puzzle, settings, start, first, fundamental)


def _document() -> DocumentForm[Queens, Sequence[Placement]]:
    from rookery.queens.document import FORM

    return FORM


def _text() -> TextForm[Queens]:
    from rookery.queens.text import TEXT

    return TEXT


def _kernel_sets() -> tuple[KernelSet, ...]:
    from rookery.queens.counting.estimate import ESTIMATES
    from rookery.queens.counting.methods import COMPLETIONS, HALVES
    from rookery.queens.listing.blocks import LISTS
    from rookery.queens.listing.sampling import PAIRS
    from rookery.queens.placing import SWAPS
    from rookery.queens.symmetry import SYMMETRIC

    return COMPLETIONS, ESTIMATES, HALVES, LISTS, PAIRS, SWAPS, SYMMETRIC


def _place(puzzle: Queens, method: str, settings: Settings) -> Result[Placement]:
    from rookery.queens.placing import place

    return place(puzzle, method, settings)


def _sample(puzzle: Queens, k: int, settings: Settings) -> list[Placement]:
    from rookery.queens.listing.sampling import sample

    return sample(puzzle, k, settings)


FAMILY: Family[Queens, Sequence[Placement]] = Family(
    name=Queens.family,
    puzzle=Queens,
    words=Words("all placements of n non-attacking queens", "placements"),
    methods=METHODS,
    counters=_counters,
    estimator=_estimate,
    listing=_listing,
    fundamental_listing=partial(_listing, fundamental=True),
    place=_place,
    sample=_sample,
    answer=lambda puzzle, answer: placements_in(answer, puzzle.n),
    several=True,
    document=_document,
    text=_text,
    statement="eight-queens",
    kernel_sets=_kernel_sets,
    remembers=True,
)
