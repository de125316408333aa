"""A cached kernel expires with every file it is made of."""

from pathlib import Path
from pickle import UnpicklingError
from types import SimpleNamespace

import pytest
from numba.core.caching import NullCache
from tests.children import python

from rookery.compiled.kept import NotKeptError, _Lenient, loading_only

KERNEL = """
import sys
from part import ONE, number
from rookery.compiled.kernels import inlined, kernel

@kernel
def answer():
    return below() + ONE

@inlined
def below():
    return number()

found, hits = answer(), sum(answer.stats.cache_hits.values())
print(found, hits, "numba.typed.dictimpl" in sys.modules)  # which only a compilation needs
"""
PART = """
from numba import njit
from further import further

ONE = {one}

@njit
def number():
    return further()
"""
FURTHER = """
from numba import njit

@njit
def further():
    return {further}
"""


def write(folder: Path, one: int = 1, further: int = 0) -> None:
    (folder / "part.py").write_text(PART.format(one=one))
    (folder / "further.py").write_text(FURTHER.format(further=further))


@pytest.fixture
def run(tmp_path):
    def run() -> str:
        folder = {"NUMBA_CACHE_DIR": str(tmp_path / "cache"), "PYTHONDONTWRITEBYTECODE": "1"}
        done = python(tmp_path / "kernel.py", env=folder | {"NUMBA_DISABLE_JIT": "0"})
        return done.stdout.strip()

    (tmp_path / "kernel.py").write_text(KERNEL)
    return run


@pytest.mark.slow
def test_a_kernel_is_compiled_anew_when_a_part_of_it_changed(tmp_path, run):
    write(tmp_path)
    assert run() == "1 0 True"
    assert run() == "1 1 False"
    write(tmp_path, one=2)
    assert run() == "2 0 True"
    write(tmp_path, one=2, further=10)
    assert run() == "12 0 True"
    assert run() == "12 1 False"


class Cache:
    """A cache of Numba's kind that has a kernel of one signature, or fails."""

    def __init__(self, *args, fault=None):
        self.fault = fault
        self.args = args
        self.saved = []

    def flush(self):
        if self.fault is not None:
            raise self.fault

    def load_overload(self, signature, context):
        self.flush()
        return SimpleNamespace(signature=SimpleNamespace(args=self.args))

    def save_overload(self, signature, compiled):
        self.flush()
        self.saved.append(compiled)


@pytest.mark.parametrize(
    "fault", [EOFError(), PermissionError(), UnpicklingError(), KeyError(), OSError(28, "full")]
)
def test_what_cannot_be_read_is_compiled_anew_and_what_cannot_be_written_is_not_kept(fault):
    cache = _Lenient(Cache(int, fault=fault))
    assert cache.load_overload((int,), None) is None
    cache.save_overload((int,), "compiled")
    assert cache.saved == []


def test_a_kernel_is_saved_and_that_of_another_signature_not_taken():
    cache = _Lenient(Cache(int, float))
    assert cache.load_overload((int,), None) is None
    assert cache.load_overload((int, float), None).signature.args == (int, float)
    cache.save_overload((), "compiled")
    assert cache.saved == ["compiled"]


def test_a_loading_thread_gets_an_error_for_a_missing_kernel():
    nowhere = _Lenient(NullCache())
    with loading_only(), pytest.raises(NotKeptError):
        nowhere.load_overload((int,), None)
    assert nowhere.load_overload((int,), None) is None
    with loading_only():
        assert _Lenient(Cache(int)).load_overload((int,), None) is not None


@pytest.mark.slow
@pytest.mark.parametrize("suffix", ["nbi", "nbc"])
def test_a_file_cut_short_is_compiled_anew(tmp_path, run, suffix):
    write(tmp_path)
    assert run() == "1 0 True"
    for path in tmp_path.rglob(f"*.{suffix}"):
        path.write_bytes(path.read_bytes()[:-20])
    assert run() == "1 0 True"
    assert run() == "1 1 False"
