"""Shared by all tests: the hypothesis profile, Ctrl-C, kernels, garbage, and a time budget.

``--budget=SECONDS`` runs files of tests in a random order and skips those left when the time is
over, so that CI runs as many slow tests as fit, others each time. The commit seeds the order.
"""

import gc
import os
import random
import signal
import subprocess
import time
from pathlib import Path

import pytest
from hypothesis import settings
from tests.kernels import Kernels
from tests.night import cases

BY_DAY = 100
HERE = Path(__file__).parent
BUDGET_END = "ROOKERY_BUDGET_END"  # seconds since 1970; pytest's workers inherit it

settings.register_profile("tests", cases(BY_DAY))
settings.load_profile("tests")

# A shell's background job ignores Ctrl-C, what nohup begins a hangup, and so would every program
# that the tests interrupt.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
    signal.signal(signal.SIGHUP, signal.SIG_DFL)

gc.disable()  # thousands of tests are collected, and none of them is garbage


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--budget", type=float, help="seconds; tests not begun by then are skipped")


def pytest_configure(config: pytest.Config) -> None:
    if (seconds := config.getoption("--budget", None)) is not None:
        os.environ.setdefault(BUDGET_END, str(time.time() + seconds))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--budget", None) is None:
        return
    command = ["git", "rev-parse", "HEAD"]
    commit = subprocess.run(command, check=False, cwd=HERE, capture_output=True, text=True)
    files = sorted({item.path for item in items})
    random.Random(commit.stdout.strip()).shuffle(files)
    place = {path: number for number, path in enumerate(files)}
    items.sort(key=lambda item: place[item.path])


def pytest_runtest_setup(item: pytest.Item) -> None:
    budget = item.config.getoption("--budget", None)
    if budget is not None and time.time() > float(os.environ[BUDGET_END]):
        pytest.skip("the time budget is spent")


def pytest_collection_finish() -> None:
    gc.freeze()
    gc.enable()


@pytest.fixture
def kernels(monkeypatch: pytest.MonkeyPatch) -> Kernels:
    """What a test needs to meet kernels that are not compiled, or to run them as plain Python."""
    return Kernels(monkeypatch)
