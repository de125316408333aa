"""Annealing and row weighting, move by move against a recount, compiled and as plain Python."""

from dataclasses import replace

import pytest
from tests.cover.boards import FAIRY, SHOWDOWN_PIECES, attackers, random_cover, random_domain
from tests.cover.brute import cheapest
from tests.marks import few

from rookery import Board, Cover
from rookery.cover.annealing import changes_kernel as kernel
from rookery.cover.annealing.annealer import Annealer, RowWeighting, pieces_on
from rookery.cover.bounds.duals import lagrangian
from rookery.cover.model.candidates import candidates


def annealer_of(puzzle, seed=0) -> Annealer:
    table = candidates(puzzle)
    bounding = table.for_bounds()
    duals = lagrangian(bounding, 50.0)
    return Annealer(puzzle, table, duals, seed)


def same_as_recount(annealer: Annealer) -> None:
    puzzle, state = annealer.puzzle, annealer.state
    position_equals_recount(puzzle, state)
    uncovered = state.uncovered[: state.tally[kernel.UNCOVERED]]
    weights = sum(state.weight[target] for target in uncovered)
    assert state.energy[kernel.ENERGY] == pytest.approx(state.energy[kernel.COST] + weights)
    assert state.tally[kernel.CHANGES] <= len(state.change)


def position_equals_recount(puzzle: Cover, state: kernel.State) -> None:
    kinds, columns = len(puzzle.pieces), puzzle.board.columns
    placed_pieces = [
        (int(kind), *divmod(at, columns))
        for at, kind in enumerate(state.kind_on)
        if kind != kernel.EMPTY and kind < kinds
    ]
    assert {(row, column) for _, row, column in placed_pieces} <= set(puzzle.places)
    counts = [len(squares) for squares in attackers(puzzle, placed_pieces).values()]
    assert list(state.covers) == counts
    uncovered = state.uncovered[: state.tally[kernel.UNCOVERED]]
    assert sorted(uncovered) == [n for n, count in enumerate(counts) if not count]
    placed = state.placed[: state.tally[kernel.PLACED]]
    assert sorted(divmod(int(at), columns) for at in placed) == [at[1:] for at in placed_pieces]
    used = [kind for kind, _, _ in placed_pieces]
    assert list(state.number[:kinds]) == [used.count(kind) for kind in range(kinds)]
    assert state.energy[kernel.COST] == pytest.approx(puzzle.value(placed_pieces))


@pytest.mark.parametrize("seed", few(range(12), 3))
def test_moves_and_their_undoing_equal_a_recount(seed):
    pieces = FAIRY if seed % 2 else SHOWDOWN_PIECES
    domain = random_domain(seed, 6, 7, pieces, pieces, 0.4)
    for puzzle in (random_cover(seed, 7, 6, 0.3), domain):
        annealer = annealer_of(puzzle, seed)
        for number in range(30):
            annealer.run(37, number / 30, (number + 1) / 30)
            same_as_recount(annealer)
            if annealer.placed_pieces():
                assert puzzle.check(annealer.placed_pieces()) == []
                assert puzzle.value(annealer.placed_pieces()) == annealer.cost


def test_a_target_of_no_candidate_is_covered_over_a_hurdle():
    walls, cannon = [(0, 1), (0, 2)], ("cpR", (1, 0))
    puzzle = Cover(Board(2, 5, walls), [(1, 4)], [1], ["N"], standing=[cannon])
    annealer = annealer_of(puzzle)
    for _ in range(30):
        annealer.run(37, 0.0, 0.1)
        same_as_recount(annealer)
    assert puzzle.check(annealer.placed_pieces()) == []


@pytest.mark.parametrize(("start", "end", "fades"), [(0.1, 0.2, True), (0.9, 1.0, False)])
def test_weights_of_covered_targets_fade_but_not_towards_the_end(start, end, fades):
    annealer = annealer_of(random_cover(5, 6, 6, 0.3))
    state, rules = annealer.state, annealer.rules
    state.energy[kernel.ENERGY] += (rules.heaviest - state.weight)[state.covers == 0].sum()
    state.weight[:] = rules.heaviest
    for _ in range(10):
        annealer.run(5000, start, end)
        same_as_recount(annealer)
    assert (state.weight >= rules.least).all()
    assert (state.weight < rules.heaviest).any() == fades


def test_going_back_restores_the_best_cover():
    annealer = annealer_of(random_cover(2, 8, 8, 0.4), 1)
    for number in range(10):
        annealer.run(3000, number / 10, (number + 1) / 10)
    annealer.run(370, 0.0, 0.1)
    best = annealer.placed_pieces()
    assert best and annealer.standing() != best
    annealer.go_back()
    assert annealer.standing() == best
    same_as_recount(annealer)


def with_equal_prices(puzzle: Cover, price: int = 1) -> Cover:
    return replace(puzzle, prices=(price,) * len(puzzle.pieces))


def begun(puzzle: Cover, seed: int) -> RowWeighting:
    return RowWeighting(puzzle, annealer_of(puzzle).rules, (), seed)


def losses_equal_recount(weighting: RowWeighting) -> None:
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
            losses_equal_recount(weighting)
            before = weighting.cost
            weighting.run(1 + seed % 3)
            assert weighting.cost <= before
            if weighting.placed_pieces():
                assert puzzle.check(weighting.placed_pieces()) == []
                assert puzzle.value(weighting.placed_pieces()) == weighting.cost
        losses_equal_recount(weighting)


@pytest.mark.parametrize("blocked", [(), ("a1", "c4", "d4")])
@pytest.mark.parametrize("seed", few(range(6), 2))
def test_queens_keep_apart(seed, blocked):
    puzzle = Cover.domination(6, 7, independent=True, blocked=blocked)
    weighting = begun(puzzle, seed)
    for _ in range(40):
        weighting.run(2)
        losses_equal_recount(weighting)
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
    puzzle = Cover.domination(12, piece="N")
    everywhere = tuple((0, row, column) for row in range(12) for column in range(12))
    weighting = RowWeighting(puzzle, annealer_of(puzzle).rules, everywhere, 5)
    assert weighting.cost == 144
    weighting.run(20_000)
    assert weighting.cost == 24
