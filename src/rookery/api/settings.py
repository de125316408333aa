"""Settings of one call: limits, seed, threads, callback and executor."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import lru_cache
from os import cpu_count
from typing import TYPE_CHECKING, Any, SupportsFloat, SupportsIndex

from rookery.errors import PuzzleError, shown
from rookery.numbers import integer, real
from rookery.results.limits import Clock, Limits
from rookery.results.settings import Settings

if TYPE_CHECKING:
    from rookery.results.progress import OnProgress

#: Type of the argument `limits`: limits, a number of seconds, or None for no limit.
AnyLimits = Limits | SupportsFloat | SupportsIndex | None


def limits_of(limits: AnyLimits) -> Limits:
    """Return limits, a number of seconds, or None as `Limits`.

    Raises
    ------
    PuzzleError
        When the value is of another type.

    Examples
    --------
    >>> limits_of(5)
    Limits(seconds=5.0, work=None, gap=None)
    >>> limits_of("5")
    Traceback (most recent call last):
    ...
    rookery.errors.PuzzleError: expected limits, a number of seconds, or None, got '5'
    """
    if limits is None:
        return Limits()
    if isinstance(limits, Limits):
        return limits
    return Limits(seconds=real(limits, "limits, a number of seconds, or None"))


def settings_for(
    *,
    limits: AnyLimits = None,
    seed: SupportsIndex = 0,
    threads: SupportsIndex | None = None,
    on_progress: OnProgress | None = None,
) -> Settings:
    """Return the settings of one call, with its clock started.

    Parameters
    ----------
    limits, seed, threads, on_progress
        As for `rookery.solve`. A limit of infinity means none.
    """
    limits = limits_of(limits)
    if on_progress is not None and not callable(on_progress):
        raise PuzzleError(expected="a function as on_progress", found=shown(on_progress))
    if limits.seconds is not None and math.isinf(limits.seconds):
        limits = replace(limits, seconds=None)
    number = _cores() if threads is None else integer(threads, "threads of at least 1", 1)
    return Settings(limits, integer(seed, "an integer as seed"), number, on_progress, Clock(limits))


def runnable(executor: Any) -> Any:
    """Return an executor, a function that makes one, or None; raise for anything else."""
    if executor is None or callable(executor) or hasattr(executor, "submit"):
        return executor
    raise PuzzleError(expected="an executor, or a function that makes one", found=shown(executor))


@lru_cache
def _cores() -> int:
    return cpu_count() or 1
