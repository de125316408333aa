from __future__ import annotations

import pytest

from rookery.queens.placing.construction import constructed
from rookery.queens.puzzle import placement_faults
from rookery.queens.rules import is_long_right


@pytest.mark.parametrize("n", [1, *range(4, 60), *range(1001, 1007), 100_002, 100_003])
def test_every_size(n: int) -> None:
    assert placement_faults(n, frozenset(), frozenset(), constructed(n)) == []


@pytest.mark.parametrize("n", [-1, 0, 2, 3])
def test_sizes_without_a_placement(n: int) -> None:
    with pytest.raises(ValueError, match="expected 1 or at least 4 rows"):
        constructed(n)


@pytest.mark.parametrize("bad", [(0, 2), (5, 5), (7, -1), (9, 100_000), (3, 1 << 70)])
def test_one_wrong_row_of_a_long_placement_is_seen(bad: tuple[int, int]) -> None:
    column, row = bad
    rows = list(constructed(100_000))
    rows[column] = row
    assert not is_long_right(100_000, tuple(rows))
    assert not is_long_right(100_000, constructed(99_999))
    assert is_long_right(100_000, constructed(100_000))
