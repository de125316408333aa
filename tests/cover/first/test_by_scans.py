"""Covers by scans are right, and what scans say of a position is what the rules say."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from tests.cover.boards import FAIRY, SHOWDOWN_PIECES, random_domain
from tests.cover.runs import run_of
from tests.limited import FakeClock
from tests.marks import few

import rookery as rk
from rookery.boards.pieces import Piece
from rookery.cover import components
from rookery.cover.first import by_scans, scan_board
from rookery.cover.first.by_scans import can_scan, cover_by_scans, thinned
from rookery.cover.first.scan_board import ScanBoard
from rookery.cover.model import candidates as table_module
from rookery.cover.puzzle import Cover
from rookery.cover.schedule import begin
from rookery.errors import PuzzleError

WRAPS = ("", "cylinder", "torus")

LAME = tuple(map(Piece, ("nN", "nA", "cannon", "R2", "gQ", "NN")))
KNOWN = tuple(piece for piece in FAIRY if piece.betza != "pB3")
ALL = [SHOWDOWN_PIECES, KNOWN, LAME]


def board_of(seed, pieces, wrap=""):
    puzzle = random_domain(seed, 4 + seed % 5, 5 + seed % 4, pieces, pieces, 0.3)
    if not wrap:
        return puzzle
    try:
        return replace(puzzle, board=replace(puzzle.board, wrap=wrap))
    except PuzzleError:  # around the edges the standing pieces cover all
        return puzzle


def of_kings(side):
    """Return a board of which a fifth are kings, to be checked by the eight pieces of showdown."""
    squares = list(rk.Board(side).squares())
    return Cover(
        side, random.Random(5).sample(squares, len(squares) // 5), [3, 5, 3, 2, 2, 4, 3, 4]
    )


@pytest.mark.parametrize("wrap", WRAPS)
@pytest.mark.parametrize("pieces", ALL)
@pytest.mark.parametrize("seed", few(range(40), 2))
def test_a_position_leaves_uncovered_what_the_rules_say(seed, pieces, wrap, monkeypatch):
    monkeypatch.setattr(scan_board, "MOST_LAPS", 100)
    puzzle = board_of(seed, pieces, wrap)
    if not can_scan(puzzle):
        return
    board, rng = ScanBoard(puzzle), np.random.default_rng(seed)
    position = np.full((puzzle.board.rows, puzzle.board.columns), -1, dtype=np.int16)
    for kind, place in board._places.items():
        position[place & (rng.random(place.shape) < 0.15)] = kind
    lacking = board.lacking(position, board.attacks(position))
    uncovered = set(map(tuple, np.argwhere(lacking).tolist()))
    assert uncovered == set(puzzle.missed(board.answer(position)))


@pytest.mark.parametrize("wrap", WRAPS)
@pytest.mark.parametrize("seed", few(range(12), 4))
def test_lines_that_are_followed_in_part_never_say_too_much(seed, wrap, monkeypatch):
    monkeypatch.setattr(scan_board, "MOST_LAPS", 1)
    puzzle = board_of(seed, tuple(map(Piece, ("B", "NN", "Q"))), wrap)
    board, rng = ScanBoard(puzzle), np.random.default_rng(seed)
    position = board.empty()
    position[board._places.get(0, position > 0) & (rng.random(position.shape) < 0.1)] = 0
    lacking = board.lacking(position, board.attacks(position))
    uncovered = set(map(tuple, np.argwhere(lacking).tolist()))
    assert uncovered >= set(puzzle.missed(board.answer(position)))


@pytest.mark.parametrize(
    ("piece", "conditions"),
    [
        ("Q", {"total": True}),
        ("N", {"total": True, "at_least": 2}),
        ("Q", {"at_least": 3}),
        ("K", {"independent": True}),
        ("Q", {"independent": True}),
        ("R", {"at_most": 2}),
        ("N", {"spared": ["a1", "h8", "d4"]}),
        ("K", {"stock": [30]}),
        ("Q", {"wrap": "torus", "total": True}),
        ("N", {"wrap": "cylinder", "at_least": 2, "independent": False}),
        ("B", {"wrap": "torus", "independent": True}),
    ],
)
def test_conditions_and_edges_have_covers_by_scans(piece, conditions):
    puzzle = Cover.domination(9, 11, piece, **conditions)
    run = run_of(puzzle, FakeClock(100.0, tick=0.01))
    cover_by_scans(run)
    assert puzzle.check(run.answer) == []
    assert run.bound <= run.value


def needed(puzzle, placed):
    """Return what tells whether a piece alone covers some square, others being where they are."""
    occupied = {(row, column) for _, row, column in placed}

    def covered(kind, row, column):
        attacks = puzzle.pieces[kind].attacks(puzzle.board, (row, column), occupied)
        return attacks if puzzle.total else attacks | {(row, column)}

    times = Counter(square for one in placed for square in covered(*one))
    return lambda one: any(times[square] == 1 for square in covered(*one))


@pytest.mark.parametrize("wrap", WRAPS)
@pytest.mark.parametrize("total", [False, True])
@pytest.mark.parametrize("pieces", [("Q", "N"), ("R", "gQ"), ("cannon", "R2", "K")])
@pytest.mark.parametrize("seed", range(3))
def test_of_a_thinned_cover_every_piece_is_needed_where_the_others_stand(seed, pieces, total, wrap):
    side = rk.Board(8, 9, wrap=wrap)
    puzzle = Cover(side, [], [1, 2, 3][: len(pieces)], pieces, guarded=side.squares(), total=total)
    board, rng = ScanBoard(puzzle), np.random.default_rng(seed)
    position = rng.integers(-1, len(pieces), (8, 9)).astype(np.int16)
    before = board.answer(position)
    if puzzle.missed(before):
        return
    after = board.answer(thinned(board, position, lambda: False))
    assert set(after) <= set(before)
    assert puzzle.check(after) == []
    if not (puzzle.hops or (total and wrap)):  # there a piece may seem to attack its own square
        assert len(after) < len(before)
        assert all(map(needed(puzzle, after), after))


def test_lines_and_bounds_of_whole_boards():
    for piece, fewest in (("B", 9), ("R", 9), ("K", 9)):
        run = run_of(Cover.domination(9, piece=piece), FakeClock(100.0, tick=0.01))
        cover_by_scans(run)
        assert run.bound <= fewest <= run.value
        if piece != "K":
            assert run.value == fewest


def test_short_hops_are_left_to_others():
    assert not can_scan(Cover.parse(["#__"], [1], ["pB3"]))
    assert can_scan(Cover.domination(5))


@pytest.mark.parametrize("looks", [40, 80, 160])
@pytest.mark.parametrize("kings", [False, True])
def test_when_the_time_is_over_what_was_chosen_becomes_a_cover(kings, looks):
    puzzle = of_kings(30) if kings else Cover.domination(30, piece="N")
    clock = FakeClock(looks, tick=1.0)
    run = run_of(puzzle, clock)
    cover_by_scans(run)
    assert puzzle.check(run.answer) == []
    assert len(run.answer) < len(puzzle.targets) / 2


@pytest.mark.parametrize("piece", ["N", "K", "Q"])
def test_all_at_once_ends_in_a_few_rounds(piece):
    board, rounds = ScanBoard(Cover.domination(40, piece=piece)), []

    def batch(_):
        rounds.append(len(rounds))
        return by_scans.ALL_AT_ONCE

    found = by_scans.chosen(board, np.random.default_rng(1), batch)
    assert board.puzzle.check(board.answer(found)) == []
    assert len(rounds) <= 10


@pytest.mark.parametrize("method", ["auto", "greedy"])
def test_a_table_that_does_not_fit_leaves_the_cover_by_scans(method, monkeypatch):
    puzzle = Cover.domination(8)
    for module in (components, begin):
        monkeypatch.setattr(module, "SCANNED", 64)
    monkeypatch.setattr(table_module, "MOST_ATTACKS", 100)
    result = rk.solve(puzzle, method=method, threads=1)
    assert (result.status, result.reason) == (rk.Status.FEASIBLE, rk.Reason.MEMORY)
    assert puzzle.check(result.answer) == []
    assert result.bound <= 5 <= result.value
