"""Counts of answers, with a ledger of finished work units, and estimates of counts."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from os import PathLike, fspath
from typing import TYPE_CHECKING, Any, SupportsFloat, SupportsIndex

from rookery.errors import LimitError, PuzzleError, shown
from rookery.families import families, family_of, is_puzzle
from rookery.guesses import takes_guesses
from rookery.numbers import integer, real
from rookery.results.estimate import Estimate
from rookery.results.limits import Limits
from rookery.results.methods import Method, choose, keeping_units, method_names
from rookery.results.progress import OnProgress
from rookery.results.result import Reason, Result, Status
from rookery.results.settings import (
    DEVICES,
    AnyLimits,
    CountingMethod,
    Device,
    Settings,
    limits_of,
    runnable,
    settings_for,
)

if TYPE_CHECKING:
    from rookery.cover.puzzle import Cover
    from rookery.nonattacking.puzzle import NonAttacking
    from rookery.queens.puzzle import Queens
    from rookery.regions.puzzle import Regions
    from rookery.running.units import Executors
    from rookery.tour.puzzle import Tour

IMAGES = 8  # images of almost every placement under rotation and reflection
COUNTED = "a Queens, NonAttacking, Regions, Tour or Cover puzzle to count"
DEFAULT_SECONDS = 10.0  # seconds of an estimate

# Time of a count reserved for an estimate if it is stopped: a share of its seconds, within bounds.
KEPT_PART, KEPT_LEAST, KEPT_MOST = 0.1, 0.2, 1.0
KEPT_AT_MOST_PART = 0.25  # of the limit; caps KEPT_LEAST under short limits
SAMPLES_AFTER_WORK = 16  # after a work limit: a fixed number keeps the result repeatable
GPU_THREADS = 2  # threads that feed a GPU, at most: one prepares while it counts for the other
SECONDS_AFTER_INTERRUPT = 0.2  # seconds of sampling after Ctrl-C, so that the call returns soon


@takes_guesses
def count(  # noqa: PLR0913 - the call with all settings
    puzzle: Queens | NonAttacking | Regions | Tour | Cover,
    *,
    method: CountingMethod = "auto",
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
    device: Device = "cpu",
    certificate: str | PathLike[str] | None = None,
) -> Result[None, int]:
    """Count placements of `Queens`, `NonAttacking` or `Regions`, shortest tours or cheapest covers.

    Parameters
    ----------
    puzzle
        The puzzle. To count the placements of a `Heaviest`, use a `Queens` with its given and
        blocked squares.
    method, limits, seed, threads, on_progress
        As for `solve`; without limits, all answers are counted.
    executor
        Any `concurrent.futures.Executor`, or a function that makes one, to run the work units
        instead of threads: processes, or a Dask cluster's ``client.get_executor()``. Only the
        method ``halves`` for queens and the methods for `NonAttacking` pieces split into work
        units; all others count in this process.
    fundamental
        Whether to count up to symmetry: rotations and reflections of an answer count once. Queens
        need an open board; covers and `NonAttacking` pieces use the symmetries of the puzzle, on a
        torus including its shifts.
    save
        The ledger to create: a file that receives each work unit when it ends.
    resume
        The ledger of an earlier count, to continue from and to write to. Its seconds are added to
        the result's seconds; the limits do not include them.
    batch
        Work units sent to a worker together. Use more than 1 if the client is too slow for the
        number of workers.
    verify
        The share of work units, from 0 to 1, to run twice and compare, on different workers if
        there are several. Units of a ledger that were not compared yet are run again too.
    device
        The device that counts: ``"cpu"``; ``"cuda"``, the first GPU of each process that counts; or
        ``"any"``, a GPU where a process has one, else its CPU. Only the method ``halves`` for
        queens runs on a GPU, which needs the extra ``cuda``. The work units are the same on all
        devices, so any of them may continue a ledger.
    certificate
        The file to write a certificate of the count to, with the seconds that are left:
        `rookery.recounting` counts again without any code of the solvers. Exists for `Queens`,
        `Regions` and `NonAttacking` pieces that leap or ride. The result's note says how far the
        count was repeated.

    Returns
    -------
    Result
        Its value is the count, its answer None. If the puzzle has no answer, the status is OPTIMAL,
        the value 0, and `note` gives the reason. If placements may have any number of pieces,
        `by_number` holds the count for each number. If a limit or Ctrl-C stopped the count, the
        status is FEASIBLE and the value is a lower bound, the count so far; without any such bound
        the status is UNKNOWN and the value None. A stopped count of queens also has an `estimate`
        of the full count: a tenth of the seconds, from 0.2 s to 1 s, is reserved for it; after a
        work limit, it takes 16 samples.

    Raises
    ------
    PuzzleError
        As for `solve`; also when the puzzle is of another family, no GPU can count it, or
        `fundamental` is set for tours or for queens on a board that is not open, or the count has
        no certificate or its file cannot be written.
    DeviceError
        When a process that counts on ``"cuda"`` has no usable GPU, and when a GPU fails or runs out
        of memory.
    WorkError
        When workers of the executor die or are lost, and when the two runs of a work unit differ; a
        ledger then holds neither result. No unit counts twice.
    LedgerError
        When the ledger cannot be written, is not a ledger, belongs to another puzzle or version, or
        is in use.

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
    share = real(verify, "verify from 0 to 1")
    if share > 1:
        raise PuzzleError(expected="verify from 0 to 1", found=shown(verify))
    if device not in DEVICES:
        raise PuzzleError(expected='device "cpu", "cuda" or "any"', found=shown(device))
    counters = _counters(puzzle)
    if certificate is not None:
        from rookery import certificates

        if fundamental:
            raise PuzzleError(expected="a certificate, or a count up to symmetry", found="both")
        certificates.countable(puzzle)
        certificates.expect_writable(fspath(certificate))
    ledger = None
    if save is not None and resume is not None:
        raise PuzzleError(expected="a ledger to save or to resume", found="both")
    if (path := save if resume is None else resume) is not None:
        from rookery.running.ledger import LedgerFile
        from rookery.version import __version__

        ledger = LedgerFile(fspath(path), resume is not None, __version__)
    if ledger is not None or share:
        counters = keeping_units(counters, puzzle)
    if device == "cuda":
        counters = _on_gpu(counters, method, puzzle)
    chosen = choose(counters, method, puzzle)
    if device != "cpu" and executor is None:  # workers look for GPUs of their own
        from rookery.compiled.gpu import expect_gpu, is_there

        if device == "any":
            device = "cuda" if chosen.on_gpu and is_there() else "cpu"
        if device == "cuda":
            expect_gpu()
            settings = replace(settings, threads=min(settings.threads, GPU_THREADS))
    settings = replace(
        settings,
        executor=runnable(executor),
        ledger=ledger,
        batch=size,
        verify=share,
        device=device,
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
        from rookery.queens.symmetry import fundamental_result

        result = fundamental_result(result, settings)
    result = with_estimate(result, settings, parts=IMAGES if fundamental else 1)
    result = result.signed(chosen.name, settings)
    return result if certificate is None else _certified(result, fspath(certificate), settings)


def _certified(result: Result[None, int], path: str, settings: Settings) -> Result[None, int]:
    """Write the certificate of a count that has ended; note what it proves."""
    from rookery import certificates, recounting

    if result.status is not Status.OPTIMAL:
        notes = filter(None, (result.note, "no certificate: the count did not end"))
        return replace(result, note="; ".join(notes))
    left = settings.clock.seconds_left

    def number(puzzle: Any, seconds: float) -> int | None:
        part = count(puzzle, limits=seconds, threads=settings.threads)
        return part.value if part.status is Status.OPTIMAL else None

    return certificates.certified(
        result,
        path,
        lambda: certificates.certificate_of_count(result, number, left()),
        lambda data: recounting.verify(data, certificates.Timed(certificates.SHORT, left)),
    )


def _counters(puzzle: Any) -> tuple[Method, ...]:
    """Return the family's table of counting methods, or raise if it has none."""
    if not is_puzzle(puzzle):
        raise PuzzleError(expected=COUNTED, found=shown(puzzle))
    counters = family_of(puzzle).counters()
    if not counters:
        found = f"one of {puzzle.family}, which has one best answer and nothing to count"
        raise PuzzleError(expected=COUNTED, found=found)
    return counters


def _on_gpu(methods: tuple[Method, ...], name: str, puzzle: Any) -> tuple[Method, ...]:
    """Return the methods of this name that count on a GPU; raise a `PuzzleError` for none."""
    if name not in method_names(methods):
        return methods  # `choose` refuses the name
    able = [
        method._replace(suits=lambda puzzle: True)
        for method in methods
        if method.on_gpu and method.fits(puzzle) and name in ("auto", method.name)
    ]
    if not able:
        known = [one for family in families() for one in family.counters() if one.on_gpu]
        words = " or ".join(f"{one.on_gpu} by the method {one.name!r}" for one in known)
        found = shown(puzzle) if name == "auto" else f"{shown(puzzle)} by the method {name!r}"
        raise PuzzleError(f'a GPU counts {words}, not {found}; use device="cpu"')
    return tuple(able)


@takes_guesses
def estimate(
    puzzle: Queens,
    *,
    limits: AnyLimits = None,
    seed: SupportsIndex = 0,
    threads: SupportsIndex | None = None,
    on_progress: OnProgress | None = None,
) -> Estimate:
    """Estimate the number of placements of a `Queens` puzzle from random samples.

    Parameters
    ----------
    puzzle
        The board, up to 200x200, with its given and blocked squares.
    limits
        `Limits`, or a number of seconds; 10 s by default. ``Limits(work=...)`` is a number of
        samples.
    seed
        With a limit of work the same seed gives the same estimate, whatever the threads.
    threads, on_progress
        As for `solve`. Ctrl-C ends the sampling; the samples so far give the estimate.

    Returns
    -------
    Estimate
        Its value is unbiased: the mean over all seeds is the count. The error and the interval are
        estimates themselves, not bounds. If the samples enumerate all placements, as up to n = 10,
        the value is exact and the error 0. If no sample finds a placement, as may happen where
        hardly any prefix can be completed, the value is 0 and the error None.

    Raises
    ------
    PuzzleError
        When the answers of the puzzle's family cannot be estimated.
    LimitError
        When the board has more than 200 rows.

    Notes
    -----
    A sample takes about 12 ms at n = 24 and 0.1 s at n = 100; its standard deviation is 3 to 7
    per cent of the count on open boards. The method is stochastic enumeration (R. Rubinstein,
    "Stochastic enumeration method for counting NP-hard problems", Methodology and Computing in
    Applied Probability 15, 2013), which follows many random paths through the search tree where
    D. E. Knuth follows one ("Estimating the efficiency of backtrack programs", Mathematics of
    Computation 29, 1975).

    Examples
    --------
    >>> from rookery.queens.puzzle import Queens
    >>> from rookery.results.limits import Limits
    >>> estimate(Queens(8))
    <Estimate of queens: 92, exactly, ... s>
    >>> estimated = estimate(Queens(16), limits=Limits(work=20), seed=1)
    >>> low, high = estimated.interval()
    >>> low < 14_772_512 < high
    True
    """
    settings = settings_for(limits=limits, seed=seed, threads=threads, on_progress=on_progress)
    estimator = family_of(puzzle).estimator
    if estimator is None:
        able = " or ".join(family.puzzle.__name__ for family in families() if family.estimator)
        raise PuzzleError(
            expected=f"a {able} puzzle whose count can be estimated",
            found=f"one of {puzzle.family}",
        )
    given = limits_of(limits)
    if given.seconds is None and given.work is None:
        settings = settings.stopping(DEFAULT_SECONDS)
    return estimator(puzzle, settings)


def counting_settings(puzzle: Any, settings: Settings) -> Settings:
    """Return the settings of a count with an earlier deadline, to reserve time for an estimate."""
    seconds = settings.limits.seconds
    if seconds is None or family_of(puzzle).estimator is None:
        return settings
    kept = min(KEPT_MOST, max(KEPT_LEAST, KEPT_PART * seconds), KEPT_AT_MOST_PART * seconds)
    return replace(settings, clock=settings.clock.allowing(settings.clock.seconds_left() - kept))


def with_estimate(result: Result[None, int], settings: Settings, parts: int) -> Result[None, int]:
    """Return the result of a count, with an estimate of the full count if it was stopped.

    The estimate uses the seconds that remain of the call's settings, a fixed number of samples
    after a work limit, and a fraction of a second after Ctrl-C. The value of the result counts one
    of `parts` equal parts.
    """
    estimator = family_of(result.puzzle).estimator
    if estimator is None or result.status is not Status.FEASIBLE:
        return result
    clock, limits = settings.clock, Limits()
    if result.reason is Reason.WORK:
        limits = Limits(work=SAMPLES_AFTER_WORK)
    elif result.reason is Reason.INTERRUPTED:
        clock = clock.allowing(min(clock.seconds_left(), SECONDS_AFTER_INTERRUPT))
    if not clock.seconds_left():
        return result
    with suppress(LimitError):
        began = clock.seconds()
        estimated = estimator(result.puzzle, replace(settings, limits=limits, clock=clock))
        if estimated.value is not None:
            seconds = estimated.seconds - began
            return replace(result, estimate=replace(estimated.part(parts), seconds=seconds))
    return result
