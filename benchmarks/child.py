"""Time one program in a process of its own, on one core.

    python -m benchmarks.child MODULE:NAME [--warm] [ARGUMENT ...]

NAME, called with the other arguments, prepares the program and returns what is to be timed, a
function without arguments. It is called again while a second lasts; with ``--warm`` the first
call, which compiles, counts apart. Printed as JSON are the first call's and all other times, what
the last call returned, and the most memory the process, or a process it ran, ever had.
"""

from __future__ import annotations

import json
import os
import resource
import sys
import time
from pathlib import Path
from types import ModuleType

MOST_CALLS = 9
MOST_SECONDS = 1.0
RSS_UNIT = 1 if sys.platform == "darwin" else 1024


def peak_mib() -> float:
    """Return the most memory of this process since its start, or of those that it ran, in MiB.

    Linux carries `ru_maxrss` over from the process that started this one; VmHWM it does not.
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


def _cover() -> ModuleType:
    from benchmarks.peers import cover

    return cover


def _classics() -> ModuleType:
    from benchmarks.peers import classics

    return classics


def _cpp() -> ModuleType:
    from benchmarks.peers import cpp

    return cpp


def _heaviest() -> ModuleType:
    from benchmarks.peers import heaviest

    return heaviest


def _nonattacking() -> ModuleType:
    from benchmarks.peers import nonattacking

    return nonattacking


def _queens() -> ModuleType:
    from benchmarks.peers import queens

    return queens


def _regions() -> ModuleType:
    from benchmarks.peers import regions

    return regions


def _tour() -> ModuleType:
    from benchmarks.peers import tour

    return tour


PEERS = {
    "classics": _classics,
    "cover": _cover,
    "cpp": _cpp,
    "heaviest": _heaviest,
    "nonattacking": _nonattacking,
    "queens": _queens,
    "regions": _regions,
    "tour": _tour,
}
"""The modules of programs; only one is imported, whose memory is measured."""


def keep_to_one_core() -> None:
    """Give this process, and what it runs, one of the cores it may use, where that can be set."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def main(arguments: list[str]) -> None:
    """Prepare, time, print."""
    keep_to_one_core()
    program, *rest = arguments
    warm = rest[:1] == ["--warm"]
    module, _, name = program.partition(":")
    work = getattr(PEERS[module](), name)(*rest[warm:])
    seconds: list[float] = []
    value: object = None
    while not seconds or (warm and len(seconds) == 1) or _goes_on(seconds[warm:]):
        began = time.perf_counter()
        value = work()
        seconds.append(time.perf_counter() - began)
    print(json.dumps({"seconds": seconds, "value": value, "peak_mib": peak_mib()}))


def _goes_on(seconds: list[float]) -> bool:
    return len(seconds) < MOST_CALLS and sum(seconds) < MOST_SECONDS


if __name__ == "__main__":
    main(sys.argv[1:])
