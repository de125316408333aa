"""The swaps complete boards on which given queens and blocked squares leave a known placement."""

import random

import pytest

import rookery as rk
from rookery.queens.placing import constructed


@pytest.mark.parametrize("n", [8, 13, 20, 50, 1000])
@pytest.mark.parametrize("share", [0.0, 0.1, 0.5])
@pytest.mark.parametrize("seed", range(2))
def test_a_known_placement_is_completed(n, share, seed):
    draw = random.Random(seed)
    known = [(row, column) for column, row in enumerate(constructed(n))]
    squares = {(draw.randrange(n), draw.randrange(n)) for _ in range(2 * n)}
    given = draw.sample(known, int(share * n))
    puzzle = rk.Queens(n, given=given, blocked=squares.difference(known))
    limits = rk.Limits(work=10_000_000)
    found = rk.placement(puzzle, method="swaps", limits=limits, seed=seed)
    assert found.status is rk.Status.OPTIMAL
