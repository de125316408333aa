"""One board by many workers: what they find together, what stops them, and who may die."""

import math
import multiprocessing
import os
import signal
import time
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from tests.cover.boards import random_cover
from tests.cover.brute import cheapest
from tests.cover.runs import PATIENCE, finished, greedily, run_of
from tests.marks import few

import rookery as rk
from rookery.cover.schedule import workers
from rookery.cover.schedule.begin import prepare
from rookery.cover.schedule.policy import COVERS, PROOFS
from rookery.cover.schedule.steps import STEPS
from rookery.cover.schedule.workers import WorkerSlice, WorkerSlices, take
from rookery.engine.partial import Partial
from rookery.running.units import Done

LARGE = random_cover(21, 20, 20, 0.4, dearest=1000)


def solve(puzzle: rk.Cover, seconds: float = PATIENCE, **keywords: Any) -> rk.Result:
    with ThreadPoolExecutor(2) as executor:
        limits = rk.Limits(seconds=seconds, gap=keywords.pop("gap", None))
        return rk.solve(puzzle, limits=limits, executor=executor, **keywords)


def interrupting(when: Callable[[rk.Progress], bool]) -> Callable[[rk.Progress], None]:
    """Ctrl-C at the first progress that is such."""

    def look(progress: rk.Progress) -> None:
        if when(progress):
            raise KeyboardInterrupt

    return look


def test_a_gap_stops():
    result = solve(LARGE, gap=0.9)
    assert result.reason is rk.Reason.GAP
    assert result.gap <= 0.9


@pytest.mark.slow
def test_without_any_limit_it_goes_on_until_ctrl_c():
    result = solve(
        LARGE, seconds=math.inf, on_progress=interrupting(lambda progress: progress.done > 0)
    )
    assert result.reason is rk.Reason.INTERRUPTED
    puzzle = random_cover(10, 3, 3, 0.35, dearest=9)  # which the first cover and bound leave open
    result = solve(puzzle, seconds=math.inf)
    assert (result.status, result.bound) == (rk.Status.OPTIMAL, result.value)
    assert cheapest(puzzle, result.value) is None


def test_what_cannot_be_shared_is_refused():
    with (
        ThreadPoolExecutor(1) as executor,
        pytest.raises(rk.PuzzleError, match="expected a limit of seconds"),
    ):
        rk.solve(LARGE, limits=rk.Limits(work=1000), executor=executor)
    with pytest.raises(rk.PuzzleError, match="expected an executor"):
        rk.solve(LARGE, executor=3)


def assigned(*steps: str) -> WorkerSlice:
    return WorkerSlice(steps, 1, rk.Limits(PATIENCE), Partial(bound=1))


def test_a_proof_does_not_wait_for_the_kernels_of_annealing(kernels):
    kernels.forget()
    puzzle = random_cover(10, 3, 3, 0.35, dearest=9)
    found = take(puzzle, assigned(*PROOFS))
    assert found.bound == puzzle.value(found.answer)


@pytest.mark.parametrize("step", few(STEPS))
def test_every_step_starts_from_the_best_and_keeps_to_the_rules(step):
    _, known = greedily(LARGE)
    found = take(LARGE, WorkerSlice((step,), 1, rk.Limits(0.2), Partial(known.answer, bound=1)))
    assert LARGE.check(found.answer) == []
    assert 1 <= found.bound <= LARGE.value(found.answer) <= known.value


def test_a_worker_whose_lane_is_at_its_end_takes_other_steps():
    puzzle = random_cover(10, 4, 4, 0.35, dearest=9)
    found = take(puzzle, assigned())
    assert found.bound == puzzle.value(found.answer)


def slices_of(puzzle: rk.Cover, seconds: float = 100.0, workers: int = 3) -> WorkerSlices:
    run = run_of(puzzle, seconds=seconds)
    prepare(run)
    return WorkerSlices(run, workers)


def land(slices: WorkerSlices, number: int, cover: Any = None, bound: int = 1) -> None:
    done = Done(number, Partial(answer=cover, bound=bound), 1.0)
    finished(slices.land(done), slices.run)


