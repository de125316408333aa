"""One placement, or the proof that there is none."""

from __future__ import annotations

from dataclasses import replace

from rookery.engine.drive import solved_by
from rookery.nonattacking import exact
from rookery.nonattacking.puzzle import NonAttacking
from rookery.nonattacking.special import placement_from, queens_of, the_queens
from rookery.results.methods import Method, choose, signed_placement
from rookery.results.result import Result
from rookery.results.settings import Settings


def place(puzzle: NonAttacking, method: str, settings: Settings) -> Result:
    """Return one placement, checked, by the method of a name; see `rookery.placement`."""
    chosen = choose(PLACERS, method, puzzle)
    return signed_placement(chosen.run(puzzle, settings), chosen, settings, puzzle.check)


def place_queens(puzzle: NonAttacking, settings: Settings) -> Result:
    """Find one placement of n queens, as an answer of the value 1."""
    from rookery.queens.placing import PLACERS as OWN

    same = the_queens(puzzle)
    result = choose(OWN, "auto", same).run(same, settings)
    answer = None if result.answer is None else placement_from(result.answer)
    return replace(result, puzzle=puzzle, answer=answer)


def place_by_cp_sat(puzzle: NonAttacking, settings: Settings) -> Result:
    """Find one placement by CP-SAT, as an answer of the value 1, or prove that there is none."""
    found = solved_by(exact.any_placement)(puzzle, settings)
    return found if found.answer is None else Result.proved(puzzle, found.answer, 1)


PLACERS = (
    Method("queens", place_queens, "that there is none", fits=lambda p: bool(queens_of(p))),
    Method("cp-sat", place_by_cp_sat, "that there is none"),
)
