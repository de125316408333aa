"""Region puzzles: explained, hinted at and generated."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, SupportsIndex

from rookery.api.settings import AnyLimits, settings_for
from rookery.errors import LimitError, PuzzleError
from rookery.families import family_of
from rookery.numbers import integer
from rookery.results.limits import LateError

if TYPE_CHECKING:
    from rookery.boards.pieces import Piece
    from rookery.regions.puzzle import Regions
    from rookery.regions.reasoning.explaining import Explanation, Step
    from rookery.results.progress import OnProgress

SIZE = "a size of at least 1"


def explain(puzzle: Regions, *, limits: AnyLimits = None) -> Explanation:
    """Solve a region puzzle by named rules, step by step, as far as they go.

    Parameters
    ----------
    puzzle
        With its given and blocked squares.
    limits
        As for `rookery.solve`; its work is counted in steps of the explanation.

    Returns
    -------
    Explanation
        Its ``steps``; its ``answer``, and the ``difficulty`` by the hardest rule that was needed,
        both None where the rules do not reach an answer. An answer that they reach is the only one.
        Stopped by a limit or Ctrl-C, it has the steps so far, and ``is_complete`` is False.

    Raises
    ------
    PuzzleError
        When it is a puzzle of another family.

    Examples
    --------
    >>> from rookery.regions.puzzle import Regions
    >>> explained = explain(Regions(["AAAB", "ABBB", "CCDD", "CCDD"]))
    >>> explained.difficulty, len(explained.steps), explained.answer
    ('medium', 10, ((0, 1), (1, 3), (2, 0), (3, 2)))
    >>> explained.steps[0].words
    'A piece on b3 would leave too few squares for rank 4.'
    """
    from rookery.regions.reasoning.explaining import explain as explained

    _expect_regions(puzzle, "to explain")
    return explained(puzzle, settings_for(limits=limits))


def hint(puzzle: Regions, *, limits: AnyLimits = None) -> Step | None:
    """Return the next step of a region puzzle as it stands, by the easiest rule that helps.

    Parameters
    ----------
    puzzle
        Its given squares are the pieces placed so far, its blocked ones those known to be empty.
    limits
        A number of seconds, or `Limits` with one.

    Returns
    -------
    Step or None
        Its ``pieces`` and ``empty`` squares are so in every answer of the puzzle as it stands. If
        that has none, the ``rule`` is ``"mistake"`` and ``because`` the first square that stands
        wrong. None when the puzzle is solved, or no rule helps.

    Raises
    ------
    PuzzleError
        When it is a puzzle of another family.
    LimitError
        When the limit came before a step was found.

    Examples
    --------
    >>> from rookery.regions.puzzle import Regions
    >>> rows = ["AAAB", "ABBB", "CCDD", "CCDD"]
    >>> hint(Regions(rows, given=["b4"])).words
    'The piece on b4 attacks these squares.'
    >>> hint(Regions(rows, given=["a4"])).words
    'No answer has a piece on a4.'
    """
    from rookery.regions.reasoning.explaining import hint as found

    _expect_regions(puzzle, "to give a hint for")
    clock = settings_for(limits=limits).clock
    try:
        return found(puzzle, clock.look)
    except LateError:
        raise LimitError(f"no hint within the limit of {clock.limits.seconds:g} seconds") from None


def generate_regions(  # noqa: PLR0913 - the one call with all there is to set
    size: SupportsIndex,
    *,
    stars: SupportsIndex = 1,
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
        As of `Regions`.
    difficulty
        ``"easy"``, ``"medium"``, ``"hard"`` or ``"expert"``; ``"any"`` for one of these, which is
        to say solved by rules; None for any puzzle.
    sizes
        The least and the most squares of a region. By default each has at least two squares, or
        as many as its pieces need in a line, and at most three rows' worth.
    seed
        The same seed gives the same puzzle, on any machine.
    limits
        As for `rookery.solve`; its work is the number of tries, of which there are 5,000 without.
    on_progress
        Called with a `Progress` before each try.

    Returns
    -------
    Regions
        Its regions are connected, named A, B, ... in the order in which they are met.

    Raises
    ------
    PuzzleError
        When an argument makes no sense, or no placement is found on such a board.
    UnmetWishError
        When a limit came before a puzzle of the wished difficulty: its ``nearest`` is the puzzle of
        the nearest difficulty that was made, and ``difficulty`` that one's, None beyond ``"hard"``.
    LimitError
        When a limit came before any puzzle.

    Examples
    --------
    >>> from rookery.api.listing import is_unique
    >>> puzzle = generate_regions(6, seed=1)
    >>> is_unique(puzzle), puzzle == generate_regions(6, seed=1)
    (True, True)
    """
    from rookery.regions.generating.generator import generate
    from rookery.regions.generating.wish import Wish
    from rookery.regions.puzzle import Regions

    rows = integer(size, SIZE, 1)
    number = integer(stars, "stars of at least 1", 1)
    wish = Wish(
        rows,
        number,
        Regions("A", piece=piece).piece,
        difficulty,
        min(rows, max(2, 2 * number - 1)) if sizes[0] is None else integer(sizes[0], SIZE, 1),
        3 * rows if sizes[1] is None else integer(sizes[1], SIZE, 1),
    )
    return generate(wish, settings_for(limits=limits, seed=seed, on_progress=on_progress))


def _expect_regions(puzzle: Any, doing: str) -> None:
    from rookery.regions.puzzle import Regions

    if not isinstance(puzzle, Regions):
        family = family_of(puzzle).name
        raise PuzzleError(expected=f"a Regions puzzle {doing}", found=f"one of {family}")
