"""Count placements of non-attacking kings, knights or wazirs up to rotation and reflection.

    python records/second/classes.py wazirs 9

It prints the counts of 0, 1, 2, ... pieces on an n x n board. By Burnside's lemma, each is the mean
of the numbers of placements that the eight symmetries fix. A fixed placement is a union of orbits
of squares, none of which holds an attack within itself.

The sets of orbits are counted by removing one orbit after the other: those within some orbits are
those without the first, and those with it, within the others that it does not attack. Orbits left
over in several ways are counted once. The counts by number are the digits of one integer, to the
base 2^(n^2 + 3), which exceeds the sums of eight. Nothing but Python's standard library is used.
"""

import json
import resource
import sys
from functools import cache
from itertools import product

STEPS = {
    "kings": [(0, 1), (1, 1), (1, 0), (1, -1)],
    "knights": [(1, 2), (2, 1), (2, -1), (1, -2)],
    "wazirs": [(0, 1), (1, 0)],
}


def fixed(piece: str, n: int, image: dict[tuple[int, int], tuple[int, int]]) -> int:
    """Return the polynomial of the placements that a symmetry fixes."""
    attacks = [
        ((column, row), (column + right, row + down))
        for column, row in product(range(n), repeat=2)
        for right, down in STEPS[piece]
        if column + right < n and 0 <= row + down < n
    ]
    orbit_of: dict[tuple[int, int], int] = {}
    pieces: list[int] = []  # squares of each orbit
    for square in product(range(n), repeat=2):
        if square not in orbit_of:
            pieces.append(0)
        while square not in orbit_of:
            orbit_of[square] = len(pieces) - 1
            pieces[-1] += 1
            square = image[square]
    attacked = [0] * len(pieces)
    for one, other in attacks:
        attacked[orbit_of[one]] |= 1 << orbit_of[other]
        attacked[orbit_of[other]] |= 1 << orbit_of[one]

    @cache
    def within(orbits: int) -> int:
        if not orbits:
            return 1
        first = (orbits & -orbits).bit_length() - 1
        others = orbits & (orbits - 1)
        with_first = within(others & ~attacked[first])
        return within(others) + (with_first << pieces[first] * (n * n + 3))

    return within(sum(1 << at for at, mask in enumerate(attacked) if not mask >> at & 1))


def counts(piece: str, n: int) -> list[int]:
    """Return the counts up to symmetry of 0, 1, 2, ... pieces, without zeros at the end."""
    total = 0
    for swap, left, up in product((False, True), repeat=3):
        image = {}
        for column, row in product(range(n), repeat=2):
            to = (row, column) if swap else (column, row)
            image[column, row] = (n - 1 - to[0] if left else to[0], n - 1 - to[1] if up else to[1])
        total += fixed(piece, n, image)
    bits = n * n + 3
    found = []
    while total:
        eight_times = total & ((1 << bits) - 1)
        if eight_times % 8:
            sys.exit("expected a multiple of 8, by Burnside's lemma")
        found.append(eight_times // 8)
        total >>= bits
    return found


if __name__ == "__main__":
    piece, size = sys.argv[1], int(sys.argv[2])
    if piece not in STEPS:
        sys.exit("usage: classes.py kings|knights|wazirs N")
    value = counts(piece, size)
    seconds = resource.getrusage(resource.RUSAGE_SELF).ru_utime
    print(json.dumps({"value": value, "seconds": round(seconds, 1)}))
