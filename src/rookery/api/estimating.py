"""Estimates of the number of answers of a puzzle."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any, SupportsIndex

from rookery.api.settings import AnyLimits, limits_of, settings_for
from rookery.errors import LimitError, PuzzleError
from rookery.families import families, family_of
from rookery.guesses import takes_guesses
from rookery.results.estimate import Estimate
from rookery.results.limits import Limits
from rookery.results.progress import OnProgress
from rookery.results.result import Reason, Result, Status

if TYPE_CHECKING:
    from rookery.queens.puzzle import Queens
    from rookery.results.settings import Settings

DEFAULT_SECONDS = 10.0

# Time of a count reserved for an estimate if it is stopped: a share of its seconds, within bounds.
KEPT_PART, KEPT_LEAST, KEPT_MOST = 0.1, 0.2, 1.0
KEPT_AT_MOST_PART = 0.25  # of the limit; caps KEPT_LEAST under short limits
SAMPLES_AFTER_WORK = 16  # after a work limit: a fixed number keeps the result repeatable
SECONDS_AFTER_INTERRUPT = 0.2  # seconds of sampling after Ctrl-C, so that the call returns soon


@takes_guesses
def estimate(
    puzzle: Queens,
    *,
    limits: AnyLimits = None,
    seed: SupportsIndex = 0,
    threads: SupportsIndex | None = None,
    on_progress: OnProgress | None = None,
) -> Estimate:
    """Estimate the number of placements of a `Queens` puzzle from random samples.

    Parameters
    ----------
    puzzle
        The board, up to 200x200, with its given and blocked squares.
    limits
        `Limits`, or a number of seconds; 10 s by default. ``Limits(work=...)`` is a number of
        samples.
    seed
        With a limit of work the same seed gives the same estimate, whatever the threads.
    threads, on_progress
        As for `solve`. Ctrl-C ends the sampling; the samples so far give the estimate.

    Returns
    -------
    Estimate
        Its value is unbiased: the mean over all seeds is the count. The error and the interval are
        estimates themselves, not bounds. If the samples enumerate all placements, as up to n = 10,
        the value is exact and the error 0. If no sample finds a placement, as may happen where
        hardly any prefix can be completed, the value is 0 and the error None.

    Raises
    ------
    PuzzleError
        When the answers of the puzzle's family cannot be estimated.
    LimitError
        When the board has more than 200 rows.

    Notes
    -----
    A sample takes about 12 ms at n = 24 and 0.1 s at n = 100; its standard deviation is 3 to 7
    per cent of the count on open boards. The method is stochastic enumeration (R. Rubinstein,
    "Stochastic enumeration method for counting NP-hard problems", Methodology and Computing in
    Applied Probability 15, 2013), which follows many random paths through the search tree where
    D. E. Knuth follows one ("Estimating the efficiency of backtrack programs", Mathematics of
    Computation 29, 1975).

    Examples
    --------
    >>> from rookery.queens.puzzle import Queens
    >>> from rookery.results.limits import Limits
    >>> estimate(Queens(8))
    <Estimate of queens: 92, exactly, ... s>
    >>> estimated = estimate(Queens(16), limits=Limits(work=20), seed=1)
    >>> low, high = estimated.interval()
    >>> low < 14_772_512 < high
    True
    """
    settings = settings_for(limits=limits, seed=seed, threads=threads, on_progress=on_progress)
    estimator = family_of(puzzle).estimator
    if estimator is None:
        able = " or ".join(family.puzzle.__name__ for family in families() if family.estimator)
        raise PuzzleError(
            expected=f"a {able} puzzle whose count can be estimated",
            found=f"one of {puzzle.family}",
        )
    given = limits_of(limits)
    if given.seconds is None and given.work is None:
        settings = settings.stopping(DEFAULT_SECONDS)
    return estimator(puzzle, settings)


def counting_settings(puzzle: Any, settings: Settings) -> Settings:
    """Return the settings of a count with an earlier deadline, to reserve time for an estimate."""
    seconds = settings.limits.seconds
    if seconds is None or family_of(puzzle).estimator is None:
        return settings
    kept = min(KEPT_MOST, max(KEPT_LEAST, KEPT_PART * seconds), KEPT_AT_MOST_PART * seconds)
    return replace(settings, clock=settings.clock.allowing(settings.clock.seconds_left() - kept))


def with_estimate(result: Result[None, int], settings: Settings, parts: int) -> Result[None, int]:
    """Return the result of a count, with an estimate of the full count if it was stopped.

    Parameters
    ----------
    settings
        The settings of the call. The estimate uses the seconds that remain, a fixed number of
        samples after a work limit, and a fraction of a second after Ctrl-C.
    parts
        Divisor of the estimate: the value of the result counts one of this many equal parts.
    """
    estimator = family_of(result.puzzle).estimator
    if estimator is None or result.status is not Status.FEASIBLE:
        return result
    clock, limits = settings.clock, Limits()
    if result.reason is Reason.WORK:
        limits = Limits(work=SAMPLES_AFTER_WORK)
    elif result.reason is Reason.INTERRUPTED:
        clock = clock.allowing(min(clock.seconds_left(), SECONDS_AFTER_INTERRUPT))
    if not clock.seconds_left():
        return result
    with suppress(LimitError):
        began = clock.seconds()
        estimated = estimator(result.puzzle, replace(settings, limits=limits, clock=clock))
        if estimated.value is not None:
            seconds = estimated.seconds - began
            return replace(result, estimate=replace(estimated.part(parts), seconds=seconds))
    return result
