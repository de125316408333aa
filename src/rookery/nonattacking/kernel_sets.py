"""The kernels of non-attacking pieces: counting them, and peaceable armies."""

from __future__ import annotations

from rookery.compiled.sets import KernelSet


def _count() -> None:
    from rookery.nonattacking.counting.forbidden import Forbidden
    from rookery.nonattacking.counting.hopper_rows import HopperCounter
    from rookery.nonattacking.counting.hoppers import ACROSS, HopperBoard
    from rookery.nonattacking.counting.layers import layers_of
    from rookery.nonattacking.counting.parts import Part
    from rookery.nonattacking.counting.rest_layers import layers_of_rests
    from rookery.nonattacking.counting.rests import settlings
    from rookery.nonattacking.counting.row_search import CompiledRows, RowTable
    from rookery.nonattacking.counting.sets import SetCounter, SetTable
    from rookery.nonattacking.graph import graph_of
    from rookery.nonattacking.puzzle import NonAttacking

    two = Part(((0, 0, 0), (0, 0, 1), (0, 0, 2)), (0b110, 0b001, 0b001))
    for _ in SetCounter(SetTable(two)).run():
        pass
    for _ in layers_of(two, 3).run():
        pass
    for _ in layers_of_rests(settlings([Forbidden(0b11, 0)], 2, 0), 2).run():
        pass
    for _ in CompiledRows(RowTable(graph_of(NonAttacking(2, "rook", 2)))).run():
        pass
    none = (0, 0, 0, 0, 0)
    line = HopperBoard(len(none), 1, frozenset([ACROSS]), none, none, none)
    for _ in HopperCounter([line]).run():
        pass


def _armies() -> None:
    import numpy as np

    from rookery.nonattacking.armies.board import board_of, flips_of, search_of
    from rookery.nonattacking.armies.colours_kernel import search_armies
    from rookery.nonattacking.armies.flips_kernel import flip

    is_open = np.ones((4, 4), np.bool_)
    board = board_of(is_open)
    search_armies(board, search_of(board, is_open.size), 2, 1)
    flip(flips_of(is_open, 0), 1, 1.0, 0.5)


COUNTS = KernelSet("nonattacking-counts", "non-attacking pieces: counting", _count)

ARMIES = KernelSet("nonattacking-armies", "peaceable armies of queens", _armies)
