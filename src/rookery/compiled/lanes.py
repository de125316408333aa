"""The lanes of this machine: vectors of 32-bit words on its widest vector unit.

A lanes tuple is an argument of every kernel that works on vectors (`plain_lanes`). Its type,
`Avx512`, `Avx2` or `Portable`, selects the instructions, which `lowering` defines.
"""

from __future__ import annotations

import os
from collections.abc import Set
from functools import lru_cache

import numpy as np
from llvmlite import binding
from numba.core import config

from rookery.compiled import lowering
from rookery.compiled.kernels import kernel_with
from rookery.compiled.plain_lanes import Avx2, Avx512, Lanes, Portable
from rookery.errors import PuzzleError, did_you_mean, shown, unknown_name

FORCED_BY = "ROOKERY_LANES"  # environment variable that forces the lanes by name

lanes_kernel = kernel_with(lowering)


def widest() -> str:
    """Return the name of the widest lanes this process may use: avx512, avx2 or portable.

    The environment variable ROOKERY_LANES forces one, and NUMBA_CPU_FEATURES may exclude some.
    Raises a `PuzzleError` if ROOKERY_LANES does not name lanes that the processor can run.
    """
    if config.CPU_FEATURES is None:
        features: Set[str] = _features_of_host()
    else:
        configured: str = config.CPU_FEATURES
        features = {name[1:] for name in configured.split(",") if name.startswith("+")}
    needed = {"avx512": "avx512f", "avx2": "avx2"}
    runnable = [*(name for name, feature in needed.items() if feature in features), "portable"]
    forced = os.environ.get(FORCED_BY)
    if not forced:
        return runnable[0]
    if forced not in runnable:
        names = " or ".join(runnable)
        raise PuzzleError(
            expected=names, found=shown(forced) + did_you_mean(forced, runnable), place=FORCED_BY
        )
    return forced


def lanes_named(name: str) -> Lanes:
    """Return the lanes of this name.

    >>> lanes_named("portable").width
    8
    """
    unused = np.zeros(1, np.uint32)
    if name == "avx512":
        return Avx512(16, unused)
    if name == "avx2":
        # The permutations that pack the set lanes of a mask to the front, for every mask of 8 bits.
        order = np.zeros((256, 8), np.uint32)
        for mask in range(256):
            front = [lane for lane in range(8) if mask >> lane & 1]
            order[mask, : len(front)] = front
        return Avx2(8, order.ravel())
    if name == "portable":
        return Portable(8, unused)
    raise unknown_name("lanes", name, ["avx512", "avx2", "portable"])


@lru_cache(maxsize=1)
def _features_of_host() -> frozenset[str]:
    """Return the processor's features, cached because the query takes milliseconds."""
    features = binding.get_host_cpu_features()
    return frozenset(name for name, present in features.items() if present)
