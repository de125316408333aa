"""Listing: placements and the shortest tours, one after the other, or some."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, SupportsIndex, overload

from rookery.api.placing import A_PLACING, other_family
from rookery.api.settings import AnyLimits, settings_for
from rookery.engine.listing import Listing
from rookery.errors import LimitError
from rookery.families import family_of
from rookery.numbers import integer
from rookery.results.progress import OnProgress
from rookery.results.result import Reason

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

A_SYMMETRIC = "a Queens, NonAttacking or Cover puzzle"
A_LISTED = "a Queens, NonAttacking, Regions, Tour or Cover puzzle"


def listing(
    puzzle: Queens | NonAttacking | Regions | Tour | Cover,
    *,
    start: Iterable[Any] | None = None,
    first: SupportsIndex | None = None,
    fundamental: bool = False,
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
        As for `placements`; of queens and `NonAttacking` pieces only.
    first
        Stop after so many answers; None lists all.
    fundamental
        Whether of answers that are turned or mirrored images of each other only the first comes
        out: of `Queens` without given and blocked squares, of covers and of `NonAttacking` pieces.
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
    settings = settings_for(limits=limits, on_progress=on_progress)
    family = family_of(puzzle)
    if family.listing is None:
        raise other_family("to list the answers of", A_LISTED, puzzle)
    list_all = family.fundamental_listing if fundamental else family.listing
    if list_all is None:
        raise other_family("to list the answers of, up to symmetry", A_SYMMETRIC, puzzle)
    enough = None if first is None else integer(first, "first of at least 1", 1)
    return list_all(puzzle, settings, start, enough)


def is_unique(
    puzzle: Queens | NonAttacking | Regions | Tour | Cover, *, limits: AnyLimits = None
) -> bool:
    """Return whether a puzzle has exactly one answer.

    Parameters
    ----------
    puzzle
        With what is given and blocked. Of a `Tour` one shortest tour is asked for, of a `Cover` one
        cheapest cover.
    limits
        As for `solve`; none by default. A limit of work holds for `Regions` only.

    Raises
    ------
    PuzzleError
        When the answers of the puzzle cannot be listed.
    LimitError
        When a limit came before it is known.

    Examples
    --------
    >>> from rookery.queens.puzzle import Queens
    >>> is_unique(Queens(4)), is_unique(Queens(4, given=["b4"]))
    (False, True)
    >>> from rookery.regions.puzzle import Regions
    >>> is_unique(Regions(["AAAB", "ABBB", "CCDD", "CCDD"]))
    True
    """
    settings = settings_for(limits=limits)
    searched = family_of(puzzle).unique
    if searched is not None:
        unique = searched(puzzle, settings)
    else:
        unique = _has_one(listing(puzzle, first=2, limits=limits))
    if unique is None:
        raise LimitError("the limit came before it was known whether there is one answer")
    return unique


def _has_one(listed: Listing) -> bool | None:
    """Return whether a listing of at most two answers has just one; None when a limit ended it."""
    for _ in listed:
        pass
    if listed.reason is Reason.INTERRUPTED:
        raise KeyboardInterrupt
    if listed.found < 2 and listed.reason is not Reason.PROVED:
        return None
    return listed.found == 1


@overload
def placements(
    puzzle: Queens,
    *,
    start: Iterable[SupportsIndex] | None = None,
    fundamental: bool = False,
    limits: AnyLimits = None,
) -> Iterator[Placement]: ...


@overload
def placements(
    puzzle: NonAttacking,
    *,
    start: Iterable[Any] | None = None,
    fundamental: bool = False,
    limits: AnyLimits = None,
) -> Iterator[tuple[PlacedPiece, ...]]: ...


@overload
def placements(puzzle: Regions, *, limits: AnyLimits = None) -> Iterator[tuple[Square, ...]]: ...


def placements(
    puzzle: Queens | NonAttacking | Regions,
    *,
    start: Iterable[Any] | None = None,
    fundamental: bool = False,
    limits: AnyLimits = None,
) -> Iterator[Any]:
    """Yield the placements of a puzzle in lexicographic order, each when asked for.

    Parameters
    ----------
    puzzle
        Queens on a board of up to 1,000x1,000, `NonAttacking` pieces, or `Regions`.
    start
        The first that may come out, itself included when it is a placement. It need not be one.
        Of queens: rows from 0, one a column; an array is welcome. Of `NonAttacking` pieces: a
        placement as they come out, or told as `given` pieces are.
    fundamental
        Whether of placements that are turned or mirrored images of each other only the first comes
        out: of `Queens` without given and blocked squares, and of `NonAttacking` pieces by the
        symmetries of the puzzle, on a torus its shifts too.
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
        When it is a puzzle of another family, or `start` is not a row of the board for each column,
        of other pieces not squares of the board.
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
    >>> list(placements(Queens(6), fundamental=True))
    [(1, 3, 5, 0, 2, 4)]
    >>> from rookery.nonattacking.puzzle import NonAttacking
    >>> next(placements(NonAttacking(8, "knight", 32), start=["b8"]))
    ((0, 0, 1), (0, 0, 3), (0, 0, 5), ...
    """
    if family_of(puzzle).place is None:
        raise other_family("to list the placements of", A_PLACING, puzzle)
    listed = listing(puzzle, start=start, fundamental=fundamental, limits=limits)
    return _each(listed, "placements")


def _each(listed: Listing, what: str) -> Iterator[Any]:
    """Yield answers one by one; raise when something came before the last."""
    from rookery.queens.listing.listed import as_tuples

    for block in listed:
        if len(block):
            yield from as_tuples(block)
    if listed.reason is Reason.INTERRUPTED:
        raise KeyboardInterrupt
    if listed.reason is Reason.TIME:
        raise LimitError(f"the time limit came after {listed.found} {what}")


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
    settings = settings_for(limits=limits)
    from rookery.tour.listing import listing

    if family_of(puzzle).name != "tour":
        raise other_family("to list the tours of", "a Tour", puzzle)
    return _each(listing(puzzle, settings), "tours")


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
    if family_of(puzzle).name != "cover":
        raise other_family("to list the cheapest covers of", "a Cover", puzzle)
    return _each(listing(puzzle, fundamental=fundamental, limits=limits), "covers")


def _expect_queens(puzzle: object, doing: str) -> None:
    """Raise a `PuzzleError` when it is no puzzle of queens."""
    if family_of(puzzle).name != "queens":
        raise other_family(doing, "a Queens puzzle", puzzle)
