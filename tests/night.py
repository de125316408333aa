"""How many cases a property test tries: a few in every run, many more at night.

``make test-night`` sets ROOKERY_CASES to 10,000 and runs every test that hypothesis feeds.
"""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

NIGHT_CASES = int(os.environ.get("ROOKERY_CASES") or 0)


def cases(few: int) -> settings:
    """Return the settings of a test that tries so many cases by day."""
    return settings(
        max_examples=max(few, NIGHT_CASES),
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
    )
