"""What all tests share: how many cases hypothesis tries where a test does not say,
Ctrl-C, and kernels that are not compiled."""

from __future__ import annotations

import signal

import pytest
from hypothesis import settings
from tests.kernels import Kernels
from tests.night import NIGHT_CASES, cases

if NIGHT_CASES:
    settings.register_profile("night", cases(NIGHT_CASES))
    settings.load_profile("night")

# A shell's background job ignores Ctrl-C, what nohup begins a hangup, and so would every program
# that the tests interrupt.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


@pytest.fixture
def kernels(monkeypatch: pytest.MonkeyPatch) -> Kernels:
    """What a test needs to meet kernels that are not compiled, or to run them as plain Python."""
    return Kernels(monkeypatch)
