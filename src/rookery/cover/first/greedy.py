"""Covers by greedy choice under the true rules, guided by the targets' duals, and by exchanges.

Greedy choice is due to V. Chvatal, "A greedy heuristic for the set-covering problem", Mathematics
of Operations Research 4, 1979; the score by duals to A. Caprara, M. Fischetti and P. Toth, "A
heuristic method for the set covering problem", Operations Research 47, 1999. Here pieces also block
each other, so some must be removed to make room. An exchange removes a few neighbouring pieces and
covers their targets again: R. Ruiz and T. Stuetzle, "A simple and effective iterated greedy
algorithm for the permutation flowshop scheduling problem", European Journal of Operational Research
177, 2007.

`find_first_cover` chooses greedily, removes redundant pieces and exchanges some. The module needs
NumPy only: it runs until the kernels are loaded, and on boards that the kernels do not support.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING

import numpy as np

from rookery.cover.bounds.duals import lagrangian, target_worth
from rookery.cover.model.arrangement import Arrangement, Sights, sights
from rookery.cover.model.candidates import Candidates
from rookery.cover.offers import deadline_check, offered
from rookery.engine.run import Run

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]

MOST_ROOMS = 400  # times that room is made per cover, at most
ROOMS_TRIED = 4  # pieces tried each time, cheapest first
KEPT_ROOMS = 5  # last squares, which are avoided when room is made again
SQUARES_A_CHOICE = 1000  # squares of the board per piece placed in one choice
REMOVED = (1, 2, 3, 4, 6, 8)  # possible numbers of neighbouring pieces removed in an exchange
FEW_ROOMS = 2  # times that room is made per exchange, at most
HURRIED_ROUNDS = 10  # rounds of `hurried`, at most
ROUNDS = 100  # rounds of the ascent that prices targets for greedy choice
PIECES_A_TARGET = 0.1  # a guess, as long as no cover is known
TRIES = 200  # exchanges
TRIES_A_PIECE = 20  # exchanges at most for each piece of the cover
SHARE, LEAST_SECONDS = 0.2, 0.3  # of the time left, and the least seconds
GREEDY_SHARE = 0.5  # share of the time left, to greedy choice alone
ALMOST_ALL = 0.9  # of the time left, where that is less
DUALS_FROM_SECONDS = 0.06  # left; with less there is one round only
WORTH_SHARE = 0.2  # share of the time left, at most


def greedy(
    board: Arrangement,
    go_on: Callable[[], bool] = lambda: True,
    rooms: int = MOST_ROOMS,
    banned: int | None = None,
) -> bool:
    """Place pieces of greatest gain until every target is covered; return whether all are.

    The board is changed in place, and gets at least one piece. `go_on` is called before each
    choice; False ends the search. `rooms` is the number of times that room can be made for a target
    that no further piece can reach, and `banned` a choice that must not be made.
    """
    last: deque[int] = deque(maxlen=KEPT_ROOMS)
    while not board.is_cover():
        if not go_on():
            return False
        if _place_best(board, banned):
            continue
        if rooms <= 0 or not _make_room(board, last):
            return False
        rooms -= 1
    if not len(board.squares()):
        puzzle, kinds = board.sights.puzzle, np.flatnonzero(board.left > 0).tolist()
        pairs = ((kind, square) for square in puzzle.places for kind in kinds)
        may = (pair for pair in pairs if puzzle.may_stand(*pair))
        kind, (row, column) = min(may, key=lambda pair: puzzle.price_at(*pair))
        board.place(kind, row * puzzle.board.columns + column)
    return True


def without_redundant(
    board: Arrangement, go_on: Callable[[], bool] = lambda: True, quick: bool = False
) -> Arrangement:
    """Remove pieces, most expensive first, while every target stays covered; return the board.

    `go_on` is called before each piece. If `quick`, a piece that is the only cover of some target
    is skipped, although its removal could open another piece's sight of that target.
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
            if len(board.squares()) == 1:
                continue
            kind = board.remove(int(square))
            if board.is_cover():
                removed = True
            else:
                board.place(kind, int(square))
    return board


def hurried(board: Arrangement) -> Arrangement | None:
    """Complete a position to a cover by adding a piece for each uncovered target, all at once.

    The added pieces use sights that cannot be blocked, and replace other pieces where a target has
    no empty square beside it. The cheapest pieces are tried first, then the cheapest kind that
    could cover every target in this way. Added pieces block others and replaced ones are missing,
    so this is repeated; return None if there is no cover after `HURRIED_ROUNDS` rounds.
    """
    sights, columns = board.sights, board.sights.puzzle.board.columns
    clear = (np.diff(sights.between.start) == 0) & (sights.lacking == 0)
    steady = np.flatnonzero(clear & (sights.choice < sights.choices))
    last = steady[:0]
    by_price = sorted(range(board.kinds), key=lambda kind: sights.puzzle.prices[kind])
    for kind in reversed(by_price):  # the cheapest that does is the last one
        own = steady[sights.choice[steady] % board.kinds == kind]
        if np.bincount(sights.target[own], minlength=len(board.covers)).all():
            last = own
    for number in range(HURRIED_ROUNDS):
        own = last if number else steady
        own = own[board.covers[sights.target[own]] == 0]
        choice, target = sights.choice[own], sights.target[own]
        square, kind = np.divmod(choice, board.kinds)
        best = np.lexsort((board.price[choice], board.kind[square] >= 0, target))
        _, first = np.unique(target[best], return_index=True)
        new = dict(zip(square[best[first]].tolist(), kind[best[first]].tolist(), strict=True))
        stay = {row * columns + column: kind for kind, row, column in board.placed_pieces()}
        pieces = [(kind, *divmod(square, columns)) for square, kind in (stay | new).items()]
        tried = Arrangement(sights, board.worth, pieces)
        if (tried.left >= 0).all():
            board = tried
        if board.is_cover() and len(board.squares()):
            return board
    return None


