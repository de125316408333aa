from __future__ import annotations

import rookery as rk


def count(puzzle: rk.Queens) -> int:
    """Return the number of placements, by search in plain Python."""
    value: int = rk.count(puzzle, method="search").value
    return value
