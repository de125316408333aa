"""Documents of answers and results, written and read."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from rookery import families
from rookery.document.estimates import estimate_in, fields_of_estimate, number_of, one_of, real_of
from rookery.document.puzzles import Document, document_of, puzzle_in
from rookery.document.schema import RESULT
from rookery.families import family_of
from rookery.family import Puzzle
from rookery.reading.parts import Part, field_of
from rookery.results.result import Reason, Result, Status
from rookery.results.values import Value


def answer_data(puzzle: Puzzle[Any], answer: Any) -> list[Any] | None:
    """Return an answer of a puzzle as plain data; None stands for no answer.

    Examples
    --------
    >>> from rookery.queens.puzzle import Queens
    >>> answer_data(Queens(4), ((1, 3, 0, 2), (2, 0, 3, 1)))
    [['a3', 'b1', 'c4', 'd2'], ['a2', 'b4', 'c1', 'd3']]
    """
    found = families.answer_of(puzzle, answer)
    return None if found is None else family_of(puzzle).document().write_answer(puzzle, found)


def answer_of(puzzle: Puzzle[Any], data: Any) -> Any:
    """Return the answer of plain data, in the puzzle's own form, not checked by the rules.

    Raises
    ------
    DocumentError
        When the data does not have the form of an answer; places begin with ``answer``.

    Examples
    --------
    >>> from rookery.queens.puzzle import Queens
    >>> answer_of(Queens(4), [["a3", "b1", "c4", "d2"]])
    ((1, 3, 0, 2),)
    """
    if data is None:
        return None
    return family_of(puzzle).document().read_answer(puzzle, Part(data, "answer"))


def result_data(result: Result) -> Document:
    """Return a result as plain data, without its trace; `result_of` reads it back.

    Infinite numbers and NaN become None.

    Examples
    --------
    >>> import rookery as rk
    >>> data = result_data(rk.solve(rk.Queens(4)))
    >>> data["puzzle"], data["status"], data["answer"]
    ({'family': 'queens', 'n': 4, 'given': [], 'blocked': []}, 'optimal', [['a3', ...
    """
    data = {
        "puzzle": document_of(result.puzzle),
        "status": result.status.value,
        "reason": result.reason.value,
        "value": number_data(result.value),
        "bound": number_data(result.bound),
        "gap": number_data(result.gap),
        "share": result.share,
        "seconds": round(result.seconds, 6),
        "compile_seconds": round(result.compile_seconds, 6),
        "method": result.method,
        "seed": result.seed,
        "note": result.note,
        **({} if result.by_number is None else {"by_number": list(result.by_number)}),
        "answer": answer_data(result.puzzle, result.answer),
    }
    if result.estimate is not None:
        data["estimate"] = fields_of_estimate(result.estimate)
    values = family_of(result.puzzle).document().values
    if values is not None and result.answer is not None:
        data["values"] = [number_data(value) for value in values(result.puzzle, result.answer)]
    if result.answers is not None:
        data["answers"] = [answer_data(result.puzzle, answer) for answer in result.answers]
    return data


def result_of(data: Any) -> Result:
    """Return the result of plain data, its answer not checked by the rules, without a trace.

    Raises
    ------
    DocumentError
        When the data does not describe a result.

    Examples
    --------
    >>> import rookery as rk
    >>> data = rk.solve(rk.Queens(4)).to_dict()
    >>> result_of(data).answer
    ((1, 3, 0, 2), (2, 0, 3, 1))
    """
    fields = Part(data, "").fields_of(RESULT)
    puzzle = puzzle_in(fields["puzzle"])
    field_of(fields, "gap", number_of, None)  # computed from value and bound
    for weight in fields["values"].items("a list of numbers") if "values" in fields else ():
        number_of(weight)  # computed from the answer
    return Result(
        puzzle,
        answer_of(puzzle, fields["answer"].value),
        number_of(fields["value"]),
        number_of(fields["bound"]),
        one_of(Status, fields["status"]),
        one_of(Reason, fields["reason"]),
        field_of(fields, "seconds", real_of, None) or 0.0,
        field_of(fields, "compile_seconds", real_of, None) or 0.0,
        field_of(fields, "method", Part.text, ""),
        field_of(fields, "seed", Part.integer, 0),
        note=field_of(fields, "note", Part.text, ""),
        share=field_of(fields, "share", real_of, None),
        answers=_answers_of(puzzle, fields["answers"]) if "answers" in fields else None,
        estimate=estimate_in(puzzle, fields["estimate"]) if "estimate" in fields else None,
        by_number=field_of(fields, "by_number", _counts, None),
    )


def _answers_of(puzzle: Puzzle[Any], part: Part) -> tuple[Any, ...]:
    form = family_of(puzzle).document()
    return tuple(form.read_answer(puzzle, item) for item in part.items("a list of answers"))


def _counts(part: Part) -> tuple[int, ...]:
    return tuple(item.integer() for item in part.items("a list of counts"))


def number_data(value: Value | None) -> int | float | str | None:
    """Return a finite number, a fraction as text, and None for any other."""
    if isinstance(value, Fraction):
        return str(value)
    return value if value is None or math.isfinite(value) else None
