"""Independent components of puzzles, and results put together from them."""

from dataclasses import replace

import pytest
from tests.cover.runs import run_of
from tests.limited import FakeClock
from tests.marks import few

import rookery as rk
from rookery.cover.components import CoverComponents, components

CUT = [
    (rk.Cover.domination(4, piece="bishop"), 2),
    (rk.Cover.domination(3, piece="dabbaba"), 4),
    (rk.Cover.domination(5, piece="knight", total=True), 2),
    (rk.Cover.domination(2, 5, "rook", walls=["c1", "c2"]), 2),
    (rk.Cover.domination(4, piece="ferz", at_least=2), 2),
    (rk.Cover.domination(4, piece="bishop", square_prices=[[1, 9] * 2, [9, 1] * 2] * 2), 2),
    (rk.Cover.domination(4, piece="knight"), 1),
    (rk.Cover.domination(4, piece="bishop", independent=True), 1),
    (rk.Cover(rk.Board(4), ["a1"], {"B": 1}, guarded=["a3", "b1"]), 1),
    (rk.Cover(rk.Board(4), (), {"B": 1}, guarded=["a1", "b1"], stock=[5]), 1),
]


@pytest.mark.parametrize(("puzzle", "number"), CUT)
def test_parts_have_each_target_and_place_once(puzzle, number):
    found = components(puzzle)
    assert len(found) == number
    assert number > 1 or found == (puzzle,)
    assert sorted(t for part in found for t in part.targets) == sorted(puzzle.targets)
    places = [place for part in found for place in part.places]
    assert len(places) == len(set(places))


@pytest.mark.parametrize("puzzle", few([puzzle for puzzle, number in CUT if number > 1], 2))
def test_parts_together_are_the_cheapest(puzzle):
    told = []
    result = rk.solve(puzzle, limits=60, on_progress=told.append)
    whole = rk.solve(replace(puzzle, stock=[100]), method="exact", limits=60)
    assert result.status is whole.status
    assert result.value == result.bound == whole.value
    assert puzzle.check(result.answer) == []
    assert all(entry.value is None or entry.bound <= result.value for entry in told)
    bounds = [entry.bound for entry in told]
    assert bounds == sorted(bounds)


def test_parts_start_from_a_start_and_keep_limits():
    puzzle = rk.Cover.domination(4, piece="bishop")
    start = [(0, *square) for square in puzzle.places]
    result = rk.solve(puzzle, method="exact", limits=0, start=start)
    assert (result.status, result.reason) == (rk.Status.FEASIBLE, rk.Reason.TIME)
    assert result.value <= 16
    assert result.bound <= 4


@pytest.mark.parametrize(("looks", "number"), [(1, 1), (1000, 2)])
def test_what_takes_too_long_to_cut_is_left_whole(looks, number):
    puzzle = rk.Cover.domination(4, piece="bishop")
    run = run_of(puzzle, FakeClock(looks, tick=1.0))
    found = [own.puzzle for own in CoverComponents(puzzle, run).runs]
    assert len(found) == number
    assert (found == [puzzle]) == (number == 1)


def test_a_part_that_cannot_be_covered():
    blocked = [name for name in ("a1", "b2", "c3", "d4", "a3", "b4", "c1", "d2")]
    puzzle = rk.Cover(rk.Board(4), (), {"B": 1}, guarded=["a1", "b1"], blocked=blocked)
    assert components(puzzle) == (puzzle,)
    assert rk.solve(puzzle).status is rk.Status.INFEASIBLE
    ferz = rk.Cover(rk.Board(3), (), {"F": 1}, guarded=["a1", "b1"], blocked=["a1", "c1", "b2"])
    assert rk.solve(ferz).status is rk.Status.INFEASIBLE
    half = rk.Cover.domination(3, piece="W", total=True, blocked=["b2", "a1", "c1", "a3", "c3"])
    assert len(components(half)) == 1
    assert rk.solve(half).status is rk.Status.INFEASIBLE
