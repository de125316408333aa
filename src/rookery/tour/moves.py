"""Where the mover of a tour goes, with squares as numbers.

Squares are numbered file by file, from the bottom of each, so that numbers compare as squares
do in lexicographic order: by file, then by rank.

A rider that can turn back, such as the queen, is described by *runs*: longest stretches of
free squares along one of its lines. From any square of a run it reaches all others in one
move. What else it can do, leaps and rides of limited reach or one way only, is a list of
*jumps* a square.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import lru_cache

from rookery.betza import ENDLESS, Motion
from rookery.board import NEIGHBOURS, Board, Square, Step
from rookery.pieces import Piece

Run = list[int]


@dataclass(frozen=True)
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

    reached: frozenset[int]
    runs: list[Run]
    jumps: dict[int, list[int]]

    def destinations(self, square: int) -> list[int]:
        """Return in order where the piece goes from a square in one move."""
        ends = set(self.jumps.get(square, ()))
        for run in self.runs:
            if square in run:
                ends.update(run)
        ends.discard(square)
        return sorted(ends)


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
def neighbours(rows: int, columns: int) -> tuple[tuple[int, ...], ...]:
    """Return for every square of a board of this size its up to eight neighbours."""
    board = Board(rows, columns)
    near = []
    for square in range(rows * columns):
        row, column = square_of(board, square)
        around = ((row + down, column + right) for down, right in NEIGHBOURS)
        near.append(tuple(number(board, other) for other in around if other in board))
    return tuple(near)


def moves_from(board: Board, start: Square, mover: Piece, obstacles: Collection[Square]) -> Moves:
    """Return the moves of a piece from all squares it can ever reach.

    Parameters
    ----------
    board, obstacles
        Walls and obstacles can be neither entered nor passed.
    start
        Where it stands first.
    mover
        A piece without hops; motions that only capture are left out.
    """
    free = [True] * (board.rows * board.columns)
    for square in (*board.walls, *obstacles):
        free[number(board, square)] = False
    steps, single = _sorted_motions(mover)
    runs = [run for step in steps for run in _runs(board, step, free)]
    jumps = _jumps(board, single, obstacles, free) if single else {}
    return _within_reach(number(board, start), runs, jumps)


@lru_cache(maxsize=64)
def _sorted_motions(mover: Piece) -> tuple[tuple[Step, ...], tuple[Motion, ...]]:
    """Return the steps of endless rides both ways, one of each two, and all other motions."""
    motions = [motion for motion in mover.motions if motion.moves]
    rides = {m.step for m in motions if m.reach == ENDLESS and not m.path}
    both_ways = {step for step in rides if (-step[0], -step[1]) in rides}
    single = tuple(m for m in motions if m.path or m.reach != ENDLESS or m.step not in both_ways)
    return tuple(sorted(step for step in both_ways if step > (0, 0))), single


@lru_cache(maxsize=256)
def _lines(rows: int, columns: int, step: Step) -> tuple[tuple[int, ...], ...]:
    """Return the lines of two or more squares along a step."""
    board = Board(rows, columns)
    lines = board.lines(step)
    return tuple(tuple(number(board, s) for s in line) for line in lines if len(line) > 1)


def _runs(board: Board, step: Step, free: list[bool]) -> Iterator[Run]:
    """Yield the runs of two or more free squares along a step."""
    for line in _lines(board.rows, board.columns, step):
        run: Run = []
        for square in line:
            if free[square]:
                run.append(square)
            elif run:
                if len(run) > 1:
                    yield run
                run = []
        if len(run) > 1:
            yield run


def _jumps(
    board: Board, motions: tuple[Motion, ...], obstacles: Collection[Square], free: list[bool]
) -> dict[int, list[int]]:
    jumps = {}
    for square, is_free in enumerate(free):
        if is_free:
            start = square_of(board, square)
            ends = {
                number(board, end)
                for motion in motions
                for end in motion.squares(board, start, obstacles)
                if end not in obstacles
            }
            jumps[square] = sorted(ends)
    return jumps


def _within_reach(start: int, runs: list[Run], jumps: dict[int, list[int]]) -> Moves:
    """Return the moves from what can be reached, by flooding run after run."""
    reached = {start}
    kept: list[Run] = []
    rest = runs
    before = 0
    while before < len(reached):
        before = len(reached)
        apart = []
        for run in rest:
            if reached.isdisjoint(run):
                apart.append(run)
            else:
                reached.update(run)
                kept.append(run)
        rest = apart
        if jumps:
            reached.update(*(jumps[square] for square in reached))
    return Moves(
        frozenset(reached), kept, {s: ends for s, ends in jumps.items() if s in reached and ends}
    )
