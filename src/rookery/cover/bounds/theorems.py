"""What is proved on paper of the fewest pieces of one kind that guard a whole board.

- Queens on m x n squares, m <= n: at least min(m, (m + n - 2) / 4) (S. Bozoki, P. Gal, I. Marosi,
  W. D. Weakley, "Domination of the rectangular queen's graph", arXiv:1606.02060), on n x n
  squares the bound (n - 1) / 2 of P. H. Spencer. It is reached only for n = 3 and n = 11
  (D. Finozhenok, W. D. Weakley, "An improved lower bound for domination numbers of the queen's
  graph", Australasian Journal of Combinatorics 37, 2007).
- Rooks on m x n squares: min(m, n). Bishops on n x n squares: n. Kings on m x n squares: one for
  each started 3 x 3 block (A. M. Yaglom, I. M. Yaglom, "Challenging Mathematical Problems with
  Elementary Solutions", volume 1, 1964).

- Where edges are joined: rooks as before, and kings on a cylinder. Kings on m x n squares of a
  torus: m ceil(n / 3) / 3, as any three neighbouring rows hold ceil(n / 3) to guard the middle
  one, and with m and n exchanged (J. J. Watkins, "Across the Board", 2004). Bishops on n x n
  squares of a torus: n, as in each part of the board that a bishop never leaves they stand on all
  diagonals of one direction. Of queens nothing: the bounds above need an edge of the board.

More conditions only make covers dearer, so that these bounds hold for total and independent ones.
"""

from __future__ import annotations

from collections.abc import Callable

from rookery.boards.board import CYLINDER, TORUS
from rookery.boards.pieces import Piece
from rookery.cover.puzzle import Cover

QUEENS_EXCEPT = (3, 11)


def queens(rows: int, columns: int) -> int:
    """Return how many queens are needed at least.

    >>> [queens(n, n) for n in (3, 8, 11, 12, 13, 17)]
    [1, 4, 5, 6, 7, 9]
    """
    if rows == columns:
        return (rows - 1) // 2 if rows in QUEENS_EXCEPT else -(-rows // 2)
    return min(rows, columns, -(-(rows + columns - 2) // 4)) or 1


def rooks(rows: int, columns: int) -> int:
    """Return how many rooks are needed at least."""
    return min(rows, columns)


def bishops(rows: int, columns: int) -> int:
    """Return how many bishops are needed at least; 1 where nothing is known."""
    return rows if rows == columns else 1


def kings(rows: int, columns: int) -> int:
    """Return how many kings are needed at least."""
    return -(-rows // 3) * -(-columns // 3)


def kings_of_torus(rows: int, columns: int) -> int:
    """Return how many kings are needed at least on a torus.

    >>> [kings_of_torus(n, n) for n in range(3, 12)]
    [1, 3, 4, 4, 7, 8, 9, 14, 15]
    """
    sides = ((rows, columns), (columns, rows))
    return max(-(-one * -(-other // 3) // 3) for one, other in sides)


FEWEST: dict[Piece, Callable[[int, int], int]] = {
    Piece("Q"): queens,
    Piece("R"): rooks,
    Piece("B"): bishops,
    Piece("K"): kings,
}
FEWEST_ON_A_CYLINDER = {piece: FEWEST[piece] for piece in (Piece("R"), Piece("K"))}
FEWEST_ON_A_TORUS = FEWEST_ON_A_CYLINDER | {
    Piece("B"): bishops,
    Piece("K"): kings_of_torus,
}
FEWEST_BY_WRAP = {"": FEWEST, CYLINDER: FEWEST_ON_A_CYLINDER, TORUS: FEWEST_ON_A_TORUS}


def bound(puzzle: Cover) -> int | None:
    """Return the least price of a cover by a theorem, in units; None where none is known.

    >>> bound(Cover.domination(14)), bound(Cover.domination(4, piece="N"))
    (7, None)
    """
    board = puzzle.board
    whole = not (puzzle.kings or puzzle.standing or puzzle.spared or board.walls)
    if not whole or len(puzzle.guarded) < board.rows * board.columns:
        return None
    kinds, fewest = set(puzzle.pieces), FEWEST_BY_WRAP[board.wrap]
    if len(kinds) > 1 or not kinds <= fewest.keys():
        return None
    return fewest[kinds.pop()](board.rows, board.columns) * min(puzzle.unit_prices)
