"""Sets of kernels: who loads them, who compiles them, and that nobody waits for it."""

import math
import subprocess
import threading
from pathlib import Path

import pytest
from tests.children import started

from rookery.compiled import kept, sets
from rookery.compiled.kept import NotKeptError
from rookery.compiled.sets import KernelSet, compile_missing

LONG = 600.0


class Kernels:
    """Stand-ins for kernels: kept or not, and how often they were compiled."""

    def __init__(self, is_kept: bool = False) -> None:
        self.is_kept = is_kept
        self.compiled = 0
        self.may_compile = threading.Event()
        self.may_compile.set()

    def run(self) -> None:
        if self.is_kept:
            return
        if kept._thread.loads_only:
            raise NotKeptError
        self.may_compile.wait(LONG)
        self.compiled += 1


class Children:
    """Children that compile some stand-ins, by the names of their sets; no other can be started."""

    def __init__(self) -> None:
        self.compile: dict[str, Kernels] = {}
        self.begun: list[tuple[str, bool]] = []

    def __call__(self, name: str, niceness: int = 0) -> bool:
        self.begun.append((name, niceness > 0))
        if name in self.compile:
            self.compile[name].is_kept = True
        return name in self.compile


@pytest.fixture(autouse=True)
def children(monkeypatch):
    children = Children()
    monkeypatch.setattr(sets, "is_surely_empty", lambda: False)
    monkeypatch.setattr(sets, "compile_in_child", children)
    return children


def test_kept_kernels_are_loaded(children):
    kernels = KernelSet("kept", "", Kernels(is_kept=True).run)
    assert not kernels.is_ready
    assert kernels.load(math.inf)
    assert kernels.is_ready
    assert children.begun == []


def test_missing_kernels_are_compiled_by_a_child_and_loaded(children):
    children.compile["missing"] = stand_in = Kernels()
    assert KernelSet("missing", "", stand_in.run).wait(LONG)
    assert (children.begun, stand_in.compiled) == ([("missing", False)], 0)


def test_where_nothing_is_kept_a_child_begins_before_anything_is_looked_for(children, monkeypatch):
    children.compile["empty"] = stand_in = Kernels(is_kept=True)
    monkeypatch.setattr(sets, "is_surely_empty", lambda: True)
    assert KernelSet("empty", "", stand_in.run).wait(LONG)
    assert children.begun == [("empty", False)]


def test_lesser_sets_are_compiled_later_at_low_priority(children):
    children.compile |= {"first": Kernels(), "second": Kernels()}
    first = KernelSet("first", "", children.compile["first"].run)
    second = KernelSet("second", "", children.compile["second"].run, after=first)
    assert second.wait(LONG)
    assert first.is_ready
    assert children.begun == [("first", False), ("second", True)]


def test_without_a_child_one_thread_compiles_and_a_wait_ends_with_its_seconds():
    stand_in = Kernels()
    stand_in.may_compile.clear()
    kernels = KernelSet("slow", "", stand_in.run)
    for _ in range(5):
        kernels.begin()
    assert not kernels.load()
    assert not kernels.wait(0.01)
    stand_in.may_compile.set()
    assert kernels.wait(LONG)
    assert stand_in.compiled == 1


def test_a_fault_ends_the_wait_and_is_remembered():
    def run():
        raise MemoryError

    kernels = KernelSet("faulty", "", run)
    assert not kernels.wait(LONG)
    assert isinstance(kernels.fault, MemoryError)


def test_missing_sets_are_compiled_and_reported(children):
    stand_ins = {"a": Kernels(), "b": Kernels(is_kept=True), "c": Kernels()}
    children.compile["a"] = stand_ins["a"]
    told = []
    left = compile_missing(
        [KernelSet(name, "", stand_in.run) for name, stand_in in stand_ins.items()],
        lambda done, total, kernels: told.append((done, total)),
    )
    assert [kernels.name for kernels in left] == ["c"]
    assert told == [(0, 2), (1, 2), (2, 2)]


def fresh(folder: Path, program: str) -> subprocess.Popen[str]:
    """A process in which nothing is compiled, that keeps kernels in a folder."""
    environment = {"NUMBA_CACHE_DIR": str(folder), "NUMBA_DISABLE_JIT": "0"}
    return started("-c", program, env=environment, stderr=None, text=True)


COMPILE = """
from rookery.queens.symmetry import SYMMETRIC
from rookery.queens.counting.search_kernel import count_half_turns
SYMMETRIC.compile_here()
print(sum(count_half_turns.stats.cache_misses.values()))
"""


@pytest.mark.slow
def test_of_processes_that_start_together_one_compiles(tmp_path):
    running = [fresh(tmp_path, COMPILE) for _ in range(3)]
    misses = [int(process.communicate(timeout=LONG)[0]) for process in running]
    assert sorted(misses) == [0, 0, 1]


BACKGROUND = """
from rookery.queens.symmetry import SYMMETRIC
from rookery.queens.counting.search_kernel import count_half_turns
assert not SYMMETRIC.load()
assert SYMMETRIC.wait(600)
stats = count_half_turns.stats
print(sum(stats.cache_hits.values()), sum(stats.cache_misses.values()))
"""


@pytest.mark.slow
def test_the_parent_loads_kernels_that_its_child_compiled(tmp_path):
    process = fresh(tmp_path, BACKGROUND)
    assert process.communicate(timeout=LONG)[0].split() == ["1", "0"]


RETURN_AT_ONCE = """
import subprocess, sys, time
from rookery.compiled.sets import _locked
from rookery.queens.symmetry import SYMMETRIC
with _locked("queens-symmetric"):  # nothing is compiled until the command has returned
    command = ["warm", "--background", "queens-symmetric"]
    subprocess.run([sys.executable, "-m", "rookery", *command], capture_output=True, check=True)
    print(SYMMETRIC.is_kept())
while not SYMMETRIC.is_kept():
    time.sleep(0.1)
"""


@pytest.mark.slow
def test_background_compilation_outlives_the_command(tmp_path):
    process = fresh(tmp_path, RETURN_AT_ONCE)
    assert process.communicate(timeout=LONG)[0].split() == ["False"]


NOWHERE = """
from rookery.compiled import numba_cache
numba_cache._PrivateFiles._locator_classes = []
"""


@pytest.mark.slow
def test_without_a_folder_kernels_are_compiled_in_the_process(tmp_path):
    program = NOWHERE + BACKGROUND.replace("assert not SYMMETRIC.load()", "")
    process = fresh(tmp_path / "missing", program)
    assert process.communicate(timeout=LONG)[0].split() == ["0", "1"]
