"""The exit status of results."""

from __future__ import annotations

import pytest

from rookery.cli import status
from rookery.results.result import Reason, Result, Status


@pytest.mark.parametrize(
    ("value", "reason", "expected"),
    [
        (3, Reason.PROVED, 0),
        (None, Reason.PROVED, 0),
        (3, Reason.DONE, 0),
        (3, Reason.TIME, 3),
        (3, Reason.GAP, 3),
        (None, Reason.WORK, 4),
        (3, Reason.INTERRUPTED, 130),
        (None, Reason.INTERRUPTED, 130),
    ],
)
def test_status_of_a_result(value: int | None, reason: Reason, expected: int) -> None:
    known = Status.UNKNOWN if value is None else Status.FEASIBLE
    assert status.of_result(Result(None, None, value, None, known, reason)) == expected
