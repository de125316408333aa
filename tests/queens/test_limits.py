"""Counts and lists that a limit ends: what was found so far, its share, and looks at the clock."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest
from click.testing import CliRunner
from tests.kernels import Kernels
from tests.limited import Told, settings_of

import rookery as rk
from rookery.cli.commands import commands
from rookery.compiled.lanes import widest
from rookery.engine.drive import driven
from rookery.engine.run import Run
from rookery.queens import puzzle, rules
from rookery.queens.counting import methods as counters
from rookery.queens.counting import workspace as counting
from rookery.queens.counting.halves import Plan, prefixes
from rookery.queens.counting.search import count_plainly
from rookery.queens.counting.workspace import HalvesUnitCounter, share_done
from rookery.queens.listing import listed
from rookery.queens.listing.plain import open_rows, placements, share_before
from rookery.queens.methods import METHODS
from rookery.queens.placing import PLACERS
from rookery.queens.puzzle import Queens
from rookery.results.limits import Limits
from rookery.results.methods import choose
from rookery.results.result import Reason, Status
from rookery.results.settings import Settings

KNOWN = {11: 2680, 12: 14200, 14: 365596, 17: 95815104}  # OEIS A000170


class StopsAfter:
    """The kernel `join_halves`, which stops its counter when it was called so many times."""

    def __init__(self, calls: int, counter: HalvesUnitCounter) -> None:
        self.calls = calls
        self.counter = counter
        self.join = counting.join_halves

    def __call__(self, *arguments: Any) -> int:
        self.calls -= 1
        if self.calls == 0:
            self.counter.stop()
        return int(self.join(*arguments))


@pytest.mark.slow
def test_a_unit_that_is_stopped_tells_what_it_counted_and_how_far_it_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(counting, "FIRST_RANKS", 1)
    monkeypatch.setattr(counting, "SLICE_SECONDS", 0.0)
    unit = tuple(prefixes(Plan(12, 4, 4)))
    for slices in (400, 4000, 12_000):
        counter = HalvesUnitCounter(Plan(12, 4, 4), widest())
        with monkeypatch.context() as patch, pytest.raises(InterruptedError):
            patch.setattr(counting, "join_halves", StopsAfter(slices, counter))
            counter(unit)
        counted, part = counter.at_work[unit]
        assert 0 < counted < KNOWN[12]
        assert 0 < part < 1
    assert counter(unit[:0]) == 0


def test_slices_of_one_set_count_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counting, "FIRST_RANKS", 1)
    monkeypatch.setattr(counting, "SLICE_SECONDS", 0.0)
    monkeypatch.setattr(counting, "COPIED", 100)
    monkeypatch.setattr(counting, "FIRST_ROOM", 0)
    counter = HalvesUnitCounter(Plan(11, 4, 4), widest())
    assert counter(tuple(prefixes(Plan(11, 4, 4)))) == KNOWN[11]
    assert not counter.at_work


def test_parts_before_prefixes_grow() -> None:
    found = [share_done(prefix, 9, 0.5) for prefix in prefixes(Plan(9, 3, 3))]
    assert found == sorted(found)
    assert 0 < found[0] < found[-1] < 1


@pytest.mark.parametrize("looks", [5, 8, 12])
def test_halves_out_of_time_tell_what_is_found(looks: int) -> None:
    counters.HALVES.wait(float("inf"))
    halves = choose(counters.COUNTERS, "halves", Queens(17))
    result = halves.run(Queens(17), settings_of(looks))
    assert (result.status, result.reason) == (Status.FEASIBLE, Reason.TIME)
    assert 0 < result.value < KNOWN[17]
    assert 0 < result.share < 1


@pytest.mark.slow
def test_with_a_limit_of_work_kernels_are_waited_for(
    kernels: Kernels, monkeypatch: pytest.MonkeyPatch
) -> None:
    kernels.arrive(3)
    monkeypatch.setattr("rookery.queens.counting.search.search", None)  # which is not asked
    twice = [
        rk.count(Queens(17), method="halves", limits=Limits(work=2), threads=1) for _ in range(2)
    ]
    assert {result.reason for result in twice} == {Reason.WORK}
    assert twice[0].value == twice[1].value > 0


@pytest.mark.parametrize("counted", [Queens(9), Queens(8), Queens(8, given=["a1"], blocked=["c5"])])
def test_the_share_of_a_plain_count_grows_to_one(
    counted: Queens, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rookery.queens.listing.plain.NODES_A_TICK", 20)
    run = Run(counted, Settings())
    shares = [partial.share for partial in driven(count_plainly(counted), run)]
    assert shares == sorted(shares)
    assert 0 <= shares[0] < shares[-2] < shares[-1] == run.share == 1.0


def test_the_share_before_placements_grows() -> None:
    rows = open_rows(Queens(8, blocked=["a1", "c3"]))
    shares = [share_before(rows, rows_) for rows_ in placements(Queens(8, blocked=["a1", "c3"]))]
    assert shares == sorted(set(shares))
    assert 0 < shares[0] < shares[-1] < 1


@pytest.mark.parametrize("name", ["listing", "search"])
def test_lists_out_of_time_are_the_first_placements(name: str) -> None:
    result = choose(METHODS, name, Queens(14)).run(Queens(14), settings_of(20))
    assert (result.status, result.reason) == (Status.FEASIBLE, Reason.TIME)
    assert 0 < result.value == len(result.answer) < KNOWN[14]
    assert 0 < result.share < 1
    assert list(result.answer) == list(islice(placements(Queens(14)), result.value))


@pytest.mark.parametrize("method", ["listing", "search"])
def test_no_wrong_placement_is_handed_out(method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(*_: Any) -> Any:
        yield (0, 2, 1, 3, 4, 5, 6, 7, 8)

    monkeypatch.setattr("rookery.queens.listing.blocks.search", wrong)
    with pytest.raises(rk.RookeryError, match="attack each other"):
        rk.solve(Queens(9), method=method)


def test_parts_of_a_list_stay_in_order() -> None:
    kept = listed.Listed(Queens(4))
    kept.add([(2, 0, 3, 1)])
    with pytest.raises(rk.RookeryError, match="comes lexicographically before"):
        kept.add([(1, 3, 0, 2)])


FOUND = list(islice(placements(Queens(12)), 40))


@pytest.mark.parametrize(
    "bad",
    [
        (0, 2, 1, 3, 4, 5, 6, 7, 8, 9, 10, 11),
        (*FOUND[0][:-1], FOUND[0][0]),
        (*FOUND[0][:-1], 12),
        (*FOUND[0][:-1], -1),
        (*FOUND[0][:-1], 300),
        (*FOUND[0][:-1], True),
        (*FOUND[0][:-1], 1.0),
        FOUND[0][:-1],
        list(FOUND[0]),
        (FOUND[0][1], FOUND[0][0], *FOUND[0][2:]),
    ],
)
def test_many_placements_are_held_against_the_rules(bad: Any) -> None:
    assert rules.are_right(12, frozenset(), frozenset(), FOUND)
    assert puzzle.placement_faults(12, frozenset(), frozenset(), bad)
    assert not rules.are_right(12, frozenset(), frozenset(), [*FOUND, bad])


def test_given_and_blocked_squares_are_held_against_many_placements() -> None:
    square = (FOUND[0][3], 3)
    others = frozenset({(FOUND[0][3] ^ 1, 3)})
    one = [FOUND[0]]
    assert rules.are_right(12, frozenset({square}), others, one)
    assert not rules.are_right(12, others, frozenset(), one)
    assert not rules.are_right(12, frozenset(), frozenset({square}), one)


def test_many_wrong_placements_are_told_as_few_are(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = (*FOUND[:5], FOUND[0], *FOUND[5:])
    expected = Queens(12).check(wrong)
    monkeypatch.setattr(puzzle, "MANY", 2)
    assert Queens(12).check(wrong) == expected != []
    assert Queens(12).check(tuple(FOUND)) == []


def test_a_construction_that_would_be_late_is_not_begun() -> None:
    result = rk.placement(Queens(10**6), limits=Limits(seconds=0.001))
    assert (result.answer, result.reason) == (None, Reason.TIME)


@pytest.mark.parametrize("n", [1001, 200_000])
def test_a_board_too_large_for_a_list_has_one_placement(n: int) -> None:
    result = rk.solve(Queens(n), limits=60)
    assert (result.status, result.reason, result.value) == (Status.FEASIBLE, Reason.DONE, 1)
    assert "more than 1,000 rows" in result.note
    assert result.answer is not None
    assert sorted(result.answer[0]) == list(range(n))
    assert rk.solve(Queens(n, given=["a1", "a2"]), limits=60).status is Status.INFEASIBLE


@pytest.mark.slow
def test_ten_million_rows_fit_into_a_few_seconds() -> None:
    clock = Told(3.0)
    settings = Settings(clock.limits, clock=clock)
    construction = choose(PLACERS, "construction", Queens(10**7))
    assert len(construction.run(Queens(10**7), settings).answer) == 10**7


def test_a_sample_that_is_late_is_no_answer() -> None:
    shown = CliRunner().invoke(commands, ["queens", "16", "--sample", "2", "--seconds", "0"])
    assert (shown.exit_code, shown.stdout) == (4, "")
    assert "no sample within" in shown.stderr
