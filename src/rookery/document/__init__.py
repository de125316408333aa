"""Documents: puzzles, answers and results as plain data, and their JSON schema.

Squares are names, ``a1`` at the bottom left; pieces are in Betza notation. Documents may come from
any source: an error names the place of the fault, such as ``targets[2]``.

==========  ======================================================================
family      an answer
==========  ======================================================================
queens      a list of placements, each a list of squares by file
heaviest    the same, the best placement first
tour        a list of squares, the start first
nonattacking  a list of pairs: the piece's index, from 0, and its square
cover       a list of pairs: the piece's index, from 0, and its square
==========  ======================================================================

All JSON of rookery has this form: `Result.to_json`, ``--json`` of all commands, ``rookery
solve-many`` and the page. `schema` returns its JSON schema.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from contextlib import suppress
from enum import Enum
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeVar

from rookery import families
from rookery.errors import did_you_mean, shown
from rookery.families import NAMES, family_named, family_of, names, with_answers
from rookery.family import Puzzle
from rookery.queens.document import placement_data as placement_data
from rookery.queens.document import placement_of as placement_of
from rookery.reading.parts import (
    INDEX,
    INTEGER,
    NUMBER,
    TEXT,
    Part,
    Schema,
    field_of,
    list_of,
    object_of,
    or_null,
)
from rookery.reading.parts import DocumentError as DocumentError
from rookery.results.estimate import Estimate
from rookery.results.result import Reason, Result, Status, Value

if TYPE_CHECKING:
    from rookery.regions.explaining import Explanation, Step

Kind = TypeVar("Kind", bound=Enum)

Document = dict[str, Any]

DIALECT = "https://json-schema.org/draft/2020-12/schema"

FRACTION = "^-?[0-9]+/[1-9][0-9]*$"
_NUMBER = or_null(NUMBER)
_EXACT = {"anyOf": [NUMBER, {"type": "string", "pattern": FRACTION}, {"type": "null"}]}

_ESTIMATED: dict[str, Schema] = {
    "value": _NUMBER,
    "error": _NUMBER,
    "low": _NUMBER,
    "high": _NUMBER,
    "samples": INDEX,
    "reason": {"enum": [reason.value for reason in Reason]},
    "seconds": NUMBER,
    "method": TEXT,
    "seed": INTEGER,
}

#: Schema of an estimate in a result.
ESTIMATED = object_of(_ESTIMATED, {}, "An estimate of the full count from random samples.")

#: Schema of a separate estimate.
ESTIMATE = object_of(
    {"puzzle": {"$ref": "#/$defs/puzzle"}} | _ESTIMATED,
    {},
    "An estimate of a count from random samples.",
)

#: Schema of a result of any family.
RESULT = object_of(
    {
        "puzzle": {"$ref": "#/$defs/puzzle"},
        "status": {"enum": [status.value for status in Status]},
        "reason": {"enum": [reason.value for reason in Reason]},
        "value": _EXACT,
        "bound": _EXACT,
        "answer": {"type": ["array", "null"]},
    },
    {
        "gap": _NUMBER,
        "share": _NUMBER,
        "estimate": ESTIMATED,
        "seconds": NUMBER,
        "compile_seconds": NUMBER,
        "method": TEXT,
        "seed": INTEGER,
        "note": TEXT,
        "by_number": list_of(INTEGER),
        "values": list_of(NUMBER)
        | {"description": "The weights of the placements of the answer, if they have weights."},
        "answers": {"type": "array", "description": "Several answers, if a command lists them."},
    },
    "The answer that a solver found and the bound that it proved.",
)


def document_of(puzzle: Puzzle[Any]) -> Document:
    """Return a puzzle as plain data; `puzzle_of` reads an equal puzzle back.

    Examples
    --------
    >>> from rookery.queens.puzzle import Queens
    >>> document_of(Queens(8, given=["b4", "a1"]))
    {'family': 'queens', 'n': 8, 'given': ['a1', 'b4'], 'blocked': []}
    """
    family = family_of(puzzle)
    return {"family": family.name, **family.document().table.write(puzzle)}


def puzzle_of(document: Any) -> Any:
    """Return the puzzle of plain data.

    Fields that have a default in the puzzle's class may be missing.

    Raises
    ------
    DocumentError
        When the data does not describe a puzzle, and when the puzzle is inconsistent.

    Examples
    --------
    >>> puzzle_of({"family": "queens", "n": 8, "given": ["a1"]}).given
    frozenset({(7, 0)})
    >>> puzzle_of({"family": "queens", "n": 8, "given": ["a1", "1a"]})
    Traceback (most recent call last):
    ...
    rookery.reading.parts.DocumentError: given[1]: expected a square such as 'a1', got '1a'
    """
    return puzzle_in(Part(document, ""))


def puzzle_in(part: Part) -> Any:
    """Return the puzzle of a part of a document, as `puzzle_of` does for a complete one."""
    if not isinstance(part.value, dict):
        raise part.fault("an object")
    if "family" not in part.value:
        raise DocumentError(part.at("family"), expected="a family", found="none")
    family = part["family"]
    if family.value not in NAMES and family.value not in names():
        hint = did_you_mean(family.value, names())
        raise family.fault("a family", f"{shown(family.value)}{hint}")
    with part.told():
        found = family_named(family.value)
        return found.document().table.read(found.puzzle, part)


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
        data["estimate"] = _estimate_data(result.estimate)
    values = family_of(result.puzzle).document().values
    if values is not None and result.answer is not None:
        data["values"] = [number_data(value) for value in values(result.puzzle, result.answer)]
    if result.answers is not None and result.answers is not result.answer:
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
    form = family_of(puzzle).document()

    def several(name: str, what: str, read: Callable[[Part], Any]) -> tuple[Any, ...] | None:
        """Return the values of a list, or None where the field is missing."""
        return tuple(map(read, fields[name].items(what))) if name in fields else None

    field_of(fields, "gap", _number, None)  # computed from value and bound
    several("values", "a list of numbers", _number)  # computed from the answer
    result: Result = Result(
        puzzle,
        answer_of(puzzle, fields["answer"].value),
        _number(fields["value"]),
        _number(fields["bound"]),
        _one_of(Status, fields["status"]),
        _one_of(Reason, fields["reason"]),
        field_of(fields, "seconds", _real, None) or 0.0,
        field_of(fields, "compile_seconds", _real, None) or 0.0,
        field_of(fields, "method", Part.text, ""),
        field_of(fields, "seed", Part.integer, 0),
        note=field_of(fields, "note", Part.text, ""),
        share=field_of(fields, "share", _real, None),
        answers=several(
            "answers", "a list of answers", lambda item: form.read_answer(puzzle, item)
        ),
        estimate=_estimate(puzzle, fields["estimate"].fields_of(ESTIMATED))
        if "estimate" in fields
        else None,
        by_number=several("by_number", "a list of counts", Part.integer),
    )
    return with_answers(result)


def number_data(value: Value | None) -> int | float | str | None:
    """Return a finite number, a fraction as text, and None for any other."""
    if isinstance(value, Fraction):
        return str(value)
    return value if value is None or math.isfinite(value) else None


def estimate_data(estimate: Estimate) -> Document:
    """Return an estimate as plain data; `estimate_of` reads it back.

    Examples
    --------
    >>> import rookery as rk
    >>> data = estimate_data(rk.estimate(rk.Queens(6)))
    >>> data["puzzle"]["n"], data["value"], data["error"], data["low"], data["high"]
    (6, 4, 0.0, 4, 4)
    """
    return {"puzzle": document_of(estimate.puzzle), **_estimate_data(estimate)}


def estimate_of(data: Any) -> Estimate:
    """Return the estimate of plain data.

    Raises
    ------
    DocumentError
        When the data does not describe an estimate.

    Examples
    --------
    >>> import rookery as rk
    >>> estimate_of(rk.estimate(rk.Queens(6)).to_dict()).value
    4
    """
    fields = Part(data, "").fields_of(ESTIMATE)
    return _estimate(puzzle_in(fields["puzzle"]), fields)


def _estimate_data(estimate: Estimate) -> Document:
    """Return an estimate as plain data, without its puzzle."""
    low, high = estimate.interval() or (None, None)
    return {
        "value": estimate.value,
        "error": estimate.error,
        "low": low,
        "high": high,
        "samples": estimate.samples,
        "reason": estimate.reason.value,
        "seconds": round(estimate.seconds, 6),
        "method": estimate.method,
        "seed": estimate.seed,
    }


def _number(part: Part) -> Value | None:
    """Return a number, a fraction from its text, or None for null."""
    value = part.value
    if isinstance(value, str) and re.fullmatch(FRACTION, value):
        with suppress(ValueError):  # Python refuses integers of more than some thousand digits
            return Fraction(value)
    if value is None or (isinstance(value, int | float) and not isinstance(value, bool)):
        return value
    raise part.fault("a number or null")


def _real(part: Part) -> float | None:
    """Return a number as a float, or None for null."""
    value = _number(part)
    try:
        return None if value is None else float(value)
    except OverflowError:
        raise part.fault("a number within the range of floats, or null") from None


def _one_of(kinds: type[Kind], part: Part) -> Kind:
    """Return the member of an enumeration by its value."""
    names = [kind.value for kind in kinds]
    if part.text() not in names:
        raise part.fault(f"one of {', '.join(map(repr, names))}")
    return kinds(part.value)


def _estimate(puzzle: Any, fields: dict[str, Part]) -> Estimate:
    value = _number(fields["value"])
    return Estimate(
        puzzle,
        value if isinstance(value, int) else _real(fields["value"]),  # of any size
        _real(fields["error"]),
        fields["samples"].integer(),
        _one_of(Reason, fields["reason"]),
        _real(fields["seconds"]) or 0.0,
        fields["method"].text(),
        fields["seed"].integer(),
    )


def explanation_data(explanation: Explanation) -> dict[str, Any]:
    """Return an explanation as plain data: its puzzle, difficulty, answer and steps.

    >>> from rookery.regions.puzzle import Regions
    >>> import rookery
    >>> data = explanation_data(rookery.explain(Regions(["AAAB", "ABBB", "CCDD", "CCDD"])))
    >>> data["difficulty"], data["answer"], data["steps"][4]["pieces"]
    ('medium', ['b4', 'd3', 'a2', 'c1'], ['b4'])
    """
    puzzle, answer = explanation.puzzle, explanation.answer
    return {
        "puzzle": document_of(puzzle),
        "difficulty": explanation.difficulty,
        "answer": None if answer is None else [puzzle.board.name(at) for at in answer],
        "is_complete": explanation.is_complete,
        "steps": [step_data(step) for step in explanation.steps],
    }


def step_data(step: Step) -> dict[str, Any]:
    """Return a step as plain data, with squares by name and without its puzzle."""
    name = step.puzzle.board.name
    return {
        "rule": step.rule,
        "level": step.level,
        "words": step.words,
        "pieces": [name(at) for at in step.pieces],
        "empty": [name(at) for at in step.empty],
        "because": [name(at) for at in step.because],
    }


def schema() -> Schema:
    """Return the JSON schema of a document: a puzzle of any family, a result, or an estimate.

    The schema does not express the rules of the puzzles, such as squares on the board; `puzzle_of`
    checks the rules.

    Returns
    -------
    dict
        A schema of draft 2020-12. Its ``$defs`` hold ``puzzle``, ``result`` and ``estimate``, and
        for each family the puzzle by its name, such as ``queens``, and its answers, such as
        ``queens_answer``.

    Examples
    --------
    >>> whole = schema()
    >>> sorted(whole["$defs"]["result"]["required"])
    ['answer', 'bound', 'puzzle', 'reason', 'status', 'value']
    >>> whole["$defs"]["queens"]["required"]
    ['family', 'n']
    """
    known = families.families()
    parts: dict[str, Schema] = {}
    for family in known:
        own = family.document().table.schema
        parts[family.name] = own | {
            "description": family.words.about,
            "properties": {"family": {"const": family.name}} | own["properties"],
            "required": ["family", *own["required"]],
        }
        parts[f"{family.name}_answer"] = family.document().answer
    parts["puzzle"] = {"oneOf": [_part(family.name) for family in known]}
    answers = {family.name: _part(f"{family.name}_answer") for family in known}
    parts["result"] = RESULT | {
        "oneOf": [  # a result of a family has an answer of that family
            {
                "properties": {
                    "puzzle": _part(name),
                    "answer": or_null(answer),
                    "answers": list_of(answer),
                }
            }
            for name, answer in answers.items()
        ]
    }
    parts["estimate"] = ESTIMATE
    return {
        "$schema": DIALECT,
        "title": "A puzzle, a result or an estimate of rookery",
        "oneOf": [_part("puzzle"), _part("result"), _part("estimate")],
        "$defs": parts,
    }


def _part(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}
