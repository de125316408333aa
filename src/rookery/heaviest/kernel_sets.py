"""The kernels of heaviest placements: branch and bound, and annealing."""

from __future__ import annotations

from rookery.compiled.sets import KernelSet


def _run() -> None:
    from rookery.heaviest.branching import Branching
    from rookery.heaviest.duals import solve_relaxation
    from rookery.heaviest.ordered import LexicographicWalk
    from rookery.heaviest.puzzle import Heaviest

    relaxation = solve_relaxation(
        Heaviest([[0, 1, 0, 0], [0, 0, 0, 1], [1, 0, 0, 0], [0, 0, 1, 0]])
    )
    for _ in Branching(relaxation, 1, 0, lambda nodes: 1000).ranked():
        pass
    LexicographicWalk(relaxation.losses, list(relaxation.losses.open_rows), 0).resume(1)


HEAVIEST = KernelSet("heaviest", "heaviest placements: branch and bound", _run)
