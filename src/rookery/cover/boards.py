"""Several boards within one time limit, as a judge asks for them."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from importlib import import_module

from rookery.cover.auto import CP_SAT, CP_SAT_FROM_SECONDS, improve_alone, promising
from rookery.cover.engine import prepare
from rookery.cover.incumbent import Incumbent
from rookery.cover.puzzle import Cover
from rookery.cover.start import Start, ready
from rookery.result import Reason, Result, Settings

POLL_SECONDS = 0.05


def solve_boards(puzzles: Sequence[Cover], settings: Settings) -> Iterator[Result]:
    """Solve boards within one time limit; yield their results in order.

    Every board gets a greedy cover first, while a thread compiles the kernel. What is left
    of the time is then shared among the boards by their kings, each worked on by one thread;
    boards that are proved leave their share to the others. When the kernel is not ready in
    time, the greedy covers are the answers.
    """
    compiling = threading.Thread(target=ready, daemon=True)
    compiling.start()
    incumbents = [Incumbent(puzzle, settings) for puzzle in puzzles]
    turns: list[Future[None]] = []
    try:
        starts = [prepare(incumbent) for incumbent in incumbents]
        if any(map(promising, starts)) and settings.clock.left() > CP_SAT_FROM_SECONDS:
            import_module(CP_SAT)
        while compiling.is_alive() and settings.clock.left() > 0:
            compiling.join(POLL_SECONDS)
        if not compiling.is_alive():
            turns = _Shares(starts, settings).begin()
    except KeyboardInterrupt:
        _interrupt(incumbents)
    for number, incumbent in enumerate(incumbents):
        try:
            if number < len(turns):
                turns[number].result()
        except KeyboardInterrupt:
            _interrupt(incumbents)
        yield replace(incumbent.result(incumbent.stop() or Reason.TIME), method="auto")


class _Shares:
    """What is left of the time, handed out board by board."""

    def __init__(self, starts: Sequence[Start], settings: Settings) -> None:
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

    def _turn(self, start: Start) -> None:
        incumbent = start.incumbent
        if incumbent.stop() is not None:
            return
        with self.lock:
            left = self.settings.clock.left()
            share = left * self.workers * self._weight(start) / max(1, self.kings_left)
            self.kings_left -= self._weight(start)
        incumbent.allow(min(left, share))
        improve_alone(start, self.settings.seed)

    @staticmethod
    def _weight(start: Start) -> int:
        return 0 if start.incumbent.proved else len(start.puzzle.targets)


def _interrupt(incumbents: Sequence[Incumbent]) -> None:
    """Stop all boards; those that have no answer yet get none."""
    for incumbent in incumbents:
        incumbent.interrupted = True
