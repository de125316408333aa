"""Write in DIMACS form that fewer than K knights dominate an n x n torus, for a solver with proofs.

    python records/second/cnf.py 7 > knights.cnf
    python records/second/cnf.py 7 10 > knights.cnf

K is the second argument, or the value of A279407. A variable says that a knight stands on a square;
each square holds one or is attacked. A sequential counter (C. Sinz, CP 2005) admits at most K - 1
knights: its variable (square, j) says that at least j stand on the squares up to this one. Symmetry
is broken in one way: a translation of a cover is a cover, so a cover exists only if one exists with
a knight in the corner, which is a unit clause.

If the formula is unsatisfiable, the domination number is at least K. Any solver may search for a
proof of that; a checker such as drat-trim then accepts it without trust in the solver. Nothing but
Python's standard library is used.
"""

import sys
from collections.abc import Iterator
from itertools import product

FEWEST = {5: 5, 6: 6, 7: 9, 8: 8, 9: 12, 10: 15}  # A279407
LEAPS = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)]


def clauses(n: int, most: int) -> Iterator[list[int]]:
    """Yield the clauses; the variables 1, 2, ... n^2 are the squares row by row."""
    for row, column in product(range(n), repeat=2):
        near = {((row + down) % n, (column + right) % n) for down, right in [(0, 0), *LEAPS]}
        yield sorted(1 + n * other_row + other for other_row, other in near)
    yield [1]

    def at_least(square: int, number: int) -> int:
        return square + n * n + (number - 1) * n * n

    for square in range(1, n * n + 1):
        yield [-square, at_least(square, 1)]
        if square == 1:
            yield from ([-at_least(1, number)] for number in range(2, most + 1))
            continue
        for number in range(1, most + 1):
            yield [-at_least(square - 1, number), at_least(square, number)]
            if number > 1:
                yield [-square, -at_least(square - 1, number - 1), at_least(square, number)]
        yield [-square, -at_least(square - 1, most)]


if __name__ == "__main__":
    size, *other = map(int, sys.argv[1:])
    fewest = other[0] if other else FEWEST.get(size, 0)
    if size < 5 or not 2 <= fewest <= size * size:
        sys.exit("usage: cnf.py N [K], N at least 5, at most 10 without K, and K from 2 to N * N")
    found = list(clauses(size, fewest - 1))
    print("p cnf", size * size * fewest, len(found))
    for clause in found:
        print(*clause, 0)
