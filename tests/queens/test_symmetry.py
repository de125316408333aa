from __future__ import annotations

import pytest

from rookery.queens import symmetry
from rookery.queens.listing.plain import placements
from rookery.queens.puzzle import Placement, Queens
from rookery.queens.symmetry import count_symmetric

# OEIS A032522 and A002562, A000170, from n = 1
HALF_TURNS = [1, 0, 0, 2, 2, 4, 8, 4, 16, 12, 48, 80, 136, 420, 1240, 3000, 8152, 18104]


def turned(placement: Placement) -> Placement:
    """Return a placement after a quarter turn."""
    columns = {row: column for column, row in enumerate(placement)}
    return tuple(len(placement) - 1 - columns[row] for row in range(len(placement)))


@pytest.mark.parametrize("n", range(1, 10))
def test_against_turning_every_placement(n: int) -> None:
    found = list(placements(Queens(n)))
    half_turns = sum(turned(turned(placement)) == placement for placement in found)
    quarter_turns = sum(turned(placement) == placement for placement in found)
    assert count_symmetric(n) == (half_turns, quarter_turns)


@pytest.mark.parametrize("n", range(2, 9))
def test_the_kernel_counts_small_boards_too(n: int, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = count_symmetric(n)
    monkeypatch.setattr(symmetry, "REMEMBERED_SIDE", 1)
    assert count_symmetric(n) == plain


@pytest.mark.parametrize(("n", "known"), list(enumerate(HALF_TURNS, 1)))
def test_known_half_turns(n: int, known: int) -> None:
    assert count_symmetric(n)[0] == known
