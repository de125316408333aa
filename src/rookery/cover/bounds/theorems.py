"""Published lower bounds on the number of pieces of one kind that cover a whole board.

- Queens on m x n squares, m <= n: at least min(m, (m + n - 2) / 4) (S. Bozoki, P. Gal, I. Marosi,
  W. D. Weakley, "Domination of the rectangular queen's graph", arXiv:1606.02060). On n x n
  squares this is P. H. Spencer's bound (n - 1) / 2, which is attained only for n = 3 and n = 11
  (D. Finozhenok, W. D. Weakley, "An improved lower bound for domination numbers of the queen's
  graph", Australasian Journal of Combinatorics 37, 2007).
- Rooks on m x n squares: min(m, n). Bishops on n x n squares: n. Kings on m x n squares:
  ceil(m / 3) ceil(n / 3) (A. M. Yaglom, I. M. Yaglom, "Challenging Mathematical Problems with
  Elementary Solutions", volume 1, 1964).
- Wrapped edges: the bounds of rooks hold, and on a cylinder those of kings. Kings on m x n squares
  of a torus: m ceil(n / 3) / 3, because any three neighbouring rows hold ceil(n / 3) kings to cover
  the middle row; and the same with m and n exchanged (J. J. Watkins, "Across the Board", 2004).
  Bishops on n x n squares of a torus: n, because in each component of the board the bishops occupy
  all diagonals of one direction. Queens: none, because the bounds above need an edge of the board.

Total and independent covers satisfy further conditions, so the bounds hold for these too.
"""

from __future__ import annotations

from rookery.boards.board import TORUS
from rookery.cover.puzzle import Cover

QUEENS_EXCEPT = (3, 11)


def fewest(piece: str, rows: int, columns: int, wrap: str = "") -> int | None:
    """Return a lower bound on the number of pieces, in Betza notation, or None if none applies.

    >>> [fewest("Q", n, n) for n in (3, 8, 11, 12, 13, 17)]
    [1, 4, 5, 6, 7, 9]
    >>> [fewest("K", n, n, "torus") for n in range(3, 12)]
    [1, 3, 4, 4, 7, 8, 9, 14, 15]
    """
    thirds = -(-rows // 3), -(-columns // 3)
    match piece:
        case "Q" if not wrap and rows == columns:
            return (rows - 1) // 2 if rows in QUEENS_EXCEPT else -(-rows // 2)
        case "Q" if not wrap:
            return min(rows, columns, -(-(rows + columns - 2) // 4)) or 1
        case "R":
            return min(rows, columns)
        case "B" if rows == columns and wrap in ("", TORUS):
            return rows
        case "K" if wrap == TORUS:
            return max(-(-rows * thirds[1] // 3), -(-columns * thirds[0] // 3))
        case "K":
            return thirds[0] * thirds[1]
    return None


def bound(puzzle: Cover) -> int | None:
    """Return a lower bound on the price of a cover by a theorem, or None if none applies.

    >>> bound(Cover.domination(14)), bound(Cover.domination(4, piece="N"))
    (7, None)
    """
    board = puzzle.board
    whole = not (puzzle.kings or puzzle.standing or puzzle.spared or board.walls)
    kinds = set(puzzle.pieces)
    if not whole or len(puzzle.guarded) < board.rows * board.columns or len(kinds) > 1:
        return None
    number = fewest(kinds.pop().betza, board.rows, board.columns, board.wrap)
    return None if number is None else number * min(puzzle.unit_prices)
