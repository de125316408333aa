"""Single placements and uniformly random samples of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, SupportsIndex, overload

from rookery.errors import PuzzleError
from rookery.families import family_of
from rookery.guesses import takes_guesses
from rookery.numbers import integer
from rookery.results.progress import OnProgress
from rookery.results.result import Result
from rookery.results.settings import AnyLimits, settings_for

if TYPE_CHECKING:
    from rookery.boards.board import Square
    from rookery.nonattacking.puzzle import NonAttacking, PlacedPiece
    from rookery.queens.puzzle import Placement, Queens
    from rookery.regions.puzzle import Regions

PlacingMethod = Literal["auto", "construction", "search", "swaps", "cp-sat", "both", "queens"] | str
A_PLACING = "a Queens, NonAttacking or Regions puzzle"


@overload
def sample(
    puzzle: Queens,
    k: SupportsIndex,
    *,
    seed: SupportsIndex = 0,
    limits: AnyLimits = None,
    threads: SupportsIndex | None = None,
) -> list[Placement]: ...


@overload
def sample(
    puzzle: NonAttacking,
    k: SupportsIndex,
    *,
    seed: SupportsIndex = 0,
    limits: AnyLimits = None,
    threads: SupportsIndex | None = None,
) -> list[tuple[PlacedPiece, ...]]: ...


@takes_guesses
def sample(
    puzzle: Queens | NonAttacking,
    k: SupportsIndex,
    *,
    seed: SupportsIndex = 0,
    limits: AnyLimits = None,
    threads: SupportsIndex | None = None,
) -> list[Any]:
    """Draw placements of a puzzle at random, all with the same probability.

    Parameters
    ----------
    puzzle
        Queens, or `NonAttacking` pieces.
    k
        The number of placements to draw, with replacement.
    seed
        The same seed gives the same sample.
    limits
        A time limit; none by default.
    threads
        The most threads; by default one per core of the machine.

    Returns
    -------
    list of tuple
        As `placements` yields them.

    Raises
    ------
    PuzzleError
        When there is no placement or `k` is negative.
    LimitError
        When more than 18 columns of queens have more than one open square, or the deadline passes:
        the placements drawn before it are not a uniform sample.

    Notes
    -----
    The sample is exactly uniform. For up to 15 such columns, all placements are listed and sampled
    as a stream. With more columns, pairs of fillings of two parts of the board are drawn, and
    rejected if they attack each other: at n = 18, one placement takes 4 s on one core and a hundred
    take 5 s, and four times as long with blocked squares. `NonAttacking` pieces are drawn square by
    square, by counts of the placements with a piece there and without.

    Examples
    --------
    >>> from rookery.queens.puzzle import Queens
    >>> sample(Queens(6), 2, seed=1)
    [(2, 5, 1, 4, 0, 3), (1, 3, 5, 0, 2, 4)]
    """
    settings = settings_for(limits=limits, seed=seed, threads=threads)
    draw = family_of(puzzle).sample
    if draw is None:
        raise other_family("to draw placements of", A_PLACING, puzzle)
    return draw(puzzle, integer(k, "a sample of at least 0 placements", 0), settings)


@overload
def placement(
    puzzle: Queens,
    *,
    method: PlacingMethod = "auto",
    limits: AnyLimits = None,
    seed: SupportsIndex = 0,
    threads: SupportsIndex | None = None,
    on_progress: OnProgress | None = None,
) -> Result[Placement, int]: ...


@overload
def placement(
    puzzle: NonAttacking,
    *,
    method: PlacingMethod = "auto",
    limits: AnyLimits = None,
    seed: SupportsIndex = 0,
    threads: SupportsIndex | None = None,
    on_progress: OnProgress | None = None,
) -> Result[tuple[PlacedPiece, ...], int]: ...


@overload
def placement(
    puzzle: Regions,
    *,
    method: PlacingMethod = "auto",
    limits: AnyLimits = None,
    seed: SupportsIndex = 0,
    threads: SupportsIndex | None = None,
    on_progress: OnProgress | None = None,
) -> Result[tuple[Square, ...], int]: ...


@takes_guesses
def placement(
    puzzle: Queens | NonAttacking | Regions,
    *,
    method: PlacingMethod = "auto",
    limits: AnyLimits = None,
    seed: SupportsIndex = 0,
    threads: SupportsIndex | None = None,
    on_progress: OnProgress | None = None,
) -> Result[Any, int]:
    """Find one placement of a puzzle, whatever its value, or prove that there is none.

    Parameters
    ----------
    puzzle
        Queens on a board of up to ten million rows, `NonAttacking` pieces, or `Regions`.
    method
        For `NonAttacking`: ``cp-sat``, or ``queens`` if all pieces are queens. For queens:
        ``construction`` builds a placement of the open board, ``search`` finds the first one of a
        small board, ``swaps`` repairs random queens, ``cp-sat`` searches and proves, ``both`` tries
        swaps, then CP-SAT on boards of up to 200x200; ``auto`` takes the first of construction,
        search and both that fits.
    limits, seed, threads, on_progress
        As for `solve`; without limits the search runs to its end.

    Returns
    -------
    Result
        OPTIMAL with the value 1 and a single placement as answer, as `placements` yields it;
        INFEASIBLE if it is proved that no placement exists, with a simple reason in `note`; UNKNOWN
        if a limit or Ctrl-C stopped the search. The answer was checked by the rules.

    Raises
    ------
    PuzzleError
        When the method is unknown or does not fit.
    LimitError
        When the board has more than ten million rows.

    Notes
    -----
    Without limits the search may not end if a board of more than 200x200 has no placement: deciding
    whether given queens can be completed is NP-complete (I. P. Gent, C. Jefferson, P. Nightingale,
    "Complexity of n-queens completion", JAIR 59, 2017).

    Examples
    --------
    >>> from rookery.queens.puzzle import Queens
    >>> placement(Queens(8)).answer
    (1, 3, 5, 7, 2, 0, 6, 4)
    >>> placement(Queens(8, given=["a1", "b3", "c5", "d7"])).status.value
    'infeasible'
    """
    settings = settings_for(limits=limits, seed=seed, threads=threads, on_progress=on_progress)
    place = family_of(puzzle).place
    if place is None:
        raise other_family("to place", A_PLACING, puzzle)
    return place(puzzle, method, settings)


def other_family(purpose: str, expected: str, puzzle: Any) -> PuzzleError:
    """Return the error for a puzzle whose family does not have the requested answers."""
    hint = ""
    if puzzle.family == "heaviest":
        hint = ", which has one best placement; use Queens(n) to get all placements"
    return PuzzleError(expected=f"{expected} {purpose}", found=f"one of {puzzle.family}{hint}")
