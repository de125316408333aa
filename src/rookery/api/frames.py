"""Data frames of outcomes, results, progress and answers; needs pandas."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import index
from types import NoneType
from typing import TYPE_CHECKING, Any

from rookery.api.many import Outcome
from rookery.boards.board import Board, file_name
from rookery.errors import PuzzleError, RookeryError, shown
from rookery.results.progress import Progress
from rookery.results.result import Result

if TYPE_CHECKING:
    from pandas import DataFrame

MISSING = "data frames need the package pandas: pip install pandas"
EXPECTED = "a series of outcomes, results, progress or answers"
OUTCOME = ("number", "error", "worker")
RESULT = ("value", "bound", "gap", "seconds", "method", "seed", "note")
PROGRESS = ("seconds", "value", "bound", "gap", "stage", "done", "total")
SQUARE = ("row", "column")
PLACED = ("piece", "row", "column")


def to_frame(things: Iterable[Any]) -> DataFrame:
    """Return a pandas data frame of outcomes, results, progress or answers.

    Parameters
    ----------
    things
        A series of one kind, read to its end: the outcomes of `solve_many`, a list of results, the
        `trace` of a result, the `answer` of a result, the answers that `placements`, `tours` and
        `covers` yield, or an array of `placement_chunks`.

    Returns
    -------
    pandas.DataFrame
        For outcomes, results and progress, a row each with their attributes; for results also the
        sides of the board and the pieces. For placements of queens, a row each with a column for
        each file of the board: the row from 0 of its queen. For other answers, a row for each
        square or piece: the number from 0 of the answer, the number from 0 of the move or the index
        of the piece, and the row and column from 0. Without things, an empty frame without columns.

    Raises
    ------
    PuzzleError
        When the things are of another kind, or of several.
    RookeryError
        When pandas is not installed.

    Notes
    -----
    Integers stay exact: a column with other numbers or missing values too holds objects.

    Examples
    --------
    >>> import rookery as rk
    >>> print(rk.to_frame(rk.placements(rk.Queens(4))))
       a  b  c  d
    0  1  3  0  2
    1  2  0  3  1
    >>> print(rk.to_frame(rk.tours(rk.Tour.parse(["Q..", "...", "N.B"]))))
       answer  move  row  column
    0       0     0    0       0
    1       0     1    1       1
    >>> results = [rk.count(rk.Queens(n)) for n in (6, 7, 8)]
    >>> list(rk.to_frame(results)["value"])
    [4, 40, 92]
    """
    try:
        from pandas import DataFrame, Series
    except ImportError:
        raise RookeryError(MISSING) from None
    if isinstance(things, Result):
        found = "a single result: use [result] for a row, result.answer for answers"
        raise PuzzleError(expected=EXPECTED, found=found)
    try:
        listed = list(things)
    except TypeError:
        raise PuzzleError(expected=EXPECTED, found=shown(things)) from None
    columns = {}
    for name, cells in _columns(listed).items():
        kinds = {type(cell) for cell in cells}
        is_plain = len(kinds) == 1 and NoneType not in kinds
        is_inferred = is_plain or kinds == {float, NoneType}
        columns[name] = Series(cells, dtype=None if is_inferred else object)  # keeps them exact
    return DataFrame(columns)


def _columns(things: list[Any]) -> dict[str, list[Any]]:
    """Return the cells of each column by its name."""
    if not things:
        return {}
    if all(isinstance(thing, Outcome) for thing in things):
        results = _of_results([outcome.result for outcome in things])
        own = {name: [getattr(outcome, name) for outcome in things] for name in OUTCOME}
        return {"number": own.pop("number")} | results | own
    if all(isinstance(thing, Result) for thing in things):
        return _of_results(things)
    if all(isinstance(thing, Progress) for thing in things):
        return {name: [getattr(progress, name) for progress in things] for name in PROGRESS}
    return _of_answers(things)


def _of_results(results: Sequence[Result[Any] | None]) -> dict[str, list[Any]]:
    """Return the columns of results, of which failed ones are None."""
    puzzles = [result and result.puzzle for result in results]
    boards = [puzzle and (getattr(puzzle, "board", None) or Board(puzzle.n)) for puzzle in puzzles]
    columns: dict[str, list[Any]] = {
        "family": [puzzle and puzzle.family for puzzle in puzzles],
        "rows": [board and board.rows for board in boards],
        "columns": [board and board.columns for board in boards],
        "pieces": [puzzle and " ".join(map(str, _pieces_of(puzzle))) for puzzle in puzzles],
        "status": [result and result.status.value for result in results],
        "reason": [result and result.reason.value for result in results],
    }
    return columns | {
        name: [None if result is None else getattr(result, name) for result in results]
        for name in RESULT
    }


def _pieces_of(puzzle: Any) -> Sequence[Any]:
    """Return the pieces of a puzzle, or their Betza notations."""
    for name in ("mover", "piece"):
        if hasattr(puzzle, name):
            return [getattr(puzzle, name)]
    return getattr(puzzle, "pieces", None) or ["Q"]


def _of_answers(answers: list[Any]) -> dict[str, list[Any]]:
    """Return the columns of answers: one row for each placement of queens, or for each square."""
    rows: list[list[Any]] = []
    for answer in answers:
        try:
            rows.append(
                [
                    tuple(map(index, cell)) if isinstance(cell, Iterable) else index(cell)
                    for cell in answer
                ]
            )
        except TypeError:
            raise PuzzleError(expected=EXPECTED, found=shown(answer)) from None
    sizes = {len(cell) if isinstance(cell, tuple) else 0 for row in rows for cell in row}
    lengths = {len(row) for row in rows}
    if sizes == {0} and lengths in ({len(SQUARE)}, {len(PLACED)}):
        # Tuples of two or three integers are squares or pieces: few queens have no placement.
        return _of_answers([answers])
    if sizes == {0} and len(lengths) == 1:
        cells = zip(*rows, strict=True)
        return {file_name(number): list(column) for number, column in enumerate(cells)}
    if sizes == {len(SQUARE)}:
        names: Sequence[str] = ("answer", "move", *SQUARE)
        flat = [
            (answer, move, *square)
            for answer, row in enumerate(rows)
            for move, square in enumerate(row)
        ]
    elif sizes <= {len(PLACED)}:
        names = ("answer", *PLACED)
        flat = [(answer, *placed) for answer, row in enumerate(rows) for placed in row]
    else:
        raise PuzzleError(expected=EXPECTED, found="some of different kinds or sizes")
    return {name: [cells[place] for cells in flat] for place, name in enumerate(names)}
