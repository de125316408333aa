"""The turns of a search for a tour: at the tour, and at the bound, or both at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial

from rookery.results.limits import LateError
from rookery.running.solvers import watched
from rookery.tour.bounding import Bounding
from rookery.tour.growing import look_at
from rookery.tour.improving import Improving
from rookery.tour.incumbent import TourIncumbent
from rookery.tour.orders import Distances
from rookery.tour.plan import Plan

STALE_WAY = 20
"""Of a way to a shorter tour, or to a better bound."""

STALE_TOUR = 1
"""Of the tour, beside the bound: it has a third of the time at least."""


class Turns:
    """Ways to get on, of which that has the next turn which had the least time.

    Time counts more, and so a way has less of it, the longer it has not got anywhere.

    Parameters
    ----------
    ways
        Each returns whether it got anywhere.
    most_stale
        Turns in a row without that, which count at most.
    """

    def __init__(self, ways: Iterable[Callable[[], bool]], most_stale: int) -> None:
        self.ways = list(ways)
        self._most_stale = most_stale
        self._spent = [0.0] * len(self.ways)
        self._stale = [0] * len(self.ways)

    def take(self, seconds: Callable[[], float]) -> bool:
        """Take the next turn; return whether it got anywhere. `seconds` reads the clock."""
        turn = self._spent.index(min(self._spent))
        began = seconds()
        gained = self.ways[turn]()
        self._stale[turn] = 0 if gained else self._stale[turn] + 1
        self._spent[turn] += (seconds() - began) * (1 + min(self._stale[turn], self._most_stale))
        return gained


def take_turns(plan: Plan, incumbent: TourIncumbent) -> None:
    """Improve and bound in turn, or side by side, until a limit is reached or they meet."""
    look = partial(look_at, incumbent)
    distances, _ = watched(lambda: Distances(plan), None, look)
    improving = Improving(plan, incumbent, distances)
    bounding = Bounding(plan, incumbent, distances, look)
    tours = [improving.path, improving.order, improving.windows]
    if incumbent.limits.work is not None:
        _do_work(improving, tours, bounding.ways(), incumbent)
        return
    seconds = incumbent.clock.seconds
    tour, bound = (Turns(ways, STALE_WAY) for ways in (tours, bounding.ways()))
    if incumbent.settings.threads > 1:
        _side_by_side(partial(tour.take, seconds), partial(bound.take, seconds), incumbent)
        return
    turns = Turns([partial(tour.take, seconds), lambda: bound.take(seconds) or True], STALE_TOUR)
    while incumbent.stop() is None:
        turns.take(seconds)


def _side_by_side(
    improve: Callable[[], bool], raise_bound: Callable[[], bool], incumbent: TourIncumbent
) -> None:
    """Improve the tour here and raise the bound in another thread, until one of them is done."""

    def bound() -> None:
        with suppress(LateError):
            while incumbent.stop() is None:
                raise_bound()

    with ThreadPoolExecutor(1) as pool:
        bounded = pool.submit(bound)
        try:
            while incumbent.stop() is None and not bounded.done():
                improve()
        except KeyboardInterrupt:
            incumbent.interrupted = True
    bounded.result()


def _do_work(
    improving: Improving,
    tours: Iterable[Callable[[], bool]],
    bounds: Iterable[Callable[[], bool]],
    incumbent: TourIncumbent,
) -> None:
    """Anneal for the steps that a limit of work allows; then one turn of each bound."""
    work = incumbent.limits.work or 0
    while improving.steps < work and incumbent.stop() is None:
        for way in tours:
            way()
    for way in bounds:
        if incumbent.stop() is None:
            way()
