"""The steps of a search, each with one interface: what it needs, and a slice of it.

A slice begins with the best that is known and offers what it finds to the incumbent. It ends when
its seconds are over, when the incumbent says stop, or when it has nothing more to do. Where two
slices share anything, it is kept in the `Search`; so any thread, or a worker elsewhere that was
sent the best cover and bound, can take the next.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from rookery.cover.annealing.cooling import anneal, anneal_again
from rookery.cover.bounds.duals import Duals
from rookery.cover.exact.proofs import prove_by_cp_sat, prove_good_cover
from rookery.cover.exact.restricted import Windows, merge, search_symmetric
from rookery.cover.exact.set_cover import prove_set_cover
from rookery.cover.first.greedy import exchanged
from rookery.cover.incumbent import CoverIncumbent
from rookery.cover.model.arrangement import Arrangement
from rookery.cover.model.attacks import Candidates
from rookery.cover.prepared import prove_by_lp
from rookery.cover.schedule.search import Need, Search

EXCHANGE_TRIES = 25
Prove = Callable[[CoverIncumbent, Candidates, Duals, float], bool]


@dataclass(frozen=True)
class Slice:
    """A part of a step: how long it may take, and the seed of its random choices."""

    seconds: float
    seed: int


@dataclass(frozen=True)
class Step:
    """One way to make the cover cheaper or the bound higher.

    Attributes
    ----------
    name
        What the policy and the record call it.
    stages
        The stages of the progress that it makes.
    needs
        What a search must have for it.
    run
        Takes a slice.
    """

    name: str
    stages: frozenset[str]
    needs: frozenset[Need]
    run: Callable[[Search, Slice], None]

    def can_run(self, search: Search) -> bool:
        """Return whether a search has all that it needs."""
        return all(map(search.has, self.needs))


def _anneal(search: Search, part: Slice) -> None:
    placed_pieces = anneal(search.start, part.seed, part.seconds)
    if placed_pieces:
        search.pool.add(placed_pieces, int(search.puzzle.value(placed_pieces)))


def _anneal_again(search: Search, part: Slice) -> None:
    """Anneal from the best cover on."""
    placed_pieces = anneal_again(search.start, part.seed, part.seconds)
    search.pool.add(placed_pieces, int(search.puzzle.value(placed_pieces)))


def _exchange(search: Search, part: Slice) -> None:
    """Exchange a few pieces of the best cover at a time, until kernels come."""
    incumbent = search.incumbent
    waits, end = search.waits, incumbent.clock.seconds() + part.seconds

    def go_on() -> bool:
        in_time = incumbent.clock.seconds() < end and incumbent.stop() is None
        return in_time and search.waits == waits

    board = Arrangement(search.sights, search.worth, incumbent.placed_pieces)
    better = exchanged(board, random.Random(part.seed), EXCHANGE_TRIES, go_on)
    incumbent.offer(better.placed_pieces(), "exchange")


def _solve_windows(search: Search, part: Slice) -> None:
    """Solve windows, larger ones once small ones are settled."""
    incumbent = search.incumbent
    end = incumbent.clock.seconds() + part.seconds
    windows = Windows(
        incumbent, search.window_kinds, random.Random(part.seed), search.window_pieces
    )
    while incumbent.stop() is None and incumbent.clock.seconds() < end:
        windows.improve()
    search.window_pieces = windows.pieces


def _search_symmetric(search: Search, part: Slice) -> None:
    search_symmetric(search.incumbent, search.start.table, part.seconds)


def _merge(search: Search, part: Slice) -> None:
    merge(search.incumbent, search.pool.take(), part.seconds)


def _prove(search: Search, part: Slice) -> None:
    _prove_by(prove_good_cover, search, part)


def _prove_by_tree(search: Search, part: Slice) -> None:
    _prove_by(prove_by_cp_sat, search, part)


def _prove_by(prove: Prove, search: Search, part: Slice) -> None:
    start = search.sharpen()
    if search.incumbent.stop() is None:
        found = prove_set_cover if search.is_set_cover else prove
        found(search.incumbent, start.table, search.proof, part.seconds)


def _prove_by_box(search: Search, part: Slice) -> None:
    incumbent = search.incumbent
    end = incumbent.clock.seconds() + part.seconds

    def in_time() -> bool:
        return incumbent.stop() is None and incumbent.clock.seconds() < end

    if search.box is not None:
        search.box.go_on(incumbent, in_time)


def _solve_lp(search: Search, part: Slice) -> None:
    search.learn(prove_by_lp(search.sharpen(), part.seconds, cuts=search.cuts))


def _step(name: str, stages: str, needs: set[Need], run: Callable[[Search, Slice], None]) -> Step:
    return Step(name, frozenset(stages.split()), frozenset(needs), run)


STEPS = {
    step.name: step
    for step in (
        _step("exchange", "exchange", {Need.NO_KERNELS, Need.COVER}, _exchange),
        _step("glance", "anneal weighting", {Need.KERNELS}, _anneal),
        _step("anneal", "anneal weighting", {Need.KERNELS}, _anneal),
        _step("again", "anneal weighting", {Need.KERNELS, Need.COVER}, _anneal_again),
        _step("windows", "window", {Need.MODELS, Need.COVER}, _solve_windows),
        _step("merge", "merge", {Need.MODELS, Need.COVERS}, _merge),
        _step("symmetric", "symmetric", {Need.MODELS, Need.TURN}, _search_symmetric),
        _step("box", "box", {Need.BOX}, _prove_by_box),
        _step("exact", "exact lagrangian", {Need.MODELS, Need.NO_BOX}, _prove),
        _step("tree", "exact lagrangian", {Need.MODELS, Need.NO_BOX}, _prove_by_tree),
        _step("lp", "lp lagrangian", {Need.CUTS}, _solve_lp),
    )
}
