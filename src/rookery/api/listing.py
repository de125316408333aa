"""Listings of placements, shortest tours and cheapest covers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, SupportsIndex, overload

from rookery.api.placing import A_PLACING, other_family
from rookery.engine.drive import Listing
from rookery.errors import LimitError
from rookery.families import family_of
from rookery.guesses import takes_guesses
from rookery.numbers import integer
from rookery.results.progress import OnProgress
from rookery.results.result import Reason
from rookery.results.settings import AnyLimits, settings_for

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from rookery.boards.board import Square
    from rookery.cover.puzzle import Cover
    from rookery.nonattacking.puzzle import NonAttacking, PlacedPiece
    from rookery.queens.puzzle import Placement, Queens
    from rookery.regions.puzzle import Regions
    from rookery.tour.puzzle import Tour

A_SYMMETRIC = "a Queens, NonAttacking or Cover puzzle"
A_LISTED = "a Queens, NonAttacking, Regions, Tour or Cover puzzle"


@takes_guesses
def listing(
    puzzle: Queens | NonAttacking | Regions | Tour | Cover,
    *,
    start: Iterable[Any] | None = None,
    first: SupportsIndex | None = None,
    fundamental: bool = False,
    limits: AnyLimits = None,
    on_progress: OnProgress | None = None,
) -> Listing:
    """Return a listing of all answers, to iterate over; it has a result once it has ended.

    Parameters
    ----------
    puzzle
        The puzzle. The answers of a `Tour` are its shortest tours, those of a `Cover` its cheapest
        covers.
    start
        As for `placements`; for queens and `NonAttacking` pieces only.
    first
        The number of answers after which to stop; None lists all.
    fundamental
        Whether to list up to symmetry: the first answer of each class of symmetric answers. For
        `Queens` without given and blocked squares, covers and `NonAttacking` pieces.
    limits, on_progress
        As for `solve`.

    Returns
    -------
    Listing
        An iterator over blocks, perhaps empty: lists of answers, or arrays with one answer a row.
        Once it has ended, its `result` gives the reason: all answers or the `first` ones were
        listed, or a limit or Ctrl-C stopped it. The value of the result is the number of placements
        listed, the moves of each tour, or the cost of each cover.

    Raises
    ------
    PuzzleError
        As for `placements`; also when the answers of the puzzle cannot be listed.
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


@takes_guesses
def is_unique(
    puzzle: Queens | NonAttacking | Regions | Tour | Cover, *, limits: AnyLimits = None
) -> bool:
    """Return whether a puzzle has exactly one answer.

    Parameters
    ----------
    puzzle
        The puzzle with its given and blocked squares. The answers of a `Tour` are its shortest
        tours, those of a `Cover` its cheapest covers.
    limits
        As for `solve`; none by default. A work limit applies to `Regions` only.

    Raises
    ------
    PuzzleError
        When the answers of the puzzle cannot be listed.
    LimitError
        When a limit is reached before the answer is known.

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
    search = family_of(puzzle).unique
    if search is not None:
        unique = search(puzzle, settings)
    else:
        listed = listing(puzzle, first=2, limits=limits)
        for _ in listed:
            pass
        if listed.reason is Reason.INTERRUPTED:
            raise KeyboardInterrupt
        is_known = listed.found == 2 or listed.reason is Reason.PROVED
        unique = listed.found == 1 if is_known else None
    if unique is None:
        raise LimitError("the limit was reached before it was known whether there is one answer")
    return unique


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


@takes_guesses
def placements(
    puzzle: Queens | NonAttacking | Regions,
    *,
    start: Iterable[Any] | None = None,
    fundamental: bool = False,
    limits: AnyLimits = None,
) -> Iterator[Any]:
    """Yield the placements of a puzzle lazily, in lexicographic order.

    Parameters
    ----------
    puzzle
        Queens on a board of up to 1,000x1,000, `NonAttacking` pieces, or `Regions`.
    start
        Lower bound of the listing, inclusive; it need not be a placement itself. For queens: rows
        from 0, one per column, also as an array. For `NonAttacking` pieces: a placement in the form
        yielded here, or in the form of `given` pieces.
    fundamental
        Whether to list up to symmetry: the first placement of each class of symmetric ones. For
        `Queens` without given and blocked squares, and for `NonAttacking` pieces by the symmetries
        of the puzzle, on a torus including its shifts.
    limits
        `Limits`, or a number of seconds from the call; none by default.

    Yields
    ------
    tuple of int
        For queens: the row from 0 of the queen in each column. A complete listing is a proof that
        no others exist.
    tuple of tuple of int
        For `NonAttacking`: the index, the row and the column of each piece, in ascending order.
    tuple of tuple of int
        For `Regions`: the row and the column of each piece, in ascending order.

    Raises
    ------
    PuzzleError
        When the puzzle is of another family, or `start` is not a row of the board for each column
        (for other pieces: squares of the board).
    LimitError
        When the board has more than 1,000 rows, or the deadline passes before the last placement.
        If the iterator ends without this error, all placements were listed.

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


