"""What scans say of a position is what the rules say."""

from collections.abc import Sequence

import numpy as np
import pytest
from tests.cover.boards import FAIRY, SHOWDOWN_PIECES, random_domain, wrapped
from tests.marks import few

from rookery import Cover, Piece
from rookery.boards.board import WRAPS, Board
from rookery.cover.model.scans import NO_PIECE, ScanBoard

LAME = tuple(map(Piece, ("nN", "nA", "nDD", "cannon", "R2", "gQ", "NN", "pB3", "alalW")))


def drawn(seed: int, pieces: Sequence[Piece]) -> Cover:
    domain = random_domain(seed, 4 + seed % 5, 5 + seed % 4, pieces, pieces, 0.3)
    return wrapped(domain, WRAPS[seed % 3])


@pytest.mark.parametrize("pieces", [SHOWDOWN_PIECES, FAIRY, LAME])
@pytest.mark.parametrize("seed", few(range(60), 3))
def test_a_position_is_scanned_as_by_the_rules(seed, pieces):
    puzzle = drawn(seed, pieces)
    board, rng = ScanBoard(puzzle), np.random.default_rng(seed)
    position = board.empty()
    for kind, may in enumerate(board.may):
        position[may & (rng.random(board.size) < 0.15)] = kind
    answer, columns = board.answer(position), puzzle.board.columns
    scan = board.scan(position)
    bare = {divmod(square, columns) for square in np.flatnonzero(scan.lacking).tolist()}
    assert bare == set(puzzle.missed(answer))
    assert board.scan(position).cost == puzzle.value(answer)
    assert np.array_equal(board.position(answer), position)
    occupied = puzzle.obstacles | {(row, column) for _, row, column in answer}
    gains = scan.gains(board.target)
    for kind, row, column in answer:
        square = row * columns + column
        attacks = puzzle.pieces[kind].attacks(puzzle.board, (row, column), occupied)
        covered = attacks | {(row, column)}
        assert set(scan.covered(square).tolist()) == {r * columns + c for r, c in covered}
        gain = len(covered.intersection(puzzle.targets))
        assert gains[kind, square] >= gain - 1e-9
        if not puzzle.board.wrap:
            assert gains[kind, square] == pytest.approx(gain)


@pytest.mark.parametrize("pieces", [SHOWDOWN_PIECES, FAIRY, LAME])
@pytest.mark.parametrize("seed", few(range(60), 3))
def test_ways_are_those_whose_gains_are_counted(seed, pieces):
    board, rng = ScanBoard(drawn(seed, pieces)), np.random.default_rng(seed)
    position = board.empty()
    for kind, may in enumerate(board.may):
        position[may & (rng.random(board.size) < 0.1)] = kind
    scan, value = board.scan(position), rng.integers(1, 9, board.size)
    targets = np.flatnonzero(board.target & (rng.random(board.size) < 0.5))
    kind, square, target = scan.ways(targets)
    found = np.zeros(board.may.shape)
    np.add.at(found, (kind, square), value[target])
    gains = scan.gains(np.where(np.isin(np.arange(board.size), targets), value, 0))
    assert found == pytest.approx(gains * board.may * (position < 0))


def test_conditions_mark_what_is_overdone_and_barred():
    puzzle = Cover.domination(3, 4, "R", spared=["d1"], at_most=2, independent=True)
    board = ScanBoard(puzzle)
    scan = board.scan(board.position([(0, 0, 0), (0, 1, 1)]))  # a3 and b2
    assert np.flatnonzero(scan.overdone).tolist() == []
    assert {0, 5, 11} <= set(np.flatnonzero(scan.barred).tolist())
    scan = board.scan(board.position([(0, 0, 0), (0, 0, 3)]))  # a3 and d3, which sees d1
    assert np.flatnonzero(scan.overdone).tolist() == [0, 3, 11]


def test_hurdles_are_our_pieces_that_others_hop_over():
    board = ScanBoard(Cover.parse(["___#_#"], [1, 1], ["mRcpR", "N"]))
    scan = board.scan(board.position([(0, 0, 0), (1, 0, 1)]))
    assert np.flatnonzero(scan.hurdles).tolist() == [1]
    assert scan.attacks.tolist() == [0, 0, 1, 1, 0, 0]


def test_stock_and_squares_limit_choices():
    puzzle = Cover(
        Board(2), (), {"N": 1, "K": 2}, guarded=["a1"], stock=[0, 3], allowed=[None, ["b1"]]
    )
    board = ScanBoard(puzzle)
    assert board.left(board.position([(1, 1, 1)])).tolist() == [0, 2]
    assert np.argwhere(board.may).tolist() == [[1, 3]]
    assert (board.empty() == NO_PIECE).all()
