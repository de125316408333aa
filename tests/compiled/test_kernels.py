"""The state of the kernels' random numbers."""

from itertools import pairwise
from types import SimpleNamespace

import numpy as np
import pytest

from rookery.compiled.kernels import random_state


@pytest.mark.parametrize("seed", [0, 1, -7, 2**31, 2**64, 10**40])
def test_any_integer_is_a_seed(seed):
    state = random_state(seed)
    assert (state.shape, state.dtype) == ((1,), np.uint64)
    assert state[0] != 0
    assert state[0] == random_state(seed)[0]


def test_seeds_side_by_side_are_far_apart():
    states = [int(random_state(seed)[0]) for seed in range(1000)]
    assert len(set(states)) == 1000
    differing = [(a ^ b).bit_count() for a, b in pairwise(states)]
    assert 31 < sum(differing) / len(differing) < 33


def test_no_state_is_nothing(monkeypatch):
    zeros = SimpleNamespace(generate_state=np.zeros)
    monkeypatch.setattr(np.random, "SeedSequence", lambda seed: zeros)
    assert random_state(5)[0] == 1
