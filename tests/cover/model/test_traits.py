"""Symmetries of puzzles, by hand and by what they do to covers."""

import random

import pytest

from rookery import Board, Cover
from rookery.cover.model.traits import images, leading_image, symmetries


@pytest.mark.parametrize(
    ("puzzle", "number"),
    [
        (Cover.domination(4), 8),
        (Cover.domination(3, 5), 4),
        (Cover.domination(4, piece="silver"), 2),
        (Cover.domination(4, piece="lance"), 2),
        (Cover.domination(4, piece="mao"), 8),
        (Cover.domination(4, walls=["a1", "d4"]), 4),
        (Cover.domination(4, walls=["a2"]), 1),
        (Cover.domination(4, blocked=["a1", "d1"]), 2),
        (Cover.domination(4, standing=[("N", "a1")]), 2),
        (Cover.domination(3, standing=[("gold", "b2")]), 2),
        (Cover.domination(3, spared=["a1"]), 2),
        (Cover.domination(3, at_least={"b2": 2}), 8),
        (Cover.domination(3, at_least={"b1": 2}), 2),
        (Cover.domination(3, at_most={"a1": 2}), 2),
        (Cover.domination(2, square_prices=[[1, 2], [2, 1]]), 4),
        (Cover(Board(3), ["b2"], {"Q": 1}, allowed=[["a1", "c3"]]), 4),
        (Cover(Board(3), ["a1"], {"Q": 1}, guarded=["c3"]), 2),
        (Cover.domination(4, wrap="torus"), 16 * 8),
        (Cover.domination(4, wrap="cylinder"), 4 * 4),
        (Cover.domination(4, wrap="torus", walls=["a1"]), 8),
    ],
)
def test_how_many_symmetries(puzzle, number):
    assert len(symmetries(puzzle)) == number


@pytest.mark.parametrize(
    ("puzzle", "number_of_sums"),
    [
        (Cover.domination(4), 3),
        (Cover.domination(3, 5, piece="knight"), 2),
        (Cover.domination(4, piece="gold"), 1),
        (Cover.domination(3, 4, piece="king", wrap="cylinder"), 5),
        (Cover.domination(4, piece="knight", wrap="torus"), 9),
        (Cover.domination(4, piece="king", wrap="torus", blocked=["b2", "c3"]), 1),
    ],
    ids=str,
)
def test_every_cover_has_a_leading_image(puzzle, number_of_sums):
    sums = list(leading_image(puzzle))
    assert len(sums) == number_of_sums
    group = symmetries(puzzle)
    draw = random.Random(1)
    squares = sorted(puzzle.places)
    for number in range(1, len(squares)):
        cover = [(0, *square) for square in draw.sample(squares, number)]
        assert any(
            all(sum(weights[row, column] for _, row, column in image) >= 0 for weights in sums)
            for image in images(puzzle, group, cover)
        )
