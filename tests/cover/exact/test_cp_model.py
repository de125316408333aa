"""The exact model against trying everything, with pieces that stay."""

import random
from itertools import product

import pytest
from ortools.sat.python import cp_model
from tests.cover.boards import FAIRY, SHOWDOWN_PIECES
from tests.cover.brute import cheapest
from tests.cover.by_rules import GROUPS, drawn
from tests.marks import few

from rookery.boards.board import WRAPS, Board
from rookery.boards.pieces import Piece
from rookery.cover.exact.cp_model import CoverModel
from rookery.cover.puzzle import Cover, PlacedPiece
from rookery.running.solvers import cp_sat

LAME = tuple(map(Piece, ("nN", "alalW", "nA", "nZ", "nDD", "R")))
SHORT = tuple(map(Piece, ("R2", "R2F", "WW", "QN")))
MIXED = tuple(map(Piece, ("pRgR", "R2R", "gBpB2", "D")))
ARMIES = [*GROUPS, SHOWDOWN_PIECES, FAIRY, LAME, SHORT, MIXED]


def solved(model: CoverModel) -> tuple[str, tuple[PlacedPiece, ...]]:
    solver = cp_sat(60)
    status = solver.status_name(solver.solve(model.model))
    return status, model.chosen(solver.boolean_value) if status == "OPTIMAL" else ()


@pytest.mark.parametrize("piece", ["Q", "R2", "N", "cpR", "gQ", "nN"])
def test_pieces_of_all_squares_on_long_lines(piece):
    """The model itself must know where none may be placed."""
    puzzle = Cover.parse(["+_#+__++x_"], [2], [piece], standing=[("R3", "e1"), ("cpR", "j1")])
    everywhere = {square: [0] for square in puzzle.board.squares()}
    status, placed_pieces = solved(CoverModel(puzzle, (), everywhere))
    best = cheapest(puzzle, 21)
    assert status == ("INFEASIBLE" if best is None else "OPTIMAL")
    assert best is None or puzzle.check(placed_pieces) == []
    assert best is None or puzzle.value(placed_pieces) == best


@pytest.mark.parametrize(
    ("seed", "pieces", "wrap"),
    few(((s, ARMIES[s % len(ARMIES)], WRAPS[(s + s // 12) % 3]) for s in range(216)), 12),
)
def test_pieces_that_stay(seed, pieces, wrap):
    """Every cover that a model gives, with what stays, and no other; and the cheapest."""
    puzzle, rng = drawn(seed, wrap, pieces), random.Random(seed)
    kept = some_pieces(puzzle, rng)
    stands = {(row, column) for _, row, column in kept}
    open_squares = [square for square in puzzle.places if square not in stands]
    number = 5 if len(pieces) < 4 else 3  # that trying everything can bear
    free = {
        square: [kind for kind in range(len(pieces)) if puzzle.may_stand(kind, square)]
        for square in rng.sample(open_squares, min(number, len(open_squares)))
    }
    expected = {frozenset(cover) for cover in chosen(kept, free) if not puzzle.check(cover)}
    assert each(CoverModel(puzzle, kept, free, exact=True)) == expected
    status, found = solved(CoverModel(puzzle, kept, free))
    assert status == ("OPTIMAL" if expected else "INFEASIBLE")
    if expected:
        assert frozenset(found) in expected
        assert puzzle.value(found) == min(map(puzzle.value, expected))


def some_pieces(puzzle: Cover, rng: random.Random) -> list[PlacedPiece]:
    """Return some pieces where they may stand, on guarded squares first in half the cases."""
    squares = rng.sample(puzzle.places, len(puzzle.places))
    if rng.random() < 0.5:
        squares.sort(key=lambda square: square not in puzzle.guarded)
    placed: list[PlacedPiece] = []
    for square in squares[: rng.randint(1, 3)]:
        more = [*placed, (rng.randrange(len(puzzle.pieces)), *square)]
        placed = placed if puzzle.misplaced(more) else more
    return placed


def chosen(kept, free):
    """Yield every choice of pieces on free squares, with those that stay."""
    for kinds in product(*([None, *kinds] for kinds in free.values())):
        own = zip(kinds, free, strict=True)
        yield [*kept, *((kind, *square) for kind, square in own if kind is not None)]


def each(model: CoverModel) -> set[frozenset[PlacedPiece]]:
    """Return all solutions of a model."""
    found = []

    class Each(cp_model.CpSolverSolutionCallback):
        def on_solution_callback(self) -> None:
            found.append(frozenset(model.chosen(self.boolean_value)))

    model.model.clear_objective()
    solver = cp_sat(60)
    solver.parameters.enumerate_all_solutions = True
    assert solver.status_name(solver.solve(model.model, Each())) in ("OPTIMAL", "INFEASIBLE")
    assert len(found) == len(set(found))
    return set(found)


@pytest.mark.parametrize("wrap", WRAPS)
def test_what_stays_on_a_target_does_not_attack_it(wrap):
    board = Board(3, 4, wrap=wrap)
    puzzle = Cover(board, (), [1], ["Q"], guarded=["a1"], total=True)
    alone = CoverModel(puzzle, [(0, 2, 0)], {})
    assert solved(alone)[0] == "INFEASIBLE"
    two = CoverModel(puzzle, [(0, 2, 0)], {(1, 2): [0], (0, 2): [0]})
    assert solved(two) == ("OPTIMAL", ((0, 0, 2), (0, 2, 0)))
    king = CoverModel(Cover(board, ["d1"], [1], ["Q"], guarded=["a1"]), [(0, 2, 0)], {})
    assert solved(king)[0] == "OPTIMAL"
