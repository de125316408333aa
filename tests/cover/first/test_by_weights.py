"""Covers by row weighting are right and as cheap as published."""

from __future__ import annotations

import pytest
from tests.cover.runs import run_of
from tests.limited import FakeClock

from rookery.boards.board import Board
from rookery.cover.first.by_weights import cover_by_weights, suits_weights
from rookery.cover.model.candidates import candidates
from rookery.cover.puzzle import Cover
from rookery.engine.run import Run


def weighed(puzzle: Cover, clock: FakeClock | None = None) -> Run:
    assert suits_weights(puzzle)
    run = run_of(puzzle, clock)
    cover_by_weights(run, candidates(puzzle))
    assert puzzle.check(run.answer) == []
    return run


@pytest.mark.parametrize(
    ("puzzle", "fewest"),
    [
        (Cover.domination(1, piece="N"), 1),
        (Cover.domination(3, piece="N"), 4),
        (Cover.domination(13, piece="N"), 28),
        (Cover.domination(Board(10, 10, wrap="torus"), piece="N"), 15),
        (Cover.domination(8), 5),
        (Cover.domination(6, piece="K"), 4),
        (Cover.domination(5, piece="N", total=True, blocked=["c3"]), 8),
    ],
)
def test_the_fewest(puzzle: Cover, fewest: int) -> None:
    assert weighed(puzzle).value == fewest


def test_without_time_every_place_has_a_piece() -> None:
    assert weighed(Cover.domination(6, piece="N"), FakeClock(0.0)).value == 36


def test_which_puzzles_it_suits() -> None:
    few = Board(4)
    everywhere = list(few.squares())
    for puzzle in (
        Cover.domination(21, piece="N"),
        Cover.domination(4, piece="R", blocked=["b2"], independent=True),
        Cover.domination(4, piece="N", stock=[9]),
        Cover(few, (), [1, 2], ["N", "K"], guarded=everywhere),
    ):
        assert not suits_weights(puzzle)
