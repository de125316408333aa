"""Covers by scans are right, and what scans say of a position is what the rules say."""

from __future__ import annotations

import numpy as np
import pytest
from tests.cover.boards import FAIRY, random_domain
from tests.limited import Told
from tests.marks import few

import rookery as rk
from rookery.boards.pieces import Piece
from rookery.cover import by_parts
from rookery.cover.first import by_scans
from rookery.cover.first.by_scans import ScanBoard, can_scan, cover_by_scans
from rookery.cover.incumbent import CoverIncumbent
from rookery.cover.model import attacks
from rookery.cover.puzzle import SHOWDOWN_PIECES, Cover
from rookery.cover.schedule import begin
from rookery.results.settings import Settings

LAME = tuple(map(Piece, ("nN", "nA", "cannon", "R2", "gQ", "NN")))
KNOWN = tuple(piece for piece in FAIRY if piece.betza != "pB3")
ALL = [SHOWDOWN_PIECES, KNOWN, LAME]


def board_of(seed, pieces):
    return random_domain(seed, 4 + seed % 5, 5 + seed % 4, pieces, pieces, 0.3)


@pytest.mark.parametrize("pieces", ALL)
@pytest.mark.parametrize("seed", few(range(40), 15))
def test_a_position_leaves_uncovered_what_the_rules_say(seed, pieces):
    puzzle = board_of(seed, pieces)
    if not can_scan(puzzle):
        return
    board, random = ScanBoard(puzzle), np.random.default_rng(seed)
    position = np.full((puzzle.board.rows, puzzle.board.columns), -1, dtype=np.int16)
    for kind, place in board._places.items():
        position[place & (random.random(place.shape) < 0.15)] = kind
    uncovered = set(map(tuple, np.argwhere(board.uncovered(position)).tolist()))
    assert uncovered == set(puzzle.missed(board.answer(position)))


@pytest.mark.parametrize("pieces", ALL)
def test_what_is_chosen_is_a_cover(pieces):
    found = 0
    for seed in range(8):
        puzzle = board_of(seed, pieces)
        incumbent = CoverIncumbent(puzzle, Settings(clock=Told()))
        cover_by_scans(incumbent)
        if incumbent.answer is not None:
            found += 1
            assert puzzle.check(incumbent.answer) == []
            assert incumbent.bound <= rk.solve(puzzle, method="exact").value
    assert found >= 3


def test_lines_and_bounds_of_whole_boards():
    for piece, fewest in (("B", 9), ("R", 9), ("K", 9)):
        incumbent = CoverIncumbent(Cover.domination(9, piece=piece), Settings(clock=Told()))
        cover_by_scans(incumbent)
        assert incumbent.bound <= fewest <= incumbent.cost
        if piece != "K":
            assert incumbent.cost == fewest


def test_edges_that_are_joined_and_short_hops_are_left_to_others():
    assert not can_scan(Cover.domination(5, wrap="torus"))
    assert not can_scan(Cover.parse(["#__"], [1], ["pB3"]))
    assert can_scan(Cover.domination(5))


def test_without_time_nothing_is_offered():
    clock = Told()
    clock.is_over = True
    incumbent = CoverIncumbent(Cover.domination(6), Settings(clock=clock))
    cover_by_scans(incumbent)
    assert incumbent.answer is None


@pytest.mark.parametrize("method", ["auto", "greedy"])
def test_a_table_that_does_not_fit_leaves_the_cover_by_scans(method, monkeypatch):
    puzzle = Cover.domination(8)
    for module in (by_scans, begin):
        monkeypatch.setattr(module, "SCANNED", 64)
    monkeypatch.setattr(attacks, "MOST_ATTACKS", 100)
    assert by_parts._parts(puzzle, Told(), 1.0) == (puzzle,)
    result = rk.solve(puzzle, method=method, threads=1)
    assert (result.status, result.reason) == (rk.Status.FEASIBLE, rk.Reason.MEMORY)
    assert puzzle.check(result.answer) == []
    assert result.bound <= 5 <= result.value
