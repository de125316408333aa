"""Listing: placements and the shortest tours, one after the other, or some."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, SupportsIndex, overload

from rookery.api.settings import AnyLimits, settings_for
from rookery.errors import LimitError, PuzzleError
from rookery.families import family_of
from rookery.numbers import integer
from rookery.results.listing import Listing
from rookery.results.progress import OnProgress
from rookery.results.result import Reason, Result

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from rookery.boards.board import Square
    from rookery.cover.puzzle import Cover
    from rookery.nonattacking.puzzle import NonAttacking
    from rookery.nonattacking.validation import PlacedPiece
    from rookery.queens.listing.plain import Placement
    from rookery.queens.puzzle import Queens
    from rookery.regions.puzzle import Regions
    from rookery.tour.puzzle import Tour

A_PLACING = "a Queens, NonAttacking or Regions puzzle"
A_LISTED = "a Queens, NonAttacking, Regions, Tour or Cover puzzle"


def listing(
    puzzle: Queens | NonAttacking | Regions | Tour | Cover,
    *,
    start: Iterable[SupportsIndex] | None = None,
    first: SupportsIndex | None = None,
    limits: AnyLimits = None,
    on_progress: OnProgress | None = None,
) -> Listing:
    """Return a listing of all answers: iterate over it, and it has a result.

    Parameters
    ----------
    puzzle
        The placements of a `Queens`, `NonAttacking` or `Regions`, the shortest tours of a `Tour`,
        the cheapest covers.
    start
        As for `placements`; of queens only.
    first
        Stop after so many answers; None lists all.
    limits, on_progress
        As for `solve`.

    Returns
    -------
    Listing
        It yields blocks, perhaps empty: lists of answers, or arrays of which each row is one.
        Once it has ended, its `result` says why: all or `first` of them were listed, or a limit
        or Ctrl-C came. Its value is the number of placements listed, the moves of each tour, or
        the cost of each cover.

    Raises
    ------
    PuzzleError
        When the answers of the puzzle cannot be listed, and as for `placements`.
    LimitError
        As for `placements` and `tours`.

    Examples
    --------
    >>> from rookery.queens.puzzle import Queens
    >>> some = listing(Queens(8), first=2)
    >>> for block in some:
    ...     print(block)
    [(0, 4, 7, 5, 2, 6, 1, 3), (0, 5, 7, 2, 6, 3, 1, 4)]
    >>> some.result.status.value, some.result.reason.value
    ('feasible', 'done')
    """
    list_all = family_of(puzzle).listing
    if list_all is None:
        raise _other("to list the answers of", A_LISTED, puzzle)
    settings = settings_for(limits=limits, on_progress=on_progress)
    enough = None if first is None else integer(first, "first of at least 1", 1)
    return list_all(puzzle, settings, start, enough)


@overload
def placements(
    puzzle: Queens,
    *,
    start: Iterable[SupportsIndex] | None = None,
    limits: AnyLimits = None,
) -> Iterator[Placement]: ...


@overload
def placements(
    puzzle: NonAttacking, *, limits: AnyLimits = None
) -> Iterator[tuple[PlacedPiece, ...]]: ...


@overload
def placements(puzzle: Regions, *, limits: AnyLimits = None) -> Iterator[tuple[Square, ...]]: ...


def placements(
    puzzle: Queens | NonAttacking | Regions,
    *,
    start: Iterable[SupportsIndex] | None = None,
    limits: AnyLimits = None,
) -> Iterator[Any]:
    """Yield the placements of a puzzle in lexicographic order, each when asked for.

    Parameters
    ----------
    puzzle
        Queens on a board of up to 1,000x1,000, `NonAttacking` pieces, or `Regions`.
    start
        Of queens: rows from 0, one a column: the first that may come out, itself included when
        it is a placement. It need not be one; an array is welcome.
    limits
        `Limits`, or a number of seconds, that run from the call; none by default.

    Yields
    ------
    tuple of int
        Of queens: the row from 0 of the queen in each column. It is proved that these are all.
    tuple of tuple of int
        Of `NonAttacking`: the index, the row and the column of each piece, in ascending order.
    tuple of tuple of int
        Of `Regions`: the row and the column of each piece, in ascending order.

    Raises
    ------
    PuzzleError
        When it is a puzzle of another family, or `start` is not a row of the board for each column.
    LimitError
        When the board has more than 1,000 rows. When the time is over before the last: an end
        without it means that these are all.

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
    if family_of(puzzle).place is None:
        raise _other("to list the placements of", A_PLACING, puzzle)
    return _each(listing(puzzle, start=start, limits=limits))


