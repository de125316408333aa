"""What all tests share: how many cases hypothesis tries where a test does not say."""

from __future__ import annotations

from hypothesis import settings
from tests.night import NIGHT_CASES, cases

if NIGHT_CASES:
    settings.register_profile("night", cases(NIGHT_CASES))
    settings.load_profile("night")
