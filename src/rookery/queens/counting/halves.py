"""Counting by halves: the division of the board and of the work.

A *filling* of a half is described by its set of columns and a *key*, the set of its diagonals that
reach the other half. A *prefix* fixes the queens of middle rows. A work *unit* is a group of
prefixes; on large boards, it is a shorter prefix that stands for all of its extensions. Of the
prefixes in an orbit under reflections of an open board, only the lexicographically least is
counted, times the size of the orbit. `QuarterTurn` uses the rotation.

docs/methods/counting.md explains the method.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from hashlib import sha256
from itertools import accumulate
from typing import TYPE_CHECKING

from rookery.boards.board import Board
from rookery.errors import PuzzleError
from rookery.queens.puzzle import Queens
from rookery.results.limits import Check

if TYPE_CHECKING:
    from rookery.compiled.arrays import Float64s

Prefix = tuple[int, ...]
Weights = tuple[list[int], list[int]]  # see `turned_weights`
PrefixUnit = tuple[Prefix, ...]

# Least n, rows of the upper half and of the lower half. Shorter halves make more units, which take
# longer in total. Longer halves have more pairs to compare, and over two gigabytes of fillings.
LONGEST_HALVES = ((27, 9, 10), (22, 9, 9), (20, 8, 9), (8, 8, 8))
SMALLEST, LARGEST = 8, 28  # rows of a board
UNIT_SIZES = ((17, 1), (16, 4))  # least n, prefixes in a unit
UNIT_ROWS = ((24, 5), (22, 4))  # least n, rows fixed by the prefix of a unit, at most
# The cost model is fitted to the seconds of the units of 19x19 to 24x24 in benchmarks/unit_times.
POWER = 0.6  # exponent of the product of the open squares in the rows of the halves
CLOSED = 0.4  # subtracted from the logarithm for each row that a quarter turn closes
FILLED = 0.15  # cost of the fillings; 1 is that of a join for every free square of the last row
STRICT = 0.3  # additional cost of a square whose pairs without a tie weigh more
MOST_WEIGHED = 4  # middle rows; with more, the prefixes are too many for their weights
PREFIXES_AT_ONCE = 1 << 14  # prefixes per array, to fit in caches


def distance(n: int, line: int) -> int:
    """Return the distance of a row or column from the centre, in half squares.

    >>> [distance(4, column) for column in range(4)], distance(5, 2)
    ([3, 1, 1, 3], 0)
    """
    return abs(2 * line - n + 1)


def is_central(n: int, line: int) -> bool:
    """Return whether a row or column is next to the centre, or passes through it."""
    return distance(n, line) <= 1


@dataclass(frozen=True)
class Plan:
    """The division of a board's rows into halves and middle, and its open squares.

    A `PuzzleError` is raised if there are fewer than two middle rows, or the lower half has a wrong
    number of rows.
    """

    n: int  # side of the board
    upper: int  # rows of the upper half
    lower: int  # rows of the lower half: as many, or one more
    # For every row the columns where a queen may stand, as bits; None for an open board.
    open_columns: tuple[int, ...] | None = None

    def __post_init__(self) -> None:
        if self.middle < 2:
            raise PuzzleError(expected="2 middle rows or more", found=f"{self.middle}")
        if not 0 <= self.lower - self.upper <= 1:
            halves = f"{self.upper} and {self.lower}"
            raise PuzzleError(expected="a lower half with as many rows or one more", found=halves)

    @property
    def middle(self) -> int:
        """The number of rows between the halves."""
        return self.n - self.upper - self.lower

    @cached_property
    def order(self) -> tuple[int, ...]:
        """The middle rows from 0 at the top in the order of fixing, nearest the centre first."""
        from_centre = [abs(row - self.mirrored(row)) for row in range(self.middle)]
        return tuple(sorted(range(self.middle), key=lambda row: (from_centre[row], row)))

    def mirrored(self, row: int) -> int:
        """Return the number of a middle row when the board is turned upside down."""
        return self.n - 1 - 2 * self.upper - row

    @cached_property
    def upside_down(self) -> tuple[tuple[int, ...], ...]:
        """For every length of a prefix, its longest part that can be reflected upside down.

        The entries are the places in the prefix of the reflected part's queens, in its order.
        """
        parts: list[tuple[int, ...]] = []
        for length in range(self.middle + 1):
            rows = [self.mirrored(row) for row in self.order[:length]]
            is_whole = set(rows) == set(self.order[:length])
            parts.append(tuple(map(self.order.index, rows)) if is_whole else parts[-1])
        return tuple(parts)

    @cached_property
    def central_columns(self) -> frozenset[int]:
        """The columns next to the centre or through it."""
        return frozenset(column for column in range(self.n) if is_central(self.n, column))

    @property
    def shared(self) -> int:
        """The number of diagonals of one direction that touch both halves."""
        return self.n - self.middle - 1

    def open_in(self, row: int) -> int:
        """Return the open columns of a row of the board, as bits."""
        return (1 << self.n) - 1 if self.open_columns is None else self.open_columns[row]

    def fixed(self, prefix: Prefix) -> list[int]:
        """Return the column of the queen in every middle row; -1 in the last."""
        columns = dict(zip(self.order, prefix, strict=False))
        return [columns.get(row, -1) for row in range(self.middle)]


def plan_for(puzzle: Queens) -> Plan:
    """Return the division of a board.

    >>> plan_for(Queens(19))
    Plan(n=19, upper=8, lower=8, open_columns=None)
    """
    n = puzzle.n
    longest = next((rows for least, *rows in LONGEST_HALVES if n >= least), [1, 1])
    upper = min(longest[0], (n - 2) // 2)
    lower = min(longest[1], n - 2 - upper)
    if not puzzle.given and not puzzle.blocked:
        return Plan(n, upper, lower)
    columns = [(1 << n) - 1] * n
    for row, column in puzzle.blocked:
        columns[row] &= ~(1 << column)
    for row, column in puzzle.given:
        columns[row] &= 1 << column
    return Plan(n, upper, lower, tuple(columns))


def shared_diagonals(plan: Plan, is_upper: bool, distance: int, column: int) -> list[int]:
    """Return the diagonals of a square of a half that also touch the other half.

    The distance of the square's row from the middle rows is at least 1. Falling diagonals are
    numbered from 0 from the left, then rising ones.

    >>> plan = Plan(8, 3, 3)
    >>> shared_diagonals(plan, True, 1, 0), shared_diagonals(plan, False, 1, 3)
    ([0], [0, 8])
    """
    ahead, behind = column + distance - 1, column - distance - plan.middle
    falling, rising = (ahead, behind) if is_upper else (behind, ahead)
    numbers = [(falling, 0), (rising, plan.shared)]
    return [k + first for k, first in numbers if 0 <= k < plan.shared]


def units(plan: Plan, most_rows: int | None = None) -> list[PrefixUnit]:
    """Return the work units of a plan, the longest first.

    Every placement belongs to exactly one unit, up to symmetry. Below n = 17 all units together
    take less than 0.1 seconds. From there to n = 21 a unit takes 0.04 to 0.6 seconds, from n = 22
    to 24 one to three, then ten times as long for every row.

    A unit of a large board fixes at most `most_rows` rows; fewer rows make fewer, longer units.
    """

    def nearness(prefix: Prefix) -> int:  # queens near the edges leave the halves most squares
        return -sum(abs(2 * column - plan.n + 1) for column in prefix)

    rows = next((rows for least, rows in UNIT_ROWS if plan.n >= least), None)
    if rows is not None and most_rows is not None:
        rows = min(rows, most_rows)
    every = sorted(prefixes(plan, rows), key=nearness)
    size = next((size for least, size in UNIT_SIZES if plan.n >= least), max(1, len(every)))
    return [tuple(every[at : at + size]) for at in range(0, len(every), size)]


def identity(puzzle: Queens, work: list[PrefixUnit]) -> dict[str, str]:
    """Return the fields that identify the units of a count in a ledger.

    >>> identity(Queens(8, given=["a1"]), [((0,),)])["puzzle"]
    "Queens(8, given=['a1'], blocked=[])"
    """
    board = Board(puzzle.n)
    squares = [[board.name(square) for square in sorted(s)] for s in (puzzle.given, puzzle.blocked)]
    words = f"Queens({puzzle.n}, given={squares[0]}, blocked={squares[1]})"
    counted = repr(("quarter turn", work))  # names the weighting: another one makes other units
    return {"puzzle": words, "units": sha256(counted.encode()).hexdigest()}


def prefixes(plan: Plan, rows: int | None = None, start: Prefix = ()) -> Iterator[Prefix]:
    """Yield the prefixes: the columns of the queens in the first rows of `Plan.order`.

    On an open board, skip prefixes that are not the least of their orbit, or that leave a central
    column without a square. `rows` is the number of rows; None for all middle rows but the last,
    the maximum. The prefixes extend `start`.
    """
    most = plan.middle - 1 if rows is None else min(rows, plan.middle - 1)
    stack = [start]
    while stack:
        prefix = stack.pop()
        if plan.open_columns is None and _is_left_out(plan, prefix):
            continue
        if len(prefix) == most:
            yield prefix
            continue
        free = free_squares(plan, prefix)
        stack.extend((*prefix, column) for column in reversed(range(plan.n)) if free >> column & 1)


def free_squares(plan: Plan, prefix: Prefix) -> int:
    """Return the columns in the next middle row that no queen of the prefix attacks, as bits."""
    row = plan.order[len(prefix)]
    free = plan.open_in(plan.upper + row)
    for other, column in zip(plan.order, prefix, strict=False):
        far = abs(row - other)
        free &= ~(1 << column | 1 << column << far | 1 << column >> far)
    return free


def last_weights(plan: Plan, prefix: Prefix) -> list[int]:
    """Return the size of the middle queens' orbit under reflections, by the last queen's column.

    It is 0 for attacked columns, and for middle queens that are not the least of their orbit.
    """
    free = free_squares(plan, prefix)
    columns = range(plan.n)
    if plan.open_columns is not None:
        return [free >> column & 1 for column in columns]
    part, images = _images(plan, prefix)
    if part not in images:
        return [4 * (free >> column & 1) for column in columns]
    weights = [0] * plan.n
    for column in columns:
        if free >> column & 1:
            part, images = _images(plan, (*prefix, column))
            weights[column] = len({part, *images}) if part <= min(images) else 0
    return weights


@dataclass(frozen=True)
class QuarterTurn:
    """The restriction that the queens of the central rows put on the central columns.

    Of a placement and its image under a rotation by 90 degrees, only one is counted. The *central*
    rows and columns are the two next to the board's centre, or the one through it. With a and b the
    least distances from the centre in the central rows and columns::

        placements = 2 * (placements with b > a) + (placements with b = a)

    A prefix with all central rows determines a. Then b > a closes the squares of the central
    columns at distances up to a. A placement with b = a, a *tie*, has a queen at distance a.

    If a prefix fixes only one of two central rows, its queen is the one farther from the centre,
    because only the least of all images is counted. Then a and b are the greatest distances
    instead, and squares farther than a are closed. In both cases the deciding queen is the first in
    an order of distances, and all squares before hers are closed.
    """

    n: int  # side of the board
    decided: int  # distance of the deciding queen, in half squares
    nearest: bool  # whether the nearest queen decides; otherwise the farthest

    def order(self, row: int) -> int:
        """Rank a row of the central columns: below 0 if it is closed, 0 for a tie, else above 0.

        >>> [QuarterTurn(8, 3, nearest=True).order(row) for row in range(4)]
        [4, 2, 0, -2]
        """
        beyond = distance(self.n, row) - self.decided
        return beyond if self.nearest else -beyond


def turn_of(plan: Plan, prefix: Prefix) -> QuarterTurn | None:
    """Return the restriction that a prefix puts on the central columns, or None without any."""
    if plan.open_columns is not None:
        return None
    central = len(plan.central_columns)
    nearest = plan.middle > central
    deciding = central if nearest else 1
    return _turn(plan.n, prefix[:deciding], nearest) if len(prefix) >= deciding else None


@cache
def _turn(n: int, columns: Prefix, nearest: bool) -> QuarterTurn:
    return QuarterTurn(n, min(distance(n, column) for column in columns), nearest)


def turned_weights(plan: Plan, prefix: Prefix) -> Weights:
    """Return the weights of placements by the column of the last middle queen.

    The second list is the additional weight of placements that have no queen on a square of a tie
    in the halves.
    """
    orbit_sizes = last_weights(plan, prefix)
    turn = turn_of(plan, prefix)
    if turn is None:
        return orbit_sizes, [0] * plan.n
    fixed = min(_orders(plan, turn, prefix), default=1)
    middle = range(plan.upper, plan.upper + plan.middle)
    has_ties = any(turn.order(row) == 0 for row in range(plan.n) if row not in middle)
    weights = []
    for column, number in enumerate(orbit_sizes):
        order = fixed
        if column in plan.central_columns:
            order = min(order, turn.order(plan.upper + plan.order[-1]))
        if order < 0:
            weights.append((0, 0))
        elif order == 0:
            weights.append((number, 0))
        else:
            weights.append((number, number) if has_ties else (2 * number, 0))
    return [every for every, _ in weights], [strict for _, strict in weights]


def _orders(plan: Plan, turn: QuarterTurn, prefix: Prefix) -> list[int]:
    """Return `QuarterTurn.order` of the prefix's queens in the central columns."""
    return [
        turn.order(plan.upper + row)
        for row, column in zip(plan.order, prefix, strict=False)
        if column in plan.central_columns
    ]


