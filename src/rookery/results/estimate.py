"""Estimates of counts, with their errors."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from statistics import NormalDist
from typing import Any

from rookery.boards.notebook import Plain
from rookery.results.result import Reason
from rookery.results.settings import Settings

SURE = 0.95  # default confidence level of intervals


@dataclass(frozen=True)
class Estimate(Plain):
    """An estimate of a count from random samples. It proves nothing unless the error is 0.

    Equality ignores `seconds`.

    Attributes
    ----------
    puzzle
        The puzzle.
    value
        The mean of the samples, which are unbiased. An exact integer if they enumerate
        everything, or None without a sample.
    error
        The standard error of `value`, estimated from the spread of the samples. 0 if `value` is
        exact. None if unknown: with a single sample, or if every sample is 0.
    samples
        The number of independent samples.
    reason
        The reason to stop sampling: PROVED if `value` is exact, TIME, WORK or INTERRUPTED.
    seconds
        Wall time.
    method, seed
        The method and the seed used.

    Examples
    --------
    >>> Estimate(None, 2.27e14, 2e11, 100, Reason.TIME)
    <Estimate: 2.2700e14 +- 0.17 % (95 %: 2.2660e14 to 2.2740e14), 100 samples>
    """

    puzzle: Any
    value: int | float | None
    error: float | None
    samples: int
    reason: Reason
    seconds: float = field(default=0.0, compare=False)
    method: str = ""
    seed: int = 0

    @property
    def relative_error(self) -> float | None:
        """The standard error as a fraction of the value, or None if unknown."""
        if not self.error or not self.value:
            return self.error
        return self.error / self.value

    def interval(self, level: float = SURE) -> tuple[float, float] | None:
        """Return the confidence interval, which covers the count with probability `level`.

        Parameters
        ----------
        level
            The confidence level, above 0 and below 1.

        Returns
        -------
        tuple of float, or None
            The ends, by Student's t distribution and at least 0. None if the error is unknown.

        Examples
        --------
        >>> low, high = Estimate(None, 1000.0, 10.0, 30, Reason.WORK).interval()
        >>> round(low), round(high)
        (980, 1020)
        """
        if self.value is None or self.error is None:
            return None
        if self.error == 0:
            return self.value, self.value
        off = self.error * student(0.5 + level / 2, self.samples - 1)
        return max(0.0, self.value - off), self.value + off

    def part(self, parts: int) -> Estimate:
        """Return the estimate divided by a number of equal parts."""
        if self.value is None:
            return self
        error = None if self.error is None else self.error / parts
        return replace(self, value=self.value / parts, error=error)

    def signed(self, method: str, settings: Settings) -> Estimate:
        """Return the estimate with the method's name, the seed, and the seconds since the start."""
        seconds = settings.clock.seconds()
        return replace(self, method=method, seed=settings.seed, seconds=seconds)

    def __str__(self) -> str:
        """Return the value, its error, the number of samples and the seconds as a line of text."""
        parts = [self._value_text()]
        if self.error != 0:
            parts.append(f"{self.samples:,} sample{'' if self.samples == 1 else 's'}")
        parts += [f"{self.seconds:.1f} s"] if self.seconds else []
        return ", ".join(parts)

    def __repr__(self) -> str:
        family = getattr(self.puzzle, "family", "")
        return f"<Estimate{family and ' of '}{family}: {self}>"

    def _value_text(self) -> str:
        if self.value is None:
            return "no estimate"
        if self.error == 0:
            return f"{self.value}, exactly"
        between, relative = self.interval(), self.relative_error
        if between is None or not relative:
            return f"{scientific(self.value, 2)}, error unknown"
        digits = min(15, max(2, 1 - math.floor(math.log10(relative))))
        low, high = (scientific(end, digits) for end in between)
        off = (between[1] - self.value) / self.value
        value = scientific(self.value, digits)
        return f"{value} +- {100 * off:.2g} % ({100 * SURE:g} %: {low} to {high})"


def of_samples(puzzle: Any, samples: Iterable[float], reason: Reason = Reason.TIME) -> Estimate:
    """Return the estimate from independent unbiased samples.

    Sums are exact, so the order of the samples does not matter, even for the last digit.

    >>> of_samples(None, [90.0, 110.0, 100.0, 100.0], Reason.WORK)
    <Estimate: 100 +- 13 % (95 %: 87.0 to 113), 4 samples>
    """
    values = list(samples)
    number = len(values)
    if not number:
        return Estimate(puzzle, None, None, 0, reason)
    mean = math.fsum(values) / number
    squares = math.fsum(((value - mean) / mean) ** 2 for value in values) if mean else 0.0
    error = mean * math.sqrt(squares / (number - 1) / number) if mean and number > 1 else None
    return Estimate(puzzle, mean, error, number, reason)


def exactly(puzzle: Any, value: int, samples: int) -> Estimate:
    """Return the estimate of a count known exactly after a number of samples.

    >>> exactly(None, 92, 1)
    <Estimate: 92, exactly>
    """
    return Estimate(puzzle, value, 0.0, samples, Reason.PROVED)


def scientific(value: float, digits: int) -> str:
    """Return a number with the given number of digits. Large numbers have an exponent.

    >>> scientific(2.275141719e14, 4), scientific(92.34, 3), scientific(365_596.0, 4)
    ('2.275e14', '92.3', '365600')
    >>> scientific(999_999.7, 3), scientific(1e6, 2), scientific(14_200.4, 6), scientific(0.0, 2)
    ('1000000', '1.0e6', '14200.4', '0.0')
    """
    if value < 10**6:
        rounded = float(f"{value:.{digits - 1}e}")
        before = max(1, len(str(int(rounded))))
        return f"{rounded:.{max(0, digits - before)}f}"
    mantissa, exponent = f"{value:.{digits - 1}e}".split("e")
    return f"{mantissa}e{int(exponent)}"


def student(probability: float, freedom: int) -> float:
    """Return a quantile of Student's t distribution, for a probability from 0.5 to below 1.

    Exact for one and two degrees of freedom. Otherwise by Fisher's expansion about the normal
    quantile (M. Abramowitz, I. A. Stegun, "Handbook of Mathematical Functions", 26.7.5), with an
    error below 0.5 per cent at the quantile 0.975.

    >>> [round(student(0.975, freedom), 2) for freedom in (1, 2, 3, 5, 30, 1000)]
    [12.71, 4.3, 3.18, 2.57, 2.04, 1.96]
    """
    if freedom == 1:
        return math.tan(math.pi * (probability - 0.5))
    if freedom == 2:
        return (2 * probability - 1) / math.sqrt(2 * probability * (1 - probability))
    x = NormalDist().inv_cdf(probability)
    terms = (
        (x**3 + x) / 4,
        (5 * x**5 + 16 * x**3 + 3 * x) / 96,
        (3 * x**7 + 19 * x**5 + 17 * x**3 - 15 * x) / 384,
        (79 * x**9 + 776 * x**7 + 1482 * x**5 - 1920 * x**3 - 945 * x) / 92160,
    )
    return x + sum(term / float(freedom) ** power for power, term in enumerate(terms, 1))
