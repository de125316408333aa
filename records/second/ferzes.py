"""Count placements of non-attacking ferzes (one step diagonally) on an n x n board, by number.

    python records/second/ferzes.py 20
    python records/second/ferzes.py 30 total

The second command prints the total alone, which takes less memory and time.

A ferz stays on its colour, so the polynomial of a board is the product of those of its light and
its dark squares. Each colour is filled square by square. A state is the set of pieces on the last
n + 1 squares, and its value is the polynomial whose coefficient of x^k counts the placements of k
pieces that lead to it. A polynomial is one Python integer: x stands for 2^(n^2 + 1), which exceeds
every coefficient, or for 1 if the total is requested. Only Python's standard library is used.
"""

import json
import resource
import sys


def polynomial_of_a_colour(n: int, colour: int, bits: int) -> int:
    """Return the polynomial of the squares whose row and column add up to this parity."""
    window = (1 << (n + 1)) - 1
    states = {0: 1}
    for row in range(n):
        for column in range(n):
            attackers = (1 << n if column else 0) | (1 << (n - 2) if column < n - 1 else 0)
            after: dict[int, int] = {}
            for state, ways in states.items():
                moved = state << 1 & window
                after[moved] = after.get(moved, 0) + ways
                if (row + column) % 2 == colour and not state & attackers:
                    after[moved | 1] = after.get(moved | 1, 0) + (ways << bits)
            states = after
    return sum(states.values())


def counts(n: int) -> list[int]:
    """Return the numbers of placements of 0, 1, 2, ... ferzes, without zeros at the end."""
    bits = n * n + 1
    product = polynomial_of_a_colour(n, 0, bits) * polynomial_of_a_colour(n, 1, bits)
    found = []
    while product:
        found.append(product & ((1 << bits) - 1))
        product >>= bits
    return found


def total(n: int) -> int:
    """Return the number of placements of any number of ferzes."""
    return polynomial_of_a_colour(n, 0, 0) * polynomial_of_a_colour(n, 1, 0)


if __name__ == "__main__":
    size = int(sys.argv[1])
    if size < 2:
        sys.exit("expected a board of at least 2 x 2")
    value = total(size) if sys.argv[2:] == ["total"] else counts(size)
    seconds = resource.getrusage(resource.RUSAGE_SELF).ru_utime
    print(json.dumps({"value": value, "seconds": round(seconds, 1)}))
