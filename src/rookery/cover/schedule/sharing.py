"""One board searched by many workers, who share the best cover and bound.

A worker takes a turn of some seconds and tells what it found; with its next turn it gets the
best that all have found by then. There is no waiting for each other.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import BrokenExecutor
from dataclasses import replace
from functools import partial

from rookery.cover.incumbent import CoverIncumbent
from rookery.cover.prepared import LP_FROM_SECONDS, Prepared
from rookery.cover.puzzle import Cover, PlacedPiece
from rookery.cover.schedule.auto import exact_pays, promising
from rookery.cover.schedule.engine import can_anneal, interruptible, prepare
from rookery.cover.schedule.turns import Found, Turn, take
from rookery.errors import PuzzleError
from rookery.results.progress import NO_WORKERS, Progress
from rookery.results.result import Reason, Result
from rookery.results.settings import Settings
from rookery.running.units import Done, RunOptions, WorkError, run, without_workers

# A turn lasts as long as the search so far, so that easy boards keep no worker for long.
SHORTEST_TURN, LONGEST_TURN = 0.5, 10.0
TURN_SHARE = 0.15  # of the time limit, at most
SENDING_SECONDS = 0.2  # before the limit, a turn's answer must be on its way
LEAST_SECONDS = 0.1
FIRST_PROOF_SHARE, LONGEST_FIRST_PROOF = 0.15, 30.0
PROOF_GROWTH = 2.0
PROOF_SHARE, PROMISING_SHARE = 0.33, 0.5  # of all workers' time, at most
PROOFS = ("lp", "exact")
MOST_MERGED = 8
MOST_DEATHS = 5


def run_shared(puzzle: Cover, settings: Settings) -> Result:
    """Return the best cover that an executor's workers find, and the best bound they prove.

    When the workers are lost, what was found before
    is returned, with a note. Results do not repeat: who is first decides who gets what.

    Raises
    ------
    PuzzleError
        When work is limited: of many workers it cannot be repeatable.
    WorkError
        When the workers are lost before there is any cover.
    """
    if settings.limits.work is not None:
        raise PuzzleError(
            expected="a limit of seconds for an executor's workers", found="one of work"
        )
    note = ""
    with interruptible(CoverIncumbent(puzzle, settings)) as incumbent:
        start = prepare(incumbent)
        try:
            if incumbent.stop() is None:
                _share(start, settings)
        except WorkError as loss:
            if incumbent.cost is None:
                raise
            incumbent.interrupted = True
            note = str(loss)
    result = incumbent.result(incumbent.stop() or Reason.TIME)
    if not note and result.reason is Reason.TIME and without_workers(settings.executor):
        note = NO_WORKERS
    return replace(result, note=note)


def _share(start: Prepared, settings: Settings) -> None:
    """Hand out turns until a limit is reached, and take in what they find."""
    incumbent = start.incumbent
    turns = Turns(start)

    def tell() -> None:
        turns.report(NO_WORKERS if without_workers(settings.executor) else "search")

    options = RunOptions(
        keeps_errors=True,
        redoes=False,
        ahead=1,
        seconds_left=incumbent.clock.left,
        on_wait=tell,
        waits=False,
    )
    running = run(partial(take, start.puzzle), turns, 1, settings.executor, options)
    try:
        for done in running:
            turns.land(done)
            if incumbent.stop() is not None:
                break
    finally:
        running.close()


class Turns:
    """The turns of one search: what is to be done next, and what was found.

    One worker solves the LP, once, and after that at most one at a time searches for a proof,
    longer each time it finds none. The others anneal and solve windows by turns; whenever there
    are new covers, one merges the best.

    Parameters
    ----------
    start
        The puzzle, its candidates and a first cover.
    """

    def __init__(self, start: Prepared) -> None:
        self.incumbent = start.incumbent
        self._start = start
        self._can_anneal = can_anneal(start.puzzle)
        self._most_seconds = min(TURN_SHARE * start.incumbent.clock.left(), LONGEST_TURN)
        self._proofs = _Proofs(start)
        self._pool = _Pool()
        self._is_window_next = True
        self._handed: dict[int, Turn] = {}
        self._landed = 0
        self._deaths = 0

    def __iter__(self) -> Iterator[Turn]:
        """Yield a turn whenever one is asked for, as long as one can be taken in time."""
        clock = self.incumbent.clock
        number = 0
        while (left := clock.left() - SENDING_SECONDS) > LEAST_SECONDS:
            turn = self._next(number, left)
            self._handed[number] = turn
            yield turn
            number += 1

    def land(self, done: Done[Found]) -> None:
        """Take in what a turn found.

        Raises
        ------
        WorkError
            When workers died in several turns one after the other.
        Exception
            What a worker raised.
        """
        role = self._handed.pop(done.number).role
        self._proofs.land(role, done.seconds)
        if done.error is not None:
            self._bury(done.error)
            return
        self._deaths = 0
        self._landed += 1
        found = done.value
        if found.placed_pieces:
            self._pool.add(found.placed_pieces, self.incumbent.puzzle.value(found.placed_pieces))
            self.incumbent.offer(found.placed_pieces, role)
        self.incumbent.prove(found.bound, role)
        self.incumbent.impossible |= found.impossible and self.incumbent.cost is None
        self.report(role)

    def report(self, stage: str) -> None:
        """Tell how far the search is."""
        incumbent = self.incumbent
        seconds = incumbent.clock.seconds()
        incumbent.settings.report(
            Progress(seconds, incumbent.cost, incumbent.bound, done=self._landed, stage=stage)
        )

    def _next(self, number: int, left: float) -> Turn:
        """Return the next turn: what is missing most."""
        incumbent = self.incumbent
        role = self._role()
        seconds = min(self._most_seconds, incumbent.clock.seconds())
        covers: tuple[tuple[PlacedPiece, ...], ...] = ()
        if role == "merge":
            covers = self._pool.take()
        elif role != "anneal" and incumbent.cost is not None:
            covers = (incumbent.placed_pieces,)
        if role in PROOFS:
            seconds = self._proofs.seconds
        return Turn(
            role,
            incumbent.settings.seed + number,
            min(max(seconds, SHORTEST_TURN), left),
            incumbent.limits.gap,
            covers,
            incumbent.bound,
        )

    def _role(self) -> str:
        by_model = exact_pays(self._start)
        if proof := self._proofs.next(by_model):
            return proof
        if by_model and self._pool.is_due():
            return "merge"
        self._is_window_next = not self._is_window_next
        known = self.incumbent.cost is not None
        anneals = self._can_anneal and not (self._is_window_next and by_model and known)
        return "anneal" if anneals else "window"

    def _bury(self, error: BaseException) -> None:
        """Go on without the turn of a worker that died."""
        if not _is_death(error):
            raise error
        self._deaths += 1
        if self._deaths >= MOST_DEATHS:
            raise WorkError(f"workers die one after the other: {error}") from error


class _Proofs:
    """When a worker is to work on the bound, and for how long."""

    def __init__(self, start: Prepared) -> None:
        left = start.incumbent.clock.left()
        self.seconds = min(FIRST_PROOF_SHARE * left, LONGEST_FIRST_PROOF)
        self._share = PROMISING_SHARE if promising(start) else PROOF_SHARE
        self._lp_waits = left > LP_FROM_SECONDS
        self._one_at_work = False
        self._spent = self._worked = 0.0

    def next(self, by_model: bool) -> str:
        """Return what is to be done for the bound now, or nothing."""
        if self._one_at_work:
            return ""
        role = ""
        if self._lp_waits:
            self._lp_waits = False
            role = "lp"
        elif by_model and self._spent <= self._share * self._worked:
            role = "exact"
        self._one_at_work = bool(role)
        return role

    def land(self, role: str, seconds: float) -> None:
        """Take in how long a turn lasted."""
        self._worked += seconds
        if role in PROOFS:
            self._one_at_work = False
            self._spent += seconds
        if role == "exact":
            self.seconds *= PROOF_GROWTH


class _Pool:
    """The best covers of all turns, to be merged."""

    def __init__(self) -> None:
        self._covers: dict[tuple[PlacedPiece, ...], int] = {}
        self._merged: tuple[tuple[PlacedPiece, ...], ...] = ()

    def add(self, placed_pieces: tuple[PlacedPiece, ...], cost: int) -> None:
        """Take in a cover, and forget it if it is none of the best."""
        self._covers[placed_pieces] = cost
        best = sorted(self._covers, key=self._covers.__getitem__)[:MOST_MERGED]
        self._covers = {placed_pieces: self._covers[placed_pieces] for placed_pieces in best}

    def is_due(self) -> bool:
        """Return whether there are covers that were not merged with each other."""
        return len(self._covers) > 1 and tuple(self._covers) != self._merged

    def take(self) -> tuple[tuple[PlacedPiece, ...], ...]:
        """Return the covers to be merged, the best first."""
        self._merged = tuple(self._covers)
        return self._merged


def _is_death(error: BaseException) -> bool:
    """Return whether an error is that of a worker that died; Dask has one of its own."""
    return isinstance(error, BrokenExecutor) or type(error).__name__ == "KilledWorker"
