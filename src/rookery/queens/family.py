"""The family of non-attacking queens, as the rest of the package sees it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from rookery.family import DocumentForm, Family, Words
from rookery.queens.counting.estimate import estimate
from rookery.queens.counting.methods import COUNTERS
from rookery.queens.listing.listing import listing
from rookery.queens.methods import METHODS
from rookery.queens.puzzle import Placement, Queens
from rookery.results.result import Result
from rookery.results.settings import Settings

if TYPE_CHECKING:
    from rookery.compiled.sets import KernelSet


def _document() -> DocumentForm[Queens, Sequence[Placement]]:
    from rookery.queens.document import FORM

    return FORM


def _kernel_sets() -> tuple[KernelSet, ...]:
    from rookery.queens.kernel_sets import (
        COMPLETIONS,
        ESTIMATES,
        HALVES,
        LISTS,
        PAIRS,
        SWAPS,
        SYMMETRIC,
    )

    return COMPLETIONS, ESTIMATES, HALVES, LISTS, PAIRS, SWAPS, SYMMETRIC


def _place(puzzle: Queens, method: str, settings: Settings) -> Result[Placement]:
    from rookery.queens.placing.methods import place

    return place(puzzle, method, settings)


def _sample(puzzle: Queens, k: int, settings: Settings) -> list[Placement]:
    from rookery.queens.listing.sampling import sample

    return sample(puzzle, k, settings.seed, settings)


FAMILY: Family[Queens, Sequence[Placement]] = Family(
    name=Queens.family,
    puzzle=Queens,
    words=Words("all placements of n non-attacking queens", "placements"),
    methods=METHODS,
    counters=COUNTERS,
    estimator=estimate,
    listing=listing,
    fundamental_listing=partial(listing, fundamental=True),
    place=_place,
    sample=_sample,
    document=_document,
    statement="eight-queens",
    kernel_sets=_kernel_sets,
    remembers=True,
)
