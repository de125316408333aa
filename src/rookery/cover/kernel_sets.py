"""The kernels of covers: annealing, and the bound that counts hurdles."""

from __future__ import annotations

from rookery.compiled.sets import KernelSet


def _run() -> None:
    from rookery.cover.anneal import Annealer
    from rookery.cover.attacks import candidates
    from rookery.cover.hurdle_bound import hurdle_bound
    from rookery.cover.puzzle import Cover

    puzzle = Cover.parse(["#_"], [1], ["K"])
    table = candidates(puzzle)
    duals = hurdle_bound(table, 1, 2.0, rounds=1)
    Annealer(puzzle, table, duals, seed=0).run(1, 0.0, 1.0)


COVER = KernelSet("cover", "covers: annealing and bounds", _run)
