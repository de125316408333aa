"""Classical counts on one core beside the fastest that is to be had: none may be slower.

Counts that fifteen lines of C++ can make, and knight's tours beside Graphillion.
"""

from __future__ import annotations

from importlib.util import find_spec

from benchmarks.beside import Program, Side, Task, side_by_side
from benchmarks.measure import NATIVE_FLAGS, YARDSTICKS, build, named
from benchmarks.report import Report

FULL = 5
NAMES = {"T": "queens on a torus", "S": "superqueens", "E": "empresses", "K": "kings, one a column"}
ROWS = (("17", "T"), ("19", "T"), ("13", "T"), ("14", "S"), ("16", "S"), ("12", "E"), ("13", "K"))
COVERS = (("8", "5", "0"), ("8", "5", "1"), ("10", "5", "0"), ("11", "5", "1"), ("12", "6", "0"))
TOURS = (("6", "1"), ("6", "0"))
SHORT = 0.1  # seconds of the peer; below, what a call takes before its search outweighs it
LEAST_RATIO = 1.0


def run_suite(repeats: int, report: Report) -> None:
    """Fill the tables and report each row with a ratio below 1."""
    many = 1 if repeats < FULL else None
    for title, name, tasks in (
        ("As many pieces as rows", "rows", ROWS),
        ("The fewest queens that guard", "covers", COVERS),
    ):
        program = str(build(YARDSTICKS / f"{name}.cpp", NATIVE_FLAGS))
        cpp = Program("C++", f"cpp:{name}", (program,))
        ours = Program("Rookery", f"classics:{name}", compiles=True)
        with side_by_side(report, title) as side:
            for arguments in tasks[:many]:
                compare(side, Task(_label(name, arguments), [arguments]), ours, cpp)
    if find_spec("graphillion"):
        peer = Program(named("graphillion"), "classics:graphillion_tours")
        ours = Program("Rookery", "classics:tours", compiles=True)
        with side_by_side(report, "Knight's tours of a whole board") as side:
            for arguments in TOURS[:many]:
                label = f"{arguments[0]}x{arguments[0]}, {_kind(arguments[1], 'closed', 'open')}"
                compare(side, Task(label, [arguments]), ours, peer)


def compare(side: Side, task: Task, ours: Program, peer: Program) -> None:
    """Add a task's rows; it is broken if the peer takes a while and is faster nevertheless."""
    ratio = side.compare(task, ours, [peer])[peer.label]
    if side.seconds[peer, task.label] >= SHORT and ratio < LEAST_RATIO:
        side.report.broken.append(
            f"peers: {ratio:.2f} times as fast as {peer.label} for {task.label}, at least "
            f"{LEAST_RATIO:g}"
        )


def _label(name: str, arguments: tuple[str, ...]) -> str:
    if name == "rows":
        return f"{arguments[0]} {NAMES[arguments[1]]}"
    queens = _kind(arguments[2], "non-attacking queens", "queens")
    return f"{arguments[1]} {queens} on {arguments[0]}x{arguments[0]}"


def _kind(flag: str, one: str, other: str) -> str:
    return one if flag == "1" else other
