"""The quarter turn: count only one of a placement and its image under a rotation by 90 degrees.

The *central* rows of a board are the two next to its centre, or the one through it, and so the
central columns. The queens of the central rows stand at some distances from the centre, left or
right; so do those of the central columns, above or below. A turn exchanges the two, and
reflections keep both. So with a the smallest distance in the central rows and b that in the central
columns, as many placements have b > a as b < a, and

    placements = 2 * (those with b > a) + (those with b = a).

A prefix with all central rows determines a. Then b > a closes the squares of the central columns at
distances up to a. Placements with b = a, a *tie*, have a queen on one of the squares at distance a.

If a prefix fixes only one of two central rows, its queen is the one farther from the centre,
because only the least of all images is counted. There a and b are the largest distances instead,
and the squares farther than a are closed. Either way the queen that decides is the first in an
order of distances, and all squares before hers are closed.
"""

from __future__ import annotations

from dataclasses import dataclass


def distance(n: int, line: int) -> int:
    """Return the distance of a row or column from the centre, in half squares.

    >>> [distance(4, column) for column in range(4)], distance(5, 2)
    ([3, 1, 1, 3], 0)
    """
    return abs(2 * line - n + 1)


def is_central(n: int, line: int) -> bool:
    """Return whether a row or column is next to the centre, or passes through it."""
    return distance(n, line) <= 1


@dataclass(frozen=True)
class QuarterTurn:
    """The restriction that the queens of the central rows put on the central columns.

    Parameters
    ----------
    n
        The side of the board.
    decided
        The distance of the queen that decides, in half squares.
    nearest
        Whether the nearest queen decides, not the farthest.
    """

    n: int
    decided: int
    nearest: bool

    def order(self, row: int) -> int:
        """Return below 0 for a closed row of the central columns, 0 for a tie, else above.

        >>> [QuarterTurn(8, 3, nearest=True).order(row) for row in range(4)]
        [4, 2, 0, -2]
        """
        beyond = distance(self.n, row) - self.decided
        return beyond if self.nearest else -beyond
