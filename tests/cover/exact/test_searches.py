"""Proofs by CP-SAT and SCIP against trying everything and each other, and windows, never dearer."""

import math
import random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from tests.cover.boards import planted, random_cover, random_domain, set_cover
from tests.cover.brute import cheapest
from tests.cover.runs import finished, greedily, run_of
from tests.marks import few

import rookery as rk
from rookery.boards.board import Square
from rookery.cover.bounds.duals import Duals, Prepared
from rookery.cover.exact import searches
from rookery.cover.exact.searches import Windows, useful_kinds
from rookery.cover.model.candidates import candidates
from rookery.cover.schedule.begin import prepare


@pytest.mark.parametrize("by_tree", [False, True])
@pytest.mark.parametrize("seed", few(range(6), 2))
def test_searches_below_a_cost_prove_bounds_and_find_what_there_is(seed, by_tree):
    puzzle = planted(lambda seed: random_cover(seed, 4, 4, 0.35, dearest=30), seed, 6).puzzle
    best = rk.solve(puzzle, method="exact", threads=1).value
    start, run = greedily(puzzle)
    finished(searches.search_below(start, best, run, by_tree=by_tree), run)
    assert run.bound == best
    finished(searches.search_below(start, best + 1, run, by_tree=by_tree), run)
    assert run.is_proved
    assert run.value == best


def test_a_window_over_the_whole_board_is_the_exact_problem(monkeypatch):
    monkeypatch.setattr(searches, "WINDOW_SECONDS", 600.0)
    puzzle = planted(lambda seed: random_cover(seed, 5, 5, 0.35, dearest=30), 3, 8).puzzle
    start, run = greedily(puzzle)
    kinds = searches.useful_kinds(puzzle, start.table, start.duals, math.inf)
    search = searches.Windows(kinds, random.Random(1), pieces=1000)
    for partial in search.improve(run):
        run.take(partial)
        if search.settled:
            break
    assert run.value == rk.solve(puzzle, method="exact", threads=1).value


@pytest.mark.parametrize("threads", [1, 2])
def test_uneven_prices_are_proved(threads):
    rng = random.Random(1)
    board = random_cover(5, 14, 14, 0.3)
    prices = [round(10 ** (6 * rng.random())) for _ in board.prices]
    puzzle = rk.Cover(board.board, board.kings, prices)
    result = rk.solve(puzzle, limits=rk.Limits(seconds=600), threads=threads)
    assert result.status is rk.Status.OPTIMAL


def proved(puzzle: rk.Cover, prove=searches.prove_by_scip) -> int:
    """Return the least cost that a method proves of a cover that is right."""
    start, run = greedily(puzzle)
    assert searches.is_set_cover(puzzle, start.table)
    finished(prove(start, run), run)
    assert run.is_proved
    assert puzzle.check(run.answer) == []
    return run.value


@pytest.mark.parametrize("seed", few(range(144, 152, 2), 2))
def test_no_two_pieces_share_one_of_few_squares(seed):
    draw = random.Random(seed)
    board = rk.Board(3, 4)
    squares = draw.sample(list(board.squares()), 12)
    prices = [draw.randrange(1, 30) for _ in range(4)]
    puzzle = rk.Cover(board, squares[:4], prices, ["N", "W", "F", "A"], blocked=squares[7:])
    run = run_of(puzzle)
    start = prepare(run, greedily=False, tries=0, theorems=False)
    finished(searches.prove_by_scip(start, run), run)
    assert run.value == cheapest(puzzle, 1000)


@pytest.mark.parametrize("pieces", [["N", "K"], ["Q"], ["W", "F", "D"]])
@pytest.mark.parametrize("seed", few(range(4), 2))
def test_as_cheap_as_by_cp_sat(seed, pieces):
    puzzle = set_cover(seed, random_cover(seed, 6, 7, 0.25), [4, 3, 5], pieces)
    assert proved(puzzle) == proved(puzzle, searches.prove_by_limits)


@pytest.mark.parametrize("pieces", [["N"], ["N", "K"]])
@pytest.mark.parametrize("wrap", ["", "torus"])
def test_independent_leapers_as_by_cp_sat(pieces, wrap):
    board = rk.Board(4, 5, wrap=wrap)
    prices, squares = [4, 3][: len(pieces)], board.squares()
    puzzle = rk.Cover(board, (), prices, pieces, guarded=squares, independent=True)
    assert proved(puzzle) == proved(puzzle, searches.prove_by_limits)


