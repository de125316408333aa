"""Tours by CP-SAT under limits: a tour, and a bound where the model has one."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from rookery.boards.board import Square
from rookery.results.incumbent import Incumbent
from rookery.results.limits import LateError
from rookery.results.result import Reason, Result
from rookery.results.settings import Settings
from rookery.running.solvers import CP_SAT, cp_sat, watched
from rookery.tour.growing import look_at
from rookery.tour.over.bounds import prove_at_once
from rookery.tour.plan import Plan
from rookery.tour.puzzle import Tour

Path = tuple[Square, ...]

NO_TOUR = "no tour visits every target and stands on no square twice"
NOT_FIRST = "not necessarily the first of its length"


def run_circuit(tour: Tour, settings: Settings, bound: int = 0) -> Result:
    """Return a tour that stands on no square twice, and a bound; `bound` is known before.

    The bound of the model is proved for a tour with `once` only: another might have fewer moves
    by standing on a square twice.
    """
    incumbent: Incumbent[Path] = Incumbent(tour, settings, bound=bound)
    try:
        _search(tour, incumbent)
    except LateError:
        pass
    except KeyboardInterrupt:
        incumbent.interrupted = True
    result = incumbent.result(incumbent.stop() or Reason.DONE)
    return result if result.answer is None else replace(result, note=NOT_FIRST)


def _search(tour: Tour, incumbent: Incumbent[Path]) -> None:
    plan = None if tour.start is None else Plan.of(tour, partial(look_at, incumbent))
    if prove_at_once(tour, plan, incumbent):
        search_circuits(tour, incumbent)


def search_circuits(tour: Tour, incumbent: Incumbent[Path]) -> None:
    """Look for a shorter tour of a move or more, and with `once` for a bound, by CP-SAT.

    Raises
    ------
    LateError
        When the incumbent stops it.
    """
    if not CP_SAT.wait(incumbent.clock.left()):
        return
    from ortools.sat.python import cp_model

    from rookery.tour.circuit.model import model_of

    most = None if incumbent.value is None else int(incumbent.value) - 1
    model = model_of(tour, max(1, int(incumbent.bound or 0)), most)

    class Told(cp_model.CpSolverSolutionCallback):
        """Takes each tour that is found."""

        def on_solution_callback(self) -> None:
            incumbent.offer(model.path(self.boolean_value, tour), "circuit")
            if incumbent.stop() is not None:
                self.stop_search()

    solver = cp_sat(incumbent.clock.left())
    solver.parameters.random_seed = incumbent.settings.seed % (1 << 31)
    if tour.once:
        solver.best_bound_callback = lambda found: incumbent.prove(_whole(found), "circuit")
    status, interrupted = watched(
        lambda: solver.solve(model.model, Told()), solver.stop_search, partial(look_at, incumbent)
    )
    incumbent.interrupted |= interrupted
    if status == cp_model.INFEASIBLE and tour.once and incumbent.value is not None:
        incumbent.prove(incumbent.value, "circuit")
    elif status == cp_model.INFEASIBLE and tour.once:
        incumbent.impossible, incumbent.why_none = True, NO_TOUR
    elif status == cp_model.OPTIMAL and tour.once:
        incumbent.prove(incumbent.value, "circuit")


def _whole(bound: float) -> int:
    return -int(-(bound - 1e-6) // 1)
