"""Tasks of a worker: solve or count a puzzle, list placements, check, draw, read and write."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import rookery as api
from rookery.api import texts
from rookery.api.regions import generate_regions
from rookery.boards.pieces import Piece
from rookery.document import (
    DocumentError,
    answer_data,
    answer_of,
    document_of,
    number_data,
    placement_data,
    placement_of,
    puzzle_in,
    puzzle_of,
    result_data,
)
from rookery.errors import LimitError, PuzzleError, RookeryError, UnmetRequestError
from rookery.families import Table
from rookery.heaviest.puzzle import Heaviest
from rookery.queens.listing.listed import as_tuples
from rookery.queens.puzzle import Placement, Queens, placement_faults
from rookery.queens.symmetry import ANY, FUNDAMENTAL, having
from rookery.reading.parts import Part
from rookery.regions.draft import BY_RULES
from rookery.results.limits import Clock, Limits
from rookery.results.progress import OnProgress, Progress
from rookery.results.result import Reason, Result, Status
from rookery.results.settings import Settings
from rookery.view.svg import svg
from rookery.web import PLACEMENTS, SIDE
from rookery.web.checking import verdict
from rookery.web.hinting import hint_for

Page = tuple[list[Placement], bool]  # placements, and whether more follow

LISTED_AT_ONCE = 300_000  # placements skipped by listing; more are skipped by counting
Data = dict[str, Any]
Tell = Callable[[Data], None]

LISTED_TO_THE_END = 18  # rows; for larger boards one placement is found first
LARGEST_PICTURE = 1 << 23  # characters
MOST_PUZZLES = 200  # puzzles in a text
TEXT_NAME = "text"  # name of a text in messages
LISTING = "listing"
FIRST_SECONDS = 2.0
REPORT_SECONDS = 0.05


def following(
    puzzle: Queens, after: Placement | None, symmetry: str, limit: int, clock: Clock
) -> Page:
    """Return the placements with a symmetry after a given one, or the first ones for None."""
    found: list[Placement] = []
    enough = limit + 2 if symmetry == ANY else None
    listing = api.listing(puzzle, start=after, first=enough, limits=clock.share(1))
    for block in listing:
        found += [one for one in as_tuples(having(block, symmetry)) if one != after]
        if len(found) > limit:
            break
    _expect_uninterrupted(listing.reason)
    return found[:limit], not (listing.reason is Reason.PROVED and len(found) <= limit)


def from_number(puzzle: Queens, number: int, limit: int, clock: Clock) -> Page:
    """Return the placements from a number on: 0 is the first, and -1 the last.

    The last placements are found on the board turned upside down, which reverses their order.
    Raises a `PuzzleError` if there are fewer placements, or the deadline passes before they are
    reached.
    """
    if number >= 0:
        found = _listed(puzzle, number, limit + 1, clock)
        return found[:limit], len(found) > limit
    flipped = [
        frozenset((puzzle.n - 1 - row, column) for row, column in squares)
        for squares in (puzzle.given, puzzle.blocked)
    ]
    first = max(0, -number - limit)
    mirrored = Queens(puzzle.n, given=flipped[0], blocked=flipped[1])
    found = _listed(mirrored, first, -number - first, clock)
    found = [tuple(puzzle.n - 1 - row for row in one) for one in reversed(found)]
    return found, first > 0


def _listed(puzzle: Queens, number: int, limit: int, clock: Clock) -> list[Placement]:
    """Return the placements from a number on, up to a limit but at least one."""
    start, left = _start(puzzle, number, clock)
    found: list[Placement] = []
    listing = api.listing(puzzle, start=start, first=left + limit, limits=clock.share(1))
    for block in listing:
        found += as_tuples(block[left:])
        left = max(0, left - len(block))
    _expect_uninterrupted(listing.reason)
    if not found:
        raise PuzzleError("there are fewer placements, or they were not reached in time")
    return found


def _start(puzzle: Queens, number: int, clock: Clock) -> tuple[tuple[int, ...], int]:
    """Return the rows from which to list, and the number of placements to skip there."""
    # Count the placements with a queen on each square of a column until few are left to list.
    rows: list[int] = []
    given = dict((column, row) for row, column in puzzle.given)
    while number > LISTED_AT_ONCE and len(rows) < puzzle.n - 1:
        column = len(rows)
        for row in [given[column]] if column in given else range(puzzle.n):
            placed = puzzle.given | {*((r, c) for c, r in enumerate(rows)), (row, column)}
            there = _count(Queens(puzzle.n, given=placed, blocked=puzzle.blocked), clock)
            if number < there:
                break
            number -= there
        else:
            raise PuzzleError("there are fewer placements")
        rows.append(row)
    return (*rows, *[0] * (puzzle.n - len(rows))), number


def _count(puzzle: Queens, clock: Clock) -> int:
    if any(square in puzzle.blocked for square in puzzle.given):
        return 0
    result = api.count(puzzle, limits=clock.share(1))
    _expect_uninterrupted(result.reason)
    if result.status not in (Status.OPTIMAL, Status.INFEASIBLE):
        raise PuzzleError("the placement of this number was not reached in time")
    return int(result.value or 0)


def _expect_uninterrupted(reason: Reason | None) -> None:
    if reason is Reason.INTERRUPTED:
        raise KeyboardInterrupt


def solve(task: Data, tell: Tell) -> Data:
    """Solve a puzzle, or count its answers, and return the result as plain data.

    The task holds the document ``puzzle`` and ``seconds``, ``method``, ``seed``, ``gap``,
    ``count``, ``fundamental`` and ``threads``. `tell` is called with each progress as plain data.
    """
    puzzle: Any = puzzle_of(task["puzzle"])
    report = _reporting(puzzle, tell)
    keywords = {
        "method": task["method"],
        "limits": Limits(seconds=task["seconds"], gap=task["gap"]),
        "seed": task["seed"],
        "threads": task["threads"],
        "on_progress": report,
    }
    result: Result
    if task["count"]:
        result = api.count(puzzle, fundamental=task["fundamental"], **keywords)
    elif isinstance(puzzle, Queens) and task["method"] in ("auto", LISTING):
        result = list_placements(puzzle, keywords["limits"], report)
    else:
        result = api.solve(puzzle, **keywords)
    if isinstance(puzzle, Queens) and result.answer is not None:
        result = replace(result, answer=result.answer[:PLACEMENTS])
    return result_data(result)


def list_placements(puzzle: Queens, limits: Limits, report: OnProgress) -> Result:
    """Count the placements while listing them, and keep the first thousand.

    The value of the result is the number listed, and its answer holds the first of them. If the
    listing finds none in time, the result is a single placement found by another method.
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


