"""Documents of explanations of region puzzles."""

from __future__ import annotations

from typing import Any

from rookery.document.puzzles import document_of
from rookery.regions.reasoning.explaining import Explanation, Step


def explanation_data(explanation: Explanation) -> dict[str, Any]:
    """Return an explanation as plain data: its puzzle, difficulty, answer and steps.

    Examples
    --------
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
