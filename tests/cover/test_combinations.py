"""All that may be asked of a cover at once, by every method, against trying everything."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from itertools import product

import pytest
from ortools.sat.python import cp_model
from tests.cover.brute import cheapest
from tests.cover.by_rules import GROUPS, drawn, is_cover
from tests.marks import few

import rookery as rk
from rookery.boards.board import Square
from rookery.cover.exact.cp_model import CoverModel
from rookery.cover.model.traits import can_anneal
from rookery.cover.puzzle import Cover, PlacedPiece
from rookery.running.solvers import cp_sat

WRAPS = ("", "cylinder", "torus")

DEAREST = 13


@pytest.mark.parametrize(
    ("seed", "pieces", "wrap"),
    few(((s, GROUPS[s % 7], WRAPS[s // 7 % 3]) for s in range(100, 247)), 7),
)
def test_every_method(seed: int, pieces: Sequence[str], wrap: str) -> None:
    puzzle = drawn(seed, wrap, pieces)
    best = cheapest(puzzle, DEAREST)
    for method in ("exact", "greedy", "auto", "anneal"):
        if method == "anneal" and not can_anneal(puzzle):
            continue
        limits = rk.Limits(seconds=60, work=2000 if method == "anneal" else None)
        found = rk.solve(puzzle, limits=limits, method=method, threads=1)
        assert found.answer is None or is_cover(puzzle, found.answer)
        assert found.value is None or found.value >= (best or DEAREST)
        if best is None:
            continue
        assert found.bound <= best
        if method in ("exact", "auto"):
            assert (found.value, found.bound) == (best, best)


@pytest.mark.parametrize("seed", range(12))
def test_independent_guards_among_standing_pieces(seed: int) -> None:
    rng = random.Random(seed)
    board = rk.Board(3, rng.choice((4, 5)))
    stand = rng.sample(list(board.squares()), 1 + seed % 2)
    puzzle = Cover(
        board,
        kings=(),
        prices=[1],
        pieces=[rng.choice(("N", "K", "F", "WA", "fN"))],
        guarded=[square for square in board.squares() if square not in stand],
        standing=[(rng.choice("NKR"), square) for square in stand],
        independent=True,
    )
    best = cheapest(puzzle, DEAREST)
    found = rk.solve(puzzle, limits=60, threads=1)
    assert (found.value, found.bound) == (best, best)


@pytest.mark.parametrize(("seed", "pieces", "wrap"), few(product(range(30), GROUPS, WRAPS), 21))
def test_pieces_that_stay(seed: int, pieces: Sequence[str], wrap: str) -> None:
    """Every cover that an exact model gives, with what stays, and no other; and the cheapest."""
    puzzle, rng = drawn(seed, wrap, pieces), random.Random(seed)
    kept = some_pieces(puzzle, rng)
    stands = {(row, column) for _, row, column in kept}
    open_squares = [square for square in puzzle.places if square not in stands]
    free = {
        square: [kind for kind in range(len(pieces)) if puzzle.may_stand(kind, square)]
        for square in rng.sample(open_squares, min(5, len(open_squares)))
    }
    expected = {frozenset(cover) for cover in chosen(kept, free) if is_cover(puzzle, cover)}
    assert each(CoverModel(puzzle, kept, free, exact=True)) == expected
    solver, model = cp_sat(60), CoverModel(puzzle, kept, free)
    status = solver.status_name(solver.solve(model.model))
    assert status == ("OPTIMAL" if expected else "INFEASIBLE")
    if expected:
        found = model.chosen(solver.boolean_value)
        assert frozenset(found) in expected
        assert puzzle.value(found) == min(map(puzzle.value, map(list, expected)))


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


def chosen(
    kept: Sequence[PlacedPiece], free: Mapping[Square, Sequence[int]]
) -> Iterator[list[PlacedPiece]]:
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
