"""The kernel, move by move against a recount, compiled and as plain Python."""

import pytest
from tests.cover.boards import FAIRY, SHOWDOWN_PIECES, attackers, random_cover, random_domain
from tests.marks import few

from rookery import Board, Cover
from rookery.cover.annealing import changes_kernel as kernel
from rookery.cover.annealing.annealer import Annealer
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
