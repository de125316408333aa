"""Placements to which no piece can be added: counted and listed, beside brute force."""

from __future__ import annotations

from random import Random

import pytest
from tests.marks import few

import rookery as rk
from rookery.nonattacking import listing, search
from rookery.nonattacking.counting import maximal_sets
from rookery.nonattacking.counting.maximal_sets import CompiledCovers, CoverTable, PlainCovers
from rookery.nonattacking.graph import graph_of

#: Maximal independent sets of the queens' graphs of the sides 1, 2, ...; from 6 on by a program of
#: its own, in C++.
QUEENS = [1, 4, 9, 18, 58, 348, 1862, 10188, 57600, 376692]

PIECES = ["Q", "N", "K", "R", "B", "QN", "fN", "R2", "lRN", ["K", "N"], ["Q", "R", "B"], ["W", "W"]]
WRAPS = ("", "cylinder", "torus")
LARGE = {0, 11, 17, 24, 63, 75}  # seeds of boards with so many sets that trying all takes seconds


def test_queens() -> None:
    for side, known in enumerate(QUEENS, 1):
        result = rk.count(rk.NonAttacking(side, "queen", maximal=True))
        assert (result.value, result.bound, result.method) == (known, known, "maximal")
        assert sum(result.by_number) == known


def drawn(seed: int) -> rk.NonAttacking:
    """A small puzzle; some squares are blocked, given or walls, some numbers are set."""
    random = Random(seed)
    height, width = random.randint(1, 4), random.randint(1, 4)
    walls = random.sample([(0, 0), (height - 1, width - 1)], random.choice([0, 0, 1]))
    board = rk.Board(
        height, width, walls=walls if height * width > 1 else (), wrap=random.choice(WRAPS)
    )
    squares = list(board.squares())
    blocked = random.sample(squares, min(len(squares) - 1, random.choice([0, 0, 2])))
    free = [square for square in squares if square not in blocked]
    given = [(0, *square) for square in random.sample(free, random.choice([0, 0, 1]))]
    pieces = random.choice(PIECES)
    keywords = random.choice(
        [{}, {}, {}, {"rows": (0, 1)}, {"rows": 1, "columns": (0, 2)}, {"tolerated": [(0, 0)]}]
    )
    if isinstance(pieces, str) and random.random() < 0.3:
        keywords = {**keywords, "number": (random.randint(0, 3), random.choice([None, 4]))}
    return rk.NonAttacking(board, pieces, given=given, blocked=blocked, maximal=True, **keywords)


def by_brute_force(puzzle: rk.NonAttacking) -> list[tuple[tuple[int, int, int], ...]]:
    """All sets of pieces that the puzzle's own check accepts, in order."""
    sets = [()]
    for kind in range(len(puzzle.pieces)):
        for square in puzzle.board.squares():
            more = [(*one, (kind, *square)) for one in sets]
            sets += [one for one in more if not puzzle.conflict_faults(one)]
    return sorted(one for one in sets if not puzzle.check(one))


@pytest.mark.parametrize("seed", few([*sorted(set(range(80)) - LARGE), *sorted(LARGE)], 25))
def test_brute_force_agrees(seed, monkeypatch) -> None:
    monkeypatch.setattr(listing, "LARGEST_BLOCK", (1, 3, 1000)[seed % 3])
    monkeypatch.setattr(listing, "HEAD_START", 0)
    puzzle = drawn(seed)
    known = by_brute_force(puzzle)
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
    placements = list(rk.placements(rk.NonAttacking(rk.Board(2, 70), "rook", maximal=True)))
    assert len(placements) == 70 * 69
    assert placements == sorted(placements)


def test_a_listing_goes_on_with_the_kernels(monkeypatch) -> None:
    monkeypatch.setattr(search, "NODES_A_TICK", 10)
    puzzle = rk.NonAttacking(7, "queen", maximal=True)
    placements = list(rk.placements(puzzle))
    assert len(placements) == QUEENS[6]
    assert placements == sorted(set(placements))
    assert (
        len(list(rk.placements(puzzle, fundamental=True)))
        == rk.count(puzzle, fundamental=True).value
    )
