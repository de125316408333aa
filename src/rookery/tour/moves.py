"""The move graph of a tour's piece, with squares as numbers.

Squares are numbered file by file, each from the bottom, so numbers compare like squares in
lexicographic order: by file, then by rank.

Rides in both directions, such as the queen's, are stored as *runs*: maximal stretches of free
squares along a line. From any square of a run the piece reaches all others in one move. All
other moves (leaps, hops, and rides of limited reach or in one direction) are stored as a list of
*jumps* per square.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TypeGuard

from rookery.boards.board import Board, Line, Square, Step, Wrap
from rookery.boards.motions import ENDLESS, Motion, Route
from rookery.boards.pieces import Piece
from rookery.results.limits import Check
from rookery.tour import memory

FEW_BITS = 2048  # bits; in larger sets, nonzero bytes are searched for first
SETS_A_LINE = 3  # bitsets per line: the line, its free squares, and its runs
FEW_RUNS = 64  # runs; above, an index by square pays
SQUARES_PER_CHECK = 256  # squares between two deadline checks, on boards above FEW_BITS squares
_SOME_BITS = rb"[^\0]"  # a nonzero byte

LineRun = tuple[int, ...]


@dataclass(eq=False)
class Moves:
    """The moves of a piece from the squares it can reach."""

    reached: frozenset[int]  # reachable squares, including the start
    runs: list[LineRun]  # of two or more reachable squares
    jumps: dict[int, list[int]]  # further destinations of reachable squares

    def destinations(self, square: int) -> list[int]:
        """Return the destinations of the piece's moves from a square, in order.

        >>> board = Board(3)
        >>> moves_from(board, (0, 0), Piece("R"), ()).destinations(0)
        [1, 2, 3, 6]
        """
        ends = set(self.jumps.get(square, ()))
        few = len(self.runs) <= FEW_RUNS
        runs = self.runs if few else self._runs_at.get(square, ())
        ends.update(*[run for run in runs if square in run])
        ends.discard(square)
        return sorted(ends)

    @cached_property
    def _runs_at(self) -> dict[int, list[LineRun]]:
        """The runs through each square."""
        runs_at: dict[int, list[LineRun]] = defaultdict(list)
        for run in self.runs:
            for square in run:
                runs_at[square].append(run)
        return runs_at


def number(board: Board, square: Square) -> int:
    """Return the number of a square given as (row, column).

    >>> [number(Board(8), Board(8).square(name)) for name in ("a1", "a2", "b1", "h8")]
    [0, 1, 8, 63]
    """
    row, column = square
    return (column + 1) * board.rows - 1 - row


def square_of(board: Board, number: int) -> Square:
    """Return the square of a number as (row, column)."""
    column, rank = divmod(number, board.rows)
    return board.rows - 1 - rank, column


@lru_cache(maxsize=64)
def neighbours(rows: int, columns: int, wrap: Wrap = "") -> tuple[tuple[int, ...], ...]:
    """Return the up to eight neighbours of every square of a board."""
    board = Board(rows, columns, wrap=wrap)
    return tuple(
        tuple(number(board, other) for other in board.neighbours(square_of(board, square)))
        for square in range(rows * columns)
    )


def moves_from(
    board: Board,
    start: Square,
    mover: Piece,
    obstacles: Collection[Square],
    check_deadline: Check = bool,
) -> Moves:
    """Return the moves of a piece from all squares it can reach.

    Motions that only capture are ignored. Walls can be neither entered nor passed nor hopped over;
    the obstacles, squares with other pieces, can be hopped over only.
    """
    _, runs, jumps = _runs_and_jumps(board, mover, obstacles, check_deadline)
    return _flood(number(board, start), runs, jumps)


def ends_of_moves(
    board: Board, mover: Piece, obstacles: Collection[Square], check_deadline: Check = bool
) -> dict[int, list[int]]:
    """Return the sorted destinations of a piece's moves from every free square, in order.

    >>> ends_of_moves(Board(2, 3, ["b1"]), Piece("W"), ())
    {0: [1], 1: [0, 3], 3: [1, 5], 4: [5], 5: [3, 4]}
    """
    free, runs, jumps = _runs_and_jumps(board, mover, obstacles, check_deadline)
    ends: dict[int, set[int]] = {square: set() for square in squares_in(free)}
    for run, _ in runs:
        _check_on_large(board, check_deadline)
        for square in run:
            ends[square].update(run)
    for square, jumped in jumps.items():
        ends[square].update(jumped)
    return {square: sorted(reached - {square}) for square, reached in ends.items()}


def _check_on_large(board: Board, check_deadline: Check) -> None:
    """Check the deadline if the board is large."""
    if board.rows * board.columns > FEW_BITS:
        check_deadline()


def _runs_and_jumps(
    board: Board, mover: Piece, obstacles: Collection[Square], check_deadline: Check
) -> tuple[int, list[tuple[LineRun, int]], dict[int, list[int]]]:
    """Return the free squares as bits, and the runs and jumps of all of them."""
    rows = board.rows
    blocked = 0
    for row, column in (*board.walls, *obstacles):
        blocked |= 1 << (column + 1) * rows - 1 - row
    free = ~blocked & (1 << rows * board.columns) - 1
    squares = rows * board.columns
    bits = SETS_A_LINE * _number_of_lines(rows, board.columns, mover) * squares
    memory.refuse(f"the moves on {squares} squares", bits // 8)
    steps, single = _rides_both_ways(mover)
    runs: list[tuple[LineRun, int]] = []
    if board.wrap:
        taken = Board(rows, board.columns, board.walls.union(obstacles), board.wrap)
        lines = {_bits_of(board, run) for step in steps for run in taken.runs(step) if len(run) > 1}
        runs = [(tuple(squares_in(run)), run) for run in sorted(lines)]
    else:
        is_large = rows * board.columns > FEW_BITS
        for line in _lines(rows, board.columns, steps):
            if is_large:
                check_deadline()
            runs += _free_runs(line, free & line)
    jumps = _jumps(board, single, obstacles, squares_in(free), check_deadline) if single else {}
    return free, runs, jumps


@lru_cache(maxsize=256)
def _number_of_lines(rows: int, columns: int, mover: Piece) -> int:
    """Return an upper bound on the number of lines of a piece's unlimited rides."""
    steps = {m.step for m in mover.motions if m.moves and m.reach == ENDLESS}
    inside = (max(0, rows - abs(down)) * max(0, columns - abs(right)) for down, right in steps)
    return sum(rows * columns - squares for squares in inside)


