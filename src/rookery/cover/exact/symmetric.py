"""Covers that a turn of the board leaves as they are, by CP-SAT.

There are few of them to search through, and the cheapest covers of symmetric puzzles are often
among them: of queens on 13 x 13 to 15 x 15 squares a half turn or a quarter turn of the board
leaves some as they are, found in a fraction of a second. That there is none proves nothing of
others.
"""

from __future__ import annotations

from rookery.boards.symmetry import HALF_TURN, QUARTER_TURN, Symmetry
from rookery.cover.exact.cp_model import CoverModel
from rookery.cover.exact.proofs import new_solver, solve_watched
from rookery.cover.exact.windows import worthwhile_kinds
from rookery.cover.incumbent import CoverIncumbent
from rookery.cover.model.attacks import Candidates
from rookery.cover.model.symmetry import keeps, mover
from rookery.cover.puzzle import Cover
from rookery.results.limits import LateError
from rookery.running.solvers import CP_SAT

TURNS = (QUARTER_TURN, HALF_TURN)  # the first leaves the fewest covers


def turns_of(puzzle: Cover) -> list[Symmetry]:
    """Return the turns that leave a puzzle as it is."""
    return [turn for turn in TURNS if keeps(puzzle, turn)]


def search_symmetric(incumbent: CoverIncumbent, table: Candidates, seconds: float) -> None:
    """Offer the cheapest covers that turns leave as they are, if they are cheaper than the known.

    Parameters
    ----------
    incumbent
        Where covers go.
    table
        The candidates.
    seconds
        How long it may take, half of what is left for each turn.
    """
    clock = incumbent.clock
    if not CP_SAT.wait(min(seconds, clock.left())):
        return
    end = clock.seconds() + seconds
    for turn in turns_of(incumbent.puzzle):
        left = min(clock.left(), end - clock.seconds())
        if incumbent.stop() is None and left > 0:
            _search(incumbent, table, turn, left / 2)


def _search(incumbent: CoverIncumbent, table: Candidates, turn: Symmetry, seconds: float) -> None:
    kinds = worthwhile_kinds(incumbent.puzzle, table)
    try:
        model = CoverModel(incumbent.puzzle, (), kinds, look=incumbent.expect_time)
    except LateError:
        return
    if incumbent.cost is not None:
        model.cheaper_than(incumbent.cost)
    model.tie(mover(incumbent.puzzle, turn))
    solver = new_solver(seconds, workers=1)
    if solve_watched(solver, model, incumbent, "symmetric") == "OPTIMAL":
        incumbent.offer(model.placed_pieces(solver), "symmetric")
