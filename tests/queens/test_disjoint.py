from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from numba import njit

from rookery.queens.disjoint import LANES, disjoint

WORD = st.integers(0, 2**32 - 1)


@njit
def compiled(words, at, key):  # type: ignore[no-untyped-def]
    return disjoint(words, at, key)


@settings(deadline=None)
@given(st.lists(WORD | st.just(0), min_size=LANES + 3, max_size=LANES + 3), WORD)
def test_compiled_and_plain_agree_with_the_definition(values: list[int], key: int) -> None:
    words = np.array(values, np.uint32)
    for at in range(4):
        expected = sum(1 << lane for lane in range(LANES) if values[at + lane] & key == 0)
        assert disjoint(words, at, key) == expected
        assert compiled(words, at, np.uint32(key)) == expected
