"""`rookery judge showdown` without compiled kernels."""

from __future__ import annotations

import os
import statistics
import tempfile
from pathlib import Path

from benchmarks.measure import Run
from benchmarks.measure import run as run_process
from benchmarks.report import Report
from benchmarks.statements import judge
from rookery.statements import showdown

LIMIT_SECONDS, LIMIT_MIB = 10.0, 1536.0
BOARDS = 15


def run(repeats: int, report: Report) -> None:
    """Report wall time and peak memory, with an empty cache of kernels and a full one."""
    title = f"`rookery judge showdown` on {BOARDS} boards of 25x25, whole processes"
    table = report.table(title, "seconds", "peak MiB", "kernels")
    with tempfile.TemporaryDirectory() as name:
        directory = Path(name)
        boards = directory / "boards.txt"
        boards.write_text("".join(showdown.generate(1, BOARDS)))
        for label, cold in (("never compiled", True), ("compiled before", False)):
            runs = [_judged(boards, directory, cold) for _ in range(max(1, repeats // 3))]
            seconds = statistics.median(run.seconds for run in runs)
            peak = max(run.peak_mib for run in runs)
            table.row(seconds, round(peak), label)
            if max(run.seconds for run in runs) > LIMIT_SECONDS or peak > LIMIT_MIB:
                fault = f"kernels {label}: over {LIMIT_SECONDS:g} s or {LIMIT_MIB:g} MiB"
                report.broken.append(fault)


def _judged(boards: Path, directory: Path, cold: bool) -> Run:
    """Answer the boards once; if cold, with an empty cache of kernels."""
    if not cold:
        return run_process(judge("showdown"), boards)
    with tempfile.TemporaryDirectory(dir=directory) as cache:
        os.environ["NUMBA_CACHE_DIR"] = cache
        try:
            return run_process(judge("showdown"), boards)
        finally:
            del os.environ["NUMBA_CACHE_DIR"]
