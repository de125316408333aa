"""A cover of a board too large for a table of all candidates, by scans of whole boards.

In each round scans say how many uncovered targets every further piece would cover. Of those that
cover most for their price a few are placed at random, and what is covered is found anew, so that
pieces may stand in each other's way. That is greedy choice (see `greedy`) in batches.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import numpy as np

from rookery.boards.motions import ENDLESS, Motion
from rookery.boards.pieces import Piece
from rookery.cover.incumbent import Answer, CoverIncumbent
from rookery.cover.model.layout import Layout
from rookery.cover.model.scans import Scans
from rookery.cover.puzzle import Cover

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Bools = NDArray[np.bool_]
    Floats = NDArray[np.float32]
    Position = NDArray[np.int16]

NO_PIECE = -1
SCANNED = 20_000
"""From so many squares on tables of all candidates take long."""

TIME_SHARE = 0.7  # of the time left
BATCHES = ((0.15, 0.25), (0.5, 1.0), (1.0, 4.0))
"""Till so much of that time is over so many pieces a round, as a part of those needed at least."""
LEAST_BATCH = 0.01  # of the pieces that are placed: the last targets are not worth many rounds
SAFETY = 1e-5  # of a bound, for rounding
GOOD = 0.8  # of the best score, or among so many times the batch
SPREAD = 3
MOST_WASTED = 20  # rounds without a gain


def cover_by_scans(incumbent: CoverIncumbent, share: float = TIME_SHARE) -> None:
    """Offer covers, the quick ones first, in a share of the time left."""
    puzzle, clock = incumbent.puzzle, incumbent.clock
    if not can_scan(puzzle):
        return
    began, left = clock.seconds(), clock.left()

    def batch() -> float:
        """Return how much to place in a round; 0 to stop."""
        if incumbent.stop() is not None:
            return 0.0
        spent = (clock.seconds() - began) / (share * left)
        return next((batch for until, batch in BATCHES if spent < until), 0.0)

    board = ScanBoard(puzzle)

    def offer_first(covers: Iterator[Position]) -> None:
        for position in covers:
            if incumbent.stop() is not None:
                return
            if (position >= 0).any() and not board.uncovered(position).any():
                incumbent.offer(board.answer(position), "scans")
                return

    incumbent.prove(board.bound(), "scans")
    if puzzle.guarded:
        offer_first(board.lines())
    chosen = board.chosen(np.random.default_rng(incumbent.settings.seed), batch)
    if chosen is not None:
        incumbent.offer(board.answer(chosen), "scans")
    elif incumbent.cost is None:
        offer_first(board.filled())


def can_scan(puzzle: Cover) -> bool:
    """Return whether scans know the puzzle: edges that end, no hops of so many steps at most.

    A puzzle in which a piece more can spoil a cover is left to other searches.
    """
    pieces = (*puzzle.pieces, *(piece for piece, _ in puzzle.standing))
    motions = (motion for piece in pieces for motion in piece.motions)
    short = any(motion.hop and motion.reach != ENDLESS for motion in motions)
    return not (puzzle.board.wrap or puzzle.strict or short or not puzzle.targets)


class ScanBoard:
    """The squares of a puzzle as arrays of its rows and columns.

    Positions are int16 arrays of that shape: the kind of the piece on each square, -1 for none.
    Kinds of which there are only so many are not used.
    """

    def __init__(self, puzzle: Cover) -> None:
        layout = Layout(puzzle)
        self._shape = shape = (puzzle.board.rows, puzzle.board.columns)
        squares, kinds = np.arange(layout.size), range(len(puzzle.pieces))
        self._puzzle = puzzle
        self._solid, self._obstacle, self._target = (
            marks[:-1].reshape(shape)
            for marks in (layout.solid, layout.obstacle, layout.target_at >= 0)
        )
        self._standing = [
            (piece, layout.marked([square])[:-1].reshape(shape))
            for piece, square in puzzle.standing
        ]
        self._places = {
            kind: layout.places_of(kind).reshape(shape)
            for kind in kinds
            if puzzle.stock[kind] is None
        }
        self._worth: dict[int, Floats] = {  # of a target; 0 where no such piece may be placed
            kind: (
                place / layout.prices(squares, np.full(layout.size, kind)).reshape(shape)
            ).astype("f4")
            for kind, place in self._places.items()
        }

    def bound(self) -> float | None:
        """Return a bound on the cost: all targets by the most that a piece covers for its price.

        None where stock, standing pieces or hops over pieces of ours leave that open.
        """
        puzzle = self._puzzle
        if len(self._places) < len(puzzle.pieces) or puzzle.standing:
            return None
        most = []
        if not puzzle.guarded:  # a king a motion
            ways = ((kind, len(_captures(piece))) for kind, piece in enumerate(puzzle.pieces))
            most.append(max(number * float(self._worth[kind].max()) for kind, number in ways))
        if not puzzle.hops:
            most.append(float(self._scores(self._empty(), self._target)[0].max()))
        return (1 - SAFETY) * len(puzzle.targets) / min(most) if min(most, default=0) > 0 else None

    def lines(self) -> Iterator[Position]:
        """Yield the middle row and column filled with one kind, the cheapest kind first."""
        rows, columns = self._shape
        for kind in self._by_price():
            for line in ((rows // 2, slice(None)), (slice(None), columns // 2)):
                yield self._filled(kind, line)

    def filled(self) -> Iterator[Position]:
        """Yield every place filled with one kind, the cheapest kind first."""
        return (self._filled(kind, (slice(None), slice(None))) for kind in self._by_price())

    def uncovered(self, position: Position) -> Bools:
        """Return which targets nothing covers."""
        scans = self._scans(position)
        covered = np.zeros(self._shape, dtype=bool)
        if not self._puzzle.total:
            covered |= position >= 0
        for motion, pieces in self._by_motion(position).items():
            covered |= scans.attacked(motion, pieces)
        missed: Bools = self._target & ~covered
        return missed

    def chosen(self, rng: np.random.Generator, batch: Callable[[], float]) -> Position | None:
        """Return a cover chosen greedily, None where greedy choice or the time ends before.

        `batch` is asked before each round for the share of the pieces still needed to be placed.
        """
        position, least, wasted = self._empty(), self._target.size + 1, 0
        while (missed := self.uncovered(position)).any() or not (position >= 0).any():
            count = int(missed.sum())
            wasted = 0 if count < least else wasted + 1
            least = min(least, count)
            share = batch()
            if not share or wasted > MOST_WASTED:
                return None
            score, gain, kind = self._scores(position, missed)
            best = float(score.max())
            if best <= 0:
                return None
            needed = count / gain.ravel()[score.argmax()]
            most = 1 + int(max(share * needed, LEAST_BATCH * (position >= 0).sum()))
            pieces = min(count, most) or 1
            good = _good(score.ravel(), GOOD * best, SPREAD * pieces)
            taken = rng.permutation(good)[:pieces]
            position.ravel()[taken] = kind.ravel()[taken]
        return position

    def answer(self, position: Position) -> Answer:
        """Return a position as an answer."""
        rows, columns = np.nonzero(position >= 0)
        kinds = position[rows, columns]
        return tuple(zip(kinds.tolist(), rows.tolist(), columns.tolist(), strict=True))

    def _scores(self, position: Position, missed: Bools) -> tuple[Floats, Floats, Position]:
        """Return for each square the best gain for its price, that gain, and of what kind."""
        scans, wanted = self._scans(position), missed.astype(np.float32)
        score, gain = np.zeros_like(wanted), np.zeros_like(wanted)
        best, known = self._empty(), dict[Motion, "Floats"]()
        for kind, worth in self._worth.items():
            own = np.zeros_like(wanted) if self._puzzle.total else wanted.copy()
            for motion in _captures(self._puzzle.pieces[kind]):
                if motion not in known:
                    known[motion] = scans.gain(motion, wanted)
                own += known[motion]
            value = own * worth * (position < 0)
            better = value > score
            for array, better_one in ((score, value), (gain, own), (best, kind)):
                np.copyto(array, better_one, where=better, casting="same_kind")
        return score, gain, best

    def _by_price(self) -> list[int]:
        return sorted(self._places, key=lambda kind: self._puzzle.prices[kind])

    def _filled(self, kind: int, part: tuple[int | slice, int | slice]) -> Position:
        position = self._empty()
        position[part] = np.where(self._places[kind][part], kind, NO_PIECE)
        return position

    def _empty(self) -> Position:
        return np.full(self._shape, NO_PIECE, dtype=np.int16)

    def _scans(self, position: Position) -> Scans:
        return Scans(self._obstacle | (position >= 0), self._solid)

    def _by_motion(self, position: Position) -> dict[Motion, Bools]:
        """Return for each motion where our pieces are that have it."""
        found: dict[Motion, Bools] = {}
        ours = [(self._puzzle.pieces[kind], position == kind) for kind in self._places]
        for piece, at in (*ours, *self._standing):
            for motion in _captures(piece) if at.any() else ():
                found[motion] = found[motion] | at if motion in found else at
        return found


def _captures(piece: Piece) -> list[Motion]:
    return [motion for motion in piece.motions if motion.captures]


def _good(scores: Floats, least: float, number: int) -> NDArray[np.int64]:
    """Return where scores are good, and so many of the best ones in any case; none of 0."""
    if number < len(scores):
        least = min(least, float(np.partition(scores, -number)[-number]))
    return np.flatnonzero((scores >= least) & (scores > 0))