def _each(listed: Listing, noun: str) -> Iterator[Any]:
    """Yield answers one by one; raise if the listing was stopped before the last."""
    from rookery.queens.listing.listed import as_tuples

    for block in listed:
        if len(block):
            yield from as_tuples(block)
    if listed.reason is Reason.INTERRUPTED:
        raise KeyboardInterrupt
    if listed.reason is Reason.TIME:
        raise LimitError(f"the time limit came after {listed.found} {noun}")


@takes_guesses
def placement_chunks(
    puzzle: Queens, *, size: SupportsIndex = 65_536, start: Iterable[SupportsIndex] | None = None
) -> Iterator[NDArray[Any]]:
    """Yield the placements of a `Queens` puzzle as arrays, in lexicographic order.

    Parameters
    ----------
    puzzle, start
        As for `placements`.
    size
        The most placements in an array. An array may have fewer, after a tenth of a second.

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
    From n = 11 to 17, the left columns are searched depth first and the right ones, at most seven,
    are looked up in lists by the set of rows they use: about 10 million placements a second at
    n = 12 to 15. Other boards up to 62x62 are searched by a compiled kernel, larger ones in plain
    Python.

    Examples
    --------
    >>> from rookery.queens.puzzle import Queens
    >>> sum(len(chunk) for chunk in placement_chunks(Queens(8), size=50))
    92
    """
    from rookery.queens.listing.blocks import placement_chunks as found

    if family_of(puzzle).name != "queens":
        raise other_family("to list the placements of", "a Queens puzzle", puzzle)
    return found(puzzle, integer(size, "a size of at least 1 placement", 1), start)


@takes_guesses
def tours(puzzle: Tour, *, limits: AnyLimits = None) -> Iterator[tuple[Square, ...]]:
    """Yield the shortest tours of a `Tour` puzzle lazily, in lexicographic order.

    Parameters
    ----------
    puzzle
        The tour. Squares compare by file, then by rank.
    limits
        `Limits`, or a number of seconds from the call; none by default.

    Yields
    ------
    tuple of square
        The squares (row, column) of a tour, the start first. A complete listing is a proof that no
        others exist.

    Raises
    ------
    LimitError
        Before the first tour, when the search needs too much memory; the message says how much.
        Also when the deadline passes before the last tour. If the iterator ends without this error,
        all tours were listed.

    Examples
    --------
    >>> from rookery.tour.puzzle import Tour
    >>> list(tours(Tour.parse(["Q...", "N.PB"])))
    [((0, 0), (0, 2)), ((0, 0), (0, 3))]
    """
    settings = settings_for(limits=limits)
    from rookery.tour.counting import listing

    if family_of(puzzle).name != "tour":
        raise other_family("to list the tours of", "a Tour", puzzle)
    return _each(listing(puzzle, settings), "tours")


@takes_guesses
def covers(
    puzzle: Cover, *, fundamental: bool = False, limits: AnyLimits = None
) -> Iterator[tuple[PlacedPiece, ...]]:
    """Yield the cheapest covers of a `Cover` puzzle in order, once all are found.

    Parameters
    ----------
    puzzle
        The cover.
    fundamental
        Whether to list up to symmetry: the first cover of each class under the symmetries of the
        puzzle.
    limits
        `Limits`, or a number of seconds from the call; none by default.

    Yields
    ------
    tuple of (piece, row, column)
        The pieces of a cover, row by row; covers compare by their first square, then its piece, and
        so on. A complete listing is a proof that no others exist.

    Raises
    ------
    LimitError
        When the deadline passes before the last cover, after the covers found so far. If the
        iterator ends without this error, all covers were listed.

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
