"""Count placements of n non-attacking zebras on an n x n board.

    python records/second/colours.py 11

A zebra leaps 3 squares one way and 2 across it, to a square of the other colour, so zebras of one
colour never meet. For each set of at most n / 2 squares of one colour, the rest of the n pieces
stand on squares of the other colour that the set does not attack. Only their number matters, so the
sets are listed and their free squares counted, for light and for dark sets. Arithmetic is exact.
Nothing but Python's standard library is used.
"""

import json
import resource
import sys
from collections import Counter
from math import comb

LEAPS = [(2, 3), (3, 2), (-2, 3), (3, -2), (2, -3), (-3, 2), (-2, -3), (-3, -2)]


def attacked_by_sets(masks: list[int], most: int) -> list[Counter[int]]:
    """Return, for each size up to `most`, how many sets of squares attack 0, 1, 2, ... squares."""
    found = [Counter[int]() for _ in range(most + 1)]

    def extend(attacked: int, first: int, size: int) -> None:
        found[size][attacked.bit_count()] += 1
        if size + 1 == most:
            found[most].update((attacked | mask).bit_count() for mask in masks[first:])
        elif size < most:
            for at in range(first, len(masks)):
                extend(attacked | masks[at], at + 1, size + 1)

    extend(0, 0, 0)
    return found


def count(n: int) -> int:
    """Return the number of placements."""
    colours: list[list[int]] = [[], []]
    for row in range(n):
        for column in range(n):
            mask = 0
            for down, right in LEAPS:
                if 0 <= row + down < n and 0 <= column + right < n:
                    mask |= 1 << (row + down) * n + column + right
            colours[(row + column) % 2].append(mask)
    total = 0
    for colour in (0, 1):
        most = n // 2 if colour == 0 else (n - 1) // 2  # sets of n / 2 of each colour come once
        others = len(colours[1 - colour])
        for size, sets in enumerate(attacked_by_sets(colours[colour], most)):
            total += sum(many * comb(others - lost, n - size) for lost, many in sets.items())
    return total


if __name__ == "__main__":
    value = count(int(sys.argv[1]))
    seconds = resource.getrusage(resource.RUSAGE_SELF).ru_utime
    print(json.dumps({"value": value, "seconds": round(seconds, 1)}))
