"""Several boards within one time limit, as a judge asks for them."""

from __future__ import annotations

import math
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import suppress
from dataclasses import replace

from rookery.cover.incumbent import CoverIncumbent
from rookery.cover.kernel_sets import COVER
from rookery.cover.model.attacks import TooManyError
from rookery.cover.prepared import Prepared
from rookery.cover.puzzle import Cover
from rookery.cover.schedule.begin import UncoverableError, begin_kernels, concluded, prepare
from rookery.cover.schedule.policy import EXCHANGE_SECONDS, FEW_CORE, GLANCE_SECONDS, Choice
from rookery.cover.schedule.runner import Runner
from rookery.cover.schedule.steps import STEPS
from rookery.family import OnEach
from rookery.results.limits import LateError
from rookery.results.progress import COMPILING
from rookery.results.result import Reason, Result
from rookery.results.settings import Settings

POLL_SECONDS = 0.25
LOAD_SHARE = 0.2  # of the time, at most; beside other work it takes three times as long
FIRST_SHARE = 0.5  # of each board's time
HOPE = 0.02  # of the gap that exchanges close in a second, as long as none has


def solve_boards(
    puzzles: Sequence[Cover], settings: Settings, on_each: OnEach | None = None
) -> Iterator[Result]:
    """Solve boards within one time limit; yield their results in order.

    Every board gets a greedy cover first. Until there are kernels, those boards are improved
    without that gain most by it, and easy ones are proved. What is left of the time is then shared
    among the boards by their kings, each worked on by one thread; boards that are proved leave
    their share to the others.

    Parameters
    ----------
    puzzles, settings
        The boards, and the settings for all of them together.
    on_each
        Called with the number of a board, from 0, and its progress.
    """
    COVER.load(LOAD_SHARE * settings.clock.left())
    for puzzle in puzzles:
        begin_kernels(puzzle)
    incumbents = [
        CoverIncumbent(puzzle, settings.telling(number, on_each))
        for number, puzzle in enumerate(puzzles)
    ]
    turns: dict[CoverIncumbent, Future[None]] = {}
    try:
        runners = [Runner(start) for start in _begun(incumbents, settings)]
        if any(runner.search.anneals for runner in runners):
            _without_kernels(runners, settings)
        jobs = _Shares(runners, settings).begin()
        turns = {runner.incumbent: job for runner, job in zip(runners, jobs, strict=True)}
    except KeyboardInterrupt:
        _interrupt(incumbents)
    for incumbent in incumbents:
        try:
            if incumbent in turns:
                turns[incumbent].result()
        except KeyboardInterrupt:
            _interrupt(incumbents)
        yield replace(concluded(incumbent, incumbent.stop() or Reason.TIME), method="auto")


def _begun(incumbents: Sequence[CoverIncumbent], settings: Settings) -> list[Prepared]:
    """Give every board that can be covered a first cover and bound, in a part of its time."""
    starts = []
    for number, incumbent in enumerate(incumbents):
        left = settings.clock.left()
        incumbent.allow(FIRST_SHARE * left / (len(incumbents) - number))
        try:
            with suppress(LateError):
                starts.append(prepare(incumbent, tries=0))
        except TooManyError:
            incumbent.out_of = Reason.MEMORY
        except UncoverableError as error:
            incumbent.impossible, incumbent.why_none = True, str(error)
    for incumbent in incumbents:
        incumbent.allow(settings.clock.left())
    return starts


def _without_kernels(runners: Sequence[Runner], settings: Settings) -> None:
    """Improve boards until there are kernels, or the time is over.

    A core is left to the child that compiles them: the sooner it is done, the better.
    """
    workers = max(1, min(settings.threads - 1, len(runners)))
    exchanges = _Exchanges(runners)
    with ThreadPoolExecutor(workers) as pool:
        jobs = [pool.submit(exchanges.take) for _ in range(workers)]
        try:
            while wait(jobs, POLL_SECONDS).not_done:
                for runner in runners if COVER.is_compiling else ():
                    if not runner.incumbent.proved:
                        runner.incumbent.tell(COMPILING)
        except KeyboardInterrupt:
            _interrupt([runner.incumbent for runner in runners])
            raise
    for job in jobs:
        job.result()


