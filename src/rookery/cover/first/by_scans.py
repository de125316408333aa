"""Covers of boards too large for a table of candidates, by scans of the whole board.

In each round, scans count the uncovered targets that every further piece would cover. Among the
pieces that cover most for their price, a random batch is placed, and another scan finds the covered
targets, including the effect of blocking. This is greedy choice (see `greedy`) in batches. If an
additional piece can spoil a cover, the pieces of a batch that do are removed again. Finally, one or
several passes remove redundant pieces.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np

from rookery.boards.attackers import Occupation, attackers, sliced
from rookery.boards.board import Square
from rookery.boards.motions import ENDLESS
from rookery.cover.first.scan_board import NO_PIECE, Choices, ScanBoard
from rookery.cover.offers import offered, proved
from rookery.cover.puzzle import Cover
from rookery.engine.run import Run

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Bools = NDArray[np.bool_]
    Numbers = NDArray[np.int64]
    Position = NDArray[np.int16]

SCANNED = 20_000  # squares; from here on tables of all candidates take long

TIME_SHARE = 0.85  # share of the time left; the rest is for the check
CHECK_TO_BUILD = 5.0  # times the time to build the arrays: the longest that the check takes
LEAST_TIME_SHARE = 0.5  # share of the time left, however long the check may take
CHOICE_SHARE = 0.82  # share of the time for scans; the rest is to remove redundant pieces
BATCHES = 0.5, 0.03, 0.01  # least share of the pieces needed to place in a round, run by run
CAREFUL = 0.7  # of the rounds that seem to be left
ALL_AT_ONCE = math.inf  # share when the time is over: a piece for each target left, or more
MORE_AT_ONCE = 0.1  # of the pieces placed, if the targets left are few
LONGER = 1.5  # times the last run that must be left to begin another
LEAST_BATCH = 0.01  # of the pieces placed; the last targets are not worth many rounds
GOOD = 0.8  # least score of a good choice, relative to the best
SPREAD = 3  # good choices for each piece placed, from which it is drawn
MOST_WASTED = 20  # rounds without a gain
PIECES_A_CHECK = 256  # pieces removed between two checks of the time
TINY = 1e-9  # seconds
STAGE = "scans"


def cover_by_scans(run: Run, once: bool = False) -> None:
    """Hand covers to the run within a share of the time left; only the first if `once`."""
    puzzle = run.puzzle
    if not can_scan(puzzle):
        return
    seconds = run.stopwatch()
    board = ScanBoard(puzzle)
    time = _ScanTime(run, seconds())
    run.take(proved(run, board.bound(), STAGE))
    if puzzle.guarded:
        middle_row, middle_column = puzzle.board.rows // 2, puzzle.board.columns // 2
        lines = (middle_row, slice(None)), (slice(None), middle_column)
        _take_first(board, board.filled(lines), time)
    rng, taken = np.random.default_rng(run.seed), 0.0
    for batch in BATCHES[:1] if once or math.isinf(run.remaining()) else BATCHES:
        if time.left() < LONGER * taken:
            break
        seconds = run.stopwatch()
        found = chosen(board, rng, partial(time.batch, batch))
        if found is None:
            break
        _take_thinned(board, found, time)
        taken = seconds()
    if run.value is None:
        _take_first(board, board.filled([(slice(None), slice(None))]), time)


class _ScanTime:
    """The share of a run's time that is for scans: to choose, and to thin out."""

    def __init__(self, run: Run, build_seconds: float) -> None:
        self.run = run
        left = run.remaining()
        usable = min(TIME_SHARE * left, left - CHECK_TO_BUILD * build_seconds)
        self._late = max(usable, LEAST_TIME_SHARE * left)
        self._share = CHOICE_SHARE * self._late
        self._elapsed = run.stopwatch()
        self._last, self._round = 0.0, math.inf  # when the last round began; seconds of a round

    def left(self) -> float:
        """Return the seconds left to choose in."""
        return max(0.0, self._share - self._elapsed())

    def is_over(self) -> bool:
        """Return whether the time left only suffices for the check."""
        return self.run.reason_to_stop() is not None or self._elapsed() >= self._late

    def batch(self, least: float, count: int) -> float:
        """Return the share to place in a round with `count` targets left; 0 to stop.

        A round of share s leaves about 1 - s of the targets, so log(count) / s rounds are ahead.
        """
        before, self._last = self._last, self._elapsed()
        self._round = min(self._round, self._last - before)
        if self.is_over():
            return 0.0
        rounds = CAREFUL * self.left() / max(TINY, self._round)
        return max(least, math.log(1 + count) / (GOOD * rounds)) if rounds > 1 else ALL_AT_ONCE


def _take_first(board: ScanBoard, positions: Iterator[Position], time: _ScanTime) -> None:
    """Hand the first valid cover to the run, if there is time to check one."""
    for position in positions:
        if time.is_over():
            return
        if (position >= 0).any() and not board.lacking(position, board.attacks(position)).any():
            if better := offered(time.run, board.answer(position), STAGE):
                time.run.take(better)
            return


def _take_thinned(board: ScanBoard, position: Position, time: _ScanTime) -> None:
    """Hand a cover to the run, without its redundant pieces if it stays valid."""
    thinner = position if time.is_over() else thinned(board, position, time.is_over)
    for cover in (thinner, position):
        if better := offered(time.run, board.answer(cover), STAGE):
            time.run.take(better)
            return


