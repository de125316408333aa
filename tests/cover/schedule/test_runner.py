"""Steps taken as the policy says: what is written down, threads, and the wait for kernels."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable
from typing import Any

import pytest
from tests.cover.boards import random_cover

from rookery.compiled.sets import POLL_SECONDS
from rookery.cover.incumbent import CoverIncumbent
from rookery.cover.kernel_sets import COVER
from rookery.cover.prepared import Prepared
from rookery.cover.schedule import policy, runner, search, steps
from rookery.cover.schedule.begin import prepare
from rookery.cover.schedule.policy import Choice, Outlook
from rookery.cover.schedule.runner import Runner
from rookery.cover.schedule.steps import Slice, Step
from rookery.results.limits import Clock, Limits
from rookery.results.progress import COMPILING, Progress
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
    """Kernels that come when they have been waited for so often as it needs, or are set ready."""

    fault = None
    is_compiling = True

    def __init__(self) -> None:
        self.is_ready = False
        self.needs = 1.0
        self.waited: list[float] = []

    def wait(self, seconds: float) -> bool:
        self.waited.append(seconds)
        self.is_ready = len(self.waited) >= self.needs
        return self.is_ready


def begun(limits: Limits, told: list[Progress] | None = None) -> Prepared:
    settings = Settings(
        limits, clock=Standing(limits), on_progress=None if told is None else told.append
    )
    return prepare(CoverIncumbent(PUZZLE, settings), greedily=True, tries=0)


@pytest.fixture
def kernels(monkeypatch: pytest.MonkeyPatch) -> StandIn:
    stand_in = StandIn()
    for module in (runner, search):
        monkeypatch.setattr(module, "COVER", stand_in)
    return stand_in


def stub(
    monkeypatch: pytest.MonkeyPatch, name: str, run: Callable[[Any, Slice], None]
) -> list[Slice]:
    """Put a step of ours in a step's place; return the slices that it gets."""
    slices: list[Slice] = []

    def recorded(found: Any, part: Slice) -> None:
        slices.append(part)
        run(found, part)

    step = Step(name, steps.STEPS[name].stages, steps.STEPS[name].needs, recorded)
    monkeypatch.setitem(steps.STEPS, name, step)
    return slices


def test_exchanges_are_taken_until_there_are_kernels_and_it_says_so(
    monkeypatch: pytest.MonkeyPatch, kernels: StandIn
) -> None:
    told: list[Progress] = []
    start = begun(Limits(seconds=1000), told)
    told.clear()

    def exchange(found: Any, part: Slice) -> None:
        found.incumbent.clock.now += part.seconds
        kernels.is_ready = len(slices) == 4

    slices = stub(monkeypatch, "exchange", exchange)
    searching = Runner(start, steps=("exchange",))
    searching.until_kernels()
    assert [trial.step for trial in searching.record] == ["exchange"] * 4
    assert {progress.stage for progress in told} == {COMPILING}
    assert {progress.value for progress in told} == {start.incumbent.cost}
    assert not kernels.waited


def test_with_nothing_to_do_kernels_are_waited_for_a_moment_at_a_time(kernels: StandIn) -> None:
    kernels.needs = 3
    Runner(begun(Limits(seconds=9)), steps=()).until_kernels()
    assert kernels.waited == [POLL_SECONDS] * 3


def test_a_thread_that_waits_for_kernels_ends_with_the_search(
    monkeypatch: pytest.MonkeyPatch, kernels: StandIn
) -> None:
    """Of two threads one is left to the child that compiles; the other's proof ends both."""
    start = begun(Limits(seconds=9))
    waited = threading.Event()

    def wait(seconds: float) -> bool:
        waited.set()
        return False

    def exact(found: Any, part: Slice) -> None:
        assert waited.wait(60)
        found.incumbent.prove(found.incumbent.cost, "exact")

    def choose(record: Any, looks: Outlook) -> Choice:
        assert (looks.threads, looks.busy) == (1, ())
        return Choice("exact", 1.0)

    stub(monkeypatch, "exact", exact)
    monkeypatch.setattr(kernels, "wait", wait)
    monkeypatch.setattr(policy, "choose", choose)
    Runner(start, threads=2).work()
    assert start.incumbent.proved


