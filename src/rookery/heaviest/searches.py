"""The methods of `Heaviest` that run in the engine, by name."""

from __future__ import annotations

from collections.abc import Callable

from rookery.engine.drive import solved_by
from rookery.engine.run import MethodSteps
from rookery.heaviest.bounded import branch, duals
from rookery.heaviest.listed import weigh_all
from rookery.heaviest.models import by_cp_sat, by_mip
from rookery.heaviest.puzzle import Heaviest
from rookery.results.result import Result
from rookery.results.settings import Settings

_METHODS: dict[str, MethodSteps] = {
    "list": weigh_all,
    "branch": branch,
    "duals": duals,
    "mip": by_mip,
    "cp-sat": by_cp_sat,
}

SEARCHES: dict[str, Callable[[Heaviest, Settings], Result]] = {
    name: solved_by(method, greatest=lambda puzzle: not puzzle.lightest)
    for name, method in _METHODS.items()
}
