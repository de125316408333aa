"""What every method owes, whatever its family: right answers and bounds, wherever it is stopped.

Each case is a small puzzle and a method of its family. The puzzle's best value or count is known
from brute force or a published table, never from the method under test.
"""

from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import pytest
from tests.cover.brute import cheapest_covers
from tests.heaviest.runs import best_by_force
from tests.marks import few
from tests.tour.brute import MOVERS, all_shortest

import rookery as rk
from rookery.families import family_of
from rookery.results.methods import Method

LONG = 1e9  # seconds: what the clock jumps by when a deadline is to pass
WEIGHTS = [[(7 * row + 5 * column + row * column) % 19 for column in range(8)] for row in range(8)]
HEAVIEST = rk.Heaviest(WEIGHTS)
COVER = rk.Cover.domination(4)
TOUR = rk.Tour.parse(["Q.N..", "N....", "....N", "N...B"])


TOURS = all_shortest(TOUR, MOVERS["Q"])
COVERS = cheapest_covers(COVER, 4)

#: Puzzle and best value: A000170(6) and (11), brute force, A030978(5), the side, brute force,
#: a move a square, brute force (some seconds, once), brute force, twice A250000(5).
SOLVED = {
    "queens": (rk.Queens(6), 4),
    "more queens": (rk.Queens(11), 2680),
    "heaviest": (HEAVIEST, HEAVIEST.weight(best_by_force(HEAVIEST)[0])),
    "nonattacking": (rk.NonAttacking(5, "knight"), 13),
    "regions": (rk.Regions(["AAAB", "ABBB", "CCDD", "CCDD"]), 4),
    "tour": (TOUR, len(TOURS[0]) - 1),
    "whole board": (rk.Tour.hamiltonian(rk.Board(3, 4), "knight"), 11),
    "past all squares": (rk.Tour(4, "a1", "all", visit="over"), 7),
    "cover": (COVER, len(COVERS[0])),
    "armies": (rk.NonAttacking(5, ["queen", "queen"], equal=True, tolerated=[(0, 0), (1, 1)]), 8),
}
#: Puzzle and count: A000170(9) and (11), A063443(4), A007705(3), all sets of squares, the same,
#: A197458(3), A002464(6), brute force, 8 open knight's tours in either direction, brute force.
COUNTED = {
    "queens": (rk.Queens(9), 352),
    "more queens": (rk.Queens(11), 2680),
    "nonattacking": (rk.NonAttacking(4, "king"), 314),
    "one in every row": (rk.NonAttacking(rk.Board(7, wrap="torus"), "queen", 7), 28),
    "maximal": (rk.NonAttacking(4, "queen", maximal=True), 18),
    "hoppers": (rk.NonAttacking(3, "grasshopper"), 230),
    "cannons": (rk.NonAttacking(3, "cannon"), 265),
    "regions": (rk.Regions(["ABCDEF"] * 6), 90),
    "tour": (TOUR, len(TOURS)),
    "whole board": (rk.Tour.hamiltonian(rk.Board(3, 4), "knight"), 16),
    "cover": (COVER, len(COVERS)),
}


@dataclass(frozen=True)
class Case:
    """A method at work on a puzzle whose best value, or count, is known."""

    puzzle: Any
    known: int
    row: Method
    counts: bool

    def run(self, **settings: Any) -> rk.Result:
        call = rk.count if self.counts else rk.solve
        return call(self.puzzle, method=self.row.name, **{"threads": 1, **settings})

    @property
    def is_greatest(self) -> bool:
        """Whether values grow, and bounds hold from above."""
        return self.counts or self.puzzle.family in ("queens", "heaviest", "nonattacking")

    def expect_right(self, result: rk.Result) -> None:
        """Hold a result, wherever it was stopped, against the rules and the known value."""
        if result.answer is not None:
            assert self.puzzle.check(result.answer) == []
            assert self.puzzle.value(result.answer) == result.value
        sign = 1 if self.is_greatest else -1
        if result.value is not None:
            assert sign * result.value <= sign * self.known
        if result.bound is not None:
            assert sign * result.bound >= sign * self.known
        proved = result.value is not None and result.value == result.bound
        assert (result.status is rk.Status.OPTIMAL) == proved
        if result.status is rk.Status.UNKNOWN:
            assert result.value is None


