"""The arrays of the branch-and-bound kernel, made from the solved relaxation of a board."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from rookery.heaviest.branching.branch_kernel import explore
from rookery.heaviest.branching.branch_state import (
    COUNTS,
    FOUND,
    LEFT,
    Levels,
    Scratch,
    Squares,
    Tableau,
    Tally,
)
from rookery.heaviest.duals import Relaxation
from rookery.queens.puzzle import Placement

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Flags = NDArray[np.bool_]

LOSS_BITS = 44  # of the largest loss; the losses of some boards are rounded down for it
SCALE_BITS = 7  # of the largest loss in the tableau, which is in floating point
ROOM_BYTES = 256 << 20  # for the tableaux from the root down to a node
NODES_LEFT = 4096  # at the end of a slice, at most
PLACEMENTS = 512  # met in a slice, at most
SMALLEST_ENTRY = 1e-11  # less is what rounding left of 0


class Board:
    """A board ready for the kernel.

    Losses are divided by ``2**shift``, rounded down, so that they fit 64 bits: what the kernel
    proves of them holds of the losses themselves. `shift` is 0 but for uneven floats.

    Parameters
    ----------
    relaxation
        Of the board.
    limit
        Squares that alone lose more are left out for good.

    Attributes
    ----------
    squares : Squares
    tableau : Tableau
    at : list of (row, column)
        Of every square of the kernel.
    shift : int
    """

    def __init__(self, relaxation: Relaxation, limit: int) -> None:
        losses = relaxation.losses
        n = len(losses.open_rows)
        of = losses.squares
        self.n = n
        basic = set(relaxation.basic_squares)
        self.at = [
            (row, column)
            for column, bits in enumerate(losses.open_rows)
            for row in range(n)
            if bits >> row & 1 and (of[column][row] <= limit or (row, column) in basic)
        ]
        idle = [*(0 for _ in range(2 * n)), *losses.rising, *losses.falling]
        largest = max([*(of[column][row] for row, column in self.at), *idle, 1])
        self.shift = max(0, largest.bit_length() - LOSS_BITS)
        self.squares = Squares(
            np.array([(c, n + r, 2 * n + r + c, 5 * n - 2 + r - c) for r, c in self.at], np.int64),
            np.array([of[column][row] >> self.shift for row, column in self.at], np.int64),
            np.array([dual >> self.shift for dual in idle], np.int64),
            *_cuts(n, self.at),
            n,
            max(1.0, float(largest >> self.shift) / 2**SCALE_BITS),
        )
        self.tableau = _tableau(self.squares, self.at, relaxation)

    def open_variables(self, rows: list[int]) -> Flags:
        """Return what is open to the kernel, given the open rows of every column."""
        slacks = self.squares.idle.size + self.squares.sides.size
        lines = np.arange(slacks) >= 2 * self.n
        return np.append([bool(rows[column] >> row & 1) for row, column in self.at], lines)

    def placement(self, chosen: list[int]) -> Placement:
        """Return the rows of the squares that the kernel chose, column by column."""
        return tuple(self.at[square][0] for square in chosen)


class Explorer:
    """The kernel with the room it needs.

    Parameters
    ----------
    board
        What is searched.
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        rows, width = board.tableau.entries.shape
        many, lines, n = len(board.at), board.squares.idle.size, board.n
        cuts = board.squares.sides.size
        depth = max(2, min(n + lines // 2, ROOM_BYTES // (8 * rows * width)))
        self.levels = Levels(
            np.empty((depth, rows, width)),
            np.empty((depth, rows - 1), np.int64),
            np.empty((depth, width), np.int64),
            np.zeros(depth, np.int64),
            np.zeros((depth, many + lines + cuts), np.bool_),
            np.zeros(depth, np.int64),
            np.zeros(depth, np.int64),
        )
        self.scratch = Scratch(
            np.zeros(lines, np.int64),
            np.zeros(cuts, np.int64),
            np.zeros(n, np.int64),
            np.zeros(many),
            np.zeros(many),
            np.zeros(lines),
            np.zeros(n, np.int64),
            np.zeros(n, np.int64),
            np.empty(width),
        )
        self.tally = Tally(
            np.zeros(COUNTS, np.int64),
            np.zeros(1, np.int64),
            np.zeros((NODES_LEFT, many + lines + cuts), np.bool_),
            np.zeros(NODES_LEFT, np.int64),
            np.zeros((PLACEMENTS, n), np.int64),
            np.zeros(PLACEMENTS, np.int64),
        )

    def explore(
        self, start: Flags, bound: int, limit: int, step: int, nodes: int, effort: int
    ) -> Tally:
        """Call the kernel with fresh counts; see `branch_kernel.explore`."""
        self.levels.bound[0] = bound
        self.tally.limit[0] = limit
        self.tally.counts[:] = 0
        explore(
            self.board.squares,
            self.board.tableau,
            start,
            self.levels,
            self.scratch,
            self.tally,
            step,
            nodes,
            effort,
        )
        return self.tally

    def left(self) -> list[tuple[int, Flags]]:
        """Return bound and open squares of the nodes that the last call left."""
        number = int(self.tally.counts[LEFT])
        bounds = self.tally.left_bound[:number].tolist()
        return list(zip(bounds, self.tally.left[:number].copy(), strict=True))

    def found(self) -> list[Placement]:
        """Return the placements that the last call met."""
        met = self.tally.found[: int(self.tally.counts[FOUND])].tolist()
        return [self.board.placement(chosen) for chosen in met]


def _cuts(n: int, at: list[tuple[int, int]]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return two cuts on boards of even side: no n diagonals of a kind lie closer than so.

    Counted from the middle, the numbers of a placement's n falling diagonals differ and add up
    to 0, so that their squares add up to at least twice those of 1 ... n/2; so do those of the
    rising ones. Both together are twice the squares of rows and columns, n(n^2 - 1)/3. On
    boards of odd side the linear program knows as much.
    """
    if n % 2 or n < 4:
        return np.zeros((0, len(at)), np.int64), np.zeros(0, np.int64)
    apart = np.array([(row - column) ** 2 for row, column in at], np.int64)
    least = n * (n + 1) * (n + 2) // 12
    return np.array([-apart, apart]), np.array([-least, n * (n * n - 1) // 3 - least])


def _tableau(squares: Squares, at: list[tuple[int, int]], relaxation: Relaxation) -> Tableau:
    """Return the tableau of the relaxation's basis; the cuts' slacks are in it.

    Without one the slacks of all lines are the basis: no loss is negative, so that the
    kernel's first pivots solve the program.
    """
    many, lines, cuts = len(at), squares.idle.size, squares.sides.size
    rows = lines + cuts
    if relaxation.basic_squares:
        number = {square: index for index, square in enumerate(at)}
        basic = [number[square] for square in relaxation.basic_squares]
        basic += [many + line for line in relaxation.basic_lines]
    else:
        basic = list(range(many, many + lines))
    basic += range(many + lines, many + rows)
    area = squares.n**2
    columns = np.zeros((rows, many + rows))
    columns[squares.lines, np.arange(many)[:, None]] = 1.0
    columns[lines:, :many] = squares.cuts / area
    columns[np.arange(rows), many + np.arange(rows)] = 1.0
    in_basis = np.zeros(many + rows, np.bool_)
    in_basis[basic] = True
    in_basis[many : many + squares.n] = True  # the duals of columns are never read
    nonbasic = np.flatnonzero(~in_basis)
    entries = np.empty((rows + 1, nonbasic.size + 1))
    sides = np.append(np.ones(lines), squares.sides / area)
    entries[:-1] = np.linalg.solve(
        columns[:, basic], np.column_stack([columns[:, nonbasic], sides])
    )
    entries[np.abs(entries) < SMALLEST_ENTRY] = 0.0
    costs = np.concatenate([squares.loss, squares.idle, np.zeros(cuts)]) / squares.scale
    entries[-1, :-1] = costs[nonbasic]
    entries[-1, -1] = 0.0
    return Tableau(entries, np.array(basic), nonbasic)
