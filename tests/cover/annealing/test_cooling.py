"""Annealings last to the end of their cooling, and longer without a cover."""

import math
from collections.abc import Iterable
from functools import cache
from typing import Any

import pytest
from tests.cover.boards import random_cover
from tests.cover.runs import finished, run_of, slice_of
from tests.limited import FakeClock

from rookery.cover.annealing.cooling import COOLINGS, anneal, anneal_again
from rookery.cover.bounds.duals import Prepared
from rookery.cover.kernel_sets import WEIGHTING
from rookery.cover.puzzle import Cover
from rookery.cover.schedule.begin import prepare
from rookery.engine.run import Run

PATIENCE = 10.0
PUZZLE = random_cover(14, 10, 10, 0.3)
TICK = 0.05  # seconds; the length of a slice


class Late:
    """An annealing that has its first cover beyond a fraction of its cooling."""

    def __init__(self, found_at: float, placed_pieces: tuple[Any, ...]) -> None:
        self.found_at = found_at
        self.found = placed_pieces
        self.cost = math.inf
        self.moves = 0
        self.slices: list[tuple[int, float, float]] = []

    def run(self, moves: int, start: float, end: float) -> None:
        self.moves += moves
        self.slices.append((moves, start, end))
        if end > self.found_at:
            self.cost = PUZZLE.value(self.found)

    def go_back(self) -> None:
        assert self.cost < math.inf

    def coolings(self) -> list[list[tuple[int, float, float]]]:
        """The slices of each cooling: those that begin where the one before ended."""
        found = [[self.slices[0]]]
        for part in self.slices[1:]:
            if part[1] == found[-1][-1][2]:
                found[-1].append(part)
            else:
                found.append([part])
        return found

    def placed_pieces(self) -> tuple[Any, ...]:
        return self.found

    def standing(self) -> tuple[Any, ...]:
        return self.found[:2]


@cache
def prepared() -> tuple[Prepared, tuple[Any, ...]]:
    """Return the start of annealings, and a cover, both found without a late annealing."""
    run = run_of(PUZZLE)
    return prepare(run), run.answer


def annealed(monkeypatch, found_at: float, seconds: float, built_in: float = 0.0):
    """Anneal without a first cover, by an annealing that has one late and takes time to build."""
    start, placed_pieces = prepared()
    late, clock = Late(found_at, placed_pieces), FakeClock(tick=TICK)

    def build(*_: object) -> Late:
        clock.now += built_in
        return late

    monkeypatch.setattr("rookery.cover.annealing.annealer.Annealer", build)
    run = run_of(PUZZLE, clock)
    return late, finished(anneal(start, run, seconds), run)


def test_with_a_cover_each_cooling_goes_from_its_start_to_the_end(monkeypatch):
    late, run = annealed(monkeypatch, 0.4, seconds=20.0)
    coolings = late.coolings()
    assert [slices[0][1] for slices in coolings] == [fraction for _, fraction in COOLINGS]
    assert all(slices[-1][2] == pytest.approx(1.0, abs=0.02) for slices in coolings)
    assert all(slices[-2][2] < 1.0 for slices in coolings)
    assert run.value == late.cost
    assert run.settings.clock.seconds() == pytest.approx(20.0, abs=1.0)


def test_an_annealing_that_took_longer_to_build_than_to_last_cools_for_a_share(monkeypatch):
    late, run = annealed(monkeypatch, 0.4, seconds=60.0, built_in=90.0)
    coolings = late.coolings()
    assert len(coolings) == len(COOLINGS)
    assert all(slices[-1][2] == pytest.approx(1.0, abs=0.06) for slices in coolings)
    assert all(len(slices) > 10 for slices in coolings)
    assert run.settings.clock.seconds() == pytest.approx(90.0 + 0.3 * 60.0, abs=1.0)


def test_without_a_cover_the_first_cooling_goes_on_until_it_has_one(monkeypatch):
    late, run = annealed(monkeypatch, 2.5, seconds=1.0)
    ends = [end for _, _, end in late.coolings()[0]]
    assert ends[-2] <= 2.5 < ends[-1]
    assert run.value == late.cost


def test_without_a_cover_its_patience_ends(monkeypatch):
    late, run = annealed(monkeypatch, math.inf, seconds=1.0)
    ends = [end for _, _, end in late.slices]
    assert ends[-2] < PATIENCE <= ends[-1]
    assert run.answer is None


def again(puzzle: Cover, seconds: float, seeds: Iterable[int]) -> Run:
    """Go on from a greedy cover by an annealing for each seed."""
    assert WEIGHTING.wait(math.inf)
    run = run_of(puzzle, FakeClock(tick=TICK))
    start = prepare(run, greedily=True, tries=0)
    for seed in seeds:
        part = slice_of(run, seed=seed)
        finished(anneal_again(start, part, seconds), part)
    return run


def test_queens_of_one_parity_class_are_fewer():
    """9 queens cover 18x18 squares (A075458); on all squares row weighting stops at 10."""
    run = again(Cover.domination(18), 10.0, seeds=[0])
    assert run.value == 9
    assert len({(row % 2, column % 2) for _, row, column in run.answer}) == 1


def test_independent_queens_are_fewer_by_row_weighting():
    """11 independent queens cover 19x19 squares (A075324)."""
    assert again(Cover.domination(19, independent=True), 20.0, seeds=[0]).value == 11


def test_a_parity_class_that_covers_too_little_is_not_chosen():
    below = [(row, column) for row in range(1, 4) for column in range(5)]
    run = again(Cover.domination(4, 5, blocked=below), 0.5, seeds=range(5))
    assert run.puzzle.check(run.answer) == []
