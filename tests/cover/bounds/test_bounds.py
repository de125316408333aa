"""Every bound of a small board: never past the cheapest cover, and proved by its own duals."""

from dataclasses import replace
from functools import cache
from itertools import groupby

import numpy as np
import pytest
from tests.cover.boards import CANNONS, FAIRY, planted, random_cover, random_domain, wrapped
from tests.cover.bounds.relaxed import cut_rounds, last_of, linear_value, relaxed, values_of
from tests.cover.brute import cheapest
from tests.marks import few

from rookery import Board, Piece
from rookery.cover.bounds.duals import Duals, lagrangian, round_up
from rookery.cover.bounds.hurdles_kernel import hurdle_bound
from rookery.cover.exact.searches import useful_kinds
from rookery.cover.model.candidates import candidates
from rookery.cover.puzzle import SHOWDOWN_PIECES, Cover

LEVELLED = tuple(map(Piece, ("cannon", "pB")))
WITHOUT_HOPS = SHOWDOWN_PIECES[:7]
PIECES = {
    "showdown": SHOWDOWN_PIECES,
    "fairy": FAIRY,
    "cannons": CANNONS,
    "without hops": WITHOUT_HOPS,
}


@cache
def board_of(kind: str, seed: int) -> tuple[Cover, int]:
    """Return a small puzzle and the cost of its cheapest cover."""
    board = planted(
        lambda seed: (
            random_domain(seed, 3, 3, density=0.6)
            if kind == "guards, standing pieces and stock"
            else random_cover(seed, 3, 3, 0.5, PIECES[kind], walls=0.1 * (seed % 2))
        ),
        seed,
    )
    best = cheapest(board.puzzle, board.cost + 1)
    assert best is not None
    return board.puzzle, best


def by_lagrangian(puzzle: Cover, target: float) -> Duals:
    return lagrangian(candidates(puzzle).for_bounds(), target)


def by_hurdles(puzzle: Cover, target: float) -> Duals:
    return hurdle_bound(candidates(puzzle).for_bounds(), min(puzzle.prices), target)


def by_cuts(puzzle: Cover, target: float) -> Duals:
    return last_of(cut_rounds(puzzle, target), 6)


every_board = pytest.mark.parametrize("kind", [*PIECES, "guards, standing pieces and stock"])


@every_board
@pytest.mark.parametrize("bounded", [by_lagrangian, by_hurdles, by_cuts])
@pytest.mark.parametrize("seed", few(range(15)))
def test_no_bound_passes_the_optimum(seed, bounded, kind):
    puzzle, best = board_of(kind, seed)
    for target in (best, 3 * best, 0.5 * best):
        duals = bounded(puzzle, target)
        assert round_up(duals.bound, puzzle.prices) <= best
        if bounded is by_hurdles or (bounded is by_lagrangian and kind == "without hops"):
            assert duals.bound == pytest.approx(bound_by_hand(puzzle, duals), abs=1e-9)


@every_board
@pytest.mark.parametrize("seed", few(range(15), 2))
def test_linear_programs_and_random_multipliers_prove_nothing_too_much(seed, kind):
    puzzle, best = board_of(kind, seed)
    assert round_up(linear_value(puzzle), puzzle.prices) <= best
    rows = relaxed(puzzle)
    some = (*rows.covering, *rows.passing)
    random = np.random.default_rng(seed)
    for dearest in (1.0, 3.0, 10.0):
        proof = rows.proof(some, random.uniform(0, dearest, len(some)))
        assert round_up(proof.bound, puzzle.prices) <= best


@every_board
@pytest.mark.parametrize("seed", few(range(12), 2))
def test_the_cheapest_cover_uses_useful_kinds_only(seed, kind):
    puzzle, best = board_of(kind, seed)
    useful = useful_kinds(puzzle, candidates(puzzle), by_hurdles(puzzle, best), best + 1)
    kinds = range(len(puzzle.pieces))
    allowed = [[at for at in puzzle.places if own in useful.get(at, ())] or None for own in kinds]
    stock = [
        0 if squares is None else number
        for squares, number in zip(allowed, puzzle.stock, strict=True)
    ]
    assert cheapest(replace(puzzle, allowed=allowed, stock=stock), best + 1) == best


def bound_by_hand(puzzle: Cover, duals: Duals) -> float:
    """Work out the bound that worths and tolls prove, square by square in plain Python."""
    table = candidates(puzzle).for_bounds()
    order = sorted(range(len(table.hop_owner)), key=lambda hop: table.hop_owner[hop])
    reduced = table.price.astype(float)
    credit: dict[int, float] = {}
    for owner, king in zip(table.owner, table.king, strict=True):
        reduced[owner] -= duals.worth[king]
    for hop, toll in zip(order, duals.toll, strict=True):
        owner, near, far = table.hop_owner[hop], table.hop_near[hop], table.hop_far[hop]
        gains = [duals.worth[far]] if far >= 0 else []
        if near >= 0:
            gains.append(duals.worth[near] - toll)
            for taken in range(1, table.hop_between[hop] + 1):
                down, right = table.steps[table.hop_way[hop]]
                step = down * puzzle.board.columns + right
                square = int(table.square[owner] + taken * step)
                credit[square] = credit.get(square, 0.0) + toll
        reduced[owner] -= max([0.0, *gains])
    least = {square: min(puzzle.prices) - off for square, off in credit.items()}
    for square, group in groupby(range(len(table)), key=lambda c: int(table.square[c])):
        best = min(reduced[c] for c in group) - credit.get(square, 0.0)
        least[square] = min(least.get(square, 0.0), best)
    assert duals.worth.min(initial=0) >= 0
    assert duals.toll.min(initial=0) >= 0
    return float(duals.worth.sum()) + sum(min(0.0, value) for value in least.values())


