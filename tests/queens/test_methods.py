from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

import rookery as rk
from rookery.queens import methods
from rookery.queens.methods import METHODS
from rookery.queens.puzzle import Queens
from rookery.result import Clock, Limits, Progress, Reason, Result, Settings, Status, choose

PUZZLES = [
    Queens(1),
    Queens(2),
    Queens(6),
    Queens(8, given=["d4"]),
    Queens(8, given=["a1", "b3"], blocked=["c5"]),
    Queens(8, given=["a1", "b2"]),
    Queens(9, blocked=["e5", "a1", "a2", "a3"]),
    Queens(10, given=["a4"]),
]


@pytest.mark.parametrize("puzzle", PUZZLES, ids=str)
def test_methods_agree(puzzle: Queens) -> None:
    results = [method.run(puzzle, Settings()) for method in METHODS]
    assert all(result == results[0] for result in results)
    assert results[0].status is Status.OPTIMAL
    assert results[0].value == results[0].bound == len(results[0].answer)
    assert puzzle.check(results[0].answer) == []


def test_no_placement_is_an_answer_too() -> None:
    result = choose(METHODS, "auto", Queens(3)).run(Queens(3), Settings())
    assert (result.answer, result.value, result.bound) == ((), 0, 0)
    assert result.status is Status.OPTIMAL


@pytest.mark.parametrize(("n", "name"), [(8, "filter"), (10, "filter"), (11, "listing")])
def test_auto(n: int, name: str) -> None:
    assert choose(METHODS, "auto", Queens(n)).name == name


@pytest.mark.parametrize("run", [methods.run_search, methods.run_listing])
@pytest.mark.parametrize(
    ("limits", "reason"),
    [(Limits(seconds=0), Reason.TIME), (Limits(work=4096), Reason.WORK)],
)
def test_stops_at_its_limits(
    limits: Limits, reason: Reason, run: Callable[[Queens, Settings], Result]
) -> None:
    puzzle = Queens(14)
    seen: list[Progress] = []
    settings = Settings(limits, on_progress=seen.append, clock=Clock(limits))
    result = run(puzzle, settings)
    assert (result.status, result.reason, result.bound) == (Status.FEASIBLE, reason, None)
    assert result.value == len(result.answer) > 0
    assert puzzle.check(result.answer) == []
    assert seen[-1].value == result.value


@pytest.mark.parametrize("run", [methods.run_search, methods.run_listing])
def test_interrupt_keeps_what_was_found(run: Callable[[Queens, Settings], Result]) -> None:
    def interrupt(progress: Progress) -> None:
        if progress.value:
            raise KeyboardInterrupt

    result = run(Queens(14), replace(Settings(), on_progress=interrupt))
    assert (result.status, result.reason) == (Status.FEASIBLE, Reason.INTERRUPTED)
    assert result.value == len(result.answer) > 0


@pytest.mark.parametrize(
    ("limits", "reason"),
    [(Limits(seconds=0), Reason.TIME), (Limits(work=8192), Reason.WORK)],
)
def test_a_count_that_is_stopped_says_what_it_counted(limits: Limits, reason: Reason) -> None:
    result = rk.count(Queens(14), limits=limits)
    assert (result.status, result.reason, result.bound) == (Status.FEASIBLE, reason, None)
    assert 0 <= result.value < 365_596  # all of them: OEIS A000170


def test_ctrl_c_keeps_what_was_counted() -> None:
    def interrupt(progress: Progress) -> None:
        if progress.value:
            raise KeyboardInterrupt

    result = rk.count(Queens(14), on_progress=interrupt)
    assert result.reason is Reason.INTERRUPTED
    assert 0 < result.value < 365_596


def test_all_placements_of_12_pass_the_check() -> None:
    result = rk.solve(Queens(12))
    assert (result.status, result.value) == (Status.OPTIMAL, 14_200)  # A000170
    assert result.method == "listing"
