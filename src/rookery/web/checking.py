"""Verdicts of the rules on answers made by hand, complete or not."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any

from rookery.boards.board import Board, Square
from rookery.cover.puzzle import Cover
from rookery.document import DocumentError, answer_of, number_data
from rookery.errors import PuzzleError
from rookery.families import Table
from rookery.heaviest.puzzle import Heaviest, total
from rookery.nonattacking.puzzle import NonAttacking
from rookery.queens.puzzle import Queens
from rookery.regions.puzzle import Regions
from rookery.tour.puzzle import Tour
from rookery.view.scene import attacks_on, conflicts

MOST_TOLD = 200  # faults or conflicts in a verdict; further faults are only counted

Verdict = dict[str, Any]


def verdict(puzzle: Any, answer: Any, partial: bool) -> Verdict:
    """Judge an answer by the rules.

    The answer is plain data (see `rookery.document`); for queens it is one placement, the squares
    of any number of queens. With `partial`, missing parts are not faults. A `DocumentError` is
    raised if the data does not have the form of an answer, or a square is off the board.

    The verdict has these fields:

    - ``right``: whether there are no ``faults``, and the faults in words;
    - ``value``: the answer's value, or None; always None for queens;
    - ``conflicts``: the pairs of pieces that attack each other;
    - ``open``: the squares still to be occupied, visited, checked or guarded;
    - ``attacks``: the attacks of a cover's pieces on its targets;
    - ``moves``: the squares that a tour's mover can reach from its last square, or from the start;
    - ``spans``: the rows down and columns right of each move, on a board with wrapped edges;
    - ``ruled``: the squares that queens attack, or that the pieces of a region puzzle leave empty.
    """
    found = VERDICTS.of(puzzle)(puzzle, answer, partial)
    faults = found["faults"]
    told = faults[:MOST_TOLD]
    if len(faults) > MOST_TOLD:
        told = [*told, f"and {len(faults) - MOST_TOLD} more"]
    nothing: Verdict = {"conflicts": [], "attacks": [], "moves": [], "spans": [], "ruled": []}
    return nothing | found | {"right": not faults, "faults": told}


def _queens(puzzle: Queens | Heaviest, answer: Any, partial: bool) -> Verdict:
    board = Board(puzzle.n)
    queens = []
    for at, item in enumerate(answer):
        try:
            queens.append(board.square(item))
        except PuzzleError as error:
            raise DocumentError.of(error, f"answer[{at}]") from error
    name = board.name
    attacks = list(conflicts(board, sorted(set(queens))))
    twice = sorted({square for square in queens if queens.count(square) > 1})
    missing = sorted(puzzle.given - set(queens))
    faults = [attack.words for attack in attacks]
    faults += [f"two queens stand on {name(square)}" for square in twice]
    faults += [
        f"a queen on the blocked square {name(square)}"
        for square in sorted(puzzle.blocked & set(queens))
    ]
    if not partial:
        faults += [f"no queen on the given square {name(square)}" for square in missing]
        if len(queens) < puzzle.n:
            left = puzzle.n - len(queens)
            faults.append("1 queen is missing" if left == 1 else f"{left} queens are missing")
    pairs = [(name(attack.start), name(attack.end)) for attack in attacks[:MOST_TOLD]]
    lines = {line for square in queens for line in _lines(square)}
    free = (square for square in board.squares() if square not in queens)
    weights = puzzle.weights if isinstance(puzzle, Heaviest) else None
    return {
        "value": weights and total([weights[row][column] for row, column in queens]),
        "faults": faults,
        "conflicts": pairs,
        "open": [name(square) for square in missing],
        "ruled": [name(square) for square in free if lines.intersection(_lines(square))],
    }


def _lines(square: Square) -> Iterator[tuple[str, int]]:
    """Yield the four lines of a queen on a square."""
    row, column = square
    yield from (("row", row), ("column", column))
    yield from (("falling", row - column), ("rising", row + column))


def _nonattacking(puzzle: NonAttacking, answer: Any, partial: bool) -> Verdict:
    placed = sorted(answer_of(puzzle, answer))
    name = puzzle.board.name
    missing = sorted(set(puzzle.given).difference(placed))
    return {
        "value": puzzle.value(placed),
        "faults": puzzle.conflict_faults(placed) if partial else puzzle.check(placed),
        "conflicts": [(name(one[1:]), name(other[1:])) for one, other in puzzle.conflicts(placed)][
            :MOST_TOLD
        ],
        "open": [name(one[1:]) for one in missing],
    }


def _regions(puzzle: Regions, answer: Any, partial: bool) -> Verdict:
    placed = answer_of(puzzle, answer)
    given = sorted(puzzle.given.difference(placed))
    reach = {square: puzzle.piece.attacks(puzzle.board, square) for square in placed}
    ruled = set().union(*reach.values())  # squares attacked by a piece or in a full unit
    for unit in puzzle.units:
        if len(set(unit.squares).intersection(placed)) >= puzzle.stars:
            ruled.update(unit.squares)
    return {
        "value": puzzle.value(placed),
        "faults": puzzle.conflict_faults(placed) if partial else puzzle.check(placed),
        "conflicts": [
            (puzzle.board.name(one), puzzle.board.name(other))
            for one, other in combinations(placed, 2)
            if other in reach[one] or one in reach[other]
        ][:MOST_TOLD],
        "open": [puzzle.board.name(square) for square in given],
        "ruled": [puzzle.board.name(square) for square in sorted(ruled.difference(placed))],
    }


def _tour(tour: Tour, answer: Any, partial: bool) -> Verdict:
    path = answer_of(tour, answer)
    left = tour.missed(path)
    squares = {s for target in left for s in ([target] if isinstance(target, tuple) else target)}
    last = path[-1] if path else tour.start
    moves = (
        tour.free_squares()
        if last is None
        else tour.mover.destinations(tour.board, last, tour.obstacles)
    )
    return {
        "value": tour.value(path) if path else None,
        "faults": tour.move_faults(path) if partial else tour.check(path),
        "open": [tour.board.name(square) for square in sorted(squares)],
        "moves": [tour.board.name(square) for square in sorted(moves)],
        "spans": tour.spans(path) if tour.board.wrap else [],
    }


def _cover(cover: Cover, answer: Any, partial: bool) -> Verdict:
    placed_pieces = list(answer_of(cover, answer))
    faults = cover.misplaced(placed_pieces) if partial else cover.check(placed_pieces)
    pieces = [(cover.pieces[kind], (row, column)) for kind, row, column in placed_pieces]
    name = cover.board.name
    obstacles = cover.obstacles.union(square for _, square in pieces)
    lines = attacks_on(
        cover.board, [*pieces, *((p, s) for p, s in cover.standing)], cover.targets, obstacles
    )
    return {
        "value": number_data(cover.value(placed_pieces)),
        "faults": faults,
        "open": [name(square) for square in cover.missed(placed_pieces)],
        "attacks": [
            {
                "from": name(attack.start),
                "to": name(attack.end),
                "hurdle": None if attack.hurdle is None else name(attack.hurdle),
                "span": attack.span,
            }
            for attack in lines
        ],
    }


def _by_check(puzzle: Any, answer: Any, partial: bool) -> Verdict:
    """Return the verdict of a puzzle's own `check`, which treats missing parts as faults."""
    own = answer_of(puzzle, answer)
    faults = puzzle.check(own)
    value = None if faults else number_data(puzzle.value(own))
    return {"value": value, "faults": faults, "open": []}


VERDICTS: Table[Callable[[Any, Any, bool], Verdict]] = Table(
    "verdict",
    {
        "queens": _queens,
        "heaviest": _queens,
        "nonattacking": _nonattacking,
        "regions": _regions,
        "tour": _tour,
        "cover": _cover,
    },
    default=_by_check,
)
