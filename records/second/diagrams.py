"""Count placements of non-attacking pieces on an n x n board by a decision diagram of CUDD.

    python records/second/diagrams.py wazirs 14
    python records/second/diagrams.py kings 24 total
    python records/second/diagrams.py ferzes 14 total cylinder

Without `total` the counts of 0, 1, 2, ... pieces are printed, which takes more memory and time.

A variable is a square, row by row; a set of pieces is allowed if no two attack each other. CUDD
(F. Somenzi), a package of others, builds the diagram of all allowed sets. From its leaves upwards
each node gets the polynomial of its sets, whose coefficient of x^k counts those of k pieces. A
polynomial is one Python integer: x stands for 2^(n^2 + 1), which exceeds every coefficient, or for
1 if the total is requested. Needs the package `dd` in a build with CUDD.
"""

import json
import resource
import sys

from dd.cudd import BDD

ROOM = 4 << 30  # bytes of the diagram, at most
STEPS = {  # half of a piece's steps; the others are their opposites
    "kings": [(0, 1), (1, -1), (1, 0), (1, 1)],
    "wazirs": [(0, 1), (1, 0)],
    "ferzes": [(1, 1), (1, -1)],
    "slants": [(1, 0), (1, 1)],  # the pieces of A067964
    "knights": [(1, 2), (1, -2), (2, 1), (2, -1)],
    "zebras": [(2, 3), (2, -3), (3, 2), (3, -2)],
}


def attacked(piece: str, n: int, wrap: str) -> list[set[int]]:
    """Return the squares that a piece attacks by the steps, for each square."""
    found: list[set[int]] = []
    for square in range(n * n):
        own = set()
        for down, right in STEPS[piece]:
            row, column = square // n + down, square % n + right
            if wrap == "torus":
                row %= n
            if wrap != "plane":
                column %= n
            if row in range(n) and column in range(n):
                own.add(n * row + column)
        found.append(own - {square})
    return found


def polynomial(piece: str, n: int, wrap: str, bits: int) -> int:
    """Return the polynomial of all allowed sets, with x = 2^bits."""
    diagram = BDD(memory_estimate=ROOM)
    diagram.configure(reordering=False)
    squares = [f"square{number}" for number in range(n * n)]
    diagram.declare(*squares)
    allowed = diagram.true
    for name, others in reversed(list(zip(squares, attacked(piece, n, wrap), strict=True))):
        alone = diagram.true
        for other in others:
            alone &= ~diagram.var(squares[other])
        allowed &= ~diagram.var(name) | alone
    known = {int(diagram.true): (n * n, 1), int(diagram.false): (n * n, 0)}

    def below(node) -> tuple[int, int]:
        """Return the node's variable, and the polynomial of the sets of this and later squares."""
        if int(node) not in known:
            # CUDD marks a node whose meaning is inverted, and with it the two below.
            low, high = (~node.low, ~node.high) if node.negated else (node.low, node.high)
            ways = 0
            for chosen, (variable, number) in enumerate((below(low), below(high))):
                # squares between that no condition names are free
                free = (1 + (1 << bits)) ** (variable - node.level - 1)
                ways += number * free << bits * chosen
            known[int(node)] = node.level, ways
        return known[int(node)]

    first, ways = below(allowed)
    return ways * (1 + (1 << bits)) ** first


def result(piece: str, n: int, what: str, wrap: str) -> int | list[int]:
    """Return the counts of 0, 1, 2, ... pieces without zeros at the end, or the total."""
    if what == "total":
        return polynomial(piece, n, wrap, 0)
    bits = n * n + 1
    rest = polynomial(piece, n, wrap, bits)
    counts = []
    while rest:
        counts.append(rest & ((1 << bits) - 1))
        rest >>= bits
    return counts


if __name__ == "__main__":
    piece, size, what, wrap = [*sys.argv[1:], *("row", "plane")[len(sys.argv) - 3 :]][:4]
    if (
        piece not in STEPS
        or what not in ("row", "total")
        or wrap not in ("plane", "cylinder", "torus")
    ):
        sys.exit(f"usage: diagrams.py {'|'.join(STEPS)} N [row|total [cylinder|torus]]")
    sys.setrecursionlimit(10_000)  # a node's depth is at most its square's number
    value = result(piece, int(size), what, wrap)
    seconds = resource.getrusage(resource.RUSAGE_SELF).ru_utime
    print(json.dumps({"value": value, "seconds": round(seconds, 1)}))
