"""Cases of tests of which few are enough by day."""

from collections.abc import Iterable
from typing import Any

import pytest


def few(cases: Iterable[Any], fast: int = 1) -> list[Any]:
    """Return the cases of a test, all but the first so many of them marked slow."""
    return [case if number < fast else _slow(case) for number, case in enumerate(cases)]


def _slow(case: Any) -> Any:
    values = case if isinstance(case, tuple) else (case,)
    return pytest.param(*values, marks=pytest.mark.slow)
