"""The methods of heaviest placements as functions of a puzzle and settings."""

from __future__ import annotations

from collections.abc import Callable

from rookery.heaviest.methods import METHODS
from rookery.heaviest.puzzle import Heaviest
from rookery.results.result import Result
from rookery.results.settings import Settings

RUNS: dict[str, Callable[[Heaviest, Settings], Result]] = {
    method.name: method.run for method in METHODS
}
run_branch, run_duals, run_list = RUNS["branch"], RUNS["duals"], RUNS["list"]
run_enumerate = RUNS["enumerate"]
