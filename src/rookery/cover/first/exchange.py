"""Exchanges: a few neighbouring pieces removed, and what they covered covered anew, greedily.

R. Ruiz and T. Stuetzle, "A simple and effective iterated greedy algorithm for the permutation
flowshop scheduling problem", European Journal of Operational Research 177, 2007; NumPy only, for
the time until kernels are there and for boards they do not know.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from rookery.cover.first.greedy import greedy, without_redundant
from rookery.cover.model.arrangement import Arrangement

REMOVED = (1, 2, 3, 4, 6, 8)  # pieces next to a square, of which one number is chosen at random
FEW_ROOMS = 2  # made for one exchange


def exchanged(
    board: Arrangement, random: Random, tries: int, go_on: Callable[[], bool] = lambda: True
) -> Arrangement:
    """Return a cover that is no dearer, after so many tries to replace a few pieces by others.

    Parameters
    ----------
    board
        A cover; it is left as it is.
    random
        Chooses the pieces, every other time the more likely the dearer they are.
    tries
        How many exchanges are tried.
    go_on
        Asked before each.
    """
    for number in range(tries):
        if not go_on():
            break
        other = _without_a_few(board, random, by_price=number % 2 == 1)
        if other is not None and other.cost <= board.cost:
            board = other
    return board


def _without_a_few(board: Arrangement, random: Random, by_price: bool) -> Arrangement | None:
    """Return the cover with a piece replaced, and some of its neighbours; None if none is found."""
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
