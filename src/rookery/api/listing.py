"""Listing: the placements of queens and the shortest tours, one after the other, or some."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from rookery.api.settings import settings_for
from rookery.errors import RookeryError
from rookery.results.limits import Limits
from rookery.results.methods import choose
from rookery.results.result import Result

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from rookery.boards.board import Square
    from rookery.queens.listing.plain import Placement
    from rookery.queens.puzzle import Queens
    from rookery.tour.puzzle import Tour


def placements(puzzle: Queens, start: Sequence[int] | None = None) -> Iterator[Placement]:
    """Yield the placements of a `Queens` puzzle in lexicographic order, each when asked for.

    Parameters
    ----------
    puzzle
        The board, up to 1,000x1,000, with its given and blocked squares.
    start
        Rows from 0, one a column: the first that may come out, itself included when it is a
        placement. It need not be one.

    Yields
    ------
    tuple of int
        The row from 0 of the queen in each column. That they are all is proved.

    Raises
    ------
    PuzzleError
        When `start` is not a row of the board for each column.
    LimitError
        When the board has more than 1,000 rows.

    See Also
    --------
    placement_chunks : the same as arrays, several times as fast.

    Examples
    --------
    >>> from rookery.queens.puzzle import Queens
    >>> next(placements(Queens(8, given=["a8"])))
    (0, 4, 7, 5, 2, 6, 1, 3)
    >>> next(placements(Queens(8), start=(0, 4, 7, 5, 2, 6, 1, 4)))
    (0, 5, 7, 2, 6, 3, 1, 4)
    """
    from rookery.queens.listing.blocks import placements as found

    return found(puzzle, start)


def placement_chunks(
    puzzle: Queens, size: int = 65_536, start: Sequence[int] | None = None
) -> Iterator[NDArray[Any]]:
    """Yield the placements of a `Queens` puzzle in lexicographic order, many at a time.

    Parameters
    ----------
    puzzle, start
        As for `placements`.
    size
        The most placements in an array. There may be fewer: what a tenth of a second of work
        has found is handed out.

    Yields
    ------
    array of int8, of int16 from n = 129 on, shape (k, n) with 1 <= k <= size
        The row from 0 of the queen in each column.

    Raises
    ------
    PuzzleError
        When `size` is below 1 or `start` is not a row of the board for each column.
    LimitError
        When the board has more than 1,000 rows.

    Notes
    -----
    From n = 11 to 17 the left columns are searched depth first, and the right ones, seven at
    most, are looked up in lists by the set of rows they use; about 10 million placements a
    second at n = 12 to 15. Other boards up to 62x62 are searched by a compiled kernel, larger
    ones in plain Python.

    Examples
    --------
    >>> from rookery.queens.puzzle import Queens
    >>> sum(len(chunk) for chunk in placement_chunks(Queens(8), size=50))
    92
    """
    from rookery.queens.listing.blocks import placement_chunks as found

    return found(puzzle, size, start)


def sample(
    puzzle: Queens,
    k: int,
    seed: int = 0,
    *,
    limits: Limits | None = None,
    threads: int | None = None,
) -> list[Placement]:
    """Return placements of a `Queens` puzzle drawn at random, all with the same probability.

    Parameters
    ----------
    puzzle
        The board with its given and blocked squares.
    k
        How many; the same may be drawn more than once.
    seed
        The same seed gives the same sample.
    limits
        Its seconds; none by default.
    threads
        At most so many; as many as the machine has cores by default.

    Returns
    -------
    list of tuple of int
        The row from 0 of the queen in each column.

    Raises
    ------
    PuzzleError
        When there is no placement or `k` is negative.
    LimitError
        When more than 18 columns have more than one open square, and when the time is over: what
        was drawn by then would be no uniform sample.

    Notes
    -----
    Exactly uniform. Up to 15 such columns all placements are listed and drawn from as they
    pass by. With more the queens of the first columns are drawn by the counts of their
    completions: under a minute at n = 18.

    Examples
    --------
    >>> from rookery.queens.puzzle import Queens
    >>> sample(Queens(6), 2, seed=1)
    [(2, 5, 1, 4, 0, 3), (1, 3, 5, 0, 2, 4)]
    """
    from rookery.queens.listing.sampling import sample as drawn

    return drawn(puzzle, k, seed, settings_for(limits, seed, threads))


def placement(puzzle: Queens, method: str = "auto", **keywords: Any) -> Result:
    """Find one placement of a `Queens` puzzle of up to ten million rows, or prove there is none.

    Parameters
    ----------
    puzzle
        The board with its given and blocked squares.
    method
        ``construction`` writes one down for the open board, ``search`` takes the first of a
        small board, ``swaps`` repairs random queens, ``cp-sat`` searches and proves, ``both``
        tries swaps, then CP-SAT on boards of up to 200x200; ``auto`` takes the first of
        construction, search and both that fits.
    **keywords
        As for `solve`: limits, seed, threads and on_progress.

    Returns
    -------
    Result
        OPTIMAL with a single placement, the row from 0 of the queen in each column, as answer
        and the value 1; INFEASIBLE when it is proved that there is none; UNKNOWN when a limit
        or Ctrl-C stopped it. The answer was checked by the rules.

    Raises
    ------
    PuzzleError
        When the method is unknown or does not fit.
    LimitError
        When the board has more than ten million rows.

    Notes
    -----
    Without limits it may not end where there is no placement on a board of more than 200x200:
    whether given queens can be completed is NP-complete (I. P. Gent, C. Jefferson,
    P. Nightingale, "Complexity of n-queens completion", JAIR 59, 2017).

    Examples
    --------
    >>> from rookery.queens.puzzle import Queens
    >>> placement(Queens(8)).answer
    (1, 3, 5, 7, 2, 0, 6, 4)
    >>> placement(Queens(8, given=["a1", "b3", "c5", "d7"])).status.value
    'infeasible'
    """
    from rookery.queens.placing.methods import PLACERS, find
    from rookery.queens.puzzle import placement_faults

    settings = settings_for(**keywords)
    chosen = choose(PLACERS, method, puzzle)
    result = find(chosen, puzzle, settings)
    if result.answer is not None:
        faults = placement_faults(puzzle.n, puzzle.given, puzzle.blocked, result.answer)
        if faults:
            raise RookeryError(f"method {chosen.name!r} gave a wrong placement: {faults[0]}")
    return result.signed(chosen.name, settings)


def tours(puzzle: Tour, limits: Limits | None = None) -> Iterator[tuple[Square, ...]]:
    """Yield the shortest tours of a `Tour` puzzle in lexicographic order, each when asked for.

    Parameters
    ----------
    puzzle
        The tour. Squares compare by file, then by rank.
    limits
        Its seconds run from the first tour asked for.

    Yields
    ------
    tuple of square
        The squares (row, column) of a tour, the start first. That they are all is proved.

    Raises
    ------
    LimitError
        At the first, when the search needs too much memory; the text says how much. When the
        time is over before the last: an end without it means that these are all.

    Examples
    --------
    >>> from rookery.tour.puzzle import Tour
    >>> list(tours(Tour.parse(["Q...", "N.PB"])))
    [((0, 0), (0, 2)), ((0, 0), (0, 3))]
    """
    from rookery.tour.methods import tours as found

    return found(puzzle, settings_for(limits))
