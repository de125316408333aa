"""What a user calls: solve, count, placements, sample, tours, check, read.

Every answer is passed through its puzzle's `check`, plain Python written from the rules,
before it is handed out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from importlib import import_module
from itertools import chain
from os import PathLike, cpu_count, fspath
from typing import TYPE_CHECKING, Any

from rookery.errors import PuzzleError, RookeryError, shown
from rookery.result import Clock, Limits, Method, OnProgress, Result, Settings, choose

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from rookery.board import Square
    from rookery.ledger import LedgerFile
    from rookery.queens.placements import Placement
    from rookery.queens.puzzle import Queens
    from rookery.tour.puzzle import Tour
    from rookery.work import Executors

REMEMBERED = 256


def solve(  # noqa: PLR0913 - the one call with all there is to set
    puzzle: Any,
    method: str = "auto",
    limits: Limits | None = None,
    seed: int = 0,
    threads: int | None = None,
    on_progress: OnProgress | None = None,
    start: Any = None,
) -> Result:
    """Solve a puzzle of any family.

    Parameters
    ----------
    puzzle
        A `Queens`, `Heaviest`, `Tour` or `Cover`.
    method
        A name of the family's table; ``auto`` takes the first that fits.
    limits
        When to stop although nothing is proved; none by default.
    seed
        Of all random choices; with one thread and a work limit, results repeat.
    threads
        At most so many; as many as the machine has cores by default.
    on_progress
        Called with a `Progress` from time to time and at every better value or bound.
    start
        A right answer to improve on; of `Cover` puzzles only.

    Returns
    -------
    Result
        Its answer has passed `check`.

    Raises
    ------
    PuzzleError
        When the method is unknown or does not fit, `threads` is below 1, or `start` is
        no right answer.

    Examples
    --------
    >>> from rookery.tour.puzzle import Tour
    >>> solve(Tour.parse(["Q..", "...", "N.B"])).value
    1
    """
    settings = _settings(limits, seed, threads, on_progress)
    chosen = choose(_methods(puzzle), method, puzzle)
    if start is not None:
        settings = replace(settings, start=_right(puzzle, start))
    return _checked(chosen.run(puzzle, settings), chosen.name, settings)


def solve_each(puzzles: Iterable[Any], **keywords: Any) -> Iterator[Result]:
    """Solve puzzles one after the other, each as soon as it is read.

    Equal `Queens` puzzles are solved once. Boards of `Cover` share the seconds of the limits.

    Parameters
    ----------
    puzzles
        May be a generator that raises: the results of all before it come out first.
    **keywords
        As for `solve`.
    """
    puzzles = iter(puzzles)
    first = next(puzzles, None)
    if first is None:
        return
    rest = chain([first], puzzles)
    if first.family == "cover":
        yield from _covers(rest, **keywords)
    else:
        solve_one: Callable[[Any], Result] = partial(solve, **keywords)
        if first.family == "queens":
            solve_one = lru_cache(maxsize=REMEMBERED)(solve_one)
        yield from map(solve_one, rest)


def _covers(puzzles: Iterator[Any], method: str = "auto", **keywords: Any) -> Iterator[Result]:
    """Solve all boards within one time limit; raise what reading them raised at the end."""
    from rookery.cover.boards import solve_boards

    boards, fault = [], None
    try:
        for puzzle in puzzles:
            boards.append(puzzle)
    except RookeryError as error:
        fault = error
    settings = _settings(**keywords)
    if method == "auto":
        for result in solve_boards(boards, settings):
            yield _checked(result, result.method, settings)
    else:
        for number, board in enumerate(boards):
            share = settings.clock.share(len(boards) - number)
            yield solve(board, method, **(keywords | {"limits": share}))
    if fault is not None:
        raise fault


def count(  # noqa: PLR0913 - the one call with all there is to set
    puzzle: Queens | Tour,
    method: str = "auto",
    fundamental: bool = False,
    executor: Executors | None = None,
    save: str | PathLike[str] | None = None,
    resume: str | PathLike[str] | None = None,
    batch: int = 1,
    **keywords: Any,
) -> Result:
    """Count the placements of a `Queens` puzzle, or the shortest tours of a `Tour`.

    Parameters
    ----------
    puzzle, method, **keywords
        As for `solve`.
    fundamental
        Whether to count placements that are turned or mirrored images of each other once; of
        an open board only.
    executor
        Any `concurrent.futures.Executor`, or a function that makes one, to do the units of
        work instead of threads: processes, or a Dask cluster's ``client.get_executor()``. It
        serves the method ``halves``, for queens; what has no units is counted here.
    save
        A file to be made, the ledger: every unit is written to it as it ends.
    resume
        The ledger of an earlier count, to go on from and to write to. Its seconds are part of
        the result's, but not of the limits'.
    batch
        Units sent to a worker together; more than 1 where workers are so many that the client
        is too slow for them.

    Returns
    -------
    Result
        Its value is the count, its answer None. When a limit or Ctrl-C stopped it, the
        status is FEASIBLE and the value what was counted so far, which the count is not below,
        or UNKNOWN without a value.

    Raises
    ------
    PuzzleError
        When the puzzle is of another family, as for `solve`, and when `fundamental` is asked
        of anything but queens on an open board.
    WorkError
        When workers of the executor die or are lost. No unit counts twice.
    LedgerError
        When the ledger cannot be written, is no ledger, is that of another puzzle or version,
        or is in use.

    Notes
    -----
    Queens up to n = 24: in seconds up to n = 18, in minutes up to 20, on one core.

    Examples
    --------
    >>> from rookery.queens.puzzle import Queens
    >>> from rookery.tour.puzzle import Tour
    >>> count(Queens(6)).value, count(Queens(6), fundamental=True).value
    (4, 1)
    >>> count(Tour.parse(["Q...", "....", "N..B"])).value
    5
    """
    if not isinstance(batch, int) or batch < 1:
        raise PuzzleError(f"expected a batch of at least 1, got {shown(batch)}")
    counters = _counters(puzzle)
    ledger = _ledger_file(save, resume)
    if ledger is not None:
        counters = _counters_in_units(counters, puzzle)
    chosen = choose(counters, method, puzzle)
    settings = replace(
        _settings(**keywords), executor=_runnable(executor), ledger=ledger, batch=batch
    )
    if fundamental:
        _expect_open(puzzle)
    result = chosen.run(puzzle, settings)
    if fundamental:
        from rookery.queens.symmetric import fundamental_result

        result = fundamental_result(result)
    return result.signed(chosen.name, settings)


def _runnable(executor: Any) -> Any:
    if executor is None or callable(executor) or hasattr(executor, "submit"):
        return executor
    raise PuzzleError(f"expected an executor, or what makes one, got {shown(executor)}")


def _ledger_file(save: Any, resume: Any) -> LedgerFile | None:
    if save is None and resume is None:
        return None
    from rookery.ledger import LedgerFile
    from rookery.version import __version__

    if save is not None and resume is not None:
        raise PuzzleError("expected a ledger to save or to resume, got both")
    return LedgerFile(fspath(save if resume is None else resume), resume is not None, __version__)


def _counters_in_units(counters: tuple[Method, ...], puzzle: Any) -> tuple[Method, ...]:
    """Return the methods whose work a ledger can keep, for any puzzle that they fit."""
    kept = [counter for counter in counters if counter.in_units and counter.fits(puzzle)]
    if not kept:
        raise PuzzleError(f"a count of {shown(puzzle)} has no units for a ledger to keep")
    return tuple(replace(counter, suits=lambda puzzle: True) for counter in kept)


def _expect_open(puzzle: Any) -> None:
    if puzzle.family != "queens" or puzzle.given or puzzle.blocked:
        raise PuzzleError(
            f"expected queens on an open board for placements up to symmetry, got {shown(puzzle)}"
        )


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
    from rookery.queens.listing import placements as found

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
    from rookery.queens.listing import placement_chunks as found

    return found(puzzle, size, start)


def sample(puzzle: Queens, k: int, seed: int = 0) -> list[Placement]:
    """Return placements of a `Queens` puzzle drawn at random, all with the same probability.

    Parameters
    ----------
    puzzle
        The board with its given and blocked squares.
    k
        How many; the same may be drawn more than once.
    seed
        The same seed gives the same sample.

    Returns
    -------
    list of tuple of int
        The row from 0 of the queen in each column.

    Raises
    ------
    PuzzleError
        When there is no placement or `k` is negative.
    LimitError
        When more than 18 columns have more than one open square.

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
    from rookery.queens.sampling import sample as drawn

    return drawn(puzzle, k, seed)


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
    from rookery.queens.puzzle import placement_faults
    from rookery.queens.single import PLACERS, find

    settings = _settings(**keywords)
    chosen = choose(PLACERS, method, puzzle)
    result = find(chosen, puzzle, settings)
    if result.answer is not None:
        faults = placement_faults(puzzle.n, puzzle.given, puzzle.blocked, result.answer)
        if faults:
            raise RookeryError(f"method {chosen.name!r} gave a wrong placement: {faults[0]}")
    return result.signed(chosen.name, settings)