def _is_left_out(plan: Plan, prefix: Prefix) -> bool:
    """Return whether to skip a prefix: it has no placements, or its orbit is counted elsewhere."""
    part, images = _images(plan, prefix)
    if min(images) < part or _mirrored(plan, prefix) < prefix:
        return True  # every extension has a lesser image
    turn = turn_of(plan, prefix)
    if turn is None:
        return False
    if any(order < 0 for order in _orders(plan, turn, prefix)):
        return True
    # Checking all squares once, when the turn is first known, is often enough.
    return turn_of(plan, prefix[:-1]) is None and not _leaves_squares(plan, turn, prefix)


def _leaves_squares(plan: Plan, turn: QuarterTurn, prefix: Prefix) -> bool:
    """Return whether every central column has a queen or an open square."""
    queens = [(plan.upper + row, c) for row, c in zip(plan.order, prefix, strict=False)]
    rows = set(range(plan.n)) - {row for row, _ in queens}
    return all(
        any(
            turn.order(row) >= 0 and all(abs(row - r) != abs(column - c) for r, c in queens)
            for row in rows
        )
        for column in plan.central_columns.difference(prefix)
    )


def _images(plan: Plan, prefix: Prefix) -> tuple[Prefix, list[Prefix]]:
    """Return the longest part of a prefix that can be reflected upside down, and its images."""
    places = plan.upside_down[len(prefix)]
    part = prefix[: len(places)]
    upside_down = tuple([prefix[place] for place in places])
    return part, [upside_down, _mirrored(plan, part), _mirrored(plan, upside_down)]


