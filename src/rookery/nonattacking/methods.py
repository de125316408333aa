"""The tables of the methods that solve, count and place."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from rookery.engine.drive import counted_by, solved_by
from rookery.engine.run import Run, Steps
from rookery.nonattacking.armies import find_armies, is_armies
from rookery.nonattacking.counting.blockers import BlockersWork, is_of_blockers
from rookery.nonattacking.counting.by_number import ComponentsWork
from rookery.nonattacking.counting.fits import (
    fits_columns,
    fits_frontier,
    fits_maximal,
    fits_numbers,
    has_more_sets,
    has_one_a_row,
    is_by_number,
    suits_columns,
    suits_rows,
)
from rookery.nonattacking.counting.hoppers import fits_hoppers
from rookery.nonattacking.counting.work import Work, count, works_in_units
from rookery.nonattacking.counting.works import (
    ColumnsWork,
    FrontierWork,
    HoppersWork,
    MaximalWork,
    NumbersWork,
    RowsWork,
    SearchWork,
)
from rookery.nonattacking.exact import (
    asks_fewest,
    find_fewest,
    fits_counted,
    solve_by_counts,
    solve_by_cp_sat,
    suits_cover,
    suits_search,
)
from rookery.nonattacking.puzzle import NonAttacking
from rookery.nonattacking.special import (
    cover_of,
    heaviest_of,
    place_queens,
    queens_of,
    run_cover,
    run_heaviest,
    run_queens,
    the_queens,
)
from rookery.results.methods import Method, choose, keeping_units, signed_placement
from rookery.results.result import Result
from rookery.results.settings import Settings


def count_queens(puzzle: NonAttacking, settings: Settings) -> Result:
    """Count the placements of n queens as a `Queens` puzzle.

    If units are asked for, boards too small for those of queens are counted as other pieces are.
    """
    from rookery.queens.counting.methods import COUNTERS as OWN

    same = the_queens(puzzle)
    counters: tuple[Method, ...] = OWN
    if works_in_units(settings):
        if not any(one.in_units and one.fits(same) for one in OWN):
            return counted_by(partial(count, ComponentsWork))(puzzle, settings)
        counters = keeping_units(OWN, same)
    return replace(choose(counters, "auto", same).run(same, settings), puzzle=puzzle)


def count_by_search(puzzle: NonAttacking, run: Run) -> Steps:
    """Count any puzzle in lexicographic order, in compiled kernels if its attacks allow.

    Under a work limit a step is a node of the plain search.
    """
    in_kernels = fits_numbers(puzzle) and run.settings.limits.work is None
    return count(NumbersWork if in_kernels else SearchWork, puzzle, run)


def _counter(
    name: str,
    make: type[Work],
    proves: str,
    fits: Callable[[NonAttacking], bool],
    suits: Callable[[NonAttacking], bool] = lambda puzzle: True,
) -> Method:
    """Return the table entry of a method that counts in units."""
    return Method(name, counted_by(partial(count, make)), proves, fits, suits, in_units=True)


_solved_by = partial(solved_by, greatest=lambda puzzle: not puzzle.lightest)

METHODS = (
    Method(
        "queens",
        run_queens,
        "that these are n non-attacking queens",
        fits=lambda p: bool(queens_of(p)),
    ),
    Method("heaviest", run_heaviest, "the best weight", fits=lambda p: bool(heaviest_of(p))),
    Method("armies", _solved_by(find_armies), "the largest equal armies of queens", fits=is_armies),
    Method(
        "cover", run_cover, "the fewest pieces", fits=lambda p: bool(cover_of(p)), suits=suits_cover
    ),
    Method("maximal", _solved_by(find_fewest), "the fewest pieces", asks_fewest, suits_search),
    Method("counts", _solved_by(solve_by_counts), "the most or fewest pieces", fits=fits_counted),
    Method("cp-sat", _solved_by(solve_by_cp_sat), "the best weight, by a general solver"),
)

# Up to these numbers of sets, sets of squares are searched one by one, or square by square.
_suits_frontier = partial(has_more_sets, than=10_000)
_suits_hoppers = partial(has_more_sets, than=1_000_000)

_COUNT = "that this is the count"
_BY_NUMBER = "that these are the counts for every number of pieces"

COUNTERS = (
    Method(
        "queens",
        count_queens,
        _COUNT,
        fits=lambda p: bool(queens_of(p)),
        in_units=True,
    ),
    _counter("columns", ColumnsWork, _COUNT, fits_columns, suits_columns),
    _counter("rows", RowsWork, _COUNT, has_one_a_row, suits_rows),
    _counter("maximal", MaximalWork, _BY_NUMBER, fits_maximal),
    _counter("by-number", ComponentsWork, _BY_NUMBER, is_by_number),
    _counter("blockers", BlockersWork, _BY_NUMBER, is_of_blockers),
    _counter("hoppers", HoppersWork, _BY_NUMBER, fits_hoppers, _suits_hoppers),
    _counter("frontier", FrontierWork, _BY_NUMBER, fits_frontier, _suits_frontier),
    Method("search", counted_by(count_by_search), _COUNT, in_units=True),
)

PLACERS = (
    Method("queens", place_queens, "that there is none", fits=lambda p: bool(queens_of(p))),
    Method("cp-sat", solved_by(partial(solve_by_cp_sat, optimise=False)), "that there is none"),
)


def place(puzzle: NonAttacking, method: str, settings: Settings) -> Result:
    """Return one placement, checked, by the named method; see `rookery.placement`."""
    chosen = choose(PLACERS, method, puzzle)
    return signed_placement(chosen.run(puzzle, settings), chosen, settings, puzzle.check)
