from __future__ import annotations

import pytest

from rookery.queens.placing.construction import constructed
from rookery.queens.puzzle import placement_faults


@pytest.mark.parametrize("n", [1, *range(4, 60), 1001, 1002, 1003, 1004, 1005, 1006])
def test_every_size(n: int) -> None:
    assert placement_faults(n, frozenset(), frozenset(), constructed(n)) == []


@pytest.mark.parametrize("n", [-1, 0, 2, 3])
def test_sizes_without_a_placement(n: int) -> None:
    with pytest.raises(ValueError, match="expected 1 or at least 4 rows"):
        constructed(n)
