"""Annealing again from a known cover: it begins with that cover, and ends no dearer."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest
from tests.cover.boards import random_cover, random_domain
from tests.cover.runs import finished, greedily, slice_of

from rookery.cover.annealing.cooling import anneal_again
from rookery.cover.kernel_sets import COVER, WEIGHTING
from rookery.cover.puzzle import Cover
from rookery.engine.run import Run

MOMENT = 0.01  # seconds: some slices in every cooling, however slow the machine


def annealed(puzzle: Cover, seed: int) -> tuple[float, Run]:
    """Return the cost of a greedy cover, and the run after a moment of annealing from it."""
    start, run = greedily(puzzle)
    before = run.value
    part = slice_of(run, seed=seed)
    return before, finished(anneal_again(start, part, MOMENT), part)


@pytest.mark.parametrize("draw", [random_cover, random_domain])
@pytest.mark.parametrize("seed", range(4))
def test_it_never_ends_dearer(draw: Callable[..., Cover], seed: int) -> None:
    assert COVER.wait(math.inf)
    puzzle = draw(seed + 10, 8, 9)
    before, run = annealed(puzzle, seed)
    assert puzzle.check(run.answer) == []
    assert puzzle.value(run.answer) == run.value <= before


def test_it_makes_a_dear_cover_cheaper() -> None:
    assert COVER.wait(math.inf)
    before, run = annealed(random_cover(3, 10, 10, 0.3), 1)
    assert run.value < before


def test_where_costs_are_equal_it_goes_on_by_row_weighting() -> None:
    assert WEIGHTING.wait(math.inf)
    before, run = annealed(Cover.domination(12, piece="N"), 1)
    assert run.value < before
