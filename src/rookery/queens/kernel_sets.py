"""The kernel sets of queens; some methods define theirs next to them."""

from __future__ import annotations

from rookery.compiled.sets import KernelSet

LEAST_SEARCHED = 18  # rows of the smallest board whose placements are listed by search alone
LEAST_JOINED = 11  # rows of the smallest board whose placements are listed by joining halves


def _count_by_halves() -> None:
    from rookery.compiled.lanes import widest
    from rookery.queens.counting.counter import HalvesUnitCounter
    from rookery.queens.counting.halves import Plan

    HalvesUnitCounter(Plan(8, 3, 3), widest())(((0,),))


def _list() -> None:
    from rookery.queens.listing.chunks import slices
    from rookery.queens.puzzle import Queens

    for rows in LEAST_JOINED, LEAST_SEARCHED:
        next(slices(Queens(rows), size=1))


def _draw_pairs() -> None:
    import numpy as np

    from rookery.queens.listing.pairs import PairSampler
    from rookery.queens.puzzle import Queens

    PairSampler(Queens(8), threads=1, check_deadline=bool).draw(1, np.random.default_rng(0))


def _swap() -> None:
    from rookery.queens.puzzle import Queens
    from rookery.queens.swaps import Repairs

    Repairs(Queens(8, blocked=["a1"]), seed=0).resume()


def _load_on_gpu() -> None:
    from rookery.queens.counting.cuda_kernel import compiled

    compiled()


HALVES = KernelSet("queens-halves", "queens: counting by halves", _count_by_halves)
LISTS = KernelSet("queens-lists", "queens: listing placements", _list)
PAIRS = KernelSet("queens-pairs", "queens: random placements of large boards", _draw_pairs)
SWAPS = KernelSet("queens-swaps", "queens: one placement of a large board", _swap)
# Not among those that `warm` compiles: only a machine with a GPU can.
ON_GPU = KernelSet("queens-gpu", "queens: counting by halves on a GPU", _load_on_gpu)
