"""Find the fewest knights that dominate an n x n torus, by constraint programming (CP-SAT).

    python records/second/domination.py 9

The model has a variable and a row for each square: a knight stands on it or attacks it. A
translation of a cover is a cover, so some best cover has a knight in the corner. The cover is
checked here; that no smaller one exists rests on CP-SAT of OR-tools. Nothing else outside Python's
standard library is used.
"""

import json
import resource
import sys
from itertools import product

from ortools.sat.python import cp_model

LEAPS = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)]


def solve(n: int) -> tuple[int, list[str]]:
    """Return the least number of knights and the names of their squares."""
    squares = list(product(range(n), range(n)))
    near = {
        (row, column): {
            (row, column),
            *(((row + down) % n, (column + right) % n) for down, right in LEAPS),
        }
        for row, column in squares
    }
    model = cp_model.CpModel()
    knight = {square: model.new_bool_var(str(square)) for square in squares}
    for square in squares:
        model.add(sum(knight[other] for other in near[square]) >= 1)
    model.add(knight[0, 0] == 1)
    model.minimize(sum(knight.values()))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.linearization_level = 2
    if solver.solve(model) != cp_model.OPTIMAL:
        sys.exit("CP-SAT stopped without a proof")
    cover = [square for square in squares if solver.value(knight[square])]
    if set().union(*(near[square] for square in cover)) != set(squares):
        sys.exit("the answer is not a cover")
    return len(cover), [f"{chr(ord('a') + column)}{n - row}" for row, column in cover]


if __name__ == "__main__":
    value, answer = solve(int(sys.argv[1]))
    seconds = resource.getrusage(resource.RUSAGE_SELF).ru_utime
    print(json.dumps({"value": value, "answer": answer, "seconds": round(seconds, 1)}))
