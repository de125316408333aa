"""The tree of linear programs: integer bounds, limits, and the plain-Python twin."""

import math
import random
from functools import partial

import numpy as np
import pytest
from tests.heaviest.runs import best_by_force, board

import rookery as rk
from rookery.heaviest import branching
from rookery.heaviest.annealing import SCALES, annealing
from rookery.heaviest.branching import NO_STEP, BranchBoard, Explorer, NodeQueue, race
from rookery.heaviest.duals import solve_relaxation
from rookery.queens.listing.plain import all_placements, placements

EVERYTHING = 1 << 40


def branch(puzzle: rk.Heaviest) -> rk.Result:
    return rk.solve(puzzle, method="branch", threads=1)


def test_few_nodes_show_that_nothing_is_heavier():
    """The variable to branch on decides their number: without its penalties there are twice 936."""
    searched = 0
    for n, seed in ((10, 1), (12, 1), (12, 2), (14, 1), (16, 3), (18, 1)):
        puzzle = rk.Heaviest(board(n, seed))
        relaxation = solve_relaxation(puzzle)
        losses, result = relaxation.losses, branch(puzzle)
        limit = losses.of(result.answer[0]) - 1
        explorer = Explorer(BranchBoard(relaxation, limit))
        tree = NodeQueue(explorer, list(losses.open_rows), limit, NO_STEP)
        while tree.lower_bound is not None and tree.lower_bound <= limit:
            placements, number = tree.run_slice(1000)
            assert not placements
            searched += number
    assert searched < 1200


def _holds(board: BranchBoard, is_open: np.ndarray, squares: list[int]) -> bool:
    """Return whether a node contains a placement: its squares and idle diagonals are open."""
    ones = np.ones(is_open.size, np.bool_)
    ones[: len(board.at)] = False
    ones[squares] = True
    ones[len(board.at) + board.squares.lines[squares].ravel()] = False
    return bool(is_open[ones].all())


uneven = partial(board, low=-50, high=50)


def by_diagonals(n: int, seed: int) -> list[list[int]]:
    """Return weights that depend on row + column only."""
    draw = random.Random(seed)
    along = [draw.randint(-50, 50) for _ in range(2 * n - 1)]
    return [[along[row + column] for column in range(n)] for row in range(n)]


@pytest.mark.parametrize(
    ("make", "seed", "broken"),
    [(make, seed, None) for make in (uneven, by_diagonals) for seed in range(4)]
    + [(board, 2, broken) for broken in (0.0, 1e300, -1e300, math.inf, math.nan)],
)
def test_bounds_of_nodes_left_hold_for_all_their_placements(make, seed, broken):
    """Whatever stands in the tableau, bounds are proved by exact arithmetic."""
    relaxation = solve_relaxation(rk.Heaviest(make(8, seed)))
    losses = relaxation.losses
    explorer = Explorer(BranchBoard(relaxation, EVERYTHING))
    if broken is not None:
        explorer.board.tableau.entries[-1, ::3] = broken
        explorer.board.tableau.entries[5, ::4] = broken
    start = explorer.board.open_variables(list(losses.open_rows))
    explorer.explore(start, 0, EVERYTHING, NO_STEP, 25, EVERYTHING)
    met, left, at = explorer.placements(), explorer.left(), explorer.board.at
    bounds = []
    for placement in all_placements(8):
        squares = [at.index((row, column)) for column, row in enumerate(placement)]
        within = [bound for bound, is_open in left if _holds(explorer.board, is_open, squares)]
        assert placement in met or within
        assert all(bound <= losses.of(placement) for bound in within)
        bounds += within
    assert broken is not None or max(bounds) > 0


@pytest.mark.parametrize("n", [4, 6, 8])
def test_cuts_on_the_spread_of_diagonals_are_met_and_reached(n):
    explored = BranchBoard(solve_relaxation(rk.Heaviest(board(n, 1))), EVERYTHING)
    assert len(explored.squares.sides) == 2
    chosen = [[(row, c) for c, row in enumerate(rows)] for rows in all_placements(n)]
    sums = [[explored.squares.cuts[:, explored.at.index(one)] for one in ones] for ones in chosen]
    assert np.array_equal(np.sum(sums, axis=1).max(axis=0), explored.squares.sides)


