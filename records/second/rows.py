"""Count placements of non-attacking kings or wazirs on an n x n board, by number of pieces.

    python records/second/rows.py kings 22

The board is filled square by square. A state is the set of pieces on the last n + 1 squares, and
its value is the polynomial whose coefficient of x^k counts the placements of k pieces that lead to
it. A polynomial is one Python integer: x stands for a power of two that exceeds every coefficient.
The upper rows are counted once; an upper and a lower half that share their middle row are then
joined. Arithmetic is exact. Nothing but Python's standard library is used.
"""

import json
import resource
import sys


def row_of_counts(piece: str, n: int) -> list[int]:
    """Return the numbers of placements of 0, 1, 2, ... pieces, without zeros at the end."""
    bits = n * n + 1  # of a coefficient: no more placements than sets of squares
    window = (1 << (n + 1)) - 1
    left, above_right, above, above_left = 1, 1 << (n - 2), 1 << (n - 1), 1 << n  # bits of a state

    def attackers(column: int) -> int:
        """Return the earlier squares from which a piece attacks this one; bit 0 is the latest."""
        mask = above | (left if column else 0)
        if piece == "kings":
            mask |= (above_left if column else 0) | (above_right if column < n - 1 else 0)
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
                    after[moved | 1] = after.get(moved | 1, 0) + (value << bits)
            states = after
        if filled in (lower, upper):  # the last row alone matters for what follows
            halves: dict[int, int] = {}
            for state, value in states.items():
                halves[state & row] = halves.get(state & row, 0) + value
            by_rows[filled] = halves
    # A half seen from below ends in the middle row reversed; its reflection counts the same.
    total = sum(
        value * by_rows[lower][state] >> bits * state.bit_count()
        for state, value in by_rows[upper].items()
    )
    counts = []
    while total:
        counts.append(total & ((1 << bits) - 1))
        total >>= bits
    return counts


if __name__ == "__main__":
    if sys.argv[1] not in ("kings", "wazirs"):
        sys.exit("usage: rows.py kings|wazirs N")
    value = row_of_counts(sys.argv[1], int(sys.argv[2]))
    seconds = resource.getrusage(resource.RUSAGE_SELF).ru_utime
    print(json.dumps({"value": value, "seconds": round(seconds, 1)}))
