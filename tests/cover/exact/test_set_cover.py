"""Set covers by SCIP, against CP-SAT on the exact rules and OEIS A006075."""

from __future__ import annotations

import math

import pytest
from tests.cover.boards import random_cover

from rookery.boards.board import Board
from rookery.cover.exact import set_cover
from rookery.cover.exact.proofs import prove_by_cp_sat
from rookery.cover.exact.set_cover import is_set_cover, prove_by_scip, prove_set_cover
from rookery.cover.incumbent import CoverIncumbent
from rookery.cover.model.attacks import candidates
from rookery.cover.prepared import Prepared
from rookery.cover.puzzle import Cover
from rookery.cover.schedule.begin import prepare
from rookery.results.limits import Limits
from rookery.results.settings import Settings

SECONDS = 600.0


def begun(puzzle: Cover, limits: Limits | None = None) -> Prepared:
    """Return a search with a greedy cover."""
    incumbent = CoverIncumbent(puzzle, Settings(limits or Limits()))
    return prepare(incumbent, greedily=True, tries=0, theorems=False)


def proved(puzzle: Cover, prove=prove_by_scip) -> int:
    """Return the least cost that a method proves of a cover that is right."""
    start = begun(puzzle)
    assert is_set_cover(puzzle, start.table)
    prove(start.incumbent, start.table, start.duals, SECONDS)
    assert start.incumbent.proved
    assert puzzle.check(start.incumbent.placed_pieces) == []
    return start.incumbent.cost


@pytest.mark.parametrize(("side", "number"), {3: 4, 5: 5, 8: 12, 9: 14, 10: 16}.items())
def test_knights(side: int, number: int) -> None:
    assert proved(Cover.domination(side, piece="N")) == number


@pytest.mark.slow
def test_more_knights() -> None:
    assert proved(Cover.domination(14, piece="N"), prove_set_cover) == 32


@pytest.mark.parametrize("pieces", [["N", "K"], ["Q"], ["W", "F", "D"]])
@pytest.mark.parametrize("seed", range(4))
def test_as_cheap_as_by_cp_sat(seed: int, pieces: list[str]) -> None:
    drawn = random_cover(seed, 6, 7, 0.25)
    puzzle = Cover(
        drawn.board,
        drawn.kings,
        [4, 3, 5][: len(pieces)],
        pieces,
        guarded=drawn.places[seed::3],
        total=seed % 2 == 1,
        stock=[2, *[None] * (len(pieces) - 1)] if seed == 3 and len(pieces) > 1 else None,
    )
    assert proved(puzzle) == proved(puzzle, prove_by_cp_sat)


def test_that_there_is_none() -> None:
    puzzle = Cover.domination(5, piece="N", stock=[4])
    incumbent = CoverIncumbent(puzzle, Settings(Limits()))
    start = begun(Cover.domination(5, piece="N"))
    assert start.incumbent.bound <= 4
    prove_by_scip(incumbent, candidates(puzzle), start.duals, SECONDS)
    assert incumbent.impossible
    assert incumbent.cost is None


def test_both_solvers_come_by_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(set_cover, "prove_by_cp_sat", lambda *_: False)
    assert proved(Cover.domination(8, piece="N"), prove_set_cover) == 12


def test_which_puzzles_are_set_covers() -> None:
    board = Board(4)
    everywhere = list(board.squares())
    few, dear = [1, 1], [1, set_cover.HIGHEST_COST + 1]
    for puzzle, able in (
        (Cover.domination(4, piece="N"), True),
        (Cover.domination(4, piece="N", at_least=2), False),
        (Cover.domination(4, piece="N", independent=True), False),
        (Cover(board, (), few, ["N", "K"], guarded=everywhere), True),
        (Cover(board, (), dear, ["N", "K"], guarded=everywhere), False),
        (Cover(board, (), few, ["R", "Q"], guarded=everywhere), False),
        (Cover(board, ["a1", "c1"], few, ["N", "mRcpR"]), False),
    ):
        assert is_set_cover(puzzle, candidates(puzzle)) is able


def test_no_time_proves_nothing() -> None:
    start = begun(Cover.domination(9, piece="N"))
    bound = start.incumbent.bound
    prove_by_scip(start.incumbent, start.table, start.duals, 0.0)
    assert start.incumbent.bound == bound
    assert math.isfinite(start.incumbent.cost)