def tours(puzzle: Tour) -> Iterator[tuple[Square, ...]]:
    """Yield the shortest tours of a `Tour` puzzle in lexicographic order, each when asked for.

    Squares compare by file, then by rank.

    Raises
    ------
    LimitError
        At the first, when the search needs too much memory; the text says how much.

    Examples
    --------
    >>> from rookery.tour.puzzle import Tour
    >>> list(tours(Tour.parse(["Q...", "N.PB"])))
    [((0, 0), (0, 2)), ((0, 0), (0, 3))]
    """
    from rookery.tour.methods import tours as found

    return found(puzzle)


def check(puzzle: Any, answer: Any) -> list[str]:
    """Return what is wrong with an answer by the rules, in words; nothing when it is right."""
    faults: list[str] = puzzle.check(answer)
    return faults


def read(path: str | PathLike[str], statement: str) -> list[Any]:
    """Read all puzzles of a statement's input file.

    Raises
    ------
    InputError
        At the first fault, with its place.
    """
    from rookery.statements import load
    from rookery.text import Tokens

    module = load(statement)
    with open(path, "rb") as stream:
        return list(module.read(Tokens(stream, fspath(path))))


def _methods(puzzle: Any) -> tuple[Method, ...]:
    family = getattr(puzzle, "family", None)
    if not isinstance(family, str):
        raise PuzzleError(f"expected a puzzle, got {shown(puzzle)}")
    return _table(family)


