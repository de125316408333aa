"""Counts with one piece in every row: of the literature, and by other methods beside it."""

from __future__ import annotations

from random import Random

import pytest
from tests.marks import few
from tests.nonattacking.boards import drawn_board

import rookery as rk
from rookery.nonattacking.counting import row_search
from rookery.nonattacking.counting.row_search import CompiledRows, PlainRows, RowTable, masks_of

RIDERS = ["Q", "QN", "RN", "RF", "R", "QNN", "RfB", "lRN", "sRNN"]


def drawn(seed: int) -> rk.NonAttacking:
    """A small puzzle with as many pieces as rows."""
    random = Random(seed)
    board, squares = drawn_board(random, largest=6)
    return rk.NonAttacking(board, random.choice(RIDERS), board.rows, **squares)


def torus(side: int, piece: str = "queen") -> rk.NonAttacking:
    """As many pieces as rows on a torus."""
    return rk.NonAttacking(rk.Board(side, wrap="torus"), piece, side)


@pytest.mark.parametrize("seed", few(range(60), 20))
def test_methods_agree(seed, monkeypatch) -> None:
    monkeypatch.setattr(row_search, "LEAST_PREFIXES", (2, 5, row_search.LEAST_PREFIXES)[seed % 3])
    puzzle = drawn(seed)
    found = rk.count(puzzle, method="rows")
    other = rk.count(puzzle, method="by-number")
    assert (found.value, found.by_number) == (other.value, other.by_number), puzzle
    if puzzle.board.rows <= 4:
        assert found.value == rk.count(puzzle, method="search").value


def test_the_random_boards_differ() -> None:
    counts = [rk.count(drawn(seed), method="rows").value for seed in range(60)]
    assert len(set(counts)) > 10
    assert sum(count > 0 for count in counts) > 20


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("least", [1, 5, row_search.LEAST_PREFIXES])
def test_the_kernel_and_its_plain_twin_agree_prefix_by_prefix(seed, least, monkeypatch) -> None:
    monkeypatch.setattr(row_search, "LEAST_PREFIXES", least)
    monkeypatch.setattr(row_search, "NODES_A_SLICE", 3)
    monkeypatch.setattr(row_search, "NODES_A_TICK", 2)
    table = RowTable(masks_of(drawn(seed)))
    for number in range(len(table.prefixes)):
        counters = PlainRows(table, [number]), CompiledRows(table, [number])
        for counter in counters:
            assert all(0 <= counter.share() <= 1 for _ in counter.run())
        assert counters[0].counts() == counters[1].counts()
        assert counters[0].share() == counters[1].share() == 1


def test_prefixes_stand_for_their_images() -> None:
    moved = RowTable(masks_of(torus(7)))
    assert len(moved.prefixes[0]) > 1
    assert {prefix[0] for prefix in moved.prefixes} == {0}
    assert set(moved.images) == {14}
    mirrored = RowTable(masks_of(rk.NonAttacking(5, "QN", 5)))
    assert {prefix[0] for prefix in mirrored.prefixes} <= {0, 1, 2}
    one_way = RowTable(masks_of(rk.NonAttacking(5, "RfrB", 5)))
    assert set(one_way.images) == {1}
    blocked = rk.NonAttacking(rk.Board(5, wrap="torus"), "Q", 5, blocked=["c1"])
    assert set(RowTable(masks_of(blocked)).images) == {2}


@pytest.mark.parametrize(
    "puzzle",
    [
        rk.NonAttacking(8, "queen", 8),
        rk.NonAttacking(8, "rook", 8),
        rk.NonAttacking(8, "QN", 7),
        rk.NonAttacking(8, "QN", (7, 8)),
        rk.NonAttacking(8, "bishop", 8),
        rk.NonAttacking(rk.Board(6, walls=["c3"]), "queen", 6),
        rk.NonAttacking(6, "queen", 6, rows=1),
        rk.NonAttacking(12, "sRN", 12),
        rk.NonAttacking(6, "fR", 6),
    ],
)
def test_other_puzzles_are_left_to_other_methods(puzzle) -> None:
    result = rk.count(puzzle, limits=rk.Limits(seconds=20))
    assert result.method != "rows"
    assert result.status is rk.Status.OPTIMAL


def test_walls_at_the_ends_of_rows_part_none() -> None:
    for board in (rk.Board(6, walls=["a1", "f6", "f5"]), rk.Board(6, walls=["c3"], wrap="torus")):
        puzzle = rk.NonAttacking(board, "queen", 6)
        result = rk.count(puzzle)
        assert result.method == "rows"
        assert result.value == rk.count(puzzle, method="by-number").value
