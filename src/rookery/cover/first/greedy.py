"""The first cover: greedy choice, removal of redundant pieces, and exchanges, within a time.

Greedy choice places the pieces that cover most for their price (V. Chvatal, "A greedy heuristic for
the set-covering problem", Mathematics of Operations Research 4, 1979): one by one on small boards,
in random batches of the best where the time allows no more. A target weighs as much as the cheapest
piece that can cover it. Pieces may block every cheap way to a target. Then a piece is replaced by
one that covers it, and its weight doubles. A piece that spoils a cover by itself, where a puzzle
has such conditions, is not placed.

An exchange removes a few neighbouring pieces and covers their targets again: R. Ruiz and T.
Stuetzle, "A simple and effective iterated greedy algorithm for the permutation flowshop scheduling
problem", European Journal of Operational Research 177, 2007. All this needs NumPy only: it runs
until the kernels are loaded, and on boards that these do not support.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from rookery.cover.model.scans import NO_PIECE, Scan, ScanBoard
from rookery.cover.offers import LONG, offered, proved
from rookery.cover.puzzle import Cover
from rookery.engine.run import Run

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Bools = NDArray[np.bool_]
    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]

Random = np.random.Generator

SHARE, LEAST_SECONDS = 0.2, 0.3  # of the time left, and the least seconds
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
MOST_WASTED = 100  # rounds without a gain
KEPT_ROOMS = 5  # last squares, which are avoided when room is made again
ROOMS_TRIED = 8  # replacements tried each time, cheapest first
REMOVED = (1, 2, 3, 4, 6, 8)  # possible numbers of neighbouring pieces removed in an exchange
FEW_WASTED = 2  # the same in an exchange
HURRIED_ROUNDS = 10  # rounds of `hurried`, at most
PIECES_A_CHECK = 256  # pieces removed between two checks of the time
TRIES = 200  # exchanges
TRIES_A_PIECE = 20  # exchanges at most for each piece of the cover
SAFETY = 1e-5  # relative amount subtracted from a bound, for rounding errors
SMALLEST = 1e-9  # gains below are rounding errors
STAGE = "greedy"


def find_first_cover(run: Run, tries: int = TRIES, share: float = SHARE) -> None:
    """Hand covers to the run within a share of the time left.

    Boards from `LONG` squares on get a rough cover at first. At last, at most `tries` exchanges
    follow. With a limit of work and none of time, the result repeats.
    """
    puzzle, seconds = run.puzzle, run.stopwatch()
    board, rng = ScanBoard(puzzle), np.random.default_rng(run.seed)
    time = _Time(run, seconds(), share)
    is_long, taken = board.size >= LONG, 0.0
    if is_long:
        run.take(proved(run, bound(board), STAGE))
        if puzzle.guarded:
            _take_first(board, run, _lines(board), time)
        if time.is_over():
            return
    found: Ints | None = None
    for batch in BATCHES if is_long and math.isfinite(run.remaining()) else (0.0,):
        if time.left() < LONGER * taken:
            break
        seconds = run.stopwatch()
        cover = hurried(
            board, Greedy(board, rng, partial(time.batch, batch)).covered(board.empty())
        )
        if cover is None:
            break
        found = without_redundant(board, cover, time.is_over)
        if not _take(board, run, found):
            _take(board, run, cover)
        taken = seconds()
    if run.value is None:
        found = _take_first(board, run, _filled(board, board.target | True), time)
        if found is not None:
            found = without_redundant(board, found, time.is_over)
            _take(board, run, found)
    if found is not None and not puzzle.strict:
        tries = min(tries, TRIES_A_PIECE * int((found >= 0).sum()))
        _take(board, run, exchanged(board, found, rng, tries, lambda: time.left() > 0))


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
    """Greedy choice on a board.

    Parameters
    ----------
    board, rng
        The board, and the source of random batches.
    batch
        Given the number of targets left, returns the share of the missing pieces to place at once;
        0 for a single piece.
    banned
        A kind and square that must not be chosen.
    patience
        The rounds in a row without a gain, at most.
    is_choosy
        Whether room is made before a piece that costs much for what it covers.
    """

    board: ScanBoard
    rng: Random
    batch: Callable[[int], float] = lambda _: 0.0
    banned: tuple[int, int] | None = None
    patience: int = MOST_WASTED
    is_choosy: bool = True
    _last: deque[int] = field(default_factory=lambda: deque(maxlen=KEPT_ROOMS))

    def covered(self, position: Ints) -> Ints:
        """Return a position with further pieces, one at least, that cover every target if possible.

        Pieces that block every cheap way to a target are replaced, until the time is over; later
        dear ways count too.
        """
        board, position = self.board, position.copy()
        weight = board.cheapest.copy()
        spoiling = np.zeros(board.size, bool)
        least, wasted, is_choosy = math.inf, 0, self.is_choosy
        while True:
            scan = board.scan(position)
            count = int(scan.lacking.sum())
            if not count and (position >= 0).any():
                return position
            wasted = 0 if count < least else wasted + 1
            least = min(least, count)
            share = self.batch(count)
            if wasted > self.patience and is_choosy:
                is_choosy, wasted = False, 0
            is_over = share == ALL_AT_ONCE and board.size < LONG  # `hurried` is cheaper then
            if wasted > self.patience or is_over:
                return position
            score, gain = self._scores(scan, weight, spoiling)
            best = float(score.max())
            placed = int((position >= 0).sum())
            needed = count / max(1.0, float(gain.ravel()[score.argmax()]))
            if (wasted and board.puzzle.strict) or not share:
                pieces = 1
            elif share == ALL_AT_ONCE:
                pieces = max(count, min(SPREAD * count, int(MORE_AT_ONCE * placed)))
            else:
                pieces = 1 + int(min(count - 1, max(share * needed, LEAST_BATCH * placed)))
            if best > (WORTHWHILE if is_choosy else SMALLEST):
                spoiling |= self._place(position, score, best, pieces)
            elif share == ALL_AT_ONCE or not self._make_room(position, scan, weight):
                if not is_choosy:
                    return position
                is_choosy = False

    def _scores(self, scan: Scan, weight: Floats, spoiling: Bools) -> tuple[Floats, Floats]:
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

    def _place(self, position: Ints, score: Floats, best: float, pieces: int) -> Bools:
        """Place pieces as far as in stock, without those that spoil; return the spoiling squares.

        Of several pieces, some may be harmless without the others; these are not returned.
        """
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

    def _make_room(self, position: Ints, scan: Scan, weight: Floats) -> bool:
        """Replace a piece by one that covers a target of greatest weight, and double the weight.

        Of the cheapest replacements, take the one of least cost plus weight left uncovered;
        recently used squares come last.
        """
        board, bare = self.board, np.flatnonzero(scan.lacking)
        target = int(self.rng.choice(bare[weight[bare] == weight[bare].max()]))
        weight[target] *= 2
        kinds = np.arange(len(board.price))[:, None]
        may = board.may & (position >= 0) & (position != kinds)
        may &= (board.left(position) > 0)[:, None]
        may &= scan.gains(np.arange(board.size) == target) > SMALLEST
        choices = np.flatnonzero(may)
        cheap_first = np.argsort(board.price.ravel()[choices], kind="stable")
        best, least = None, (True, math.inf)
        for choice in choices[cheap_first][:ROOMS_TRIED].tolist():
            kind, square = divmod(choice, board.size)
            tried = position.copy()
            tried[square] = kind
            left = board.cost(tried) + float(weight @ board.scan(tried).lacking)
            if (square in self._last, left) < least:
                best, least = choice, (square in self._last, left)
        if best is None:
            return False
        kind, square = divmod(best, board.size)
        position[square] = kind
        self._last.append(square)
        return True


def _nearest(board: ScanBoard, squares: Ints, centre: int) -> Ints:
    """Return squares by their distance from one of the board."""
    ground = board.puzzle.board
    middle = divmod(centre, ground.columns)
    far = [ground.distance(middle, divmod(at, ground.columns)) for at in squares.tolist()]
    return squares[np.argsort(far, kind="stable")]


def hurried(board: ScanBoard, position: Ints) -> Ints | None:
    """Complete a position to a cover by adding a piece for each uncovered target, all at once.

    The added pieces use attacks that cannot be blocked, and replace other pieces where a target has
    no empty square beside it. The cheapest pieces are tried first, then the cheapest kind that
    could cover every target in this way. Added pieces block others and replaced ones are missing,
    so this is repeated; return None if there is no cover after `HURRIED_ROUNDS` rounds.
    """
    if not board.scan(position).lacking.any():
        return position
    kind, square, target = board.steady()
    unlimited = board.left(board.empty())[kind] >= board.size
    kind, square, target = kind[unlimited], square[unlimited], target[unlimited]
    covering = [k for k in set(kind.tolist()) if set(target[kind == k]) >= set(board.targets)]
    last = kind == min(covering, key=lambda k: board.puzzle.prices[k], default=NO_PIECE)
    for number in range(HURRIED_ROUNDS):
        lacking = board.scan(position).lacking
        if not lacking.any():
            return position
        own = np.flatnonzero((lacking[target] > 0) & (last if number else True))
        price = board.price[kind[own], square[own]]
        best = own[np.lexsort((price, position[square[own]] >= 0, target[own]))]
        _, first = np.unique(target[best], return_index=True)
        position = position.copy()
        position[square[best[first]]] = kind[best[first]]
    return None


def without_redundant(
    board: ScanBoard, position: Ints, is_over: Callable[[], bool] = lambda: False
) -> Ints:
    """Return a cover without redundant pieces; the most expensive are removed first.

    `is_over` is called repeatedly; if it returns True, no more pieces are removed.
    """
    while not is_over():
        found = _pass(board, position, is_over)
        if np.array_equal(found, position):
            break
        position = found
    return position


def _pass(board: ScanBoard, position: Ints, is_over: Callable[[], bool]) -> Ints:
    """Return a cover without some redundant pieces.

    Removing a piece opens lines, so other pieces keep all that they cover unless they hop over it.
    The coverage of each piece is therefore computed once, with all pieces on the board.
    """
    scan, ours = board.scan(position), np.flatnonzero(position >= 0)
    idle = scan.gains(scan.slack == 0)[position[ours], ours] < SMALLEST
    if board.puzzle.hops:
        idle &= ~scan.hurdles[ours]
    ours = ours[idle]
    found, spare = position.copy(), scan.slack.copy()
    dearest_first = np.argsort(-board.price[position[ours], ours], kind="stable")
    for number, square in enumerate(ours[dearest_first].tolist()):
        if number % PIECES_A_CHECK == PIECES_A_CHECK - 1 and is_over():
            break
        covered = scan.covered(square)
        if not len(covered) or spare[covered].min() > 0:
            spare[covered] -= 1
            found[square] = NO_PIECE
    if not len(ours):
        return position
    is_cover = not board.scan(found).lacking.any()
    return found if is_cover and (found >= 0).any() else position


def exchanged(
    board: ScanBoard,
    position: Ints,
    rng: Random,
    tries: int,
    go_on: Callable[[], bool] = lambda: True,
) -> Ints:
    """Return a cover that costs no more, after `tries` exchanges of a few neighbouring pieces.

    Every other time, expensive pieces are more likely. `go_on` is called before each exchange;
    False ends the search.
    """
    cost = board.cost(position)
    for number in range(tries):
        if not go_on():
            break
        ours = np.flatnonzero(position >= 0)
        prices = board.price[position[ours], ours]
        centre = int(rng.choice(ours, p=prices / prices.sum() if number % 2 else None))
        other = position.copy()
        other[_nearest(board, ours, centre)[: rng.choice(REMOVED)]] = NO_PIECE
        greedy = Greedy(
            board, rng, banned=(int(position[centre]), centre), patience=FEW_WASTED, is_choosy=False
        )
        covered = greedy.covered(other)
        if board.scan(covered).lacking.any():
            continue
        covered = without_redundant(board, covered)
        if (new := board.cost(covered)) <= cost:
            position, cost = covered, new
    return position


def _take(board: ScanBoard, run: Run, position: Ints) -> bool:
    """Hand a cover to the run if it is right and cheaper."""
    if better := offered(run, board.answer(position), STAGE):
        run.take(better)
    return bool(better)


def _take_first(board: ScanBoard, run: Run, positions: Iterator[Ints], time: _Time) -> Ints | None:
    """Hand the first cover to the run, if there is time to check one."""
    for position in positions:
        if board.size >= LONG and time.is_over():
            break
        if (position >= 0).any() and not board.scan(position).lacking.any():
            _take(board, run, position)
            return position
    return None


def _lines(board: ScanBoard) -> Iterator[Ints]:
    """Yield the middle row and the middle column filled with one kind."""
    sides = board.puzzle.board.rows, board.puzzle.board.columns
    for places, side in zip(np.indices(sides), sides, strict=True):
        yield from _filled(board, places.ravel() == side // 2)


def _filled(board: ScanBoard, part: Bools) -> Iterator[Ints]:
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
