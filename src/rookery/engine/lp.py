"""Linear programs solved by GLOP, with one rule for limits, Ctrl-C and failure.

GLOP's values and duals are floating point: a proof of a bound must round them to the safe side. Any
duals, rounded to integers, give a valid bound.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from rookery.results.limits import Check, Clock, DeadlineExceeded, Limits
from rookery.running.solvers import LONGEST_SECONDS, MATH_OPT, interrupter, watched

if TYPE_CHECKING:
    from ortools.math_opt.python import mathopt

IMPORT_SECONDS = 0.3  # seconds to import the solver
READING = 0.5  # time reserved to read a solution, as a share of the time to make its program


class LinearProgram:
    """A growing model, solved again and again from the last basis.

    The model may change between two solves. The parameters are fields of MathOpt's
    ``SolveParameters``.
    """

    def __init__(self, model: mathopt.Model, **parameters: Any) -> None:
        self._model = model
        self._parameters = parameters
        self._solver: Any = None

    def solve(self, seconds: float, check: Check = bool) -> Any:
        """Solve the program; return MathOpt's result, or None unless it is optimal.

        GLOP may fail on a basis reached step by step; the solve then restarts without it, once.
        `check` is called from time to time: an error that it raises ends the solve. Ctrl-C raises a
        KeyboardInterrupt once GLOP has stopped.
        """
        from ortools.math_opt.python import mathopt

        limit = timedelta(seconds=max(0.0, min(seconds, LONGEST_SECONDS)))
        parameters = mathopt.SolveParameters(time_limit=limit, threads=1, **self._parameters)
        options, stop = interrupter()

        def solve() -> Any:
            for _ in range(2):
                try:
                    if self._solver is None:
                        self._solver = mathopt.IncrementalSolver(
                            self._model, mathopt.SolverType.GLOP
                        )
                    return self._solver.solve(params=parameters, **options)
                except Exception:
                    self._solver = None
            return None

        result = watched(solve, stop, check)
        optimal = mathopt.TerminationReason.OPTIMAL
        return result if result is not None and result.termination.reason is optimal else None


def solve_once(make: Callable[[Check], mathopt.Model], seconds: float, check: Check = bool) -> Any:
    """Make a linear program and solve it within a number of seconds, which may be infinite.

    Making the program may take half of the time, because reading the solution takes about as long.
    `make` calls its argument from time to time, and so does the solve: an error that `check` raises
    ends the call. Returns the result as `LinearProgram.solve` does; None also if the time is too
    short to make the program.
    """
    budget = Clock(Limits(seconds=seconds))
    if seconds < IMPORT_SECONDS and not MATH_OPT.is_ready:
        return None
    MATH_OPT.load()

    def check_half() -> None:
        check()
        if budget.seconds() > seconds / 2:
            raise DeadlineExceeded

    try:
        model = make(check_half)
    except DeadlineExceeded:
        check()
        return None
    return LinearProgram(model).solve(budget.seconds_left() - READING * budget.seconds(), check)
