"""Counts with one piece a row and at most one a column: of the literature, and by other methods."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from tests.marks import few

import rookery as rk
from rookery.nonattacking import listing, search
from rookery.nonattacking.counting import column_layers
from rookery.nonattacking.counting.column_layers import ColumnLayers, ColumnTable, PlainColumns
from rookery.nonattacking.counting.fits import fits_columns, has_one_a_row
from rookery.nonattacking.counting.row_search import RowLister, masks_of
from rookery.nonattacking.graph import graph_of
from rookery.nonattacking.search import SetSearch

#: Kings, one a row and column (Hertzsprung's problem, A002464), for the sides 1, 2, ... .
KINGS = [1, 0, 0, 2, 14, 90, 646, 5242, 47622, 479306, 5296790, 63779034, 831283558, 11661506218]

#: n empresses on n x n squares (A051235).
EMPRESSES = [1, 2, 2, 8, 20, 94, 438, 2766, 19480]

PIECES = ["K", "N", "W", "RN", "R", "RF", "A", "fN", "WF2", "lK", "H", "oN", "Q", "B"]


def kings(side: int, **keywords: object) -> rk.NonAttacking:
    """Kings, one a row and column."""
    return rk.NonAttacking(side, "king", rows=1, columns=1, **keywords)


def test_kings() -> None:
    for side, known in enumerate(KINGS, 1):
        result = rk.count(kings(side))
        assert (result.value, result.bound, result.method) == (known, known, "columns")
        assert result.by_number == ((0,) * side + (known,) if known else ())
        assert bool(result.note) is not bool(known)


def test_counts_of_more_digits_than_a_word_has() -> None:
    assert rk.count(rk.NonAttacking(21, "rook", rows=1, columns=1)).value == 51090942171709440000


def test_empresses() -> None:
    for side, known in enumerate(EMPRESSES, 1):
        result = rk.count(rk.NonAttacking(side, "RN", side))
        assert (result.value, result.method) == (known, "columns")


def test_a_row_without_a_square_holds_no_piece() -> None:
    puzzle = rk.NonAttacking(3, "RN", 3, blocked=["a2", "b2", "c2"])
    for method in ("columns", "rows"):
        assert rk.count(puzzle, method=method).value == 0
    assert list(rk.placements(puzzle)) == []


def drawn(seed: int) -> rk.NonAttacking:
    """A small puzzle with one piece a row; some squares are blocked, given or walls."""
    random = Random(seed)
    height, width = random.randint(1, 5), random.randint(1, 5)
    walls = random.sample([(0, 0), (height - 1, width - 1)], random.choice([0, 0, 0, 1]))
    wrap = random.choice(["", "", "cylinder", "torus"])
    board = rk.Board(height, width, walls=walls if width > 1 else (), wrap=wrap)
    squares = list(board.squares())
    blocked = random.sample(squares, min(len(squares) - 1, random.choice([0, 0, 2])))
    free = [square for square in squares if square not in blocked]
    given = [(0, *square) for square in random.sample(free, random.choice([0, 0, 1]))]
    keywords = random.choice([{"rows": 1}, {"number": height, "rows": (0, 1)}])
    keywords = {**keywords, "columns": random.choice([None, 1, (0, 1)])}
    return rk.NonAttacking(board, random.choice(PIECES), given=given, blocked=blocked, **keywords)


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
    assert len(placements) == KINGS[6]
    assert placements == sorted(set(placements))
