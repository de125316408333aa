"""Counting on a GPU, by Numba's simulator in a process of its own."""

from pathlib import Path

import pytest
from tests.children import python

import rookery as rk

SIMULATED = {"NUMBA_ENABLE_CUDASIM": "1"}
QUICKLY = "import sys; sys.setswitchinterval(1e-5)"  # each thread of a block is one of Python
UNITS = f"""
{QUICKLY}
from rookery.queens.counting import cuda_workspace
from rookery.queens.counting.halves import Plan, plan_for, units
from rookery.queens.counting.counter import HalvesUnitCounter
from rookery.queens.puzzle import Queens
cuda_workspace.FIRST_ROOM = 0.01
for plan in {{plans}}:
    for device in "cuda", "cpu":
        print(*map(HalvesUnitCounter(plan, device=device), units(plan)))
"""
BLOCKED = "plan_for(Queens(8, given=['b1'], blocked=['a5', 'd4']))"


@pytest.mark.slow
@pytest.mark.parametrize("plans", ["[Plan(8, 3, 3)]", "[Plan(9, 3, 4)]", f"[{BLOCKED}]"])
def test_units_have_the_same_values_as_on_the_processor(plans: str) -> None:
    lines = python("-c", UNITS.format(plans=plans), env=SIMULATED).stdout.splitlines()
    assert lines[0::2] == lines[1::2]
    assert all(map(int, " ".join(lines).split()))


@pytest.mark.slow
def test_two_threads_on_a_gpu_write_the_ledger_that_a_processor_reads(tmp_path: Path) -> None:
    ledger = tmp_path / "count.ledger"
    call = f"rk.count(rk.Queens(8), device='cuda', threads=2, verify=1.0, save={str(ledger)!r})"
    python("-c", f"{QUICKLY}; import rookery as rk; {call}", env=SIMULATED)
    result = rk.count(rk.Queens(8), resume=ledger, verify=1.0, limits=rk.Limits(work=0))
    assert (result.status, result.value) == (rk.Status.OPTIMAL, 92)
