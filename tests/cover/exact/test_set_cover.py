"""Set covers by SCIP, against CP-SAT on the exact rules and OEIS A006075."""

from __future__ import annotations

import pytest
from tests.cover.boards import random_cover
from tests.cover.runs import finished, greedily, run_of
from tests.marks import few

from rookery.boards.board import Board
from rookery.cover.bounds.duals import Prepared
from rookery.cover.exact import proofs as set_cover
from rookery.cover.exact.proofs import is_set_cover, prove_by_cp_sat, prove_by_scip, prove_set_cover
from rookery.cover.model.attacks import candidates
from rookery.cover.puzzle import Cover
from rookery.engine.partial import Partial
from rookery.engine.run import Run, Steps
from rookery.results.result import Reason


def proved(puzzle: Cover, prove=prove_by_scip) -> int:
    """Return the least cost that a method proves of a cover that is right."""
    start, run = greedily(puzzle)
    assert is_set_cover(puzzle, start.table)
    finished(prove(start, run), run)
    assert run.is_proved
    assert puzzle.check(run.answer) == []
    return run.value


@pytest.mark.parametrize(("side", "number"), {3: 4, 5: 5, 8: 12, 9: 14, 10: 16}.items())
def test_knights(side: int, number: int) -> None:
    assert proved(Cover.domination(side, piece="N")) == number


@pytest.mark.slow
def test_more_knights() -> None:
    assert proved(Cover.domination(14, piece="N"), prove_set_cover) == 32


@pytest.mark.parametrize("pieces", [["N", "K"], ["Q"], ["W", "F", "D"]])
@pytest.mark.parametrize("seed", few(range(4), 3))
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
    start, begun = greedily(Cover.domination(5, piece="N"))
    assert begun.bound <= 4
    run = run_of(puzzle)
    finished(prove_by_scip(Prepared(puzzle, candidates(puzzle), start.duals), run), run)
    assert run.why_none
    assert run.value is None


def test_both_solvers_come_by_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(start: Prepared, run: Run) -> Steps:
        yield Partial()
        return None

    monkeypatch.setattr(set_cover, "prove_by_cp_sat", nothing)
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
    start, run = greedily(Cover.domination(9, piece="N"))
    before = run.value, run.bound
    run.allow(0)
    assert finished(prove_by_scip(start, run), run).stopped is Reason.TIME
    assert (run.value, run.bound) == before
