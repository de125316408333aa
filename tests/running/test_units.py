import multiprocessing
import os
import random
import signal
import threading
import time
from bisect import insort
from collections.abc import Iterable
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from rookery.engine.units import Pace
from rookery.running.units import Done, RunOptions, WorkError, run, run_batches

KEEPING = RunOptions(keeps_errors=True)
SPAWN = multiprocessing.get_context("spawn")


def by_number(running: Iterable[Done]) -> list[Done]:
    return sorted(running, key=lambda done: done.number)


@pytest.mark.parametrize("threads", [1, 3])
def test_every_unit_is_done_once(threads):
    ended = by_number(run(lambda unit: unit * unit, range(20), threads))
    assert [(done.number, done.value) for done in ended] == [(n, n * n) for n in range(20)]
    assert all(done.seconds >= 0 for done in ended)


def test_closing_drops_pending_units_and_tells_running_ones():
    begun, over = [], threading.Event()

    def do(unit):
        begun.append(unit)
        return unit == 0 or over.wait(60)

    others = set(threading.enumerate())  # such as one that loads kernels
    running = run(do, range(1000), threads=2, options=RunOptions(on_end=over.set))
    next(running)
    assert not over.is_set()
    running.close()
    assert over.is_set()
    assert len(begun) < 100
    assert set(threading.enumerate()) <= others


def test_closing_drops_pending_units_of_a_callers_executor():
    begun, over = [], threading.Event()
    with ThreadPoolExecutor(2) as executor:
        running = run(
            lambda unit: begun.append(unit) or unit == 0 or over.wait(60),
            range(9),
            executor=executor,
        )
        next(running)
        running.close()
        over.set()
    assert set(begun) <= {0, 1, 2}


