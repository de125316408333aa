"""Compiled layers against the layers as integers, compiled and as plain Python."""

import random

import pytest

from rookery.boards.board import Board
from rookery.errors import LimitError
from rookery.tour import layers_kernel, memory
from rookery.tour.compiled_layers import CompiledLayers
from rookery.tour.layers import BitsetLayers, ShortestTours
from rookery.tour.plan import TourPlan
from rookery.tour.puzzle import Tour


def grown(words):
    """Grow layers to the end; return whether they contain a tour."""
    while not words.done:
        if not words.grow():
            return False
    return True


def first(layers):
    return next(ShortestTours(layers).tours())


def many_targets(seed, targets, side=6):
    rng = random.Random(seed)
    squares = [(row, column) for row in range(side) for column in range(side)]
    rng.shuffle(squares)
    return Tour(Board(side), squares[0], squares[1 : targets + 1], mover="R", visit="on")


@pytest.mark.parametrize("targets", [5, 6, 7, 12, 14])
def test_targets_within_a_word_and_beyond_a_block(targets):
    for seed in range(3):
        plan = TourPlan.of(many_targets(seed, targets))
        words, layers = CompiledLayers(plan), BitsetLayers(plan)
        assert grown(words)
        assert grown(layers)
        assert first(words) == first(layers)


def test_small_slices_give_the_same_layers(monkeypatch):
    plan = TourPlan.of(many_targets(1, 13))
    whole = CompiledLayers(plan)
    grown(whole)
    monkeypatch.setattr("rookery.tour.compiled_layers.SLICE_WORDS", 1)
    sliced = CompiledLayers(plan)
    slices = 0
    while not sliced.done:
        assert sliced.grow()
        slices += 1
    assert slices == (1 << 13) // 64 // layers_kernel.BLOCK * (sliced.grown - 1)
    assert first(sliced) == first(whole)


def test_only_squares_within_reach_count_as_memory(monkeypatch):
    walls = [(row, column) for row in range(1, 20) for column in range(80)]
    tour = Tour(Board(20, 80, walls), "a20", [(0, 79)], mover="W", visit="on")
    monkeypatch.setattr(memory, "MOST_BYTES", 80 * 8 * 90)
    words = CompiledLayers(TourPlan.of(tour))
    assert grown(words)
    assert len(first(words)) == 80


def test_layers_that_outgrow_the_memory(monkeypatch):
    tour = Tour(Board(1, 80), "a1", [(0, 79)], mover="W", visit="on")
    monkeypatch.setattr(memory, "MOST_BYTES", 80 * 8 * 30)
    with pytest.raises(LimitError, match="31 layers need about"):
        grown(CompiledLayers(TourPlan.of(tour)))
