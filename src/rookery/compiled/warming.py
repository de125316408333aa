"""Compilation of many kernel sets in parallel, ahead of need."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed

from rookery.compiled.sets import KernelSet, compile_in_child


def compile_missing(
    sets: Sequence[KernelSet], tell: Callable[[int, int, KernelSet | None], object]
) -> tuple[KernelSet, ...]:
    """Compile the sets that are not cached, each in a child process, one per core at a time.

    Parameters
    ----------
    sets
        The sets, slowest first.
    tell
        A callback with the number of sets done, the number to compile, and the set just done. The
        first call has None for the set.

    Returns
    -------
    tuple of KernelSet
        The sets that could not be compiled or cached.
    """
    missing = [kernels for kernels in sets if not kernels.is_kept()]
    if not missing:
        return ()
    tell(0, len(missing), None)
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        jobs = {pool.submit(compile_in_child, kernels.name): kernels for kernels in missing}
        for number, job in enumerate(as_completed(jobs), 1):
            tell(number, len(missing), jobs[job])
    return tuple(kernels for kernels in missing if not kernels.is_kept())
