"""The settings of one call, and the check that every result passes."""

from __future__ import annotations

from functools import lru_cache
from os import cpu_count
from typing import Any

from rookery.errors import PuzzleError, RookeryError, shown
from rookery.results.limits import Clock, Limits
from rookery.results.progress import OnProgress
from rookery.results.result import Result
from rookery.results.settings import Settings


def settings_for(
    limits: Limits | None = None,
    seed: int = 0,
    threads: int | None = None,
    on_progress: OnProgress | None = None,
) -> Settings:
    """Return the settings of one solve, its clock started."""
    limits = Limits() if limits is None else limits
    threads = _cores() if threads is None else threads
    if not isinstance(threads, int) or threads < 1:
        raise PuzzleError(expected="threads of at least 1", found=shown(threads))
    return Settings(limits, seed, threads, on_progress, Clock(limits))


def runnable(executor: Any) -> Any:
    """Return an executor, what makes one, or None; refuse all else."""
    if executor is None or callable(executor) or hasattr(executor, "submit"):
        return executor
    raise PuzzleError(expected="an executor, or what makes one", found=shown(executor))


@lru_cache
def _cores() -> int:
    return cpu_count() or 1


def checked(result: Result, method: str, settings: Settings) -> Result:
    """Return the result with times, method and seed, its answer checked by the rules."""
    if result.answer is not None:
        faults = result.puzzle.check(result.answer)
        value = None if faults else result.puzzle.value(result.answer)
        if not faults and value != result.value:
            faults = [f"its value is {value}, not {result.value}"]
        if faults:
            raise RookeryError(f"method {method!r} gave a wrong answer: {faults[0]}")
    return result.signed(method, settings)
