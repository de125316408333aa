"""Count placements of n non-attacking zebras or knights on an n x n board, by colours of squares.

    python records/second/colours.py zebras 11
    python records/second/colours.py zebras 12 --ledger zebras-12.jsonl

Such a leaper attacks only squares of the other colour. So a placement is a set of squares of one
colour with any squares of the other that the set does not attack, and a binomial coefficient counts
the latter. Sets of at most (n - 1) / 2 squares are enumerated, of either colour in turn; if n is
even, also those of n / 2 dark squares.

A unit is a colour, a number of its pieces and the first of them; `ledger.py` says how a stopped run
resumes. Nothing but Python's standard library is used.
"""

import json
import resource
import sys
from itertools import product
from math import comb

from ledger import total

LEAPS = {"knights": (1, 2), "zebras": (2, 3)}


def attacks(piece: str, n: int) -> list[list[int]]:
    """Return for each colour the sets of squares of the other colour that its squares attack."""
    near, far = LEAPS[piece]
    number: dict[tuple[int, int], int] = {}
    for colour in (0, 1):
        squares = [at for at in product(range(n), repeat=2) if sum(at) % 2 == colour]
        number.update({at: place for place, at in enumerate(squares)})
    found: list[list[int]] = [[], []]
    for row, column in number:
        reached = {
            (row + down * up, column + right * left)
            for down, right in ((near, far), (far, near))
            for up, left in product((-1, 1), repeat=2)
        }
        mask = sum(1 << number[at] for at in reached if at in number)
        found[(row + column) % 2].append(mask)
    return found


def count(attacked: list[int], others: int, pieces: int, first: int, rest: int) -> int:
    """Count the placements of `rest` other pieces with `pieces` of one colour, with a given first.

    `attacked` holds what each square of the colour attacks of the `others` squares.
    """
    if not pieces:
        return comb(others, rest)
    ways = [comb(free, rest) for free in range(others + 1)]

    def extend(start: int, left: int, closed: int) -> int:
        if left == 1:
            return sum(ways[others - (closed | one).bit_count()] for one in attacked[start:])
        return sum(
            extend(at + 1, left - 1, closed | attacked[at]) for at in range(start, len(attacked))
        )

    if pieces == 1:
        return ways[others - attacked[first].bit_count()]
    return extend(first + 1, pieces - 1, attacked[first])


def units(sides: list[list[int]], n: int) -> list[tuple[list[int], int, int, int, int]]:
    """Return the arguments of `count` for each unit."""
    found = []
    for colour, attacked in enumerate(sides):
        others = len(sides[1 - colour])
        most = n // 2 if colour == 0 else (n - 1) // 2
        for pieces in range(most + 1):
            for first in range(len(attacked) if pieces else 1):
                found.append((attacked, others, pieces, first, n - pieces))
    return found


if __name__ == "__main__":
    piece, size = sys.argv[1], int(sys.argv[2])
    if piece not in LEAPS:
        sys.exit("usage: colours.py knights|zebras N [--ledger FILE] [--units A:B]")
    value = total(sys.argv[1:], units(attacks(piece, size), size), lambda unit: count(*unit))
    seconds = resource.getrusage(resource.RUSAGE_SELF).ru_utime
    print(json.dumps({"value": value, "seconds": round(seconds, 1)}))
