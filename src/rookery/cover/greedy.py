"""The first cover: greedy choice, removal of redundant pieces, and exchanges, within a time.

Pieces are chosen one by one on small boards, in random batches of the best where the time allows no
more (V. Chvatal, "A greedy heuristic for the set-covering problem", Mathematics of Operations
Research 4, 1979). An exchange removes a few neighbouring pieces and covers their targets again (R.
Ruiz, T. Stuetzle, "A simple and effective iterated greedy algorithm for the permutation flowshop
scheduling problem", European Journal of Operational Research 177, 2007). All this needs NumPy only.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from rookery.boards.board import TORUS, Board
from rookery.cover.model.scans import NO_PIECE, Scan, ScanBoard
from rookery.cover.offers import LONG, offered, proved
from rookery.cover.puzzle import Cover
from rookery.engine.run import Run

if TYPE_CHECKING:
    from rookery.compiled.arrays import Bools, Float64s, Int64s

Random = np.random.Generator

SHARE, LEAST_SECONDS = 0.2, 0.3  # of the time left, and the least seconds
GREEDY_SHARE = 0.5  # of the time left, to greedy choice on small boards; it seldom takes as long
ALMOST_ALL = 0.85  # of the time left, at most; the rest is for the check
CHECK_TO_BUILD = 5.0  # times the time to build the arrays: the longest that the check takes
LEAST_SHARE = 0.5  # share of the time, however long the check may take
CHOICE_SHARE = 0.82  # share of the time for choices; the rest is to remove redundant pieces
BATCHES = 0.5, 0.03, 0.01  # least share of the pieces needed to place in a round, run by run
CAREFUL = 0.7  # of the rounds that seem to be left
ALL_AT_ONCE = math.inf  # share when the time is over: a piece for each target left, or more
MORE_AT_ONCE = 0.1  # of the pieces placed, if the targets left are few
LONGER = 1.5  # times the last run that must be left to begin another
LEAST_BATCH = 0.01  # of the pieces placed; the last targets are not worth many rounds
GOOD = 0.8  # least score of a good choice, relative to the best
SPREAD = 3  # good choices for each piece placed, from which it is drawn
WORTHWHILE = 0.25  # least score while room can be made, for a weight of the cheapest piece
MOST_WASTED = 300  # rounds without a gain
WASTED_A_CANDIDATE = 4  # of these rounds at most, for each piece at each place
NOISE = 0.2  # largest relative change of a price in an exchange
REMOVED = (1, 2, 3, 4, 6, 8)  # possible numbers of neighbouring pieces removed in an exchange
PATIENCE = 100  # the same in an exchange of a piece that makes up all of the cost
FEW = 16  # targets left; of more, half are covered before the next scan
HURRIED_ROUNDS = 10  # rounds of `hurried`, at most
PIECES_A_CHECK = 256  # pieces removed between two checks of the time
TRIES = 200  # exchanges
TRIES_A_PIECE = 20  # exchanges at most for each piece of the cover
SAFETY = 1e-5  # relative amount subtracted from a bound, for rounding errors
SMALLEST = 1e-9  # gains below are rounding errors
STAGE = "greedy"


def find_first_cover(run: Run, tries: int = TRIES, share: float = SHARE) -> None:
    """Hand covers to the run within a share of the time left; exchange at most `tries` times."""
    puzzle, seconds = run.puzzle, run.stopwatch()
    board, rng = ScanBoard(puzzle), np.random.default_rng(run.seed)
    is_long, taken = board.size >= LONG, 0.0
    time = _Time(run, seconds(), share if is_long else max(share, GREEDY_SHARE))
    later = _Time(run, seconds(), share)
    if is_long:
        run.take(proved(run, bound(board), STAGE))
        if puzzle.guarded:
            _take_first(board, run, _lines(board), time)
        if time.is_over():
            return
    patience = min(MOST_WASTED, WASTED_A_CANDIDATE * len(puzzle.places) * len(puzzle.pieces))
    found: Scan | None = None
    for batch in BATCHES if is_long and math.isfinite(run.remaining()) else (0.0,):
        if time.left() < LONGER * taken:
            break
        seconds = run.stopwatch()
        greedy = Greedy(board, rng, partial(time.batch, batch), patience=patience)
        cover = hurried(greedy.covered(board.empty()))
        if cover is None:
            break
        found = without_redundant(cover, time.is_over)
        if not _take(run, found):
            _take(run, cover)
        taken = seconds()
    if run.value is None:
        found = _take_first(board, run, _filled(board, board.target | True), time)
        if found is not None:
            found = without_redundant(found, time.is_over)
            _take(run, found)
    if found is not None and not puzzle.strict:
        tries = min(tries, TRIES_A_PIECE * int((found.position >= 0).sum()))
        _take(run, exchanged(found, rng, tries, lambda: later.left() > 0))


class _Time:
    """The share of a run's time for a first cover: to choose, and to remove redundant pieces."""

    def __init__(self, run: Run, build_seconds: float, share: float) -> None:
        self._run = run
        left = run.remaining()
        usable = min(ALMOST_ALL * left, left - CHECK_TO_BUILD * build_seconds)
        usable = max(usable, LEAST_SHARE * left)
        self._late = min(usable, max(share * left, LEAST_SECONDS))
        self._elapsed = run.stopwatch()
        self._last, self._round = math.nan, math.inf  # begin of the last round; seconds of a round

    def left(self) -> float:
        """Return the seconds left to choose in."""
        return max(0.0, CHOICE_SHARE * self._late - self._elapsed())

    def is_over(self) -> bool:
        """Return whether the time left only suffices for the check."""
        return self._run.reason_to_stop() is not None or self._elapsed() >= self._late

    def batch(self, least: float, count: int) -> float:
        """Return the share to place in a round with `count` targets left.

        A round of share s leaves about 1 - s of the targets, so log(count) / s rounds are ahead.
        """
        before, self._last = self._last, self._elapsed()
        if math.isnan(before):
            return ALL_AT_ONCE if self.is_over() else least
        self._round = min(self._round, max(SMALLEST, self._last - before))
        rounds = CAREFUL * self.left() / self._round
        if rounds <= 1:
            return ALL_AT_ONCE
        return least if rounds > count else max(least, math.log(1 + count) / (GOOD * rounds))


