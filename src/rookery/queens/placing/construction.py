"""Construction of a placement on the open board of any size, without a search."""

from __future__ import annotations

from rookery.queens.puzzle import Placement


def constructed(n: int) -> Placement:
    """Return a placement on the open n x n board.

    The even rows, counted from 1 at the top, come first, then the odd ones. If n mod 6 is 2 or 3,
    two queens would attack each other, and some rows are swapped.

    Returns
    -------
    tuple of int
        The row from 0 of the queen in each column.

    Raises
    ------
    ValueError
        When n is below 1, 2 or 3: no placement exists.

    Notes
    -----
    E. Pauls, "Das Maximalproblem der Damen auf dem Schachbrete", Deutsche Schachzeitung 29,
    1874, and E. J. Hoffman, J. C. Loessi and R. C. Moore, "Constructions for the solution of
    the m queens problem", Mathematics Magazine 42, 1969. The cost is linear in n.

    Examples
    --------
    >>> constructed(8)
    (1, 3, 5, 7, 2, 0, 6, 4)
    """
    if n < 1 or n in (2, 3):
        raise ValueError(f"expected 1 or at least 4 rows, got {n}")
    if n % 6 == 2:
        return (*range(1, n, 2), 2, 0, *range(6, n, 2), 4)
    if n % 6 == 3:
        return (*range(3, n, 2), 1, *range(4, n, 2), 0, 2)
    return (*range(1, n, 2), *range(0, n, 2))
