"""Time one program in a process of its own, on one core.

    python -m benchmarks.child MODULE:NAME [--warm] [ARGUMENT ...]

MODULE is one of `benchmarks.peers`. NAME, called with the other arguments, prepares the program and
returns the function to time. It is called repeatedly for a second; with ``--warm`` the first call,
which compiles, does not count towards that second. The output is JSON: the seconds of every call,
the value of the last one, and the peak memory of the process or of a process that it ran.
"""

from __future__ import annotations

import json
import os
import resource
import sys
import time
from importlib import import_module
from pathlib import Path

MOST_CALLS = 9
MOST_SECONDS = 1.0
RSS_UNIT = 1 if sys.platform == "darwin" else 1024  # bytes, of ru_maxrss


def peak_mib() -> float:
    """Return the peak memory of this process since its start, or of those that it ran, in MiB.

    On Linux a process inherits `ru_maxrss` from the one that started it, but not VmHWM.
    """
    children = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    if children:
        return children * RSS_UNIT / 2**20
    status = Path("/proc/self/status")
    if status.exists():
        for line in status.read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * RSS_UNIT / 2**20


def keep_to_one_core() -> None:
    """Run this process and its children on one core, where the system supports that."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def main(arguments: list[str]) -> None:
    """Time a program and print the figures."""
    keep_to_one_core()
    program, *rest = arguments
    warm = rest[:1] == ["--warm"]
    module, _, name = program.partition(":")
    work = getattr(import_module(f"benchmarks.peers.{module}"), name)(*rest[warm:])
    seconds: list[float] = []
    value: object = None
    while len(seconds) <= warm or (
        len(seconds) < MOST_CALLS + warm and sum(seconds[warm:]) < MOST_SECONDS
    ):
        began = time.perf_counter()
        value = work()
        seconds.append(time.perf_counter() - began)
    print(json.dumps({"seconds": seconds, "value": value, "peak_mib": peak_mib()}))


if __name__ == "__main__":
    main(sys.argv[1:])
