"""The first cover and bound, with which every search begins."""

from __future__ import annotations

from collections import Counter

from rookery.boards.pieces import Piece
from rookery.compiled.sets import KernelSet
from rookery.cover.annealing.cooling import PATIENCE, anneal
from rookery.cover.bounds.duals import Duals, lagrangian, uncheckable
from rookery.cover.bounds.theorems import bound as theorem_bound
from rookery.cover.exact.box import has_box
from rookery.cover.first.by_scans import SCANNED, cover_by_scans
from rookery.cover.first.first_cover import PIECES_A_TARGET, TRIES, find_first_cover
from rookery.cover.kernel_sets import BOX, COVER, HURDLES, WEIGHTING, has_equal_prices
from rookery.cover.model.attacks import Candidates, candidates
from rookery.cover.model.captures import has_fixed_attacks
from rookery.cover.model.dominance import undominated
from rookery.cover.offers import LONG, deadline_check, offered, proved, squares_of
from rookery.cover.prepared import Prepared, bounding_duals
from rookery.cover.puzzle import Cover
from rookery.engine.lanes import Slice, in_slice
from rookery.engine.run import Run, Steps
from rookery.errors import RookeryError
from rookery.results.limits import DeadlineExceeded

LONGEST_SIDE = 62
TABLES_TO_BEGIN = 1.5  # of the seconds that the table took, left for a first cover
MOST_COMPARED = 1_000_000  # attacks, to find which candidates others replace: a quarter of a second
SHORT_SHARE = 0.03  # of the time left, for a first annealing
SHORT_ROUNDS = 100  # of the ascent to its duals
LEAST_SHORT_SECONDS, MOST_SHORT_SECONDS = 0.002, 0.1
SHORT_SECONDS_A_TARGET = 0.002


class UncoverableError(RookeryError):
    """No piece can cover some target; the text names it."""


def can_anneal(puzzle: Cover) -> bool:
    """Return whether the kernel knows the puzzle: no lame leapers, one way a direction.

    A piece that rides one direction in two ways, or hops it in two ways, is none it knows, nor
    does it know of the conditions that a puzzle may have besides. Of lines around joined edges it
    knows none: there what a piece attacks must not depend on the others.
    """
    if puzzle.conditions or (puzzle.board.wrap and not has_fixed_attacks(puzzle)):
        return False
    if max(puzzle.board.rows, puzzle.board.columns) > LONGEST_SIDE:
        return False
    pieces = (*puzzle.pieces, *(piece for piece, _ in puzzle.standing))
    return all(map(_is_known, pieces))


def kernels_of(puzzle: Cover) -> tuple[KernelSet, ...]:
    """Return the kernels that a search for the best cover and bound uses."""
    sets: tuple[KernelSet, ...] = ()
    if can_anneal(puzzle):
        sets = (COVER, HURDLES, WEIGHTING) if has_equal_prices(puzzle) else (COVER, HURDLES)
    return (*sets, BOX) if has_box(puzzle) else sets


def prepare(
    run: Run, greedily: bool = False, tries: int = TRIES, theorems: bool = True
) -> Prepared:
    """Hand a first cover, or the given start, to the run, and a Lagrangian bound.

    On small boards no limit ends this: there is a cover always. A large board has a cover by
    scans before its table of candidates, which may take long or not fit.

    Parameters
    ----------
    run
        The run of the puzzle.
    greedily
        Whether the first cover is a greedy one even where annealing is faster.
    tries
        The exchanges in a greedy cover.
    theorems
        Whether published bounds count.

    Raises
    ------
    UncoverableError
        When no piece can cover some target from anywhere.
    DeadlineExceeded, TooManyError
        On large boards.
    """
    puzzle: Cover = run.puzzle
    check_deadline = deadline_check(run)
    if theorems:
        run.take(proved(run, theorem_bound(puzzle), "theorem"))
    _scan(run)
    check_deadline()
    table = _table(run)
    _expect_coverable(puzzle, table)
    if greedily or not _anneal_shortly(run, table):
        find_first_cover(run, table, tries)
    if run.value is None and puzzle.strict and run.settings.limits.work is None:
        cover_by_scans(run, once=True)
    start = run.settings.start
    if start is not None and (better := offered(run, start, "start")):
        run.take(better)
    check_deadline()
    aim = float(sum(puzzle.prices) if run.value is None else run.value)
    duals = bounding_duals(run, table.for_bounds(), aim)
    run.take(proved(run, duals.bound, "lagrangian"))
    return Prepared(puzzle, table, duals)


