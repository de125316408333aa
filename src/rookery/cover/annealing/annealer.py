"""Annealing and row weighting of a puzzle: its arrays for the kernels, and runs in slices."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from rookery.boards.board import Step
from rookery.boards.motions import ENDLESS, Motion
from rookery.boards.pieces import Piece
from rookery.compiled.kernels import random_state
from rookery.cover.annealing import anneal_kernel, changes_kernel, weighting_kernel
from rookery.cover.annealing.changes_kernel import Rules, State
from rookery.cover.annealing.weighting_kernel import Weighting
from rookery.cover.bounds.duals import Duals
from rookery.cover.model.candidates import Candidates
from rookery.cover.model.scans import Scan, ScanBoard
from rookery.cover.model.traits import by_motion, has_equal_prices
from rookery.cover.puzzle import Cover, PlacedPiece

if TYPE_CHECKING:
    from rookery.compiled.arrays import Bools, Float64s, Int32s, Int64s, UInt8s, UInt32s

FIRST_WEIGHT = 1.05  # initial weight of a target, relative to its cheapest candidate
EQUAL_WEIGHT = 0.4  # the same for equal prices; low enough to leave two targets uncovered
HURDLE_SHARE = 1 / 16  # share of the moves for an uncovered target that place a hurdle
CHANGES_AN_AXIS = 12  # changes of an exchange along an axis, at most, without guarded squares
FAR = 1 << 20  # squares; farther than any board is long
HOT, COLD = 1.2, 0.4  # temperatures, relative to the bound per target
HEAVIEST_WEIGHT = 3.0  # greatest weight of a target, relative to the highest price
LEAST_GROWTH = 1.02  # factor on the weight of an uncovered target, at least
WEIGHED_IN = 0.1  # share of the moves in which weights can grow to the heaviest
SLOWEST_FADE, FADE_A_GROWTH = 0.997, 0.02  # factor of weights at most; exponent of the growth
FADING_SHARE = 0.85  # share of a cooling, after which weights no longer fade
MOVES = 20_000_000  # expected moves, by default


def rules_of(puzzle: Cover, table: Candidates, duals: Duals) -> Rules:
    """Return the rules of a puzzle by which weights neither grow nor fade."""
    pieces = [*puzzle.pieces, *(piece for piece, _ in puzzle.standing)]
    steps = {
        max(motion.step, (-motion.step[0], -motion.step[1]))
        for motion in by_motion(pieces, puzzle.board)
        if not (puzzle.board.wrap or _is_leap(motion))
    }
    axes = sorted(steps)  # one step for each pair of opposites that some piece rides or hops
    run, spot, edge = _runs(puzzle, axes)
    ride, hop, beyond = _reaches(pieces, axes)
    layout = ScanBoard(puzzle)
    leap_start, leap_target = _leaps(layout.scan(layout.empty()), pieces)
    columns, standing = puzzle.board.columns, len(pieces) - len(puzzle.pieces)
    target_square = np.array([row * columns + column for row, column in puzzle.targets], np.uint32)
    best_first = np.argsort(duals.reduced, kind="stable")
    owner, target = table.pairs()
    owner = np.argsort(best_first)[owner]  # candidates are numbered by reduced cost
    by_target = np.lexsort((owner, target))
    owner, target = owner[by_target], target[by_target]
    starts = np.searchsorted(target, np.arange(len(target_square) + 1))
    return Rules(
        columns=columns,
        step=np.array([down * columns + right for down, right in axes], dtype=np.int64),
        run=run,
        spot=spot,
        edge=edge,
        hops=_by_axis(hop).max(axis=0),
        moves=_by_axis(np.maximum(ride, hop)),
        ride_reach=ride,
        hop_reach=hop,
        hop_beyond=beyond,
        leap_start=leap_start,
        leap_target=leap_target,
        target_at=layout.target_at[:-1].astype(np.int32),
        target_square=target_square,
        place=layout.place[:-1],
        price=np.array([*puzzle.prices, *[0] * (standing + 1)], dtype=np.float64),
        stock=np.array([FAR if n is None else n for n in puzzle.stock], dtype=np.int64),
        kind=table.kind[best_first].astype(np.uint32),
        square=table.square[best_first].astype(np.uint32),
        of_target_start=starts.astype(np.uint32),
        of_target=owner.astype(np.uint32),
        aims=_bits(owner, target, (len(table), len(target_square))),
        guarded=len(puzzle.guarded),
        heaviest=0.0,
        growth=1.0,
        least=_first_weights(puzzle, table),
        fade=1.0,
        hurdle_share=HURDLE_SHARE if hop.any() else 0.0,
    )


def _first_weights(puzzle: Cover, table: Candidates) -> Float64s:
    """Return the initial weight of each target, relative to its best candidate."""
    owner, target = table.pairs()
    cheapest = np.full(len(puzzle.targets), np.inf)
    np.minimum.at(cheapest, target, table.price[owner])
    cheapest[np.isinf(cheapest)] = max(puzzle.prices)  # only standing pieces can attack it
    return cheapest * (EQUAL_WEIGHT if has_equal_prices(puzzle) else FIRST_WEIGHT)


def state_of(puzzle: Cover, rules: Rules, seed: int) -> State:
    """Return the position before any piece is placed."""
    size, targets, columns = len(rules.target_at), len(rules.target_square), puzzle.board.columns
    kind_on = np.full(size, changes_kernel.EMPTY, dtype=np.int32)
    kind_on[rules.target_square[: len(puzzle.kings)]] = len(rules.price) - 1
    for number, (_, (row, column)) in enumerate(puzzle.standing, len(puzzle.pieces)):
        kind_on[row * columns + column] = number
    runs = int(rules.run.max(initial=0)) + 1
    mask, movers = np.zeros(runs, dtype=np.int64), np.zeros(runs, dtype=np.int64)
    occupied = np.flatnonzero(kind_on != changes_kernel.EMPTY)
    spots = np.int64(1) << rules.spot[occupied]
    np.bitwise_or.at(mask, rules.run[occupied], spots)
    np.bitwise_or.at(movers, rules.run[occupied], spots * rules.moves[kind_on[occupied]])
    _, target = _standing_attacks(puzzle)
    covers = np.bincount(target, minlength=targets).astype(np.int32)
    order = np.argsort(covers > 0, kind="stable")
    place = np.empty(targets, dtype=np.uint32)
    place[order] = np.arange(targets)
    energy = np.zeros(changes_kernel.ENERGIES)
    tally = np.zeros(changes_kernel.TALLIES, dtype=np.int64)
    energy[changes_kernel.ENERGY] = rules.least[covers == 0].sum()
    energy[changes_kernel.BEST] = math.inf
    tally[changes_kernel.UNCOVERED] = np.count_nonzero(covers == 0)
    longest_leaps = int(np.diff(rules.leap_start).max(initial=0))
    side = max(puzzle.board.rows, columns) if rules.guarded else 1
    exchange = CHANGES_AN_AXIS * side * len(rules.step) + longest_leaps + 1
    changes = 3 * exchange + 1  # a move exchanges three times; one change is written ahead
    return State(
        kind_on=kind_on,
        mask=mask,
        movers=movers,
        covers=covers,
        weight=rules.least.copy(),
        uncovered=order.astype(np.uint32),
        uncovered_at=place,
        placed=np.zeros(size, dtype=np.uint32),
        placed_at=np.zeros(size, dtype=np.uint32),
        number=np.zeros(len(rules.price), dtype=np.int64),
        change=np.zeros(changes, dtype=np.int32),
        tally=tally,
        energy=energy,
        best=kind_on.copy(),
        random=random_state(seed),
    )


def _is_leap(motion: Motion) -> bool:
    return motion.reach == 1 and not motion.hop


def _runs(puzzle: Cover, axes: list[Step]) -> tuple[UInt32s, UInt8s, Int32s]:
    """Return the run, the spot and the distances to the edges of every square on every axis."""
    board = puzzle.board
    shape = (board.rows * board.columns, len(axes))
    run, spot = np.zeros(shape, dtype=np.uint32), np.zeros(shape, dtype=np.uint8)
    edge = np.zeros((shape[0], 2 * shape[1]), dtype=np.int32)
    number = 1
    for axis, step in enumerate(axes):
        for squares in board.runs(step):
            for place, (row, column) in enumerate(squares):
                square = row * board.columns + column
                run[square, axis], spot[square, axis] = number, place
                edge[square, 2 * axis : 2 * axis + 2] = len(squares) - 1 - place, place
            number += 1
    return run, spot, edge


def _reaches(pieces: list[Piece], axes: list[Step]) -> tuple[Int64s, Int64s, Int64s]:
    """Return the reach of rides, of hops, and beyond hurdles, by kind and direction."""
    shape = (len(pieces) + 1, 2 * len(axes))
    ride, hop, beyond = (np.zeros(shape, dtype=np.int64) for _ in range(3))
    for kind, piece in enumerate(pieces):
        for motion in piece.motions:
            if not (axes and motion.captures) or _is_leap(motion):
                continue
            against = motion.step not in axes
            step = (-motion.step[0], -motion.step[1]) if against else motion.step
            direction = 2 * axes.index(step) + against
            reach = FAR if motion.reach == ENDLESS else motion.reach
            if motion.hop:
                hop[kind, direction] = max(hop[kind, direction], reach)
                beyond[kind, direction] = 1 if motion.hop == "g" else FAR
            else:
                ride[kind, direction] = max(ride[kind, direction], reach)
    return ride, hop, beyond


def _by_axis(reach: Int64s) -> Int64s:
    """Return 1 for each kind and axis with a reach in either direction, else 0."""
    found: Bools = reach.reshape(len(reach), -1, 2).max(axis=2) > 0
    return found.astype(np.int64)


def _leaps(scan: Scan, pieces: list[Piece]) -> tuple[UInt32s, UInt32s]:
    """Return the targets of each kind's leaps; around wrapped edges all attacks are fixed."""
    size, found = scan.board.size, [np.zeros((2, 0), dtype=np.int64)]
    for motion, kinds in by_motion(pieces, scan.board.puzzle.board).items():
        if scan.board.puzzle.board.wrap or _is_leap(motion):
            leaps = scan.sights([motion], np.arange(size))
            found += [np.stack([k * size + leaps.square, leaps.target]) for k in kinds]
    start, target = np.concatenate(found, axis=1)
    order = np.argsort(start, kind="stable")
    starts = np.searchsorted(start[order], np.arange(len(pieces) * size + 1))
    return starts.astype(np.uint32), target[order].astype(np.uint32)


