"""Tours of whole boards among all walks, and those symmetric under a turn of the board."""

import math
import random
from itertools import pairwise

import pytest
from tests.marks import few
from tests.properties.symmetry import images
from tests.tour.brute import whole_tours
from tests.tour.test_hamiltonian import some_board

import rookery as rk
from rookery.tour.kernel_sets import SWEEPS

whole = rk.Tour.hamiltonian


def lines(path, turn=lambda square: square):
    return {frozenset((turn(start), turn(end))) for start, end in pairwise(path)}


def turning(board, turn):
    _, _, place = images(board.rows, board.columns)[3 if turn == "half" else 5]
    return lambda square: place(*square)


def turned_lines(tour, path):
    return lines(path, turning(tour.board, tour.turn))


def symmetric_board(seed: int) -> rk.Tour:
    """Return a small board with walls symmetric under a turn."""
    rng = random.Random(seed)
    turn = rng.choice(["half", "quarter"])
    rows = rng.randint(2, 4)
    columns = rows if turn == "quarter" else rng.randint(2, 4)
    move, square = turning(rk.Board(rows, columns), turn), (rng.randrange(rows), 0)
    walls = {square, move(square), move(move(square)), move(move(move(square)))}
    if rng.random() < 0.7 or len(walls) > rows * columns - 2:
        walls = set()
    few = rows * columns - len(walls) <= 9
    mover = rng.choice(["W", "WfF", "F", "N", "fRbW"] + ["K", "R"] * few)
    return whole(rk.Board(rows, columns, walls), mover, closed=True, turn=turn)


@pytest.mark.parametrize("board", [some_board, symmetric_board])
@pytest.mark.parametrize("seed", few(range(100), 19))
def test_found_refuted_and_counted_as_among_all_walks(seed, board, kernels):
    tour = board(seed)
    wanted = every = list(whole_tours(tour))
    if tour.turn:
        wanted = [path for path in every if lines(path) == turned_lines(tour, path)]
    else:
        assert rk.count(tour, method="walks").value == len(every)
    found = rk.solve(tour)
    assert found.status is (rk.Status.OPTIMAL if wanted else rk.Status.INFEASIBLE), found
    assert found.answer is None or found.answer in wanted
    SWEEPS.wait(math.inf)
    assert rk.count(tour).value == len(wanted)
    kernels.forget()
    assert rk.count(tour).value == len(wanted)
    assert list(rk.tours(tour)) == wanted
    assert [tour.check(path) == [] for path in every] == [path in wanted for path in every]


@pytest.mark.parametrize(
    ("side", "mover", "turn"),
    [
        *((6, "N", "quarter"), (10, "N", "quarter"), (8, "N", "half")),
        *((5, "WD", "half"), (3, "KD", "half"), (5, "WDA", "half")),  # it fixes the middle
    ],
)
def test_tours_that_look_the_same_when_turned(side, mover, turn):
    tour = whole(rk.Board(side), mover, closed=True, turn=turn)
    found = rk.solve(tour)
    assert found.status is rk.Status.OPTIMAL
    assert lines(found.answer) == turned_lines(tour, found.answer)
    assert found.answer[0] == tour.start


@pytest.mark.slow
def test_symmetric_tours_are_counted_without_all_others():
    # G. P. Jelliss, "Symmetry in knight's tours": 5 tours of 6x6 are the same by a quarter turn,
    # each of two forms, and in both directions.
    assert rk.count(whole(6, "N", closed=True, turn="quarter")).value == 5 * 2 * 2


def test_a_move_whose_image_is_missing_is_told():
    tour = whole(rk.Board(4), "K", closed=True, turn="half")
    up, down = ["a1", "a2", "a3", "a4"], ["d4", "d3", "d2", "d1"]
    comb = [*up, "b4", "b3", "b2", "c2", "c3", "c4", *down, "c1", "b1", "a1"]
    assert tour.check(comb) == [
        "the turn maps the move b4 to b3 to c1 to c2, which the tour does not make"
    ]


def test_a_turn_that_does_not_fit_is_refused():
    with pytest.raises(rk.PuzzleError, match="a closed tour of a whole board for a turn"):
        whole(rk.Board(6), "N", turn="half")
    with pytest.raises(rk.PuzzleError, match="a square board for a quarter turn"):
        whole(rk.Board(5, 6), "N", closed=True, turn="quarter")