def test_that_there_is_none():
    puzzle = rk.Cover.domination(5, piece="N", stock=[4])
    start, begun = greedily(rk.Cover.domination(5, piece="N"))
    assert begun.bound <= 4
    run = run_of(puzzle)
    finished(searches.prove_by_scip(Prepared(puzzle, candidates(puzzle), start.duals), run), run)
    assert run.why_none
    assert run.value is None


def test_which_puzzles_are_set_covers():
    board = rk.Board(4)
    everywhere = list(board.squares())
    few, dear = [1, 1], [1, searches.HIGHEST_COST + 1]
    for puzzle, able in (
        (rk.Cover.domination(4, piece="N"), True),
        (rk.Cover.domination(4, piece="N", at_least=2), False),
        (rk.Cover.domination(4, piece="N", independent=True), True),
        (rk.Cover.domination(4, independent=True), False),
        (rk.Cover(board, (), few, ["N", "K"], guarded=everywhere[1:], independent=True), False),
        (rk.Cover(board, (), few, ["N", "K"], guarded=everywhere), True),
        (rk.Cover(board, (), dear, ["N", "K"], guarded=everywhere), False),
        (rk.Cover(board, (), few, ["R", "Q"], guarded=everywhere), False),
        (rk.Cover(board, ["a1", "c1"], few, ["N", "mRcpR"]), False),
    ):
        assert searches.is_set_cover(puzzle, candidates(puzzle)) is able


FEWEST_PIECES = 10


def worthwhile_kinds(puzzle: rk.Cover) -> dict[Square, list[int]]:
    table = candidates(puzzle)
    return useful_kinds(puzzle, table, Duals(0.0, np.zeros(0), table.price), math.inf)


def windows_of(puzzle: rk.Cover, seed: int = 0, **keywords: Any) -> Windows:
    return Windows(worthwhile_kinds(puzzle), random.Random(seed), **keywords)


@pytest.mark.parametrize("seed", range(4))
def test_a_window_is_a_part_of_the_board_with_so_many_pieces(seed):
    board = planted(lambda seed: random_cover(seed, 16, 16, 0.3), seed, 40)
    found = windows_of(board.puzzle, seed)._window(board.puzzle, board.placed_pieces)
    inside = [piece for piece in board.placed_pieces if piece[1:] in found]
    assert FEWEST_PIECES <= len(inside) < len(board.placed_pieces)
    assert set(found) <= set(board.puzzle.places)


@pytest.mark.parametrize("seed", few(range(6), 2))
def test_what_is_outside_a_window_stays(seed, monkeypatch):
    monkeypatch.setattr(searches, "WINDOW_SECONDS", 600.0)
    board = planted(lambda seed: random_domain(seed, 8, 8, density=0.5), seed, 20)
    search = windows_of(board.puzzle, seed, pieces=6)
    run = run_of(board.puzzle, cover=board.placed_pieces)
    opened, window = [], Windows._window

    def recorded(self, puzzle, placed_pieces):
        opened.append((placed_pieces, window(self, puzzle, placed_pieces)))
        return opened[-1][1]

    monkeypatch.setattr(Windows, "_window", recorded)
    greedy, steps = run.value, search.improve(run)
    while len(opened) <= 6:
        before = run.answer
        run.take(next(steps))
        if run.answer != before:
            cover, window_ = opened[-1]
            outside = {piece for piece in cover if piece[1:] not in window_}
            assert outside <= set(run.answer)
            assert board.puzzle.check(run.answer) == []
    assert run.value < greedy


def test_windows_grow_once_enough_are_solved_and_shrink_where_time_ends_first(monkeypatch):
    outcomes = iter(["INFEASIBLE"] * 24 + ["UNKNOWN"] * 3)

    def solved(*_):
        yield from ()
        return SimpleNamespace(status=next(outcomes))

    monkeypatch.setattr(searches, "solved", solved)
    puzzle = rk.Cover.parse(["#___"], [1], ["R"])
    search = windows_of(puzzle, pieces=27)
    steps = search.improve(run_of(puzzle, cover=[(0, 0, 1)]))
    windows = (step for step in steps if step.stage == "window")
    sizes = [search.pieces for _ in zip(range(27), windows, strict=False)]
    assert sizes == [27] * 12 + [29] * 12 + [30, 29, 28]


def test_the_idle_kind_is_one_in_stock():
    puzzle = rk.Cover.parse(["#___"], [1, 5, 9], ["N", "cpR", "K"], stock=[0, None, None])
    found = worthwhile_kinds(puzzle)
    assert all(1 in kinds and 0 not in kinds for kinds in found.values())
    assert set(found) == set(puzzle.places)