def exchanged(
    board: Arrangement, random: Random, tries: int, go_on: Callable[[], bool] = lambda: True
) -> Arrangement:
    """Return a cover that costs no more, after `tries` exchanges of a few random pieces.

    Every other time, expensive pieces are more likely. The board is not changed. `go_on` is called
    before each exchange; False ends the search.
    """
    for number in range(tries):
        if not go_on():
            break
        other = _without_a_few(board, random, by_price=number % 2 == 1)
        if other is not None and other.cost <= board.cost:
            board = other
    return board


def _without_a_few(board: Arrangement, random: Random, by_price: bool) -> Arrangement | None:
    """Return a cover with a random piece and some neighbours replaced, or None."""
    squares = board.squares()
    weights = board.paid(squares).tolist() if by_price else None
    centre = random.choices(squares.tolist(), weights)[0]
    ground = board.sights.puzzle.board
    middle = divmod(centre, ground.columns)
    by_distance = sorted(
        squares.tolist(),
        key=lambda square: ground.distance(middle, divmod(square, ground.columns)),
    )
    other = board.copy()
    for square in by_distance[: random.choice(REMOVED)]:
        other.remove(square)
    banned = centre * board.kinds + int(board.kind[centre])
    if not greedy(other, rooms=FEW_ROOMS, banned=banned):
        return None
    return without_redundant(other, quick=True)


def filled(sights: Sights, worth: Floats) -> Arrangement | None:
    """Fill every place with the cheapest kind that gives a cover; return None if no kind does.

    A kind with a king's leaps, such as the horse, always does if every king has a place beside it.
    """
    puzzle = sights.puzzle
    for kind in sorted(range(len(puzzle.pieces)), key=lambda kind: puzzle.prices[kind]):
        places = (square for square in puzzle.places if puzzle.may_stand(kind, square))
        board = Arrangement(sights, worth, [(kind, *square) for square in places])
        if len(board.squares()) and (board.left >= 0).all() and board.is_cover():
            return board
    return None


def _place_best(board: Arrangement, banned: int | None) -> bool:
    """Place the choice of greatest profit, or without any profit, of least loss per target.

    On large boards also place the next best choices whose gain is unchanged.
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


def _make_room(board: Arrangement, last: deque[int]) -> bool:
    """Place a piece that covers an uncovered target, and remove the pieces that block it.

    The target is that of the greatest dual, which then doubles. Of the choices tried, take the one
    with the least cost of pieces plus duals of uncovered targets; recently used squares come last.
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


def _with_room(board: Arrangement, sight: int) -> Arrangement | None:
    """Return the board with a piece that has this sight open, or None if that is impossible."""
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


def find_first_cover(run: Run, table: Candidates, tries: int = TRIES) -> None:
    """Hand a first cover to the run.

    Once greedy choice can reach no more, or its time is over, `hurried` completes the cover; if
    that fails, the first cover is the board filled with one kind. If the run has a cover already,
    neither is done. In the rest of the time, room is made for the targets that are left, which may
    cost less. At last, at most `tries` exchanges follow. With a limit of work and none of time, the
    result repeats. The puzzle has a cover; the table holds its candidates.
    """
    elapsed, left = run.stopwatch(), run.remaining()
    end = min(max(SHARE * left, LEAST_SECONDS), ALMOST_ALL * left)
    last = max(end, GREEDY_SHARE * left)

    def in_time() -> bool:
        return elapsed() < end

    def offer(board: Arrangement) -> None:
        if better := offered(run, without_redundant(board, in_time).placed_pieces(), "greedy"):
            run.take(better)

    rounds = ROUNDS if left > DUALS_FROM_SECONDS else 1
    aim = PIECES_A_TARGET * max(run.puzzle.prices) * int(table.needed.sum())
    rough = lagrangian(table.for_bounds(), aim, rounds, lambda: elapsed() < WORTH_SHARE * left)
    worth = target_worth(table, rough)
    all_sights = sights(run.puzzle, deadline_check(run))
    chosen = Arrangement(all_sights, worth)
    covers = [chosen] if greedy(chosen, lambda: elapsed() < last, rooms=0) else []
    if not covers:
        if run.value is None and (board := hurried(chosen) or filled(all_sights, worth)):
            covers.append(board)
        if greedy(chosen, in_time):
            covers.append(chosen)
    if not covers:
        return
    for board in covers:
        offer(board)
    board = covers[-1]  # with room made exchanges gain more, though it may cost more at first
    board.revalue(worth)
    tries = min(tries, TRIES_A_PIECE * len(board.squares()))
    offer(exchanged(board, Random(run.seed), tries, in_time))
