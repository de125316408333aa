"""Estimates from samples: the arithmetic, and how they read."""

import math
import random

import pytest

from rookery.results.estimate import Estimate, of_samples, student
from rookery.results.result import Reason

#: From the table of the t distribution in any handbook: degrees of freedom, then the quantiles
#: for 0.95, 0.975 and 0.995.
STUDENT = {
    1: (6.314, 12.706, 63.657),
    2: (2.920, 4.303, 9.925),
    3: (2.353, 3.182, 5.841),
    5: (2.015, 2.571, 4.032),
    10: (1.812, 2.228, 3.169),
    30: (1.697, 2.042, 2.750),
    120: (1.658, 1.980, 2.617),
}


@pytest.mark.parametrize("freedom", STUDENT)
def test_quantiles_of_the_t_distribution(freedom):
    for probability, known in zip((0.95, 0.975, 0.995), STUDENT[freedom], strict=True):
        assert student(probability, freedom) == pytest.approx(known, rel=0.02)
    assert student(0.975, freedom) == pytest.approx(STUDENT[freedom][1], rel=0.005)


@pytest.mark.parametrize("scale", [1.0, 1e300])  # whose square would be infinite
def test_mean_and_standard_error(scale):
    found = of_samples("puzzle", [2 * scale, 4 * scale, 4 * scale, 6 * scale], Reason.WORK)
    assert (found.puzzle, found.value, found.samples) == ("puzzle", 4 * scale, 4)
    assert found.error == pytest.approx(math.sqrt(8 / 3 / 4) * scale)
    assert found.relative_error == pytest.approx(math.sqrt(8 / 3 / 4) / 4)


def test_the_order_of_samples_does_not_matter():
    source = random.Random(5)
    samples = [source.random() * 10.0 ** source.randrange(20) for _ in range(1000)]
    first = of_samples(None, samples, Reason.TIME)
    source.shuffle(samples)
    assert of_samples(None, samples, Reason.TIME) == first


def test_intervals_are_wider_the_surer_and_never_below_nothing():
    estimate = Estimate(None, 10.0, 8.0, 4, Reason.TIME)
    low, high = estimate.interval()
    assert (low, high) == (0.0, pytest.approx(10 + 8 * 3.182, rel=0.005))
    less_sure = estimate.interval(0.5)
    assert 0 < less_sure[0] < 10 < less_sure[1] < high


@pytest.mark.parametrize(
    ("samples", "text"),
    [
        ([], "no estimate, 0 samples"),
        ([7.0], "7.0, error unknown, 1 sample"),
        ([0.0, 0.0], "0.0, error unknown, 2 samples"),
    ],
)
def test_too_few_samples(samples, text):
    estimate = of_samples(None, samples, Reason.TIME)
    assert estimate.error is estimate.relative_error is estimate.interval() is None
    assert str(estimate) == text


def test_an_exact_estimate_has_no_error():
    exact = Estimate(None, 92, 0.0, 1, Reason.PROVED, seconds=0.25)
    assert (exact.interval(), exact.relative_error) == ((92, 92), 0.0)
    assert str(exact) == "92, exactly, 0.2 s"


def test_a_part_has_the_same_relative_error():
    whole = Estimate(None, 800.0, 8.0, 9, Reason.TIME)
    assert (whole.part(8).value, whole.part(8).error) == (100.0, 1.0)
    assert of_samples(None, [], Reason.TIME).part(8).value is None
