"""Random boards for the statement ``showdown``: layouts of kings, and costs that make them hard."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import chain, cycle, islice
from random import Random

from rookery.boards.board import DIAGONAL, NEIGHBOURS, ORTHOGONAL, Board, Square
from rookery.cover.puzzle import EMPTY, KING, SHOWDOWN_PIECES
from rookery.errors import PuzzleError, shown, unknown_name

SMALLEST = 2
LARGEST = 25
HIGHEST_COST = 1_000_000
DENSITIES = (0.05, 0.15, 0.35, 0.6)  # shares of squares with a king, used in rotation

LAYOUTS = ("uniform", "clustered", "lines")
PRICES = ("equal", "uniform", "log-uniform", "balanced", "uneven")

_UNEVEN_COST = 700_000  # cost of the dearest piece; costs form a geometric sequence from 1
_BALANCED_COST = 100_000  # cost per king that a piece checks from a good square
_BEST_SHARE = 10  # one square of this many counts as good


def generate(
    seed: int,
    cases: int,
    size: int = 25,
    density: float | None = None,
    layout: str | None = None,
    prices: str | None = None,
) -> Iterator[str]:
    """Return the chunks of an input of random boards, the same for the same seed.

    Parameters
    ----------
    seed
        The seed of the random choices.
    cases
        The number of boards.
    size
        The size n of every board, from 2 to 25.
    density
        The share of squares with a king. Kings without an empty neighbour are removed.
    layout
        ``uniform``, ``clustered`` (around a few centres) or ``lines``.
    prices
        ``equal``, ``uniform`` or ``log-uniform`` from 1 to 10^6, ``balanced`` (by the kings
        a piece can check, so that all types compete) or ``uneven`` (from 1 to 700,000 by
        equal factors, shuffled).

    Notes
    -----
    An argument of None varies from board to board: 60 boards have every combination once.

    Raises
    ------
    PuzzleError
        When an argument is out of range or an unknown name.

    Examples
    --------
    >>> print("".join(generate(3, 1, size=3, density=0.3, prices="equal")), end="")
    1
    3
    #__
    __#
    #_#
    567253 567253 567253 567253 567253 567253 567253 567253
    """
    if cases < 0:
        raise PuzzleError(expected="cases of 0 or more", found=shown(cases))
    if not SMALLEST <= size <= LARGEST:
        raise PuzzleError(expected=f"a size from {SMALLEST} to {LARGEST}", found=shown(size))
    if density is not None and not 0 <= density <= 1:
        raise PuzzleError(expected="a density from 0 to 1", found=shown(density))
    if layout not in (None, *LAYOUTS):
        raise unknown_name("a layout", layout, LAYOUTS)
    if prices not in (None, *PRICES):
        raise unknown_name("prices", prices, PRICES)
    kinds = zip(
        cycle(DENSITIES if density is None else [density]),
        cycle([layout] if layout else LAYOUTS),
        cycle([prices] if prices else PRICES),
        strict=False,
    )
    random = Random(seed)
    return chain([f"{cases}\n"], (_test(random, size, *kind) for kind in islice(kinds, cases)))


def _test(random: Random, size: int, density: float, layout: str, prices: str) -> str:
    match layout:
        case "clustered":
            placed = _clustered(random, size, density)
        case "lines":
            placed = _lines(random, size, density)
        case _:
            placed = {square for square in Board(size).squares() if random.random() < density}
    kings = _with_room(random, size, placed)
    rows = (
        "".join(KING if (row, column) in kings else EMPTY for column in range(size))
        for row in range(size)
    )
    costs = " ".join(map(str, _costs(random, prices, size, kings)))
    return "\n".join([str(size), *rows, costs, ""])


def _clustered(random: Random, size: int, density: float) -> set[Square]:
    """Draw squares without replacement, weighted by bells around a few centres.

    The squares with the greatest ``log(u) / weight`` are such a sample (P. S. Efraimidis,
    P. G. Spirakis, "Weighted random sampling with a reservoir", 2006).
    """
    bells = [
        (random.random() * size, random.random() * size, size * (0.06 + 0.08 * random.random()))
        for _ in range(max(2, size // 5))
    ]

    def key(square: Square) -> float:
        weight = 0.01
        for row, column, width in bells:
            far = (square[0] + 0.5 - row) ** 2 + (square[1] + 0.5 - column) ** 2
            weight += math.exp(-far / (2 * width * width))
        return math.log(1 - random.random()) / weight

    ranked = sorted(Board(size).squares(), key=key, reverse=True)
    return set(ranked[: round(density * size * size)])


def _lines(random: Random, size: int, density: float) -> set[Square]:
    """Draw lines in all directions, with a few gaps, until all kings are placed."""
    board = Board(size)
    number = round(density * size * size)
    kings: set[Square] = set()
    while len(kings) < number:
        start = (random.randrange(size), random.randrange(size))
        step = random.choice(ORTHOGONAL + DIAGONAL)
        length = random.randint(2, max(3, size * 2 // 3))
        line = [start, *board.ray(start, step)][:length]
        kept = [square for square in line if square not in kings and random.random() < 0.93]
        kings.update(kept[: number - len(kings)])
    return kings


def _with_room(random: Random, size: int, placed: set[Square]) -> set[Square]:
    """Remove, in random order, kings with no empty neighbour; keep or place at least one."""
    board = Board(size)
    kings = set(placed)
    order = sorted(placed)
    random.shuffle(order)
    for row, column in order:
        around = [(row + down, column + right) for down, right in NEIGHBOURS]
        if all(square in kings for square in around if square in board):
            kings.remove((row, column))
    return kings or {(random.randrange(size), random.randrange(size))}


def _costs(random: Random, prices: str, size: int, kings: set[Square]) -> list[int]:
    number = len(SHOWDOWN_PIECES)
    match prices:
        case "equal":
            return [random.randint(1, HIGHEST_COST)] * number
        case "log-uniform":
            return [round(HIGHEST_COST ** random.random()) for _ in range(number)]
        case "balanced":
            return _balanced(random, size, kings)
        case "uneven":
            costs = [round(_UNEVEN_COST ** (rung / (number - 1))) for rung in range(number)]
            random.shuffle(costs)
            return costs
        case _:
            return [random.randint(1, HIGHEST_COST) for _ in range(number)]


def _balanced(random: Random, size: int, kings: set[Square]) -> list[int]:
    """Price each type by the kings it checks from the best tenth of the empty squares."""
    board = Board(size)
    empty = [square for square in board.squares() if square not in kings]
    best = max(1, len(empty) // _BEST_SHARE)
    costs = []
    for piece in SHOWDOWN_PIECES:
        checked = sorted(len(piece.attacks(board, square, kings) & kings) for square in empty)
        mean = max(1.0, sum(checked[-best:]) / best)
        costs.append(round(_BALANCED_COST * mean * random.uniform(0.9, 1.1)))
    return costs
