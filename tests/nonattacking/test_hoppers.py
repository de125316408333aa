"""Hoppers that land just behind their hurdle, counted row by row."""

from __future__ import annotations

import math
from collections import Counter
from random import Random

import pytest
from tests.nonattacking.boards import numbers
from tests.nonattacking.hoppers_twin import Twin

import rookery as rk
from rookery.nonattacking.counting import hopper_rows
from rookery.nonattacking.counting.hopper_rows import HopperCounter
from rookery.nonattacking.counting.hoppers import (
    ACROSS,
    HopperBoard,
    fits_hoppers,
    hopper_boards,
    suits_hoppers,
)
from rookery.nonattacking.counting.polynomials import product_of_all

PIECES = ["gQ", "gR", "gB", "gRgfrBgblB", "mKcgQ"]

BOARDS = [
    (rk.Board(4), {}),
    (rk.Board(4, 1), {}),
    (rk.Board(5, 4, walls=["b3"]), {}),
    (rk.Board(4, 6, walls=["c2", "e4"]), {"blocked": ["a1", "f4"]}),
    (rk.Board(6, 4), {"given": ["b2"], "blocked": ["d6"]}),
    (rk.Board(5), {"given": ["a1", "c1", "e5"]}),
    (rk.Board(5), {"given": ["a1", "b1", "c1"]}),
    (rk.Board(5, walls=["c1", "c3"]), {"number": (3, 6)}),
    (rk.Board(4, 5), {"blocked": ["a4", "b4", "c4", "d4", "e4"]}),
]


@pytest.mark.parametrize("piece", PIECES)
@pytest.mark.parametrize(("board", "keywords"), BOARDS)
def test_rows_and_squares_agree(piece, board, keywords) -> None:
    puzzle = rk.NonAttacking(board, piece, **keywords)
    found = rk.count(puzzle, method="hoppers")
    assert found.by_number == rk.count(puzzle, method="frontier").by_number
    assert (found.value, found.status) == (sum(found.by_number), rk.Status.OPTIMAL)


@pytest.mark.parametrize("seed", range(12))
def test_rows_and_squares_agree_on_any_board(seed) -> None:
    random = Random(seed)
    board = rk.Board(*random.choice([(4, 5), (5, 5), (7, 3), (4, 6)]))
    squares = list(board.squares())
    picked = random.sample(squares, 6)
    walls = picked[: random.randrange(4)]
    board = rk.Board(board.rows, board.columns, walls=walls)
    puzzle = rk.NonAttacking(
        board, random.choice(PIECES), blocked=picked[4:], given=picked[3:4] if seed % 2 else ()
    )
    found = rk.count(puzzle, method="hoppers")
    assert found.by_number == rk.count(puzzle, method="frontier").by_number


@pytest.mark.parametrize("board", [rk.Board(4, 2), rk.Board(4, 2, walls=["b3"]), rk.Board(5, 2)])
@pytest.mark.parametrize("piece", PIECES)
def test_rows_by_brute_force(board, piece) -> None:
    puzzle = rk.NonAttacking(board, piece)
    assert rk.count(puzzle, method="hoppers").by_number == numbers(puzzle)


def small_boards(seed: int) -> list[HopperBoard]:
    """Boards with walls, blocked and given squares at random; one or two, as colours matter."""
    random = Random(seed)
    rows, columns = random.choice([(4, 3), (5, 3), (6, 2), (4, 4)])
    squares = [(row, column) for row in range(rows) for column in range(columns)]
    picked = random.sample(squares, 5)
    puzzle = rk.NonAttacking(
        rk.Board(rows, columns, walls=picked[: random.randrange(4)]),
        random.choice(PIECES),
        blocked=picked[3:4] if seed % 2 else (),
        given=picked[4:] if seed % 3 == 0 else (),
    )
    return hopper_boards(puzzle)


def finished(work):
    """What a generator returns at its end."""
    try:
        while True:
            next(work)
    except StopIteration as end:
        return end.value


def states_after_each_row(board):
    """The states after the rows but the last, one after the other, as the kernel finds them."""
    rows = hopper_rows.HopperRows(board)
    for row in range(board.rows - 1):
        after = rows._after(row, tuple(board.patterns(row)), hopper_rows._Memory())
        table, found = finished(after)
        yield {
            tuple(table.keys[at].tolist()): Counter(
                {number: count for number, count in enumerate(table.counts[at].tolist()) if count}
            )
            for at in range(found)
        }
        rows._take(hopper_rows._source_of(table, found, board.columns))


@pytest.mark.parametrize("seed", range(16))
def test_the_states_after_each_row_are_those_of_the_plain_twin(seed) -> None:
    for board in small_boards(seed):
        twin = Twin(board)
        for row, states in enumerate(states_after_each_row(board)):
            assert states == twin.states(row + 1)


@pytest.mark.parametrize("seed", range(16))
def test_the_placements_of_a_unit_are_those_of_the_plain_twin(seed) -> None:
    for board in small_boards(seed):
        rows = hopper_rows.HopperRows(board)
        for _ in rows.prepare():
            pass
        cut = board.rows - 1 - hopper_rows.ENDS
        counts = {unit: Counter() for unit in rows.units}
        for placement in Twin(board).placements(board.rows):
            unit = placement[cut]
            unit = min(unit, board.mirrored(unit)) if board.is_symmetric else unit
            counts[unit][sum(map(int.bit_count, placement))] += 1
        for unit, expected in counts.items():
            found = finished(rows.slices(unit))
            assert found == [expected[number] for number in range(len(found))]
            assert sum(found) == expected.total()


