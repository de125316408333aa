"""A family's table of methods."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from rookery.errors import PuzzleError, RookeryError, shown, unknown_name
from rookery.results.result import Result
from rookery.results.settings import Settings


class Method(NamedTuple):
    """A row of a family's table of methods.

    Attributes
    ----------
    name
        What `solve(method=...)` and ``--method`` take.
    run
        Called with the puzzle and the settings; returns a `Result`.
    proves
        What its results prove, in words.
    fits
        Whether it can run on a puzzle.
    suits
        Whether ``auto`` may take it: it takes the first that fits and suits.
    in_units
        Whether it works in units, which an executor can do and a ledger can keep.
    default_seconds
        After so many seconds it stops when neither `Limits.seconds` nor `Limits.work` is set,
        because it would seldom end by itself; None when it runs until it is done. It may lift this
        limit, `Settings.is_default`, where it finds that it will be done.
    surely_ends
        Whether it is clear at once, from a puzzle's size, that the default is not needed.
    ends_by_work
        Whether, on a puzzle, a limit of work alone makes it end: else the default holds then too.
    checks
        Whether it holds each part of its answer against the puzzle's rules as it is found, so
        that no check is left to do when a limit or Ctrl-C ends it.
    """

    name: str
    run: Callable[[Any, Settings], Result]
    proves: str
    fits: Callable[[Any], bool] = lambda puzzle: True
    suits: Callable[[Any], bool] = lambda puzzle: True
    in_units: bool = False
    checks: bool = False
    default_seconds: float | None = None
    surely_ends: Callable[[Any], bool] = lambda puzzle: False
    ends_by_work: Callable[[Any], bool] = lambda puzzle: True


def method_names(methods: Iterable[Method]) -> list[str]:
    """Return the names that `choose` takes, each once, ``auto`` first."""
    return list(dict.fromkeys(["auto", *(method.name for method in methods)]))


def keeping_units(methods: Iterable[Method], puzzle: Any) -> tuple[Method, ...]:
    """Return the methods whose work a ledger can keep; ``auto`` takes the first that fits.

    Raises
    ------
    PuzzleError
        When there is none for the puzzle.
    """
    kept = [method for method in methods if method.in_units and method.fits(puzzle)]
    if not kept:
        raise PuzzleError(f"a count of {shown(puzzle)} has no units to keep or to compare")
    return tuple(method._replace(suits=lambda puzzle: True) for method in kept)


def choose(methods: tuple[Method, ...], name: str, puzzle: Any) -> Method:
    """Return the method of this name, or for ``auto`` the first that suits the puzzle.

    Raises
    ------
    PuzzleError
        When there is no such method or it does not fit.
    """
    if name == "auto":
        for method in methods:
            if method.fits(puzzle) and method.suits(puzzle):
                return method
        raise PuzzleError("no method can run on this puzzle")
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
    """Return the result of one placement with its method and times, held against the rules.

    Parameters
    ----------
    result
        Its answer, if any, is one placement.
    faults
        Tells in words what is wrong with a placement.

    Raises
    ------
    RookeryError
        When something is.
    """
    found = [] if result.answer is None else faults(result.answer)
    if found:
        raise RookeryError(f"method {method.name!r} gave a wrong placement: {found[0]}")
    return result.signed(method.name, settings)
