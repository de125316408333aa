"""Counting on a GPU, by Numba's simulator in a process of its own."""

from pathlib import Path

import pytest
from tests.children import python

import rookery as rk

SIMULATED = {"NUMBA_ENABLE_CUDASIM": "1"}
# Each thread of a block is one of Python. Two that ask for a shared array at once get one each, if
# the simulator is left as it is; `dict.setdefault` gives both the same.
SIMULATOR = """
import sys
import numpy
from numba.cuda.simulator.kernelapi import FakeCUDAShared
sys.setswitchinterval(1e-5)
class Shared(dict):
    def get(self, caller):
        asked = sys._getframe(1).f_locals
        return self.setdefault(caller, numpy.empty(asked["shape"], asked["dtype"]))
begin = FakeCUDAShared.__init__
def begin_shared(self, size):
    begin(self, size)
    self._allocations = Shared()
FakeCUDAShared.__init__ = begin_shared
"""
UNITS = f"""
{SIMULATOR}
from rookery.queens.counting import cuda_workspace
from rookery.queens.counting.halves import Plan, plan_for, units
from rookery.queens.counting.counter import HalvesUnitCounter
from rookery.queens.puzzle import Queens
cuda_workspace.ROOMY = cuda_workspace.SCARCE = 0.01, 0.01, 0.01
cuda_workspace.MOST_ROOMY = {{roomy}}
for plan in {{plans}}:
    for device in "cuda", "cpu":
        print(*map(HalvesUnitCounter(plan, device=device), units(plan)))
"""
BLOCKED = "plan_for(Queens(8, given=['b1'], blocked=['a5', 'd4']))"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("plans", "roomy"), [("[Plan(8, 3, 3)]", 8), ("[Plan(7, 2, 3)]", 0), (f"[{BLOCKED}]", 0)]
)
def test_units_have_the_same_values_as_on_the_processor(plans: str, roomy: int) -> None:
    lines = python("-c", UNITS.format(plans=plans, roomy=roomy), env=SIMULATED).stdout.splitlines()
    assert lines[0::2] == lines[1::2]
    assert all(map(int, " ".join(lines).split()))


JOIN = f"""
{SIMULATOR}
import numpy as np
from rookery.queens.counting import cuda_kernel as kernel
from rookery.queens.counting.cuda_workspace import compiled, table_shape
rng = np.random.default_rng(1)
lengths = [[0, 7, 20], [0, 16, 17, 70]]  # of the lists of upper and of lower fillings
places = 2
for key_bits in 9, 22, 26, 32:
    shape = 2, max(map(sum, lengths))
    byte, bit = rng.integers(0, 4, (3, *shape)), rng.integers(0, -(-key_bits // 4), (3, *shape))
    keys = np.bitwise_or.reduce(1 << 8 * byte + bit, axis=0).astype(np.uint64)
    reaches = 1 << rng.integers(0, 3, shape) | rng.integers(0, 2, shape) << 31
    reaches = reaches.astype(np.uint64)
    ends = np.zeros((2, 2, 4), np.int64)
    for half, numbers in enumerate(lengths):
        ends[half, 1, : len(numbers)] = np.cumsum(numbers)
        ends[half, 0, 1:] = ends[half, 1, :-1]
    middle = np.array([[0, 1, 2], [4, 2, 0], [0, 3, 0]], np.uint32)  # columns and weights
    pairing = np.array([rng.integers(0, 3, (4, places)), rng.integers(0, 3, (4, places))], np.int32)
    expected = 0
    for lower in range(4):
        for column, upper in zip(*pairing[:, lower], strict=True):
            for u in range(*ends[0, :, upper]):
                for l in range(*ends[1, :, lower]):
                    both = reaches[0, u] | reaches[1, l]
                    if keys[0, u] & keys[1, l] == 0 and not int(both) >> int(column) & 1:
                        expected += middle[1, column] + middle[2, column] * (not int(both) >> 31)
    state = np.zeros(1, np.int64)
    compiled().join_sets[4, kernel.THREADS](
        pairing, middle, *table_shape(key_bits), keys | reaches << np.uint64(32), ends, state
    )
    print(state[0], expected, table_shape(key_bits)[0])
"""


@pytest.mark.slow
def test_lists_of_all_lengths_are_joined_as_pair_by_pair() -> None:
    lines = python("-c", JOIN, env=SIMULATED).stdout.splitlines()
    found = [[int(word) for word in line.split()] for line in lines]
    assert all(counted == expected > 0 for counted, expected, _ in found)
    assert [shift for *_, shift in found] == [2, 2, 1, 0]  # all widths of tables


@pytest.mark.slow
def test_two_threads_on_a_gpu_write_the_ledger_that_a_processor_reads(tmp_path: Path) -> None:
    ledger = tmp_path / "count.ledger"
    call = f"rk.count(rk.Queens(8), device='cuda', threads=2, verify=1.0, save={str(ledger)!r})"
    python("-c", f"{SIMULATOR}import rookery as rk\n{call}", env=SIMULATED)
    result = rk.count(rk.Queens(8), resume=ledger, verify=1.0, limits=rk.Limits(work=0))
    assert (result.status, result.value) == (rk.Status.OPTIMAL, 92)
