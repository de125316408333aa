"""The steps of a search, each with one interface: its needs, and a part of a method.

A step begins with the best that is known. State that two slices share is kept in the `CoverSearch`;
so any thread, or a worker elsewhere that was sent the best cover and bound, can take the next.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Generator
from dataclasses import dataclass, replace

from rookery.cover.annealing.cooling import anneal, anneal_again
from rookery.cover.exact.proofs import prove_by_cp_sat, prove_good_cover
from rookery.cover.exact.restricted import Windows, merged, search_symmetric
from rookery.cover.exact.set_cover import prove_set_cover
from rookery.cover.first.greedy import exchanged
from rookery.cover.model.arrangement import Arrangement
from rookery.cover.offers import offered, proved
from rookery.cover.prepared import Prepared, new_cuts
from rookery.cover.schedule.search import CoverSearch, Need
from rookery.engine.lanes import Check, Slice, in_thread
from rookery.engine.partial import Partial
from rookery.engine.run import Run, Steps

EXCHANGE_TRIES = 25
LP_ENTRY_SECONDS = 2e-5  # to build the model, for each attack

# a step at work: called with the search, the slice, and the seconds that are planned for it
Take = Callable[[CoverSearch, Slice, float], Steps]


@dataclass(frozen=True)
class Step:
    """One way to make the cover cheaper or the bound higher.

    Attributes
    ----------
    name
        Its name for the policy and the record.
    needs
        The conditions on a search.
    take
        Takes a slice.
    """

    name: str
    needs: frozenset[Need]
    take: Take

    def can_run(self, search: CoverSearch) -> bool:
        """Return whether a search has all that it needs."""
        return all(map(search.has, self.needs))


def _anneal(search: CoverSearch, run: Slice, seconds: float) -> Steps:
    search.add((yield from anneal(search.start, run, seconds)))
    return None


def _anneal_again(search: CoverSearch, run: Slice, seconds: float) -> Steps:
    """Anneal from the best cover on."""
    search.add((yield from anneal_again(search.start, run, seconds)))
    return None


def _exchange(search: CoverSearch, run: Slice, _: float) -> Steps:
    """Exchange a few pieces of the best cover at a time, until kernels come."""
    waits = search.waits

    def go_on() -> bool:
        return run.remaining() > 0 and search.waits == waits

    board = Arrangement(search.sights, search.worth, run.answer)
    better = exchanged(board, random.Random(run.seed), EXCHANGE_TRIES, go_on)
    return offered(run, better.placed_pieces(), "exchange")
    yield


def _solve_windows(search: CoverSearch, run: Slice, _: float) -> Steps:
    """Solve windows, larger ones once small ones are settled."""
    windows = Windows(search.window_kinds, random.Random(run.seed), search.window_pieces)
    try:
        yield from windows.improve(run)
    finally:
        search.window_pieces = windows.pieces
    return None


def _search_symmetric(search: CoverSearch, run: Slice, _: float) -> Steps:
    return search_symmetric(search.start.table, run)


def _merge(search: CoverSearch, run: Slice, _: float) -> Steps:
    return merged(search.pool.take(), run)


def _prove(search: CoverSearch, run: Slice, _: float) -> Steps:
    return _prove_by(prove_good_cover, search, run)


def _prove_by_tree(search: CoverSearch, run: Slice, _: float) -> Steps:
    return _prove_by(prove_by_cp_sat, search, run)


def _prove_by(prove: Callable[[Prepared, Run], Steps], search: CoverSearch, run: Slice) -> Steps:
    yield proved(run, search.sharpen().duals.bound, "lagrangian")
    start = replace(search.start, duals=search.proof)
    yield from (prove_set_cover if search.is_set_cover else prove)(start, run)
    return None


def _prove_by_box(search: CoverSearch, run: Slice, _: float) -> Steps:
    assert search.box is not None
    return search.box.go_on(run)


def _solve_lp(search: CoverSearch, run: Slice, _: float) -> Steps:
    return prove_by_lp(search, run)


def prove_by_lp(search: CoverSearch, run: Run, rounds: int | None = None) -> Steps:
    """Raise the bound by the linear program and rounds of cuts, which go on where they stopped.

    `rounds` is the number of rounds at most, 0 for the linear program alone.
    """
    start = search.sharpen()
    yield proved(run, start.duals.bound, "lagrangian")
    to_build = LP_ENTRY_SECONDS * len(start.table.owner) if search.cuts is None else 0.0
    if run.remaining() <= to_build or not len(start.duals.worth):
        return None

    def improve(check: Check) -> Generator[Partial, None, None]:
        cuts = search.cuts or new_cuts(start, run)
        search.learn(cuts)
        for duals in cuts.go_on(run.remaining, check, rounds):
            search.learn(cuts)
            yield proved(run, duals.bound, "lp")

    yield from in_thread(improve, run, "lp")
    return None


def _step(name: str, needs: set[Need], take: Take) -> Step:
    return Step(name, frozenset(needs), take)


STEPS = {
    step.name: step
    for step in (
        _step("exchange", {Need.NO_KERNELS, Need.COVER}, _exchange),
        _step("glance", {Need.KERNELS}, _anneal),
        _step("anneal", {Need.KERNELS}, _anneal),
        _step("again", {Need.KERNELS, Need.COVER}, _anneal_again),
        _step("windows", {Need.MODELS, Need.COVER}, _solve_windows),
        _step("merge", {Need.MODELS, Need.COVERS}, _merge),
        _step("symmetric", {Need.MODELS, Need.TURN}, _search_symmetric),
        _step("box", {Need.BOX}, _prove_by_box),
        _step("exact", {Need.MODELS, Need.NO_BOX}, _prove),
        _step("tree", {Need.MODELS, Need.NO_BOX}, _prove_by_tree),
        _step("lp", {Need.CUTS}, _solve_lp),
    )
}