def thinned(board: ScanBoard, position: Position, is_over: Callable[[], bool]) -> Position:
    """Return a cover without its redundant pieces; the most expensive are removed first.

    `is_over` is called repeatedly; if it returns True, no more pieces are removed.
    """
    while True:
        found = _pass(board, position, is_over)
        if is_over() or np.array_equal(found, position):
            return found
        position = found


def _pass(board: ScanBoard, position: Position, is_over: Callable[[], bool]) -> Position:
    """Return a cover without some redundant pieces.

    Removing a piece opens lines, so other pieces keep all that they cover unless they hop over it.
    The coverage of each piece is therefore computed once, with all pieces on the board.
    """
    puzzle, columns = board.puzzle, position.shape[1]
    occupied = puzzle.obstacles.union((row, column) for _, row, column in board.answer(position))
    slack = board.slack(position, _attacks(board, position, occupied))
    idle = (position >= 0) & ~board.at_work(position, slack == 0)
    if puzzle.hops:
        idle &= ~board.hurdles(position)
    found, spare = position.copy(), slack.ravel()
    occupation = Occupation(puzzle.board, occupied)
    dearest_first = sorted(
        board.answer(np.where(idle, position, NO_PIECE)),
        key=lambda placed: -puzzle.price_at(placed[0], placed[1:]),
    )
    for number, (kind, row, column) in enumerate(dearest_first):
        if number % PIECES_A_CHECK == 0 and is_over():
            break
        parts = occupation.attacked((row, column), puzzle.pieces[kind])
        if not puzzle.total:
            parts.append(range(row * columns + column, row * columns + column + 1))
        covered: list[Any] = [sliced(part) for part in parts]
        if puzzle.board.wrap:  # the parts may overlap
            covered = [np.array(sorted(set().union(*parts)), dtype=np.int64)]
        if all(spare[index].min() > 0 for index in covered):
            for index in covered:
                spare[index] -= 1
            found[row, column] = NO_PIECE
    is_cover = not board.lacking(found, board.attacks(found)).any()
    return found if is_cover and (found >= 0).any() else position


def _attacks(board: ScanBoard, position: Position, occupied: Collection[Square]) -> Position:
    """Return the number of our pieces that attack each square; each piece counts once."""
    puzzle = board.puzzle
    if not puzzle.board.wrap:
        return board.attacks(position)
    placed = (((row, column), puzzle.pieces[kind]) for kind, row, column in board.answer(position))
    standing = ((square, piece) for piece, square in puzzle.standing)
    found = attackers(puzzle.board, chain(placed, standing), occupied)
    return np.array(found, dtype=np.int16).reshape(position.shape)


def can_scan(puzzle: Cover) -> bool:
    """Return whether scans support the puzzle: no piece hops with limited reach."""
    pieces = (*puzzle.pieces, *(piece for piece, _ in puzzle.standing))
    motions = (motion for piece in pieces for motion in piece.motions)
    short = any(motion.hop and motion.reach != ENDLESS for motion in motions)
    return bool(puzzle.targets) and not short


def chosen(
    board: ScanBoard, rng: np.random.Generator, batch: Callable[[int], float]
) -> Position | None:
    """Return a cover by greedy choice, or None if no piece gains or time is up.

    Given the number of targets left, `batch` returns the share of the missing pieces to place.
    """
    position = board.empty()
    spoiling = position >= 0
    least, wasted = position.size * (max(board.puzzle.at_least) + 1), 0
    while True:
        attacks = board.attacks(position)
        lacking = board.lacking(position, attacks)
        count = int(lacking.sum(dtype=np.int64))
        if not count:
            return position
        wasted = 0 if count < least else wasted + 1
        least = min(least, count)
        share = batch(count)
        if not share or wasted > MOST_WASTED:
            return None
        choices = board.choices(position, lacking, attacks)
        choices.score[spoiling] = 0
        best = float(choices.score.max())
        if best <= 0:
            return None
        needed = count / choices.gain.ravel()[choices.score.argmax()]
        placed = int((position >= 0).sum())
        if wasted and board.puzzle.strict:
            pieces = 1
        elif share == ALL_AT_ONCE:
            pieces = max(count, min(SPREAD * count, int(MORE_AT_ONCE * placed)))
        else:
            pieces = 1 + int(min(count - 1, max(share * needed, LEAST_BATCH * placed)))
        scores, least_score = choices.score.ravel(), GOOD * best
        if SPREAD * pieces < len(scores):  # or less, so that there are enough
            enough = float(np.partition(scores, -SPREAD * pieces)[-SPREAD * pieces])
            least_score = min(least_score, enough)
        good = np.flatnonzero((scores >= least_score) & (scores > 0))
        spoiling |= _place(board, position, choices, rng.permutation(good)[:pieces])


def _place(board: ScanBoard, position: Position, choices: Choices, taken: Numbers) -> Bools:
    """Place pieces as far as in stock, except those that spoil the cover; mark rejected squares."""
    kinds = choices.kind.ravel()[taken]
    for kind in np.unique(kinds):
        ours = taken[kinds == kind][: board.left(position, int(kind))]
        position.ravel()[ours] = kind
    back = np.zeros(position.shape, dtype=bool)
    if board.puzzle.strict:
        overdone = board.overdone(position, board.attacks(position))
        if overdone.any():
            back.ravel()[taken] = True
            back &= overdone | board.at_work(position, overdone)
            position[back] = NO_PIECE
            back &= len(taken) == 1  # of several pieces, some may be harmless without the others
    return back
