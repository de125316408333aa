"""The kernels of non-attacking pieces: counting and listing them, and peaceable armies."""

from __future__ import annotations

from rookery.compiled.sets import KernelSet


def _count() -> None:
    from rookery.nonattacking.counting.components import Component
    from rookery.nonattacking.counting.frontier import Forbidden, settlings
    from rookery.nonattacking.counting.hopper_rows import HopperRows
    from rookery.nonattacking.counting.hoppers import ACROSS, HopperBoard
    from rookery.nonattacking.counting.layers import layers_of, layers_of_rests
    from rookery.nonattacking.counting.sets import SetTable, count_needed, count_sets
    from rookery.nonattacking.graph import Requirement

    two = Component(((0, 0, 0), (0, 0, 1), (0, 0, 2)), (0b110, 0b001, 0b001))
    list(count_sets(SetTable(two, 3)))
    list(count_needed(SetTable(two, 3), [Requirement("", 0b111, 0, 2)], 0, 0b111))
    list(layers_of(two, 3).run())
    list(layers_of_rests(settlings([Forbidden(0b11, 0)], 2, 0), 2).run())
    none = (0, 0, 0, 0, 0)
    line = HopperBoard(len(none), 1, frozenset([ACROSS]), none, none, none)
    rows = HopperRows(line)
    list(rows.count(rows.units))


def _rows() -> None:
    from rookery.nonattacking.counting.column_layers import ColumnTable, count_columns
    from rookery.nonattacking.counting.row_search import RowTable, masks_of
    from rookery.nonattacking.counting.sets import RowLister, count_sets
    from rookery.nonattacking.puzzle import NonAttacking

    masks = masks_of(NonAttacking(2, "rook", 2))
    list(count_sets(RowTable(masks)))
    list(RowLister(masks, (), 1).run())
    columns = ColumnTable(masks, 1)
    list(count_columns(columns, columns.primes))


def _maximal() -> None:
    from rookery.nonattacking.counting.maximal_sets import CompiledCovers, CoverTable
    from rookery.nonattacking.graph import graph_of
    from rookery.nonattacking.puzzle import NonAttacking

    covers = CoverTable(graph_of(NonAttacking(2, "rook", maximal=True)))
    list(CompiledCovers(covers, covers.root).run())


def _armies() -> None:
    import numpy as np

    from rookery.boards.board import Board
    from rookery.nonattacking.armies_board import colouring_of, flips_of, search_of
    from rookery.nonattacking.armies_kernel import flip, search_armies

    is_open = np.ones((4, 4), np.bool_)
    colouring = colouring_of(Board(4), is_open)
    search_armies(colouring, search_of(colouring, is_open.size), 2, 1)
    flip(flips_of(Board(4), is_open, 0), 1, 1.0, 0.5)


COUNTS = KernelSet("nonattacking-counts", "non-attacking pieces: counting", _count)

ROWS = KernelSet("nonattacking-rows", "non-attacking pieces: one in every row", _rows)

MAXIMAL = KernelSet("nonattacking-maximal", "non-attacking pieces: none can be added", _maximal)

ARMIES = KernelSet("nonattacking-armies", "peaceable armies of queens", _armies)
