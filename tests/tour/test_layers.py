import pytest
from tests.tour.brute import MOVERS, first_shortest, random_tour

import rookery as rk
from rookery.boards.board import Board
from rookery.errors import LimitError
from rookery.results.result import Status
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


def test_layers_that_outgrow_the_memory(monkeypatch):
    tour = Tour(Board(1, 40), "a1", [(0, 39)], mover="W", visit="on")
    assert solve(tour).value == 39
    monkeypatch.setattr("rookery.tour.memory.MOST_BYTES", 5000)
    with pytest.raises(LimitError, match="layers need about"):
        solve(tour)
