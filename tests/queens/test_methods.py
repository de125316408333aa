from __future__ import annotations

import multiprocessing
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any

import pytest
from tests.limited import Told

import rookery as rk
from rookery.queens.counting.halves import plan_for, units
from rookery.queens.counting.methods import COUNTERS, _units
from rookery.queens.methods import METHODS
from rookery.queens.puzzle import Queens
from rookery.results.limits import Limits
from rookery.results.methods import choose
from rookery.results.progress import Progress
from rookery.results.result import Reason, Status
from rookery.results.settings import Settings

ROWS_OF_LONG_UNITS = 3
NO_WORKERS = "no worker is left"


def test_no_placement_is_an_answer_too() -> None:
    result = choose(METHODS, "auto", Queens(3)).run(Queens(3), Settings())
    assert (result.answer, result.value, result.bound) == (None, None, None)
    assert (result.status, result.note) == (
        Status.INFEASIBLE,
        "3 queens on a 3x3 board always attack each other",
    )


@pytest.mark.parametrize(
    ("n", "name"), [(8, "filter"), (10, "filter"), (11, "listing"), (1001, "one")]
)
def test_auto(n: int, name: str) -> None:
    assert choose(METHODS, "auto", Queens(n)).name == name


@pytest.mark.parametrize(
    ("puzzle", "name"),
    [
        (Queens(10), "search"),
        (Queens(11), "completions"),
        (Queens(13), "halves"),
        (Queens(28), "halves"),
        (Queens(29), "completions"),
        (Queens(18, given=["a1", "b3"]), "halves"),
        (Queens(18, given=["a1", "b3", "c5"]), "completions"),
        (Queens(64), "search"),
        (Queens(20, given=[(row, 2 * row) for row in range(8)]), "completions"),
    ],
)
def test_auto_counts_with(puzzle: Queens, name: str) -> None:
    assert choose(COUNTERS, "auto", puzzle).name == name


@pytest.mark.slow
def test_processes_count_the_same() -> None:
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as executor:
        results = [rk.count(Queens(n), executor=executor) for n in (13, 16, 6)]
    assert [result.value for result in results] == [73712, 14772512, 4]
    assert all(result.status is Status.OPTIMAL for result in results)


def test_a_wrong_executor_is_refused() -> None:
    with pytest.raises(rk.PuzzleError, match="expected an executor"):
        rk.count(Queens(13), executor=3)


@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_after_the_last_unit_comes_too_late(threads: int) -> None:
    def interrupt(progress: Progress) -> None:
        if progress.done == progress.total:
            raise KeyboardInterrupt

    result = rk.count(Queens(13), method="halves", threads=threads, on_progress=interrupt)
    assert (result.status, result.reason) == (Status.OPTIMAL, Reason.PROVED)
    assert result.value == 73712  # OEIS A000170


class Idle(ThreadPoolExecutor):
    """An executor whose workers are lost, as a Dask cluster without any."""

    def __init__(self) -> None:
        super().__init__(1)
        self._client = SimpleNamespace(
            nthreads=dict,
            sync=lambda call, callback_timeout: call(),
            scheduler=SimpleNamespace(address="tcp://here:1"),
        )

    def submit(self, *arguments: Any) -> Future:
        return Future()


@pytest.mark.slow
def test_a_count_whose_workers_are_lost_ends_at_its_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rookery.running.units.CHECK_SECONDS", 0.01)
    clock = Told()
    stages: list[str] = []

    def look(progress: Progress) -> None:
        stages.append(progress.stage)
        clock.is_over = len(stages) == 4

    with Idle() as executor:
        settings = Settings(clock.limits, clock=clock, executor=executor, on_progress=look)
        result = choose(COUNTERS, "halves", Queens(14)).run(Queens(14), settings)
    assert (result.status, result.reason, result.value) == (Status.FEASIBLE, Reason.TIME, 0)
    told = f"{NO_WORKERS} at tcp://here:1"
    assert (result.note, set(stages[1:])) == (told, {told})


def test_up_to_symmetry() -> None:
    assert rk.count(Queens(13), fundamental=True).value == 9233
    stopped = rk.count(Queens(17), fundamental=True, limits=Limits(work=1))
    assert stopped.status is Status.FEASIBLE
    assert 0 < stopped.value < 11977939
    with pytest.raises(rk.PuzzleError, match="expected queens on an open board"):
        rk.count(Queens(6, given=["a2"]), fundamental=True)


def test_a_count_with_a_limit_has_longer_units_and_a_ledger_keeps_its_order():
    limited, whole = (Settings(limits=limits) for limits in (rk.Limits(seconds=1.0), rk.Limits()))
    plan = plan_for(rk.Queens(23))
    assert _units(plan, limited) == units(plan, ROWS_OF_LONG_UNITS)
    assert _units(plan, whole) == units(plan)