@pytest.mark.parametrize("piece", ["gQ", "gR"])
def test_rows_that_walls_part_hold_many(piece) -> None:
    """Six on each of the last rows: more numbers of pieces than the kernel takes at a time."""
    walls = [file + rank for file in "cf" for rank in "12345678"]
    puzzle = rk.NonAttacking(rk.Board(8, walls=walls), piece)
    (board,) = hopper_boards(puzzle)
    assert {max(map(int.bit_count, board.patterns(row))) for row in range(8)} == {6}
    strip = rk.count(rk.NonAttacking(rk.Board(8, 2), piece), method="frontier").by_number
    assert rk.count(puzzle).by_number == tuple(product_of_all([strip] * 3))


@pytest.mark.slow
def test_the_last_square_of_64_may_be_blocked() -> None:
    puzzle = rk.NonAttacking(rk.Board(4, 16), "gQ", blocked=["p1", "a4"])
    turned = rk.NonAttacking(rk.Board(16, 4), "gQ", blocked=["d1", "a16"])
    found = rk.count(puzzle)
    assert found.method == "hoppers"
    assert found.by_number == rk.count(turned).by_number
    assert found.by_number == rk.count(puzzle, method="frontier").by_number


def test_mirror_images_are_counted_once_where_the_board_is_symmetric() -> None:
    (board,) = hopper_boards(rk.NonAttacking(6, "gQ"))
    (other,) = hopper_boards(rk.NonAttacking(6, "gQ", blocked=["a1"]))
    rows, others = (hopper_rows.HopperRows(one) for one in (board, other))
    assert len(rows.units) < len(others.units) == len(board.patterns(2))
    both = hopper_boards(rk.NonAttacking(6, "gB"))
    assert [one.is_symmetric for one in both] == [False, False]  # colours change places
    assert all(one.is_symmetric for one in hopper_boards(rk.NonAttacking(5, "gB")))


@pytest.mark.parametrize("slices", [(1, 1), (7, 3), (1 << 15, 1 << 12)])
def test_slices_do_not_matter(monkeypatch, slices) -> None:
    monkeypatch.setattr(hopper_rows, "STATES_A_SLICE", slices[0])
    monkeypatch.setattr(hopper_rows, "ENDS_A_SLICE", slices[1])
    (board,) = hopper_boards(rk.NonAttacking(rk.Board(5, 4), "gQ"))
    rows = hopper_rows.HopperRows(board)
    counter = HopperCounter(rows, rows.units)
    shares = [counter.share() for _ in counter.run()]
    assert shares == sorted(shares)
    assert (shares[-1], sum(counter.counts())) == (1, 25303)


def test_a_line_of_hoppers() -> None:
    board = HopperBoard(1, 7, frozenset([ACROSS]), (0b1000,), (0b1000,), (0,))
    assert 0b0110011 in board.patterns(0)  # two on either side of a wall
    assert 0b0000111 not in board.patterns(0)


@pytest.mark.slow
def test_any_number_of_grasshoppers() -> None:
    puzzle = rk.NonAttacking(7, "grasshopper")
    result = rk.count(puzzle, threads=1)
    assert (result.method, result.value) == ("hoppers", 1294826312)
    few = rk.count(rk.NonAttacking(7, "grasshopper", (0, 3)))
    assert (few.method, few.by_number) == ("frontier", result.by_number[:4])


@pytest.mark.slow
def test_grasshoppers_on_a_chessboard() -> None:
    result = rk.count(rk.NonAttacking(8, "grasshopper"), threads=1)
    assert result.value == 245296347024
    assert len(result.by_number) == 1 + 22
    lines = [8] * 16 + [8] * 2 + [side for side in range(1, 8) for _ in range(4)]
    attacked = sum(math.comb(side, 3) - math.comb(max(0, side - 2), 3) for side in lines)
    assert result.by_number[:3] == (1, 64, math.comb(64, 2))
    assert result.by_number[3] == math.comb(64, 3) - attacked  # three on a line, two adjacent


@pytest.mark.parametrize(
    "puzzle",
    [
        rk.NonAttacking(3, "gQ"),
        rk.NonAttacking(9, "gQ"),
        rk.NonAttacking(8, "fgR"),
        rk.NonAttacking(8, "gfbR"),
        rk.NonAttacking(8, "gQN"),
        rk.NonAttacking(8, "gQ4"),
        rk.NonAttacking(8, "gNN"),
        rk.NonAttacking(8, "ogR"),
        rk.NonAttacking(8, "cannon"),
        rk.NonAttacking(8, "queen"),
        rk.NonAttacking(rk.Board(8, wrap="cylinder"), "gQ"),
        rk.NonAttacking(4, ["gQ", "gQ"]),
        rk.NonAttacking(4, "gQ", rows=(0, 2)),
        rk.NonAttacking(4, "gQ", maximal=True),
        rk.NonAttacking(4, "gQ", tolerated=[(0, 0)]),
    ],
)
def test_puzzles_not_counted_row_by_row(puzzle) -> None:
    assert not fits_hoppers(puzzle)


def test_boards_that_suit_rows() -> None:
    assert suits_hoppers(rk.NonAttacking(8, "gQ"))
    assert not suits_hoppers(rk.NonAttacking(4, "gQ"))
    assert not suits_hoppers(rk.NonAttacking(8, "gQ", 3))
