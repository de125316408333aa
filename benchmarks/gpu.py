"""Counts of n queens on a GPU, unit by unit beside the processor and in time beside a peer.

    python -m benchmarks.gpu 18 19 20 21 22 --peer ./n_queens

The peer is a program of two arguments, n and the rows to place before its search: that of
https://github.com/ygch/n_queens (arXiv 2511.12009), built with ``nvcc -O3 -arch=native`` and its
third configuration, which its authors found the fastest up to n = 22. Its own time counts, which
includes the start of CUDA (0.1 to 0.3 s); ours is that of the call once kernels are compiled.
``--units`` compares every unit with its value on the processor, and takes as long as that.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import time
from statistics import median

import rookery as rk
from rookery.queens.counting.counter import HalvesUnitCounter
from rookery.queens.counting.halves import plan_for, units

PEER_ROWS = 5
RUNS, REPEATED = 3, 20  # runs of a side, and the largest that runs so often
PEER_LINE = re.compile(r"result (\d+), calc time: \[([\d.]+)ms\]")


def check_units(n: int) -> None:
    """Raise an error if a unit has another value on the GPU than on the processor."""
    plan = plan_for(rk.Queens(n))
    on_gpu, here = (HalvesUnitCounter(plan, device=device) for device in ("cuda", "cpu"))
    for number, unit in enumerate(units(plan)):
        if (found := on_gpu(unit)) != (expected := here(unit)):
            raise ValueError(f"unit {number} of n = {n}: expected {expected}, got {found}")


def seconds_here(n: int) -> tuple[int, float]:
    """Return the count on the GPU and its seconds."""
    began = time.perf_counter()
    counted = rk.count(rk.Queens(n), device="cuda").value
    return counted, time.perf_counter() - began


def seconds_of_peer(peer: str, n: int) -> tuple[int, float]:
    """Return the peer's count and its seconds."""
    command = [peer, str(n), str(PEER_ROWS)]
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    found = PEER_LINE.search(text)
    if found is None:
        raise ValueError(f"expected a line with the result of {peer}, got {text!r}")
    return int(found[1]), float(found[2]) / 1000


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.gpu")
    parser.add_argument("sides", type=int, nargs="+", metavar="N")
    parser.add_argument("--peer")
    parser.add_argument("--units", action="store_true")
    options = parser.parse_args()
    rk.count(rk.Queens(17), device="cuda")  # compiles the kernels
    for n in options.sides:
        repeats = RUNS if n <= REPEATED else 1
        runs = [seconds_here(n) for _ in range(repeats)]
        counted, seconds = runs[0][0], median(took for _, took in runs)
        line = f"n = {n}: {counted:,} in {seconds:.3f} s"
        if options.peer:
            runs = [seconds_of_peer(options.peer, n) for _ in range(repeats)]
            of_peer, peer_seconds = runs[0][0], median(took for _, took in runs)
            if of_peer != counted:
                raise ValueError(f"n = {n}: {counted} here, {of_peer} by the peer")
            line += f"; peer {peer_seconds:.3f} s, ratio {peer_seconds / seconds:.2f}"
        if options.units:
            check_units(n)
            line += "; all units equal"
        print(line, flush=True)


if __name__ == "__main__":
    main()
