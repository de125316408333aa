"""Settings of one call, and the check that every result passes."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import lru_cache
from os import cpu_count
from typing import TYPE_CHECKING, Any, SupportsFloat, SupportsIndex, TypeVar

from rookery.errors import PuzzleError, RookeryError, shown
from rookery.numbers import integer, real
from rookery.results.limits import Clock, Limits
from rookery.results.methods import Method
from rookery.results.result import Result
from rookery.results.settings import Settings

if TYPE_CHECKING:
    from rookery.results.progress import OnProgress
    from rookery.results.values import Value

Answer = TypeVar("Answer")
AnswerValue = TypeVar("AnswerValue", bound="Value")

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


def settings_of(settings: Settings, method: Method, puzzle: Any, limits: AnyLimits) -> Settings:
    """Return the settings of a method, with its default limit of seconds if none is set."""
    if method.default_seconds is None or method.surely_ends(puzzle):
        return settings
    limits = limits_of(limits)
    ends_by_work = limits.work is not None and method.ends_by_work(puzzle)
    if limits.seconds is not None or ends_by_work:
        return settings
    return settings.stopping(method.default_seconds)


def runnable(executor: Any) -> Any:
    """Return an executor, a function that makes one, or None; raise for anything else."""
    if executor is None or callable(executor) or hasattr(executor, "submit"):
        return executor
    raise PuzzleError(expected="an executor, or a function that makes one", found=shown(executor))


@lru_cache
def _cores() -> int:
    return cpu_count() or 1


def checked(
    result: Result[Answer, AnswerValue], method: str, settings: Settings
) -> Result[Answer, AnswerValue]:
    """Check a result's answer by the rules and return it with times, method and seed."""
    if result.answer is not None and not result.is_checked:
        faults = result.puzzle.check(result.answer)
        value = None if faults else result.puzzle.value(result.answer)
        if not faults and value != result.value:
            faults = [f"its value is {value}, not {result.value}"]
        if faults:
            raise RookeryError(f"method {method!r} gave a wrong answer: {faults[0]}")
    return result.signed(method, settings)
