"""Classical counts on one core beside the plainest C++ program that counts the same."""

from __future__ import annotations

from benchmarks.beside import Program, Task, side_by_side
from benchmarks.measure import NATIVE_FLAGS, YARDSTICKS, build
from benchmarks.report import Report

FULL = 5
NAMES = {"T": "queens on a torus", "S": "superqueens", "E": "empresses", "K": "kings, one a column"}
ROWS = (("13", "T"), ("17", "T"), ("19", "T"), ("14", "S"), ("16", "S"), ("12", "E"), ("13", "K"))
COVERS = (("8", "5", "0"), ("8", "5", "1"), ("10", "5", "0"), ("11", "5", "1"), ("12", "6", "0"))
SHORT, LONG = 0.01, 1.0  # seconds of the C++ program: from the first on 1/1.5, from the second on 1
LEAST_RATIOS = {SHORT: 1 / 1.5, LONG: 1.0}


def run(repeats: int, report: Report) -> None:
    """Fill the tables and report the broken pledges."""
    is_quick = repeats < FULL
    _compare(report, "As many pieces as rows", "rows", ROWS[:1] if is_quick else ROWS)
    _compare(report, "The fewest queens that guard", "covers", COVERS[:1] if is_quick else COVERS)


def _compare(report: Report, title: str, name: str, tasks: tuple[tuple[str, ...], ...]) -> None:
    cpp = Program("C++", f"cpp:{name}", (str(build(YARDSTICKS / f"{name}.cpp", NATIVE_FLAGS)),))
    ours = Program("Rookery", f"classics:{name}", compiles=True)
    with side_by_side(report, title) as side:
        for arguments in tasks:
            label = _label(name, arguments)
            ratio = side.compare(Task(label, [arguments]), ours, (cpp,))[cpp.label]
            seconds = side.seconds[cpp, label]
            least = max((r for s, r in LEAST_RATIOS.items() if seconds >= s), default=0.0)
            if ratio < least:
                report.broken.append(
                    f"classics: {ratio:.2f} times as fast as C++ for {label}, at least {least:.2g}"
                )


def _label(name: str, arguments: tuple[str, ...]) -> str:
    if name == "rows":
        return f"{arguments[0]} {NAMES[arguments[1]]}"
    kind = "non-attacking " if arguments[2] == "1" else ""
    return f"{arguments[1]} {kind}queens on {arguments[0]}x{arguments[0]}"
