"""One board under search: the state that its threads share, and the steps that search it.

A step begins with the incumbent. State that outlasts a slice is kept in the `CoverSearch`, so any
thread can take the next slice.
"""

from __future__ import annotations

import math
import random
import threading
from collections.abc import Callable, Generator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from rookery.cover.annealing.cooling import anneal, anneal_again
from rookery.cover.bounds.cuts import CutRounds
from rookery.cover.bounds.duals import Duals, Prepared
from rookery.cover.bounds.program import Relaxation
from rookery.cover.exact.searches import (
    Windows,
    is_set_cover,
    prove_by_limits,
    prove_by_scip,
    prove_by_tree,
    useful_kinds,
)
from rookery.cover.greedy import exchanged
from rookery.cover.kernel_sets import COVER, FEW, HURDLES, WEIGHTING
from rookery.cover.model.scans import ScanBoard
from rookery.cover.model.traits import can_anneal, can_weigh_apart, has_box
from rookery.cover.offers import offered, proved
from rookery.cover.puzzle import Cover
from rookery.cover.schedule.begin import bounding_duals
from rookery.engine import cpsat
from rookery.engine.lanes import Slice, in_thread
from rookery.engine.partial import Partial
from rookery.engine.run import Run, Steps
from rookery.results.limits import Check

CP_SAT_FROM_SECONDS = 1.5  # seconds left; the import of CP-SAT takes half a second to one
TINY, TINY_FROM_SECONDS = 320, 0.7  # a proof with so few candidates takes less than a second
MODEL_ENTRY_SECONDS = 3e-5  # seconds to build a CP-SAT model, for each attack
MODEL_SHARE = 0.3  # share of the time left, at most, to build a model
EXCHANGE_TRIES = 25  # exchanges in a slice
LP_ENTRY_SECONDS = 2e-5  # seconds to build the linear program, for each attack


class CoverSearch:
    """A board with a first cover, its best duals, cuts and windows."""

    def __init__(self, start: Prepared, run: Run) -> None:
        self.puzzle: Cover = start.puzzle
        self.run = run
        self.anneals = can_anneal(start.puzzle)
        self.box: Any = None
        if has_box(start.puzzle):
            from rookery.cover.exact.box import BoxProof

            self.box = BoxProof(start.puzzle, start.table)
        self.start = start
        self.cuts: CutRounds | None = None
        self.proof = start.duals  # of the best bound; they leave few candidates to a cheaper cover
        self._is_sharp = run.has_kernels(HURDLES)
        self._lock = threading.Lock()

    def sharpen(self) -> Duals:
        """Return the best duals, which count hurdles once the kernels for these are compiled."""
        cost = self.run.value
        if not self._is_sharp and cost is not None and self.run.has_kernels(HURDLES):
            self._is_sharp = True
            self.learn(bounding_duals(self.run, self.start.table.for_bounds(), float(cost)))
        return self.proof

    def take_cuts(self) -> CutRounds | None:
        """Return the cuts, and forget them: a thread that outlives its step still works on them."""
        with self._lock:
            cuts, self.cuts = self.cuts, None
            return cuts

    def learn(self, proof: Duals) -> None:
        """Keep duals that prove the most so far."""
        with self._lock:
            self.proof = max(self.proof, proof, key=lambda duals: duals.bound)

    @property
    def waits(self) -> bool:
        """Whether kernels that are being loaded or compiled will make annealing possible."""
        return self.anneals and not self.run.has_kernels(COVER) and COVER.is_coming

    def core(self) -> int:
        """Return the number of candidates that a cheaper cover may have."""
        cost, duals = self.run.value, self.proof
        if cost is None:
            return len(self.start.table)
        return int(np.count_nonzero(duals.reduced < cost - duals.bound))

    @property
    def has_kernels(self) -> bool:
        """Whether kernels that know the puzzle are compiled."""
        if can_weigh_apart(self.puzzle):
            return self.run.has_kernels(WEIGHTING)
        return self.anneals and self.run.has_kernels(COVER)

    def has_time_for_models(self) -> bool:
        """Return whether there is time to import CP-SAT and to build its models."""
        left = self.run.remaining()
        if MODEL_ENTRY_SECONDS * len(self.start.table.owner) > MODEL_SHARE * left:
            return False
        needed = TINY_FROM_SECONDS if len(self.start.table) <= TINY else CP_SAT_FROM_SECONDS
        return cpsat.is_loaded() or left >= needed

    @property
    def has_open_boxes(self) -> bool:
        """Whether few enough queens may suffice for a proof by boxes, and kernels are ready."""
        is_open = self.box is not None and self.box.can_go_on(self.run)
        return is_open and self.run.has_kernels(FEW)

    @cached_property
    def is_set_cover(self) -> bool:
        """Whether pieces do not change each other's attacks."""
        return is_set_cover(self.puzzle, self.start.table)

    @cached_property
    def windows(self) -> Windows:
        """The windows, which grow once small ones are settled."""
        kinds = useful_kinds(self.puzzle, self.start.table, self.start.duals, math.inf)
        return Windows(kinds, random.Random(self.run.seed))

    @cached_property
    def board(self) -> ScanBoard:
        """The board for exchanges."""
        return ScanBoard(self.puzzle)