@dataclass(frozen=True)
class Greedy:
    """Greedy choice on a board."""

    board: ScanBoard
    rng: Random
    # Given the number of targets left, the share of the missing pieces to place at once; 0 for one
    batch: Callable[[int], float] = lambda _: 0.0
    banned: tuple[int, int] | None = None  # kind and square that must not be chosen
    patience: int = MOST_WASTED  # rounds in a row without a gain, at most
    is_choosy: bool = True  # whether room is made before a piece that costs much for what it covers
    noise: float = 0.0  # largest relative change of a price, so that exchanges differ

    def covered(self, position: Int64s) -> Scan:
        """Scan a position with more pieces, one at least, that cover every target if possible."""
        board, position = self.board, position.copy()
        weight = board.cheapest.copy()
        spoiling = np.zeros(board.size, bool)
        least, wasted, is_choosy, room = math.inf, 0, self.is_choosy, NO_PIECE
        while True:
            scan = board.scan(position)
            if scan.is_cover:
                return scan
            count = int(scan.lacking.sum())
            wasted = 0 if count < least else wasted + 1
            least = min(least, count)
            share = self.batch(count)
            if wasted > self.patience and is_choosy:
                is_choosy, wasted = False, 0
            is_over = share == ALL_AT_ONCE and board.size < LONG  # `hurried` is cheaper then
            if wasted > self.patience or is_over:
                return scan
            least_score = WORTHWHILE if is_choosy else SMALLEST
            if share or not count or board.size >= LONG or board.puzzle.strict:
                batch = 0.0 if wasted and board.puzzle.strict else share
                is_placed = self._place_best(position, scan, weight, spoiling, batch, least_score)
            else:
                is_placed = self._fill(position, scan, weight, least_score)
            if not is_placed and share < ALL_AT_ONCE:
                room = self._make_room(position, scan, weight, room)
            if not is_placed and (share == ALL_AT_ONCE or room < 0):
                if not is_choosy:
                    return scan
                is_choosy = False

    def _fill(self, position: Int64s, scan: Scan, weight: Float64s, least: float) -> bool:
        """Place the best pieces as if none blocked another; return whether any is worth it."""
        board = self.board
        left = board.left(position)
        kind, square, target = scan.ways(np.flatnonzero(scan.lacking))
        may = left[kind] > 0
        if self.banned is not None:
            may &= (kind != self.banned[0]) | (square != self.banned[1])
        key = (kind * board.size + square)[may]
        order = np.argsort(key, kind="stable")
        key, target = key[order], target[may][order]
        start = np.flatnonzero(np.diff(key, prepend=-1))
        if not len(start):
            return False
        ends = np.append(start[1:], len(key))
        kinds, squares = np.divmod(key[start], board.size)
        noise = self.rng.uniform(1 - self.noise, 1 + self.noise, len(start))
        price = board.price[kinds, squares] * noise
        lacking, wanted = scan.lacking.copy(), weight * (scan.lacking > 0)
        price[np.add.reduceat(board.cheapest[target], start) <= least * price] = np.inf
        until = bare / 2 if (bare := int((lacking > 0).sum())) > FEW else 0
        is_placed = False
        while True:
            score = np.add.reduceat(wanted[target], start) / price
            best = int(score.argmax())
            if score[best] <= least or (lacking > 0).sum() < until:
                return is_placed
            is_placed = True
            position[squares[best]] = kinds[best]
            covered = target[start[best] : ends[best]]
            lacking[covered] -= 1
            wanted[covered] *= lacking[covered] > 0
            left[kinds[best]] -= 1
            price[(squares == squares[best]) | (left[kinds] <= 0)] = np.inf

    def _place_best(
        self,
        position: Int64s,
        scan: Scan,
        weight: Float64s,
        spoiling: Bools,
        share: float,
        least: float,
    ) -> bool:
        """Place a batch of the best pieces; return whether any has a score above the least."""
        score, gain = self._scores(scan, weight, spoiling)
        best, placed = float(score.max()), int((position >= 0).sum())
        if best <= least:
            return False
        count = int(scan.lacking.sum())
        needed = count / max(1.0, float(gain.ravel()[score.argmax()]))
        pieces = 1 + int(min(count - 1, max(share * needed, LEAST_BATCH * placed)))
        if not share:
            pieces = 1
        elif share == ALL_AT_ONCE:
            pieces = max(count, min(SPREAD * count, int(MORE_AT_ONCE * placed)))
        spoiling |= self._place(position, score, best, pieces)
        return True

    def _scores(self, scan: Scan, weight: Float64s, spoiling: Bools) -> tuple[Float64s, Float64s]:
        """Return the score and the gain of each kind on each square; score 0 where none may be."""
        board, puzzle = self.board, self.board.puzzle
        if not scan.lacking.any():  # no target at all
            gain = np.full(board.price.shape, float(board.price.max()))
        else:
            gain = scan.gains(scan.lacking * weight)
        score = gain / board.price * board.may
        score[:, (scan.position >= 0) | spoiling] = 0
        score[board.left(scan.position) <= 0] = 0
        if puzzle.strict:
            score[scan.gains(scan.barred) > SMALLEST] = 0
            if puzzle.independent:
                score[:, scan.attacks > 0] = 0
        if self.banned is not None:
            score[self.banned] = 0
        return score, gain

    def _place(self, position: Int64s, score: Float64s, best: float, pieces: int) -> Bools:
        """Place pieces in stock, but for those that spoil a cover; return the spoiling squares."""
        board = self.board
        back = np.zeros(board.size, bool)
        kinds = score.argmax(axis=0)
        if pieces == 1:
            taken = np.array([score.argmax() % board.size])
        else:
            scores, least = score.max(axis=0), GOOD * best
            if SPREAD * pieces < len(scores):  # or less, so that there are enough
                enough = float(np.partition(scores, -SPREAD * pieces)[-SPREAD * pieces])
                least = min(least, enough)
            good = np.flatnonzero((scores >= least) & (scores > SMALLEST))
            taken = self.rng.permutation(good)[:pieces]
        left = board.left(position)
        for kind in np.unique(kinds[taken]):
            position[taken[kinds[taken] == kind][: left[kind]]] = kind
        if board.puzzle.strict:
            scan = board.scan(position)
            if scan.overdone.any():
                back[taken] = True
                ours = np.flatnonzero(position >= 0)
                at_work = np.zeros(board.size, bool)
                at_work[ours] = scan.gains(scan.overdone)[position[ours], ours] > SMALLEST
                back &= scan.overdone | at_work
                position[back] = NO_PIECE
                back &= len(taken) == 1
        return back

    def _make_room(self, position: Int64s, scan: Scan, weight: Float64s, last: int) -> int:
        """Replace a piece by one that covers a target of most weight; return its square or -1."""
        board, bare = self.board, np.flatnonzero(scan.lacking)
        if not bare.size:
            return NO_PIECE  # any piece would do, but none can stand
        target = int(self.rng.choice(bare[weight[bare] == weight[bare].max()]))
        weight[target] *= 2
        ours = np.flatnonzero(position >= 0)
        may = board.may[:, ours] & (position[ours] != np.arange(len(board.price))[:, None])
        may &= (board.left(position) > 0)[:, None]
        may &= scan.gains(np.arange(board.size) == target)[:, ours] > SMALLEST
        if not may.any():
            return NO_PIECE
        if may[:, ours != last].any():
            may &= ours != last
        profit = scan.gains(scan.lacking * weight)[:, ours] - board.price[:, ours]
        profit -= scan.held((scan.slack == 0) * weight) - board.price[position[ours], ours]
        kind, number = divmod(int(np.where(may, profit, -np.inf).argmax()), len(ours))
        position[ours[number]] = kind
        return int(ours[number])


