"""How many cases a property test tries: a few in every run, many more at night.

``make test-night`` sets ROOKERY_CASES to 10,000 and runs every test that hypothesis feeds. By day
the cases are the same in every run; at night they are others each time, but in CI.
"""

import os

from hypothesis import HealthCheck, settings

NIGHT_CASES = int(os.environ.get("ROOKERY_CASES") or 0)


def cases(few: int) -> settings:
    """Return the settings of a test that tries so many cases by day."""
    return settings(
        max_examples=max(few, NIGHT_CASES),
        deadline=None,
        derandomize=NIGHT_CASES == 0 or "CI" in os.environ,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
    )
