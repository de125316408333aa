"""Attack lines: from each piece to its targets, with a hopper's hurdle."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import combinations

from rookery.boards.board import Board, Square, Step
from rookery.boards.motions import Motion, Route
from rookery.boards.pieces import Piece
from rookery.view.glyphs import piece_name
from rookery.view.scene import AttackLine


def attacks_on(
    board: Board,
    pieces: Iterable[tuple[Piece, Square]],
    targets: Collection[Square],
    obstacles: Collection[Square],
    where: Callable[[Square], str],
) -> Iterator[AttackLine]:
    """Yield a line for every attack of a piece on a target.

    Parameters
    ----------
    board
        The board, whose walls stop every line.
    pieces
        The attackers and their squares.
    targets
        The squares to attack.
    obstacles
        All occupied squares, including those of `pieces`.
    where
        A function that names a square in words.

    Examples
    --------
    >>> board = Board(1, 5)
    >>> line, = attacks_on(
    ...     board, [(Piece("cannon"), (0, 0))], [(0, 4)], {(0, 0), (0, 2), (0, 4)}, board.name)
    >>> line.words, line.hurdle
    ('cannon at a1 attacks e1 over c1', (0, 2))
    """
    targets = frozenset(targets)
    for piece, square in pieces:
        seen: set[Square] = set()
        for motion in piece.ways:
            if not motion.captures:
                continue
            hurdle = _hurdle(board, motion, square, obstacles)
            spans = _spans(board, motion, square) if board.wrap else {}
            for end in motion.squares(board, square, obstacles):
                if end in targets and end not in seen:
                    seen.add(end)
                    words = f"{piece_name(piece)} at {where(square)} attacks {where(end)}"
                    if hurdle is not None:
                        words += f" over {where(hurdle)}"
                    yield AttackLine(square, end, words, hurdle, span=spans.get(end))


def conflicts(board: Board, queens: Sequence[Square]) -> Iterator[AttackLine]:
    """Yield a line for each pair of queens that attack each other.

    >>> [line.words for line in conflicts(Board(4), [(0, 0), (1, 1), (3, 2)])]
    ['the queens on a4 and b3 attack each other']
    """
    for one, other in combinations(queens, 2):
        down, right = abs(one[0] - other[0]), abs(one[1] - other[1])
        if down in (0, right) or right == 0:
            words = f"the queens on {board.name(one)} and {board.name(other)} attack each other"
            yield AttackLine(one, other, words, fault=True)


def _spans(board: Board, motion: Motion | Route, square: Square) -> dict[Square, Step]:
    """Return the distance down and right of each square of a straight line."""
    if isinstance(motion, Route):
        return {}
    down, right = motion.step
    line = enumerate(motion.line(board, square), 1)
    return {end: (taken * down, taken * right) for taken, end in line}


def _hurdle(
    board: Board, motion: Motion | Route, square: Square, obstacles: Collection[Square]
) -> Square | None:
    """Return the square that a hopper jumps over in its direction."""
    if isinstance(motion, Route) or not motion.hop:
        return None
    return next((passed for passed in board.ray(square, motion.step) if passed in obstacles), None)
