from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from rookery.queens.counting.halves import (
    Plan,
    QuarterTurn,
    distance,
    is_central,
    plan_for,
    prefixes,
    turn_of,
    turned_weights,
)
from rookery.queens.listing.blocks import listing
from rookery.queens.puzzle import Queens
from rookery.results.settings import Settings

SIZES = [6, 7, 8, 9, 10, pytest.param(11, marks=pytest.mark.slow)]
SIZES += [pytest.param(n, marks=pytest.mark.slow) for n in (12, 13, 14)]


@cache
def placements(n: int) -> list[tuple[int, ...]]:
    """Return the column of the queen in every row, of all placements."""
    return [placement for block in listing(Queens(n), Settings()) for placement in block]


def first_distance(placement: tuple[int, ...], choose: type[min]) -> int:
    """Return how near (min) or far (max) the queens of the central rows are."""
    n = len(placement)
    return choose(distance(n, placement[row]) for row in range(n) if is_central(n, row))


def turned(placement: tuple[int, ...]) -> tuple[int, ...]:
    """Return the row of the queen in every column."""
    rows = list(placement)
    return tuple(map(rows.index, range(len(rows))))


@pytest.mark.parametrize("choose", [min, max])
@pytest.mark.parametrize("n", SIZES)
def test_twice_the_strict_ones_and_the_ties_are_all(n: int, choose: type[min]) -> None:
    order = Counter(
        first_distance(turned(placement), choose) - first_distance(placement, choose)
        for placement in placements(n)
    )
    strict = sum(number for beyond, number in order.items() if beyond > 0)
    assert 2 * strict + order[0] == len(placements(n))
    assert strict or n == 6


@pytest.mark.parametrize(
    "plan",
    [Plan(8, 3, 3), Plan(8, 2, 2), Plan(9, 3, 3), Plan(9, 3, 4), Plan(10, 3, 3), Plan(10, 3, 4)],
    ids=str,
)
def test_weights_add_up_to_all_placements(plan: Plan) -> None:
    counted = set(prefixes(plan))
    weighed = 0
    for placement in placements(plan.n):
        middle = [placement[plan.upper + row] for row in plan.order]
        prefix, last = tuple(middle[:-1]), middle[-1]
        turn = turn_of(plan, prefix)
        if prefix not in counted or turn is None:
            continue
        outer = [*range(plan.upper), *range(plan.n - plan.lower, plan.n)]
        orders = [turn.order(row) for row in outer if is_central(plan.n, placement[row])]
        every, strict = turned_weights(plan, prefix)
        if min(orders, default=1) >= 0:
            weighed += every[last]
        if min(orders, default=1) > 0:
            weighed += strict[last]
    assert weighed == len(placements(plan.n))


def test_only_open_boards_are_turned() -> None:
    assert turn_of(plan_for(Queens(9, blocked=["a1"])), (4, 0)) is None


def test_the_nearest_queen_decides_where_a_prefix_has_all_central_rows() -> None:
    assert turn_of(Plan(12, 4, 4), (2, 8)) == QuarterTurn(12, 5, nearest=True)
    assert turn_of(Plan(12, 4, 4), (2,)) is None
    assert turn_of(Plan(12, 5, 5), (2,)) == QuarterTurn(12, 7, nearest=False)
    assert turn_of(Plan(13, 5, 5), (6,)) == QuarterTurn(13, 0, nearest=True)


def test_prefixes_whose_image_is_counted_are_left_out() -> None:
    plan = Plan(14, 4, 4)
    assert (2, 10) in prefixes(plan, 2)
    assert not any(prefix[:3] == (2, 10, 6) for prefix in prefixes(plan))