class _Exchanges:
    """Exchanges, which need no kernels, on the board that promises most; for several threads.

    After its first slice a board is proved, if that is easy and its equal share of the time allows.
    """

    def __init__(self, runners: Sequence[Runner]) -> None:
        self.runners = runners
        self.busy: set[Runner] = set()
        self.easy: set[Runner] = set()
        self.lock = threading.Lock()

    def take(self) -> None:
        """Take slices until there are kernels, or no board is left."""
        while not COVER.is_ready and COVER.fault is None:
            with self.lock:
                runner = max(self.runners, key=self._promise)
                if self._promise(runner) <= 0:
                    return
                self.busy.add(runner)
                choice = self._choice(runner)
            runner.take(choice)
            with self.lock:
                self.busy.remove(runner)
                if len(runner.record) == 1 and self._is_easy(runner):
                    self.easy.add(runner)

    def _choice(self, runner: Runner) -> Choice:
        if runner not in self.easy:
            return Choice("exchange", EXCHANGE_SECONDS)
        self.easy.remove(runner)
        return Choice("exact", self._share(runner))

    def _is_easy(self, runner: Runner) -> bool:
        """Return whether a proof is likely to be done in a board's share of the time."""
        search = runner.search
        is_able = STEPS["exact"].can_run(search) and search.core() <= FEW_CORE
        return is_able and self._share(runner) >= GLANCE_SECONDS

    def _share(self, runner: Runner) -> float:
        open_boards = sum(runner.incumbent.stop() is None for runner in self.runners)
        return runner.incumbent.clock.left() / max(1, open_boards)

    def _promise(self, runner: Runner) -> float:
        """Return what a second may gain, by the last slice and the gap.

        All take a first, and then a proof that is easy.
        """
        incumbent = runner.incumbent
        if runner in self.busy or incumbent.cost is None or incumbent.stop() is not None:
            return 0.0
        if not runner.record or runner in self.easy:
            return math.inf
        last = runner.record[-1]
        hope = HOPE / (1 + len(runner.record))  # it may have been unlucky
        return max(hope, last.gain / last.seconds) * (incumbent.cost - incumbent.bound)


class _Shares:
    """What is left of the time, handed out board by board."""

    def __init__(self, runners: Sequence[Runner], settings: Settings) -> None:
        self.runners = runners
        self.settings = settings
        self.workers = max(1, min(settings.threads, len(runners)))
        self.kings_left = sum(self._weight(runner) for runner in runners)
        self.lock = threading.Lock()

    def begin(self) -> list[Future[None]]:
        """Start on all boards, on those first that may be proved soon; return what to wait for."""
        pool = ThreadPoolExecutor(self.workers)
        order = sorted(
            range(len(self.runners)), key=lambda number: self.runners[number].search.core()
        )
        turns = {number: pool.submit(self._turn, self.runners[number]) for number in order}
        pool.shutdown(wait=False)
        return [turns[number] for number in range(len(self.runners))]

    def _turn(self, runner: Runner) -> None:
        incumbent = runner.incumbent
        if incumbent.stop() is not None:
            return
        with self.lock:
            left = self.settings.clock.left()
            share = left * self.workers * self._weight(runner) / max(1, self.kings_left)
            self.kings_left -= self._weight(runner)
        incumbent.allow(min(left, share))
        runner.work()

    @staticmethod
    def _weight(runner: Runner) -> int:
        return 0 if runner.incumbent.proved else len(runner.search.puzzle.targets)


def _interrupt(incumbents: Sequence[CoverIncumbent]) -> None:
    """Stop all boards; those that have no answer yet get none."""
    for incumbent in incumbents:
        incumbent.interrupted = True