def _is_known(piece: Piece) -> bool:
    captures = [motion for motion in piece.motions if motion.captures]
    lines = Counter((m.step, bool(m.hop)) for m in captures if m.hop or m.reach != 1)
    return not any(m.path for m in captures) and max(lines.values(), default=1) == 1


def _scan(run: Run) -> None:
    """Find covers by scans where tables take long; only a first one where that is not too long.

    Where work is limited and tables can be built, a first one is left to them.
    """
    squares = squares_of(run.puzzle)
    anneals = run.has_kernels(COVER) and can_anneal(run.puzzle) and not run.puzzle.board.wrap
    if squares >= SCANNED:
        cover_by_scans(run)
    elif squares >= LONG and not anneals and run.settings.limits.work is None:
        cover_by_scans(run, once=True)


def _table(run: Run) -> Candidates:
    """Return the candidates but for those that another replaces, if there is time for the rest.

    Raises
    ------
    DeadlineExceeded
        When there is a cover already, and no time to begin with the table.
    """
    seconds = run.stopwatch()
    table = candidates(run.puzzle, deadline_check(run))
    if len(table.owner) <= MOST_COMPARED:
        table = table.only(undominated(run.puzzle, table))
    if run.value is not None and run.remaining() < TABLES_TO_BEGIN * seconds():
        raise DeadlineExceeded
    return table


def _anneal_shortly(run: Run, table: Candidates) -> bool:
    """Anneal for a moment, where kernels are ready; return whether there is a cover now.

    It takes less time than greedy choice, the less the fewer targets there are, and its covers are
    better. With a limit of work it is left out: results must not depend on what is compiled.
    """
    enough = min(MOST_SHORT_SECONDS, SHORT_SECONDS_A_TARGET * int(table.needed.sum()))
    left = SHORT_SHARE * run.remaining()
    timed = run.settings.limits.work is None and left >= LEAST_SHORT_SECONDS
    if not (timed and run.has_kernels(COVER) and can_anneal(run.puzzle) and table.needed.any()):
        return False
    start = Prepared(run.puzzle, table, _short_duals(run, table))

    def cool(part: Slice) -> Steps:
        yield from anneal(start, part, seconds)
        return None

    seconds = min(enough, left)
    for partial in in_slice(cool, run, PATIENCE * seconds):
        run.take(partial)
    return run.value is not None


def _short_duals(run: Run, table: Candidates) -> Duals:
    """Return duals that are good enough to begin with."""
    prices, kings = run.puzzle.unit_prices, int(table.needed.sum())
    dear = PIECES_A_TARGET * max(prices) * kings
    if not run.has_kernels(HURDLES):
        return lagrangian(table.for_bounds(), kings, dear, SHORT_ROUNDS)
    from rookery.cover.bounds.hurdles import hurdle_bound

    return hurdle_bound(table.for_bounds(), min(prices), dear, SHORT_ROUNDS)


def _expect_coverable(puzzle: Cover, table: Candidates) -> None:
    missing = [t for t in uncheckable(table, len(puzzle.targets)) if table.needed[t]]
    if missing:
        row, column = puzzle.targets[missing[0]]
        king = missing[0] < len(puzzle.kings)
        guard = "attack" if puzzle.total else "attack or occupy"
        what = "check the king" if king else f"{guard} the guarded square"
        raise UncoverableError(f"no piece can {what} at row {row + 1}, column {column + 1}")
