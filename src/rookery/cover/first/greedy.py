"""The first cover: greedy choice on the true rules, led by what each target is worth.

V. Chvatal, "A greedy heuristic for the set-covering problem", Mathematics of Operations
Research 4, 1979; the score by worth is that of A. Caprara, M. Fischetti and P. Toth, "A heuristic
method for the set covering problem", Operations Research 47, 1999. Here pieces also block each
other, so that room must be made at times.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from rookery.cover.model.arrangement import Arrangement
from rookery.cover.model.sights import Sights

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]

MOST_ROOMS = 400  # made for a cover
ROOMS_TRIED = 4  # pieces that see the target, the cheapest first
KEPT_ROOMS = 5  # whose squares come last when room is made again
SQUARES_A_CHOICE = 1000  # one more piece is placed at a time for so many
HURRIED_ROUNDS = 10  # of guards for all that is uncovered, at most


def greedy(
    board: Arrangement,
    go_on: Callable[[], bool] = lambda: True,
    rooms: int = MOST_ROOMS,
    banned: int | None = None,
    guarded: bool = True,
) -> bool:
    """Place pieces until every target is covered, those that gain most first.

    Parameters
    ----------
    board
        The pieces to begin with; it is changed.
    go_on
        Asked before each choice.
    rooms
        How often room may be made for a target that nothing can reach any more.
    banned
        A choice that is not to be made.
    guarded
        Whether such targets are given guards instead, where there are any (see `_Guards`).

    Returns
    -------
    bool
        Whether every target is covered, by at least one piece.
    """
    last: deque[int] = deque(maxlen=KEPT_ROOMS)
    guards: _Guards | None = None
    while not board.is_cover():
        if not go_on():
            return False
        if _place_best(board, banned):
            continue
        if guarded and (guards := guards or _Guards(board)).add():
            continue
        elif rooms > 0 and _make_room(board, last):
            rooms -= 1
        else:
            return False
    if not len(board.squares()):
        kind, square = cheapest_alone(board)
        board.place(kind, square)
    return True


def cheapest_alone(board: Arrangement) -> tuple[int, int]:
    """Return kind and square of the cheapest piece there may be."""
    puzzle = board.sights.puzzle
    in_stock = np.flatnonzero(board.left > 0).tolist()
    choices = [
        (puzzle.price_at(kind, square), kind, square)
        for square in puzzle.places
        for kind in in_stock
        if puzzle.may_stand(kind, square)
    ]
    _, kind, (row, column) = min(choices, key=lambda choice: choice[0])
    return kind, row * puzzle.board.columns + column


def without_redundant(
    board: Arrangement, go_on: Callable[[], bool] = lambda: True, quick: bool = False
) -> Arrangement:
    """Remove pieces, dearest first, as long as every target stays covered; return the board.

    `go_on` is asked before each piece. If `quick`, pieces are passed over that alone cover some
    target, though without them another's sight of it may open.
    """
    removed = True
    while removed:
        removed = False
        squares = board.spare() if quick else board.squares()
        for square in squares[np.argsort(-board.paid(squares), kind="stable")]:
            if not go_on():
                return board
            if quick and board.is_needed(int(square)):
                continue
            if len(board.squares()) > 1 and _is_spare(board, int(square)):
                removed = True
    return board


def filled(sights: Sights, worth: Floats) -> Arrangement | None:
    """Return every place filled with one kind that covers every target so, the cheapest.

    With a king's leaps in the set, as the horse has, there is always one when every king
    has a place beside it. None when no kind will do.
    """
    puzzle = sights.puzzle
    for kind in sorted(range(len(puzzle.pieces)), key=lambda k: puzzle.prices[k]):
        stock = puzzle.stock[kind]
        places = [square for square in puzzle.places if puzzle.may_stand(kind, square)]
        if not places or (stock is not None and stock < len(places)):
            continue
        board = Arrangement(sights, worth, [(kind, *square) for square in places])
        if board.is_cover():
            return board
    return None


def _place_best(board: Arrangement, banned: int | None) -> bool:
    """Place what gains most: by profit, or where there is none by loss a target.

    On large boards several at once: the next best too, unless those before changed their gain.
    """
    choices = np.flatnonzero(board.gain[: board.sights.choices])
    may = (board.kind[choices // board.kinds] < 0) & (board.left[choices % board.kinds] > 0)
    if banned is not None:
        may &= choices != banned
    choices = choices[may]
    if not len(choices):
        return False
    gain = board.gain[choices]
    loss = board.price[choices] - board.value[choices]
    score = np.where(loss > 0, loss / gain, loss * gain)
    few = 1 + len(board.kind) // SQUARES_A_CHOICE
    order = [score.argmin()] if few == 1 else np.argsort(score, kind="stable")[:few]
    for choice, before in zip(choices[order].tolist(), gain[order].tolist(), strict=True):
        square, kind = divmod(choice, board.kinds)
        if board.gain[choice] == before and board.kind[square] < 0 and board.left[kind] > 0:
            board.place(kind, square)
    return True


def _is_spare(board: Arrangement, square: int) -> bool:
    """Remove a piece if every target stays covered; return whether it is removed."""
    kind = int(board.kind[square])
    board.remove(square)
    if board.is_cover():
        return True
    board.place(kind, square)
    return False


def _make_room(board: Arrangement, last: deque[int]) -> bool:
    """Place a piece that covers an uncovered target, removing those in its way.

    The target is that of the greatest worth, which then doubles. Of the ways that are tried the
    one is taken after which the pieces and the worth of what is uncovered cost least; the squares
    of the last ones come after all others.
    """
    bare = board.uncovered()
    target = int(bare[board.worth[bare].argmax()])
    sights = board.sights
    seeing = sights.of_target.of(target)
    seeing = seeing[sights.choice[seeing] < sights.choices]
    prices = board.price[sights.choice[seeing]]
    seeing = seeing[np.argsort(prices, kind="stable")]
    worth = board.worth.copy()
    worth[target] = max(2 * worth[target], float(prices.min(initial=1)))
    board.revalue(worth)
    best, least = None, (True, np.inf)
    for sight in seeing[:ROOMS_TRIED].tolist():
        tried = _with_room(board, sight)
        if tried is None:
            continue
        square = int(sights.choice[sight]) // board.kinds
        cost = tried.cost + float(tried.worth[tried.uncovered()].sum())
        if (square in last, cost) < least:
            best, least, taken = tried, (square in last, cost), square
    if best is None:
        return False
    last.append(taken)
    board.become(best)
    return True


def hurried(board: Arrangement) -> Arrangement | None:
    """Return a board with a piece more for each uncovered target, all of one kind at once.

    They replace others where a target has no empty square beside it. None where that is no cover,
    even after some rounds: pieces that come block others, and pieces that go are missed.
    """
    sights, columns = board.sights, board.sights.puzzle.board.columns
    for _ in range(HURRIED_ROUNDS):
        guards = _Guards(board)
        kind = guards.last_kind
        if kind < 0 or board.left[kind] < len(board.uncovered()):
            return None
        own = guards.sights[sights.choice[guards.sights] % board.kinds == kind]
        own = own[board.covers[sights.target[own]] == 0]
        square, target = sights.choice[own] // board.kinds, sights.target[own]
        best = np.lexsort((board.kind[square] >= 0, target))
        _, first = np.unique(target[best], return_index=True)
        taken = {divmod(at, columns) for at in square[best][first].tolist()}
        stay = [
            placed_piece for placed_piece in board.placed_pieces() if placed_piece[1:] not in taken
        ]
        board = Arrangement(sights, board.worth, [*stay, *((kind, *at) for at in taken)])
        if board.is_cover() and len(board.squares()):
            return board
    return None


FREE, GUARD, LAST_GUARD = range(3)


class _Guards:
    """Pieces that cover by sights nothing can block, and that greedy choice leaves in place.

    For a target out of reach the cheapest such piece is placed, though another must leave its
    square. Where only guards stand around the target, one is replaced by a guard of the kind
    that, on every place, covers every target so: that one is for good. With such a kind greedy
    choice ends at a cover, after two guards a place at most.
    """

    def __init__(self, board: Arrangement) -> None:
        sights = board.sights
        clear = np.diff(sights.between.start) == 0
        self.board = board
        self.sights = np.flatnonzero(
            clear & (sights.lacking == 0) & (sights.choice < sights.choices)
        )
        self.last_kind = self._last_kind()
        self.state = np.full(len(board.kind), FREE)

    def add(self) -> bool:
        """Place a guard for an uncovered target; return whether there is a place for one."""
        board, sights = self.board, self.board.sights
        bare = board.uncovered()
        target = bare[board.worth[bare].argmax()]
        square, kind = np.divmod(
            sights.choice[self.sights[sights.target[self.sights] == target]], board.kinds
        )
        state = self.state[square]
        may = (state == FREE) | ((state == GUARD) & (kind == self.last_kind))
        square, kind = square[may & (board.left[kind] > 0)], kind[may & (board.left[kind] > 0)]
        if not len(square):
            return False
        there = board.kind[square]
        lost = np.where(there < 0, 0, board.paid(square))
        gained = board.price[square * board.kinds + kind]
        best = np.lexsort((lost + gained, self.state[square]))[0]
        self._post(int(kind[best]), int(square[best]))
        return True

    def _post(self, kind: int, square: int) -> None:
        if self.board.kind[square] >= 0:
            self.board.remove(square)
        self.board.place(kind, square)
        self.state[square] = LAST_GUARD if kind == self.last_kind else GUARD

    def _last_kind(self) -> int:
        """Return the cheapest kind that covers all so, -1 for none."""
        board, sights = self.board, self.board.sights
        kinds = sights.choice[self.sights] % board.kinds
        prices = board.sights.puzzle.prices
        for kind in sorted(range(board.kinds), key=lambda kind: prices[kind]):
            seen = sights.target[self.sights[kinds == kind]]
            if np.bincount(seen, minlength=len(board.covers)).all():
                return int(kind)
        return -1


def _with_room(board: Arrangement, sight: int) -> Arrangement | None:
    """Return the board with a piece that has this sight open; None where that cannot be."""
    square, kind = divmod(int(board.sights.choice[sight]), board.kinds)
    if board.lacking[sight] > 0 or board.left[kind] <= 0:
        return None
    other = board.copy()
    if other.kind[square] >= 0:
        other.remove(square)
    for between in board.sights.between.of(sight).tolist():
        if other.lacking[sight] < 0 and other.kind[between] >= 0:
            other.remove(between)
    if other.lacking[sight] != 0:
        return None
    other.place(kind, square)
    return other