def test_one_proves_while_the_others_search():
    slices = slices_of(LARGE)
    handed = iter(slices)
    assert [next(handed).steps for _ in range(3)] == [PROOFS, COVERS, COVERS]
    land(slices, 1)
    assert next(handed).steps == COVERS
    land(slices, 0)
    assert next(handed).steps == PROOFS


def test_a_single_worker_and_one_without_a_cover_take_all_steps():
    assert next(iter(slices_of(LARGE, workers=1))).steps == tuple(STEPS)
    slices = slices_of(LARGE)
    slices.run.value = None
    assert next(iter(slices)).steps == tuple(STEPS)


@pytest.mark.slow
def test_the_best_cover_is_handed_on():
    slices = slices_of(LARGE)
    handed = iter(slices)
    next(handed), next(handed), next(handed)
    one = rk.solve(LARGE, method="anneal", limits=rk.Limits(work=500_000), threads=1).answer
    other = rk.solve(LARGE, method="greedy").answer
    land(slices, 1, one, bound=2)
    land(slices, 2, other)
    best = min((slices.run.answer, one, other), key=LARGE.value)
    assert (slices.run.answer, slices.run.value) == (best, LARGE.value(best))
    assert next(handed).known == Partial(answer=best, bound=slices.run.bound)


def test_slices_begin_differently_grow_and_end_in_time():
    slices = slices_of(LARGE)
    handed = [given for given, _ in zip(slices, range(40), strict=False)]
    assert len({given.seed for given in handed}) == 40
    assert all(0 < given.limits.seconds <= 5 for given in handed)
    slices.run.allow(60.0)
    slices.elapsed = lambda: 40.0
    covers = next(iter(slices))
    land(slices, 0)
    proofs = next(iter(slices))
    assert 5.0 < covers.limits.seconds <= 15.0
    assert 40.0 < proofs.limits.seconds < 60.0
    assert list(slices_of(LARGE, seconds=0.0)) == []


class Dying(ThreadPoolExecutor):
    """Threads in whose place workers seem to die at every step."""

    def __init__(self, error: BaseException) -> None:
        super().__init__(2)
        self.error = error

    def submit(self, *_: Any) -> Future:
        future: Future = Future()
        future.set_exception(self.error)
        return future


class KilledWorker(Exception):
    """By the name of Dask's."""


@pytest.mark.parametrize("error", [KilledWorker("of memory"), BrokenExecutor("of memory")])
def test_when_all_workers_die_the_best_is_kept_and_it_is_told(error):
    with Dying(error) as executor:
        result = rk.solve(LARGE, limits=rk.Limits(seconds=PATIENCE), executor=executor)
    assert result.reason is rk.Reason.INTERRUPTED
    assert "of memory" in result.note
    assert LARGE.check(result.answer) == []


def test_what_a_worker_raises_comes_out():
    with (
        Dying(ModuleNotFoundError("no ortools there")) as executor,
        pytest.raises(ModuleNotFoundError, match="no ortools there"),
    ):
        rk.solve(LARGE, limits=rk.Limits(seconds=PATIENCE), executor=executor)


def take_or_die(mark: Path, puzzle: rk.Cover, given: WorkerSlice) -> Any:
    """Kill this process in mid-step, the first that finds the mark."""
    try:
        mark.unlink()
    except FileNotFoundError:
        return take(puzzle, given)
    time.sleep(0.2)
    os.kill(os.getpid(), signal.SIGKILL)


@pytest.mark.slow
def test_a_process_killed_in_mid_step(tmp_path, monkeypatch):
    mark = tmp_path / "mark"
    mark.touch()
    monkeypatch.setattr(workers, "take", partial(take_or_die, mark))
    make = partial(ProcessPoolExecutor, 2, mp_context=multiprocessing.get_context("spawn"))
    survived = interrupting(lambda progress: progress.done > 1 and not mark.exists())
    limits = rk.Limits(seconds=PATIENCE)
    result = rk.solve(LARGE, limits=limits, executor=make, on_progress=survived)
    assert (result.status, result.reason) == (rk.Status.FEASIBLE, rk.Reason.INTERRUPTED)
    assert LARGE.check(result.answer) == []
