"""Zero-half cuts, which every cover meets, and the bound by them: never past the optimum."""

import numpy as np
import pytest
from ortools.math_opt.python import mathopt
from tests.cover.boards import CANNONS, FAIRY, SHOWDOWN_PIECES, planted, random_cover
from tests.cover.bounds.relaxed import cut_rounds, last_of, relaxed, values_of
from tests.cover.brute import cheapest, placements
from tests.marks import few

import rookery as rk
from rookery.cover.bounds.cuts import deepest, halved, zero_half_cuts
from rookery.cover.bounds.duals import Duals, lagrangian, round_up
from rookery.cover.bounds.program import CoveringProgram, CoverRow
from rookery.cover.model.candidates import candidates

ROUNDS = 6


def bound_of(puzzle: rk.Cover, target: float, rounds: int = ROUNDS) -> Duals:
    return last_of(cut_rounds(puzzle, target), rounds)


@pytest.mark.parametrize(
    ("pieces", "seed"),
    [(SHOWDOWN_PIECES, 1), (CANNONS, 0), (CANNONS, 3), (FAIRY, 4), (SHOWDOWN_PIECES[:7], 2)],
    ids=["showdown", "cannon", "cannons", "fairy", "without hops"],
)
def test_every_cut_that_is_added_is_met_by_all_covers(pieces, seed, monkeypatch):
    """All that cost less than two more than the cheapest, by trying all."""
    board = planted(lambda seed: random_cover(seed, 3, 4, 0.5, pieces, dearest=5), seed, 3)
    puzzle, best = board.puzzle, cheapest(board.puzzle, board.cost + 1)
    rows = relaxed(puzzle)
    added, change = [], CoveringProgram.change_cuts

    def noted(program, solution, new):
        added.extend(new)
        return change(program, solution, new)

    monkeypatch.setattr(CoveringProgram, "change_cuts", noted)
    bound_of(puzzle, 3 * best)
    assert any(abs(row.weight).max() > 1 or row.least > 1 for row in added)
    for placed in placements(puzzle, [best + 2]):
        if placed and not puzzle.check(placed):
            values = values_of(puzzle, rows, placed)
            assert all(row.slack(values) >= 0 for row in added)


@pytest.mark.parametrize("seed", few(range(4), 2))
def test_so_does_how_often_a_target_must_be_covered(seed):
    drawn = planted(lambda seed: random_cover(seed, 6, 6, 0.2, dearest=20), seed, 12).puzzle
    twice = rk.Cover(drawn.board, drawn.kings, drawn.prices, at_least=2)
    exact = rk.solve(twice, method="exact", threads=1)
    once, both = (bound_of(puzzle, 200).bound for puzzle in (drawn, twice))
    assert once < both
    assert exact.value is None or round_up(both, twice.prices) <= exact.value


def test_no_round_follows_a_bound_that_reaches_the_aim():
    puzzle = planted(lambda seed: random_cover(seed, 7, 7, 0.3, dearest=50), 0, 9).puzzle
    cuts = cut_rounds(puzzle, bound_of(puzzle, 60, 0).bound - 1)
    assert len(list(cuts.go_on(lambda: 60.0))) == 1
    assert cuts.ended


def test_all_candidates_are_priced_though_few_are_in_the_program():
    puzzle = planted(lambda seed: random_cover(seed, 9, 9, 0.3, dearest=1000), 4, 20).puzzle
    table = candidates(puzzle).for_bounds()
    upside_down = Duals(0.0, np.zeros(len(table.needed)), -table.price.astype(float))
    bounds = [
        last_of(cut_rounds(puzzle, 5000, start), 0).bound
        for start in (upside_down, lagrangian(table, 5000))
    ]
    assert bounds[0] == pytest.approx(bounds[1])


@pytest.mark.parametrize(("failures", "is_solved"), [(1, True), (2, False)])
def test_a_solver_that_fails_begins_anew_once(failures, is_solved, monkeypatch):
    puzzle = planted(lambda seed: random_cover(seed, 5, 5), 2).puzzle
    rows = relaxed(puzzle)
    program = CoveringProgram(rows, lagrangian(rows.table, 20, 5), 20)
    made = []

    class Solver(mathopt.IncrementalSolver):
        def solve(self, **keywords):
            made.append(self)
            if len(made) <= failures:
                raise RuntimeError("ABNORMAL")
            return super().solve(**keywords)

    monkeypatch.setattr(mathopt, "IncrementalSolver", Solver)
    assert (program.solve(lambda: 60.0) is not None) == is_solved
    assert made[0] is not made[1]


def row(variables, least, weight=1):
    return CoverRow(np.array(variables), np.full(len(variables), weight), least)


def cycle(length):
    return [row([place, (place + 1) % length], 1) for place in range(length)]


@pytest.mark.parametrize("length", [3, 5, 6, 7])
def test_an_odd_cycle_takes_more_than_half(length):
    """Every two neighbours hold one: halves do, but of whole ones there must be one more."""
    found = zero_half_cuts(cycle(length), np.full(length, 0.5), np.random.default_rng(1))
    more = [cut for cut, _ in found if cut.least == (length + 1) // 2]
    assert any(len(cut.variable) == length for cut in more) == (length % 2 == 1)


def test_it_ends_when_asked_to():
    asked = []
    long, halves = cycle(101), np.full(101, 0.5)
    zero_half_cuts(long, halves, np.random.default_rng(1), lambda: bool(asked.append(1)))
    assert len(asked) == 1


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
    values = np.array([0.4, 0.4, 0.1, *[0.0] * 30])  # variables at 0 make no difference
    near, same, other = row([0, 1], 1), row([0, 1, 3], 1), row([2], 1)
    chosen = deepest([(same, 0.1), (near, 0.2), (other, 0.05)], values, 3)
    assert [each is near or each is other for each in chosen] == [True, True]
    assert len(deepest([(near, 0.2), (other, 0.1)], values, 1)) == 1
