"""Tours of whole boards among all walks, and those symmetric under a turn of the board."""

import math
import random
from itertools import pairwise

import pytest
from tests.marks import few
from tests.tour.brute import whole_tours
from tests.tour.test_hamiltonian import some_board

import rookery as rk
from rookery.boards.board import Board
from rookery.document import document_of, puzzle_of
from rookery.errors import PuzzleError
from rookery.results.result import Status
from rookery.tour.hamiltonian.graph import MoveGraph
from rookery.tour.kernel_sets import SWEEPS
from rookery.tour.puzzle import Tour

whole = Tour.hamiltonian


def lines(path, turn=lambda square: square):
    return {frozenset((turn(start), turn(end))) for start, end in pairwise(path)}


def turned_lines(tour, path):
    rows, columns = tour.board.rows, tour.board.columns
    if tour.turn == "quarter":
        return lines(path, lambda square: (square[1], rows - 1 - square[0]))
    return lines(path, lambda square: (rows - 1 - square[0], columns - 1 - square[1]))


def symmetric_board(seed: int) -> Tour:
    """Return a small board with walls symmetric under a turn."""
    rng = random.Random(seed)
    turn = rng.choice(["half", "quarter"])
    rows = rng.randint(2, 4)
    columns = rows if turn == "quarter" else rng.randint(2, 4)
    walls: set[tuple[int, int]] = set()
    for _ in range(rng.choice([0, 0, 1])):
        square = rng.randrange(rows), rng.randrange(columns)
        for _ in range(4):
            walls.add(square)
            row, column = square
            half = (rows - 1 - row, columns - 1 - column)
            square = half if turn == "half" else (column, rows - 1 - row)
    if len(walls) > rows * columns - 2:
        walls = set()
    few = rows * columns - len(walls) <= 9
    mover = rng.choice(["W", "WfF", "F", "N", "fRbW"] + ["K", "R"] * few)
    return whole(Board(rows, columns, walls), mover, closed=True, turn=turn)


@pytest.mark.parametrize("board", [some_board, symmetric_board])
@pytest.mark.parametrize("seed", few(range(100), 19))
def test_found_refuted_and_counted_as_among_all_walks(seed, board, kernels):
    tour = board(seed)
    graph = MoveGraph.of(tour)
    every = [graph.answer(path) for path in whole_tours(graph)]
    assert len(set(every)) == len(every)
    wanted = every
    if tour.turn:
        wanted = [path for path in every if lines(path) == turned_lines(tour, path)]
    else:
        assert rk.count(tour, method="walks").value == len(every)
    found = rk.solve(tour)
    assert found.status is (Status.OPTIMAL if wanted else Status.INFEASIBLE), found
    assert found.answer is None or found.answer in wanted
    SWEEPS.wait(math.inf)
    assert rk.count(tour).value == len(wanted)
    kernels.forget()
    assert rk.count(tour).value == len(wanted)
    assert list(rk.tours(tour)) == wanted
    assert [tour.check(path) == [] for path in every] == [path in wanted for path in every]


@pytest.mark.parametrize(("side", "turn"), [(6, "quarter"), (10, "quarter"), (8, "half")])
def test_knights_tours_that_look_the_same_when_turned(side, turn):
    tour = whole(Board(side), "N", closed=True, turn=turn)
    found = rk.solve(tour)
    assert found.status is Status.OPTIMAL
    assert lines(found.answer) == turned_lines(tour, found.answer)
    assert found.answer[0] == tour.start


@pytest.mark.parametrize(("side", "mover"), [(5, "WD"), (3, "KD"), (5, "WDA")])
def test_a_half_turn_that_fixes_the_middle_reverses_the_tour(side, mover):
    tour = whole(Board(side), mover, closed=True, turn="half")
    found = rk.solve(tour)
    assert found.status is Status.OPTIMAL
    assert lines(found.answer) == turned_lines(tour, found.answer)


def test_a_move_whose_image_is_missing_is_told():
    tour = whole(Board(4), "K", closed=True, turn="half")
    up, down = ["a1", "a2", "a3", "a4"], ["d4", "d3", "d2", "d1"]
    comb = [*up, "b4", "b3", "b2", "c2", "c3", "c4", *down, "c1", "b1", "a1"]
    assert tour.check(comb) == [
        "the turn maps the move b4 to b3 to c1 to c2, which the tour does not make"
    ]


def test_a_turn_that_does_not_fit_is_refused():
    with pytest.raises(PuzzleError, match="a closed tour of a whole board for a turn"):
        whole(Board(6), "N", turn="half")
    with pytest.raises(PuzzleError, match="a square board for a quarter turn"):
        whole(Board(5, 6), "N", closed=True, turn="quarter")


def test_the_text_and_the_document_keep_the_turn():
    tour = whole(Board(6), "N", closed=True, turn="quarter")
    assert Tour.parse(str(tour)) == tour
    assert puzzle_of(document_of(tour)) == tour
