"""Compiling many kernel sets at once, ahead of need."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed

from rookery.compiled.sets import KernelSet, compile_in_child


def compile_missing(
    sets: Sequence[KernelSet], tell: Callable[[int, int, KernelSet | None], object]
) -> tuple[KernelSet, ...]:
    """Compile those sets that are not kept, each in a process of its own, as many as cores.

    Parameters
    ----------
    sets
        Those that take longest first.
    tell
        Called with how many are done, how many there are to compile, and the one just done;
        first with None for that.

    Returns
    -------
    tuple of KernelSet
        Those that could not be compiled, or not be kept.
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
