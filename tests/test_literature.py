"""Known values, by the calls a user makes. Those of domination are in tests/cover.

Placements of n queens: OEIS A000170; up to turning and mirroring the board: OEIS A002562.
"""

import pytest

import rookery as rk

A000170 = (
    1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2_680, 14_200, 73_712, 365_596, 2_279_184, 14_772_512,
    95_815_104, 666_090_624,
)  # fmt: skip
A002562 = (
    1, 0, 0, 1, 2, 1, 6, 12, 46, 92, 341, 1_787, 9_233, 45_752, 285_053, 1_846_955, 11_977_939,
    83_263_591,
)  # fmt: skip
FAST = 14


def from_one(values):
    slow = [pytest.mark.slow]
    return [
        pytest.param(n, value, marks=slow if n > FAST else []) for n, value in enumerate(values, 1)
    ]


@pytest.mark.parametrize(("n", "number"), from_one(A000170))
def test_placements_of_queens(n, number):
    result = rk.count(rk.Queens(n))
    assert (result.value, result.bound, result.status) == (number, number, rk.Status.OPTIMAL)
    assert result.answer is None


@pytest.mark.parametrize(("n", "number"), from_one(A002562))
def test_placements_up_to_symmetry(n, number):
    assert rk.count(rk.Queens(n), fundamental=True).value == number
