"""Counting: by threads, processes or a cluster, with a ledger that survives."""

from __future__ import annotations

from dataclasses import replace
from os import PathLike, fspath
from typing import TYPE_CHECKING, Any, SupportsFloat, SupportsIndex

from rookery.api.estimating import counting_settings, with_estimate
from rookery.api.settings import AnyLimits, runnable, settings_for
from rookery.errors import PuzzleError, shown
from rookery.families import family_of, is_puzzle
from rookery.numbers import integer, real
from rookery.results.methods import Method, choose, keeping_units
from rookery.results.progress import OnProgress
from rookery.results.result import Result

if TYPE_CHECKING:
    from rookery.cover.puzzle import Cover
    from rookery.nonattacking.puzzle import NonAttacking
    from rookery.queens.puzzle import Queens
    from rookery.regions.puzzle import Regions
    from rookery.running.ledger import LedgerFile
    from rookery.running.units import Executors
    from rookery.tour.puzzle import Tour

IMAGES = 8
"""Of a placement by turning and mirroring, for all but a vanishing part."""
COUNTED = "a Queens, NonAttacking, Regions, Tour or Cover puzzle to count"


def count(  # noqa: PLR0913 - the one call with all there is to set
    puzzle: Queens | NonAttacking | Regions | Tour | Cover,
    *,
    method: str = "auto",
    limits: AnyLimits = None,
    seed: SupportsIndex = 0,
    threads: SupportsIndex | None = None,
    executor: Executors | None = None,
    on_progress: OnProgress | None = None,
    fundamental: bool = False,
    save: str | PathLike[str] | None = None,
    resume: str | PathLike[str] | None = None,
    batch: SupportsIndex = 1,
    verify: SupportsFloat = 0.0,
) -> Result[None]:
    """Count placements of `Queens`, `NonAttacking` or `Regions`, shortest tours or cheapest covers.

    Parameters
    ----------
    puzzle
        The placements of a `Heaviest` are those of a `Queens` with its given and blocked squares.
    method, limits, seed, threads, on_progress
        As for `solve`; without limits it counts to the end.
    executor
        Any `concurrent.futures.Executor`, or a function that makes one, to do the units of
        work instead of threads: processes, or a Dask cluster's ``client.get_executor()``. Only
        the method ``halves`` for queens, and those for `NonAttacking` pieces, work in units; all
        others count in this process.
    fundamental
        Whether to count answers that are rotations or reflections of each other only once; of
        queens on an open board, of covers and `NonAttacking` pieces by the symmetries that the
        puzzle has, on a torus its shifts too.
    save
        A file to create, the ledger: each unit is written to it as it ends.
    resume
        The ledger of an earlier count, to go on from and to write to. Its seconds are part of
        the result's, but not of the limits'.
    batch
        Units sent to a worker together; more than 1 where workers are so many that the client
        is too slow for them.
    verify
        Which part of the units is done twice, from 0 to 1, by different workers where there are
        several, and compared. Those of a ledger that were not compared yet are done again too.

    Returns
    -------
    Result
        Its value is the count, its answer None; of a puzzle without any it is OPTIMAL with the
        value 0, and `note` says in words why there is none. Placements of any number of pieces
        are also counted for each number, in `by_number`. When a limit or Ctrl-C stopped it, the
        status is FEASIBLE and the value what was counted so far: at least that many exist. It is
        UNKNOWN without a value when nothing can be told. Of queens an `estimate` of the whole is
        beside what was counted so far, for which a tenth of the seconds is kept, from 0.2 s to
        1 s; after a limit of work it takes 16 samples.

    Raises
    ------
    PuzzleError
        When the puzzle is of another family, as for `solve`, and when `fundamental` is asked
        of tours, or of queens on a board that is not open.
    WorkError
        When workers of the executor die or are lost, and when a unit done twice comes out
        differently; a ledger then has neither result. No unit counts twice.
    LedgerError
        When the ledger cannot be written, is no ledger, is that of another puzzle or version,
        or is in use.

    Notes
    -----
    Queens up to n = 28: in seconds up to n = 18, in minutes up to 20, on one core.

    Examples
    --------
    >>> from rookery.queens.puzzle import Queens
    >>> from rookery.tour.puzzle import Tour
    >>> count(Queens(6)).value, count(Queens(6), fundamental=True).value
    (4, 1)
    >>> count(Tour.parse(["Q...", "....", "N..B"])).value
    5
    >>> from rookery.cover.puzzle import Cover
    >>> knights = Cover.domination(3, piece="knight")
    >>> count(knights).value, count(knights, fundamental=True).value
    (8, 2)
    """
    settings = settings_for(limits=limits, seed=seed, threads=threads, on_progress=on_progress)
    size = integer(batch, "a batch of at least 1", 1)
    share = _share(verify)
    counters = _counters(puzzle)
    ledger = _ledger_file(save, resume)
    if ledger is not None or share:
        counters = keeping_units(counters, puzzle)
    chosen = choose(counters, method, puzzle)
    settings = replace(
        settings,
        executor=runnable(executor),
        ledger=ledger,
        batch=size,
        verify=share,
    )
    up_to_symmetry = family_of(puzzle).fundamental if fundamental else None
    if up_to_symmetry is not None:
        return up_to_symmetry(puzzle, settings, chosen).signed(chosen.name, settings)
    if fundamental:
        from rookery.queens.puzzle import expect_open

        expect_open(puzzle)
    counting = counting_settings(puzzle, settings)
    result = chosen.run(puzzle, counting)
    settings.clock.earlier = counting.clock.earlier
    if fundamental:
        from rookery.queens.counting.symmetric import fundamental_result

        result = fundamental_result(result, settings)
    result = with_estimate(result, settings, parts=IMAGES if fundamental else 1)
    return result.signed(chosen.name, settings)


def _share(verify: SupportsFloat) -> float:
    share = real(verify, "verify from 0 to 1")
    if share > 1:
        raise PuzzleError(expected="verify from 0 to 1", found=shown(verify))
    return share


def _counters(puzzle: Any) -> tuple[Method, ...]:
    """Return the table of the methods that count, of a family that has one."""
    counters = family_of(puzzle).counters() if is_puzzle(puzzle) else ()
    if not counters and is_puzzle(puzzle):
        raise PuzzleError(
            expected=COUNTED,
            found=f"one of {puzzle.family}: it has a best answer, not a number of them",
        )
    if not counters:
        raise PuzzleError(expected=COUNTED, found=shown(puzzle))
    return counters


def _ledger_file(save: Any, resume: Any) -> LedgerFile | None:
    if save is None and resume is None:
        return None
    from rookery.running.ledger import LedgerFile
    from rookery.version import __version__

    if save is not None and resume is not None:
        raise PuzzleError(expected="a ledger to save or to resume", found="both")
    return LedgerFile(fspath(save if resume is None else resume), resume is not None, __version__)
