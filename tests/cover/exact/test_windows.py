"""Windows, whose outside stays: never dearer than what they begin with."""

import math
import random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from tests.cover.boards import planted, random_cover, random_domain
from tests.cover.runs import run_of
from tests.marks import few

from rookery.boards.board import Square
from rookery.cover.bounds.duals import Duals
from rookery.cover.exact import searches
from rookery.cover.exact.searches import Windows, useful_kinds
from rookery.cover.model.candidates import candidates
from rookery.cover.puzzle import Cover

FEWEST_PIECES = 10


def worthwhile_kinds(puzzle: Cover) -> dict[Square, list[int]]:
    table = candidates(puzzle)
    return useful_kinds(puzzle, table, Duals(0.0, np.zeros(0), table.price), math.inf)


def windows_of(puzzle: Cover, seed: int = 0, **keywords: Any) -> Windows:
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
    puzzle = Cover.parse(["#___"], [1], ["R"])
    search = windows_of(puzzle, pieces=27)
    steps = search.improve(run_of(puzzle, cover=[(0, 0, 1)]))
    windows = (step for step in steps if step.stage == "window")
    sizes = [search.pieces for _ in zip(range(27), windows, strict=False)]
    assert sizes == [27] * 12 + [29] * 12 + [30, 29, 28]


def test_the_idle_kind_is_one_in_stock():
    puzzle = Cover.parse(["#___"], [1, 5, 9], ["N", "cpR", "K"], stock=[0, None, None])
    found = worthwhile_kinds(puzzle)
    assert all(1 in kinds and 0 not in kinds for kinds in found.values())
    assert set(found) == set(puzzle.places)
