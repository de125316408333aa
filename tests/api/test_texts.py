"""Puzzles to text and back: the statement that a puzzle fits, or its family's own text."""

from __future__ import annotations

from typing import Any

import pytest

import rookery as rk
from rookery.api.texts import kind_of, puzzles_of, read_text, text_of
from rookery.errors import PuzzleError

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


@pytest.mark.parametrize(
    ("puzzle", "message"),
    [
        (rk.Queens(9), "8x8, one given queen, no blocked squares"),
        (rk.Queens(8, given=["a1", "b2"]), "8x8, one given queen, no blocked squares"),
    ],
)
def test_what_no_text_can_tell(puzzle: Any, message: str) -> None:
    with pytest.raises(PuzzleError, match=message):
        text_of(puzzle)


def test_data_left_over_is_said() -> None:
    puzzles, left = read_text("eight-queens", b"1 1 1 7", "t")
    assert (len(puzzles), len(left)) == (1, 1)
    assert "t:1:7" in left[0]


def test_the_kind_of_a_text_is_guessed() -> None:
    assert kind_of(b"Q.N", "t") == "tour"
    assert kind_of(b"1 2 3 4 5 6 7 8\n" * 8, "t") == "heaviest"
