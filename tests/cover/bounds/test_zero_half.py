"""Zero-half cuts: violated by the values they were made for, met by every cover."""

from __future__ import annotations

import numpy as np
import pytest
from tests.cover.boards import FAIRY, SHOWDOWN_PIECES, planted, random_cover
from tests.cover.bounds.relaxed import values_of
from tests.marks import few

from rookery.boards.pieces import Piece
from rookery.cover.bounds.cuts import Cut, deepest, halved, zero_half_cuts
from rookery.cover.bounds.duals import lagrangian
from rookery.cover.bounds.program import CoveringProgram
from rookery.cover.bounds.rows import CoverRow, relaxation
from rookery.cover.model.attacks import candidates

CANNONS = (Piece("cannon"), Piece("knight"), Piece("gQ"))


def row(variables, least, weight=1):
    return CoverRow(np.array(variables), np.full(len(variables), weight), least)


def odd_cycle(length):
    return [row([place, (place + 1) % length], 1) for place in range(length)]


@pytest.mark.parametrize("length", [3, 5, 7])
def test_an_odd_cycle_takes_more_than_half(length):
    """Every two neighbours hold one: halves do, but of whole ones there must be one more."""
    cuts = zero_half_cuts(odd_cycle(length), np.full(length, 0.5), np.random.default_rng(1), 0.0)
    assert any(
        cut.row.least == (length + 1) // 2 and len(cut.row.variable) == length for cut in cuts
    )


def test_it_ends_when_asked_to():
    asked = []
    long, halves = odd_cycle(101), np.full(101, 0.5)
    zero_half_cuts(long, halves, np.random.default_rng(1), 0.0, lambda: bool(asked.append(1)))
    assert len(asked) == 1


def test_an_even_cycle_has_none():
    assert not zero_half_cuts(odd_cycle(6), np.full(6, 0.5), np.random.default_rng(1), 0.0)


@pytest.mark.parametrize("seed", range(10))
def test_half_a_sum_is_met_by_all_that_meet_the_rows(seed):
    random = np.random.default_rng(seed)
    rows = [
        CoverRow(np.arange(5), random.integers(-2, 4, 5), int(random.integers(-1, 4)))
        for _ in range(3)
    ]
    cut = halved(rows)
    for bits in range(1 << 5):
        values = np.array([bits >> place & 1 for place in range(5)], dtype=float)
        if all(each.slack(values) >= 0 for each in rows):
            assert cut.slack(values) >= 0


def test_cuts_much_like_a_deeper_one_are_left_out():
    values = np.array([0.4, 0.4, 0.1])
    near, same, other = row([0, 1], 1), row([0, 1], 1), row([2], 1)
    chosen = deepest([Cut(same, 0.1), Cut(near, 0.2), Cut(other, 0.05)], values, 3)
    assert [each is near or each is other for each in chosen] == [True, True]
    assert len(deepest([Cut(near, 0.2), Cut(other, 0.1)], values, 1)) == 1


@pytest.mark.parametrize("pieces", [SHOWDOWN_PIECES, FAIRY, CANNONS])
@pytest.mark.parametrize("seed", few(range(6), 2))
def test_covers_meet_the_cuts_of_three_rounds(seed, pieces):
    board = planted(lambda seed: random_cover(seed, 9, 9, 0.4, pieces), seed, 30)
    table = candidates(board.puzzle).for_bounds()
    rows = relaxation(table, min(board.puzzle.prices))
    values = values_of(board.puzzle, rows, board.placed_pieces)
    start = lagrangian(table, board.cost, 50)
    program = CoveringProgram(rows, start, board.cost)
    random = np.random.default_rng(seed)
    program.change_cuts(program.solve(lambda: 60.0), rows.passing)
    for _ in range(3):
        solution = program.solve(lambda: 60.0)
        cuts = zero_half_cuts([*program.rows, *rows.linking], solution.values, random, 0.5)
        assert all(cut.row.slack(solution.values) < 0 for cut in cuts)
        assert all(cut.row.slack(values) >= 0 for cut in cuts)
        program.change_cuts(solution, deepest(cuts, solution.values, 40))
