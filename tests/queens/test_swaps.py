"""The swaps against a recount of all conflicts, compiled and not."""

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.marks import few
from tests.night import cases

import rookery as rk
from rookery.queens import swaps_kernel
from rookery.queens.placing import constructed
from rookery.queens.swaps import Repairs


def recounted(puzzle: rk.Queens, rows: list[int]) -> int:
    """Conflicts from the definition: queens too many on diagonals, queens on blocked squares."""
    lines = Counter(("rising", row + column) for column, row in enumerate(rows))
    lines += Counter(("falling", row - column) for column, row in enumerate(rows))
    blocked = sum((row, column) in puzzle.blocked for column, row in enumerate(rows))
    return sum(queens - 1 for queens in lines.values()) + blocked


@st.composite
def puzzles(draw: st.DrawFn) -> rk.Queens:
    """Boards with given queens that do not attack each other, on open squares."""
    n = draw(st.sampled_from([5, 8, 13, 20]))
    base = constructed(n)
    columns = draw(st.sets(st.integers(0, n - 1), max_size=n - 2))
    squares = st.tuples(st.integers(0, n - 1), st.integers(0, n - 1))
    given = {(base[column], column) for column in columns}
    return rk.Queens(n, given, draw(st.sets(squares, max_size=2 * n)) - given)


@cases(40)
@given(puzzles(), st.integers(0, 5), st.integers(0, 60))
def test_every_swap_keeps_rows_given_queens_and_the_count(puzzle, seed, steps):
    repairs = Repairs(puzzle, seed)
    conflicts = repairs.conflicts
    for _ in range(3):
        rows = list(repairs.placement())
        assert sorted(rows) == list(range(puzzle.n))
        assert puzzle.given <= {(row, column) for column, row in enumerate(rows)}
        assert conflicts == recounted(puzzle, rows)
        if conflicts:
            conflicts = swaps_kernel.repair(repairs._swaps, conflicts, steps)


@pytest.mark.parametrize("n", [8, 13, 20, 50, 1000])
@pytest.mark.parametrize("share", [0.0, 0.1, 0.5])
@pytest.mark.parametrize("seed", few(range(2)))
def test_a_known_placement_is_completed(n, share, seed):
    draw = random.Random(seed)
    known = [(row, column) for column, row in enumerate(constructed(n))]
    squares = {(draw.randrange(n), draw.randrange(n)) for _ in range(2 * n)}
    given = draw.sample(known, int(share * n))
    puzzle = rk.Queens(n, given=given, blocked=squares.difference(known))
    limits = rk.Limits(work=10_000_000)
    found = rk.placement(puzzle, method="swaps", limits=limits, seed=seed)
    assert found.status is rk.Status.OPTIMAL
