"""Classical counts on one core, compared with plain C++ and Graphillion: none may be slower."""

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
    rows = [(f"{n} {NAMES[piece]}", (n, piece)) for n, piece in ROWS]
    covers = [
        (f"{queens} {'non-attacking ' * int(apart)}queens on {n}x{n}", (n, queens, apart))
        for n, queens, apart in COVERS
    ]
    closing = {"1": "closed", "0": "open"}
    tours = [(f"{n}x{n}, {closing[closed]}", (n, closed)) for n, closed in TOURS]
    tables = [
        ("As many pieces as rows", "rows", rows, cpp("rows")),
        ("The fewest guarding queens", "covers", covers, cpp("covers")),
    ]
    if find_spec("graphillion"):
        graphillion = Program(named("graphillion"), "classics:graphillion_tours")
        tables.append(("Knight's tours of a whole board", "tours", tours, graphillion))
    for title, name, tasks, peer in tables:
        ours = Program("Rookery", f"classics:{name}", compiles=True)
        with side_by_side(report, title) as side:
            for label, arguments in tasks[: 1 if repeats < FULL else None]:
                compare(side, Task(label, [arguments]), ours, peer)


def cpp(name: str) -> Program:
    """Return the C++ program of a yardstick, compiled."""
    return Program("C++", f"cpp:{name}", (str(build(YARDSTICKS / f"{name}.cpp", NATIVE_FLAGS)),))


def compare(side: Side, task: Task, ours: Program, peer: Program) -> None:
    """Add a task's rows; it is broken if the peer takes a while and is faster nevertheless."""
    ratio = side.compare(task, ours, (peer,))[peer.label]
    if side.seconds[peer, task.label] >= SHORT and ratio < LEAST_RATIO:
        side.report.broken.append(
            f"peers: {ratio:.2f} times as fast as {peer.label} for {task.label}, at least "
            f"{LEAST_RATIO:g}"
        )
