"""Check that every family and method keeps its limit of seconds.

*Cold* is a fresh process with an empty folder for kernels. *Warm* is a process that has loaded all
kernels and solvers.
"""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from statistics import median

from benchmarks.limits_child import board_of_weights, cover_text, tasks, tour_rows
from benchmarks.measure import BenchmarkError
from benchmarks.report import Report, Table

LIMITS = (0.2, 1.0, 3.0)
LATE_SECONDS, LATE_PART = 0.25, 0.05

# Command lines by name; files are in braces.
COMMANDS = {
    "rookery queens 18 --count": "queens 18 --count",
    "rookery queens 16": "queens 16",
    "rookery queens 15 --json": "queens 15 --json",
    "rookery queens 18 --sample 2": "queens 18 --sample 2",
    "rookery heaviest, n = 36": "heaviest {heaviest}",
    "rookery tour, 26x26, 60 targets": "tour {tour}",
    "rookery tour --all, 12x12, knight": "tour {knight} --mover N --all",
    "rookery cover, 25x25": "cover {cover}",
}
Taken = list[tuple[float, float, str]]  # for each limit: the limit, the seconds taken, the outcome


def run(repeats: int, report: Report, only: str = "") -> None:
    """Report for every task how far past its limit it ends: medians of the repeats.

    `only` is the beginning of the names of the tasks to run.
    """
    for state in ("warm", "cold"):
        title = f"Seconds taken under limits of 0.2, 1 and 3 s, {state}"
        columns = ["at 0.2 s", "at 1 s", "at 3 s", "most over"]
        table = report.table(title, *columns, "task: outcome at each limit")
        for name in tasks():
            if name.startswith(only):
                taken = [_python(name, state) for _ in range(max(1, repeats // 3))]
                _row(table, report, f"{name}, {state}", taken)
        for name in COMMANDS:
            if name.startswith(only):
                taken = [_command(name, state) for _ in range(max(1, repeats // 3))]
                _row(table, report, f"{name}, {state}", taken)


def _row(table: Table, report: Report, name: str, taken: list[Taken]) -> None:
    seconds = [median(run[place][1] for run in taken) for place in range(len(LIMITS))]
    over = [took - limit for took, limit in zip(seconds, LIMITS, strict=True)]
    outcomes = "; ".join(outcome for _, _, outcome in taken[-1])
    table.row(*(round(took, 2) for took in seconds), round(max(over), 2), f"{name}: {outcomes}")
    for late, limit in zip(over, LIMITS, strict=True):
        if late > max(LATE_SECONDS, LATE_PART * limit):
            report.broken.append(f"limits, {name}: {late:.2f} s past {limit:g} s")


def _python(name: str, state: str) -> Taken:
    """Do a task by a call: warm with all limits in one process, cold each in its own."""
    if state == "warm":
        return _child(name, state, LIMITS, os.environ.copy())
    found: Taken = []
    for limit in LIMITS:
        with _empty_folder() as environment:
            found += _child(name, state, (limit,), environment)
    return found


def _child(name: str, state: str, limits: tuple[float, ...], environment: dict[str, str]) -> Taken:
    command = [sys.executable, "-m", "benchmarks.limits_child", name, state, *map(str, limits)]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    if done.returncode != 0:
        raise BenchmarkError(f"{name} failed\n{done.stderr}")
    return [tuple(json.loads(line)) for line in done.stdout.splitlines()]  # type: ignore[misc]


def _command(name: str, state: str) -> Taken:
    """Run a command line under each limit; the time to start Python is subtracted."""
    found: Taken = []
    with tempfile.TemporaryDirectory() as folder:
        files = _files(Path(folder))
        for limit in LIMITS:
            began = time.perf_counter()
            idle = [sys.executable, "-m", "rookery", "queens", "4", "--count"]
            subprocess.run(idle, capture_output=True, check=True)
            start = time.perf_counter() - began  # no limit includes it
            words = shlex.split(COMMANDS[name].format(**files))
            command = [sys.executable, "-m", "rookery", *words, "--seconds", str(limit)]
            kept = nullcontext(os.environ.copy())
            with _empty_folder() if state == "cold" else kept as environment:
                began = time.perf_counter()
                done = subprocess.run(
                    command, capture_output=True, text=True, env=environment, check=False
                )
                seconds = time.perf_counter() - began - start
            lines = done.stdout.count("\n")
            outcome = done.stderr.strip() or f"{lines:,} lines"
            found.append((limit, seconds, f"status {done.returncode}, {outcome[-60:]}"))
    return found


def _files(folder: Path) -> dict[str, str]:
    """Write the files that the command lines read; return their paths."""
    weights = board_of_weights(36).weights
    texts = {
        "heaviest": "\n".join(" ".join(map(str, row)) for row in weights) + "\n",
        "tour": "\n".join(tour_rows(26, 60)) + "\n",
        "knight": "\n".join(tour_rows(12, 19)) + "\n",
        "cover": cover_text(),
    }
    for name, text in texts.items():
        (folder / name).write_text(text)
    return {name: str(folder / name) for name in texts}


@contextmanager
def _empty_folder() -> Iterator[dict[str, str]]:
    """Yield an environment with an empty folder for kernels; kill compilers left behind."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        try:
            yield os.environ | {"NUMBA_CACHE_DIR": folder}
        finally:
            setting = f"NUMBA_CACHE_DIR={folder}".encode()
            for process in Path("/proc").glob("[0-9]*"):  # only Linux has them there
                with suppress(OSError):
                    if setting in (process / "environ").read_bytes().split(b"\0"):
                        os.kill(int(process.name), signal.SIGKILL)
