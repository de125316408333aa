"""Certificates of results, written to files."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from hashlib import sha256
from math import ceil
from typing import TYPE_CHECKING, Any, TypeVar

from rookery import verifying
from rookery.certificates.growing import CertificateTree, named
from rookery.document import document_of
from rookery.engine.drive import drive
from rookery.engine.partial import Partial
from rookery.engine.run import Run, Steps
from rookery.errors import PuzzleError, shown
from rookery.results.limits import Limits
from rookery.results.result import Result

if TYPE_CHECKING:
    from rookery.certificates.relaxing import Problem


Found = TypeVar("Found", bound=Result)


def certifiable(puzzle: Any) -> Problem:
    """Return a puzzle as the checker reads it; raise a `PuzzleError` if it has no certificates."""
    try:
        problem: Problem = verifying.problem_of(_document(puzzle))
    except verifying.Unreadable as error:
        raise PuzzleError(f"no certificate: {error}", place="certificate") from error
    return problem


def expect_writable(path: str) -> None:
    """Raise a `PuzzleError` if a file cannot be written; an existing one stays as it is."""
    try:
        open(path, "ab").close()
    except OSError as error:
        found = f"{shown(path)}: {error.strerror}"
        raise PuzzleError(
            expected="a file that can be written", found=found, place="certificate"
        ) from error


def certified(result: Found, path: str, seconds: float | None) -> Found:
    """Write the certificate of a result; return the result with a note of what it proves.

    The tree grows for at most these seconds. Its bound may be weaker than the result's.
    """
    note = "no certificate: interrupted"

    def write() -> Steps:
        nonlocal note
        data = certificate(result, seconds)
        words = verifying.verify(data)
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
    """Return the certificate of a result."""
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
    body = [
        {"certificate": 1, "value": value, "bound": bound},
        {"puzzle": _document(result.puzzle)},
        {"answer": answer},
        *lines,
    ]
    text = "".join(f"{json.dumps(line)}\n" for line in body).encode()
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
    }
    document = document_of(puzzle)
    return {name: data for name, data in document.items() if plain.get(name, ...) != data}


def _placed(problem: Problem, answer: Any) -> list[Any]:
    """Return an answer's pieces as the checker's candidates."""
    if isinstance(problem, verifying.Heaviest):
        return [(0, (row, column)) for column, row in enumerate(answer[0])]
    return [(kind, (row, column)) for kind, row, column in answer]