@pytest.mark.parametrize(
    ("bounded", "pieces", "near"),
    [
        (by_lagrangian, WITHOUT_HOPS, 0.97),
        (by_hurdles, SHOWDOWN_PIECES, 0.9),
        (by_hurdles, CANNONS, 0.9),
    ],
)
@pytest.mark.parametrize("seed", few(range(4)))
def test_ascents_come_near_the_linear_program(seed, bounded, pieces, near):
    board = planted(lambda seed: random_cover(seed, 10, 10, 0.2, pieces, dearest=1000), seed, 20)
    program = linear_value(board.puzzle)
    found = bounded(board.puzzle, 1.1 * program).bound
    assert near * program <= found <= program * (1 + 1e-6)


def test_a_long_step_is_taken_back():
    puzzle = random_cover(3, 9, 9, 0.1, dearest=100)
    near, far = by_hurdles(puzzle, 30.0).bound, by_hurdles(puzzle, 800.0).bound
    assert far >= 0.97 * near


@pytest.mark.parametrize("bounded", [by_lagrangian, by_hurdles])
def test_worths_that_grow_without_end_prove_nothing_too_much(bounded):
    """King b3's attackers all stand on b2: its worth is free to grow, and sums lose digits."""
    puzzle = Cover.parse(["##", "#_", "_#"], [1, 3, 2, 1], ["rook", "horse", "cannon", "silver"])
    assert puzzle.check([(0, 2, 0), (3, 1, 1)]) == []
    for target in (2.0, 3.0, 7.0):
        duals = bounded(puzzle, target)
        assert duals.bound <= 2
        assert duals.worth.max() < 100 * target


def test_a_bound_knows_the_stock():
    squares = list(Board(8).squares())
    army = {"prices": [1] * 5, "pieces": ["K", "Q", "R", "B", "N"], "guarded": squares}
    limited, free = (Cover(Board(8), (), stock=stock, **army) for stock in ([1, 1, 2, 2, 2], None))
    found = by_lagrangian(limited, 10.0).bound
    assert 3.6 < found <= linear_value(limited) + 0.01 < 4
    assert linear_value(free) < 3


@pytest.mark.parametrize(
    ("bound", "prices", "rounded"),
    [(0.0, (5, 7), 5), (7.0001, (1, 3), 8), (7.00000000001, (1, 3), 7), (25, (10, 20), 30)],
)
def test_rounding_up(bound, prices, rounded):
    assert round_up(bound, prices) == rounded


@pytest.mark.parametrize(
    ("pieces", "wrap"),
    [(SHOWDOWN_PIECES, ""), (FAIRY, ""), (CANNONS, ""), (None, "")]
    + [(pieces, wrap) for pieces in (CANNONS, LEVELLED) for wrap in ("cylinder", "torus")],
)
@pytest.mark.parametrize("seed", few(range(12), 2))
def test_a_cover_meets_all_rows(seed, pieces, wrap):
    def draw(seed):
        if pieces is None:
            return random_domain(seed, 6, 6, density=0.5)
        return wrapped(random_cover(seed, 6, 7, 0.3, pieces), wrap)

    board = planted(draw, seed, 13)
    rows = relaxed(board.puzzle)
    values = values_of(board.puzzle, rows, board.placed_pieces)
    every = (*rows.covering, *rows.linking, *rows.passing)
    assert all(row.slack(values) >= 0 for row in every)
    assert rows.cost @ values <= board.cost


@pytest.mark.parametrize("way", [1, -1])  # on the board, or its mirror image
def test_a_cannon_that_hops_over_a_king_covers_the_next_one_by_its_share_alone(way):
    """Kings c1 and d1: the cannon on b1 hops onto d1 in any case, that on a1 onto c1 or d1."""
    rows = relaxed(Cover.parse(["__##"[::way]], [1], ["cannon"]))
    a1, b1 = (0, 1)[::way]
    near, far = [set(row.variable.tolist()) for row in rows.covering][::way]
    assert near == {rows.near[0]} and far == {rows.far[0], b1}
    assert rows.owner[rows.near[0]] == rows.owner[rows.far[0]] == a1


def test_a_hop_pays_for_its_hurdle():
    """Cannon on d1, king a1: the hurdle is one of two squares, and costs at least 2."""
    puzzle = Cover.parse(["#___"], [2, 5], ["cannon", "knight"])
    rows = relaxed(puzzle)
    hurdle = next(row for row in rows.passing if row.least == 0)
    assert (rows.cost[hurdle.variable[hurdle.weight > 0]] >= 2).all()
    assert cheapest(puzzle, 10) == 4
