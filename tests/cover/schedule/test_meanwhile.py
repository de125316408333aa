"""What is done until kernels are there, with kernels and a clock that only stand in."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

import pytest
from tests.cover.boards import random_cover

from rookery.compiled.sets import COMPILING
from rookery.cover.incumbent import CoverIncumbent
from rookery.cover.prepared import Prepared
from rookery.cover.schedule import meanwhile
from rookery.cover.schedule.engine import prepare
from rookery.cover.schedule.meanwhile import exchange_steps, exchange_until, with_kernels
from rookery.results.limits import Clock, Limits
from rookery.results.progress import Progress
from rookery.results.settings import Settings

PUZZLE = random_cover(5, 12, 12, 0.4, dearest=1000)


class Standing(Clock):
    """A clock that stands still until somebody moves it."""

    def __init__(self, limits: Limits) -> None:
        super().__init__(limits)
        self.now = 0.0

    def seconds(self) -> float:
        return self.now


class StandIn:
    """Kernels that come when they have been waited for, or are set ready."""

    def __init__(self, is_ready: bool = False, comes: bool = True) -> None:
        self.is_ready = is_ready
        self.comes = comes
        self.waited: list[float] = []

    def wait(self, seconds: float, look: Callable[[], object]) -> bool:
        self.waited.append(seconds)
        look()
        self.is_ready |= self.comes
        return self.is_ready


def begun(limits: Limits, told: list[Progress] | None = None) -> Prepared:
    settings = Settings(
        limits, clock=Standing(limits), on_progress=None if told is None else told.append
    )
    return prepare(CoverIncumbent(PUZZLE, settings), greedily=True, tries=0)


@pytest.fixture
def kernels(monkeypatch: pytest.MonkeyPatch) -> StandIn:
    stand_in = StandIn()
    monkeypatch.setattr(meanwhile, "COVER", stand_in)
    return stand_in


def never(start: Prepared) -> Iterator[None]:
    pytest.fail("a step was taken")
    yield


def test_with_kernels_there_is_nothing_to_do_meanwhile(kernels: StandIn) -> None:
    kernels.is_ready = True
    assert with_kernels(begun(Limits(seconds=9)), never)
    assert not kernels.waited


def test_steps_are_taken_until_there_are_kernels_and_it_says_so(kernels: StandIn) -> None:
    told: list[Progress] = []
    taken = []

    def steps(start: Prepared) -> Iterator[None]:
        for number in range(9):
            taken.append(number)
            kernels.is_ready = number == 3
            yield

    start = begun(Limits(seconds=9), told)
    told.clear()
    assert with_kernels(start, steps)
    assert taken == [0, 1, 2, 3]
    assert {progress.stage for progress in told} == {COMPILING}
    assert {progress.value for progress in told} == {start.incumbent.cost}


def test_after_the_last_step_kernels_are_waited_for_as_long_as_there_is_time(
    kernels: StandIn,
) -> None:
    assert with_kernels(begun(Limits(seconds=9)), lambda start: iter(()))
    assert kernels.waited == [9.0]


def test_when_time_is_over_there_are_no_kernels(kernels: StandIn) -> None:
    start = begun(Limits(seconds=9))

    def steps(start: Prepared) -> Iterator[None]:
        while True:
            start.incumbent.settings.clock.now += 4.0
            yield

    assert not with_kernels(start, steps)
    assert start.incumbent.settings.clock.now == 12.0
    assert not kernels.waited


def test_kernels_that_nothing_provides_are_called_all_the_same(kernels: StandIn) -> None:
    kernels.comes = False
    assert with_kernels(begun(Limits(seconds=9)), lambda start: iter(()))
    assert not kernels.is_ready


def test_with_a_limit_of_work_kernels_are_only_waited_for(kernels: StandIn) -> None:
    assert with_kernels(begun(Limits(work=1000)), never)
    assert kernels.waited == [math.inf]


def test_exchanges_make_nothing_dearer_and_end_with_kernels(kernels: StandIn) -> None:
    start = begun(Limits(seconds=9))
    incumbent, costs = start.incumbent, []
    for _ in exchange_steps(start):
        costs.append(incumbent.cost)
        assert PUZZLE.check(incumbent.placed_pieces) == []
        if len(costs) == 4:
            break
    assert costs == sorted(costs, reverse=True)
    assert costs[-1] < PUZZLE.value(begun(Limits(seconds=9)).incumbent.placed_pieces)
    kernels.is_ready = True
    before = incumbent.placed_pieces
    next(exchange_steps(start))
    assert incumbent.placed_pieces == before


def test_exchanges_without_kernels_end_with_the_time(kernels: StandIn) -> None:
    start = begun(Limits(seconds=9))
    start.incumbent.settings.clock.now = 9.0
    before = start.incumbent.placed_pieces
    exchange_until(start)
    assert start.incumbent.placed_pieces == before
