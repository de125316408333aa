"""Classical counts on one core, compared with a plain C++ program."""

from __future__ import annotations

from collections.abc import Sequence

from benchmarks.beside import Program, Task, side_by_side
from benchmarks.measure import NATIVE_FLAGS, YARDSTICKS, build
from benchmarks.report import Report

FULL = 5
NAMES = {"T": "queens on a torus", "S": "superqueens", "E": "empresses", "K": "kings, one a column"}
ROWS = (("13", "T"), ("17", "T"), ("19", "T"), ("14", "S"), ("16", "S"), ("12", "E"), ("13", "K"))
COVERS = (("8", "5", "0"), ("8", "5", "1"), ("10", "5", "0"), ("11", "5", "1"), ("12", "6", "0"))
LEAST_RATIOS = {0.01: 1 / 1.5, 1.0: 1.0}  # by the least seconds of the C++ program


def run(repeats: int, report: Report) -> None:
    """Fill the tables and report the broken pledges."""
    is_quick = repeats < FULL
    rows = [(f"{n} {NAMES[piece]}", (n, piece)) for n, piece in ROWS]
    covers = [
        (f"{queens} {'non-attacking ' * int(apart)}queens on {n}x{n}", (n, queens, apart))
        for n, queens, apart in COVERS
    ]
    _compare(report, "As many pieces as rows", "rows", rows[:1] if is_quick else rows)
    _compare(report, "The fewest guarding queens", "covers", covers[:1] if is_quick else covers)


def _compare(
    report: Report, title: str, name: str, tasks: Sequence[tuple[str, tuple[str, ...]]]
) -> None:
    cpp = Program("C++", f"cpp:{name}", (str(build(YARDSTICKS / f"{name}.cpp", NATIVE_FLAGS)),))
    ours = Program("Rookery", f"classics:{name}", compiles=True)
    with side_by_side(report, title) as side:
        for label, arguments in tasks:
            ratio = side.compare(Task(label, [arguments]), ours, (cpp,))[cpp.label]
            seconds = side.seconds[cpp, label]
            least = max((r for s, r in LEAST_RATIOS.items() if seconds >= s), default=0.0)
            if ratio < least:
                report.broken.append(
                    f"classics: {ratio:.2f} times as fast as C++ for {label}, at least {least:.2g}"
                )
