"""A series of puzzles that differ in one number, solved or counted one after the other."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, SupportsIndex, TypeVar

from rookery.api.counting import count
from rookery.api.settings import AnyLimits
from rookery.api.solving import solve
from rookery.document import document_of, result_of
from rookery.errors import InputError, Place, PuzzleError, shown
from rookery.family import Puzzle
from rookery.guesses import takes_guesses
from rookery.results.limits import Clock, Limits
from rookery.results.progress import Progress
from rookery.results.result import Reason, Result

if TYPE_CHECKING:
    from os import PathLike

    from rookery.results.progress import OnProgress

Parameter = TypeVar("Parameter")
CALLS: dict[str, Callable[..., Result]] = {"count": count, "solve": solve}


@takes_guesses
def sweep(  # noqa: PLR0913 - as for solve
    make: Callable[[Parameter], Puzzle[Any]],
    values: Iterable[Parameter],
    *,
    call: str = "count",
    method: str = "auto",
    limits: AnyLimits = None,
    seed: SupportsIndex = 0,
    threads: SupportsIndex | None = None,
    path: str | PathLike[str] | None = None,
    on_progress: OnProgress | None = None,
) -> list[Result]:
    """Count or solve a puzzle for every value of a parameter.

    Parameters
    ----------
    make
        Returns the puzzle for a value.
    values
        The values, such as the sides of boards.
    call
        ``"count"`` or ``"solve"``.
    method, limits, seed, threads
        As for `solve`, for each puzzle.
    path
        A file of results, each one line of JSON. Results that were not stopped by a limit are
        reused; other results are appended as soon as they are known, so that an interrupted sweep
        resumes there.
    on_progress
        Called after each puzzle, with a `Progress` whose `done` is the number of results.

    Returns
    -------
    list of Result
        In the order of the values; `to_frame` makes a table of them and `plot` a plot.

    Raises
    ------
    PuzzleError
        When `call` is unknown, and as for `count` and `solve`.
    InputError
        When a line of the file is not a result.

    Examples
    --------
    >>> import rookery as rk
    >>> [result.value for result in sweep(rk.Queens, range(4, 9))]
    [2, 10, 4, 40, 92]
    """
    if call not in CALLS:
        raise PuzzleError(expected="'count' or 'solve' as call", found=shown(call))
    parameters = list(values)
    kept = _ResultFile(None if path is None else Path(path), call)
    clock = Clock(Limits())
    results = []
    for value in parameters:
        puzzle = make(value)
        result = kept.find(puzzle)
        if result is None:
            options = {"method": method, "limits": limits, "seed": seed, "threads": threads}
            result = CALLS[call](puzzle, **options)
            kept.add(result)
        results.append(result)
        if on_progress is not None:
            seconds, total = clock.seconds(), len(parameters)
            on_progress(Progress(seconds, done=len(results), total=total, stage="puzzles"))
    return results


class _ResultFile:
    """The results of a sweep in a file, by puzzle."""

    def __init__(self, path: Path | None, call: str) -> None:
        self._path, self._call = path, call
        self._found: dict[str, Result] = {}
        if path is None or not path.exists():
            return
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            try:
                data = json.loads(line)
                result, made_by = result_of(data["result"]), data["call"]
            except (ValueError, KeyError, TypeError) as error:
                place = Place(str(path), number, 1)
                raise InputError(place, "a result of a sweep", shown(line), str(error)) from None
            if made_by == call and result.reason in (Reason.PROVED, Reason.DONE):
                self._found[_key(result.puzzle)] = result

    def find(self, puzzle: Any) -> Result | None:
        return self._found.get(_key(puzzle))

    def add(self, result: Result) -> None:
        if self._path is not None:
            with self._path.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"call": self._call, "result": result.to_dict()}) + "\n")


def _key(puzzle: Any) -> str:
    return json.dumps(document_of(puzzle), sort_keys=True)
