"""CP-SAT as a method: yields its answers and bounds as partials and stops with the method."""

from __future__ import annotations

from collections.abc import Callable, Generator
from concurrent.futures import wait
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rookery.engine.run import POLL_SECONDS, Partial, Run
from rookery.results.result import Value
from rookery.running.solvers import CP_SAT, cp_sat
from rookery.running.units import in_background

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

STAGE = "cp-sat"
SEEDS = 1 << 31  # CP-SAT's seeds are below this
STOPPED = ("FEASIBLE", "UNKNOWN")  # statuses of a search that a limit ended

# reads a solution, given as a function of a variable, into a partial
Read = Callable[[Callable[[Any], int]], Partial]


@dataclass(frozen=True)
class CpSatOutcome:
    """The outcome of a CP-SAT search."""

    status: str  # the name of CP-SAT's status: ``"OPTIMAL"`` and ``"INFEASIBLE"`` are proofs
    # The partial read from the last and best solution, with its bound; None without a solution
    found: Partial | None


def loaded(run: Run) -> Generator[Partial, None, Any]:
    """Import CP-SAT, which takes up to a second; return its module ``cp_model``."""
    while not CP_SAT.wait(min(POLL_SECONDS, run.seconds_left())):
        yield Partial(stage=STAGE)
    from ortools.sat.python import cp_model

    return cp_model


def is_loaded() -> bool:
    """Return whether CP-SAT is imported."""
    return CP_SAT.is_ready


def solve(
    model: cp_model.CpModel,
    read: Read,
    run: Run,
    bound: Callable[[float], Value] | None = None,
    stage: str = STAGE,
    **parameters: Any,
) -> Generator[Partial, None, CpSatOutcome]:
    """Solve a model, made after CP-SAT was `loaded`; a step is a conflict.

    `read` makes a partial from a solution, in CP-SAT's thread. The solver gets the limits, seed and
    threads of the run, and further parameters of CP-SAT. `bound` converts the objective's bound
    into the puzzle's, rounded to the safe side; by default no bound is taken. All partials have the
    given `stage`.

    Returns the outcome if CP-SAT ends by a proof. A stopped search yields its last answer and
    bound.
    """
    limits = run.settings.limits
    if limits.work is not None and not run.steps(limits.work):
        yield Partial(stage=stage)  # the engine stops here, before anything depends on time
    workers = run.settings.threads
    if workers == 2 and parameters.get("linearization_level"):
        workers = 1  # two search in ways of their own, neither with the linear program asked for
    solver = cp_sat(run.seconds_left(), workers)
    solver.parameters.random_seed = run.seed % SEEDS
    if limits.work is not None:
        solver.parameters.max_number_of_conflicts = run.steps(limits.work)
    if limits.gap is not None:
        solver.parameters.relative_gap_limit = limits.gap
    for name, value in parameters.items():
        setattr(solver.parameters, name, value)
    search = _CpSatSearch(solver, model, read, bound, stage)
    ended = in_background(search.run)
    # Without an objective the first solution ends the search, so it comes with the outcome.
    is_decision = not (model.has_objective() or parameters.get("enumerate_all_solutions"))
    try:
        while not wait([ended], POLL_SECONDS).done:
            yield Partial(stage=stage) if is_decision else search.so_far()
    finally:
        if not ended.done():
            solver.stop_search()
            while not wait([ended], POLL_SECONDS).done:
                solver.stop_search()  # one before the solver has begun is lost
            run.take(search.so_far())
    status = ended.result()
    while status in STOPPED:  # the engine knows the reason
        run.check_deadline()
        yield search.so_far()._replace(steps=limits.work or 0)
    return CpSatOutcome(status, search.found and search.so_far())


class _CpSatSearch:
    """A CP-SAT search for a thread of its own, so that limits and Ctrl-C reach the caller."""

    def __init__(
        self,
        solver: cp_model.CpSolver,
        model: cp_model.CpModel,
        read: Read,
        rounded: Callable[[float], Value] | None,
        stage: str,
    ) -> None:
        self.found: Partial | None = None
        self._bound: Value | None = None
        self._solver, self._model, self._read = solver, model, read
        self._rounded, self._stage = rounded, stage
        if rounded is not None:
            solver.best_bound_callback = self._prove

    def so_far(self) -> Partial:
        """Return the best answer and the bound so far."""
        found = (self.found or Partial())._replace(stage=self._stage)
        return found if self._bound is None else found._replace(bound=self._bound)

    def _prove(self, bound: float) -> None:
        """Keep the solver's bound if it is sharper."""
        if self._rounded is not None:
            self._bound = self._rounded(bound)

    def run(self) -> str:
        """Solve the model and return the name of CP-SAT's status."""
        from ortools.sat.python import cp_model

        search = self

        class Solutions(cp_model.CpSolverSolutionCallback):
            def on_solution_callback(self) -> None:
                search.found = search._read(self.value)

        status = self._solver.status_name(self._solver.solve(self._model, Solutions()))
        if status in ("OPTIMAL", "FEASIBLE"):  # else the solver's bound may be unset
            self._prove(self._solver.best_objective_bound)
        return status
