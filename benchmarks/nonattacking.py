"""Non-attacking pieces on one core: counts for every number of pieces, and smallest maximal sets.

The alternatives are plain depth-first search on bit masks, in C++ and in Python, and CP-SAT with a
clause for each attacking pair. They cannot solve large boards; there the pledge is in seconds.
"""

from __future__ import annotations

import math
import statistics

import rookery as rk
from benchmarks.beside import Program, Task, side_by_side
from benchmarks.measure import NATIVE_FLAGS, YARDSTICKS, build, named
from benchmarks.report import Report
from rookery.boards.grammar import ATOMS, COMPOUNDS
from rookery.boards.pieces import NAMED, Piece
from rookery.nonattacking.kernel_sets import ARMIES, COUNTS

FULL = 5
COUNTED = ((8, "Q"), (10, "Q"), (11, "Q"), (6, "N"), (7, "K"))
COUNTED_QUICKLY = ((8, "Q"), (5, "N"))
FEWEST = ((8, "Q"), (7, "N"))
LEAST_RATIO = 3.0  # of C++ on the largest board
PLEDGED = (
    (rk.NonAttacking(20, "king"), 10.0, "kings, 20x20"),
    (rk.NonAttacking(12, "knight"), 60.0, "knights, 12x12"),
    (rk.NonAttacking(12, "queen"), 60.0, "queens, 12x12"),
    (rk.NonAttacking(30, "rook"), 1.0, "rooks, 30x30"),
    (rk.NonAttacking(30, "bishop"), 1.0, "bishops, 30x30"),
)
ARMIES_PROVED = {10: 60.0, 12: 60.0, 14: 60.0}  # seconds, by side
ARMIES_FOUND = {16: 37, 18: 47, 20: 58}  # best known sizes, OEIS A250000
ARMIES_SECONDS = 5.0
SIDE, MOST_SECONDS = 8, 5.0


def run(repeats: int, report: Report) -> None:
    """Fill the tables and report the broken pledges."""
    is_quick = repeats < FULL
    _beside(report, is_quick)
    COUNTS.wait(math.inf)
    _marks(report, 1 if is_quick else 3)
    _armies(report, is_quick)
    _every_piece(report)


def _beside(report: Report, is_quick: bool) -> None:
    program = str(build(YARDSTICKS / "independent.cpp", NATIVE_FLAGS))
    ours = Program("Rookery", "nonattacking:rookery", compiles=True)
    cpp = Program("bit masks, C++", "cpp:independent", (program,))
    peers = (
        cpp,
        Program("bit masks, plain Python", "nonattacking:recursion"),
        Program(f"CP-SAT, {named('ortools')}", "nonattacking:cp_sat"),
    )
    with side_by_side(report, "Counting for every number of pieces") as side:
        for n, piece in COUNTED_QUICKLY if is_quick else COUNTED:
            task = Task(f"{piece}, {n}x{n}", [(str(n), piece)])
            ratio = side.compare(task, ours, peers)[cpp.label]
            if ratio < LEAST_RATIO and (n, piece) == (11, "Q"):
                report.broken.append(
                    f"nonattacking: {ratio:.2f} times as fast as C++ for queens on {n}x{n}, "
                    f"at least {LEAST_RATIO:g}"
                )
    ours = Program("Rookery", "nonattacking:rookery_fewest")
    plain = Program(f"CP-SAT, pairs, {named('ortools')}", "nonattacking:cp_sat_fewest")
    with side_by_side(report, "The smallest maximal set of pieces, proved") as side:
        for n, piece in FEWEST[: 1 if is_quick else len(FEWEST)]:
            side.compare(Task(f"{piece}, {n}x{n}", [(str(n), piece)]), ours, [plain])


def _marks(report: Report, repeats: int) -> None:
    """Report the seconds of counts that only transfer matrices and formulas reach."""
    columns = ("seconds", "pledged", "method", "digits of the count", "board")
    table = report.table("Counts for every number of pieces", *columns)
    for puzzle, pledged, label in PLEDGED:
        results = [rk.count(puzzle, threads=1) for _ in range(repeats)]
        seconds = statistics.median(result.seconds for result in results)
        digits = len(str(results[0].value))
        table.row(seconds, pledged, results[0].method, digits, label)
        if seconds > pledged:
            report.broken.append(f"nonattacking: {label} in {seconds:.1f} s, at most {pledged:g}")


def _armies(report: Report, is_quick: bool) -> None:
    """Report the size of two equal armies of queens, and whether it is proved."""
    ARMIES.wait(math.inf)
    columns = ("seconds", "pledged", "size", "bound", "side")
    table = report.table("Peaceable armies of queens", *columns)
    for side in [*ARMIES_PROVED, *ARMIES_FOUND][: 2 if is_quick else None]:
        pieces = ["queen", "queen"]
        armies = rk.NonAttacking(side, pieces, equal=True, tolerated=[(0, 0), (1, 1)])
        limit = ARMIES_PROVED.get(side, ARMIES_SECONDS)
        result = rk.solve(armies, limits=limit, threads=1)
        size = (result.value or 0) // 2
        table.row(result.seconds, limit, size, (result.bound or 0) // 2, side)
        if side in ARMIES_PROVED and result.status is not rk.Status.OPTIMAL:
            report.broken.append(f"nonattacking: armies of {side}x{side} not proved in {limit:g} s")
        if size < ARMIES_FOUND.get(side, 0):
            report.broken.append(f"nonattacking: armies of {size} on {side}x{side}")


def _every_piece(report: Report) -> None:
    """Count every atom and named piece on a chessboard."""
    slowest, unproved, counted = (0.0, ""), [], set()
    for betza in (*ATOMS, *COMPOUNDS, *NAMED.values()):
        ways = frozenset(way for way in Piece(betza).ways if way.captures)
        if ways in counted:
            continue
        counted.add(ways)
        result = rk.count(rk.NonAttacking(SIDE, betza), limits=MOST_SECONDS, threads=1)
        if result.status is not rk.Status.OPTIMAL:
            unproved.append(betza)
        else:
            slowest = max(slowest, (result.seconds, betza))
    seconds, betza = slowest
    report.say(
        f"Of {len(counted)} atoms and named pieces, {len(counted) - len(unproved)} are counted on "
        f"{SIDE}x{SIDE} for every number, each in at most {seconds:.2g} s ({betza}); "
        f"not in {MOST_SECONDS:g} s: {', '.join(unproved) or 'none'}."
    )
    report.broken += [
        f"nonattacking: {betza} on {SIDE}x{SIDE} is not counted in {MOST_SECONDS:g} s"
        for betza in unproved
    ]
