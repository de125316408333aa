"""Where the mover of a tour goes, with squares as numbers.

Squares are numbered file by file, from the bottom of each, so that numbers compare as squares
do in lexicographic order: by file, then by rank.

A rider that can turn back, such as the queen, is described by *runs*: longest stretches of
free squares along one of its lines. From any square of a run it reaches all others in one
move. What else it can do, leaps, hops and rides of limited reach or one way only, is a list
of *jumps* a square.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable
from functools import cached_property, lru_cache
from typing import TypeGuard

from rookery.boards.board import Board, Line, Square, Step
from rookery.boards.motions import ENDLESS, Motion, Route
from rookery.boards.pieces import Piece
from rookery.tour import memory

FEW_BITS = 2048  # up to so many, all are looked at one by one
FEW_RUNS = 64  # up to so many, those of a few squares are found without an index
SQUARES_A_LOOK = 256  # on boards of more squares than those
_SOME_BITS = rb"[^\0]"

Run = tuple[int, ...]


class Moves:
    """The moves of a piece from the squares it can reach.

    Attributes
    ----------
    reached
        The squares it can reach, the start among them.
    runs
        Runs of two or more reached squares.
    jumps
        Further destinations of reached squares.
    """

    def __init__(
        self, reached: frozenset[int], runs: list[Run], jumps: dict[int, list[int]]
    ) -> None:
        self.reached = reached
        self.runs = runs
        self.jumps = jumps

    def destinations(self, square: int) -> list[int]:
        """Return in order where the piece goes from a square in one move.

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
    def _runs_at(self) -> dict[int, list[Run]]:
        """The runs on which each square lies."""
        found: dict[int, list[Run]] = defaultdict(list)
        for run in self.runs:
            for square in run:
                found[square].append(run)
        return found


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
def neighbours(rows: int, columns: int, wrap: str = "") -> tuple[tuple[int, ...], ...]:
    """Return for every square of a board of this size its up to eight neighbours."""
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
    look: Callable[[], object] = bool,
) -> Moves:
    """Return the moves of a piece from all squares it can ever reach.

    Parameters
    ----------
    board
        Its walls can be neither entered nor passed nor hopped over.
    start
        Where it stands first.
    mover
        Its motions that only capture are left out.
    obstacles
        Squares with pieces: they can be neither entered nor passed, but hopped over.
    look
        Called now and then on a large board; may raise.
    """
    _, runs, jumps = _runs_and_jumps(board, mover, obstacles, look)
    return _within_reach(number(board, start), runs, jumps)


def ends_of_moves(
    board: Board,
    mover: Piece,
    obstacles: Collection[Square],
    look: Callable[[], object] = bool,
) -> dict[int, list[int]]:
    """Return for every free square, in order, where a piece goes from it in one move, in order.

    `look` is called now and then on a large board; it may raise.

    >>> ends_of_moves(Board(2, 3, ["b1"]), Piece("W"), ())
    {0: [1], 1: [0, 3], 3: [1, 5], 4: [5], 5: [3, 4]}
    """
    free, runs, jumps = _runs_and_jumps(board, mover, obstacles, look)
    ends: dict[int, set[int]] = {square: set() for square in squares_in(free)}
    for run, _ in runs:
        _look_on_large(board, look)
        for square in run:
            ends[square].update(run)
    for square, jumped in jumps.items():
        ends[square].update(jumped)
    return {square: sorted(found - {square}) for square, found in ends.items()}


def _look_on_large(board: Board, look: Callable[[], object]) -> None:
    """Look at the clock, where what is done with a board takes long."""
    if board.rows * board.columns > FEW_BITS:
        look()


def _runs_and_jumps(
    board: Board, mover: Piece, obstacles: Collection[Square], look: Callable[[], object]
) -> tuple[int, list[tuple[Run, int]], dict[int, list[int]]]:
    """Return the free squares as bits, and the moves from all of them."""
    rows = board.rows
    blocked = 0
    for row, column in (*board.walls, *obstacles):
        blocked |= 1 << (column + 1) * rows - 1 - row
    free = ~blocked & (1 << rows * board.columns) - 1
    memory.refuse_lines(_number_of_lines(rows, board.columns, mover), rows * board.columns)
    steps, single = _rides_both_ways(mover)
    if board.wrap:
        runs = _runs_around(board, steps, obstacles)
    else:
        runs = []
        is_large = rows * board.columns > FEW_BITS
        for line in _lines(rows, board.columns, steps):
            if is_large:
                look()
            runs += _cut(line, free & line)
    jumps = _jumps(board, single, obstacles, squares_in(free), look) if single else {}
    return free, runs, jumps


@lru_cache(maxsize=256)
def _number_of_lines(rows: int, columns: int, mover: Piece) -> int:
    """Return how many lines a piece's endless rides have at most, by where they begin."""
    steps = {m.step for m in mover.motions if m.moves and m.reach == ENDLESS}
    inside = (max(0, rows - abs(down)) * max(0, columns - abs(right)) for down, right in steps)
    return sum(rows * columns - squares for squares in inside)