def _counters(puzzle: Any) -> tuple[Method, ...]:
    """Return the table of the methods that count, of a family that has one."""
    family = getattr(puzzle, "family", None)
    counters: tuple[Method, ...] = ()
    if isinstance(family, str):
        counters = getattr(import_module(f"rookery.{family}.methods"), "COUNTERS", ())
    if not counters:
        raise PuzzleError(f"expected a Queens or Tour puzzle to count, got {shown(puzzle)}")
    return counters


@lru_cache
def _table(family: str) -> tuple[Method, ...]:
    methods: tuple[Method, ...] = import_module(f"rookery.{family}.methods").METHODS
    return methods


@lru_cache
def _cores() -> int:
    return cpu_count() or 1


def _right(puzzle: Any, start: Any) -> Any:
    """Return an answer to start from, when the puzzle takes one and it is right."""
    if puzzle.family != "cover":
        raise PuzzleError(f"expected no start for a puzzle of {puzzle.family}, got {shown(start)}")
    faults = puzzle.check(start)
    if faults:
        raise PuzzleError(f"expected a right answer to start from, got one with: {faults[0]}")
    return tuple(start)


def _settings(
    limits: Limits | None = None,
    seed: int = 0,
    threads: int | None = None,
    on_progress: OnProgress | None = None,
) -> Settings:
    limits = Limits() if limits is None else limits
    threads = _cores() if threads is None else threads
    if not isinstance(threads, int) or threads < 1:
        raise PuzzleError(f"expected threads of at least 1, got {shown(threads)}")
    return Settings(limits, seed, threads, on_progress, Clock(limits))


def _checked(result: Result, method: str, settings: Settings) -> Result:
    """Return the result with times, method and seed, its answer checked by the rules."""
    if result.answer is not None:
        faults = result.puzzle.check(result.answer)
        value = None if faults else result.puzzle.value(result.answer)
        if not faults and value != result.value:
            faults = [f"its value is {value}, not {result.value}"]
        if faults:
            raise RookeryError(f"method {method!r} gave a wrong answer: {faults[0]}")
    return result.signed(method, settings)
