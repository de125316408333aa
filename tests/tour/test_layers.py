"""Exact layers as integers, and as words in kernels."""

import random

import pytest

import rookery as rk
from rookery.tour import layers_kernel
from rookery.tour.compiled_layers import CompiledLayers
from rookery.tour.plan import TourPlan

both_methods = pytest.mark.parametrize("method", ["layers", "words"])


@both_methods
@pytest.mark.parametrize("quick", [1, 1 << 22])  # a slice is a layer, or all of them
def test_each_layer_without_the_last_target_proves_one_move_more(method, quick, monkeypatch):
    monkeypatch.setattr("rookery.tour.layers.QUICK_BYTES", quick)
    rows = ["Q.N..P", "N.P...", "....N.", ".P.N..", "..N..B"]
    tour = rk.Tour.parse(rows, mover="K")  # of 5 moves
    stopped = [rk.solve(tour, method=method, limits=rk.Limits(work=work)) for work in range(1, 5)]
    assert [one.bound for one in stopped] == [3, 4, 5, 5]


def many_targets(seed, targets, side=6):
    squares = list(rk.Board(side).squares())
    random.Random(seed).shuffle(squares)
    return rk.Tour(rk.Board(side), squares[0], squares[1 : targets + 1], mover="R", visit="on")


@pytest.mark.parametrize("targets", [5, 6, 7, 12, 14])
def test_targets_within_a_word_and_beyond_a_block(targets):
    for seed in range(3):
        tour = many_targets(seed, targets)
        assert rk.solve(tour, method="words").answer == rk.solve(tour, method="layers").answer


def test_small_slices_give_the_same_layers(monkeypatch):
    tour = many_targets(1, 13)
    known = rk.solve(tour, method="layers")
    monkeypatch.setattr("rookery.tour.compiled_layers.SLICE_WORDS", 1)
    assert rk.solve(tour, method="words").answer == known.answer
    sliced, slices = CompiledLayers(TourPlan.of(tour)), 0
    while not sliced.done:
        assert sliced.grow()
        slices += 1
    assert slices == (1 << 13) // 64 // layers_kernel.BLOCK * (known.value - 1)


@pytest.mark.parametrize(
    ("board", "targets", "message"),
    [
        (
            rk.Board(8, walls="e1 f1 g1 h1"),
            28,
            "28 targets on 60 squares need about .* GiB .*, expected at most 2.0 GiB",
        ),
        (rk.Board(40), 900, r"900 targets on .* squares need about 2\*\*\d+ bytes of memory"),
    ],
)
def test_too_many_targets_name_the_memory(board, targets, message):
    start, *others = board.squares()
    tour = rk.Tour(board, start, others[:targets], visit="on")
    with pytest.raises(rk.LimitError, match=message):
        rk.solve(tour, method="layers")


@both_methods
def test_layers_of_squares_within_reach_fit_in_the_memory_or_are_refused(method, monkeypatch):
    walls = [(row, column) for row in range(1, 20) for column in range(80)]
    tour = rk.Tour(rk.Board(20, 80, walls), "a20", [(0, 79)], mover="W", visit="on")
    monkeypatch.setattr("rookery.tour.memory.MOST_BYTES", 80 * 8 * 90)
    assert rk.solve(tour, method=method).value == 79
    monkeypatch.setattr("rookery.tour.memory.MOST_BYTES", 80 * 8 * 30)
    with pytest.raises(rk.LimitError, match="31 layers need about"):
        rk.solve(tour, method=method)
