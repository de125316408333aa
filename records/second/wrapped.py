"""Count placements of any number of non-attacking ferzes on a wrapped n x n board.

    python records/second/wrapped.py cylinder 20
    python records/second/wrapped.py torus 24 --ledger torus-24.jsonl

A ferz moves one step diagonally, so the pieces of a row never meet, and a set fits below another
if it lies in the squares that the other does not attack. The number of fillings of the rows above
is therefore added up over all sets of allowed squares at once: one square after the other, the
sums of the sets without it are added to those of the sets with it.

If n is even, ferzes of one colour of squares never meet those of the other; one colour is counted,
with n / 2 squares a row, and its number squared. On a torus the first row is fixed to one of each
orbit under rotations, and the last must fit above it; n must then be even. An orbit is a unit;
`ledger.py` says how a stopped run resumes. Arithmetic is exact. Nothing but Python's standard
library is used.
"""

import json
import resource
import sys
from operator import add

from ledger import total


def below(fillings: list[int], squares: int, turns: tuple[int, int]) -> list[int]:
    """Return the fillings for each set of the next row; a square meets those turned by `turns`."""
    sums = fillings[:]
    for square in range(squares):
        half = 1 << square
        for start in range(0, len(sums), 2 * half):
            middle, end = start + half, start + 2 * half
            sums[middle:end] = map(add, sums[middle:end], sums[start:middle])
    full = len(sums) - 1
    return [
        sums[full & ~(turned(pieces, turns[0], squares) | turned(pieces, turns[1], squares))]
        for pieces in range(full + 1)
    ]


def turned(pieces: int, by: int, squares: int) -> int:
    """Return a set of squares of a row, shifted around it."""
    by %= squares
    return (pieces << by | pieces >> (squares - by)) & ((1 << squares) - 1)


# Of one colour, square i of an even row stands in column 2i, of an odd row in column 2i + 1.
TURNS = [(0, 1), (0, -1)]


def on_cylinder(n: int) -> int:
    """Return the number of placements on a cylinder."""
    squares, turns = (n, [(1, -1), (1, -1)]) if n % 2 else (n // 2, TURNS)
    fillings = [1] * (1 << squares)
    for row in range(1, n):
        fillings = below(fillings, squares, turns[row % 2])
    return sum(fillings) if n % 2 else sum(fillings) ** 2


def on_torus(n: int, arguments: list[str]) -> int:
    """Return the number of placements on a torus."""
    squares = n // 2
    orbits = [
        {turned(first, by, squares) for by in range(squares)} for first in range(1 << squares)
    ]

    def count(first: int) -> int:
        fillings = [0] * (1 << squares)
        fillings[first] = 1
        for row in range(1, n + 1):
            fillings = below(fillings, squares, TURNS[row % 2])
        return len(orbits[first]) * fillings[first]

    return (
        total(
            arguments, [first for first, orbit in enumerate(orbits) if first == min(orbit)], count
        )
        ** 2
    )


if __name__ == "__main__":
    wrap, size = sys.argv[1], int(sys.argv[2])
    if wrap not in ("cylinder", "torus") or size < 4 or (wrap == "torus" and size % 2):
        sys.exit("usage: wrapped.py cylinder|torus N, N at least 4 and even on a torus")
    value = on_cylinder(size) if wrap == "cylinder" else on_torus(size, sys.argv[1:])
    seconds = resource.getrusage(resource.RUSAGE_SELF).ru_utime
    print(json.dumps({"value": value, "seconds": round(seconds, 1)}))
