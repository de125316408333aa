from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.night import cases
from tests.tour.brute import MOVERS, first_shortest, random_tour

import rookery as rk
from rookery.boards.board import Board
from rookery.errors import LimitError
from rookery.results.result import Status
from rookery.tour.compiled_layers import CompiledLayers
from rookery.tour.layers import BitsetLayers
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


@pytest.mark.parametrize("visit", ["beside", "on"])
def test_small_boards_are_of_both_kinds(visit):
    tours = [random_tour(f"Q {visit} {seed}", "Q", visit) for seed in range(40)]
    lengths = {path and len(path) for path in (first_shortest(t, MOVERS["Q"]) for t in tours)}
    assert None in lengths
    assert len(lengths) >= 5


@pytest.mark.parametrize("mover", ["Q", "BW"])
def test_wide_and_tall_boards(mover):
    rows = ["Q....P....N..", "..N..P..N....", ".....P......B"]
    for lines in (rows, ["".join(letters) for letters in zip(*rows, strict=True)]):
        tour = Tour.parse(lines, mover)
        assert solve(tour).answer == first_shortest(tour, MOVERS[mover])


def test_start_beside_everything_takes_no_move():
    found = solve(Tour.parse(["NQN", ".B."]))
    assert (found.answer, found.value, found.bound) == (((0, 1),), 0, 0)


def test_visited_targets_but_a_goal_elsewhere():
    assert solve(Tour.parse(["NQN", "...", "..B"])).value == 1


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


def test_walled_in_is_known_even_with_too_many_targets():
    tour = Tour.parse(["N" * 40, "QPPP" + "." * 36, "PPB" + "." * 37])
    assert solve(tour).status is Status.INFEASIBLE


def test_bounds_grow_to_the_value():
    layers = BitsetLayers(TourPlan.of(Tour.parse(["Q.P....N", "..P.P...", "N...P..B"])))
    bounds = [layers.least_moves]
    while not layers.done:
        assert layers.grow()
        bounds.append(layers.least_moves)
    assert bounds == sorted(bounds)
    assert bounds[-1] == len(layers.tour()) - 1 > bounds[0]


@pytest.mark.parametrize("kind", [BitsetLayers, CompiledLayers])
def test_a_tour_requires_finished_layers(kind):
    layers = kind(TourPlan.of(Tour.parse(["Q.P....N", "..P.P...", "N...P..B"])))
    with pytest.raises(RuntimeError, match="expected layers that contain a tour"):
        layers.tour()


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


@given(st.integers(0, 10**6), st.data())
@cases(60)
def test_a_wall_more_is_never_fewer_moves(seed, data):
    free = []
    while not free:
        tour = random_tour(seed, "Q")
        spread = [target for target in (*tour.targets, tour.goal) if isinstance(target, frozenset)]
        taken = tour.obstacles.union(tour.board.walls, [tour.start], *spread)
        free = [square for square in tour.board.squares() if square not in taken]
        seed += 1
    walls = {*tour.board.walls, data.draw(st.sampled_from(free))}
    board = Board(tour.board.rows, tour.board.columns, walls)
    narrower = Tour(board, tour.start, tour.targets, tour.goal, pawns=tour.pawns)
    before, after = solve(tour), solve(narrower)
    if after.answer is not None:
        assert before.value <= after.value


@given(st.integers(0, 10**6))
@cases(60)
def test_the_stronger_mover_needs_no_more_moves(seed):
    weak, strong = random_tour(seed, "R"), random_tour(seed, "Q")
    if solve(weak).answer is not None:
        assert solve(strong).value <= solve(weak).value
