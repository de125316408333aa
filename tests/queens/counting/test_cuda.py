"""Counting on a GPU, by Numba's simulator in a process of its own."""

from __future__ import annotations

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
def test_a_count_on_a_gpu_continues_the_ledger_of_a_processor(tmp_path: object) -> None:
    ledger = f"{tmp_path}/count.ledger"
    rk.count(rk.Queens(8, blocked=["a1"]), save=ledger, verify=1.0, limits=rk.Limits(work=0))
    code = (
        f"{QUICKLY}; import rookery as rk; puzzle = rk.Queens(8, blocked=['a1']); "
        f"print(rk.count(puzzle, device='cuda', resume={ledger!r}, verify=1.0, threads=1).value)"
    )
    assert int(python("-c", code, env=SIMULATED).stdout) == 88
