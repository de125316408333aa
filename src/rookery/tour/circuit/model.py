"""A tour that stands on no square twice as a circuit with optional squares, for CP-SAT."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rookery.boards.board import Square
from rookery.tour.moves import ends_of_moves, number, square_of, squares_in
from rookery.tour.plan import widest
from rookery.tour.puzzle import BESIDE, OVER, Target, Tour

if TYPE_CHECKING:
    from ortools.sat.python import cp_model


@dataclass(frozen=True)
class Model:
    """The model of a tour.

    Attributes
    ----------
    model
        Its objective is the number of moves.
    moves
        For each move (from, to), by the numbers of squares, whether it is made.
    first
        For each square whether an open tour starts there; of a closed one the start alone.
    """

    model: cp_model.CpModel
    moves: dict[tuple[int, int], Any]
    first: dict[int, Any]

    def path(self, is_true: Any, tour: Tour) -> tuple[Square, ...]:
        """Return the squares of a solution, given what tells of a variable whether it is true."""
        onward = {start: end for (start, end), made in self.moves.items() if is_true(made)}
        square = next(square for square, starts in self.first.items() if is_true(starts))
        path = [square]
        while path[-1] in onward and (len(path) == 1 or path[-1] != square):
            path.append(onward[path[-1]])
        return tuple(square_of(tour.board, square) for square in path)


def model_of(tour: Tour, least: int, most: int | None = None) -> Model:
    """Return the model of a tour of one move or more.

    A square that is not stood on is a loop of its own. An open tour is closed by one more
    place, from which it starts and to which it goes from its last square.

    Parameters
    ----------
    least
        What is known: no tour has fewer moves.
    most
        Moves wanted at most; None when any number will do.
    """
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    ends = ends_of_moves(tour.board, tour.mover, tour.obstacles)
    index = {square: node for node, square in enumerate(ends)}
    outside = len(index)
    moves = {
        (square, end): model.new_bool_var("") for square, found in ends.items() for end in found
    }
    stood = {square: model.new_bool_var("") for square in ends}
    arcs: list[tuple[int, int, Any]] = [
        (index[square], index[end], made) for (square, end), made in moves.items()
    ]
    arcs += [(node, node, stood[square].negated()) for square, node in index.items()]
    if tour.closed:
        first = {start: stood[start] for start in _starts(tour, [])}
        model.add_bool_and(first.values())
    else:
        first = {square: model.new_bool_var("") for square in _starts(tour, list(ends))}
        arcs += [(outside, index[square], starts) for square, starts in first.items()]
        arcs += [(index[square], outside, model.new_bool_var("")) for square in _lasts(tour, ends)]
    model.add_circuit(arcs)
    passing = _passing(model, tour, moves) if tour.visit == OVER else {}
    for target in tour.targets:
        squares = [square for square in visiting(tour, target) if square in stood]
        visits = [stood[square] for square in squares]
        visits += [made for square in squares for made in passing.get(square, ())]
        model.add_bool_or(visits)
    model.add(sum(moves.values()) >= least)
    if most is not None:
        model.add(sum(moves.values()) <= most)
    model.minimize(sum(moves.values()))
    return Model(model, moves, first)


def _starts(tour: Tour, free: list[int]) -> list[int]:
    return free if tour.start is None else [number(tour.board, tour.start)]


def _lasts(tour: Tour, free: Sequence[int] | dict[int, list[int]]) -> list[int]:
    if tour.goal is None:
        return list(free)
    return [square for square in visiting(tour, tour.goal) if square in free]


def visiting(tour: Tour, target: Target) -> list[int]:
    """Return the squares that visit a target, on the board or not."""
    board = tour.board
    if isinstance(target, frozenset):
        return [number(board, square) for square in target]
    if tour.visit != BESIDE:
        return [number(board, target)]
    return [number(board, square) for square in board.neighbours(target)]


def _passing(
    model: cp_model.CpModel, tour: Tour, moves: dict[tuple[int, int], Any]
) -> dict[int, list[Any]]:
    """Return for each square the moves that pass over it; of a move with several ways, these."""
    found: dict[int, list[Any]] = {}
    for move, ways in _ways(tour).items():
        goes = [moves[move]]
        if len(ways) > 1:
            goes = [model.new_bool_var("") for _ in ways]
            model.add(sum(goes) == moves[move])
        for way, gone in zip(ways, goes, strict=True):
            for square in squares_in(way):
                found.setdefault(square, []).append(gone)
    return found


def _ways(tour: Tour) -> dict[tuple[int, int], list[int]]:
    """Return for each ride what it passes over, as bits, in every way that passes most."""
    board, obstacles = tour.board, tour.obstacles
    found: dict[tuple[int, int], list[int]] = {}
    for motion in tour.mover.motions:
        if not motion.moves or motion.hop:
            continue
        for start in tour.free_squares():
            passed = 0
            for square in motion.squares(board, start, obstacles):
                if square in obstacles:
                    break
                end = number(board, square)
                found.setdefault((number(board, start), end), []).append(passed)
                passed |= 1 << end
    return {move: widest(ways) for move, ways in found.items()}