def _nearest(board: Board, squares: Int64s, centre: int) -> Int64s:
    """Return squares by their distance from one of the board."""
    row, column = divmod(centre, board.columns)
    down, right = abs(squares // board.columns - row), abs(squares % board.columns - column)
    if board.wrap:
        right = np.minimum(right, board.columns - right)
    if board.wrap == TORUS:
        down = np.minimum(down, board.rows - down)
    return squares[np.argsort(np.maximum(down, right), kind="stable")]


def hurried(scan: Scan) -> Scan | None:
    """Complete a position to a cover by adding a piece for each uncovered target, all at once.

    The added pieces use attacks that cannot be blocked: first the cheapest, then those of the
    cheapest kind that could cover every target so. Added pieces block others, and may replace them,
    so this is repeated; return None if there is no cover after `HURRIED_ROUNDS` rounds.
    """
    if scan.is_cover:
        return scan
    board = scan.board
    every = np.flatnonzero(board.target)
    kind, square, target = board.steady()
    unlimited = board.left(board.empty())[kind] >= board.size
    kind, square, target = kind[unlimited], square[unlimited], target[unlimited]
    covering = [k for k in np.unique(kind) if not np.setdiff1d(every, target[kind == k]).size]
    last = kind == min(covering, key=lambda k: board.puzzle.prices[k], default=NO_PIECE)
    for number in range(HURRIED_ROUNDS):
        own = np.flatnonzero((scan.lacking[target] > 0) & (last if number else True))
        price = board.price[kind[own], square[own]]
        position = scan.position.copy()
        best = own[np.lexsort((price, position[square[own]] >= 0, target[own]))]
        _, first = np.unique(target[best], return_index=True)
        position[square[best[first]]] = kind[best[first]]
        scan = board.scan(position)
        if scan.is_cover:
            return scan
    return None


def without_redundant(scan: Scan, is_over: Callable[[], bool] = lambda: False) -> Scan:
    """Remove redundant pieces from a cover, the dearest first, until `is_over` returns True."""
    while not is_over() and (found := _pass(scan, is_over)) is not None:
        scan = found
    return scan


def _pass(scan: Scan, is_over: Callable[[], bool]) -> Scan | None:
    """Return a cover without some redundant pieces, or None if none is found."""
    board, ours = scan.board, np.flatnonzero(scan.position >= 0)
    # Removing a piece opens lines, so others keep all that they cover unless they hop over it.
    idle = scan.held(scan.slack == 0) < SMALLEST
    if board.puzzle.hops:
        idle &= ~scan.hurdles[ours]
    ours = ours[idle]
    if not len(ours):
        return None
    position, spare = scan.position.copy(), scan.slack.copy()
    dearest_first = np.argsort(-board.price[position[ours], ours], kind="stable")
    for number, square in enumerate(ours[dearest_first].tolist()):
        if number % PIECES_A_CHECK == PIECES_A_CHECK - 1 and is_over():
            break
        covered = scan.covered(square)
        if not len(covered) or spare[covered].min() > 0:
            spare[covered] -= 1
            position[square] = NO_PIECE
    found = board.scan(position)
    return found if found.is_cover and found.cost < scan.cost else None


def exchanged(
    scan: Scan, rng: Random, tries: int, go_on: Callable[[], bool] = lambda: True
) -> Scan:
    """Return a cover that costs no more, after `tries` exchanges while `go_on` returns True."""
    board = scan.board
    for number in range(tries):
        if not go_on():
            break
        ours = np.flatnonzero(scan.position >= 0)
        prices = board.price[scan.position[ours], ours]
        # every other time, expensive pieces are more likely
        chance = np.cumsum(prices if number % 2 else np.ones(len(ours)), dtype=float)
        chosen = int(np.searchsorted(chance, chance[-1] * rng.random(), "right"))
        centre, share = int(ours[chosen]), prices[chosen] / scan.cost
        other = scan.position.copy()
        removed = REMOVED[rng.integers(len(REMOVED))]
        other[_nearest(board.puzzle.board, ours, centre)[:removed]] = NO_PIECE
        banned = int(scan.position[centre]), centre
        patience = int(PATIENCE * share)
        greedy = Greedy(board, rng, banned=banned, patience=patience, is_choosy=False, noise=NOISE)
        found = greedy.covered(other)
        if found.is_cover and (found := without_redundant(found)).cost <= scan.cost:
            scan = found
    return scan


def _take(run: Run, scan: Scan) -> bool:
    """Hand a cover to the run if it is right and cheaper."""
    if better := offered(run, scan.board.answer(scan.position), STAGE):
        run.take(better)
    return bool(better)


def _take_first(
    board: ScanBoard, run: Run, positions: Iterator[Int64s], time: _Time
) -> Scan | None:
    """Hand the first cover to the run, if there is time to check one."""
    for position in positions:
        if board.size >= LONG and time.is_over():
            break
        scan = board.scan(position)
        if scan.is_cover:
            _take(run, scan)
            return scan
    return None


def _lines(board: ScanBoard) -> Iterator[Int64s]:
    """Yield the middle row and the middle column filled with one kind."""
    sides = board.puzzle.board.rows, board.puzzle.board.columns
    for places, side in zip(np.indices(sides), sides, strict=True):
        yield from _filled(board, places.ravel() == side // 2)


def _filled(board: ScanBoard, part: Bools) -> Iterator[Int64s]:
    """Yield a part of the board filled with one kind, the cheapest kind first."""
    left = board.left(board.empty())
    for kind in sorted(range(len(left)), key=lambda kind: board.puzzle.prices[kind]):
        if (board.may[kind] & part).sum() <= left[kind]:
            yield np.where(board.may[kind] & part, kind, NO_PIECE)


def bound(board: ScanBoard) -> float | None:
    """Return a bound on the cost: targets divided by the most that a piece covers per price.

    Return None if standing pieces, or hops over our own pieces, rule this bound out.
    """
    puzzle: Cover = board.puzzle
    if puzzle.standing or (puzzle.hops and puzzle.guarded):
        return None
    if puzzle.guarded:
        most = float((board.scan(board.empty()).gains(board.target) / board.price).max())
    else:  # a king a motion
        ways = board.leaper.sum(axis=0) + board.rider.sum(axis=0)
        most = float((ways / board.price.min(axis=1)).max())
    return (1 - SAFETY) * int(board.least.sum()) / most if most > 0 else None
