"""The first cover and the first bound of every search."""

from __future__ import annotations

from rookery.cover.annealing.cooling import PATIENCE, anneal
from rookery.cover.bounds.duals import ROUNDS, Duals, Prepared, lagrangian, uncheckable
from rookery.cover.bounds.theorems import bound as theorem_bound
from rookery.cover.greedy import ALMOST_ALL, SHARE, TRIES, find_first_cover
from rookery.cover.kernel_sets import COVER, HURDLES
from rookery.cover.model.candidates import Candidates, candidates, undominated
from rookery.cover.model.traits import can_anneal
from rookery.cover.offers import LONG, offered, proved, squares_of
from rookery.cover.puzzle import Cover
from rookery.engine.lanes import in_slice
from rookery.engine.run import Run
from rookery.errors import RookeryError
from rookery.results.limits import DeadlineExceeded

HUGE = 20_000  # squares; from here on tables of all candidates take long
TABLES_TO_BEGIN = 1.5  # of the seconds that the table took, left for a first cover
MOST_COMPARED = 1_000_000  # attacks, to find which candidates others replace: a quarter of a second
SHORT_SHARE = 0.03  # share of the time left, for a first annealing
PIECES_A_TARGET = 0.1  # a guess, as long as no cover is known
SHORT_ROUNDS = 100  # rounds of the ascent to its duals
LEAST_SHORT_SECONDS, MOST_SHORT_SECONDS = 0.002, 0.1
SHORT_SECONDS_A_TARGET = 0.002


class UncoverableError(RookeryError):
    """No piece can cover some target; the text names it."""


def prepare(
    run: Run, greedily: bool = False, tries: int = TRIES, theorems: bool = True
) -> Prepared:
    """Hand a first cover, or the given start, to the run, and a Lagrangian bound.

    On small boards no limit ends this. A large board has a cover before its table of candidates,
    which may take long or not fit (`DeadlineExceeded`, `TooManyError`). `greedily` asks for a
    greedy cover even where annealing is faster, with at most `tries` exchanges.
    """
    puzzle: Cover = run.puzzle
    squares = squares_of(puzzle)
    check_deadline = run.check_deadline if squares >= LONG else lambda: None
    if theorems:
        run.take(proved(run, theorem_bound(puzzle), "theorem"))
    if squares >= LONG and not (squares < HUGE and _can_anneal(run)):
        find_first_cover(run, tries, ALMOST_ALL if squares >= HUGE else SHARE)
    check_deadline()
    seconds = run.stopwatch()
    table = candidates(puzzle, check_deadline)
    if len(table.owner) <= MOST_COMPARED:
        table = table.only(undominated(puzzle, table))
    if run.value is not None and run.remaining() < TABLES_TO_BEGIN * seconds():
        raise DeadlineExceeded
    missing = [at for at in uncheckable(table) if table.needed[at]]
    if missing:
        is_king = missing[0] < len(puzzle.kings)
        guard = "attack" if puzzle.total else "attack or occupy"
        what = "check the king" if is_king else f"{guard} the guarded square"
        where = puzzle.board.name(puzzle.targets[missing[0]])
        raise UncoverableError(f"no piece can {what} on {where}")
    if run.value is None and (greedily or not _anneal_shortly(run, table)):
        find_first_cover(run, tries)
    start = run.settings.start
    if start is not None and (better := offered(run, start, "start")):
        run.take(better)
    check_deadline()
    aim = float(sum(puzzle.prices) if run.value is None else run.value)
    duals = bounding_duals(run, table.for_bounds(), aim)
    run.take(proved(run, duals.bound, "lagrangian"))
    return Prepared(puzzle, table, duals)


def _can_anneal(run: Run) -> bool:
    return can_anneal(run.puzzle) and run.has_kernels(COVER) and run.settings.limits.work is None


def _anneal_shortly(run: Run, table: Candidates) -> bool:
    """Anneal briefly if the kernels are ready; return whether there is a cover now."""
    # It takes less time than greedy choice, the less the fewer targets there are, and its covers
    # are better. Within a limit of work results must not depend on what is compiled.
    enough = min(MOST_SHORT_SECONDS, SHORT_SECONDS_A_TARGET * int(table.needed.sum()))
    left = SHORT_SHARE * run.remaining()
    if not (_can_anneal(run) and left >= LEAST_SHORT_SECONDS and table.needed.any()):
        return False
    aim = PIECES_A_TARGET * max(run.puzzle.unit_prices) * int(table.needed.sum())
    duals = bounding_duals(run, table.for_bounds(), aim, rounds=SHORT_ROUNDS)
    start, seconds = Prepared(run.puzzle, table, duals), min(enough, left)
    cooling = in_slice(lambda part: anneal(start, part, seconds), run, PATIENCE * seconds)
    for partial in cooling:
        run.take(partial)
    return run.value is not None


def bounding_duals(run: Run, table: Candidates, aim: float, rounds: int | None = None) -> Duals:
    """Return the duals of a bound, which counts hurdles once the kernels are compiled.

    With a limit of work hurdles are left out: results must not depend on what is compiled. So they
    are where stock or several covers count, which is worth more.
    """
    prices, in_time = run.puzzle.unit_prices, lambda: run.remaining() > 0
    plain = not table.limited.any() and not (table.demand > 1).any() and len(table.needed) > 0
    if plain and run.settings.limits.work is None and run.has_kernels(HURDLES):
        from rookery.cover.bounds import hurdles_kernel as hurdles  # loads Numba

        return hurdles.hurdle_bound(table, min(prices), aim, rounds or hurdles.ROUNDS, in_time)
    return lagrangian(table, aim, rounds or ROUNDS, in_time)