def _mirrored(plan: Plan, prefix: Prefix) -> Prefix:
    return tuple([plan.n - 1 - column for column in prefix])


def costs(plan: Plan, work: list[PrefixUnit], check_deadline: Check = bool) -> list[float]:
    """Return the relative costs of units that fix equally many rows; their sum is 1."""
    import numpy as np

    every = [prefix for unit in work for prefix in unit]
    if not every:
        return []
    blocks = [every[at : at + PREFIXES_AT_ONCE] for at in range(0, len(every), PREFIXES_AT_ONCE)]
    log_blocks = []
    for number, block in enumerate(blocks):
        if number:  # the first block takes only some tens of milliseconds
            check_deadline()
        log_blocks.append(_log_costs(plan, block))
    log_costs = np.concatenate(log_blocks)
    prefix_costs = np.exp(log_costs - log_costs.max())
    first = [0, *accumulate(map(len, work))][:-1]
    unit_costs: list[float] = (np.add.reduceat(prefix_costs, first) / prefix_costs.sum()).tolist()
    return unit_costs


def _log_costs(plan: Plan, block: list[Prefix]) -> Float64s:
    """Return the logarithms of the costs of prefixes of equal length, up to a constant."""
    import numpy as np

    n, columns = plan.n, np.array(block, np.int64).reshape(len(block), -1)
    middle = range(plan.upper, plan.upper + plan.middle)
    turns = [turn_of(plan, prefix) for prefix in block]
    central = np.array(sorted(plan.central_columns), np.int64)
    are_left = np.array([len(plan.central_columns.difference(prefix)) for prefix in block])
    log_costs = np.zeros(len(block))
    every = np.arange(len(block))
    for row in (row for row in range(n) if row not in middle):
        squares = plan.open_in(row)
        is_open = np.tile([squares >> column & 1 > 0 for column in range(n)], (len(block), 1))
        for number, middle_row in zip(range(columns.shape[1]), plan.order, strict=False):
            far = row - plan.upper - middle_row
            for way in (-far, 0, far):
                at = columns[:, number] + way
                inside = (at >= 0) & (at < n)
                is_open[every[inside], at[inside]] = False
        closed = np.array([turn is not None and turn.order(row) < 0 for turn in turns])
        is_open[np.ix_(closed, central)] = False
        log_costs += POWER * np.log(np.maximum(is_open.sum(axis=1), 1))
        log_costs -= CLOSED / n * closed * are_left
    if columns.shape[1] == plan.middle - 1 and plan.middle <= MOST_WEIGHED:
        log_costs += np.log([FILLED + _joined(plan, prefix) for prefix in block])
    return log_costs


def _joined(plan: Plan, prefix: Prefix) -> float:
    """Return the share of the free squares of the last middle row that are joined, about."""
    every, strict = (sum(map(bool, weights)) for weights in turned_weights(plan, prefix))
    return (every + STRICT * strict) / max(1, free_squares(plan, prefix).bit_count())
