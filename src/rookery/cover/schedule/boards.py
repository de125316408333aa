"""Several boards within one time limit, as a judge asks for them."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, replace
from functools import partial

from rookery.compiled.sets import COMPILING
from rookery.cover.incumbent import CoverIncumbent
from rookery.cover.kernel_sets import COVER, HURDLES
from rookery.cover.prepared import Prepared
from rookery.cover.puzzle import Cover
from rookery.cover.schedule.auto import improve_alone, promising
from rookery.cover.schedule.engine import UncoverableError, can_anneal, prepare
from rookery.cover.schedule.meanwhile import exchange_steps
from rookery.family import OnEach
from rookery.results.result import Reason, Result
from rookery.results.settings import Settings

POLL_SECONDS = 0.25
LOAD_SHARE = 0.2  # of the time, at most; beside other work it takes three times as long
FIRST_SHARE = 0.5  # of each board's time
HOPE = 0.5  # of a board's gap, to be gained by a step; less after each


def solve_boards(
    puzzles: Sequence[Cover], settings: Settings, on_each: OnEach | None = None
) -> Iterator[Result]:
    """Solve boards within one time limit; yield their results in order.

    Every board gets a greedy cover first. Until there are kernels, those boards are improved
    without that gain most by it. What is left of the time is then shared among the boards by their
    kings, each worked on by one thread; boards that are proved leave their share to the others.

    Parameters
    ----------
    puzzles, settings
        The boards, and the settings for all of them together.
    on_each
        Called with the number of a board, from 0, and its progress.
    """
    COVER.load(LOAD_SHARE * settings.clock.left())
    HURDLES.begin()
    incumbents = [
        CoverIncumbent(puzzle, _told(settings, on_each, number))
        for number, puzzle in enumerate(puzzles)
    ]
    turns: dict[CoverIncumbent, Future[None]] = {}
    try:
        starts = _begun(incumbents, settings)
        if any(can_anneal(start.puzzle) for start in starts):
            _without_kernels(starts, settings)
        jobs = _Shares(starts, settings).begin()
        turns = {start.incumbent: job for start, job in zip(starts, jobs, strict=True)}
    except KeyboardInterrupt:
        _interrupt(incumbents)
    for incumbent in incumbents:
        try:
            if incumbent in turns:
                turns[incumbent].result()
        except KeyboardInterrupt:
            _interrupt(incumbents)
        yield replace(incumbent.result(incumbent.stop() or Reason.TIME), method="auto")


def _told(settings: Settings, on_each: OnEach | None, number: int) -> Settings:
    return settings if on_each is None else replace(settings, on_progress=partial(on_each, number))


def _begun(incumbents: Sequence[CoverIncumbent], settings: Settings) -> list[Prepared]:
    """Give every board that can be covered a first cover and bound, in a part of its time."""
    starts = []
    for number, incumbent in enumerate(incumbents):
        left = settings.clock.left()
        incumbent.allow(FIRST_SHARE * left / (len(incumbents) - number))
        try:
            starts.append(prepare(incumbent, tries=0))
        except UncoverableError as error:
            incumbent.impossible, incumbent.why_none = True, str(error)
    for incumbent in incumbents:
        incumbent.allow(settings.clock.left())
    return starts


def _without_kernels(starts: Sequence[Prepared], settings: Settings) -> None:
    """Improve boards until there are kernels, or the time is over.

    A core is left to the child that compiles them: the sooner it is done, the better.
    """
    workers = max(1, min(settings.threads - 1, len(starts)))
    steps = _Steps(starts)
    with ThreadPoolExecutor(workers) as pool:
        jobs = [pool.submit(steps.take) for _ in range(workers)]
        try:
            while wait(jobs, POLL_SECONDS).not_done:
                for start in starts:
                    if not start.incumbent.proved:
                        start.incumbent.tell(COMPILING)
        except KeyboardInterrupt:
            _interrupt([start.incumbent for start in starts])
            raise
    for job in jobs:
        job.result()


@dataclass
class _Work:
    """A board that is improved step by step, and what a second of that gains."""

    incumbent: CoverIncumbent
    steps: Iterator[None]
    rate: float = 0.0
    taken: int = 0
    is_busy: bool = False

    def promise(self) -> float:
        """Return what the next step may gain, by the last ones and the gap; all take a first."""
        cost = self.incumbent.cost
        if self.is_busy or cost is None or self.incumbent.stop() is not None:
            return 0.0
        if not self.taken:
            return math.inf
        return max(self.rate, HOPE * (cost - self.incumbent.bound) / (1 + self.taken) ** 2)


class _Steps:
    """Steps that need no kernels, each on the board that promises most; for several threads."""

    def __init__(self, starts: Sequence[Prepared]) -> None:
        self.work = [_Work(start.incumbent, exchange_steps(start)) for start in starts]
        self.lock = threading.Lock()

    def take(self) -> None:
        """Take steps until there are kernels, or no board is left."""
        while not COVER.is_ready:
            with self.lock:
                work = max(self.work, key=_Work.promise)
                if work.promise() <= 0:
                    return
                work.is_busy = True
            cost, began = work.incumbent.cost or 0, time.perf_counter()
            next(work.steps, None)
            gained = cost - (work.incumbent.cost or 0)
            with self.lock:
                work.rate = (work.rate + gained / (time.perf_counter() - began)) / 2
                work.taken += 1
                work.is_busy = False


class _Shares:
    """What is left of the time, handed out board by board."""

    def __init__(self, starts: Sequence[Prepared], settings: Settings) -> None:
        self.starts = starts
        self.settings = settings
        self.workers = max(1, min(settings.threads, len(starts)))
        self.kings_left = sum(self._weight(start) for start in starts)
        self.lock = threading.Lock()

    def begin(self) -> list[Future[None]]:
        """Start on all boards, on those first that may be proved soon; return what to wait for."""
        pool = ThreadPoolExecutor(self.workers)
        order = sorted(
            range(len(self.starts)), key=lambda number: not promising(self.starts[number])
        )
        turns = {number: pool.submit(self._turn, self.starts[number]) for number in order}
        pool.shutdown(wait=False)
        return [turns[number] for number in range(len(self.starts))]

    def _turn(self, start: Prepared) -> None:
        incumbent = start.incumbent
        anneals = can_anneal(start.puzzle)
        if incumbent.stop() is not None or (anneals and not COVER.is_ready):
            return
        with self.lock:
            left = self.settings.clock.left()
            share = left * self.workers * self._weight(start) / max(1, self.kings_left)
            self.kings_left -= self._weight(start)
        incumbent.allow(min(left, share))
        improve_alone(start, self.settings.seed)

    @staticmethod
    def _weight(start: Prepared) -> int:
        return 0 if start.incumbent.proved else len(start.puzzle.targets)


def _interrupt(incumbents: Sequence[CoverIncumbent]) -> None:
    """Stop all boards; those that have no answer yet get none."""
    for incumbent in incumbents:
        incumbent.interrupted = True
