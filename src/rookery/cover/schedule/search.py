"""One board under search: what its threads share, and what its steps begin with."""

from __future__ import annotations

import threading
from enum import Enum
from functools import cached_property

import numpy as np

from rookery.boards.board import Square
from rookery.cover.bounds.cuts import CutRounds
from rookery.cover.bounds.duals import Duals
from rookery.cover.exact.box import BoxProof, has_box
from rookery.cover.exact.restricted import FEWEST_PIECES, turns_of, worthwhile_kinds
from rookery.cover.exact.set_cover import is_set_cover
from rookery.cover.first.first_cover import target_worth
from rookery.cover.kernel_sets import BOX, COVER, HURDLES
from rookery.cover.model.sights import Sights, sights
from rookery.cover.prepared import Prepared, sharpened
from rookery.cover.puzzle import Cover, PlacedPiece
from rookery.cover.schedule.begin import can_anneal
from rookery.engine import cpsat
from rookery.engine.run import Run
from rookery.results.values import Value

MOST_MERGED = 8
CP_SAT_FROM_SECONDS = 1.5  # its import takes half a second to one
TINY, TINY_FROM_SECONDS = 320, 0.7  # of so few candidates a proof takes less than a second
MODEL_ENTRY_SECONDS = 3e-5
MODEL_SHARE = 0.3  # of the time left, at most, to build a model


class Need(Enum):
    """A condition that a step may have on a search."""

    KERNELS = "compiled kernels that know the pieces"
    NO_KERNELS = "that there are none"
    MODELS = "time for CP-SAT: to import it, and to build its models"
    COVER = "a cover"
    COVERS = "several covers, not yet merged"
    TURN = "a turn of the board that leaves the puzzle as it is"
    BOX = "queens on a whole board, so few that lines are empty, and compiled kernels"
    NO_BOX = "that there are no such queens, or no kernels for them yet"
    CUTS = "that rounds of cuts still raise the bound"


class CoverSearch:
    """A board with its best duals and cuts, the covers to be merged, and the windows' size.

    Parameters
    ----------
    start
        The puzzle, its candidates and duals.
    run
        The run, with a first cover.
    """

    def __init__(self, start: Prepared, run: Run) -> None:
        self.puzzle: Cover = start.puzzle
        self.run = run
        self.pool = CoverPool()
        self.window_pieces = FEWEST_PIECES
        self.anneals = can_anneal(start.puzzle)
        self.box = BoxProof(start.puzzle, start.table) if has_box(start.puzzle) else None
        self.start = start
        self.cuts: CutRounds | None = None
        self._sharpened_for: tuple[Value | None, bool] = (run.value, run.has_kernels(HURDLES))
        self._proof: Duals | None = None
        self._lock = threading.Lock()

    def sharpen(self) -> Prepared:
        """Return the start with duals led by the best cost and, once compiled, by hurdles."""
        with self._lock:
            known = (self.run.value, self.run.has_kernels(HURDLES))
            if known != self._sharpened_for:
                self.start = sharpened(self.start, self.run)
                self._sharpened_for = known
            return self.start

    def add(self, cover: tuple[PlacedPiece, ...]) -> None:
        """Keep a cover to be merged with others; an empty one is none."""
        if cover:
            self.pool.add(cover, int(self.puzzle.value(cover)))

    def learn(self, cuts: CutRounds) -> None:
        """Keep cuts, and their duals where they prove the most so far."""
        with self._lock:
            self.cuts = cuts
            proof = cuts.best
            if proof is not None and (self._proof is None or proof.bound > self._proof.bound):
                self._proof = proof

    @property
    def proof(self) -> Duals:
        """The duals that prove the most so far: of few candidates a cheaper cover can have."""
        duals = self.start.duals
        if self._proof is None or self._proof.bound <= duals.bound:
            return duals
        return self._proof

    @property
    def waits(self) -> bool:
        """Whether annealing will be possible, once kernels are loaded or compiled."""
        return self.anneals and not self.run.has_kernels(COVER) and COVER.fault is None

    def has(self, need: Need) -> bool:
        """Return whether it has what a step needs."""
        match need:
            case Need.KERNELS:
                return self.anneals and self.run.has_kernels(COVER)
            case Need.NO_KERNELS:
                return not self.has(Need.KERNELS)
            case Need.MODELS:
                return self._models_pay()
            case Need.COVER:
                return self.run.value is not None
            case Need.COVERS:
                return self.run.value is not None and self.pool.is_due()
            case Need.TURN:
                return self.has_turn
            case Need.BOX:
                return not self.has(Need.NO_BOX)
            case Need.NO_BOX:
                is_open = self.box is not None and self.box.can_go_on(self.run)
                return not (is_open and self.run.has_kernels(BOX))
            case Need.CUTS:
                return self.cuts is None or not self.cuts.ended

    def core(self) -> int:
        """Return the number of candidates that a cheaper cover may have."""
        cost, duals = self.run.value, self.proof
        if cost is None:
            return len(self.start.table)
        return int(np.count_nonzero(duals.reduced < cost - duals.bound))

    @cached_property
    def is_set_cover(self) -> bool:
        """Whether pieces do not change each other's attacks."""
        return is_set_cover(self.puzzle, self.start.table)

    @cached_property
    def has_turn(self) -> bool:
        """Whether a turn of the board leaves the puzzle as it is."""
        return bool(turns_of(self.puzzle))

    @cached_property
    def window_kinds(self) -> dict[Square, list[int]]:
        """The kinds worth trying on each square of a window."""
        return worthwhile_kinds(self.puzzle, self.start.table)

    @cached_property
    def sights(self) -> Sights:
        """Every way in which a piece may attack a target."""
        return sights(self.puzzle)

    @cached_property
    def worth(self) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
        """The dual of each target, for greedy choice."""
        return target_worth(self.start.table, self.start.duals)

    def _models_pay(self) -> bool:
        left = self.run.remaining()
        if MODEL_ENTRY_SECONDS * len(self.start.table.owner) > MODEL_SHARE * left:
            return False
        needed = TINY_FROM_SECONDS if len(self.start.table) <= TINY else CP_SAT_FROM_SECONDS
        return cpsat.is_loaded() or left >= needed


class CoverPool:
    """The best covers that searches ended at, to be merged."""

    def __init__(self) -> None:
        self._covers: dict[tuple[PlacedPiece, ...], int] = {}
        self._merged: tuple[tuple[PlacedPiece, ...], ...] = ()
        self._lock = threading.Lock()

    def add(self, placed_pieces: tuple[PlacedPiece, ...], cost: int) -> None:
        """Take in a cover, and forget it if it is none of the best."""
        with self._lock:
            self._covers[placed_pieces] = cost
            best = sorted(self._covers, key=self._covers.__getitem__)[:MOST_MERGED]
            self._covers = {cover: self._covers[cover] for cover in best}

    def is_due(self) -> bool:
        """Return whether there are covers that were not merged with each other."""
        covers = tuple(self._covers)
        return len(covers) > 1 and covers != self._merged

    def take(self) -> tuple[tuple[PlacedPiece, ...], ...]:
        """Return the covers to be merged, the best first."""
        with self._lock:
            self._merged = tuple(self._covers)
            return self._merged