def test_an_error_comes_out():
    with pytest.raises(ZeroDivisionError):
        list(run(lambda unit: 1 // unit, [1, 0], threads=2))


def double(unit: int) -> int:
    return 2 * unit


def double_but_die(mark: Path, fatal: int, unit: int) -> int:
    """Kill this worker at one unit, once while there is a mark, or else each time."""
    if unit == fatal and (not mark.name or mark.exists()):
        if mark.name:
            mark.unlink()
        if multiprocessing.parent_process() is None:
            raise BrokenExecutor("a worker died")
        os.kill(os.getpid(), signal.SIGKILL)
    time.sleep(0.002)
    return 2 * unit


def test_few_units_are_on_their_way_and_the_executor_stays_open():
    with ThreadPoolExecutor(3) as executor:
        asked: list[int] = []
        units = (asked.append(unit) or unit for unit in range(500))
        ended, away = [], []
        for done in run(double, units, executor=executor):
            ended.append(done.value)
            away.append(len(asked) - len(ended))
        assert 2 <= max(away) <= 6
        assert sorted(ended) == list(range(0, 1000, 2))
        assert executor.submit(abs, -1).result() == 1


@pytest.mark.parametrize("batch", [1, 7, 100])
def test_batches_end_unit_by_unit(batch):
    with ThreadPoolExecutor(3) as executor:
        ended = by_number(run_batches(double, range(50), batch, executor=executor))
    assert [(done.number, done.value) for done in ended] == [(n, 2 * n) for n in range(50)]


class Mortal(ThreadPoolExecutor):
    """Threads that break, as processes do, when a worker dies."""

    def __init__(self) -> None:
        super().__init__(2)
        self.died = threading.Event()

    def submit(self, *arguments: Any) -> Future:
        if self.died.is_set():
            raise BrokenExecutor("a worker died before")
        future = super().submit(*arguments)
        future.add_done_callback(self.landed)
        return future

    def landed(self, future: Future) -> None:
        if not future.cancelled() and isinstance(future.exception(), BrokenExecutor):
            self.died.set()


def processes() -> ProcessPoolExecutor:
    return ProcessPoolExecutor(2, mp_context=SPAWN)


@pytest.fixture(params=[Mortal, pytest.param(processes, marks=pytest.mark.slow)])
def pool(request: pytest.FixtureRequest) -> Any:
    return request.param


DIES = partial(double_but_die, Path(), 20)


def test_a_dead_worker_of_a_callers_executor_is_reported(pool):
    told = "a worker died and broke its executor"
    with pool() as executor, pytest.raises(WorkError, match=told):
        list(run(DIES, range(100), executor=executor))


def test_a_worker_that_dies_once_costs_nothing(pool, tmp_path):
    mark = tmp_path / "mark"
    mark.touch()
    ended = by_number(run(partial(double_but_die, mark, 20), range(60), executor=pool))
    assert not mark.exists()
    assert [(done.number, done.value) for done in ended] == [(n, 2 * n) for n in range(60)]


def test_a_unit_that_kills_each_worker_is_convicted_alone(pool):
    ended = by_number(run(DIES, range(60), executor=pool, options=KEEPING))
    assert [done.number for done in ended] == list(range(60))
    (failed,) = (done for done in ended if done.error)
    assert failed.number == 20
    assert isinstance(failed.error, WorkError)
    with pytest.raises(WorkError, match="unit 21: its worker died"):
        list(run(DIES, range(60), executor=pool))


def test_errors_that_are_kept_do_not_stop_the_others():
    ended = by_number(run(lambda unit: 1 // unit, [1, 0, 1], options=KEEPING))
    assert [done.value for done in ended] == [1, None, 1]
    assert [type(done.error) for done in ended] == [type(None), ZeroDivisionError, type(None)]


def test_units_whose_worker_died_fail_at_once_when_they_are_not_redone(pool):
    options = RunOptions(keeps_errors=True, redoes=False, ahead=1)
    ended = by_number(run(DIES, range(60), executor=pool, options=options))
    assert [done.number for done in ended] == list(range(60))
    failed = {done.number: done.error for done in ended if done.error}
    assert 20 in failed
    assert len(failed) <= 4  # those on their way
    assert all(isinstance(error, BrokenExecutor) for error in failed.values())
    assert all(done.value == 2 * done.number for done in ended if not done.error)


def test_units_done_before_the_limit_come_out():
    left = iter([1.0, 1.0, 1.0, 1.0])
    options = RunOptions(seconds_left=lambda: next(left, 0.0))
    ended = [done.value for done in run(double, range(1000), threads=2, options=options)]
    assert set(ended) <= {0, 2, 4}


def test_a_dropped_unit_is_reported():
    class Dropping(ThreadPoolExecutor):
        def submit(self, *arguments):
            future: Future = Future()
            future.cancel()
            future.set_running_or_notify_cancel()
            return future

    with Dropping(1) as executor, pytest.raises(WorkError, match="unit 1 was dropped"):
        list(run(double, [1], executor=executor))


def test_time_left_goes_by_measured_seconds():
    """Two workers; unit n takes 10 - n seconds, so that a mean would be far off."""
    pace = Pace(10)
    begun = pace.begun
    assert pace.seconds_left() is None
    coarse = Pace(2)
    coarse.add(Done(0, None, 1.0), now=coarse.begun)  # a clock that has not moved
    assert coarse.seconds_left() is None
    for number, end in ((1, 9.0), (0, 10.0), (2, 17.0), (3, 17.0)):
        pace.add(Done(number, None, 10.0 - number), now=begun + end)
    assert pace.seconds_left() == pytest.approx((6 + 5 + 4 + 3 + 2 + 1) / 2, rel=0.25)
    for number in range(4, 10):
        pace.add(Done(number, None, 10.0 - number), now=begun + 55 / 2)
    assert pace.seconds_left() == 0


def test_units_at_work_are_part_of_the_pace():
    draw, workers = random.Random(1), 16
    units = [draw.uniform(0.8, 1.2) for _ in range(400)]
    pace = Pace(len(units))
    begun = pace.begun
    ends = sorted((seconds, number) for number, seconds in enumerate(units[:workers]))
    told = []
    for following in range(workers, len(units)):
        end, number = ends.pop(0)
        pace.add(Done(number, None, units[number]), now=begun + end)
        told.append(end + pace.seconds_left())
        insort(ends, (end + units[following], following))
    later = told[3 * workers :]
    assert later == pytest.approx([ends[-1][0]] * len(later), rel=0.15)
