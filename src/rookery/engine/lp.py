"""Linear programs by GLOP, with one rule for limits, Ctrl-C and failure.

GLOP's values and duals are floating point: whoever proves a bound by them rounds them to the safe
side. Duals rounded to integers give a valid bound whatever they are.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from rookery.results.limits import Clock, LateError, Limits
from rookery.running.solvers import LONGEST_SECONDS, MATH_OPT, interrupter, watched

if TYPE_CHECKING:
    from ortools.math_opt.python import mathopt

IMPORT_SECONDS = 0.3  # of the solver, the first time
READING = 0.5  # of the time to make a program, for reading its solution

Check = Callable[[], object]


class LinearProgram:
    """A model that is solved again as it grows, each time from the last basis.

    Parameters
    ----------
    model
        May be changed between two solves.
    parameters
        Of MathOpt's ``SolveParameters``.
    """

    def __init__(self, model: mathopt.Model, **parameters: Any) -> None:
        self._model = model
        self._parameters = parameters
        self._solver: Any = None

    def solve(self, seconds: float, check: Check = bool) -> Any:
        """Solve the program.

        GLOP fails in many ways on a basis that it comes to step by step; then it begins anew, once.

        Parameters
        ----------
        seconds
            At most.
        check
            Called now and then meanwhile; what it raises ends the solve.

        Returns
        -------
        SolveResult or None
            MathOpt's; None unless it is optimal.

        Raises
        ------
        KeyboardInterrupt
            At Ctrl-C, once GLOP has stopped.
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

        result, interrupted = watched(solve, stop, check)
        if interrupted:
            raise KeyboardInterrupt
        optimal = mathopt.TerminationReason.OPTIMAL
        return result if result is not None and result.termination.reason is optimal else None


def solve_once(make: Callable[[Check], mathopt.Model], seconds: float, check: Check = bool) -> Any:
    """Make a linear program and solve it, all within so many seconds.

    Making it takes half of them at most, since reading the solution takes about as long.

    Parameters
    ----------
    make
        Returns the model; calls its argument now and then.
    seconds
        At most; may be infinite.
    check
        Called now and then; what it raises ends all.

    Returns
    -------
    SolveResult or None
        As of `LinearProgram.solve`; None also when there is no time to make the program.
    """
    budget = Clock(Limits(seconds=seconds))
    if seconds < IMPORT_SECONDS and not MATH_OPT.is_ready:
        return None
    MATH_OPT.load()

    def check_half() -> None:
        check()
        if budget.seconds() > seconds / 2:
            raise LateError

    try:
        model = make(check_half)
    except LateError:
        check()
        return None
    return LinearProgram(model).solve(budget.left() - READING * budget.seconds(), check)
