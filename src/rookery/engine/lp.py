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
    """A model, solved again and again from the last basis.

    Between two solves variables and rows may be added, and rows that are slack removed. The
    parameters are fields of MathOpt's ``SolveParameters``.
    """

    def __init__(self, model: mathopt.Model, **parameters: Any) -> None:
        self._model = model
        self._parameters = parameters
        self._solver: Any = None
        self._basis: mathopt.Basis | None = None

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

        optimal = mathopt.TerminationReason.OPTIMAL

        def solve() -> mathopt.SolveResult | None:
            for _ in range(2):
                try:
                    if self._solver is None:
                        self._solver = mathopt.IncrementalSolver(
                            self._model, mathopt.SolverType.GLOP
                        )
                    start = self._start()
                    # presolve would lose the basis
                    parameters.presolve = mathopt.Emphasis.OFF if start.initial_basis else None
                    result = self._solver.solve(params=parameters, model_params=start, **options)
                    ended = result.termination
                except Exception:
                    ended = None
                if ended is not None and ended.reason is optimal:
                    self._basis = result.solutions[0].basis
                    return result
                if ended is not None and ended.limit is not None:
                    return None
                self._solver = self._basis = None
            return None

        return watched(solve, stop, check)

    def _start(self) -> mathopt.ModelSolveParameters:
        """Return the last basis as the start: new rows are slack, new variables at their bounds."""
        from ortools.math_opt.python import mathopt

        basis = None
        if self._basis is not None:
            low, basic = mathopt.BasisStatus.AT_LOWER_BOUND, mathopt.BasisStatus.BASIC
            of_variable, of_row = self._basis.variable_status, self._basis.constraint_status
            basis = mathopt.Basis(
                {variable: of_variable.get(variable, low) for variable in self._model.variables()},
                {row: of_row.get(row, basic) for row in self._model.linear_constraints()},
            )
        no_reduced_costs = mathopt.VariableFilter(filtered_items=())  # to read them takes long
        return mathopt.ModelSolveParameters(
            initial_basis=basis, reduced_costs_filter=no_reduced_costs
        )


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
