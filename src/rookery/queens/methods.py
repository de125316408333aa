"""Methods that list the placements of `Queens`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from rookery.queens.listing.listed import Placements
from rookery.queens.listing.plain import LARGEST_SIDE, REMEMBERED_SIDE, all_placements
from rookery.queens.puzzle import Queens, why_none
from rookery.results.methods import Method
from rookery.results.result import Result
from rookery.results.settings import Settings

if TYPE_CHECKING:
    from rookery.engine.run import MethodSteps


def pick(puzzle: Queens, settings: Settings) -> Result:
    """Select the placements of a small board from the cached placements of the open board."""
    kept = all_placements(puzzle.n)
    for row, column in puzzle.given:
        kept = tuple(placement for placement in kept if placement[column] == row)
    for row, column in puzzle.blocked:
        kept = tuple(placement for placement in kept if placement[column] != row)
    if not kept:
        return Result.impossible(puzzle, why_none(puzzle))
    return Result.proved(puzzle, Placements([list(kept)]), len(kept))


def _search(name: str) -> Callable[[Queens, Settings], Result]:
    """Return a method that imports its code when it runs: the smallest boards never need it."""

    def solve(puzzle: Queens, settings: Settings) -> Result:
        from rookery.engine.drive import solved_by
        from rookery.queens.listing.blocks import list_all, list_one, list_plainly

        methods: dict[str, MethodSteps] = {
            "listing": list_all,
            "search": list_plainly,
            "one": list_one,
        }
        return solved_by(methods[name], lambda puzzle: True)(puzzle, settings)

    return solve


def _is_listable(puzzle: Queens) -> bool:
    return puzzle.n <= LARGEST_SIDE


ALL = "all placements, in lexicographic order"
METHODS = (
    Method("filter", pick, ALL, lambda puzzle: puzzle.n <= REMEMBERED_SIDE),
    Method("listing", _search("listing"), ALL, _is_listable, checks=True),
    Method("search", _search("search"), ALL, _is_listable, checks=True),
    Method(
        "one", _search("one"), "one placement, or that none exists", lambda p: not _is_listable(p)
    ),
)
