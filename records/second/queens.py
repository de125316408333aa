"""Count placements of non-attacking queens on an n x n board, by number.

    python records/second/queens.py 11

Rows are filled in order, each with one queen or none, by a search over sets of columns and
diagonals as bits. In the last row the free squares are counted. Nothing but Python's standard
library is used.
"""

import json
import resource
import sys


def row_of_counts(n: int) -> list[int]:
    """Return the numbers of placements of 0 to n queens."""
    full = (1 << n) - 1
    counts = [0] * (n + 1)

    def extend(rows: int, queens: int, columns: int, rising: int, falling: int) -> None:
        free = full & ~(columns | rising | falling)
        if rows == 1:
            counts[queens] += 1
            if free:
                counts[queens + 1] += free.bit_count()
            return
        extend(rows - 1, queens, columns, rising << 1, falling >> 1)
        while free:
            square = free & -free
            free ^= square
            extend(
                rows - 1,
                queens + 1,
                columns | square,
                (rising | square) << 1,
                (falling | square) >> 1,
            )

    extend(n, 0, 0, 0, 0)
    return counts


if __name__ == "__main__":
    value = row_of_counts(int(sys.argv[1]))
    seconds = resource.getrusage(resource.RUSAGE_SELF).ru_utime
    print(json.dumps({"value": value, "seconds": round(seconds, 1)}))
