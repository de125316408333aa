"""Parts of a method in threads, side by side, by turns, and for a share of the time."""

import threading
from collections.abc import Generator
from itertools import islice
from typing import Any

import pytest
from tests.limited import FakeClock

from rookery.engine.lanes import Portfolio, called, crew, in_slice, in_thread, side_by_side
from rookery.engine.run import Partial, Run, Steps
from rookery.results.limits import Check, Clock, DeadlineExceeded, Limits
from rookery.results.settings import Settings


def a_run(seconds: float | None = None) -> Run:
    limits = Limits(seconds=seconds)
    return Run(None, Settings(limits, clock=Clock(limits)))


def all_of(steps: Generator[Partial, None, Any]) -> tuple[list[Partial], Any]:
    """The partials of a part that ends, and what it returns."""
    partials = []
    while True:
        try:
            partials.append(next(steps))
        except StopIteration as end:
            return partials, end.value


def counting(check: Check) -> Steps:
    for bound in range(3):
        yield Partial(bound=bound)
    return Partial(bound=3)


def test_a_part_in_a_thread_yields_its_partials_and_returns():
    partials, last = all_of(in_thread(counting, a_run(), "thread"))
    assert [told.bound for told in partials if told.bound is not None] == [0, 1, 2]
    assert last == Partial(bound=3)
    threads: list[threading.Thread] = []
    _, value = all_of(called(lambda check: threads.append(threading.current_thread()), a_run()))
    assert value is None
    assert threads[0] is not threading.main_thread()


def test_an_error_of_a_part_is_raised():
    with pytest.raises(ZeroDivisionError):
        all_of(called(lambda check: 1 // 0, a_run()))


def test_a_part_that_is_closed_ends_at_its_next_check():
    ended = threading.Event()

    def endless(check):
        try:
            while True:
                check()
        finally:
            ended.set()

    part = called(endless, a_run(), "thread")
    assert next(part).stage == "thread"
    part.close()
    assert ended.wait(60.0)


def test_a_crew_ends_with_its_parts(monkeypatch):
    monkeypatch.setattr("rookery.engine.lanes.POLL_SECONDS", 0.001)
    for threads in (1, 2):
        parts = iter([counting(bool), counting(bool)])
        told = islice(crew(lambda parts=parts: next(parts, None), threads), 5000)
        bounds = [partial.bound for partial in told]
        assert len(bounds) < 5000
        assert sorted(bound for bound in bounds if bound is not None) == [0, 0, 1, 1, 2, 2]


class FromSums:
    """A puzzle whose answers are worth their sum."""

    def value(self, answer: tuple[int, ...]) -> int:
        return sum(answer)


def test_a_part_has_the_limits_of_its_run_not_of_the_clock():
    run = Run(None, Settings(Limits(), clock=Clock(Limits(work=0))))
    assert [told.bound for told in in_slice(counting, run, 60.0)] == [0, 1, 2, 3]


def test_a_part_ends_once_the_incumbent_is_proved():
    def improving(own):
        yield Partial(answer=(1, 2))
        yield Partial(answer=(2,))
        while True:
            yield Partial(bound=2)

    run = Run(FromSums(), a_run().settings)
    for partial in in_slice(improving, run, seconds=60.0):
        run.take(partial)
    assert (run.value, run.bound) == (2, 2)


def test_a_part_ends_with_the_deadline_that_it_began_with():
    def endless(check):
        while True:
            check()

    with pytest.raises(DeadlineExceeded):
        all_of(called(endless, a_run(0.01)))


@pytest.mark.parametrize("is_closed", [True, False])
def test_what_a_part_hands_over_at_its_end_is_the_run_s(is_closed):
    def part(own):
        try:
            yield Partial(bound=1)
        finally:
            own.take(Partial(bound=2))
        return Partial(bound=3)

    run = a_run()
    steps = in_slice(part, run, 60.0)
    told = [next(steps).bound]
    if is_closed:
        steps.close()
        assert run.bound == 2
    else:
        assert told + [partial.bound for partial in steps] == [1, 3, 2]


@pytest.mark.parametrize("here_ends", [True, False])
def test_side_by_side_until_either_ends(here_ends):
    def endless(check=bool):
        while True:
            check()
            yield Partial(stage="endless")

    def ending():
        yield Partial(stage="here")
        yield Partial(stage="here")

    here, there = (ending, endless) if here_ends else (endless, counting)
    partials, last = all_of(side_by_side(here(), there, a_run()))
    assert partials
    assert last == (None if here_ends else Partial(bound=3))
    if not here_ends:
        assert {told.bound for told in partials} >= {0, 1, 2}


def test_the_way_that_had_least_time_goes_next():
    clock = FakeClock()
    run = Run(None, Settings(clock=clock))
    taken: list[str] = []

    def way(name, seconds, gains):
        def turn():
            taken.append(name)
            clock.now += seconds
            yield Partial()
            return gains

        return turn

    turns = Portfolio([way("slow", 3.0, True), way("stale", 1.0, False)], run, most_stale=1)
    for _ in range(6):
        all_of(turns.take())
    # A turn that got nowhere counts twice: 3, 2, 4, 6, 6 and 8 seconds.
    assert taken == ["slow", "stale", "stale", "slow", "stale", "slow"]
    taken.clear()
    turns = Portfolio([way("spent", 1.0, None), way("other", 1.0, True)], run, most_stale=1)
    gains = [all_of(turns.take())[1] for _ in range(3)]
    assert (taken, gains) == (["spent", "other", "other"], [False, True, True])
    turns = Portfolio([way("spent", 1.0, None)], run, most_stale=1)
    assert [all_of(turns.take())[1] for _ in range(2)] == [False, None]


def test_a_share_of_the_time_is_the_part_s_deadline():
    clock = FakeClock(10.0)
    run = Run(None, Settings(clock.limits, clock=clock))
    left = []

    def part(steps):
        for _ in range(steps):
            left.append(run.seconds_left())
            clock.now += 1.0
            yield Partial()
        return "done"

    assert all_of(run.within(0.5, part(3)))[1] == "done"
    assert left == [5.0, 4.0, 3.0]
    assert run.seconds_left() == 7.0
    partials, late = all_of(run.within(0.5, part(9), most=2.0))
    assert (len(partials), late) == (2, None)
    assert run.seconds_left() == 5.0
    clock.now = 10.0
    with pytest.raises(DeadlineExceeded):
        run.check_deadline()
