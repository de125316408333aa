"""Count placements of n pieces on an n x n board that attack as rooks and as camels or zebras.

    python records/second/leapers.py camels 18

A leaper goes `near` squares one way and `far` squares across it, so such a placement is a
permutation p with |p(i + near) - p(i)| != far and |p(i + far) - p(i)| != near. Rows are filled in
order. A state is the set of used columns and the columns of the last `far` pieces. For each set an
array holds the number of ways for the ranks of those columns in the set, the latest first. NumPy
does the arithmetic, in integers of 64 bits; up to n = 20 no count exceeds them, as n! does not.
Nothing else outside Python's standard library is used.
"""

import json
import resource
import sys
from itertools import combinations

import numpy as np

LEAPS = {"knights": (1, 2), "camels": (1, 3), "zebras": (2, 3)}


def count(n: int, near: int, far: int) -> int:
    """Return the number of placements."""
    distances = np.abs(np.subtract.outer(np.arange(n), np.arange(n)))
    may_follow = {near: distances != far, far: distances != near}  # by the rows between two pieces
    layer = {(): np.ones((), dtype=np.int64)}
    for row in range(n):
        following = {}
        for used in combinations(range(n), row + 1):
            ways = np.zeros((row + 1,) * min(row + 1, far), dtype=np.int64)
            for rank, column in enumerate(used):
                rest = used[:rank] + used[rank + 1 :]
                allowed = layer[rest]
                if row >= near:  # the piece `near` rows above
                    shape = [-1 if axis == near - 1 else 1 for axis in range(allowed.ndim)]
                    allowed = allowed * may_follow[near][column, list(rest)].reshape(shape)
                if row >= far:  # the last axis is the piece `far` rows above
                    allowed = allowed @ may_follow[far][column, list(rest)].astype(np.int64)
                others = [other for other in range(row + 1) if other != rank]
                ways[(rank, *np.ix_(*[others] * allowed.ndim))] = allowed
            following[used] = ways
        layer = following
    return int(sum(ways.sum() for ways in layer.values()))


if __name__ == "__main__":
    leaper, size = sys.argv[1], int(sys.argv[2])
    if leaper not in LEAPS or not 3 < size <= 20:
        sys.exit("usage: leapers.py knights|camels|zebras N, N from 4 to 20")
    value = count(size, *LEAPS[leaper])
    seconds = resource.getrusage(resource.RUSAGE_SELF).ru_utime
    print(json.dumps({"value": value, "seconds": round(seconds, 1)}))
