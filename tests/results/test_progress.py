"""Answers that a solver tells on its way, family by family."""

from __future__ import annotations

from typing import Any

import pytest

import rookery as rk

WEIGHTS = [[(7 * row * row + 11 * column * row) % 23 for column in range(12)] for row in range(12)]
ROWS = [
    "#_#__#__",
    "__#__#_#",
    "#___#___",
    "__#___#_",
    "_#__#__#",
    "#__#____",
    "__#__#_#",
    "#___#__#",
]
TARGETS = ["a8", "h8", "h1", "d4", "e7", "b3", "g6", "c6"]
KNIGHT = rk.Tour(rk.Board(8), "a1", TARGETS, mover="N", visit="on")


@pytest.mark.parametrize(
    ("puzzle", "method"),
    [
        (rk.Heaviest(WEIGHTS), "branch"),
        (rk.Heaviest(WEIGHTS, lightest=True, best=3), "branch"),
        (rk.Heaviest(WEIGHTS), "duals"),
        (rk.Cover.parse(ROWS, [3, 5, 3, 2, 2, 4, 3, 4]), "greedy"),
        (rk.Cover.parse(ROWS, [3, 5, 3, 2, 2, 4, 3, 4]), "auto"),
        (KNIGHT, "search"),
    ],
)
def test_answers_on_the_way_are_right_and_traces_have_none(puzzle: Any, method: str) -> None:
    seen: list[rk.Progress] = []
    limits = rk.Limits(work=2000) if method == "search" else rk.Limits(seconds=600)
    result = rk.solve(puzzle, method=method, limits=limits, threads=1, on_progress=seen.append)
    told = [step for step in seen if step.answer is not None]
    assert told
    for step in told:
        assert puzzle.check(step.answer) == []
        assert puzzle.value(step.answer) == step.value
    assert told[-1].value == result.value
    values = [step.value for step in told]
    assert len(set(values)) == len(values)  # each is better than the one before
    assert all(step.answer is None for step in result.trace)
