"""OR-tools' solvers, with limits and Ctrl-C.

Direct calls would block the thread that receives signals, and CP-SAT would catch SIGINT itself.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import wait
from functools import partial
from importlib import import_module
from threading import Event, Lock, Thread
from typing import TYPE_CHECKING, Any, TypeVar

from rookery.results.limits import Check
from rookery.running.units import in_background

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

Solved = TypeVar("Solved")

POLL_SECONDS = 0.05  # seconds between two checks of the deadline
LONGEST_SECONDS = 1e6  # seconds of a wait; the solvers do not accept infinity


class SolverModule:
    """A solver's Python module, imported in the background because that takes up to a second."""

    def __init__(self, load: Callable[[], object]) -> None:
        self._load = load
        self._ready = Event()
        self._fault: ImportError | None = None
        self._thread: Thread | None = None
        self._lock = Lock()

    @property
    def is_ready(self) -> bool:
        """Whether `load` or `wait` has imported the module. The check is free."""
        return self._ready.is_set()

    def load(self) -> None:
        """Import the module before returning, or raise the error of the import.

        The import runs in a thread, which receives no signals: Ctrl-C inside the import of a
        compiled module would raise an ImportError.
        """
        self.wait(LONGEST_SECONDS)

    def wait(self, seconds: float) -> bool:
        """Return whether the module is imported after at most `seconds`; the import goes on.

        An import that has failed raises its error again.
        """
        with self._lock:
            # A forked process has the object but not the thread.
            if not self.is_ready and (self._thread is None or not self._thread.is_alive()):
                self._thread = Thread(target=self._import, daemon=True)
                self._thread.start()
        if self._thread is not None and not self.is_ready:
            self._thread.join(min(seconds, LONGEST_SECONDS))
        if self._fault is not None:
            raise self._fault
        return self.is_ready

    def _import(self) -> None:
        try:
            self._load()
            self._ready.set()
        except ImportError as fault:
            self._fault = fault


CP_SAT = SolverModule(partial(import_module, "ortools.sat.python.cp_model"))
MATH_OPT = SolverModule(partial(import_module, "ortools.math_opt.python.mathopt"))


def cp_sat(seconds: float, workers: int = 1) -> cp_model.CpSolver:
    """Return a CP-SAT solver that has a time limit and does not catch signals."""
    CP_SAT.load()
    from ortools.sat.python import cp_model

    solver = cp_model.CpSolver()
    solver.parameters.max_time_in_seconds = max(0.0, min(seconds, LONGEST_SECONDS))
    solver.parameters.num_workers = workers
    solver.parameters.catch_sigint_signal = False
    return solver


def interrupter() -> tuple[dict[str, Any], Callable[[], object] | None]:
    """Return arguments that make MathOpt's ``solve`` interruptible, and the function to stop it.

    Before OR-tools 9.13 the arguments are empty and the function is None.
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
    check_deadline: Check = bool,
) -> Solved:
    """Run a solver in a thread of its own and return its result.

    `stop` makes the call return soon. Without it, Ctrl-C abandons the thread, which ends with its
    time limit or the process. An exception from `check_deadline`, called at intervals, ends the
    call like Ctrl-C, and is raised once the solver has stopped.

    >>> watched(lambda: 7, stop=None)
    7
    """
    solved = in_background(solve)
    try:
        while not wait([solved], POLL_SECONDS).done:
            check_deadline()
    except BaseException:
        if stop is not None:
            stop()
            wait([solved])
        raise
    return solved.result()
