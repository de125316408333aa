"""OR-tools' solvers, called so that limits and Ctrl-C reach them.

By themselves they block the thread that receives signals until they are done, and CP-SAT
catches SIGINT itself.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, wait
from contextlib import suppress
from threading import Event, Lock, Thread
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

Solved = TypeVar("Solved")

POLL_SECONDS = 0.05  # between two looks at the clock
LONGEST_SECONDS = 1e6  # that a wait takes; infinity is none


class SolverModule:
    """A solver's Python module, which takes up to a second to import; one object a process.

    Parameters
    ----------
    load
        Imports it.
    """

    def __init__(self, load: Callable[[], object]) -> None:
        self._load = load
        self._ready = Event()
        self._thread: Thread | None = None
        self._lock = Lock()

    @property
    def is_ready(self) -> bool:
        """Whether `load` or `wait` has imported it. Asking costs nothing."""
        return self._ready.is_set()

    def load(self) -> None:
        """Import it, before returning.

        A thread does so, in which no signal arrives: Ctrl-C inside the import of a compiled module
        would come out as an ImportError.
        """
        if not self.wait(LONGEST_SECONDS):
            self._load()  # raises what the thread met

    def wait(self, seconds: float) -> bool:
        """Import it, waiting so many seconds at most; return whether it is there.

        Where that is too long, it goes on in the background.
        """
        with self._lock:
            # A process that was forked has the object but not the thread.
            if not self.is_ready and (self._thread is None or not self._thread.is_alive()):
                self._thread = Thread(target=self._load_quietly, daemon=True)
                self._thread.start()
        if self._thread is not None and not self.is_ready:
            self._thread.join(min(seconds, LONGEST_SECONDS))
        return self.is_ready

    def _load_quietly(self) -> None:
        with suppress(ImportError):  # whoever imports it next is told
            self._load()
            self._ready.set()


def _load_cp_sat() -> None:
    from ortools.sat.python import cp_model  # noqa: F401 - it is there from now on


def _load_math_opt() -> None:
    from ortools.math_opt.python import mathopt  # noqa: F401 - it is there from now on


CP_SAT = SolverModule(_load_cp_sat)
MATH_OPT = SolverModule(_load_math_opt)


def cp_sat(seconds: float, workers: int = 1) -> cp_model.CpSolver:
    """Return a CP-SAT solver with a time limit, of any size, that leaves signals alone."""
    CP_SAT.load()
    from ortools.sat.python import cp_model

    solver = cp_model.CpSolver()
    solver.parameters.max_time_in_seconds = max(0.0, min(seconds, LONGEST_SECONDS))
    solver.parameters.num_workers = workers
    solver.parameters.catch_sigint_signal = False
    return solver


def interrupter() -> tuple[dict[str, Any], Callable[[], object] | None]:
    """Return arguments with which MathOpt's ``solve`` can be stopped, and what stops it.

    OR-tools has that from 9.13 on; before there are none, and nothing does.
    """
    try:
        from ortools.util.python.solve_interrupter import SolveInterrupter
    except ImportError:
        return {}, None
    made = SolveInterrupter()
    return {"interrupter": made}, made.interrupt


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
