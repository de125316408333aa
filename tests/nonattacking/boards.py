"""Placements by the puzzle's own check alone, and small random puzzles."""

from functools import cache
from random import Random
from typing import Any

import rookery as rk
from rookery.boards.board import WRAPS

Piece = tuple[int, int, int]  # kind, row, column
PAWNS: dict[str, Any] = {"tolerated": [(0, 1), (1, 1)], "shields": True}  # they part others

#: Pieces by the kind of random puzzle they are drawn for.
PIECES: dict[str, list[Any]] = {
    "one a row": ["K", "N", "W", "RN", "R", "RF", "A", "fN", "WF2", "lK", "H", "oN", "Q", "B"],
    "as many as rows": ["Q", "QN", "RN", "RF", "R", "QNN", "RfB", "lRN", "sRNN"],
    "maximal": ["Q", "N", "K", "R", "B", "QN", "fN", "R2", ["K", "N"], ["Q", "R", "B"], ["W", "W"]],
    "hoppers": ["gQ", "gR", "gB", "gRgfrBgblB", "mKcgQ"],
    "any": [*"QNB", "fR", "NN", "WfF", "W2", "cannon", "mao", "nA", "[F-R]", "jD", ["N", "W"]],
}


def every_piece(puzzle: rk.NonAttacking) -> list[Piece]:
    """Return each kind on each square, whether it may stand there or not."""
    kinds = range(len(puzzle.pieces))
    return [(kind, *square) for kind in kinds for square in puzzle.board.squares()]


@cache
def placements(puzzle: rk.NonAttacking) -> list[tuple[Piece, ...]]:
    """Return all sets of pieces that `check` accepts, of one piece a square at most, in order."""
    sets: list[tuple[Piece, ...]] = [()]
    for square in puzzle.board.squares():
        more = [
            tuple(sorted((*pieces, (kind, *square))))
            for pieces in sets
            for kind in range(len(puzzle.pieces))
        ]
        if not puzzle.looks_between:  # no piece added later parts two that attack each other
            more = [pieces for pieces in more if not puzzle.conflict_faults(pieces)]
        sets += more
    return sorted(pieces for pieces in sets if puzzle.check(pieces) == [])


def by_number(listed: list[tuple[Piece, ...]]) -> tuple[int, ...]:
    """Return how many placements have 0, 1, 2, ... pieces."""
    sizes = list(map(len, listed))
    return tuple(map(sizes.count, range(max(sizes, default=-1) + 1)))


def drawn(kind: str, seed: int) -> rk.NonAttacking:
    """Return a small random puzzle of a kind, in some cases with walls, marks or wrapped edges."""
    random = Random(f"{kind} {seed}")
    largest = {"one a row": 5, "as many as rows": 6, "maximal": 4}.get(kind, 3)
    height, width = random.randint(1, largest), random.randint(1, largest)
    if kind == "hoppers":  # they are counted row by row from four rows on
        height, width = random.choice([(4, 2), (4, 3), (5, 3), (6, 2)])
    walls = random.sample([(0, 0), (height - 1, width - 1)], random.choice([0, 0, 0, 1]))
    wrap = "" if kind == "hoppers" else random.choice(WRAPS)
    board = rk.Board(height, width, walls if width > 1 else (), wrap)
    squares = list(board.squares())
    blocked = random.sample(squares, min(len(squares) - 1, random.choice([0, 0, 2])))
    free = [square for square in squares if square not in blocked]
    given = [(0, *square) for square in random.sample(free, random.choice([0, 0, 1]))]
    pieces = random.choice(PIECES[kind])
    chosen: dict[str, Any] = {"given": given, "blocked": blocked}
    if kind == "one a row":
        chosen |= random.choice([{"rows": 1}, {"number": height, "rows": (0, 1)}])
        chosen["columns"] = random.choice([None, 1, (0, 1)])
    elif kind == "as many as rows":
        chosen["number"] = height
    elif kind == "maximal":
        lines = [{}, {}, {}, {"rows": (0, 1)}, {"rows": 1, "columns": (0, 2)}]
        chosen |= {"maximal": True, **random.choice([*lines, {"tolerated": [(0, 0)]}])}
    if kind in ("maximal", "any") and isinstance(pieces, str) and random.random() < 0.3:
        chosen["number"] = (random.randint(0, 3), random.choice([None, 4]))
    return rk.NonAttacking(board, pieces, **chosen)
