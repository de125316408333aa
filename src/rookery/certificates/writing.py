"""Certificates of results, written to files."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from fractions import Fraction
from hashlib import sha256
from math import ceil
from typing import Any, TypeVar

from rookery import verifying
from rookery.certificates.counting import Count, CountTree
from rookery.certificates.growing import CertificateTree, Problem, named
from rookery.document import document_of
from rookery.engine.drive import drive
from rookery.engine.run import Partial, Run, Steps
from rookery.errors import PuzzleError, shown
from rookery.recounting import Placements
from rookery.results.limits import Limits
from rookery.results.result import Result

Found = TypeVar("Found", bound=Result)


def certifiable(puzzle: Any) -> Problem:
    """Return a puzzle as the checker reads it; raise a `PuzzleError` if it has no certificates."""
    with _as_puzzle_errors():
        problem: Problem = verifying.problem_of(_document(puzzle))
    return problem


def countable(puzzle: Any) -> Placements:
    """Return the placements of a puzzle as the checker counts them; raise if it cannot."""
    with _as_puzzle_errors():
        return Placements(_document(puzzle))


@contextmanager
def _as_puzzle_errors() -> Iterator[None]:
    try:
        yield
    except verifying.Unreadable as error:
        raise PuzzleError(f"no certificate: {error}", place="certificate") from error


def expect_writable(path: str) -> None:
    """Raise a `PuzzleError` if a file cannot be written; an existing one stays as it is."""
    is_new = not os.path.lexists(path)
    try:
        open(path, "ab").close()
        if is_new:
            os.remove(path)
    except OSError as error:
        found = f"{shown(path)}: {error.strerror}"
        raise PuzzleError(
            expected="a file that can be written", found=found, place="certificate"
        ) from error


def certified(
    result: Found, path: str, make: Callable[[], bytes], check: Callable[[bytes], str]
) -> Found:
    """Write a certificate of a result; return the result with a note of what it proves."""
    note = "no certificate: interrupted"

    def write() -> Steps:
        nonlocal note
        data = make()
        words = check(data)
        with open(path, "wb") as file:
            file.write(data)
        note = f"certificate: {words}"
        yield Partial()
        return None

    try:
        drive(write(), Run.begun(None, Limits(), 0))
    except verifying.Rejected as error:
        note = f"no certificate: the one made is wrong in line {error}; please report this"
    except OSError as error:
        note = f"no certificate: cannot write {shown(path)}: {error.strerror}"
    return replace(result, note="; ".join(filter(None, (result.note, note))))


def certificate(result: Result, seconds: float | None = None) -> bytes:
    """Return a result's certificate, perhaps of a weaker bound, grown for at most these seconds."""
    problem = certifiable(result.puzzle)
    none = 1 + sum(map(abs, problem.price.values()))  # more than any answer's price
    answer, price = None, none
    if result.answer is not None:
        placed = _placed(problem, result.answer)
        answer = [named(problem, one) for one in placed]
        price = sum(problem.price[one] for one in placed)
    goal = price if result.bound is None else ceil(Fraction(result.bound) / problem.unit)
    tree, run = CertificateTree(problem), Run.begun(None, Limits(seconds=seconds), 0)
    drive(tree.grow(min(goal, price), run), run)
    lines, least = tree.lines()
    value, bound = (
        None if one >= none else _number(int(one) * problem.unit)
        for one in (price, min(price, least))
    )
    body: list[dict[str, Any]] = [
        {"certificate": 1, "value": value, "bound": bound},
        {"puzzle": _document(result.puzzle)},
        {"answer": answer},
        *lines,
    ]
    return _sealed(body)


def certificate_of_count(result: Result[None, int], count: Count, seconds: float) -> bytes:
    """Return the certificate of a count, divided for at most these seconds."""
    problem, document = countable(result.puzzle), _document(result.puzzle)
    value = result.value or 0
    tree, run = CountTree(document, problem, value), Run.begun(None, Limits(seconds), 0)
    drive(tree.grow(count, run), run)
    head: dict[str, Any] = {"certificate": 1, "count": value}
    return _sealed([head, {"puzzle": document}, *tree.lines()])


def _sealed(lines: list[dict[str, Any]]) -> bytes:
    """Return the text of lines, with their digest."""
    text = "".join(f"{json.dumps(line)}\n" for line in lines).encode()
    return text + f"{json.dumps({'sha256': sha256(text).hexdigest()})}\n".encode()


def _number(value: Fraction) -> int | str:
    return value.numerator if value.denominator == 1 else str(value)


def _document(puzzle: Any) -> dict[str, Any]:
    """Return a puzzle as plain data, without fields at values that ask for nothing."""
    plain: dict[str, Any] = {
        "best": 1,
        "square_prices": None,
        "spared": [],
        "at_most": None,
        "independent": False,
        "tolerated": [],
        "weights": None,
        "shields": False,
        "equal": False,
        "lightest": False,
        "maximal": False,
        "diagonals": None,
    }
    document = document_of(puzzle)
    return {name: data for name, data in document.items() if plain.get(name, ...) != data}


def _placed(problem: Problem, answer: Any) -> list[Any]:
    """Return an answer's pieces as the checker's candidates."""
    if isinstance(problem, verifying.Heaviest):
        return [(0, (row, column)) for column, row in enumerate(answer[0])]
    return [(kind, (row, column)) for kind, row, column in answer]
