"""The first cover and bound, with which every search begins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from rookery.boards.pieces import Piece
from rookery.compiled.sets import KernelSet
from rookery.cover.annealing.cooling import anneal
from rookery.cover.bounds.duals import Duals, lagrangian, uncheckable
from rookery.cover.bounds.theorems import bound as theorem_bound
from rookery.cover.exact.box import has_box
from rookery.cover.first.by_scans import SCANNED, cover_by_scans
from rookery.cover.first.first_cover import PIECES_A_TARGET, TRIES, first_cover
from rookery.cover.incumbent import LONG, CoverIncumbent
from rookery.cover.kernel_sets import BOX, COVER, HURDLES, WEIGHTING, has_equal_prices
from rookery.cover.model.attacks import Candidates, TooManyError, candidates
from rookery.cover.model.captures import has_fixed_attacks
from rookery.cover.model.dominance import undominated
from rookery.cover.prepared import Prepared, raise_bound
from rookery.cover.puzzle import Cover
from rookery.engine.run import STILL_COMPILING
from rookery.errors import RookeryError
from rookery.results.limits import LateError
from rookery.results.result import Reason, Result, Status

LONGEST_SIDE = 62
TABLES_TO_BEGIN = 1.5  # a first cover takes at least so many times as long as the table
MOST_COMPARED = 1_000_000  # attacks, to find which candidates others replace: a quarter of a second
SHORT_SHARE = 0.03
SHORT_ROUNDS = 100
LEAST_SHORT_SECONDS, MOST_SHORT_SECONDS = 0.002, 0.1
SHORT_SECONDS_A_TARGET = 0.002


class UncoverableError(RookeryError):
    """No piece can cover some target; the text says which."""


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
    return all(map(_known, pieces))


def kernels_of(puzzle: Cover) -> tuple[KernelSet, ...]:
    """Return the kernels that a search for the best cover and bound uses."""
    sets: tuple[KernelSet, ...] = ()
    if can_anneal(puzzle):
        sets = (COVER, HURDLES, WEIGHTING) if has_equal_prices(puzzle) else (COVER, HURDLES)
    return (*sets, BOX) if has_box(puzzle) else sets


def begin_kernels(puzzle: Cover) -> None:
    """Begin to load or compile the kernels that a search uses."""
    for kernels in kernels_of(puzzle):
        kernels.begin()


def concluded(incumbent: CoverIncumbent, reason: Reason) -> Result:
    """Return what is known; where it is not proved, with a note if kernels were not there yet."""
    result = incumbent.result(reason)
    is_open = result.status in (Status.FEASIBLE, Status.UNKNOWN)
    if is_open and any(kernels.is_compiling for kernels in kernels_of(incumbent.puzzle)):
        return replace(result, note=STILL_COMPILING)
    return result


def _known(piece: Piece) -> bool:
    captures = [motion for motion in piece.motions if motion.captures]
    lines = Counter((m.step, bool(m.hop)) for m in captures if m.hop or m.reach != 1)
    return not any(m.path for m in captures) and max(lines.values(), default=1) == 1


@contextmanager
def interruptible(incumbent: CoverIncumbent) -> Iterator[CoverIncumbent]:
    """Let Ctrl-C, time and memory end the work."""
    try:
        yield incumbent
    except LateError:
        pass
    except TooManyError:
        incumbent.out_of = Reason.MEMORY
    except KeyboardInterrupt:
        incumbent.interrupted = True


def prepare(
    incumbent: CoverIncumbent, greedily: bool = False, tries: int = TRIES, theorems: bool = True
) -> Prepared:
    """Give the incumbent a first cover, or the given start, and the Lagrangian bound.

    The first cover is a greedy one, always if `greedily`, else where no kernel is ready; of
    exchanges in it there are so many `tries`. Bounds that are `theorems` are taken too. A large
    board has a cover by scans before its table of candidates, which may take long or not fit.

    Raises
    ------
    UncoverableError
        When no piece can cover some target from anywhere.
    """
    puzzle = incumbent.puzzle
    if theorems:
        incumbent.prove(theorem_bound(puzzle), "theorem")
    _scan(incumbent)
    incumbent.look()
    table = _table(incumbent)
    _expect_coverable(puzzle, table)
    if greedily or not anneal_shortly(incumbent, table):
        first_cover(incumbent, table, tries)
    if incumbent.cost is None and puzzle.strict and incumbent.limits.work is None:
        cover_by_scans(incumbent, once=True)
    if incumbent.settings.start is not None:
        incumbent.offer(incumbent.settings.start, "start")
    incumbent.look()
    target = float(sum(puzzle.prices) if incumbent.cost is None else incumbent.cost)
    duals = raise_bound(incumbent, table.for_bounds(), target)
    return Prepared(puzzle, table, duals, incumbent)


def _scan(incumbent: CoverIncumbent) -> None:
    """Find covers by scans where tables take long; only a first one where that is not too long.

    Where work is limited and tables can be built, a first one is left to them.
    """
    puzzle = incumbent.puzzle
    squares = puzzle.board.rows * puzzle.board.columns
    anneals = COVER.is_ready and can_anneal(puzzle) and not puzzle.board.wrap
    if squares >= SCANNED:
        cover_by_scans(incumbent)
    elif squares >= LONG and not anneals and incumbent.limits.work is None:
        cover_by_scans(incumbent, once=True)


def _table(incumbent: CoverIncumbent) -> Candidates:
    """Return the candidates but for those that another replaces, if there is time for the rest.

    Raises
    ------
    LateError
        When there is a cover already, and no time to begin with the table.
    """
    clock = incumbent.clock
    began = clock.seconds()
    table = candidates(incumbent.puzzle, incumbent.look)
    if len(table.owner) <= MOST_COMPARED:
        table = table.only(undominated(incumbent.puzzle, table))
    if incumbent.cost is not None and clock.left() < TABLES_TO_BEGIN * (clock.seconds() - began):
        incumbent.out_of = Reason.TIME
        raise LateError
    return table


def anneal_shortly(incumbent: CoverIncumbent, table: Candidates) -> bool:
    """Anneal for a moment, where kernels are ready; return whether there is a cover now.

    It takes less time than greedy choice, the less the fewer targets there are, and its covers are
    better. With a limit of work it is left out: results must not depend on what is compiled.
    """
    settings, puzzle = incumbent.settings, incumbent.puzzle
    enough = min(MOST_SHORT_SECONDS, SHORT_SECONDS_A_TARGET * int(table.needed.sum()))
    left = SHORT_SHARE * incumbent.clock.left()
    timed = incumbent.limits.work is None and left >= LEAST_SHORT_SECONDS
    if not (timed and COVER.is_ready and can_anneal(puzzle) and table.needed.any()):
        return False
    guess = _short_bound(incumbent, table)
    anneal(Prepared(puzzle, table, guess, incumbent), settings.seed, min(enough, left))
    return incumbent.cost is not None


def _short_bound(incumbent: CoverIncumbent, table: Candidates) -> Duals:
    """Return duals that are good enough to begin with."""
    prices, kings = incumbent.puzzle.unit_prices, int(table.needed.sum())
    dear = PIECES_A_TARGET * max(prices) * kings
    if not HURDLES.is_ready:
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
