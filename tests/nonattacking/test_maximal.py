"""Placements to which no piece can be added: counted and listed, beside brute force."""

from __future__ import annotations

from random import Random

import pytest
from tests.marks import few
from tests.nonattacking.boards import drawn_board, every_piece, placements

import rookery as rk
from rookery.nonattacking import listing, search
from rookery.nonattacking.counting import maximal_sets
from rookery.nonattacking.counting.maximal_sets import CompiledCovers, CoverTable, PlainCovers
from rookery.nonattacking.graph import graph_of

PIECES = ["Q", "N", "K", "R", "B", "QN", "fN", "R2", "lRN", ["K", "N"], ["Q", "R", "B"], ["W", "W"]]


def drawn(seed: int) -> rk.NonAttacking:
    """A small puzzle of maximal placements, in some cases with numbers of pieces."""
    random = Random(seed)
    board, squares = drawn_board(random, 4)
    pieces = random.choice(PIECES)
    keywords = random.choice(
        [{}, {}, {}, {"rows": (0, 1)}, {"rows": 1, "columns": (0, 2)}, {"tolerated": [(0, 0)]}]
    )
    if isinstance(pieces, str) and random.random() < 0.3:
        keywords = {**keywords, "number": (random.randint(0, 3), random.choice([None, 4]))}
    return rk.NonAttacking(board, pieces, maximal=True, **squares, **keywords)


SMALL = [seed for seed in range(160) if len(every_piece(drawn(seed))) <= 11]


@pytest.mark.parametrize("seed", few(SMALL, 25))
def test_brute_force_agrees(seed, monkeypatch) -> None:
    monkeypatch.setattr(listing, "LARGEST_BLOCK", (1, 3, 1000)[seed % 3])
    monkeypatch.setattr(listing, "HEAD_START", 0)
    puzzle = drawn(seed)
    known = placements(puzzle)
    result = rk.count(puzzle)
    assert (result.value, result.method) == (len(known), "maximal")
    assert list(rk.placements(puzzle)) == known
    half = known[len(known) // 2 :]
    assert list(rk.placements(puzzle, start=half[0] if half else None)) == half


def test_the_random_puzzles_differ() -> None:
    counts = [rk.count(drawn(seed)).value for seed in range(80)]
    assert len(set(counts)) > 10
    assert sum(count > 0 for count in counts) > 40


@pytest.mark.parametrize("seed", few(range(20), 6))
def test_the_kernel_and_its_plain_twin_agree_node_by_node(seed, monkeypatch) -> None:
    monkeypatch.setattr(maximal_sets, "WORDS_A_SLICE", 30)
    monkeypatch.setattr(maximal_sets, "CANDIDATES_A_TICK", 20)
    table = CoverTable(graph_of(drawn(seed)))
    nodes = [table.root]
    for node in nodes[:30]:
        counters = PlainCovers(table, node), CompiledCovers(table, node)
        for counter in counters:
            assert all(0 <= counter.share() <= 1 for _ in counter.run())
        assert counters[0].counts() == counters[1].counts()
        assert counters[0].share() == counters[1].share() == 1
        nodes += table.below(node) if node.uncovered else []


def test_boards_of_several_words() -> None:
    puzzle = rk.NonAttacking(rk.Board(3, 40), "rook", (0, 2), maximal=True)
    assert rk.count(puzzle).value == 0
    assert rk.count(rk.NonAttacking(rk.Board(2, 70), "rook", maximal=True)).value == 70 * 69
    listed = list(rk.placements(rk.NonAttacking(rk.Board(2, 70), "rook", maximal=True)))
    assert len(listed) == 70 * 69
    assert listed == sorted(listed)


def test_a_listing_goes_on_with_the_kernels(monkeypatch) -> None:
    monkeypatch.setattr(search, "NODES_A_TICK", 10)
    puzzle = rk.NonAttacking(7, "queen", maximal=True)
    listed = list(rk.placements(puzzle))
    assert len(listed) == 1862
    assert listed == sorted(set(listed))
    assert (
        len(list(rk.placements(puzzle, fundamental=True)))
        == rk.count(puzzle, fundamental=True).value
    )
