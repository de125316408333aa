"""A cached kernel expires with every file it is made of."""

import ast
import re
from functools import cache
from pathlib import Path
from pickle import UnpicklingError
from types import SimpleNamespace

import pytest
from numba.core.caching import NullCache
from tests.children import python

import rookery
from rookery.compiled.kept import NotKeptError, _Lenient, loading_only

KERNEL = """
import part
from numba import njit
from rookery.compiled.kept import cached

@cached(part)
@njit
def answer():
    return part.number()

print(answer(), sum(answer.stats.cache_hits.values()))
"""
PART = """
from numba import njit

@njit
def number():
    return {}
"""


@pytest.fixture
def run(tmp_path):
    def run() -> str:
        folder = {"NUMBA_CACHE_DIR": str(tmp_path / "cache"), "PYTHONDONTWRITEBYTECODE": "1"}
        done = python(tmp_path / "kernel.py", env=folder | {"NUMBA_DISABLE_JIT": "0"})
        return done.stdout.strip()

    (tmp_path / "kernel.py").write_text(KERNEL)
    return run


@pytest.mark.slow
def test_a_kernel_is_compiled_anew_when_a_module_it_contains_changed(tmp_path, run):
    (tmp_path / "part.py").write_text(PART.format(1))
    assert run() == "1 0"
    assert run() == "1 1"
    (tmp_path / "part.py").write_text(PART.format(2))
    assert run() == "2 0"


SOURCE = Path(rookery.__file__).parent
CACHED = sorted(
    path
    for path in SOURCE.rglob("*.py")
    if re.search(r"^@cached\(", path.read_text(), re.MULTILINE)
)


@cache
def imported(module: str) -> set[str]:
    """Return the modules of the package that a module imports as it is loaded, and those theirs."""
    path = SOURCE.joinpath(*module.split(".")[1:]).with_suffix(".py")
    if not path.exists():
        return set()
    found: set[str] = set()
    for node in ast.parse(path.read_text()).body:
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("rookery"):
            package = SOURCE.joinpath(*node.module.split(".")[1:]).is_dir()
            names = (
                {f"{node.module}.{name.name}" for name in node.names} if package else {node.module}
            )
            found |= names.union(*map(imported, names))
    return found


@pytest.mark.parametrize("path", CACHED, ids=lambda path: path.stem)
def test_every_cached_kernel_expires_with_the_kernels_it_imports(path):
    module = ".".join(["rookery", *path.relative_to(SOURCE).with_suffix("").parts])
    kernels = {
        name
        for name in imported(module)
        if "njit" in (text := SOURCE.joinpath(*name.split(".")[1:]).with_suffix(".py").read_text())
        or "lower_builtin" in text
        or "@overload(" in text
    } - {"rookery.compiled.kept"}
    tree = ast.parse(path.read_text())
    aliases = {
        name.asname or name.name: f"{node.module}.{name.name}"
        for node in tree.body
        if isinstance(node, ast.ImportFrom)
        for name in node.names
    }
    told = [
        {aliases[argument.id] for argument in decorator.args}
        for node in tree.body
        if isinstance(node, ast.FunctionDef)
        for decorator in node.decorator_list
        if isinstance(decorator, ast.Call) and getattr(decorator.func, "id", "") == "cached"
    ]
    assert told
    assert all(kernels <= modules for modules in told)


class Cache:
    """A cache of Numba's kind that fails, or has a kernel of one signature."""

    def __init__(self, fault=None, args=()):
        self.fault = fault
        self.args = args
        self.saved = []

    def load_overload(self, signature, context):
        if self.fault is not None:
            raise self.fault
        return SimpleNamespace(signature=SimpleNamespace(args=self.args))

    def save_overload(self, signature, compiled):
        if self.fault is not None:
            raise self.fault
        self.saved.append(compiled)

    def flush(self):
        if self.fault is not None:
            raise self.fault


@pytest.mark.parametrize("fault", [EOFError(), PermissionError(), UnpicklingError(), KeyError()])
def test_an_unreadable_kernel_is_compiled_anew(fault):
    assert _Lenient(Cache(fault)).load_overload((int,), None) is None


def test_the_kernel_of_another_signature_is_not_taken():
    cache = _Lenient(Cache(args=(int, float)))
    assert cache.load_overload((int,), None) is None
    assert cache.load_overload((int, float), None).signature.args == (int, float)


def test_a_full_disk_or_a_locked_folder_keeps_nothing_and_says_nothing():
    for fault in (OSError(28, "No space left on device"), PermissionError()):
        _Lenient(Cache(fault)).save_overload((), "compiled")
    working = Cache()
    _Lenient(working).save_overload((), "compiled")
    assert working.saved == ["compiled"]


def test_a_loading_thread_gets_an_error_for_a_missing_kernel():
    nowhere = _Lenient(NullCache())
    with loading_only(), pytest.raises(NotKeptError):
        nowhere.load_overload((int,), None)
    assert nowhere.load_overload((int,), None) is None
    with loading_only():
        assert _Lenient(Cache(args=(int,))).load_overload((int,), None) is not None


@pytest.mark.slow
@pytest.mark.parametrize("suffix", ["nbi", "nbc"])
def test_a_file_cut_short_is_compiled_anew(tmp_path, run, suffix):
    (tmp_path / "part.py").write_text(PART.format(1))
    assert run() == "1 0"
    for path in tmp_path.rglob(f"*.{suffix}"):
        path.write_bytes(path.read_bytes()[:-20])
    assert run() == "1 0"
    assert run() == "1 1"