def _each(listed: Listing) -> Iterator[Any]:
    from rookery.queens.listing.listed import as_tuples

    for block in listed:
        yield from as_tuples(block)
    if listed.reason is Reason.INTERRUPTED:
        raise KeyboardInterrupt
    if listed.reason is Reason.TIME:
        raise LimitError(f"the time limit came after {listed.found} placements")


def placement_chunks(
    puzzle: Queens,
    *,
    size: SupportsIndex = 65_536,
    start: Iterable[SupportsIndex] | None = None,
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

    _expect_queens(puzzle, "to list the placements of")
    return found(puzzle, integer(size, "a size of at least 1 placement", 1), start)


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


def sample(
    puzzle: Queens | NonAttacking,
    k: SupportsIndex,
    *,
    seed: SupportsIndex = 0,
    limits: AnyLimits = None,
    threads: SupportsIndex | None = None,
) -> list[Any]:
    """Return placements of a puzzle drawn at random, all with the same probability.

    Parameters
    ----------
    puzzle
        Queens, or `NonAttacking` pieces.
    k
        How many; the same may be drawn more than once.
    seed
        The same seed gives the same sample.
    limits
        A limit of time; none by default.
    threads
        At most so many; as many as the machine has cores by default.

    Returns
    -------
    list of tuple
        As `placements` yields them.

    Raises
    ------
    PuzzleError
        When there is no placement or `k` is negative.
    LimitError
        When more than 18 columns of queens have more than one open square, and when the time is
        over: what was drawn by then would be no uniform sample.

    Notes
    -----
    Exactly uniform. Up to 15 such columns, and of `NonAttacking` pieces, all placements are listed
    and drawn from as they pass by. With more, pairs of fillings of two parts of the board are
    drawn, and kept when they do not attack each other: on one core 4 s for one of n = 18, 5 s
    for a hundred; four times that where squares are blocked.

    Examples
    --------
    >>> from rookery.queens.puzzle import Queens
    >>> sample(Queens(6), 2, seed=1)
    [(2, 5, 1, 4, 0, 3), (1, 3, 5, 0, 2, 4)]
    """
    draw = family_of(puzzle).sample
    if draw is None:
        raise _other("to draw placements of", A_PLACING, puzzle)
    settings = settings_for(limits=limits, seed=seed, threads=threads)
    return draw(puzzle, integer(k, "a sample of at least 0 placements", 0), settings)


@overload
def placement(
    puzzle: Queens,
    *,
    method: str = "auto",
    limits: AnyLimits = None,
    seed: SupportsIndex = 0,
    threads: SupportsIndex | None = None,
    on_progress: OnProgress | None = None,
) -> Result[Placement]: ...


@overload
def placement(
    puzzle: NonAttacking,
    *,
    method: str = "auto",
    limits: AnyLimits = None,
    seed: SupportsIndex = 0,
    threads: SupportsIndex | None = None,
    on_progress: OnProgress | None = None,
) -> Result[tuple[PlacedPiece, ...]]: ...


@overload
def placement(
    puzzle: Regions,
    *,
    method: str = "auto",
    limits: AnyLimits = None,
    seed: SupportsIndex = 0,
    threads: SupportsIndex | None = None,
    on_progress: OnProgress | None = None,
) -> Result[tuple[Square, ...]]: ...


def placement(
    puzzle: Queens | NonAttacking | Regions,
    *,
    method: str = "auto",
    limits: AnyLimits = None,
    seed: SupportsIndex = 0,
    threads: SupportsIndex | None = None,
    on_progress: OnProgress | None = None,
) -> Result[Any]:
    """Find one placement of a puzzle, whatever its value, or prove that there is none.

    Parameters
    ----------
    puzzle
        Queens on a board of up to ten million rows, `NonAttacking` pieces, or `Regions`.
    method
        Of `NonAttacking` ``cp-sat``, or ``queens`` where it is a puzzle of those. Of queens
        ``construction`` writes one down for the open board, ``search`` takes the first of a
        small board, ``swaps`` repairs random queens, ``cp-sat`` searches and proves, ``both``
        tries swaps, then CP-SAT on boards of up to 200x200; ``auto`` takes the first of
        construction, search and both that fits.
    limits, seed, threads, on_progress
        As for `solve`; without limits it searches to the end.

    Returns
    -------
    Result
        OPTIMAL with the value 1 and a single placement as answer, as `placements` yields it;
        INFEASIBLE when it is proved that there is none, with the reason in `note` when it is
        plain; UNKNOWN when a limit or Ctrl-C stopped it. The answer was checked by the rules.

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
    place = family_of(puzzle).place
    if place is None:
        raise _other("to place", A_PLACING, puzzle)
    settings = settings_for(limits=limits, seed=seed, threads=threads, on_progress=on_progress)
    return place(puzzle, method, settings)


def tours(puzzle: Tour, *, limits: AnyLimits = None) -> Iterator[tuple[Square, ...]]:
    """Yield the shortest tours of a `Tour` puzzle in lexicographic order, each when asked for.

    Parameters
    ----------
    puzzle
        The tour. Squares compare by file, then by rank.
    limits
        `Limits`, or a number of seconds, that run from the call; none by default.

    Yields
    ------
    tuple of square
        The squares (row, column) of a tour, the start first. It is proved that there are no others.

    Raises
    ------
    LimitError
        At the first, when the search needs too much memory; the text says how much. Also when the
        time is over before the last: without this error, all were yielded.

    Examples
    --------
    >>> from rookery.tour.puzzle import Tour
    >>> list(tours(Tour.parse(["Q...", "N.PB"])))
    [((0, 0), (0, 2)), ((0, 0), (0, 3))]
    """
    from rookery.tour.methods import tours as found

    if family_of(puzzle).name != "tour":
        raise _other("to list the tours of", "a Tour", puzzle)
    return found(puzzle, settings_for(limits=limits))


def covers(
    puzzle: Cover, *, fundamental: bool = False, limits: AnyLimits = None
) -> Iterator[tuple[PlacedPiece, ...]]:
    """Yield the cheapest covers of a `Cover` puzzle in order, once all are found.

    Parameters
    ----------
    puzzle
        The cover.
    fundamental
        Whether of covers that are turned or mirrored images of each other, by a symmetry of the
        puzzle, only the first comes out.
    limits
        `Limits`, or a number of seconds, that run from the call; none by default.

    Yields
    ------
    tuple of (piece, row, column)
        The pieces of a cover, row by row; covers compare by their first square, then its piece,
        and so on. That they are all is proved.

    Raises
    ------
    LimitError
        When the time is over before the last, after those that were found: an end without it
        means that these are all.

    Examples
    --------
    >>> from rookery.cover.puzzle import Cover
    >>> for cover in covers(Cover.parse(["#_#", "___"], {"N": 2, "R": 2})):
    ...     print(cover)
    ((1, 0, 1),)
    """
    from rookery.cover.counting import listing as list_covers

    if family_of(puzzle).name != "cover":
        raise _other("to list the cheapest covers of", "a Cover", puzzle)
    listed = list_covers(puzzle, settings_for(limits=limits), fundamental=fundamental)
    for block in listed:
        yield from block
    if listed.reason is Reason.INTERRUPTED:
        raise KeyboardInterrupt
    if listed.reason is Reason.TIME:
        raise LimitError(f"the time limit came after {listed.found} covers")


def _expect_queens(puzzle: object, doing: str) -> None:
    """Raise a `PuzzleError` when it is no puzzle of queens."""
    if family_of(puzzle).name != "queens":
        raise _other(doing, "a Queens puzzle", puzzle)


def _other(doing: str, what: str, puzzle: Any) -> PuzzleError:
    hint = ""
    if puzzle.family == "heaviest":
        hint = ": it has a best placement; those of Queens(n) are the ones it weighs"
    return PuzzleError(expected=f"{what} {doing}", found=f"one of {puzzle.family}{hint}")
