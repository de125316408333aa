"""Limits that refuse nonsense, and clocks that tell what they leave."""

import math
from itertools import product
from typing import Any

import numpy as np
import pytest
from tests.limited import FakeClock

from rookery.errors import PuzzleError
from rookery.results.limits import Clock, DeadlineExceeded, Limits


def clock(now: float = 0.0, earlier: float = 0.0, **limits: Any) -> FakeClock:
    made = FakeClock()
    made.now, made.earlier, made.limits = now, earlier, Limits(**limits)
    return made


@pytest.mark.parametrize(
    ("name", "bad"),
    [
        *product(["seconds", "gap"], [-0.001, math.nan, "5", True, [1], 1j]),
        *product(["work"], [-1, 1.0, math.inf, "5", True]),
    ],
)
def test_bad_limits_are_refused(name, bad):
    with pytest.raises(PuzzleError, match=rf"expected limits\.{name} of 0 or more, got"):
        Limits(**{name: bad})


def test_numbers_of_any_kind_become_plain_ones():
    limits = Limits(seconds=np.float32(0.5), work=np.int64(7), gap=np.float64(0.25))
    assert limits == Limits(seconds=0.5, work=7, gap=0.25)
    assert [type(part) for part in (limits.seconds, limits.work, limits.gap)] == [float, int, float]
    assert Limits(seconds=0, work=0, gap=0) == Limits(0.0, 0, 0.0)
    assert Limits(seconds=math.inf).seconds == math.inf


def test_seconds_left():
    going_on = clock(now=4.0, earlier=1000.0, seconds=10)  # after other runs
    assert (going_on.seconds(), going_on.seconds_left()) == (1004.0, 6.0)
    assert clock(now=4.0, seconds=10).seconds_left() == 6.0
    assert clock(now=10.0, seconds=10).seconds_left() == 0.0
    assert clock(now=99.0, seconds=10).seconds_left() == 0.0
    assert clock(seconds=0).seconds_left() == 0.0
    assert clock(now=99.0, work=5, gap=0.1).seconds_left() == math.inf
    assert clock(now=99.0, seconds=math.inf).seconds_left() == math.inf


def test_the_time_left_is_shared_equally_and_other_limits_stay():
    limits = clock(now=4.0, seconds=10, work=5, gap=0.1).share(3)
    assert limits == Limits(seconds=2.0, work=5, gap=0.1)
    assert clock(now=20.0, seconds=10).share(2) == Limits(seconds=0.0)
    assert clock(now=20.0, work=5).share(2) == Limits(work=5)
    assert clock(now=20.0, seconds=math.inf).share(2) == Limits(seconds=math.inf)


@pytest.mark.parametrize("earlier", [0.0, 1000.0])
def test_a_clock_of_the_same_start_may_leave_less(earlier):
    whole = Clock(Limits(seconds=500, work=5))
    whole.earlier = earlier
    part = whole.allowing(100.0)
    assert (part.start, part.earlier, part.limits.work) == (whole.start, earlier, 5)
    assert 0 < part.seconds_left() <= 100.0
    assert whole.seconds_left() > 300
    assert whole.allowing(0.0).seconds_left() == 0.0
    assert math.isinf(whole.allowing(math.inf).seconds_left())


def test_a_look_raises_once_the_time_is_over():
    Clock(Limits()).check_deadline()
    Clock(Limits(seconds=1000)).check_deadline()
    with pytest.raises(DeadlineExceeded):
        Clock(Limits(seconds=0)).check_deadline()
