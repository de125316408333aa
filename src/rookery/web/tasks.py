"""Tasks of a worker: solve or count a puzzle, list placements, check, draw, read and write."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import rookery as api
from rookery.api.regions import generate_regions
from rookery.api.regions import hint as next_step
from rookery.api.texts import text_of
from rookery.boards.pieces import Piece
from rookery.document import (
    DocumentError,
    answer_data,
    answer_of,
    document_of,
    placement_data,
    placement_of,
    puzzle_of,
    result_data,
)
from rookery.document.answers import number_data, step_data
from rookery.errors import LimitError, PuzzleError, RookeryError, UnmetRequestError
from rookery.families import Table
from rookery.heaviest.puzzle import Heaviest
from rookery.queens.listing.listed import as_tuples
from rookery.queens.puzzle import Placement, Queens, placement_faults
from rookery.queens.symmetry import FUNDAMENTAL
from rookery.regions.draft import BY_RULES
from rookery.results.limits import Clock, Limits
from rookery.results.progress import OnProgress, Progress
from rookery.results.result import Result, Status
from rookery.results.settings import Settings
from rookery.view.svg import svg
from rookery.web.bounds import PLACEMENTS
from rookery.web.checking import verdict
from rookery.web.numbered import following, from_number
from rookery.web.reading import puzzle_in, read

Data = dict[str, Any]
Tell = Callable[[Data], None]

LISTED_TO_THE_END = 18  # rows; larger boards get one placement first, as listing may find none

LARGEST_PICTURE = 1 << 23  # characters
LISTING = "listing"
FIRST_SECONDS = 2.0
REPORT_SECONDS = 0.05


def solve(task: Data, tell: Tell) -> Data:
    """Solve a puzzle, or count its answers, and return the result as plain data.

    Parameters
    ----------
    task
        The document ``puzzle`` and ``seconds``, ``method``, ``seed``, ``gap``, ``count``,
        ``fundamental`` and ``threads``.
    tell
        Called with each progress as plain data.
    """
    puzzle: Any = puzzle_of(task["puzzle"])
    progress = _Told(puzzle, tell)
    keywords = {
        "method": task["method"],
        "limits": Limits(seconds=task["seconds"], gap=task["gap"]),
        "seed": task["seed"],
        "threads": task["threads"],
        "on_progress": progress.report,
    }
    result: Result
    if task["count"]:
        result = api.count(puzzle, fundamental=task["fundamental"], **keywords)
    elif isinstance(puzzle, Queens) and task["method"] in ("auto", LISTING):
        result = list_placements(puzzle, keywords["limits"], progress.report)
    else:
        result = api.solve(puzzle, **keywords)
    return finished(result)


def finished(result: Result) -> Data:
    """Return a result as plain data, with its answer."""
    if isinstance(result.puzzle, Queens) and result.answer is not None:
        result = replace(result, answer=result.answer[:PLACEMENTS])
    return result_data(result)


def list_placements(puzzle: Queens, limits: Limits, report: OnProgress) -> Result:
    """Count the placements while listing them, and keep the first thousand.

    Returns
    -------
    Result
        Its value is the number listed, its answer the first of them. When listing came to none
        in time, both are of one placement that was found by other means.
    """
    settings = Settings(limits, on_progress=report, clock=Clock(limits))
    first = None
    if puzzle.n > LISTED_TO_THE_END:
        seconds = min(FIRST_SECONDS, settings.clock.seconds_left())
        first = api.placement(puzzle, limits=Limits(seconds=seconds))
        if first.answer is not None:
            settings.report(Progress(settings.clock.seconds(), 1, answer=(first.answer,)))
        if first.status is Status.INFEASIBLE:
            return first.signed(LISTING, settings)
    kept: list[Placement] = []
    told = 0

    def tell(progress: Progress) -> None:
        nonlocal told
        fresh = tuple(kept) if len(kept) > told else None
        told = len(kept)
        report(replace(progress, answer=fresh))

    listing = api.listing(puzzle, limits=settings.clock.share(1), on_progress=tell)
    for block in listing:
        kept += as_tuples(block[: PLACEMENTS - len(kept)])
    listed = listing.result
    _expect_right(puzzle, kept)
    if not kept and first is not None and first.answer is not None:
        kept = [first.answer]
        listed = replace(listed, value=1, status=Status.FEASIBLE)
    return replace(listed, answer=tuple(kept) or None).signed(LISTING, settings)


def placements(task: Data, tell: Tell) -> Data:
    """Return placements in lexicographic order, and whether more follow.

    Parameters
    ----------
    task
        The document ``puzzle``; ``after``, the placement before the first, or ``number``, that of
        the first; the ``symmetry`` they have, the ``limit`` of how many, and ``seconds``.
    tell
        Is not called.

    Raises
    ------
    DocumentError
        When the puzzle is none of queens, or the other fields do not go with it.
    PuzzleError
        When no placement was found in time.
    """
    clock = Clock(Limits(seconds=task["seconds"]))
    puzzle = puzzle_in(task["puzzle"])
    if not isinstance(puzzle, Queens):
        raise DocumentError("puzzle.family", expected="'queens'", found=repr(puzzle.family))
    after = None if task["after"] is None else placement_of(puzzle.n, task["after"], "after")
    if after is not None and task["number"] is not None:
        raise DocumentError("number", expected="a number or a placement", found="both")
    if task["symmetry"] == FUNDAMENTAL and (puzzle.given or puzzle.blocked):
        raise DocumentError("symmetry", expected="an open board for it", found=FUNDAMENTAL)
    if task["number"] is not None:
        found, more = from_number(puzzle, task["number"], task["limit"], clock)
    else:
        found, more = following(puzzle, after, task["symmetry"], task["limit"], clock)
    if not found and more:
        raise PuzzleError(f"no placement was found within {task['seconds']:g} seconds")
    return {"placements": [placement_data(placement) for placement in found], "more": more}


def check(task: Data, tell: Tell) -> Data:
    """Return what the rules say of an ``answer``, which may be ``partial``."""
    return verdict(puzzle_in(task["puzzle"]), task["answer"], task["partial"])


def draw(task: Data, tell: Tell) -> Data:
    """Return a picture as ``svg``."""
    chosen = {name: task[name] for name in ("theme", "lines", "animate")}
    return {"svg": picture(puzzle_in(task["puzzle"]), task["answer"], **chosen)}


def picture(puzzle: Any, answer: Any, **chosen: Any) -> str:
    """Return a picture as SVG.

    Parameters
    ----------
    puzzle, answer
        The answer is plain data (see `rookery.document`), or None; of queens it may be a single
        placement.
    **chosen
        As for `rookery.svg`.

    Raises
    ------
    LimitError
        When the picture is larger than `LARGEST_PICTURE`.
    """
    drawn = svg(puzzle, READERS.of(puzzle)(puzzle, answer) if answer else None, **chosen)
    if len(drawn) > LARGEST_PICTURE:
        raise LimitError(
            f"the picture is too large: {len(drawn):,} characters of {LARGEST_PICTURE:,}"
        )
    return drawn


def _placements(puzzle: Queens | Heaviest, answer: Any) -> tuple[Placement, ...]:
    """Return the placements of an answer of several or of one."""
    listed = [answer] if isinstance(answer[0], str) else answer
    return tuple(placement_of(puzzle.n, one, "answer") for one in listed)


READERS: Table[Callable[[Any, Any], Any]] = Table(
    "answer to draw",
    {"queens": _placements, "heaviest": _placements},
    whole=False,
    default=answer_of,
)


def read_text(task: Data, tell: Tell) -> Data:
    """Return the puzzles of a ``text`` of a ``kind``."""
    return read(task["text"], task["kind"])


def write(task: Data, tell: Tell) -> Data:
    """Return the text of a puzzle, and the statement whose input it is."""
    statement, text = text_of(puzzle_in(task["puzzle"]))
    return {"statement": statement, "text": text}


def piece(task: Data, tell: Tell) -> Data:
    """Return the Betza notation of the piece that a ``text`` names."""
    return {"betza": Piece(task["text"].strip()).betza}


def hint(task: Data, tell: Tell) -> Data:
    """Return the next step of a region puzzle as it stands; None when there is none to tell.

    Raises
    ------
    LimitError
        When none is known within ``seconds``.
    """
    step = next_step(puzzle_in(task["puzzle"]), limits=task["seconds"])
    return {"step": None if step is None else step_data(step)}


def generated(task: Data, tell: Tell) -> Data:
    """Return a new region puzzle as a document; ``note`` says how it misses the request.

    Raises
    ------
    PuzzleError
        When none was found in time, and when no placement fits the request.
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
    except UnmetRequestError as error:
        puzzle, note = error.nearest, f"{str(error)[0].upper()}{str(error)[1:]}."
    except LimitError as error:
        kind = "" if task["difficulty"] in (None, BY_RULES) else f"{task['difficulty']} "
        missing = f"no {kind}puzzle of {task['size']}x{task['size']} with {task['stars']} a line"
        found = f"{missing} was found within {task['seconds']:g} seconds"
        raise PuzzleError(f"{found}; try again, or request another size or difficulty") from error
    return {"puzzle": document_of(puzzle), "note": note}


