"""Puzzles to text and back: the statement that a puzzle fits, or its family's own text."""

from typing import Any

import pytest

import rookery as rk
from rookery.api.texts import puzzles_of, text_of

SULTAN = rk.Heaviest([[1 + (row * 8 + column) % 99 for column in range(8)] for row in range(8)])
SCENARIO = [
    "Q.......",
    "......N.",
    "........",
    "..P.....",
    "........",
    ".N......",
    "........",
    ".......B",
]


@pytest.mark.parametrize(
    ("puzzle", "statement", "kind"),
    [
        (rk.Queens(8, given=["c5"]), "eight-queens", "eight-queens"),
        (SULTAN, "sultan", "sultan"),
        (rk.Heaviest([[0, 2.5], [-3, 4]]), None, "heaviest"),
        (rk.Heaviest([[100] * 8] * 8), None, "heaviest"),
        (rk.Tour.parse(SCENARIO), "traveling-queen", "traveling-queen"),
        (rk.Tour.parse(SCENARIO, mover="N"), None, "tour"),
        (rk.Tour.parse(["Q.N"]), None, "tour"),
        (rk.Cover.parse(["#__", "___", "__#"], [3, 4, 3, 3, 3, 9, 3, 4]), "showdown", "showdown"),
        (rk.Cover.parse(["#+_", "x_*"], [3, 4, 3, 3, 3, 9, 3, 4]), None, "cover"),
        (rk.Heaviest([[1, 2], [3, 4]], best=2), None, "heaviest"),
        (rk.Cover.domination(3), None, "cover"),
        (rk.Cover.parse(["#_"], [1] * 8, stock=[1] * 8), None, "cover"),
    ],
)
def test_text_there_and_back(puzzle: Any, statement: str | None, kind: str) -> None:
    name, text = text_of(puzzle)
    assert name == statement
    assert list(puzzles_of(kind, text.encode(), "t")) == [puzzle]
