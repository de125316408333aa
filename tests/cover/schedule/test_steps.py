"""Every step: it takes a slice, keeps to the rules and the time, and only ever improves."""

from __future__ import annotations

import math

import pytest
from tests.cover.boards import random_cover

from rookery.cover.incumbent import CoverIncumbent
from rookery.cover.kernel_sets import COVER
from rookery.cover.schedule.begin import prepare
from rookery.cover.schedule.search import Pool, Search
from rookery.cover.schedule.steps import STEPS, Slice
from rookery.results.limits import Clock, Limits
from rookery.results.settings import Settings

PUZZLE = random_cover(3, 14, 14, 0.3, dearest=10**6)


def search() -> Search:
    limits = Limits(seconds=100.0)
    settings = Settings(limits, clock=Clock(limits))
    return Search(prepare(CoverIncumbent(PUZZLE, settings), greedily=True, tries=0))


@pytest.mark.parametrize("name", STEPS)
def test_a_slice_never_makes_anything_worse(name: str) -> None:
    assert COVER.wait(math.inf)
    found = search()
    cost, bound = found.incumbent.cost, found.incumbent.bound
    STEPS[name].run(found, Slice(0.2, seed=1))
    assert found.incumbent.cost <= cost
    assert found.incumbent.bound >= bound
    assert PUZZLE.check(found.incumbent.placed_pieces) == []
    stages = {progress.stage for progress in found.incumbent.result(None).trace}  # type: ignore[arg-type]
    assert stages <= STEPS[name].stages | {"greedy", "lagrangian"}


def test_what_a_step_needs() -> None:
    assert COVER.wait(math.inf)
    found = search()
    assert not STEPS["exchange"].can_run(found)
    assert STEPS["anneal"].can_run(found)
    assert not STEPS["merge"].can_run(found)
    found.anneals = False
    assert STEPS["exchange"].can_run(found)
    assert not STEPS["anneal"].can_run(found)
    found.incumbent.answer = found.incumbent.value = None
    assert not STEPS["exchange"].can_run(found)
    assert not STEPS["windows"].can_run(found)


def test_a_pool_keeps_the_best_and_is_due_when_there_are_others() -> None:
    pool = Pool()
    covers = [((0, 0, column),) for column in range(12)]
    pool.add(covers[0], 20)
    assert not pool.is_due()
    for number, cover in enumerate(covers):
        pool.add(cover, 20 - number)
    assert pool.is_due()
    assert pool.take() == tuple(reversed(covers[4:]))
    assert not pool.is_due()
    pool.add(covers[0], 20)
    assert not pool.is_due()
