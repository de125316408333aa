"""Count placements of non-attacking kings, wazirs or slants on an n x n board.

    python records/second/rows.py kings 22
    python records/second/rows.py wazirs 22 number
    python records/second/rows.py slants 22 total

The first command prints the counts of 0, 1, 2, ... pieces, the second that of n pieces, the third
that of any number; these two take less memory and time. A slant, a piece without a name, moves one
step left or right, or along the diagonals from the upper left to the lower right.

The board is filled square by square. A state is the set of pieces on the last n + 1 squares, and
its value is the polynomial whose coefficient of x^k counts the placements of k pieces that lead to
it. A polynomial is one Python integer: x stands for a power of two that exceeds every coefficient,
or for 1 if the total is requested. The upper rows are counted once; an upper and a lower half that
share their middle row are then joined. Arithmetic is exact. Nothing but Python's standard library
is used.
"""

import json
import resource
import sys
from math import comb


def polynomial(piece: str, n: int, bits: int, most: int) -> int:
    """Return the polynomial of the board, right up to the coefficient of `most` pieces."""
    kept = (1 << bits * (most + 1)) - 1 if bits else -1  # the coefficients of at most `most` pieces
    window = (1 << (n + 1)) - 1
    left, above_right, above, above_left = 1, 1 << (n - 2), 1 << (n - 1), 1 << n  # bits of a state

    def attackers(column: int) -> int:
        """Return the earlier squares from which a piece attacks this one; bit 0 is the latest."""
        mask = 0 if piece == "slants" else above
        if column:
            mask |= left | (above_left if piece != "wazirs" else 0)
        if piece == "kings" and column < n - 1:
            mask |= above_right
        return mask

    states = {0: 1}
    row = (1 << n) - 1
    by_rows: dict[int, dict[int, int]] = {}
    lower, upper = (n + 1) // 2, n + 1 - (n + 1) // 2  # rows of two halves that share a row
    for filled in range(1, max(lower, upper) + 1):
        for column in range(n):
            mask = attackers(column)
            after: dict[int, int] = {}
            for state, value in states.items():
                moved = state << 1 & window
                after[moved] = after.get(moved, 0) + value
                if not state & mask:
                    after[moved | 1] = after.get(moved | 1, 0) + (value << bits & kept)
            states = after
        if filled in (lower, upper):  # the last row alone matters for what follows
            halves: dict[int, int] = {}
            for state, value in states.items():
                halves[state & row] = halves.get(state & row, 0) + value
            by_rows[filled] = halves
    # The board turned half a circle is the same, and a lower half then ends in its row reversed.
    return sum(
        value * by_rows[lower][int(f"{state:0{n}b}"[::-1], 2)] >> bits * state.bit_count()
        for state, value in by_rows[upper].items()
    )


def result(piece: str, n: int, what: str) -> int | list[int]:
    """Return the counts of 0, 1, 2, ... pieces without zeros at the end, or one number."""
    if what == "total":
        return polynomial(piece, n, 0, 0)
    if what == "number":
        bits = comb(n * n, n).bit_length()  # n squares can be chosen in no more ways
        return polynomial(piece, n, bits, n) >> bits * n & ((1 << bits) - 1)
    bits = n * n + 1  # no more placements than sets of squares
    rest = polynomial(piece, n, bits, n * n)
    counts = []
    while rest:
        counts.append(rest & ((1 << bits) - 1))
        rest >>= bits
    return counts


if __name__ == "__main__":
    piece, size, what = [*sys.argv[1:], "row"][:3]
    if piece not in ("kings", "wazirs", "slants") or what not in ("row", "number", "total"):
        sys.exit("usage: rows.py kings|wazirs|slants N [number|total]")
    value = result(piece, int(size), what)
    seconds = resource.getrusage(resource.RUSAGE_SELF).ru_utime
    print(json.dumps({"value": value, "seconds": round(seconds, 1)}))