@dataclass(frozen=True)
class SearchStep:
    """One way to make the cover cheaper or the bound higher."""

    take: Callable[[CoverSearch, Slice, float], Steps]  # with the seconds that are planned for it
    suits: Callable[[CoverSearch], bool] = lambda search: True  # kernels and time aside
    anneals: bool = False  # whether it uses the annealing kernels
    is_model: bool = False  # for CP-SAT

    def can_run(self, search: CoverSearch) -> bool:
        """Return whether a search can take it now."""
        if (self.anneals and not search.has_kernels) or not self.suits(search):
            return False
        return not self.is_model or search.has_time_for_models()


def _has_cover(search: CoverSearch) -> bool:
    return search.run.value is not None


def _anneal(search: CoverSearch, run: Slice, seconds: float) -> Steps:
    return anneal(search.start, run, seconds)


def _exchange(search: CoverSearch, run: Slice, _: float) -> Steps:
    """Exchange a few pieces of the best cover at a time until the kernels are ready."""
    waits = search.waits

    def go_on() -> bool:
        return run.remaining() > 0 and search.waits == waits

    board, rng = search.board, np.random.default_rng(run.seed)
    better = exchanged(board.scan(board.position(run.answer)), rng, EXCHANGE_TRIES, go_on)
    return offered(run, board.answer(better.position), "exchange")
    yield


def prove_by_lp(search: CoverSearch, run: Run, rounds: int | None = None) -> Steps:
    """Raise the bound by the linear program and rounds of cuts, resumed where they stopped.

    `rounds` is the number of rounds at most, 0 for the linear program alone.
    """
    start, duals = search.start, search.sharpen()
    yield proved(run, duals.bound, "lagrangian")
    to_build = LP_ENTRY_SECONDS * len(start.table.owner) if search.cuts is None else 0.0
    if run.remaining() <= to_build or not len(duals.worth):
        return None

    def improve(check: Check) -> Generator[Partial, None, None]:
        cuts = search.take_cuts()
        if cuts is None:
            prices = start.puzzle.unit_prices
            aim = max(prices) * len(start.puzzle.targets) if run.value is None else run.value
            rows = Relaxation(start.table.for_bounds(), min(prices))
            cuts = CutRounds(rows, float(aim), duals)
        try:
            for better in cuts.go_on(run.remaining, check, rounds):
                search.learn(better)
                yield proved(run, better.bound, "lp")
        finally:
            search.cuts = cuts

    yield from in_thread(improve, run, "lp")
    return None


def _proof(
    prove: Callable[[Prepared, Run], Steps], suits: Callable[[CoverSearch], bool] = lambda _: True
) -> SearchStep:
    """Return a step that proves with the duals of the best bound; boxes come before it."""

    def take(search: CoverSearch, run: Slice, _: float) -> Steps:
        duals = search.sharpen()
        yield proved(run, duals.bound, "lagrangian")
        return (yield from prove(replace(search.start, duals=duals), run))

    return SearchStep(
        take, lambda search: not search.has_open_boxes and suits(search), is_model=True
    )


STEPS = {
    "exchange": SearchStep(_exchange, lambda search: _has_cover(search) and not search.has_kernels),
    "glance": SearchStep(_anneal, lambda search: search.anneals, anneals=True),
    "anneal": SearchStep(_anneal, lambda search: search.anneals, anneals=True),
    "again": SearchStep(
        lambda search, run, seconds: anneal_again(search.start, run, seconds),
        _has_cover,
        anneals=True,
    ),
    "windows": SearchStep(
        lambda search, run, _: search.windows.improve(run), _has_cover, is_model=True
    ),
    "box": SearchStep(
        lambda search, run, _: search.box.go_on(run), lambda search: search.has_open_boxes
    ),
    "exact": _proof(prove_by_limits),
    "tree": _proof(prove_by_tree),
    "branch": _proof(prove_by_scip, lambda search: search.is_set_cover),
    "lp": SearchStep(
        lambda search, run, _: prove_by_lp(search, run),
        lambda search: search.cuts is None or not search.cuts.ended,
    ),
}
