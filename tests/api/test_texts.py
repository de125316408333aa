"""Puzzles to text and back: the statement that a puzzle fits, or its family's own text."""

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
    ("puzzle", "statement"),
    [
        (rk.Queens(8, given=["c5"]), "eight-queens"),
        (rk.Queens(5, given=["c5"], blocked=["a1"], title="Five"), None),
        (SULTAN, "sultan"),
        (rk.Heaviest([[0, 2.5], [-3, 4]]), None),
        (rk.Heaviest([[100] * 8] * 8), None),
        (rk.Tour.parse(SCENARIO), "traveling-queen"),
        (rk.Tour.parse(SCENARIO, mover="N"), None),
        (rk.Tour.parse(["Q.N"]), None),
        (rk.Cover.parse(["#__", "___", "__#"], [3, 4, 3, 3, 3, 9, 3, 4]), "showdown"),
        (rk.Cover.parse(["#+_", "x_*"], [3, 4, 3, 3, 3, 9, 3, 4]), None),
        (rk.Heaviest([[1, 2], [3, 4]], best=2), None),
        (rk.Cover.domination(3), None),
        (rk.Cover.parse(["#_"], [1] * 8, stock=[1] * 8), None),
    ],
)
def test_text_there_and_back(puzzle, statement):
    for kind in (puzzle.family, statement, None):
        text = text_of(puzzle, kind)
        assert list(puzzles_of(kind or puzzle.family, text.encode(), "t")) == [puzzle]
    if puzzle.family != "heaviest":  # rows of numbers may be an input of any kind
        assert list(puzzles_of(None, text_of(puzzle).encode(), "t")) == [puzzle]