@lru_cache(maxsize=256)
def _rides_both_ways(mover: Piece) -> tuple[tuple[Step, ...], tuple[Motion | Route, ...]]:
    """Return one step for each unlimited ride in both directions, and all other motions."""
    motions = [motion for motion in mover.motions if motion.moves]
    plain = [m for m in motions if m.reach == ENDLESS and not m.path and not m.hop]
    rides = {motion.step for motion in plain}
    both_ways = {step for step in rides if (-step[0], -step[1]) in rides}
    single = [m for m in motions if m not in plain or m.step not in both_ways]
    steps = tuple(step for step in sorted(both_ways) if step > (0, 0))
    return steps, (*single, *(route for route in mover.routes if route.moves))


@lru_cache(maxsize=256)
def _lines(rows: int, columns: int, steps: tuple[Step, ...]) -> tuple[int, ...]:
    """Return the lines of two or more squares along the steps, as sets of bits."""
    board = Board(rows, columns)
    lines = (line for step in steps for line in board.lines(step))
    return tuple(_bits_of(board, line) for line in lines if len(line) > 1)


def _bits_of(board: Board, line: Line) -> int:
    """Return the squares of a line as a set of bits."""
    data = bytearray()
    for square in line:
        at = number(board, square)
        if at >= 8 * len(data):
            data.extend(bytes(at // 8 + 1 - len(data)))
        data[at // 8] |= 1 << at % 8
    return int.from_bytes(data, "little")


@lru_cache(maxsize=1 << 14)
def _free_runs(line: int, free: int) -> tuple[tuple[LineRun, int], ...]:
    """Return the runs of two or more free squares of a line, in order and as sets of bits."""
    # Square numbers grow along a line, so the squares between two obstacles are a run.
    runs: list[tuple[LineRun, int]] = []
    run: list[int] = []
    squares = _squares_of_line(line)
    is_free = free.to_bytes(squares[-1] // 8 + 1, "little")
    for square in (*squares, -1):
        if square >= 0 and is_free[square // 8] >> square % 8 & 1:
            run.append(square)
        else:
            if len(run) > 1:
                runs.append((tuple(run), free & (2 << run[-1]) - (1 << run[0])))
            run = []
    return tuple(runs)


def squares_in(bits: int) -> list[int]:
    """Return the squares in a set of bits, in order.

    >>> squares_in(0b1001)
    [0, 3]
    """
    if bits.bit_length() <= FEW_BITS:
        return [square for square, bit in enumerate(bin(bits)[:1:-1]) if bit == "1"]
    data = bits.to_bytes(bits.bit_length() // 8 + 1, "little")
    return [
        8 * match.start() + bit
        for match in re.finditer(_SOME_BITS, data, re.DOTALL)
        for bit in range(8)
        if match[0][0] >> bit & 1
    ]


_squares_of_line = lru_cache(maxsize=1 << 12)(squares_in)


def _jumps(
    board: Board,
    ways: tuple[Motion | Route, ...],
    obstacles: Collection[Square],
    free: list[int],
    check_deadline: Check,
) -> dict[int, list[int]]:
    """Return the destinations from each free square by the given motions and routes."""
    leaps = () if board.wrap else tuple(way.step for way in ways if _leaps_freely(way))
    others = ways if board.wrap else tuple(way for way in ways if not _leaps_freely(way))
    leaper = _leaper(board, leaps, free)
    jumps = {}
    for place, square in enumerate(free):
        if not place % SQUARES_PER_CHECK:
            _check_on_large(board, check_deadline)
        ends = leaper(square)
        if others:
            start = square_of(board, square)
            ends.update(
                number(board, end)
                for way in others
                for end in way.squares(board, start, obstacles)
                if end not in obstacles
            )
        jumps[square] = sorted(ends)
    return jumps


def _leaps_freely(way: Motion | Route) -> TypeGuard[Motion]:
    """Return whether a motion is a single step that no intermediate square can block."""
    if isinstance(way, Route) or way.reach != 1:
        return False
    return not (way.hop or way.path or way.around)


def _leaper(
    board: Board, steps: Collection[Step], free: Iterable[int]
) -> Callable[[int], set[int]]:
    """Return a function from a square to the ends of steps from it, on a plane board."""
    rows, columns = board.rows, board.columns
    is_free = bytearray(rows * columns)
    for square in free:
        is_free[square] = 1
    leaps = [(-down, right, right * rows - down) for down, right in steps]

    def ends(square: int) -> set[int]:
        file, rank = divmod(square, rows)
        return {
            square + by
            for up, right, by in leaps
            if 0 <= rank + up < rows and 0 <= file + right < columns and is_free[square + by]
        }

    return ends


def _flood(start: int, runs: list[tuple[LineRun, int]], jumps: dict[int, list[int]]) -> Moves:
    """Return the moves within reach of the start, by flooding run after run."""
    if jumps:
        return _flood_with_jumps(start, [run for run, _ in runs], jumps)
    reached, before = 1 << start, 0
    kept: list[LineRun] = []
    rest = runs
    while reached != before:
        before = reached
        apart = []
        for run in rest:
            if reached & run[1]:
                reached |= run[1]
                kept.append(run[0])
            else:
                apart.append(run)
        rest = apart
    return Moves(frozenset(squares_in(reached)), kept, {})


def _flood_with_jumps(start: int, runs: list[LineRun], jumps: dict[int, list[int]]) -> Moves:
    """Return the moves within reach of the start by runs and jumps, square after square."""
    runs_at: dict[int, list[int]] = {}
    for place, run in enumerate(runs):
        for square in run:
            runs_at.setdefault(square, []).append(place)
    reached, taken, wave = {start}, set[int](), [start]
    for square in wave:
        ends = list(jumps[square])
        for place in runs_at.get(square, ()):
            if place not in taken:
                taken.add(place)
                ends += runs[place]
        onward = [end for end in dict.fromkeys(ends) if end not in reached]
        reached.update(onward)
        wave += onward
    kept = [run for place, run in enumerate(runs) if place in taken]
    return Moves(frozenset(reached), kept, {s: jumps[s] for s in sorted(reached) if jumps[s]})
