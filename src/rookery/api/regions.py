"""Explanations, hints and random puzzles of the regions family."""

from __future__ import annotations

from os import PathLike, fspath
from typing import TYPE_CHECKING, Any, SupportsIndex

from rookery.errors import LimitError, PuzzleError
from rookery.families import family_of
from rookery.guesses import takes_guesses
from rookery.numbers import argument, integer
from rookery.results.limits import DeadlineExceeded
from rookery.results.settings import AnyLimits, settings_for

if TYPE_CHECKING:
    from rookery.boards.pieces import Piece
    from rookery.regions.explaining import Explanation, Step
    from rookery.regions.puzzle import Regions
    from rookery.regions.screenshots import PictureReading
    from rookery.results.progress import OnProgress

SIZE = "a size of at least 1"


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
    from rookery.regions.draft import RegionsRequest
    from rookery.regions.generator import generate
    from rookery.regions.puzzle import Regions
    from rookery.regions.validation import STARS

    rows = integer(size, SIZE, 1)
    number = argument("stars", STARS, stars)
    request = RegionsRequest(
        rows,
        number,
        Regions("A", piece=piece).piece,
        difficulty,
        min(rows, max(2, 2 * number - 1)) if sizes[0] is None else integer(sizes[0], SIZE, 1),
        3 * rows if sizes[1] is None else integer(sizes[1], SIZE, 1),
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


def _expect_regions(puzzle: Any, purpose: str) -> None:
    from rookery.regions.puzzle import Regions

    if not isinstance(puzzle, Regions):
        family = family_of(puzzle).name
        raise PuzzleError(expected=f"a Regions puzzle {purpose}", found=f"one of {family}")
