"""The kernel sets of region puzzles: depth-first search and clause learning."""

from __future__ import annotations

from rookery.compiled.sets import KernelSet


def _search() -> None:
    from rookery.regions.compiled import CompiledSearch
    from rookery.regions.masks import masks_of
    from rookery.regions.puzzle import Regions

    CompiledSearch(masks_of(Regions(["AAAB", "ABBB", "CCDD", "CCDD"]))).run(2)


def _learning() -> None:
    from rookery.regions.learning import LearningSearch
    from rookery.regions.masks import masks_of
    from rookery.regions.puzzle import Regions

    learning = LearningSearch(masks_of(Regions(["AAAB", "ABBB", "CCDD", "CCDD"])))
    learning.run(2)
    learning.make_room()


SEARCH = KernelSet("regions-search", "region puzzles: searching", _search)
LEARNING = KernelSet(
    "regions-learning", "hard region puzzles: clause learning", _learning, after=SEARCH
)
