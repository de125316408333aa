"""Every step: it takes a slice, keeps to the rules and the time, and only ever improves."""

import math
import threading
import time
from collections.abc import Iterator

import pytest
from tests.cover.boards import random_cover
from tests.cover.runs import finished, greedily, run_of

from rookery.cover.bounds.duals import Duals
from rookery.cover.kernel_sets import COVER
from rookery.cover.schedule.steps import STEPS, CoverSearch
from rookery.engine.lanes import in_slice

PUZZLE = random_cover(3, 14, 14, 0.3, dearest=10**6)


def search() -> CoverSearch:
    start, run = greedily(PUZZLE, seconds=100.0)
    return CoverSearch(start, run)


@pytest.mark.parametrize("name", sorted(STEPS.keys() - {"box", "branch"}))  # of other boards
def test_a_slice_never_makes_anything_worse(name):
    assert COVER.wait(math.inf)
    found = search()
    run = found.run
    cost, bound = run.value, run.bound
    part = in_slice(lambda part: STEPS[name].take(found, part, 0.1), run, 0.1, seed=1)
    assert finished(part, run).stopped is None
    assert run.value <= cost
    assert run.bound >= bound
    assert PUZZLE.check(run.answer) == []


def test_requirements_of_steps():
    assert COVER.wait(math.inf)
    found = search()
    assert not STEPS["exchange"].can_run(found)
    assert STEPS["anneal"].can_run(found)
    found.anneals = False
    assert STEPS["exchange"].can_run(found)
    assert not STEPS["anneal"].can_run(found)
    found.run.answer = found.run.value = None
    assert not STEPS["exchange"].can_run(found)
    assert not STEPS["windows"].can_run(found)


def test_only_steps_that_build_models_wait_for_more_time():
    start, run = greedily(PUZZLE, seconds=100.0)
    for left, has_time in ((100.0, True), (0.01, False)):
        found = CoverSearch(start, run_of(PUZZLE, seconds=left, cover=run.answer))
        assert STEPS["lp"].can_run(found)
        assert [STEPS[name].can_run(found) for name in ("exact", "windows")] == [has_time] * 2


class StuckCuts:
    """Rounds of cuts whose linear program does not return until it is told to."""

    ended = False

    def __init__(self) -> None:
        self.returns = threading.Event()

    def go_on(self, *_: object) -> Iterator[Duals]:
        self.returns.wait()
        yield from ()


def test_a_linear_program_that_outlives_its_step_keeps_its_cuts():
    found, stuck = search(), StuckCuts()
    found.cuts = stuck
    part = in_slice(lambda part: STEPS["lp"].take(found, part, 0.1), found.run, 0.1)
    finished(part, found.run)
    assert found.take_cuts() is None
    stuck.returns.set()
    while found.cuts is None:
        time.sleep(0.01)
    assert found.take_cuts() is stuck
