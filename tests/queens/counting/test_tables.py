from __future__ import annotations

import random
from itertools import product

import pytest

from rookery.queens.counting import tables
from rookery.queens.counting.halves import Plan, plan_for, prefixes
from rookery.queens.counting.tables import (
    LOWER,
    UPPER,
    HalfBoard,
    keys_beside,
    marked,
    marks_beside,
)
from rookery.queens.puzzle import Queens


@pytest.mark.parametrize(
    "plan", [Plan(9, 3, 4), Plan(13, 4, 4), Plan(14, 4, 4), plan_for(Queens(22))]
)
def test_keys_have_a_bit_in_common_when_squares_share_a_free_diagonal(plan: Plan) -> None:
    rng = random.Random(plan.n)
    prefix = next(prefixes(plan))
    keys = keys_beside(plan, prefix)
    upper, lower = (HalfBoard(plan, half).squares(prefix, keys) for half in (UPPER, LOWER))
    fixed = [(plan.upper + row, c) for row, c in zip(plan.order, prefix, strict=False)]
    for _ in range(500):
        distance, other_distance = (rng.randint(1, rows) for rows in (plan.upper, plan.lower))
        column, other = (rng.randrange(plan.n) for _ in range(2))
        row, other_row = plan.upper - distance, plan.n - plan.lower - 1 + other_distance
        share = abs(column - other) == other_row - row
        step = 1 if other > column else -1
        taken = any(c - column == step * (r - row) for r, c in fixed)
        common = int(upper.key[distance, column] & lower.key[other_distance, other])
        assert bool(common) == (share and not taken)


@pytest.mark.parametrize("n", range(8, 29))
def test_most_prefixes_leave_few_enough_diagonals(n: int) -> None:
    plan = plan_for(Queens(n))
    rng = random.Random(n)
    fitting = sum(
        keys_beside(plan, tuple(rng.sample(range(n), plan.middle - 1))).fit for _ in range(200)
    )
    assert fitting > 190


def test_every_diagonal_without_a_queen_has_a_bit_of_its_own() -> None:
    plan = Plan(12, 4, 4)
    keys = keys_beside(plan, (5,))
    row = plan.order[0]
    used = {5 - row - 1, plan.shared + 5 + row - plan.middle}
    free = set(range(2 * plan.shared)) - used
    assert keys.number == len(free) == len({int(keys.bits[diagonal]) for diagonal in free})
    assert all(int(keys.bits[diagonal]).bit_count() == 1 for diagonal in free)
    assert not any(keys.bits[diagonal] for diagonal in used)


def test_too_many_diagonals_do_not_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = Plan(12, 4, 4)
    assert keys_beside(plan, (5,)).fit
    monkeypatch.setattr(tables, "MOST_KEY_BITS", 11)
    assert not keys_beside(plan, (5,)).fit


@pytest.mark.parametrize("half", [UPPER, LOWER])
def test_ties_are_marked_and_squares_before_them_closed(half: int) -> None:
    plan = Plan(14, 4, 4)
    prefix = (2, 12)  # the nearest queen of the central rows is 9 half squares from the centre
    squares = HalfBoard(plan, half).squares(prefix, keys_beside(plan, prefix))
    rows = {UPPER: [None, 3, 2, 1, 0], LOWER: [None, 10, 11, 12, 13]}[half]
    for distance, column in product(range(1, 5), range(14)):
        from_centre = abs(2 * (rows[distance] or 0) - 13)
        is_central = column in (6, 7)
        is_open = bool(squares.open_columns[distance] >> column & 1)
        assert is_open == (not is_central or from_centre >= 9)
        assert bool(squares.reach[distance, column] >> 31) == (is_central and from_centre == 9)


@pytest.mark.parametrize("bits", [32, 15])
@pytest.mark.parametrize("half", [UPPER, LOWER])
@pytest.mark.parametrize("plan", [Plan(10, 4, 4), Plan(13, 4, 4), Plan(13, 4, 5)], ids=str)
def test_marks_show_the_attacks_on_the_last_middle_row(
    monkeypatch: pytest.MonkeyPatch, plan: Plan, half: int, bits: int
) -> None:
    monkeypatch.setattr(tables, "MOST_KEY_BITS", bits)
    prefix = next(prefixes(plan))
    keys = keys_beside(plan, prefix)
    marks = marks_beside(plan, half, keys)
    next_to = LOWER if plan.upper == plan.lower else UPPER
    assert marks.is_key == (half != next_to and keys.number + 3 + half <= bits)
    plain = HalfBoard(plan, half).squares(prefix, keys)
    squares = marked(plan, marks, plain)
    queens = [(plan.upper + row, c) for row, c in zip(plan.order, prefix, strict=False)]
    last = plan.upper + plan.order[-1]
    rows = (plan.upper, plan.lower)[half]
    for distance, column, other in product(range(1, rows + 1), *[range(plan.n)] * 2):
        row = plan.upper - distance if half == UPPER else plan.n - plan.lower - 1 + distance
        if any(abs(column - c) == abs(row - r) for r, c in queens):
            continue  # no queen can stand there
        reach = int(squares.reach[distance, column])
        attacks = abs(column - other) == abs(last - row)
        assert bool(reach & int(marks.attacks[other])) == attacks
        assert bool(reach & marks.tie) == bool(plain.reach[distance, column] >> 31)
        assert int(squares.key[distance, column]) & keys.mask == int(plain.key[distance, column])
