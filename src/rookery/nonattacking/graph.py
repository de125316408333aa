"""A puzzle as a graph: candidates, conflicts, and required numbers of candidates.

A candidate is a piece on a square. Sets of candidates are integers, whose bit i stands for the
candidate i; candidates are in ascending order, so that the lowest bit comes first in a placement::

    candidates   (0, 0, 0)  (0, 0, 1)  (0, 1, 0)  ...      kind, row, column
    bits             1          2          4      ...
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import TYPE_CHECKING

from rookery.boards.board import Board, Square, Step
from rookery.boards.motions import ENDLESS
from rookery.boards.pieces import Piece
from rookery.errors import LimitError
from rookery.nonattacking.between import Attack, attacks_between, sure_reach
from rookery.nonattacking.puzzle import NonAttacking, PlacedPiece
from rookery.results.limits import Check

if TYPE_CHECKING:
    from rookery.compiled.arrays import Bools, Int64s

WORD = 63  # bits of a word of a set in the kernels
MOST_CANDIDATES = 20_000  # their conflicts take 50 MB


@dataclass(frozen=True)
class Requirement:
    """Bounds on the number of chosen candidates of a set."""

    name: str
    mask: int
    least: int
    most: int


@dataclass(frozen=True)
class Graph:
    """The candidates of a puzzle, their conflicts, and the numbers required."""

    puzzle: NonAttacking
    candidates: tuple[PlacedPiece, ...] = ()  # in order; none conflicts with a given piece
    conflicts: tuple[int, ...] = ()  # for each candidate those that may not stand with it
    attacks: tuple[Attack, ...] = ()  # those that depend on pieces between
    forced: int = 0  # the given pieces
    needs: tuple[Requirement, ...] = ()  # without those that always hold
    equal: tuple[int, ...] = ()  # sets of which equally many are chosen; empty for no such demand
    why_none: str = ""  # why there is no placement, if that is easy to see

    @property
    def everything(self) -> int:
        """The set of all candidates."""
        return (1 << len(self.candidates)) - 1

    def placement(self, chosen: int) -> tuple[PlacedPiece, ...]:
        """Return the placement of a set of candidates."""
        return tuple(self.candidates[at] for at in bits(chosen))


def graph_of(puzzle: NonAttacking, check_deadline: Check = bool) -> Graph:
    """Return the graph of a puzzle; raise a `LimitError` if it has more than 20,000 candidates."""
    faults = puzzle.given_faults()
    if faults:
        return Graph(puzzle, why_none=f"the given pieces break a rule: {faults[0]}")
    board, blocked = puzzle.board, puzzle.blocked
    every = (board.rows * board.columns - len(board.walls | blocked)) * len(puzzle.pieces)
    if every > MOST_CANDIDATES:
        raise LimitError(
            f"at most {MOST_CANDIDATES:,} pieces on squares can be chosen from, got {every:,}"
        )
    squares = [square for square in board.squares() if square not in blocked]
    candidates = _candidates(puzzle, squares, check_deadline)
    conflicts, attacks = _conflicts(puzzle, candidates, check_deadline)
    forced = sum(1 << at for at, one in enumerate(candidates) if one in set(puzzle.given))
    needs = _needs(puzzle, candidates)
    kinds = tuple(_kind_sets(puzzle, candidates)) if puzzle.equal else ()
    why = next((why for need in needs if (why := _why_not(need, forced))), "")
    needs = tuple(need for need in needs if need.least or need.most < need.mask.bit_count())
    return Graph(puzzle, candidates, conflicts, attacks, forced, needs, kinds, why)


def _candidates(
    puzzle: NonAttacking, squares: list[Square], check_deadline: Check
) -> tuple[PlacedPiece, ...]:
    """Return the given pieces, and the candidates that conflict with none of them."""
    reached = [
        (kind, (row, column), sure_reach(puzzle, (kind, row, column)))
        for kind, row, column in puzzle.given
    ]
    given = set(puzzle.given)
    found = []
    for kind in range(len(puzzle.pieces)):
        for square in squares:
            check_deadline()
            reach = sure_reach(puzzle, (kind, *square)) if reached else frozenset()
            if (kind, *square) in given or not any(
                square == there
                or ((square in ends or there in reach) and not puzzle.may_attack(kind, other))
                for other, there, ends in reached
            ):
                found.append((kind, *square))
    return tuple(found)


def _conflicts(
    puzzle: NonAttacking, candidates: tuple[PlacedPiece, ...], check_deadline: Check
) -> tuple[tuple[int, ...], tuple[Attack, ...]]:
    """Return the conflicts of each candidate, and the attacks that depend on pieces between."""
    attacks: dict[Attack, None] = {}
    number = {candidate: at for at, candidate in enumerate(candidates)}
    found = [0] * len(candidates)
    for at, (kind, row, column) in enumerate(candidates):
        check_deadline()
        square = (row, column)
        ends = sure_reach(puzzle, (kind, row, column))
        if puzzle.looks_between:
            attacks.update(dict.fromkeys(attacks_between(puzzle, number, (kind, row, column))))
        for other in range(len(puzzle.pieces)):
            hit = () if puzzle.may_attack(kind, other) else ends
            for end in (*hit, *([square] if other != kind else [])):
                there = number.get((other, *end))
                if there is not None:
                    found[at] |= 1 << there
                    found[there] |= 1 << at

    def is_new(attack: Attack) -> bool:
        one, other = bits(attack.pieces)
        return not found[one] >> other & 1

    return tuple(found), tuple(filter(is_new, attacks))


def _kind_sets(puzzle: NonAttacking, candidates: tuple[PlacedPiece, ...]) -> Iterator[int]:
    """Yield the set of the candidates of each kind."""
    for kind in range(len(puzzle.pieces)):
        yield sum(1 << at for at, candidate in enumerate(candidates) if candidate[0] == kind)


def _needs(puzzle: NonAttacking, candidates: tuple[PlacedPiece, ...]) -> tuple[Requirement, ...]:
    """Return the required numbers of kinds and lines, as requirements on sets of candidates."""
    by_square: dict[Square, int] = {}
    for at, candidate in enumerate(candidates):
        square = candidate[1:]
        by_square[square] = by_square.get(square, 0) | 1 << at
    kinds = zip(puzzle.pieces, _kind_sets(puzzle, candidates), puzzle.numbers, strict=True)
    asked = [(f"of piece {piece}", mask, span) for piece, mask, span in kinds]
    for name, line, span in puzzle.groups():
        mask = 0
        for square in line:
            mask |= by_square.get(square, 0)
        asked.append((f"on {name}", mask, span))
    return tuple(
        Requirement(name, mask, least, mask.bit_count() if most is None else most)
        for name, mask, (least, most) in asked
    )


def _why_not(need: Requirement, forced: int) -> str:
    """Return why a number cannot be met, if that is easy to see."""
    room, given = need.mask.bit_count(), (need.mask & forced).bit_count()
    if room < need.least:
        return f"expected at least {need.least} {need.name}, there is room for {room}"
    if given > need.most:
        return f"expected at most {need.most} {need.name}, got {given} given"
    return ""


def why_none(puzzle: NonAttacking) -> str:
    """Explain why a puzzle proved infeasible has no placement."""
    pieces = " and ".join(map(str, puzzle.pieces))
    return f"no placement of non-attacking pieces {pieces} has the numbers that are set"


def cliques(conflicts: tuple[int, ...], among: int) -> Iterator[int]:
    """Partition a set into cliques: at most one candidate of each may be chosen.

    >>> list(cliques((0b010, 0b101, 0b010), 0b111))
    [3, 4]
    """
    while among:
        first = among & -among
        clique = first
        common = among & conflicts[first.bit_length() - 1]
        while common:
            lowest = common & -common
            clique |= lowest
            common &= conflicts[lowest.bit_length() - 1]
        among &= ~clique
        yield clique


def lines_of_armies(graph: Graph) -> Iterator[tuple[int, int]]:
    """Yield pairs of sets on a line such that candidates of only one set may be chosen.

    They are of two kinds that conflict with each other and not among themselves, of which one
    rides the line both ways: a line belongs to the one kind or the other.
    """
    puzzle = graph.puzzle
    if puzzle.shields:
        return
    sets = list(_kind_sets(puzzle, graph.candidates))
    by_square: dict[Square, int] = {}
    for at, (_, row, column) in enumerate(graph.candidates):
        by_square[row, column] = by_square.get((row, column), 0) | 1 << at
    for one, other in combinations(range(len(puzzle.pieces)), 2):
        if puzzle.may_attack(one, other):
            continue
        if not (puzzle.may_attack(one, one) and puzzle.may_attack(other, other)):
            continue
        for step in _ridden(puzzle.pieces[one]) | _ridden(puzzle.pieces[other]):
            for run in puzzle.board.runs(step):
                line = 0
                for square in run:
                    line |= by_square.get(square, 0)
                yield line & sets[one], line & sets[other]


def largest_army(puzzle: NonAttacking) -> int:
    """Return an upper bound on the size of each of several equal armies.

    Where a piece rides whole rows and columns, an army on r rows and c columns has at most r * c
    pieces, and one that it must not attack stands on the other rows and columns.
    """
    board = puzzle.board
    for one, other in combinations(range(len(puzzle.pieces)), 2):
        ridden = _ridden(puzzle.pieces[one]) | _ridden(puzzle.pieces[other])
        has_whole_lines = ridden >= {(0, 1), (1, 0)} and not (puzzle.shields or board.walls)
        if has_whole_lines and not puzzle.may_attack(one, other):
            return most_on_other_lines(board)
    return board.rows * board.columns


def most_on_other_lines(board: Board) -> int:
    """Return the greatest size of an army whose rows and columns another of its size avoids."""
    sides = product(range(board.rows + 1), range(board.columns + 1))
    return max(min(r * c, (board.rows - r) * (board.columns - c)) for r, c in sides)


def _ridden(piece: Piece) -> set[Step]:
    """Return the steps, down or right, that a piece rides both ways without end."""
    rides = (m for m in piece.motions if m.reach == ENDLESS and not m.is_conditional)
    steps = {m.step for m in rides if m.captures}
    return {step for step in steps if step > (0, 0) and (-step[0], -step[1]) in steps}


def edge_cliques(conflicts: Sequence[int]) -> Iterator[int]:
    """Yield sets, each of at most one choice, that together cover every conflict."""
    left = list(conflicts)
    for at in range(len(conflicts)):
        while left[at]:
            clique = 1 << at
            common = conflicts[at]
            fresh = left[at]
            while common:
                lowest = fresh & common or common
                lowest &= -lowest
                clique |= lowest
                common &= conflicts[lowest.bit_length() - 1]
            for member in bits(clique):
                left[member] &= ~clique
            yield clique


def matrix_of(conflicts: Sequence[int], check_deadline: Check = bool) -> Bools:
    """Return the conflicts as a matrix, given a set for each candidate."""
    import numpy as np

    many = len(conflicts)
    found = np.zeros((many, many), np.bool_)
    for at, mask in enumerate(conflicts):
        check_deadline()
        row = np.frombuffer(mask.to_bytes(-(-many // 8), "little"), np.uint8)
        found[at] = np.unpackbits(row, count=many, bitorder="little")
    return found


def words_of(masks: Sequence[int], width: int, check_deadline: Check = bool) -> Int64s:
    """Pack sets into rows of 63-bit words, the lowest bits first."""
    import numpy as np

    places = range(0, WORD * width, WORD)
    rows = []
    for mask in masks:
        check_deadline()
        rows.append([mask >> place & (1 << WORD) - 1 for place in places])
    return np.array(rows, np.int64).reshape(len(masks), width)


def bits(mask: int) -> Iterator[int]:
    """Yield the numbers of the bits of a set, the lowest first.

    >>> list(bits(0b1101))
    [0, 2, 3]
    """
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest
