"""Kernels do as plain Python what they do compiled, where bounds and overflows are errors."""

import pytest

BEGIN = """
import numpy as np; np.seterr(over="ignore")
import rookery as rk
WEIGHTS = [[(7 * row + 5 * column + row * column) % 19 for column in range(7)] for row in range(7)]
def told(result): return result.answer, result.value, result.bound
"""
#: Programs that print what kernels find: by public calls, where these call the kernels on boards
#: small enough for plain Python.
PROGRAMS = {
    "placements counted": """
print([rk.count(rk.Queens(n), method="halves").value for n in (8, 9)])
print(rk.count(rk.Queens(9, given=["c4"], blocked=["a1"]), method="completions").value)
print(rk.estimate(rk.Queens(12), limits=rk.Limits(work=2)).value)
""",
    "placements listed": """
from rookery.queens.listing import chunks
chunks.FEWEST_JOINED = 7
for puzzle in (rk.Queens(6), rk.Queens(8), rk.Queens(8, given=["c4"], blocked=["a1", "h8"])):
    for start in (None, (2, 5, 1, 4, 0, 3, 6, 7)[: puzzle.n]):
        print([chunk.tolist() for chunk in chunks.slices(puzzle, 5, start)])
""",
    "swaps": """
print(rk.placement(rk.Queens(14, given=["c5"], blocked=["a1", "b7"]), method="swaps").answer)
""",
    "heaviest": """
for method in ("branch", "duals"):
    print(told(rk.solve(rk.Heaviest(WEIGHTS, best=2), method=method)))
""",
    "tours": """
rows = ["Q.P..N", "..P.P.", "N...P.", "..N..B"]
print(told(rk.solve(rk.Tour.parse(rows), method="words")))
print(told(rk.solve(rk.Tour.parse(rows, mover="K"), method="search", limits=rk.Limits(work=300))))
print(told(rk.solve(rk.Tour(4, "a1", "all", visit="over"), method="beam")))
print(rk.count(rk.Tour.hamiltonian(rk.Board(3, 4), "knight")).value)
""",
    "covers": """
board = rk.Cover.parse(["___##", "__#__", "##_#_", "_##__", "##___"], [3, 4, 3, 3, 2, 9, 3, 4])
print(told(rk.solve(board, method="anneal", limits=rk.Limits(work=400), seed=3, threads=1)))
knights = rk.Cover.domination(6, piece="knight")
print(told(rk.solve(knights, method="anneal", limits=rk.Limits(work=400), threads=1)))
print(rk.solve(rk.Cover.domination(6), method="exact", threads=1).value)
print([rk.count(rk.Cover.domination(n)).value for n in (4, 5)])
print(rk.count(rk.Cover.domination(6, independent=True)).value)
""",
}


@pytest.mark.slow
@pytest.mark.parametrize("name", PROGRAMS)
def test_plain_and_compiled_kernels_agree(name, kernels):
    compiled = kernels.compiled(BEGIN + PROGRAMS[name])
    assert compiled == kernels.plain(BEGIN + PROGRAMS[name])
    assert compiled