def placements(task: Data) -> Data:
    """Return placements in lexicographic order, and whether more follow.

    The task holds the document ``puzzle``; ``after``, the placement before the first, or
    ``number``, the number of the first; their ``symmetry``, the maximum number ``limit``, and
    ``seconds``. Raises a `DocumentError` if the puzzle is not a `Queens` or the other fields are
    inconsistent, and a `PuzzleError` if no placement is found in time.
    """
    clock = Clock(Limits(seconds=task["seconds"]))
    puzzle = _puzzle(task)
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


def check(task: Data) -> Data:
    """Judge an ``answer`` by the rules; it may be ``partial``."""
    return verdict(_puzzle(task), task["answer"], task["partial"])


def draw(task: Data) -> Data:
    """Return a picture as ``svg``; the answer to queens may be a single placement.

    Raises a `LimitError` when the picture is larger than `LARGEST_PICTURE`.
    """
    puzzle, answer = _puzzle(task), task["answer"]
    chosen = {name: task[name] for name in ("theme", "lines", "animate")}
    drawn = svg(puzzle, READERS.of(puzzle)(puzzle, answer) if answer else None, **chosen)
    if len(drawn) > LARGEST_PICTURE:
        raise LimitError(
            f"the picture is too large: {len(drawn):,} characters of {LARGEST_PICTURE:,}"
        )
    return {"svg": drawn}


