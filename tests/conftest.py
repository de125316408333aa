"""What all tests share: how many cases hypothesis tries where a test does not say, and Ctrl-C."""

from __future__ import annotations

import signal

from hypothesis import settings
from tests.night import NIGHT_CASES, cases

if NIGHT_CASES:
    settings.register_profile("night", cases(NIGHT_CASES))
    settings.load_profile("night")

# A shell's background job ignores Ctrl-C, and so would every program that the tests interrupt.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
