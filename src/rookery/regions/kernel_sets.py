"""The kernels of region puzzles: the search through their answers."""

from __future__ import annotations

from rookery.compiled.sets import KernelSet


def _search() -> None:
    from rookery.regions.masks import masks_of
    from rookery.regions.puzzle import Regions
    from rookery.regions.searching.compiled import CompiledSearch

    CompiledSearch(masks_of(Regions(["AAAB", "ABBB", "CCDD", "CCDD"]))).run(2)


SEARCH = KernelSet("regions-search", "region puzzles: searching", _search)
