"""Covers by the statement of `Cover`, attacks walked step by step; and small puzzles."""

import random
from collections import Counter
from collections.abc import Sequence
from itertools import product

from tests.tour.brute import BISHOP, CANNON, GRASSHOPPER, KNIGHT, MOVERS, QUEEN, RIDE, ROOK, around

from rookery.boards.board import Board, Square
from rookery.cover.puzzle import Cover, PlacedPiece
from rookery.errors import PuzzleError

GROUPS = [
    ("Q",),
    ("NQ", "Q"),
    ("R", "B"),
    ("N", "K", "WfF"),
    ("mRcpR", "R"),
    ("gQ", "NN"),
    ("R2", "fR", "Q"),
]
#: What each piece attacks: its steps, how many of them, and how it meets other pieces.
PIECES = MOVERS | {
    "NQ": [(step, 99, RIDE) for step in QUEEN] + [(step, 1, RIDE) for step in KNIGHT],
    "R2": [(step, 2, RIDE) for step in ROOK],
    "fR": [((-1, 0), 99, RIDE)],
    "FfW": [(step, 1, RIDE) for step in [*BISHOP, (-1, 0)]],
    "WA": [(step, 1, RIDE) for step in [*ROOK, (2, 2), (2, -2), (-2, 2), (-2, -2)]],
    "mRcpR": [(step, 99, CANNON) for step in ROOK],
}


def attacked(board: Board, square: Square, piece: str, occupied: set[Square]) -> set[Square]:
    """Return what a piece attacks, walked step by step with rows and columns taken modulo."""
    found = set()
    for (down, right), reach, way in PIECES[piece]:
        at, hurdles = square, 0
        for _ in range(reach):
            at = around(board, at[0] + down, at[1] + right)
            if at not in board or at in board.walls or at == square:
                break
            if way == RIDE or hurdles:
                found.add(at)
                if at in occupied or way == GRASSHOPPER:
                    break
            hurdles += at in occupied
    return found


def is_cover(puzzle: Cover, placed: Sequence[PlacedPiece]) -> bool:
    """Return whether pieces on places of a puzzle cover it, by the statement of `Cover`."""
    used = Counter(kind for kind, _, _ in placed)
    limits = zip(puzzle.stock, puzzle.allowed, strict=True)
    for kind, (number, squares) in enumerate(limits):
        stands = {(row, column) for own, row, column in placed if own == kind}
        if (number is not None and used[kind] > number) or not stands <= (squares or stands):
            return False
    ours = [((row, column), puzzle.pieces[kind].betza) for kind, row, column in placed]
    ours += [(square, piece.betza) for piece, square in puzzle.standing]
    occupied = {square for square, _ in ours} | set(puzzle.kings)
    attacks = Counter(
        end for square, piece in ours for end in attacked(puzzle.board, square, piece, occupied)
    )
    covers = attacks.copy()
    if not puzzle.total:
        covers.update((row, column) for _, row, column in placed)
    return (
        all(
            least <= covers[target] and (most is None or covers[target] <= most)
            for target, least, most in zip(
                puzzle.targets, puzzle.at_least, puzzle.at_most, strict=True
            )
        )
        and not any(attacks[square] for square in puzzle.spared)
        and not (puzzle.independent and any(attacks[square] for square, _ in ours))
    )


def drawn(seed: int, wrap: str, pieces: Sequence[str]) -> Cover:
    """Return a small puzzle with walls, kings, guarded squares and more that can be covered."""
    rng = random.Random(seed)
    while True:
        rows, columns = rng.choice([(3, 3), (3, 4), (4, 3), (2, 5)])
        squares = list(product(range(rows), range(columns)))
        rng.shuffle(squares)
        take = iter(squares)
        conditions = _conditions(rng, squares, rows, columns, pieces)
        try:
            guarded = [next(take) for _ in range(rng.randint(1, 4))]
            puzzle = Cover(
                Board(rows, columns, [next(take) for _ in range(rng.randint(0, 1))], wrap),
                [next(take) for _ in range(rng.randint(0, 2))],
                [rng.randint(1, 5) for _ in pieces],
                pieces,
                standing=[(rng.choice(pieces), next(take)) for _ in range(rng.randint(0, 1))],
                spared=[next(take) for _ in range(rng.choice((0, 0, 1)))],
                guarded=guarded,
                blocked=rng.choice(([], [next(take)], guarded[:1])),
                **conditions,
            )
        except (PuzzleError, StopIteration):  # or no square is left
            continue
        return puzzle


def _conditions(rng, squares, rows, columns, pieces):
    """Return what is asked besides: each in some of the puzzles, perfect covers in a few."""
    least, most = rng.choice(((1, None), (1, None), (1, None), (1, 1), (1, 3), (2, None), (2, 2)))
    prices = [[rng.choice((1, 2, 3)) for _ in range(columns)] for _ in range(rows)]
    return {
        "total": rng.random() < 0.4,
        "independent": rng.random() < 0.3,
        "at_least": least,
        "at_most": most,
        "stock": [rng.choice((1, 2, None)) for _ in pieces],
        "allowed": [rng.choice((None, None, squares[2:])) for _ in pieces],
        "square_prices": prices if rng.random() < 0.2 else None,
    }
