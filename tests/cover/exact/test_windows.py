"""Windows: where they lie, how they grow, and that the pieces outside stay."""

from __future__ import annotations

import random

import pytest
from tests.cover.boards import planted, random_cover, random_domain
from tests.marks import few

from rookery.boards.pieces import Piece
from rookery.cover.exact import restricted
from rookery.cover.exact.restricted import (
    FEWEST_PIECES,
    GROW_AFTER,
    MOST_PIECES,
    Windows,
    worthwhile_kinds,
)
from rookery.cover.incumbent import CoverIncumbent
from rookery.cover.model.attacks import candidates
from rookery.cover.puzzle import Cover
from rookery.results.limits import Clock, Limits
from rookery.results.settings import Settings


def begun(puzzle, placed_pieces=(), seed=0, seconds=600.0, **keywords):
    limits = Limits(seconds=seconds)
    incumbent = CoverIncumbent(puzzle, Settings(limits, clock=Clock(limits)))
    incumbent.offer(tuple(placed_pieces), "test")
    kinds = worthwhile_kinds(puzzle, candidates(puzzle))
    return Windows(incumbent, kinds, random.Random(seed), **keywords)


@pytest.mark.parametrize("seed", range(4))
def test_a_window_is_a_part_of_the_board_with_so_many_pieces(seed):
    board = planted(lambda seed: random_cover(seed, 16, 16, 0.3), seed, 40)
    found = begun(board.puzzle, board.placed_pieces, seed)._window(board.placed_pieces)
    rows, columns = zip(*found, strict=True)
    inside = [
        (row, column)
        for _, row, column in board.placed_pieces
        if min(rows) <= row <= max(rows) and min(columns) <= column <= max(columns)
    ]
    assert FEWEST_PIECES <= len(inside) < len(board.placed_pieces)
    assert set(found) <= set(board.puzzle.places)


@pytest.mark.parametrize("seed", few(range(6), 2))
def test_what_is_outside_a_window_stays(seed, monkeypatch):
    monkeypatch.setattr(restricted, "WINDOW_SECONDS", 600.0)
    board = planted(lambda seed: random_domain(seed, 8, 8, density=0.5), seed, 20)
    search = begun(board.puzzle, board.placed_pieces, seed, pieces=6)
    opened, window = [], Windows._window

    def recorded(self, placed_pieces):
        opened.append(window(self, placed_pieces))
        return opened[-1]

    monkeypatch.setattr(Windows, "_window", recorded)
    better = 0
    for _ in range(6):
        before, cost = search.incumbent.placed_pieces, search.incumbent.cost
        improved = search.improve()
        after = search.incumbent.placed_pieces
        assert improved == (search.incumbent.cost < cost)
        assert {
            placed_piece for placed_piece in before if placed_piece[1:] not in opened[-1]
        } <= set(after)
        assert board.puzzle.check(after) == []
        better += improved
    assert better


def test_without_a_cover_there_is_no_window():
    assert not begun(Cover.parse(["#__"], [1], ["R"])).improve()


def test_settled_windows_grow_and_late_ones_shrink(monkeypatch):
    class Solver:
        def solve(self, model, callback):
            return None

        def stop_search(self):
            raise AssertionError("there was time left")

        def status_name(self, _):
            return status

    puzzle = Cover.parse(["#___"], [1, 2], ["R", "B"])
    search = begun(puzzle, [(0, 0, 3)])
    monkeypatch.setattr(restricted, "new_solver", lambda seconds, workers: Solver())
    status = "INFEASIBLE"
    for _ in range(GROW_AFTER - 1):
        assert not search.improve()
    assert search.pieces == FEWEST_PIECES
    search.improve()
    assert (search.pieces, search.settled) == (FEWEST_PIECES + 2, 0)
    for _ in range(GROW_AFTER * MOST_PIECES):
        search.improve()
    assert search.pieces == MOST_PIECES
    status = "UNKNOWN"
    search.improve()
    assert search.pieces == MOST_PIECES - 1
    for _ in range(MOST_PIECES):
        search.improve()
    assert search.pieces == FEWEST_PIECES


def test_a_window_takes_no_more_than_the_time_left(monkeypatch):
    allowed = []

    def no_solver(seconds, workers):
        allowed.append(seconds)
        raise KeyboardInterrupt

    monkeypatch.setattr(restricted, "new_solver", no_solver)
    for seconds in (0.25, 100.0):
        search = begun(Cover.parse(["#___"], [1], ["R"]), [(0, 0, 3)], seconds=seconds)
        with pytest.raises(KeyboardInterrupt):
            search.improve()
    assert allowed[0] <= 0.25
    assert allowed[1] == restricted.WINDOW_SECONDS


@pytest.mark.parametrize("pieces", [("R", "N", "B"), ("Q", "cpR", "K", "gB")])
def test_worthwhile_kinds_attack_something_at_best(pieces):
    puzzle = random_cover(3, 6, 6, 0.2, tuple(map(Piece, pieces)))
    found = worthwhile_kinds(puzzle, candidates(puzzle))
    cheapest = puzzle.prices.index(min(puzzle.prices))
    for square in puzzle.places:
        for kind, piece in enumerate(puzzle.pieces):
            if any(m.hop for m in piece.motions):
                continue
            now = piece.attacks(puzzle.board, square, puzzle.obstacles)
            idle = puzzle.hops and kind == cheapest
            assert (kind in found.get(square, [])) == bool(idle or now.intersection(puzzle.kings))


def test_the_idle_kind_is_one_in_stock():
    puzzle = Cover.parse(["#___"], [1, 5, 9], ["N", "cpR", "K"], stock=[0, None, None])
    found = worthwhile_kinds(puzzle, candidates(puzzle))
    assert all(1 in kinds and 0 not in kinds for kinds in found.values())
    assert set(found) == set(puzzle.places)
