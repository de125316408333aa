"""OR-tools' solvers, called so that limits and Ctrl-C reach them.

Left to themselves they hold the thread that gets the signals until they are done, and CP-SAT
catches SIGINT itself.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from concurrent.futures import Future, wait
from importlib import import_module
from threading import Event, Thread
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

Solved = TypeVar("Solved")

CP_SAT = "ortools.sat.python.cp_model"
POLL_SECONDS = 0.05
LONGEST_SECONDS = 1e6

_CP_SAT_IMPORTED = Event()


def cp_sat(seconds: float, workers: int = 1) -> cp_model.CpSolver:
    """Return a CP-SAT solver with a time limit, of any size, that leaves signals alone."""
    from ortools.sat.python import cp_model

    solver = cp_model.CpSolver()
    solver.parameters.max_time_in_seconds = max(0.0, min(seconds, LONGEST_SECONDS))
    solver.parameters.num_workers = workers
    solver.parameters.catch_sigint_signal = False
    return solver


def cp_sat_comes(seconds: float) -> bool:
    """Import CP-SAT's module, waiting so many seconds at most; return whether it is there.

    It takes about a second. Where that is too long, it goes on in the background.
    """
    if CP_SAT in sys.modules and _CP_SAT_IMPORTED.is_set():
        return True
    Thread(target=_import_cp_sat, daemon=True).start()
    return _CP_SAT_IMPORTED.wait(None if math.isinf(seconds) else seconds)


def _import_cp_sat() -> None:
    import_module(CP_SAT)
    _CP_SAT_IMPORTED.set()


def watched(
    solve: Callable[[], Solved],
    stop: Callable[[], object] | None,
    look: Callable[[], object] = bool,
) -> tuple[Solved, bool]:
    """Let a solver work in a thread of its own.

    Parameters
    ----------
    solve
        Calls the solver.
    stop
        Makes that call return soon; None where nothing does: then Ctrl-C leaves it behind, and
        it ends with its time limit or the process.
    look
        Called now and then meanwhile; what it raises ends the call too.

    Returns
    -------
    tuple
        What the call returned, and whether Ctrl-C made it return before its time.

    Examples
    --------
    >>> watched(lambda: 7, stop=None)
    (7, False)
    """
    solved: Future[Solved] = Future()
    Thread(target=_fulfil, args=(solved, solve), daemon=True).start()
    try:
        while not wait([solved], POLL_SECONDS).done:
            look()
    except BaseException as reason:
        if stop is None:
            raise
        stop()
        wait([solved])
        if not isinstance(reason, KeyboardInterrupt):
            raise
        return solved.result(), True
    return solved.result(), False


def _fulfil(promise: Future[Solved], work: Callable[[], Solved]) -> None:
    try:
        promise.set_result(work())
    except BaseException as error:
        promise.set_exception(error)
