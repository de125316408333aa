"""Explanations, hints, random puzzles and books of the regions family."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date, timedelta
from os import PathLike, fspath
from typing import TYPE_CHECKING, Any, SupportsIndex

from rookery.errors import LimitError, PuzzleError, shown
from rookery.families import each_puzzle, family_of
from rookery.guesses import takes_guesses
from rookery.numbers import argument, integer, of_kind
from rookery.results.limits import DeadlineExceeded
from rookery.results.settings import AnyLimits, settings_for

if TYPE_CHECKING:
    from rookery.boards.pieces import Piece
    from rookery.regions.explaining import Explanation, Step
    from rookery.regions.puzzle import Regions
    from rookery.regions.screenshots import PictureReading
    from rookery.results.progress import OnProgress
    from rookery.view.book import Book

SIZE = "a size of at least 1"
TITLE = "Star Battle"  # of a book
BEYOND = "beyond the rules"  # the difficulty of a puzzle that no rule solves


@takes_guesses
def explain(puzzle: Regions, *, limits: AnyLimits = None) -> Explanation:
    """Solve a region puzzle by named rules, step by step, as far as the rules lead.

    Parameters
    ----------
    puzzle
        The puzzle with its given and blocked squares.
    limits
        As for `rookery.solve`; the unit of work is a step of the explanation.

    Returns
    -------
    Explanation
        Its ``steps``, ``answer`` and ``difficulty``, that of the hardest rule needed. An answer
        found by the rules is unique; answer and difficulty are None if the rules find none. After a
        limit or Ctrl-C it has the steps so far, and ``is_complete`` is False.

    Raises
    ------
    PuzzleError
        When the puzzle is of another family.

    Examples
    --------
    >>> from rookery.regions.puzzle import Regions
    >>> explained = explain(Regions(["AAAB", "ABBB", "CCDD", "CCDD"]))
    >>> explained.difficulty, len(explained.steps), explained.answer
    ('medium', 10, ((0, 1), (1, 3), (2, 0), (3, 2)))
    >>> explained.steps[0].words
    'A piece on b3 would leave too few squares for rank 4.'
    """
    from rookery.regions.explaining import explain as explained

    _expect_regions(puzzle, "to explain")
    return explained(puzzle, settings_for(limits=limits))


@takes_guesses
def hint(puzzle: Regions, *, limits: AnyLimits = None) -> Step | None:
    """Return the next step of a region puzzle, by the easiest rule that applies.

    Parameters
    ----------
    puzzle
        The state of the game: given squares have the pieces placed so far, and blocked squares are
        known to be empty.
    limits
        A number of seconds, or `Limits` with one.

    Returns
    -------
    Step or None
        The step, whose ``pieces`` and ``empty`` squares hold in every answer of this puzzle. If the
        puzzle has no answer, the ``rule`` is ``"mistake"`` and ``because`` the first wrong square.
        None if the puzzle is solved or no rule applies.

    Raises
    ------
    PuzzleError
        When the puzzle is of another family.
    LimitError
        When the limit is reached before a step is found.

    Examples
    --------
    >>> from rookery.regions.puzzle import Regions
    >>> rows = ["AAAB", "ABBB", "CCDD", "CCDD"]
    >>> hint(Regions(rows, given=["b4"])).words
    'The piece on b4 attacks these squares.'
    >>> hint(Regions(rows, given=["a4"])).words
    'No answer has a piece on a4.'
    """
    from rookery.regions.explaining import hint as found

    _expect_regions(puzzle, "to give a hint for")
    clock = settings_for(limits=limits).clock
    try:
        return found(puzzle, clock.check_deadline)
    except DeadlineExceeded:
        raise LimitError(f"no hint within the limit of {clock.limits.seconds:g} seconds") from None


@takes_guesses
def generate_regions(  # noqa: PLR0913 - the call with all settings
    size: SupportsIndex,
    stars: SupportsIndex = 1,
    *,
    piece: Piece | str = "king",
    difficulty: str | None = None,
    sizes: tuple[SupportsIndex | None, SupportsIndex | None] = (None, None),
    seed: SupportsIndex = 0,
    limits: AnyLimits = None,
    on_progress: OnProgress | None = None,
) -> Regions:
    """Return a random region puzzle that has exactly one answer.

    Parameters
    ----------
    size
        The number of rows, of columns and of regions.
    stars, piece
        As for `Regions`.
    difficulty
        ``"easy"``, ``"medium"``, ``"hard"`` or ``"expert"``; ``"any"`` for any of these, that is, a
        puzzle solved by rules; None for any puzzle.
    sizes
        The least and the most squares of a region. By default each has at least two squares, or
        as many as its pieces need in a line, and at most three rows' worth.
    seed
        The same seed gives the same puzzle, on any machine.
    limits
        As for `rookery.solve`; the unit of work is a try, and the default limit is 5,000 tries.
    on_progress
        Called with a `Progress` before each try.

    Returns
    -------
    Regions
        A puzzle with connected regions, named A, B, ... in reading order.

    Raises
    ------
    PuzzleError
        When an argument is invalid, or no placement is found on such a board.
    UnmetRequestError
        When a limit is reached before a puzzle of the requested difficulty is found. ``nearest`` is
        the generated puzzle of the nearest difficulty, and ``difficulty`` its difficulty, None
        beyond ``"hard"``.
    LimitError
        When a limit is reached before any puzzle is found.

    Examples
    --------
    >>> from rookery.api.listing import is_unique
    >>> puzzle = generate_regions(6, seed=1)
    >>> is_unique(puzzle), puzzle == generate_regions(6, seed=1)
    (True, True)
    """
    from rookery.queens.puzzle import square_board
    from rookery.regions.draft import RegionsRequest
    from rookery.regions.generator import generate
    from rookery.regions.puzzle import Regions
    from rookery.regions.validation import STARS

    rows = square_board(size).rows if isinstance(size, str) else integer(size, SIZE, 1)
    number = argument("stars", STARS, stars)
    try:
        least, most = sizes
    except (TypeError, ValueError):
        expected = "the least and the most squares of a region"
        raise PuzzleError(expected=expected, found=shown(sizes)) from None
    request = RegionsRequest(
        rows,
        number,
        Regions("A", piece=piece).piece,
        difficulty,
        min(rows, max(2, 2 * number - 1)) if least is None else integer(least, SIZE, 1),
        3 * rows if most is None else integer(most, SIZE, 1),
    )
    return generate(request, settings_for(limits=limits, seed=seed, on_progress=on_progress))


def read_picture(path: str | PathLike[str]) -> PictureReading:
    """Read a region puzzle from a picture: a screenshot, a scan or a drawing.

    The board is upright, with lines or gaps between its cells and 11 pixels or more for each;
    regions differ in colour or have thicker lines between them. Pieces that a player has placed are
    given. `rookery.read` returns the puzzle alone, and logs the notes as warnings.

    Parameters
    ----------
    path
        A file in PNG, JPEG, WebP or GIF, of at most 40 million pixels.

    Returns
    -------
    PictureReading
        Its ``puzzle``, the ``unsure`` squares with another region that may hold each, and ``notes``
        in words. The number of stars is not in the picture: it is 1.

    Raises
    ------
    PuzzleError
        When the file is no such picture, or no board is found in it.
    RookeryError
        When Pillow is not installed (extra ``pictures``).
    OSError
        When the file cannot be read.

    Examples
    --------
    >>> import rookery as rk
    >>> puzzle = rk.generate_regions(6, seed=1)
    >>> from tempfile import NamedTemporaryFile
    >>> with NamedTemporaryFile(suffix=".png") as file:
    ...     rk.svg(puzzle).save(file.name)
    ...     read = read_picture(file.name)
    >>> read.puzzle == puzzle, read.unsure
    (True, {})
    """
    from rookery.regions.screenshots import read

    name = fspath(path)
    with open(name, "rb") as stream:
        return read(stream.read(), name)


def book(
    puzzles: Regions | Iterable[Regions],
    *,
    title: str = TITLE,
    first_day: date | None = None,
    links: Mapping[str, str] | None = None,
    limits: AnyLimits = None,
) -> Book:
    """Return a page of region puzzles in one HTML file, to be played without a server.

    The page asks nothing of the network. It has the puzzles with their difficulty, hints and steps
    to the answer, a clock, and the times of those that were solved, which the browser keeps.

    Parameters
    ----------
    puzzles
        A puzzle, or several, each with exactly one answer.
    title
        The title of the page.
    first_day
        The day of the first puzzle, if there is one for each day. The page opens on today's, and
        cannot open those of later days.
    links
        The names of other pages and their addresses, such as ``{"Every day": "days.html"}``, to be
        linked at the head of the page.
    limits
        As for `explain`, for each puzzle.

    Returns
    -------
    Book
        The text of the page; ``.save("book.html")`` writes it. It has some 160 kilobytes and about
        8 for each puzzle of 8x8.

    Raises
    ------
    PuzzleError
        If there is no puzzle, or one is of another family or does not have exactly one answer.

    Examples
    --------
    >>> from rookery.regions.puzzle import Regions
    >>> page = book([Regions(["AAAB", "ABBB", "CCDD", "CCDD"])], title="For the bus")
    >>> "<title>For the bus</title>" in page
    True
    """
    import hashlib

    from rookery.boards.pieces import NAMED
    from rookery.view.book import page_of
    from rookery.view.glyphs import UNIT, glyph_svg

    of_kind(title, str, "a line as title")
    of_kind(first_day, date | None, "a date as first_day")
    pages = of_kind(links or {}, Mapping, "links such as {'Every day': 'days.html'}")
    hrefs = {str(name): str(address) for name, address in pages.items()}
    entries = [
        _entry(puzzle, f"puzzle {at}", limits) for at, puzzle in enumerate(each_puzzle(puzzles), 1)
    ]
    if not entries:
        raise PuzzleError(expected="a puzzle", found="none")
    pieces = sorted({entry["puzzle"]["piece"] for entry in entries})
    names = {betza: name for name, betza in reversed(NAMED.items())}
    drawn = [
        {"betza": betza, "name": names.get(betza, betza), "glyph": glyph_svg(betza)}
        for betza in pieces
    ]
    digest = hashlib.sha256(repr([entry["puzzle"] for entry in entries]).encode()).hexdigest()
    if first_day is not None:
        for at, entry in enumerate(entries):
            entry["day"] = str(first_day + timedelta(days=at))
    about = {"glyph_box": f"0 0 {UNIT} {UNIT}", "pieces": drawn}
    return page_of(title, {"id": digest[:8], "about": about, "entries": entries}, hrefs)


def daily_puzzles(first_day: date, days: int, size: int) -> list[Regions]:
    """Return the puzzles of days in a row, seeded by the day; raise a `LimitError` without time."""
    from rookery.regions.draft import BY_RULES

    seeds = (int(f"{first_day + timedelta(days=at):%Y%m%d}") * 100 + size for at in range(days))
    return [generate_regions(size, difficulty=BY_RULES, seed=seed) for seed in seeds]


def _entry(puzzle: Regions, place: str, limits: AnyLimits) -> dict[str, Any]:
    """Return what the page knows of a puzzle."""
    from rookery.api.listing import is_unique
    from rookery.api.solving import solve
    from rookery.document import document_of, step_data

    family = family_of(puzzle).name
    if family != "regions":
        raise PuzzleError(expected="a region puzzle", found=family, place=place)
    if not is_unique(puzzle):
        raise PuzzleError(expected="exactly one answer", found="several or none", place=place)
    name = puzzle.board.name
    explained = explain(puzzle, limits=limits)
    answer = explained.answer or solve(puzzle).answer
    reach = {  # rows down and columns right, from anywhere on an empty board
        (row - at[0], column - at[1])
        for at in puzzle.board.squares()
        for row, column in puzzle.piece.attacks(puzzle.board, at)
    }
    return {
        "puzzle": document_of(puzzle),
        "level": explained.difficulty or BEYOND,
        "answer": [name(square) for square in answer or ()],
        "steps": [step_data(step) for step in explained.steps],
        "units": [[unit.name, [name(at) for at in unit.squares]] for unit in puzzle.units],
        "reach": sorted(reach),
    }


def _expect_regions(puzzle: Any, purpose: str) -> None:
    from rookery.regions.puzzle import Regions

    if not isinstance(puzzle, Regions):
        family = family_of(puzzle).name
        raise PuzzleError(expected=f"a Regions puzzle {purpose}", found=f"one of {family}")
