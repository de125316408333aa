"""Counting by halves, one unit of work after the other."""

from __future__ import annotations

from functools import lru_cache
from queue import Empty, SimpleQueue
from typing import Any

from rookery.compiled.lanes import lanes_named, widest
from rookery.queens.counting.halves import Plan, Unit, prefixes
from rookery.queens.counting.workspace import Workspace, part_before


class UnitCounter:
    """Counts the placements of units; can be sent to other processes.

    Parameters
    ----------
    plan
        How the board is cut.
    lanes
        The name of the vectors to use: avx512, avx2 or portable. When None, the widest of the
        machine that counts.

    Attributes
    ----------
    at_work
        For every unit begun in this process and not ended, what was counted of it so far and
        about what part of it, from 0 to 1, is done.

    Notes
    -----
    In every process that it is sent to there is one of a plan, so that its tables are made
    once. Every thread that calls it keeps lists of fillings: see `docs/scaling.md`.
    """

    def __init__(self, plan: Plan, lanes: str | None = None) -> None:
        self.plan = plan
        self.lanes = lanes
        self.at_work: dict[Unit, tuple[int, float]] = {}
        self._idle: SimpleQueue[Workspace] = SimpleQueue()
        self._is_stopped = False

    def __reduce__(self) -> tuple[Any, ...]:
        return _counter_here, (self.plan, self.lanes)

    def __call__(self, unit: Unit) -> int:
        """Return the number of placements that belong to the prefixes of a unit.

        Raises
        ------
        InterruptedError
            When `stop` was called.
        """
        try:
            workspace = self._idle.get_nowait()
        except Empty:
            workspace = Workspace(self.plan, lanes_named(self.lanes or widest()))
        counted = 0
        try:
            for number, start in enumerate(unit):
                for prefix in prefixes(self.plan, start=start):
                    for found, part in workspace.counts(prefix):
                        counted += found
                        done = part_before(prefix[len(start) :], self.plan.n, part)
                        self.at_work[unit] = counted, (number + done) / len(unit)
                        if self._is_stopped:
                            raise InterruptedError
        finally:
            self._idle.put(workspace)
        self.at_work.pop(unit, None)
        return counted

    def start(self) -> None:
        """Let calls be made, also after `stop`."""
        self._is_stopped = False

    def stop(self) -> None:
        """End the calls in other threads, whose units are not asked for any more."""
        self._is_stopped = True


@lru_cache(maxsize=1)
def _counter_here(plan: Plan, lanes: str | None) -> UnitCounter:
    return UnitCounter(plan, lanes)
