"""An independent search for the first shortest path of ``traveling-queen``, to check an answer.

The search follows the statement's rules alone and shares no code with the solvers of tours. It is a
plain breadth-first search over (square, set of knights visited), from the bishop back to the queen,
because her moves are reversible. The sets with which a square is reached are the bits of one
integer: bit v is set for the set v, and v has bit i for knight i. Shifts and bitwise operations
then process a hundred thousand states in a few kilobytes.

Squares are numbered by file, then by rank, as paths compare: a1 is 0, a2 is 1, h8 is 63.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import groupby

from rookery.boards.board import Square
from rookery.tour.puzzle import Tour

SIDE = 8
NUMBERS = range(SIDE * SIDE)

# for each square, the sets of knights with which it is reached, as the bits of an integer
Reached = list[int]


def first_path(tour: Tour) -> tuple[Square, ...] | None:
    """Return the lexicographically first shortest path of a scenario, or None without a path.

    The scenario is as `rookery.statements.traveling_queen.read` yields it: a queen on 8x8 squares,
    knights visited from adjacent squares, and a bishop. The search is exact. A move takes about a
    hundred operations on integers of ``2**knights`` bits.

    >>> rows = ["Q.......", *["........"] * 6, "N......B"]
    >>> first_path(Tour.parse(rows))
    ((0, 0), (6, 0), (6, 6))
    """
    return _PathSearch(tour).first_path()


class _PathSearch:
    def __init__(self, tour: Tour) -> None:
        knights = [_number(square) for square in tour.targets if isinstance(square, tuple)]
        bishop = next(_number(square) for square in [tour.goal] if isinstance(square, tuple))
        taken = {bishop, *knights, *map(_number, tour.pawns)}
        self._start = next(_number(start) for start in [tour.start] if start is not None)
        # The queen moves within a run: two or more free squares of a line.
        self._runs = [
            run
            for line in _lines()
            for is_taken, squares in groupby(line, taken.__contains__)
            if not is_taken and len(run := tuple(squares)) > 1
        ]
        self._all = (1 << len(knights)) - 1
        self._seen = [0] * len(NUMBERS)
        for index, knight in enumerate(knights):
            for square in _beside()[knight]:
                self._seen[square] |= 1 << index
        self._ends = frozenset(_beside()[bishop] - taken)
        lacking = [_sets_without(index, len(knights)) for index in range(len(knights))]
        self._visits = [
            (square, [(lacking[index], 1 << index) for index in _indices(seen)])
            for square, seen in enumerate(self._seen)
            if seen and square not in taken
        ]

    def first_path(self) -> tuple[Square, ...] | None:
        missing = self._all & ~self._seen[self._start]
        if not missing and self._start in self._ends:
            return (_square(self._start),)
        reached = [1 << seen if at in self._ends else 0 for at, seen in enumerate(self._seen)]
        layers = [reached]
        while self._next(self._start, missing, reached) is None:
            further = self._one_move_more(reached)
            if further == reached:
                return None
            layers.append(further)
            reached = further
        square, path = self._start, [self._start]
        while layers:
            found = self._next(square, missing, layers.pop())
            if found is None:
                raise RuntimeError("a layer holds no move that the one before it promised")
            square = found
            missing &= ~self._seen[square]
            path.append(square)
        return tuple(map(_square, path))

    def _next(self, square: int, missing: int, reached: Reached) -> int | None:
        """Return the first square one move away from which a path visits all missing knights."""
        enough = 1 << missing
        for index in _indices(self._all & ~missing):
            enough |= enough << (1 << index)
        ends = {end for run in self._runs if square in run for end in run if end != square}
        return next((end for end in sorted(ends) if reached[end] & enough), None)

    def _one_move_more(self, reached: Reached) -> Reached:
        """Return the states reached by at most one move from the given states."""
        moved = reached[:]
        for run in self._runs:
            sets = 0
            for square in run:
                sets |= reached[square]
            if sets:
                for square in run:
                    moved[square] |= sets
        for square, visits in self._visits:
            sets = moved[square]
            if sets:
                for lacking, shift in visits:
                    lack = sets & lacking
                    sets ^= lack
                    sets |= lack << shift
                moved[square] = sets
        return moved


def _number(square: Square) -> int:
    row, column = square
    return SIDE * column + SIDE - 1 - row


def _square(number: int) -> Square:
    column, rank = divmod(number, SIDE)
    return SIDE - 1 - rank, column


def _indices(bits: int) -> list[int]:
    """Return the indices of the bits that are set."""
    return [index for index in range(bits.bit_length()) if bits >> index & 1]


@lru_cache
def _sets_without(knight: int, knights: int) -> int:
    """Return, as bits, all subsets of a number of knights without this one.

    >>> f"{_sets_without(1, 3):b}"  # the sets 0, 1, 4 and 5
    '110011'
    """
    half = 1 << knight
    return int(("0" * half + "1" * half) * (1 << knights - knight - 1), 2)


@lru_cache
def _lines() -> list[list[int]]:
    """Return the squares of every file, rank and diagonal, from one end to the other."""
    lines: dict[tuple[str, int], list[int]] = {}
    for number in NUMBERS:
        file, rank = divmod(number, SIDE)
        for line in (
            ("file", file),
            ("rank", rank),
            ("rising diagonal", file - rank),
            ("falling diagonal", file + rank),
        ):
            lines.setdefault(line, []).append(number)
    return list(lines.values())


@lru_cache
def _beside() -> list[set[int]]:
    """Return the neighbours of every square, up to eight."""
    places = [divmod(number, SIDE) for number in NUMBERS]
    return [
        {
            other
            for other, (file, rank) in enumerate(places)
            if max(abs(file - places[number][0]), abs(rank - places[number][1])) == 1
        }
        for number in NUMBERS
    ]
