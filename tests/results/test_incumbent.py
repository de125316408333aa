"""The best answer and bound so far: what is taken, when to stop, what is told."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import pytest

from rookery.results.incumbent import Incumbent
from rookery.results.limits import Clock, Limits
from rookery.results.progress import Progress
from rookery.results.result import Reason, Status
from rookery.results.settings import Settings


@dataclass(frozen=True)
class Guess:
    """A puzzle whose answers are numbers, each worth itself."""

    family = "guess"

    def value(self, answer: int) -> int:
        return answer

    def check(self, answer: int) -> list[str]:
        return []


def incumbent_of(greatest: bool = False, **limits: float) -> tuple[Incumbent[int], list[Progress]]:
    told: list[Progress] = []
    bounds = Limits(**limits)
    settings = Settings(bounds, on_progress=told.append, clock=Clock(bounds))
    return Incumbent(Guess(), settings, greatest=greatest), told


@pytest.mark.parametrize(("greatest", "sign"), [(False, 1), (True, -1)])
def test_only_what_is_better_is_taken_and_told(greatest: bool, sign: int) -> None:
    incumbent, told = incumbent_of(greatest)
    assert [incumbent.offer(sign * answer, "s") for answer in (7, 8, 7, 5)] == [
        True,
        False,
        False,
        True,
    ]
    for bound in (1, 0, None, 1, 3):
        incumbent.prove(None if bound is None else sign * bound, "b")
    assert (incumbent.answer, incumbent.value, incumbent.bound) == (5 * sign, 5 * sign, 3 * sign)
    assert [(entry.value, entry.bound, entry.answer, entry.stage) for entry in told] == [
        (7 * sign, None, 7 * sign, "s"),
        (5 * sign, None, 5 * sign, "s"),
        (5 * sign, 1 * sign, None, "b"),
        (5 * sign, 3 * sign, None, "b"),
    ]
    trace = incumbent.result(Reason.TIME).trace
    assert [(entry.value, entry.bound) for entry in trace] == [
        (entry.value, entry.bound) for entry in told
    ]
    assert {entry.answer for entry in trace} == {None}


@pytest.mark.parametrize(("greatest", "sign"), [(False, 1), (True, -1)])
def test_it_is_proved_when_value_and_bound_meet(greatest: bool, sign: int) -> None:
    incumbent, _ = incumbent_of(greatest)
    incumbent.prove(4 * sign, "b")
    incumbent.offer(5 * sign, "s")
    assert incumbent.stop() is None
    incumbent.offer(4 * sign, "s")
    assert incumbent.stop() is Reason.PROVED
    result = incumbent.result(Reason.TIME)
    assert (result.status, result.reason) == (Status.OPTIMAL, Reason.PROVED)
    assert (result.answer, result.value, result.bound) == (4 * sign, 4 * sign, 4 * sign)


def test_it_stops_at_the_gap() -> None:
    incumbent, _ = incumbent_of(gap=0.25)
    incumbent.offer(8, "s")
    incumbent.prove(5, "b")
    assert incumbent.stop() is None
    incumbent.prove(6, "b")
    assert incumbent.stop() is Reason.GAP
    assert incumbent.result(Reason.GAP).status is Status.FEASIBLE


def test_it_stops_when_the_time_is_over_or_ctrl_c_came() -> None:
    incumbent, _ = incumbent_of(seconds=0)
    assert incumbent.stop() is Reason.TIME
    settings = incumbent.settings
    incumbent.allow(100)
    assert incumbent.stop() is None
    assert 99 < incumbent.clock.left() <= 100
    assert incumbent.settings is settings
    assert settings.clock.left() == 0
    incumbent.interrupted = True
    assert incumbent.stop() is Reason.INTERRUPTED


def test_nothing_found_is_unknown_or_impossible() -> None:
    incumbent, _ = incumbent_of()
    incumbent.prove(2, "b")
    unknown = incumbent.result(Reason.TIME)
    assert (unknown.status, unknown.value, unknown.bound) == (Status.UNKNOWN, None, 2)
    incumbent.impossible = True
    incumbent.compile_seconds = 1.5
    assert incumbent.stop() is Reason.PROVED
    impossible = incumbent.result(Reason.TIME)
    assert (impossible.status, impossible.reason) == (Status.INFEASIBLE, Reason.PROVED)
    assert (impossible.value, impossible.bound, impossible.compile_seconds) == (None, None, 1.5)


def test_threads_may_offer_at_any_time() -> None:
    incumbent, told = incumbent_of()
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda answer: incumbent.offer(answer, "s"), reversed(range(500))))
    assert incumbent.value == 0
    values = [entry.value for entry in told]
    assert values == sorted(set(values), reverse=True)