def _placements(puzzle: Queens | Heaviest, answer: Any) -> tuple[Placement, ...]:
    """Return the placements of an answer that holds several or one."""
    listed = [answer] if isinstance(answer[0], str) else answer
    return tuple(placement_of(puzzle.n, one, "answer") for one in listed)


READERS: Table[Callable[[Any, Any], Any]] = Table(
    "answer to draw",
    {"queens": _placements, "heaviest": _placements},
    whole=False,
    default=answer_of,
)


def read(task: Data) -> Data:
    """Return the kind of a ``text``, its puzzles as documents, and warnings.

    Raises a `RookeryError` if no kind fits, at the first fault of the text, and if a board is too
    large.
    """
    data = task["text"].encode()
    kind = task["kind"] or texts.kind_of(data, TEXT_NAME)
    warnings: list[str] = []
    puzzles = list(texts.puzzles_of(kind, data, TEXT_NAME, warnings))
    if len(puzzles) > MOST_PUZZLES:
        warnings.append(f"only the first {MOST_PUZZLES} of {len(puzzles)} puzzles are shown")
    kept = puzzles[:MOST_PUZZLES]
    for puzzle in kept:
        board = getattr(puzzle, "board", None)
        rows, columns = (puzzle.n, puzzle.n) if board is None else (board.rows, board.columns)
        if max(rows, columns) > SIDE:
            expected = f"a board of at most {SIDE}x{SIDE}"
            raise PuzzleError(expected=expected, found=f"{rows}x{columns}")
    return {"kind": kind, "puzzles": [document_of(puzzle) for puzzle in kept], "warnings": warnings}


def write(task: Data) -> Data:
    """Return the text of a puzzle: the input of a statement, if one is named as ``kind``."""
    return {"text": texts.text_of(_puzzle(task), task["kind"])}


def piece(task: Data) -> Data:
    """Return the Betza notation of the piece named by a ``text``."""
    return {"betza": Piece(task["text"].strip()).betza}


def hint(task: Data) -> Data:
    """Return the next step of an attempt, or None; raise a `LimitError` if time ends before."""
    return {"step": hint_for(_puzzle(task), task["answer"], task["seconds"])}


def generated(task: Data) -> Data:
    """Return a new region puzzle as a document; ``note`` describes how it differs from the request.

    Raises a `PuzzleError` when none was found in time, and when no placement fits the request.
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


def _puzzle(task: Data) -> Any:
    """Return the puzzle of a request; an error gives the place in the request."""
    return puzzle_in(Part(task["puzzle"], "puzzle"))


# By the name in requests; ``solve``, which reports progress, is apart.
TASKS: dict[str, Callable[[Data], Data]] = {
    "placements": placements,
    "hint": hint,
    "generate": generated,
    "check": check,
    "draw": draw,
    "read": read,
    "write": write,
    "piece": piece,
}


def _reporting(puzzle: Any, tell: Tell) -> OnProgress:
    """Return a callback that sends every new answer, and other progress at intervals."""
    last = -math.inf

    def report(progress: Progress) -> None:
        nonlocal last
        if progress.answer is None and progress.seconds - last < REPORT_SECONDS:
            return
        last = progress.seconds
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
            _expect_right(puzzle, progress.answer)
            data["answer"] = answer_data(puzzle, progress.answer)
        tell(data)

    return report


def _expect_right(puzzle: Any, answer: Any) -> None:
    """Raise if an answer breaks the rules; a listing of queens is not checked for completeness."""
    if isinstance(puzzle, Queens):
        given, blocked = puzzle.given, puzzle.blocked
        found = (placement_faults(puzzle.n, given, blocked, placement) for placement in answer)
        faults = next(filter(None, found), [])
    else:
        faults = puzzle.check(answer)
    if faults:
        raise RookeryError(f"the search gave a wrong answer: {faults[0]}")
