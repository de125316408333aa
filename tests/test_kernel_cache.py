"""What is cached of a kernel follows every file it is made of."""

import os
import subprocess
import sys

import pytest

KERNEL = """
import part
from numba import njit
from rookery.kernel_cache import expires_with

@expires_with(part)
@njit(cache=True)
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
        environment = {**os.environ, **folder, "NUMBA_DISABLE_JIT": "0"}
        command = [sys.executable, str(tmp_path / "kernel.py")]
        done = subprocess.run(
            command, env=environment, capture_output=True, text=True, check=True, timeout=120
        )
        return done.stdout.strip()

    (tmp_path / "kernel.py").write_text(KERNEL)
    return run


def test_a_kernel_is_compiled_anew_when_a_module_it_contains_changed(tmp_path, run):
    (tmp_path / "part.py").write_text(PART.format(1))
    assert run() == "1 0"
    assert run() == "1 1"
    (tmp_path / "part.py").write_text(PART.format(2))
    assert run() == "2 0"