def _bits(row: Int64s, place: Int64s, shape: tuple[int, int]) -> UInt32s:
    """Pack pairs of row and place into rows of words, given the numbers of rows and places."""
    bits = np.zeros((shape[0], max(1, -(-shape[1] // changes_kernel.WORD))), dtype=np.uint32)
    words, numbers = np.divmod(place, changes_kernel.WORD)
    np.bitwise_or.at(bits, (row, words), (np.int64(1) << numbers).astype(np.uint32))
    return bits


def _standing_attacks(puzzle: Cover) -> tuple[Int64s, Int64s]:
    """Return the square and the target of each attack by standing pieces."""
    if not puzzle.standing:
        return np.zeros(0, np.int64), np.zeros(0, np.int64)
    board = ScanBoard(puzzle)
    piece, end = board.scan(board.empty()).attacked
    target = board.target_at[end]
    return board.standing[piece][target >= 0], target[target >= 0]


def pieces_on(puzzle: Cover, kind_on: Int32s) -> tuple[PlacedPiece, ...]:
    """Return the placed pieces of a board, given the kind on each square."""
    columns, kinds = puzzle.board.columns, len(puzzle.pieces)
    return tuple(
        (int(kind_on[at]), *divmod(int(at), columns))
        for at in np.flatnonzero((kind_on >= 0) & (kind_on < kinds))
    )


class BoardSearch:
    """A search by kernels that change the position of a puzzle."""

    puzzle: Cover
    state: State

    @property
    def cost(self) -> float:
        """The cost of the best cover found; infinite before there is one."""
        return float(self.state.energy[changes_kernel.BEST])

    def placed_pieces(self) -> tuple[PlacedPiece, ...]:
        """Return the best cover found; empty before there is one."""
        return () if math.isinf(self.cost) else pieces_on(self.puzzle, self.state.best)


class Annealer(BoardSearch):
    """An annealing whose moves are made in slices.

    Every target that no standing piece attacks needs a candidate. `moves` is the expected number of
    moves: weights can grow to the highest prices in a tenth of them.
    """

    def __init__(
        self, puzzle: Cover, table: Candidates, duals: Duals, seed: int, moves: int = MOVES
    ) -> None:
        self.puzzle = puzzle
        self.scale = max(duals.bound, 1.0) / max(1, len(puzzle.targets))
        rules = rules_of(puzzle, table, duals)
        heaviest = HEAVIEST_WEIGHT * max(puzzle.prices)
        share = min(1.0, anneal_kernel.WEIGH_EVERY / (WEIGHED_IN * moves))
        growth = (heaviest / rules.least.min(initial=heaviest)) ** share
        self.rules = rules._replace(
            heaviest=heaviest,
            growth=max(LEAST_GROWTH, growth),
            fade=min(SLOWEST_FADE, growth**-FADE_A_GROWTH),
        )
        self.state = state_of(puzzle, self.rules, seed)

    def run(self, moves: int, start: float, end: float) -> None:
        """Make moves while the cooling proceeds from fraction `start` to fraction `end`.

        Beyond 1 the temperature stays at its lowest and weights fade again, to reach a first cover.
        """
        hot, cold = (
            self.scale * HOT * (COLD / HOT) ** min(1.0, fraction) for fraction in (start, end)
        )
        settling = start < 1.0 and end > FADING_SHARE
        rules = self.rules._replace(fade=1.0) if settling else self.rules
        anneal_kernel.anneal(rules, self.state, moves, hot, cold)

    def begin_with(self, placed_pieces: tuple[PlacedPiece, ...]) -> None:
        """Set the board and the best cover to a known cover."""
        state, columns = self.state, self.puzzle.board.columns
        for kind, row, column in placed_pieces:
            state.best[row * columns + column] = kind
        state.energy[changes_kernel.BEST] = float(self.puzzle.value(placed_pieces))
        self.go_back()

    def go_back(self) -> None:
        """Reset the board to the best cover."""
        anneal_kernel.go_back(self.rules, self.state)

    def standing(self) -> tuple[PlacedPiece, ...]:
        """Return the pieces on the board now, even if they are no cover."""
        return pieces_on(self.puzzle, self.state.kind_on)


class RowWeighting(BoardSearch):
    """Row weighting from given pieces that all cost the same, with rounds made in slices.

    Of the conditions of a puzzle it supports `independent`, for queens that cover a whole board.
    """

    def __init__(
        self, puzzle: Cover, rules: Rules, placed_pieces: Iterable[PlacedPiece], seed: int
    ) -> None:
        self.puzzle, self.rules = puzzle, rules
        self.state = state_of(puzzle, rules, seed)
        self.state.weight[:] = 1.0
        squares, kinds = len(self.state.kind_on), len(puzzle.pieces)
        square, target = _standing_attacks(puzzle)
        attackers = np.zeros(len(puzzle.targets), dtype=np.int64)
        np.bitwise_xor.at(attackers, target, square)
        self.weighting = Weighting(
            attackers=attackers,
            loss=np.zeros(squares),
            came=np.full(squares, weighting_kernel.NEVER),
            left=np.full((kinds, squares), weighting_kernel.NEVER),
            apart=puzzle.independent,
        )
        kind_on = np.full(squares, changes_kernel.EMPTY, dtype=np.int32)
        for kind, row, column in placed_pieces:
            kind_on[row * puzzle.board.columns + column] = kind
        weighting_kernel.put_on(rules, self.state, self.weighting, kind_on)

    def run(self, rounds: int) -> None:
        """Run a number of rounds."""
        weighting_kernel.weigh(self.rules, self.state, self.weighting, rounds)
