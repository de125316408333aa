"""Counts with one piece a row and at most one a column: of the literature, and by other methods."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from tests.marks import few
from tests.nonattacking.boards import drawn_board

import rookery as rk
from rookery.nonattacking import listing, search
from rookery.nonattacking.counting import column_layers
from rookery.nonattacking.counting.column_layers import ColumnLayers, ColumnTable, PlainColumns
from rookery.nonattacking.counting.fits import fits_columns, has_one_a_row
from rookery.nonattacking.counting.row_search import RowLister, masks_of
from rookery.nonattacking.graph import graph_of
from rookery.nonattacking.search import SetSearch

PIECES = ["K", "N", "W", "RN", "R", "RF", "A", "fN", "WF2", "lK", "H", "oN", "Q", "B"]


def kings(side: int, **keywords: object) -> rk.NonAttacking:
    """Kings, one a row and column."""
    return rk.NonAttacking(side, "king", rows=1, columns=1, **keywords)


def test_counts_of_more_digits_than_a_word_has() -> None:
    assert rk.count(rk.NonAttacking(21, "rook", rows=1, columns=1)).value == 51090942171709440000


def test_a_row_without_a_square_holds_no_piece() -> None:
    puzzle = rk.NonAttacking(3, "RN", 3, blocked=["a2", "b2", "c2"])
    for method in ("columns", "rows"):
        assert rk.count(puzzle, method=method).value == 0
    assert list(rk.placements(puzzle)) == []


def drawn(seed: int) -> rk.NonAttacking:
    """A small puzzle with one piece a row."""
    random = Random(seed)
    board, squares = drawn_board(random, 5, ("", "", "cylinder", "torus"))
    numbers = random.choice([{"rows": 1}, {"number": board.rows, "rows": (0, 1)}])
    columns = random.choice([None, 1, (0, 1)])
    return rk.NonAttacking(board, random.choice(PIECES), columns=columns, **numbers, **squares)


@pytest.mark.parametrize("seed", few(range(100), 25))
def test_the_search_agrees(seed) -> None:
    puzzle = drawn(seed)
    known = rk.count(puzzle, method="search")
    suited = {"auto": True, "rows": has_one_a_row(puzzle), "columns": fits_columns(puzzle)}
    for method in (name for name, suits in suited.items() if suits):
        found = rk.count(puzzle, method=method)
        assert (found.value, found.by_number) == (known.value, known.by_number), puzzle


def test_the_random_puzzles_differ() -> None:
    puzzles = [drawn(seed) for seed in range(100)]
    assert len({rk.count(puzzle).value for puzzle in puzzles}) > 10
    assert sum(map(fits_columns, puzzles)) > 30


@pytest.mark.parametrize("seed", few(range(100), 25))
def test_the_kernel_and_its_plain_twin_agree(seed, monkeypatch) -> None:
    monkeypatch.setattr(column_layers, "STATES_A_SLICE", 3)
    monkeypatch.setattr(column_layers, "STATES_A_TICK", 2)
    puzzle = drawn(seed)
    masks = masks_of(puzzle)
    if not fits_columns(puzzle) or masks.why_none:
        return
    for reach in (4, 5):
        table = ColumnTable(masks, reach)
        counters = PlainColumns(table), ColumnLayers(table, table.primes)
        for counter in counters:
            assert all(0 <= counter.share() <= 1 for _ in counter.run())
        assert counters[0].counts() == counters[1].counts()
        assert counters[0].share() == counters[1].share() == 1


@pytest.mark.parametrize("seed", few(range(60), 25))
def test_masks_are_those_of_the_graph(seed) -> None:
    puzzle = drawn(seed)
    masks, graph = masks_of(puzzle), graph_of(puzzle)
    assert masks.why_none == graph.why_none
    given = {row: column for _, row, column in puzzle.given}
    number = {
        (row, column): at
        for at, (_, row, column) in enumerate(graph.candidates)
        if given.get(row, column) == column
    }
    squares = list(product(range(puzzle.board.rows), range(puzzle.board.columns)))
    for row, column in squares:
        assert masks.open[row] >> column & 1 == ((row, column) in number)
        for other, there in squares:
            fits = (
                {(row, column), (other, there)} <= number.keys()
                and not graph.conflicts[number[row, column]] >> number[other, there] & 1
                and (puzzle.columns == (0, None) or column != there)
            )
            assert other == row or masks.compatible[row, column, other] >> there & 1 == fits


@pytest.mark.parametrize("seed", few(range(100), 25))
def test_placements_are_listed_in_order_from_any_on(seed, monkeypatch) -> None:
    monkeypatch.setattr(listing, "LARGEST_BLOCK", 2)
    puzzle = drawn(seed)
    masks = masks_of(puzzle)
    graph = graph_of(puzzle)
    known = [graph.placement(one) for one in SetSearch(graph).placements() if one is not None]
    assert list(rk.placements(puzzle)) == known
    if not has_one_a_row(puzzle) or masks.why_none:
        return
    starts = [*known[::3], *(one[:1] for one in known[-1:]), ((0, 0, 0), (0, 0, 1))]
    for start in starts:
        listed = [one for block in RowLister(masks, start, 2).run() for one in block]
        columns = [[column for *_, column in one] for one in known if one >= start]
        assert listed == columns


def test_a_listing_goes_on_with_the_kernels(monkeypatch) -> None:
    monkeypatch.setattr(search, "NODES_A_TICK", 10)
    placements = list(rk.placements(kings(7)))
    assert len(placements) == 646  # A002464
    assert placements == sorted(set(placements))
