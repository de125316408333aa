"""CP-SAT as a method: its answers and bounds as partials, its search ended with the method."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from threading import Event, Thread
from typing import TYPE_CHECKING, Any

from rookery.engine.run import POLL_SECONDS, Partial, Run
from rookery.results.values import Value
from rookery.running.solvers import CP_SAT, cp_sat

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

STAGE = "cp-sat"
SEEDS = 1 << 31  # of CP-SAT
STOPPED = ("FEASIBLE", "UNKNOWN")  # the statuses of a search that a limit ended

Read = Callable[[Callable[[Any], int]], Partial]
"""Returns a partial with a solution's answer; the solution is a function of a variable."""


@dataclass(frozen=True)
class Solved:
    """The end of a search.

    Attributes
    ----------
    status
        The name of CP-SAT's status: ``"OPTIMAL"`` and ``"INFEASIBLE"`` are proofs.
    found
        What was read of the last and best solution, with its bound; None without any.
    """

    status: str
    found: Partial | None


def loaded(run: Run) -> Generator[Partial, None, Any]:
    """Import CP-SAT, which takes up to a second; return its module ``cp_model``."""
    while not CP_SAT.wait(min(POLL_SECONDS, run.seconds_left())):
        yield Partial(stage=STAGE)
    from ortools.sat.python import cp_model

    return cp_model


def solve(
    model: cp_model.CpModel,
    read: Read,
    run: Run,
    bound: Callable[[float], Value] | None = None,
    **parameters: Any,
) -> Generator[Partial, None, Solved]:
    """Solve a model; a step is a conflict.

    Parameters
    ----------
    model
        Made after CP-SAT was `loaded`.
    read
        Called in CP-SAT's thread.
    run
        Its limits, its seed and its threads are the solver's.
    bound
        Returns the puzzle's bound of the objective's, rounded to the safe side. By default none is
        taken.
    **parameters
        Of CP-SAT.

    Returns
    -------
    Solved
        When CP-SAT ends by a proof. A search that is stopped hands out its last answer and bound.
    """
    solver = cp_sat(run.seconds_left(), run.settings.threads)
    limits = run.settings.limits
    solver.parameters.random_seed = run.seed % SEEDS
    if limits.work is not None:
        solver.parameters.max_number_of_conflicts = run.steps(limits.work)
    if limits.gap is not None:
        solver.parameters.relative_gap_limit = limits.gap
    for name, value in parameters.items():
        setattr(solver.parameters, name, value)
    search = _Search(solver, model, read, bound)
    search.start()
    try:
        while not search.ended.wait(POLL_SECONDS):
            yield search.told()
    finally:
        if not search.ended.is_set():
            solver.stop_search()
            search.ended.wait()
            run.take(search.told())
    if search.error is not None:
        raise search.error
    while search.status in STOPPED:  # the engine says by what
        run.check_deadline()
        yield search.told()._replace(steps=limits.work or 0)
    return Solved(search.status, search.found and search.told())


class _Search(Thread):
    """CP-SAT at work in a thread of its own, so that limits and Ctrl-C reach the caller."""

    def __init__(
        self,
        solver: cp_model.CpSolver,
        model: cp_model.CpModel,
        read: Read,
        rounded: Callable[[float], Value] | None,
    ) -> None:
        super().__init__(daemon=True)
        self.found: Partial | None = None
        self._bound: Value | None = None
        self.status = ""
        self.error: Exception | None = None
        self.ended = Event()
        self._solver, self._model, self._read = solver, model, read
        self._rounded = rounded
        if rounded is not None:
            solver.best_bound_callback = self._prove

    def told(self) -> Partial:
        """Return the best answer and the bound so far."""
        found = (self.found or Partial())._replace(stage=STAGE)
        return found if self._bound is None else found._replace(bound=self._bound)

    def _prove(self, bound: float) -> None:
        """Take the solver's bound, which only gets sharper."""
        if self._rounded is not None:
            self._bound = self._rounded(bound)

    def run(self) -> None:
        from ortools.sat.python import cp_model

        search = self

        class Answers(cp_model.CpSolverSolutionCallback):
            def on_solution_callback(self) -> None:
                search.found = search._read(self.value)

        try:
            status = self._solver.solve(self._model, Answers())
            self.status = self._solver.status_name(status)
            if self.status in ("OPTIMAL", "FEASIBLE"):  # else the solver's bound may be unset
                self._prove(self._solver.best_objective_bound)
        except Exception as error:  # raised again by whoever waits
            self.error = error
        finally:
            self.ended.set()
