"""Answers and results as plain data, and answers back."""

from __future__ import annotations

from typing import Any

from rookery.document.puzzles import Document
from rookery.families import family_of
from rookery.family import Puzzle
from rookery.reading.parts import Part
from rookery.results.result import Result


def answer_data(puzzle: Puzzle[Any], answer: Any) -> list[Any] | None:
    """Return an answer of a puzzle as plain data, None when there is none.

    Examples
    --------
    >>> from rookery.queens.puzzle import Queens
    >>> answer_data(Queens(4), ((1, 3, 0, 2), (2, 0, 3, 1)))
    [['a3', 'b1', 'c4', 'd2'], ['a2', 'b4', 'c1', 'd3']]
    """
    return None if answer is None else family_of(puzzle).document().write_answer(puzzle, answer)


def answer_of(puzzle: Puzzle[Any], data: Any) -> Any:
    """Return the answer of plain data, in the puzzle's own form; it need not be right.

    Raises
    ------
    DocumentError
        When it has not the form of an answer; the places begin with ``answer``.

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
    """Return what is known of a result, but its answer, as plain data."""
    return {
        "family": result.puzzle.family,
        "status": result.status.value,
        "reason": result.reason.value,
        "value": result.value,
        "bound": result.bound,
        "gap": result.gap,
        "share": result.share,
        "seconds": round(result.seconds, 6),
        "compile_seconds": round(result.compile_seconds, 6),
        "method": result.method,
        "seed": result.seed,
    }
