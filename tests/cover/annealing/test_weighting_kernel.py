"""Row weighting: losses and position equal a recount, compiled and as plain Python."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.cover.annealing.test_anneal_kernel import annealer_of, position_equals_recount
from tests.cover.boards import FAIRY, SHOWDOWN_PIECES, random_cover, random_domain
from tests.cover.brute import cheapest
from tests.marks import few

from rookery.cover.annealing.annealer import RowWeighting
from rookery.cover.puzzle import Cover


def with_equal_prices(puzzle: Cover, price: int = 1) -> Cover:
    return replace(puzzle, prices=(price,) * len(puzzle.pieces))


def begun(puzzle: Cover, seed: int) -> RowWeighting:
    return RowWeighting(puzzle, annealer_of(puzzle).rules, (), seed)


def attackers_by_the_rules(weighting: RowWeighting) -> list[list[int]]:
    """The squares of the pieces that attack each target, or stand on it, by their motions."""
    puzzle, columns = weighting.puzzle, weighting.puzzle.board.columns
    placed = {
        divmod(at, columns): puzzle.pieces[kind]
        for at, kind in enumerate(weighting.state.kind_on)
        if 0 <= kind < len(puzzle.pieces)
    }
    occupied = set(placed) | set(puzzle.obstacles)
    attackers: dict[tuple[int, int], list[int]] = {target: [] for target in puzzle.targets}
    for (row, column), piece in [*placed.items(), *((at, piece) for piece, at in puzzle.standing)]:
        square = row * columns + column
        if (row, column) in placed and (row, column) in attackers:
            attackers[row, column].append(square)
        for motion in piece.motions:
            for end in motion.squares(puzzle.board, (row, column), occupied):
                if motion.captures and end in attackers:
                    attackers[end].append(square)
    return list(attackers.values())


def same_as_recount(weighting: RowWeighting) -> None:
    state = weighting.state
    position_equals_recount(weighting.puzzle, state)
    losses = dict.fromkeys(map(int, state.placed[: state.tally[1]]), 0.0)
    for attackers, weight in zip(attackers_by_the_rules(weighting), state.weight, strict=True):
        if len(attackers) == 1 and attackers[0] in losses:
            losses[attackers[0]] += weight
    for square, loss in losses.items():
        assert weighting.weighting.loss[square] == pytest.approx(loss)


def rounds_equal_recounts(puzzle: Cover, seed: int, slices: int, rounds: int) -> None:
    weighting = begun(puzzle, seed)
    same_as_recount(weighting)
    for _ in range(slices):
        before = weighting.cost
        weighting.run(rounds)
        same_as_recount(weighting)
        assert weighting.cost <= before
        if weighting.placed_pieces():
            assert puzzle.check(weighting.placed_pieces()) == []
            assert puzzle.value(weighting.placed_pieces()) == weighting.cost


@pytest.mark.parametrize("seed", few(range(6), 3))
def test_losses_and_position_equal_a_recount(seed):
    rounds_equal_recounts(with_equal_prices(random_cover(seed, 8, 7, 0.35), 7), seed, 40, 1)


@pytest.mark.parametrize("seed", few(range(12), 3))
def test_with_guards_standing_pieces_and_stock(seed):
    puzzle = random_domain(seed, 6, 7, FAIRY if seed % 2 else SHOWDOWN_PIECES, density=0.4)
    rounds_equal_recounts(with_equal_prices(puzzle), seed, 40, 3)


@pytest.mark.parametrize("seed", few(range(8), 3))
def test_it_finds_the_fewest_pieces(seed):
    puzzle = with_equal_prices(random_cover(seed, 3, 4, 0.3))
    weighting = begun(puzzle, seed)
    weighting.run(2000)
    assert weighting.cost == cheapest(puzzle, 12)


def test_it_makes_a_cover_smaller():
    puzzle = Cover.domination(12, piece="N")
    everywhere = tuple((0, row, column) for row in range(12) for column in range(12))
    weighting = RowWeighting(puzzle, annealer_of(puzzle).rules, everywhere, 5)
    assert weighting.cost == 144
    weighting.run(20_000)
    assert weighting.cost == 24


def test_the_same_rounds_for_the_same_seed():
    found = []
    for _ in range(2):
        weighting = begun(with_equal_prices(random_cover(3, 9, 9, 0.4)), 5)
        weighting.run(500)
        found.append((weighting.placed_pieces(), list(weighting.state.weight)))
    assert found[0] == found[1]


@pytest.mark.slow
def test_the_same_rounds_without_compilation(kernels):
    code = (
        "from tests.cover.annealing.test_weighting_kernel import *\n"
        "rounds_equal_recounts(with_equal_prices(random_cover(3, 6, 8, 0.3)), 3, 8, 2)\n"
        "rounds_equal_recounts(with_equal_prices(random_domain(5, 6, 7)), 5, 8, 2)\n"
        "print('same')\n"
    )
    assert kernels.plain(code) == "same\n"
