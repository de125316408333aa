"""Count placements of non-attacking queens on an n x n board, by number.

    python records/second/queens.py 11
    python records/second/queens.py 13 --ledger queens-13.jsonl

Rows are filled in order, each with one queen or none, by a search over sets of columns and
diagonals as bits. In the last row the free squares are counted. A unit is the queen of the first
row, or none; `ledger.py` says how a stopped run resumes. The counts by number are the digits of one
integer. Nothing but Python's standard library is used.
"""

import json
import resource
import sys

from ledger import total


def polynomial(n: int, first: int) -> int:
    """Return the counts of 0 to n queens, given that of the first row as a bit or 0."""
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

    extend(n - 1, int(first > 0), first, first << 1, first >> 1)
    return sum(count << n * n * number for number, count in enumerate(counts))


def row_of_counts(n: int, arguments: list[str]) -> list[int]:
    """Return the numbers of placements of 0 to n queens."""
    units = [0, *(1 << column for column in range(n))]
    found = total(arguments, units, lambda first: polynomial(n, first))
    return [found >> n * n * number & ((1 << n * n) - 1) for number in range(n + 1)]


if __name__ == "__main__":
    if not sys.argv[1:] or int(sys.argv[1]) < 2:
        sys.exit("usage: queens.py N [--ledger FILE] [--units A:B], N at least 2")
    value = row_of_counts(int(sys.argv[1]), sys.argv[1:])
    seconds = resource.getrusage(resource.RUSAGE_SELF).ru_utime
    print(json.dumps({"value": value, "seconds": round(seconds, 1)}))
