"""What all tests share: how many cases hypothesis tries where a test does not say,
Ctrl-C, kernels that are not compiled, and no search for garbage among tests that are collected."""

from __future__ import annotations

import gc
import signal

import pytest
from hypothesis import settings
from tests.kernels import Kernels
from tests.night import cases

BY_DAY = 100

settings.register_profile("tests", cases(BY_DAY))
settings.load_profile("tests")

# A shell's background job ignores Ctrl-C, what nohup begins a hangup, and so would every program
# that the tests interrupt.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
    signal.signal(signal.SIGHUP, signal.SIG_DFL)

gc.disable()  # thousands of tests are collected, and none of them is garbage


def pytest_collection_finish() -> None:
    gc.freeze()
    gc.enable()


@pytest.fixture
def kernels(monkeypatch: pytest.MonkeyPatch) -> Kernels:
    """What a test needs to meet kernels that are not compiled, or to run them as plain Python."""
    return Kernels(monkeypatch)
