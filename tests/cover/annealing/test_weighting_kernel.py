"""Row weighting: losses and position equal a recount, compiled and as plain Python."""

from dataclasses import replace

import pytest
from tests.cover.annealing.test_anneal_kernel import annealer_of, position_equals_recount
from tests.cover.boards import FAIRY, SHOWDOWN_PIECES, attackers, random_cover, random_domain
from tests.cover.brute import cheapest
from tests.marks import few

import rookery as rk
from rookery.cover.annealing.annealer import RowWeighting, pieces_on


def with_equal_prices(puzzle: rk.Cover, price: int = 1) -> rk.Cover:
    return replace(puzzle, prices=(price,) * len(puzzle.pieces))


def begun(puzzle: rk.Cover, seed: int) -> RowWeighting:
    return RowWeighting(puzzle, annealer_of(puzzle).rules, (), seed)


def same_as_recount(weighting: RowWeighting) -> None:
    state = weighting.state
    position_equals_recount(weighting.puzzle, state)
    losses = dict.fromkeys(map(int, state.placed[: state.tally[1]]), 0.0)
    placed = pieces_on(weighting.puzzle, state.kind_on)
    columns = weighting.puzzle.board.columns
    every = attackers(weighting.puzzle, placed).values()
    for squares, weight in zip(every, state.weight, strict=True):
        if len(squares) == 1 and (at := squares[0][0] * columns + squares[0][1]) in losses:
            losses[at] += weight
    for square, loss in losses.items():
        assert weighting.weighting.loss[square] == pytest.approx(loss)


@pytest.mark.parametrize("seed", few(range(12), 3))
def test_losses_and_position_equal_a_recount(seed):
    pieces = FAIRY if seed % 2 else SHOWDOWN_PIECES
    domain = with_equal_prices(random_domain(seed, 6, 7, pieces, pieces, 0.4))
    for puzzle in (with_equal_prices(random_cover(seed, 8, 7, 0.35), 7), domain):
        weighting = begun(puzzle, seed)
        for _ in range(25):
            same_as_recount(weighting)
            before = weighting.cost
            weighting.run(1 + seed % 3)
            assert weighting.cost <= before
            if weighting.placed_pieces():
                assert puzzle.check(weighting.placed_pieces()) == []
                assert puzzle.value(weighting.placed_pieces()) == weighting.cost
        same_as_recount(weighting)


@pytest.mark.parametrize("blocked", [(), ("a1", "c4", "d4")])
@pytest.mark.parametrize("seed", few(range(6), 2))
def test_queens_keep_apart(seed, blocked):
    puzzle = rk.Cover.domination(6, 7, independent=True, blocked=blocked)
    weighting = begun(puzzle, seed)
    for _ in range(40):
        weighting.run(2)
        same_as_recount(weighting)
        faults = puzzle.check(pieces_on(puzzle, weighting.state.kind_on))
        assert not any(fault.startswith("piece") for fault in faults), faults
    weighting.run(2000)
    assert weighting.cost == 4


@pytest.mark.parametrize("seed", few(range(8), 3))
def test_it_finds_the_fewest_pieces(seed):
    puzzle = with_equal_prices(random_cover(seed, 3, 4, 0.3))
    weighting = begun(puzzle, seed)
    weighting.run(2000)
    assert weighting.cost == cheapest(puzzle, 12)


def test_it_makes_a_cover_smaller():
    puzzle = rk.Cover.domination(12, piece="N")
    everywhere = tuple((0, row, column) for row in range(12) for column in range(12))
    weighting = RowWeighting(puzzle, annealer_of(puzzle).rules, everywhere, 5)
    assert weighting.cost == 144
    weighting.run(20_000)
    assert weighting.cost == 24
