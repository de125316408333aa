"""Tours of many targets: Rookery, OR-tools' routing and CP-SAT, each for the same time."""

from __future__ import annotations

from dataclasses import dataclass

import rookery as rk
from benchmarks.measure import named
from benchmarks.peers.tour import random_tour
from benchmarks.report import Report


@dataclass(frozen=True)
class Crowd:
    """A random board of many targets, the seconds for each program, and the pledged gap."""

    side: int
    targets: int
    pawns: int
    mover: str
    visit: str
    seconds: float
    per_cent: float

    @property
    def label(self) -> str:
        board = f"{self.side}x{self.side}"
        return f"{self.mover} on {board}, {self.targets} targets visited {self.visit}"

    def tour(self) -> rk.Tour:
        """Return the first possible tour among random boards."""
        return random_tour(self.side, self.targets, self.pawns, self.mover, self.visit)


CROWDS = (
    Crowd(16, 40, 20, "Q", "beside", 10.0, 5.0),
    Crowd(16, 40, 20, "N", "on", 10.0, 5.0),
    Crowd(26, 60, 60, "Q", "beside", 10.0, 8.0),
    Crowd(50, 200, 60, "Q", "beside", 60.0, 15.0),
)


def run(repeats: int, report: Report) -> None:
    """Fill the table, one run each, and report the broken pledges."""
    from benchmarks.peers.targets import circuit, routing

    peers = {f"routing, {named('ortools')}": routing, f"CP-SAT, {named('ortools')}": circuit}
    columns = ("seconds each", "Rookery's moves", "bound", "gap, per cent", *peers, "board")
    table = report.table("Moves of the best tour in the same time, one thread", *columns)
    small = Crowd(8, 30, 4, "Q", "on", 1.0, 100.0).tour()
    rk.solve(small, method="search", limits=1.0)  # loads kernels and solvers
    for crowd in CROWDS if repeats > 3 else CROWDS[:2]:
        tour = crowd.tour()
        found = rk.solve(tour, method="search", limits=crowd.seconds, threads=1)
        gap = None if found.gap is None else 100 * found.gap
        others = {name: peer(tour, crowd.seconds) for name, peer in peers.items()}
        table.row(crowd.seconds, found.value, found.bound, gap, *others.values(), crowd.label)
        for name, moves in others.items():
            if moves is not None and (found.value is None or found.value > moves):
                report.broken.append(f"{crowd.label}: {found.value} moves, {name} has {moves}")
        if gap is None or gap > crowd.per_cent:
            report.broken.append(
                f"{crowd.label}: a gap of {gap} per cent, at most {crowd.per_cent:g} pledged"
            )
