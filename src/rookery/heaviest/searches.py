"""The methods of `Heaviest` that the engine runs, by name."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from rookery.engine.run import MethodSteps, solved_by
from rookery.heaviest.bounded import branch, by_model, duals
from rookery.heaviest.listed import weigh_all
from rookery.heaviest.models import solve_cp_sat, solve_mip
from rookery.heaviest.puzzle import Heaviest
from rookery.results.result import Result
from rookery.results.settings import Settings

_METHODS: dict[str, MethodSteps] = {
    "list": weigh_all,
    "branch": branch,
    "duals": duals,
    "mip": partial(by_model, solver=solve_mip),
    "cp-sat": partial(by_model, solver=solve_cp_sat),
}

SEARCHES: dict[str, Callable[[Heaviest, Settings], Result]] = {
    name: solved_by(method, greatest=lambda puzzle: not puzzle.lightest)
    for name, method in _METHODS.items()
}