TASKS: dict[str, Callable[[Data, Tell], Data]] = {
    "solve": solve,
    "placements": placements,
    "hint": hint,
    "generate": generated,
    "check": check,
    "draw": draw,
    "read": read_text,
    "write": write,
    "piece": piece,
}


class _Told:
    """Tells progress as plain data: every new answer, and all else from time to time."""

    def __init__(self, puzzle: Any, tell: Tell) -> None:
        self._puzzle = puzzle
        self._tell = tell
        self._last = -math.inf

    def report(self, progress: Progress) -> None:
        if progress.answer is None and progress.seconds - self._last < REPORT_SECONDS:
            return
        self._last = progress.seconds
        data: dict[str, Any] = {
            "seconds": round(progress.seconds, 3),
            "value": number_data(progress.value),
            "bound": number_data(progress.bound),
            "gap": number_data(progress.gap),
            "done": progress.done,
            "total": progress.total,
            "stage": progress.stage,
        }
        if progress.answer is not None:
            _expect_right(self._puzzle, progress.answer)
            data["answer"] = answer_data(self._puzzle, progress.answer)
        self._tell(data)


def _expect_right(puzzle: Any, answer: Any) -> None:
    """Raise when an answer breaks the rules; of queens, that none is missing is not checked."""
    if isinstance(puzzle, Queens):
        given, blocked = puzzle.given, puzzle.blocked
        found = (placement_faults(puzzle.n, given, blocked, placement) for placement in answer)
        faults = next(filter(None, found), [])
    else:
        faults = puzzle.check(answer)
    if faults:
        raise RookeryError(f"the search gave a wrong answer: {faults[0]}")
