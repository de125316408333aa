"""Steps taken as the policy says: their record, threads, and the wait for kernels."""

import math
import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from tests.cover.boards import random_cover
from tests.cover.runs import finished, greedily

import rookery as rk
from rookery.cover.bounds.duals import Prepared
from rookery.cover.kernel_sets import COVER
from rookery.cover.schedule import portfolio, steps
from rookery.cover.schedule.policy import Outlook, PlannedStep
from rookery.cover.schedule.portfolio import CoverPortfolio
from rookery.engine.lanes import Slice
from rookery.engine.partial import Partial
from rookery.engine.run import Run, Steps

PUZZLE = random_cover(5, 12, 12, 0.4, dearest=1000)
Work = Callable[[Slice], Partial]


def stub(monkeypatch: pytest.MonkeyPatch, name: str, work: Work) -> list[Slice]:
    """Put a step of ours in a step's place; return the slices that it gets."""
    slices: list[Slice] = []

    def take(search: Any, run: Slice, seconds: float) -> Steps:
        slices.append(run)
        yield work(run)
        return None

    monkeypatch.setitem(steps.STEPS, name, replace(steps.STEPS[name], take=take))
    return slices


def begun(**limits: float) -> tuple[Prepared, Run]:
    """Return a start and its run once kernels are ready."""
    assert COVER.wait(math.inf)
    return greedily(PUZZLE, **limits)


def proof(run: Slice) -> Partial:
    return Partial(bound=run.value)


def test_exchanges_are_taken_until_there_are_kernels(monkeypatch, kernels):
    kernels.stall()
    start, run = greedily(PUZZLE, seconds=1000)

    def exchange(part: Slice) -> Partial:
        if len(slices) == 4:
            COVER._ready.set()
        return Partial()

    slices = stub(monkeypatch, "exchange", exchange)
    searching = CoverPortfolio(start, run, steps=("exchange",))
    finished(searching.work(), run)
    assert [trial.step for trial in searching.record] == ["exchange"] * 4


@pytest.mark.parametrize(
    ("limits", "names"), [({"seconds": 1000}, ()), ({"work": 1000}, ("exchange",))]
)
def test_without_a_step_or_time_kernels_are_waited_for(limits, names, monkeypatch, kernels):
    kernels.arrive(30)
    start, run = greedily(PUZZLE, **limits)
    slices = stub(monkeypatch, "exchange", proof)
    finished(CoverPortfolio(start, run, steps=names).work(), run)
    assert run.has_kernels(COVER)
    assert not slices


def test_of_two_threads_one_is_left_to_the_compiler(monkeypatch, kernels):
    kernels.stall()
    start, run = greedily(PUZZLE, seconds=1000)

    def choose(record: Any, looks: Outlook) -> PlannedStep:
        assert (looks.threads, looks.busy) == (1, ())
        return PlannedStep("exact", 1.0)

    stub(monkeypatch, "exact", proof)
    monkeypatch.setattr(portfolio, "choose", choose)
    finished(CoverPortfolio(start, run, threads=2).work(), run)
    assert run.is_proved


def test_kernels_that_failed_are_not_waited_for(monkeypatch, kernels):
    kernels.forget()
    monkeypatch.setattr(COVER, "fault", OSError("no room"))
    start, run = greedily(PUZZLE)
    search = CoverPortfolio(start, run).search
    assert not search.waits
    assert steps.STEPS["exchange"].can_run(search)
    assert not steps.STEPS["anneal"].can_run(search)


def test_the_gain_of_a_slice_is_written_down(monkeypatch):
    start, run = begun()
    gap = run.value - run.bound
    slices = stub(monkeypatch, "lp", lambda part: Partial(bound=part.bound + gap // 4))
    searching = CoverPortfolio(start, run)
    finished(searching.taken(PlannedStep("lp", 3.0)), run)
    (trial,) = searching.record
    assert (trial.step, trial.planned) == ("lp", 3.0)
    assert trial.gain == pytest.approx(0.25, rel=0.05)
    assert [part.seed for part in slices] == [0]


def test_threads_are_at_different_steps_and_seeds(monkeypatch):
    start, run = begun()
    meeting = threading.Barrier(2, timeout=60)
    seen: list[Outlook] = []

    def meet(part: Slice) -> Partial:
        meeting.wait()
        return proof(part)

    def choose(record: Any, looks: Outlook) -> PlannedStep:
        seen.append(looks)
        return PlannedStep("exact" if looks.busy else "anneal", 1.0)

    slices = stub(monkeypatch, "anneal", meet) + stub(monkeypatch, "exact", meet)
    monkeypatch.setattr(portfolio, "choose", choose)
    finished(CoverPortfolio(start, run, threads=2).work(), run)
    assert [looks.busy for looks in seen[:2]] == [(), ("anneal",)]
    assert all(looks.threads == 2 for looks in seen)
    assert len({part.seed for part in slices}) == len(slices)


def test_an_error_in_a_thread_comes_out(monkeypatch):
    start, run = begun()

    def fail(part: Slice) -> Partial:
        raise ModuleNotFoundError("no ortools here")

    stub(monkeypatch, "anneal", fail)
    with pytest.raises(ModuleNotFoundError, match="no ortools here"):
        finished(CoverPortfolio(start, run, threads=2, steps=("anneal",)).work(), run)


def test_without_time_for_a_step_the_deadline_has_passed():
    start, run = greedily(PUZZLE)
    run.allow(0)
    assert finished(CoverPortfolio(start, run).work(), run).stopped is rk.Reason.TIME


def test_nothing_computes_beside_kernels_that_are_being_loaded(kernels):
    kernels.load(0.3)
    puzzle = random_cover(1, 20, 20, 0.3, dearest=1000)
    result = rk.solve(puzzle, limits=rk.Limits(seconds=30, gap=0.9), threads=1)
    assert {step.stage for step in result.trace}.isdisjoint({"greedy", "exchange"})
