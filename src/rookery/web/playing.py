"""Requests of a player of region puzzles: a hint, or a new puzzle."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from rookery.api.regions import generate_regions
from rookery.api.regions import hint as next_step
from rookery.boards.board import Square
from rookery.document import document_of
from rookery.errors import LimitError, PuzzleError, UnmetWishError
from rookery.regions.generating.wish import BY_RULES
from rookery.web.reading import puzzle_in

Data = dict[str, Any]


def hint(task: Data, tell: Callable[[Data], None]) -> Data:
    """Return the next step of a region puzzle as it stands; None when there is none to tell.

    Raises
    ------
    LimitError
        When none is known within ``seconds``.
    """
    puzzle = puzzle_in(task["puzzle"])
    step = next_step(puzzle, limits=task["seconds"])
    if step is None:
        return {"step": None}

    def names(squares: Iterable[Square]) -> list[str]:
        return [puzzle.board.name(square) for square in squares]

    return {
        "step": {
            "rule": step.rule,
            "level": step.level,
            "words": step.words,
            "pieces": names(step.pieces),
            "empty": names(step.empty),
            "because": names(step.because),
        }
    }


def generated(task: Data, tell: Callable[[Data], None]) -> Data:
    """Return a new region puzzle as a document; in ``note`` what of the wish it does not meet.

    Raises
    ------
    PuzzleError
        When none was found in time, and when no placement fits the wish.
    """
    note = ""
    try:
        puzzle = generate_regions(
            task["size"],
            stars=task["stars"],
            piece=task["piece"],
            difficulty=task["difficulty"],
            seed=task["seed"],
            limits=task["seconds"],
        )
    except UnmetWishError as error:
        puzzle, note = error.nearest, f"{str(error)[0].upper()}{str(error)[1:]}."
    except LimitError as error:
        kind = "" if task["difficulty"] in (None, BY_RULES) else f"{task['difficulty']} "
        wish = f"no {kind}puzzle of {task['size']}x{task['size']} with {task['stars']} a line"
        found = f"{wish} was found within {task['seconds']:g} seconds"
        raise PuzzleError(f"{found}; try again, or wish another size or difficulty") from error
    return {"puzzle": document_of(puzzle), "note": note}