def test_a_board_too_uneven_for_64_bits():
    draw = random.Random(1)
    weights = [[10.0 ** draw.uniform(-12, 12) for _ in range(9)] for _ in range(9)]
    puzzle = rk.Heaviest(weights, best=4)
    relaxation = solve_relaxation(puzzle)
    most = sum(map(max, relaxation.losses.squares))
    explorer = Explorer(BranchBoard(relaxation, most))
    assert explorer.board.shift > 0
    tree = NodeQueue(explorer, list(relaxation.losses.open_rows), most, NO_STEP)
    while tree.lower_bound == 0:
        tree.run_slice(1)
    tree.limit = tree.lower_bound - 1
    assert tree.lower_bound is None
    assert branch(puzzle).answer == tuple(best_by_force(puzzle))


@pytest.mark.parametrize("n", [11, 20])
def test_the_first_of_all_placements_on_a_board_of_equal_weights(n):
    result = branch(rk.Heaviest([[0.3] * n] * n))
    assert (result.status, result.reason) == (rk.Status.OPTIMAL, rk.Reason.PROVED)
    assert result.answer == (next(placements(rk.Queens(n))),)


DIAGONALS = by_diagonals(9, 4)
TIES = {"weights": board(9, 3, 0, 1), "blocked": ["a3", "c5", "e2", "f8", "h4"]}


@pytest.mark.parametrize(
    "puzzle",
    [
        rk.Heaviest(**TIES, best=5),
        rk.Heaviest(**TIES, best=20),
        rk.Heaviest(DIAGONALS, best=20),
        rk.Heaviest([row[::-1] for row in DIAGONALS], best=20),
    ],
)
@pytest.mark.parametrize("ways", ["trees", "walk"])
def test_several_by_trees_and_by_a_walk(ways, puzzle, monkeypatch):
    if ways == "trees":
        monkeypatch.setattr(branching.LexicographicWalk, "fits", lambda losses: False)
        monkeypatch.setattr(branching, "EXTRA_TIES", 5)
        monkeypatch.setattr(branching, "NODES_A_TREE_SLICE", 10)  # later slices repeat placements
    else:
        monkeypatch.setattr(branching, "race", lambda ways: race(ways[-1:]))
    assert branch(puzzle).answer == rk.solve(puzzle, method="enumerate").answer


def test_an_unsolved_program_is_solved_by_the_kernel(monkeypatch):
    expected = branch(rk.Heaviest(board(10, 3)))
    unsolved = solve_relaxation(rk.Heaviest(board(10, 3)), 0.0)
    assert unsolved.basic_squares == ()
    monkeypatch.setattr("rookery.heaviest.bounded.solve_relaxation", lambda *_: unsolved)
    assert branch(rk.Heaviest(board(10, 3))).answer == expected.answer


def test_a_board_beyond_the_tableaus(monkeypatch):
    expected = branch(rk.Heaviest(board(12, 3)))
    monkeypatch.setattr(branching, "LARGEST_TABLEAU", 11)
    found = branch(rk.Heaviest(board(12, 3)))
    assert (found.answer, found.bound) == (expected.answer, expected.bound)


def test_annealing_keeps_to_open_variables():
    puzzle = rk.Heaviest(board(14, 0), given=["c5"], blocked=["a1", "d4", "n14"])
    *_, placement = annealing(solve_relaxation(puzzle).losses, 0)
    assert puzzle.check([placement]) == []


def test_annealing_takes_larger_losses_as_typical_until_a_placement_is_legal():
    line = range(8)
    striped = [[(row + column) % 2 * 1000 + row * column % 3 for column in line] for row in line]
    found = list(annealing(solve_relaxation(rk.Heaviest(striped)).losses, 0))
    assert found[1] is None
    assert rk.Heaviest(striped).check([found[-1]]) == []
    assert len(found) <= 1 + len(SCALES) + 1  # coolings of a small board take a slice each
