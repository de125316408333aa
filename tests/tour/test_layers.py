"""Exact layers, as integers and as compiled words, against breadth-first search."""

from __future__ import annotations

import random

import pytest
from tests.tour.brute import MOVERS, first_shortest, random_tour

import rookery as rk
from rookery.boards.board import Board
from rookery.errors import LimitError
from rookery.results.result import Status
from rookery.tour.plan import TourPlan
from rookery.tour.puzzle import Tour


def solve(tour):
    return rk.solve(tour, method="layers")


@pytest.mark.parametrize("visit", ["beside", "on"])
@pytest.mark.parametrize("mover", MOVERS)
def test_first_shortest_tour_of_small_boards(mover, visit):
    for seed in range(40):
        tour = random_tour(f"{mover} {visit} {seed}", mover, visit)
        expected = first_shortest(tour, MOVERS[mover])
        for method in ("layers", "words"):
            found = rk.solve(tour, method=method)
            assert found.answer == expected, f"\n{tour}"
            assert found.status is (Status.INFEASIBLE if expected is None else Status.OPTIMAL)
            if expected is not None:
                assert tour.check(expected) == []
                assert found.value == found.bound == len(expected) - 1


@pytest.mark.parametrize("mover", ["Q", "BW"])
def test_wide_and_tall_boards(mover):
    rows = ["Q....P....N..", "..N..P..N....", ".....P......B"]
    for lines in (rows, ["".join(letters) for letters in zip(*rows, strict=True)]):
        tour = Tour.parse(lines, mover)
        assert solve(tour).answer == first_shortest(tour, MOVERS[mover])


def test_a_board_of_700_squares():
    rows = [list("." * 27) for _ in range(26)]
    rows[0][0], rows[25][26], rows[0][26], rows[25][0] = "QBNN"
    tour = Tour.parse("".join(row) for row in rows)
    found = solve(tour)
    assert tour.check(found.answer) == []
    assert found.value == 3


def test_no_tour_for_a_mover_that_cannot_turn_back():
    tour = Tour(Board(5), "c1", ["a5", "e5"], mover="fB", visit="on")
    assert TourPlan.of(tour).possible
    assert solve(tour).status is Status.INFEASIBLE


def many_targets(seed, targets, side=6):
    rng = random.Random(seed)
    squares = [(row, column) for row in range(side) for column in range(side)]
    rng.shuffle(squares)
    return Tour(Board(side), squares[0], squares[1 : targets + 1], mover="R", visit="on")


@pytest.mark.parametrize("targets", [5, 6, 7, 12, 14])
def test_targets_within_a_word_and_beyond_a_block(targets, monkeypatch):
    for seed in range(3):
        tour = many_targets(seed, targets)
        plain = solve(tour).answer
        assert rk.solve(tour, method="words").answer == plain
    monkeypatch.setattr("rookery.tour.compiled_layers.SLICE_WORDS", 1)
    assert rk.solve(tour, method="words").answer == plain


def corridor(length):
    return Tour(Board(1, length), "a1", [(0, length - 1)], mover="W", visit="on")


@pytest.mark.parametrize("method", ["layers", "words"])
def test_a_tour_of_many_layers(method):
    assert rk.solve(corridor(72), method=method).value == 71


def test_only_squares_within_reach_count_as_memory(monkeypatch):
    walls = [(row, column) for row in range(1, 20) for column in range(80)]
    tour = Tour(Board(20, 80, walls), "a20", [(0, 79)], mover="W", visit="on")
    monkeypatch.setattr("rookery.tour.memory.MOST_BYTES", 80 * 8 * 90)
    assert rk.solve(tour, method="words").value == 79


@pytest.mark.parametrize(
    ("targets", "message"),
    [
        (28, "28 targets on 60 squares need about .* GiB of memory, expected at most 2.0 GiB"),
        (900, r"900 targets on .* squares need about 2\*\*\d+ bytes of memory"),
    ],
)
def test_too_many_targets_name_the_memory(targets, message):
    side = 40 if targets > 100 else 8
    squares = [(row, column) for row in range(side) for column in range(side)]
    walls = squares[-4:] if side == 8 else []
    with pytest.raises(LimitError, match=message):
        solve(Tour(Board(side, walls=walls), (0, 0), squares[1 : targets + 1], visit="on"))


@pytest.mark.parametrize("method", ["layers", "words"])
def test_layers_that_outgrow_the_memory(method, monkeypatch):
    monkeypatch.setattr("rookery.tour.memory.MOST_BYTES", 80 * 8 * 30)
    with pytest.raises(LimitError, match="layers need about"):
        rk.solve(corridor(80), method=method)