@lru_cache(maxsize=256)
def _rides_both_ways(mover: Piece) -> tuple[tuple[Step, ...], tuple[Motion | Route, ...]]:
    """Return the steps of a piece's endless rides both ways, one of each two, and the rest."""
    motions = [motion for motion in mover.motions if motion.moves]
    plain = [m for m in motions if m.reach == ENDLESS and not m.path and not m.hop]
    rides = {motion.step for motion in plain}
    both_ways = {step for step in rides if (-step[0], -step[1]) in rides}
    single = [m for m in motions if m not in plain or m.step not in both_ways]
    steps = tuple(step for step in sorted(both_ways) if step > (0, 0))
    return steps, (*single, *(route for route in mover.routes if route.moves))


@lru_cache(maxsize=256)
def _lines(rows: int, columns: int, steps: tuple[Step, ...]) -> tuple[int, ...]:
    """Return the lines of two or more squares along steps, as sets of bits."""
    board = Board(rows, columns)
    found = (line for step in steps for line in board.lines(step))
    return tuple(_bits_of(board, line) for line in found if len(line) > 1)


def _runs_around(
    board: Board, steps: Iterable[Step], obstacles: Collection[Square]
) -> list[tuple[Run, int]]:
    """Return the runs of two or more free squares of a board whose edges are joined."""
    taken = Board(board.rows, board.columns, board.walls.union(obstacles), board.wrap)
    runs = {_bits_of(board, run) for step in steps for run in taken.runs(step) if len(run) > 1}
    return [(tuple(squares_in(run)), run) for run in sorted(runs)]


def _bits_of(board: Board, line: Line) -> int:
    return _bits(number(board, square) for square in line)


@lru_cache(maxsize=1 << 12)
def _squares_of_line(line: int) -> list[int]:
    return squares_in(line)


@lru_cache(maxsize=1 << 14)
def _cut(line: int, free: int) -> tuple[tuple[Run, int], ...]:
    """Return the runs of two or more free squares of a line, in order and as sets of bits.

    Square numbers grow along a line, so a run is what lies between two obstacles.
    """
    found: list[tuple[Run, int]] = []
    run: list[int] = []
    squares = _squares_of_line(line)
    is_free = free.to_bytes(squares[-1] // 8 + 1, "little")
    for square in (*squares, -1):
        if square >= 0 and is_free[square // 8] >> square % 8 & 1:
            run.append(square)
        else:
            if len(run) > 1:
                found.append((tuple(run), free & (2 << run[-1]) - (1 << run[0])))
            run = []
    return tuple(found)


def squares_in(bits: int) -> list[int]:
    """Return the squares of a set of bits, in order.

    >>> squares_in(0b1001)
    [0, 3]
    """
    if bits.bit_length() <= FEW_BITS:
        return [square for square, bit in enumerate(bin(bits)[:1:-1]) if bit == "1"]
    data = bits.to_bytes(bits.bit_length() // 8 + 1, "little")
    return [
        8 * found.start() + bit
        for found in re.finditer(_SOME_BITS, data, re.DOTALL)
        for bit in range(8)
        if found[0][0] >> bit & 1
    ]


def _bits(squares: Iterable[int]) -> int:
    data = bytearray()
    for square in squares:
        if square >= 8 * len(data):
            data.extend(bytes(square // 8 + 1 - len(data)))
        data[square // 8] |= 1 << square % 8
    return int.from_bytes(data, "little")


def _jumps(
    board: Board,
    ways: tuple[Motion | Route, ...],
    obstacles: Collection[Square],
    free: list[int],
    look: Callable[[], object],
) -> dict[int, list[int]]:
    """Return for each free square where a piece goes from it in these ways."""
    leaps = () if board.wrap else tuple(way.step for way in ways if _leaps_freely(way))
    others = ways if board.wrap else tuple(way for way in ways if not _leaps_freely(way))
    leapt = _leapt(board, leaps, free)
    jumps = {}
    for place, square in enumerate(free):
        if not place % SQUARES_A_LOOK:
            _look_on_large(board, look)
        ends = leapt(square)
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
    """Return whether a way is a single step that nothing on the way can stop."""
    if isinstance(way, Route) or way.reach != 1:
        return False
    return not (way.hop or way.path or way.around)


def _leapt(board: Board, steps: Collection[Step], free: Iterable[int]) -> Callable[[int], set[int]]:
    """Return what tells where steps lead from a square, on a board without a wrap."""
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


def _within_reach(start: int, runs: list[tuple[Run, int]], jumps: dict[int, list[int]]) -> Moves:
    """Return the moves from what can be reached, by flooding run after run."""
    if jumps:
        return _joined_within_reach(start, [run for run, _ in runs], jumps)
    reached, before = 1 << start, 0
    kept: list[Run] = []
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


def _joined_within_reach(start: int, runs: list[Run], jumps: dict[int, list[int]]) -> Moves:
    """Return the moves from what can be reached by runs and jumps, square after square."""
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
