"""Counts and lists that a limit ends, and many placements held against the rules."""

from itertools import islice

import numpy as np
import pytest
from tests.limited import FakeClock

import rookery as rk
from rookery.engine.drive import driven
from rookery.engine.run import Run
from rookery.queens import puzzle as checking
from rookery.queens.counting import methods as counters
from rookery.queens.counting.counter import HalvesUnitCounter
from rookery.queens.counting.methods import count_completions, count_plainly
from rookery.queens.listing.plain import placements
from rookery.results.methods import choose
from rookery.results.settings import Settings


def test_halves_out_of_time_count_the_units_begun(monkeypatch):
    counters.HALVES.wait(float("inf"))
    clock = FakeClock(10)

    def begin(self, unit):
        self.at_work[unit] = 6, 0.5
        clock.now = 20
        while not self._is_stopped:
            pass
        raise InterruptedError

    monkeypatch.setattr(HalvesUnitCounter, "_count", begin)
    halves = choose(counters.COUNTERS, "halves", rk.Queens(17))
    result = halves.run(rk.Queens(17), clock.settings())
    assert (result.status, result.reason, result.value) == (rk.Status.FEASIBLE, rk.Reason.TIME, 6)
    assert 0 < result.share < 1


@pytest.mark.parametrize("count", [count_plainly, count_completions])
@pytest.mark.parametrize(
    "counted", [rk.Queens(9), rk.Queens(8), rk.Queens(8, given=["a1"], blocked=["c5"])]
)
def test_value_and_share_of_a_count_in_slices_grow_to_the_whole(count, counted, monkeypatch):
    monkeypatch.setattr("rookery.queens.listing.plain.NODES_A_TICK", 20)
    monkeypatch.setattr(counters, "NODES_A_SLICE", 20)
    run = Run(counted, Settings())
    told = [(one.value, round(one.share, 9)) for one in driven(count(counted), run)]
    values, shares = zip(*told, strict=True)
    assert values == (*sorted(values[:-1]), rk.count(counted, method="search").value)
    assert list(shares) == sorted(shares)
    assert 0 <= shares[0] < shares[-2] < shares[-1] == run.share == 1.0


FIRST, SECOND, THIRD = islice(placements(rk.Queens(9)), 3)


@pytest.mark.parametrize(
    ("found", "fault"),
    [
        ([(0, 2, 1, 3, 4, 5, 6, 7, 8)], "attack each other"),
        ([SECOND, FIRST], "comes lexicographically before"),
        ([FIRST, THIRD, None, SECOND], "comes lexicographically before"),  # in two parts
    ],
)
@pytest.mark.parametrize("method", ["listing", "search"])
def test_a_wrong_list_is_an_error(method, found, fault, monkeypatch):
    monkeypatch.setattr("rookery.queens.listing.blocks.search", lambda *_: iter(found))
    with pytest.raises(rk.RookeryError, match=fault):
        rk.solve(rk.Queens(9), method=method)


def test_a_list_of_a_small_board_may_stop_before_it_is_whole(monkeypatch):
    first = (0, 4, 7, 5, 2, 6, 1, 3)
    monkeypatch.setattr("rookery.queens.listing.blocks.search", lambda *_: iter([first, None]))
    assert rk.solve(rk.Queens(8), method="search", limits=rk.Limits(work=1)).answer == (first,)


FOUND = tuple(islice(placements(rk.Queens(12)), 40))
SQUARE = (FOUND[0][3], 3)


@pytest.mark.parametrize(
    ("puzzle", "answer"),
    [
        (rk.Queens(12), ((0, 2, 1, *range(3, 12)), *FOUND)),
        (rk.Queens(12), (*FOUND[:5], FOUND[0], *FOUND[5:])),
        *(
            (rk.Queens(12), (*FOUND, bad))
            for bad in (
                (0, 2, 1, 3, 4, 5, 6, 7, 8, 9, 10, 11),
                (*FOUND[0][:-1], FOUND[0][0]),
                (*FOUND[0][:-1], 12),
                (*FOUND[0][:-1], -1),
                (*FOUND[0][:-1], 300),
                (*FOUND[0][:-1], True),
                (*FOUND[0][:-1], 1.0),
                FOUND[0][:-1],
                (FOUND[0][1], FOUND[0][0], *FOUND[0][2:]),
            )
        ),
        (rk.Queens(12, given=[(SQUARE[0] ^ 1, 3)]), FOUND[:3]),
        (rk.Queens(12, blocked=[SQUARE]), FOUND[:3]),
    ],
)
def test_many_placements_are_checked_as_few_are(puzzle, answer, monkeypatch):
    monkeypatch.setattr(checking, "MANY", 1000)
    expected = puzzle.check(answer)
    monkeypatch.setattr(checking, "MANY", 2)
    assert puzzle.check(answer) == expected != []
    assert rk.Queens(12, given=[SQUARE], blocked=[(SQUARE[0] ^ 1, 3)]).check(FOUND[:1]) == []
    assert rk.Queens(12).check(FOUND) == rk.Queens(12).check(np.array(FOUND)) == []
    beyond = next(rows[:12] for rows in placements(rk.Queens(13)) if rows[12] != 12)
    assert rk.Queens(12).check(np.array(sorted([*FOUND, beyond]))) != []


def test_a_construction_that_exceeds_the_deadline_is_not_started():
    result = rk.placement(rk.Queens(10**6), limits=rk.Limits(seconds=0.001))
    assert (result.answer, result.reason) == (None, rk.Reason.TIME)
    assert rk.placement(rk.Queens(1000), limits=rk.Limits(seconds=60)).value == 1


@pytest.mark.parametrize("n", [1001, 200_000])
def test_a_board_too_large_for_a_list_has_one_placement(n):
    result = rk.solve(rk.Queens(n), limits=60)
    assert (result.status, result.reason, result.value) == (rk.Status.FEASIBLE, rk.Reason.DONE, 1)
    assert "more than 1,000 rows" in result.note
    assert sorted(result.answer[0]) == list(range(n))
    assert rk.solve(rk.Queens(n, given=["a1", "a2"]), limits=60).status is rk.Status.INFEASIBLE


@pytest.mark.parametrize(
    ("name", "sizes", "refused"), [("halves", (8, 28), (7, 29)), ("completions", (8, 63), (64,))]
)
def test_methods_fit_boards_up_to_their_limits(name, sizes, refused):
    for n in sizes:
        assert choose(counters.COUNTERS, name, rk.Queens(n)).name == name
    for n in refused:
        with pytest.raises(rk.PuzzleError, match=f"method '{name}' cannot run on this puzzle"):
            choose(counters.COUNTERS, name, rk.Queens(n))


def test_up_to_symmetry():
    stopped = rk.count(rk.Queens(16), fundamental=True, limits=rk.Limits(work=1))
    assert stopped.status is rk.Status.FEASIBLE
    assert 0 < stopped.value < 1_846_955  # A002562
    with pytest.raises(rk.PuzzleError, match="expected queens on an open board"):
        rk.count(rk.Queens(6, given=["a2"]), fundamental=True)
