"""Counting by halves, unit by unit."""

from __future__ import annotations

from functools import lru_cache
from queue import Empty, SimpleQueue
from typing import Any

from rookery.compiled.lanes import lanes_named, widest
from rookery.queens.counting.halves import Plan, Unit, prefixes
from rookery.queens.counting.workspace import Workspace, part_before


class HalvesUnitCounter:
    """Function that counts the placements of a unit; can be sent to other processes.

    Parameters
    ----------
    plan
        The division of the board.
    lanes
        The vector instructions to use: avx512, avx2 or portable; None for the widest of the machine
        that counts.

    Attributes
    ----------
    at_work
        The count so far and the approximate share done, from 0 to 1, of every running unit of this
        process.

    Notes
    -----
    Each process keeps one counter per plan, so that its tables are made once. Each calling thread
    keeps lists of fillings: see `docs/scaling.md`.
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
            If `stop` was called.
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
        """Allow calls, also after `stop`."""
        self._is_stopped = False

    def stop(self) -> None:
        """End the calls in other threads, whose units are no longer needed."""
        self._is_stopped = True


@lru_cache(maxsize=1)
def _counter_here(plan: Plan, lanes: str | None) -> HalvesUnitCounter:
    return HalvesUnitCounter(plan, lanes)
