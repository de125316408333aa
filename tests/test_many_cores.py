"""The simulated schedule of `benchmarks.many_cores`, on lists whose ends are known."""

from __future__ import annotations

import pytest
from benchmarks.many_cores import drawn, makespan, words


@pytest.mark.parametrize(
    ("times", "workers", "client", "end"),
    [
        ([3.0, 2.0, 2.0], 1, 0.0, 7.0),
        ([3.0, 2.0, 2.0], 2, 0.0, 4.0),
        ([3.0, 2.0, 2.0], 9, 0.0, 3.0),
        ([1.0] * 100, 100, 0.5, 51.0),  # the client hands them out one by one
    ],
)
def test_the_last_unit_ends(times: list[float], workers: int, client: float, end: float) -> None:
    assert makespan(times, workers, client) == end


def test_units_take_the_times_measured_next_to_them() -> None:
    measured = {"units": 1000, "seconds": {str(place): place / 10 for place in range(0, 1000, 10)}}
    times = drawn(measured)
    assert len(times) == 1000
    assert all(abs(taken - place / 10) <= 8 for place, taken in enumerate(times))
    assert times == drawn(measured)


def test_how_long_many_cores_take_in_words() -> None:
    assert words(7200.0, 7200.0, 1) == "2.0 h"
    assert words(10.0, 60.0, 8) == "10.0 s (75 %)"
