"""How many tours of a whole board there are, within limits."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import count
from threading import Event

from rookery.errors import LimitError
from rookery.results.limits import LateError
from rookery.results.progress import Progress
from rookery.results.result import Reason, Result, Status
from rookery.results.settings import Settings
from rookery.running.solvers import watched
from rookery.tour.hamiltonian.graph import Graph
from rookery.tour.hamiltonian.impossible import why_none
from rookery.tour.hamiltonian.walks import walks
from rookery.tour.puzzle import Tour

SWEPT_SQUARES = 4
"""Tours of fewer squares are counted one by one."""

AGAIN = "every tour stands on some square again"


def run_sweep(tour: Tour, settings: Settings) -> Result:
    """Count the tours of a whole board by a sweep over it; see `rookery.tour.hamiltonian.frontier`.

    A tour is counted as it is written down: a path and its reverse are two, unless the start is
    given; so are the two ways round a closed tour. One unit of work is a square.

    Returns
    -------
    Result
        OPTIMAL with the exact number as value. Without it, UNKNOWN with the part of the board that
        was swept as `share`, and the states there in `note`; a sweep has no part of the number. So
        too of a tour without `once` that cannot but stand on squares again, and where not every
        move can be taken back; with `once` such tours are counted one by one.
    """
    if len(tour.free_squares()) < SWEPT_SQUARES:
        return run_walks(tour, settings)
    swept: list[Progress] = []
    over = Event()
    try:
        why, number = _watched(partial(_swept, tour, settings, over, swept), settings, swept)
    except LateError as late:
        return _stopped(tour, swept, late.args[0] if late.args else Reason.TIME)
    except KeyboardInterrupt:
        return _stopped(tour, swept, Reason.INTERRUPTED)
    except LimitError as error:
        return replace(_stopped(tour, swept, Reason.MEMORY), note=str(error))
    finally:
        over.set()
    if number is None:
        return run_walks(tour, settings) if tour.once else _stopped(tour, swept, Reason.DONE)
    if not number and not tour.once:
        return Result(tour, None, None, None, Status.UNKNOWN, Reason.DONE, note=AGAIN)
    return replace(Result.proved(tour, None, number), note=why or "")


def _swept(
    tour: Tour, settings: Settings, over: Event, swept: list[Progress]
) -> tuple[str | None, int | None]:
    """Return why there is no tour, or None, and how many there are; None if moves go one way."""
    from rookery.tour.hamiltonian.frontier import Ring, Swept, cycles

    work = settings.limits.work

    def leave() -> None:
        if over.is_set():
            raise LateError

    def told(now: Swept) -> None:
        seconds, stage = settings.clock.seconds(), f"{now.states} states"
        swept.append(Progress(seconds, done=now.squares, total=now.of, stage=stage))
        if work is not None and work <= now.squares < now.of:
            raise LateError(Reason.WORK)

    graph = Graph.of(tour, leave)
    if not graph.goes_back:
        return None, None
    why = why_none(graph, tour.mover, leave)
    return why, 0 if why else cycles(Ring.of(graph), leave, told)


def _watched(
    work: Callable[[], tuple[str | None, int | None]], settings: Settings, swept: list[Progress]
) -> tuple[str | None, int | None]:
    """Let a sweep work in a thread of its own, which is left behind when it is late."""
    reported = count()
    next_one = next(reported)

    def look() -> None:
        nonlocal next_one
        while next_one < len(swept):
            settings.report(swept[next_one])
            next_one = next(reported)
        settings.clock.look()

    result, _ = watched(work, None, look)
    return result


def _stopped(tour: Tour, swept: list[Progress], reason: Reason) -> Result:
    """Return what is known of a sweep that did not end."""
    found = Result(tour, None, None, None, Status.UNKNOWN, reason)
    if not swept:
        return found
    last = swept[-1]
    note = f"{last.done} of {last.total} squares swept, {last.stage}"
    return replace(found, share=last.done / (last.total or 1), note=note)


def run_walks(tour: Tour, settings: Settings) -> Result:
    """Count the tours of a whole board one by one; one unit of work is a tour.

    Returns
    -------
    Result
        OPTIMAL with the exact number; FEASIBLE with the number so far when a limit or Ctrl-C came
        before, or UNKNOWN when there was none yet.
    """
    found, reason = 0, Reason.PROVED
    try:
        graph = Graph.of(tour, settings.clock.look)
        for path in walks(graph, settings.clock.look):
            if tour.turn is not None and tour.check(graph.answer(path)):
                continue
            if found == settings.limits.work:
                reason = Reason.WORK
                break
            found += 1
    except LateError:
        reason = Reason.TIME
    except KeyboardInterrupt:
        reason = Reason.INTERRUPTED
    if reason is not Reason.PROVED:
        status = Status.FEASIBLE if found else Status.UNKNOWN
        return Result(tour, None, found or None, None, status, reason)
    if not found and not tour.once:
        return Result(tour, None, None, None, Status.UNKNOWN, Reason.DONE, note=AGAIN)
    return Result.proved(tour, None, found)
