"""Explanations of region puzzles as plain data."""

from __future__ import annotations

from typing import Any

from rookery.document.puzzles import document_of
from rookery.regions.reasoning.explaining import Explanation, Step


def explanation_data(explanation: Explanation) -> dict[str, Any]:
    """Return an explanation as plain data: its puzzle, difficulty, answer, steps and reason.

    Examples
    --------
    >>> from rookery.regions.puzzle import Regions
    >>> from rookery.regions.reasoning.explaining import explain
    >>> data = explanation_data(explain(Regions(["AAAB", "ABBB", "CCDD", "CCDD"])))
    >>> data["difficulty"], data["answer"], data["steps"][4]["pieces"]
    ('medium', ['b4', 'd3', 'a2', 'c1'], ['b4'])
    """
    puzzle, answer = explanation.puzzle, explanation.answer
    return {
        "puzzle": document_of(puzzle),
        "difficulty": explanation.difficulty,
        "answer": None if answer is None else [puzzle.board.name(at) for at in answer],
        "steps": [step_data(step) for step in explanation.steps],
        "reason": explanation.reason.value,
    }


def step_data(step: Step) -> dict[str, Any]:
    """Return a step as plain data; squares by name, the puzzle as it stands left out."""
    name = step.puzzle.board.name
    return {
        "rule": step.rule,
        "level": step.level,
        "words": step.words,
        "pieces": [name(at) for at in step.pieces],
        "empty": [name(at) for at in step.empty],
        "because": [name(at) for at in step.because],
    }