def test_with_a_limit_of_work_kernels_are_only_waited_for(
    monkeypatch: pytest.MonkeyPatch, kernels: StandIn
) -> None:
    slices = stub(monkeypatch, "exchange", lambda found, part: None)
    Runner(begun(Limits(work=1000))).until_kernels()
    assert kernels.waited == [POLL_SECONDS]
    assert not slices


def test_when_time_is_over_there_are_no_kernels(
    monkeypatch: pytest.MonkeyPatch, kernels: StandIn
) -> None:
    start = begun(Limits(seconds=9))

    def exchange(found: Any, part: Slice) -> None:
        start.incumbent.clock.now += 4.0

    stub(monkeypatch, "exchange", exchange)
    searching = Runner(start, steps=("exchange",))
    searching.work()
    assert len(searching.record) == 3
    assert not kernels.waited


def test_kernels_that_failed_are_not_waited_for(kernels: StandIn) -> None:
    kernels.fault = OSError("no room")  # type: ignore[assignment]
    start = begun(Limits(seconds=9))
    searching = Runner(start)
    searching.until_kernels()
    assert not kernels.waited
    assert steps.STEPS["exchange"].can_run(searching.search)
    assert not steps.STEPS["anneal"].can_run(searching.search)


def test_what_a_slice_gained_is_written_down(monkeypatch: pytest.MonkeyPatch) -> None:
    assert COVER.wait(math.inf)
    start = begun(Limits(seconds=100))
    incumbent = start.incumbent
    gap = incumbent.cost - incumbent.bound

    def lp(found: Any, part: Slice) -> None:
        incumbent.clock.now += 2.0
        incumbent.prove(incumbent.bound + gap // 4, "lp")
        incumbent.prove(incumbent.bound + gap // 4, "somebody else")

    slices = stub(monkeypatch, "lp", lp)
    searching = Runner(start)
    searching.take(Choice("lp", 3.0))
    (trial,) = searching.record
    assert (trial.step, trial.planned, trial.seconds) == ("lp", 3.0, 2.0)
    assert trial.gain == pytest.approx(0.25, rel=0.05)
    assert slices == [Slice(3.0, 0)]


def test_threads_are_at_different_steps_and_seeds(monkeypatch: pytest.MonkeyPatch) -> None:
    assert COVER.wait(math.inf)
    start = begun(Limits(seconds=100))
    meeting = threading.Barrier(2, timeout=60)
    seen: list[Outlook] = []

    def run(found: Any, part: Slice) -> None:
        meeting.wait()
        start.incumbent.clock.now = 101.0

    def choose(record: Any, looks: Outlook) -> Choice:
        seen.append(looks)
        return Choice("exact" if looks.busy else "anneal", 1.0)

    anneals, proofs = stub(monkeypatch, "anneal", run), stub(monkeypatch, "exact", run)
    monkeypatch.setattr(policy, "choose", choose)
    Runner(start, threads=2).work()
    assert [looks.busy for looks in seen] == [(), ("anneal",)]
    assert all(looks.threads == 2 for looks in seen)
    assert {part.seed for part in anneals + proofs} == {0, 1}


def test_an_error_in_a_thread_ends_the_others_and_comes_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert COVER.wait(math.inf)
    start = begun(Limits(seconds=100))

    def fail(found: Any, part: Slice) -> None:
        raise ModuleNotFoundError("no ortools here")

    stub(monkeypatch, "anneal", fail)
    with pytest.raises(ModuleNotFoundError, match="no ortools here"):
        Runner(start, threads=2, steps=("anneal",)).work()
    assert start.incumbent.interrupted


def test_proofs_begin_with_a_cover_that_was_annealed(monkeypatch: pytest.MonkeyPatch) -> None:
    assert COVER.wait(math.inf)
    start = begun(Limits(seconds=100))
    greedy = start.incumbent.cost
    begun_with: list[int] = []

    def exact(found: Any, part: Slice) -> None:
        begun_with.append(found.incumbent.cost)
        found.incumbent.clock.now = 101.0

    def anneal(found: Any, part: Slice) -> None:
        found.incumbent.clock.now += part.seconds
        found.incumbent.value -= 1

    stub(monkeypatch, "exact", exact)
    for name in ("glance", "anneal"):
        stub(monkeypatch, name, anneal)
    searching = Runner(start)
    monkeypatch.setattr(searching.search, "core", lambda: 10**6)
    searching.work()
    assert begun_with
    assert begun_with[0] < greedy
