"""The function that counts a work unit by halves, in any thread or process, on a CPU or a GPU."""

from __future__ import annotations

from functools import lru_cache
from queue import Empty, SimpleQueue
from typing import Any

from rookery.compiled.gpu import expect_gpu, gpu_errors, is_there
from rookery.compiled.lanes import lanes_named, widest
from rookery.queens.counting.halves import Plan, PrefixUnit, prefixes
from rookery.queens.counting.workspace import HalvesWorkspace, Workspace, share_done


class HalvesUnitCounter:
    """A function that counts the placements of a work unit; other processes can receive it.

    Each process keeps one counter per plan, whose tables are made once. Each calling thread keeps
    its own lists of fillings (see `docs/scaling.md`). `lanes` names the vector instructions to use:
    avx512, avx2 or portable; None for the widest of the counting machine. `device` is one of
    `DEVICES`. `at_work` has the count so far and the approximate share done, from 0 to 1, of every
    running unit of this process.
    """

    def __init__(self, plan: Plan, lanes: str | None = None, device: str = "cpu") -> None:
        self.plan = plan
        self.lanes = lanes
        self.device = device
        self.at_work: dict[PrefixUnit, tuple[int, float]] = {}
        self._idle: SimpleQueue[HalvesWorkspace] = SimpleQueue()
        self._is_stopped = False

    def __reduce__(self) -> tuple[Any, ...]:
        return _counter_here, (self.plan, self.lanes, self.device)

    def __call__(self, unit: PrefixUnit) -> int:
        """Return the number of placements of a unit.

        An `InterruptedError` is raised if `stop` was called, and a `DeviceError` if a GPU that must
        count is missing or fails.
        """
        with gpu_errors():
            return self._count(unit)

    def _count(self, unit: PrefixUnit) -> int:
        try:
            workspace = self._idle.get_nowait()
        except Empty:
            workspace = self._workspace()
        counted = 0
        try:
            for number, start in enumerate(unit):
                for prefix in prefixes(self.plan, start=start):
                    for count, share in workspace.counts(prefix):
                        counted += count
                        done = share_done(prefix[len(start) :], self.plan.n, share)
                        self.at_work[unit] = counted, (number + done) / len(unit)
                        if self._is_stopped:
                            raise InterruptedError
        finally:
            self._idle.put(workspace)
        self.at_work.pop(unit, None)
        return counted

    def _workspace(self) -> HalvesWorkspace:
        if self.device == "cuda" or (self.device == "any" and is_there()):
            expect_gpu()
            from rookery.queens.counting.cuda_workspace import CudaWorkspace  # loads CUDA

            return CudaWorkspace(self.plan)
        return Workspace(self.plan, lanes_named(self.lanes or widest()))

    def start(self) -> None:
        """Allow calls, also after `stop`."""
        self._is_stopped = False

    def stop(self) -> None:
        """End the calls in other threads: their units are no longer needed."""
        self._is_stopped = True


@lru_cache(maxsize=1)
def _counter_here(plan: Plan, lanes: str | None, device: str) -> HalvesUnitCounter:
    return HalvesUnitCounter(plan, lanes, device)
