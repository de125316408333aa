"""Tables of a family's methods."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, NamedTuple

from rookery.errors import PuzzleError, RookeryError, unknown_name
from rookery.results.result import Result
from rookery.results.settings import Settings


class Method(NamedTuple):
    """A row of a family's table of methods.

    Attributes
    ----------
    name
        The name in `solve(method=...)` and ``--method``.
    run
        A function of the puzzle and the settings that returns a `Result`.
    proves
        The strength of its results, in words.
    fits
        Whether the method can run on a puzzle.
    suits
        Whether ``auto`` may choose the method. It chooses the first that fits and suits.
    in_units
        Whether the method has work units, for executors and ledgers.
    default_seconds
        The time limit if neither `Limits.seconds` nor `Limits.work` is set, for methods that would
        seldom end otherwise, or None. If the method foresees its end, it may lift this limit
        (`Settings.is_default`).
    surely_ends
        Whether a puzzle is small enough not to need the default limit.
    ends_by_work
        Whether a work limit alone ends the method on a puzzle. If not, the default limit also
        applies.
    checks
        Whether the method checks each part of its answer against the rules when found, so that no
        check remains after a limit or Ctrl-C.
    on_gpu
        The puzzles that the method counts on a GPU, in words; empty if it has no kernels for one.
    """

    name: str
    run: Callable[[Any, Settings], Result[Any, Any]]
    proves: str
    fits: Callable[[Any], bool] = lambda puzzle: True
    suits: Callable[[Any], bool] = lambda puzzle: True
    in_units: bool = False
    checks: bool = False
    default_seconds: float | None = None
    surely_ends: Callable[[Any], bool] = lambda puzzle: False
    ends_by_work: Callable[[Any], bool] = lambda puzzle: True
    on_gpu: str = ""


def method_names(methods: Iterable[Method]) -> list[str]:
    """Return the distinct names for `choose`, starting with ``auto``."""
    return list(dict.fromkeys(["auto", *(method.name for method in methods)]))


def keeping_units(methods: Iterable[Method], puzzle: Any) -> tuple[Method, ...]:
    """Return the methods with work units for a ledger. ``auto`` chooses the first that fits.

    Raises a `PuzzleError` if no such method fits the puzzle.
    """
    kept = [method for method in methods if method.in_units and method.fits(puzzle)]
    if not kept:
        raise PuzzleError(
            "this count does not split into work units, so it cannot be saved or verified"
        )
    return tuple(method._replace(suits=lambda puzzle: True) for method in kept)


def choose(methods: tuple[Method, ...], name: str, puzzle: Any) -> Method:
    """Return the method of this name, or the first that suits the puzzle for ``auto``.

    Raises
    ------
    PuzzleError
        If the name is unknown or the method does not fit.
    """
    if name == "auto":
        for method in methods:
            if method.fits(puzzle) and method.suits(puzzle):
                return method
        known = "; ".join(f"{method.name}: {method.proves}" for method in methods)
        raise PuzzleError(f"no method can run on this puzzle; methods are {known}")
    for method in methods:
        if method.name == name:
            if method.fits(puzzle):
                return method
            raise PuzzleError(f"method {name!r} cannot run on this puzzle")
    names = method_names(methods)
    raise unknown_name("a method", name, names)


def signed_placement(
    result: Result, method: Method, settings: Settings, faults: Callable[[Any], list[str]]
) -> Result:
    """Check the result of one placement and return it with its method and times.

    `faults` returns the faults of a placement in words; the first is raised as a `RookeryError`. A
    placement has the value 1 and is proved, even if it was found as a limit was reached.
    """
    if result.answer is not None:
        if found := faults(result.answer):
            raise RookeryError(f"method {method.name!r} gave a wrong placement: {found[0]}")
        proved = Result.proved(result.puzzle, result.answer, 1)
        result = replace(proved, compile_seconds=result.compile_seconds, note=result.note)
    return result.signed(method.name, settings)
