"""Warming a cache of kernels leaves nothing to be compiled."""

import os
import re
import shlex
from pathlib import Path

import pytest
from tests.children import python
from tests.documents import ROOT, blocks, commands_in

pytestmark = pytest.mark.slow

SOLVE = """
import rookery as rk
from rookery.compiled import kept
from rookery.families import kernel_sets

for kernels in kernel_sets():
    kernels.compile_here()


class Everywhere:
    loads_only = True


kept._thread = Everywhere()  # no thread may compile from here on,
kept._Lenient._found = lambda *_: None  # nor load what another test has compiled
weights = [[(7 * row * row + 11 * column * row) % 23 for column in range(12)] for row in range(12)]
corners = rk.Tour(rk.Board(8), "a1", ["a8", "h8", "h1"], mover="knight", visit="on", closed=True)
board = rk.Cover.parse(["___##", "__#__", "##_#_", "_##__", "##___"], [1, 1, 1, 1, 1, 1, 2, 1])
many = rk.Tour(
    rk.Board(12), "a1", [f"{file}{rank}" for file in "cfil" for rank in (2, 5, 7, 10, 12)]
)
brief = rk.Limits(seconds=1)
for puzzle in rk.Heaviest(weights), rk.Heaviest(weights, lightest=True, best=3, blocked=["a1"]):
    rk.solve(puzzle)
rk.solve(rk.Heaviest([[0.5 * weight for weight in row] for row in weights]))
rk.solve(rk.Heaviest(weights), method="duals", limits=brief)
for puzzle in board, rk.Cover.domination(8, piece="queen"), rk.Cover.domination(8, piece="N"):
    rk.solve(puzzle, limits=brief)
    rk.solve(puzzle, method="anneal", limits=brief)
    rk.solve(puzzle, method="anneal", limits=rk.Limits(work=1000))
rk.solve(corners, method="words")
rk.count(corners)
rk.solve(many, method="search", limits=brief)
rk.solve(many, method="search", limits=rk.Limits(work=1000))
for rows in 11, 12, 13, 18:
    next(rk.placement_chunks(rk.Queens(rows)))
    next(rk.placement_chunks(rk.Queens(rows, given=["a1"], blocked=["b5"])))
rk.count(rk.Queens(13))
rk.count(rk.Queens(13), method="halves", fundamental=True)
rk.count(rk.Queens(14, blocked=["a1"]), method="halves")
rk.count(rk.Queens(14, given=["a1"]), method="halves")
rk.count(rk.Queens(20, given=["a1", "b3", "c5", "d7", "e9"]))
rk.placement(rk.Queens(1000, given=["a1"]), method="swaps")
rk.placement(rk.Queens(1000, blocked=["a1"]), method="swaps")
rk.sample(rk.Queens(12), 2)
rk.sample(rk.Queens(16), 2)
rk.estimate(rk.Queens(70), limits=rk.Limits(work=1))
rk.count(rk.NonAttacking(7, "QN", 7), method="rows")
rk.count(rk.NonAttacking(7, "RN", rows=1, columns=1), method="columns")
rk.count(rk.NonAttacking(5, "Q", maximal=True), method="maximal")
rk.count(rk.NonAttacking(5, "gQ"), method="hoppers")
rk.count(rk.NonAttacking(6, "K"))
print("nothing was compiled")
"""


@pytest.fixture
def warmed(tmp_path: Path) -> set[str]:
    """The kernels that are compiled where an empty folder is warmed as the documentation says.

    Where one was warmed just before, the file that ROOKERY_WARMED names lists what is in it.
    """
    listed = os.environ.get("ROOKERY_WARMED")
    if listed:
        paths = map(Path, Path(listed).read_text().splitlines())
    else:
        page = (ROOT / "docs" / "faq.md").read_text(encoding="utf-8")
        lines = [one.line for block in blocks(page, "console") for one in commands_in(block)]
        (line,) = (line for line in lines if line.startswith("rookery warm"))
        python("-m", *shlex.split(line), "-q", env={"NUMBA_CACHE_DIR": str(tmp_path)})
        paths = tmp_path.rglob("*.nbi")
    return {path.name.rpartition("-")[0] for path in paths}


def test_every_kernel_is_compiled(warmed):
    decorators = r"@(?:lanes_|fast_)?kernel|@kernel_with\(.*\)"
    kept = re.compile(rf"^(?:{decorators})\ndef (\w+)\(", re.MULTILINE)
    kernels = {
        f"{source.stem}.{name}"
        for source in (ROOT / "src").rglob("*_kernel.py")
        for name in kept.findall(source.read_text(encoding="utf-8"))
    }
    assert warmed == kernels


def test_no_kind_of_puzzle_needs_another_kernel(kernels):
    assert kernels.compiled(SOLVE).strip() == "nothing was compiled"
