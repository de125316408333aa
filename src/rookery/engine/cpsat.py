"""CP-SAT within the limits of a run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rookery.engine.run import Partial, Run
from rookery.results.limits import LateError
from rookery.running.solvers import CP_SAT, cp_sat, watched

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

STAGE = "cp-sat"


def load(run: Run) -> None:
    """Load CP-SAT, which takes some tenths of a second the first time.

    Raises
    ------
    LateError
        When the deadline passes before it is there.
    """
    watched(CP_SAT.load, None, run.check_deadline)


def satisfied(model: cp_model.CpModel, run: Run) -> cp_model.CpSolver | None:
    """Return a solver with values that satisfy a model, or None where it is proved to have none.

    Raises
    ------
    LateError
        When the deadline has passed.
    KeyboardInterrupt
        At Ctrl-C, once CP-SAT has stopped.
    """
    from ortools.sat.python import cp_model

    solver = cp_sat(run.seconds_left(), run.settings.threads)
    solver.parameters.random_seed = run.seed % 2**31

    def solve() -> Any:
        return solver.solve(model)

    status, interrupted = watched(solve, solver.stop_search, lambda: run.take(Partial(stage=STAGE)))
    if status == cp_model.INFEASIBLE:
        return None
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        raise KeyboardInterrupt if interrupted else LateError
    return solver
