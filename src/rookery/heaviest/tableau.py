"""Construction of the branch-and-bound kernel's arrays from the solved relaxation of a board."""

from __future__ import annotations

import numpy as np

from rookery.compiled.arrays import Bools, Int64s
from rookery.heaviest.branch_kernel import explore
from rookery.heaviest.duals import SolvedRelaxation, lines_through
from rookery.heaviest.simplex_kernel import (
    COUNTS,
    FOUND,
    LEFT,
    BranchSquares,
    BranchTally,
    Levels,
    Scratch,
    Tableau,
)
from rookery.queens.puzzle import Placement

LOSS_BITS = 44  # bits of the largest loss; larger losses are shifted right
SCALE_BITS = 7  # bits of the largest loss in the floating-point tableau
ROOM_BYTES = 256 << 20  # bytes for the stack of tableaux
NODES_LEFT = 4096  # open nodes at the end of a slice, at most
PLACEMENTS = 512  # placements found in a slice, at most
SMALLEST_ENTRY = 1e-11  # smaller tableau entries are rounding errors


class BranchBoard:
    """A board in the kernel's form.

    Losses are divided by ``2**shift`` and rounded down to fit 64 bits, so a lower bound proved by
    the kernel holds for the exact losses. `shift` is 0 unless weights are uneven floats. Squares
    whose own loss exceeds the limit are removed; `at` holds the others, as (row, column), in the
    kernel's order.
    """

    def __init__(self, relaxation: SolvedRelaxation, limit: int) -> None:
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
        self.squares = BranchSquares(
            np.array([lines_through(square, n) for square in self.at], np.int64),
            np.array([of[column][row] >> self.shift for row, column in self.at], np.int64),
            np.array([dual >> self.shift for dual in idle], np.int64),
            *_cuts(n, self.at),
            n,
            float(largest >> self.shift) / 2**SCALE_BITS,
        )
        self.tableau = _tableau(self.squares, self.at, relaxation)

    def open_variables(self, rows: list[int]) -> Bools:
        """Return the kernel's open variables, given the open rows of every column."""
        slacks = self.squares.idle.size + self.squares.sides.size
        lines = np.arange(slacks) >= 2 * self.n
        return np.append([bool(rows[column] >> row & 1) for row, column in self.at], lines)

    def placement(self, chosen: list[int]) -> Placement:
        """Return the rows of the squares chosen by the kernel, column by column."""
        return tuple(self.at[square][0] for square in chosen)


class Explorer:
    """The branch-and-bound kernel with its working arrays."""

    def __init__(self, board: BranchBoard) -> None:
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
        self.tally = BranchTally(
            np.zeros(COUNTS, np.int64),
            np.zeros(1, np.int64),
            np.zeros((NODES_LEFT, many + lines + cuts), np.bool_),
            np.zeros(NODES_LEFT, np.int64),
            np.zeros((PLACEMENTS, n), np.int64),
            np.zeros(PLACEMENTS, np.int64),
        )

    def explore(
        self, start: Bools, bound: int, limit: int, step: int, nodes: int, effort: int
    ) -> BranchTally:
        """Run the kernel with zeroed counts; see `branch_kernel.explore`."""
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

    def left(self) -> list[tuple[int, Bools]]:
        """Return the bound and the open variables of every node left open by the last call."""
        number = int(self.tally.counts[LEFT])
        bounds = self.tally.left_bound[:number].tolist()
        return list(zip(bounds, self.tally.left[:number].copy(), strict=True))

    def placements(self) -> list[Placement]:
        """Return the placements found by the last call."""
        found = self.tally.found[: int(self.tally.counts[FOUND])].tolist()
        return [self.board.placement(chosen) for chosen in found]


def _cuts(n: int, at: list[tuple[int, int]]) -> tuple[Int64s, Int64s]:
    """Return two cuts on the spread of a placement's diagonals, valid for even n."""
    # Number the falling diagonals from the middle. A placement's n numbers differ and sum to 0, so
    # the sum of their squares is at least twice that of 1 ... n/2. The same holds for the rising
    # diagonals, and both sums together equal n(n^2 - 1)/3. For odd n the linear program implies
    # these cuts.
    if n % 2 or n < 4:
        return np.zeros((0, len(at)), np.int64), np.zeros(0, np.int64)
    apart = np.array([(row - column) ** 2 for row, column in at], np.int64)
    least = n * (n + 1) * (n + 2) // 12
    return np.array([-apart, apart]), np.array([-least, n * (n * n - 1) // 3 - least])


def _tableau(
    squares: BranchSquares, at: list[tuple[int, int]], relaxation: SolvedRelaxation
) -> Tableau:
    """Return the tableau of the relaxation's basis, with the cuts' slacks basic."""
    many, lines, cuts = len(at), squares.idle.size, squares.sides.size
    rows = lines + cuts
    if relaxation.basic_squares:
        number = {square: index for index, square in enumerate(at)}
        basic = [number[square] for square in relaxation.basic_squares]
        basic += [many + line for line in relaxation.basic_lines]
    else:  # no loss is negative, so the slacks are a dual feasible basis for the first pivots
        basic = list(range(many, many + lines))
    basic += range(many + lines, many + rows)
    area = squares.n**2
    columns = np.zeros((rows, many + rows))
    columns[squares.lines, np.arange(many)[:, None]] = 1.0
    columns[lines:, :many] = squares.cuts / area
    columns[np.arange(rows), many + np.arange(rows)] = 1.0
    in_basis = np.zeros(many + rows, np.bool_)
    in_basis[basic] = True
    in_basis[many : many + squares.n] = True  # omits the duals of columns, which are never read
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