CASES = [
    pytest.param(
        Case(puzzle, known, row, counts),
        id=f"{name}-{row.name}{'-counts' if counts else ''}",
    )
    for counts, table in ((False, SOLVED), (True, COUNTED))
    for name, (puzzle, known) in table.items()
    for row in (family_of(puzzle).counters() if counts else family_of(puzzle).methods)
    if row.fits(puzzle) and (name, row.name) != ("more queens", "search")
]
every_method = pytest.mark.parametrize("case", CASES)


@every_method
def test_to_the_end_with_progress_that_only_improves(case):
    told: list[rk.Progress] = []
    result = case.run(limits=60, on_progress=told.append)
    case.expect_right(result)
    assert result.status in (rk.Status.OPTIMAL, rk.Status.FEASIBLE)
    assert (result.reason is rk.Reason.PROVED) == (result.status is rk.Status.OPTIMAL)
    assert result.seconds >= 0 <= result.compile_seconds
    seconds = [progress.seconds for progress in told]
    values = [progress.value for progress in told if progress.value is not None]
    bounds = [progress.bound for progress in told if progress.bound is not None]
    best = max if case.is_greatest else min
    assert seconds == sorted(seconds)
    assert values == sorted(values, reverse=best is min)
    assert bounds == sorted(bounds, reverse=best is max)
    assert best([*values, result.value]) == result.value
    assert case.counts or (told[-1].value, told[-1].bound) == (result.value, result.bound)
    assert case.counts or result.trace == () or result.trace[-1].value == result.value
    again = case.run(limits=60)
    assert (again.status, again.value) == (result.status, result.value)


@every_method
@pytest.mark.parametrize("readings", few([2, 40, 9], 2))
def test_stopped_by_the_deadline(case, readings, monkeypatch):
    read = 0

    def perf_counter():
        nonlocal read
        read += 1
        return read * 1e-6 + (LONG if read > readings else 0.0)

    monkeypatch.setattr("rookery.results.limits.time", SimpleNamespace(perf_counter=perf_counter))
    result = case.run(limits=1000)
    case.expect_right(result)
    assert result.reason in (rk.Reason.TIME, rk.Reason.PROVED, rk.Reason.DONE)


@every_method
@pytest.mark.parametrize("reports", few([1, 3]))
def test_stopped_by_ctrl_c(case, reports):
    told = 0

    def interrupt(progress):
        nonlocal told
        told += 1
        if told == reports:
            raise KeyboardInterrupt

    try:
        result = case.run(on_progress=interrupt)
    except KeyboardInterrupt:
        pytest.fail("Ctrl-C was not caught")
    case.expect_right(result)
    if told < reports:
        assert result.reason is not rk.Reason.INTERRUPTED


@every_method
@pytest.mark.parametrize("work", few([7, 0, 60]))
def test_a_limit_of_work_repeats_whenever_kernels_are_ready(case, work, kernels):
    first = case.run(limits=rk.Limits(work=work), seed=3)
    case.expect_right(first)
    kernels.arrive(3)
    assert case.run(limits=rk.Limits(work=work), seed=3) == first


@every_method
def test_on_two_threads(case):
    result = case.run(limits=60, threads=2)
    case.expect_right(result)
    assert result.value == case.known or result.status is rk.Status.FEASIBLE


@pytest.mark.parametrize(
    "case", [case for case in CASES if case.values[0].counts and case.values[0].row.in_units]
)
def test_units_that_a_ledger_keeps_are_not_done_again(case, tmp_path):
    ledger = tmp_path / "count"
    stopped: list[rk.Progress] = []
    resumed: list[rk.Progress] = []
    case.expect_right(case.run(limits=rk.Limits(work=1), save=ledger, on_progress=stopped.append))
    result = case.run(resume=ledger, on_progress=resumed.append)
    assert (result.value, result.status) == (case.known, rk.Status.OPTIMAL)
    assert min((told.done for told in resumed), default=1) >= max(told.done for told in stopped)
    assert case.run(resume=ledger, limits=rk.Limits(work=0)).value == case.known


@every_method
def test_a_limit_of_the_gap(case):
    result = case.run(limits=rk.Limits(gap=0.9, seconds=60))
    case.expect_right(result)
    assert result.reason in (rk.Reason.GAP, rk.Reason.PROVED, rk.Reason.DONE)


@every_method
def test_without_kernels(case, kernels):
    kernels.forget()
    result = case.run(limits=20)
    case.expect_right(result)


@every_method
@pytest.mark.parametrize("asks", few([12, 1]))
def test_kernels_that_arrive_late(case, asks, kernels):
    kernels.arrive(asks)
    result = case.run(limits=60)
    case.expect_right(result)
    assert result.value == case.known or result.status is rk.Status.FEASIBLE
