import random

import rookery as rk
from rookery.queens.listing.plain import open_columns


def total(puzzle: rk.Queens) -> int:
    result = rk.count(puzzle, method="completions")
    assert result.status is rk.Status.OPTIMAL
    return result.value


def test_thirty_given_of_fifty():
    # The classical placement for n = 2 modulo 6, without the queens of 20 columns.
    rows = [*range(2, 51, 2), 3, 1, *range(7, 50, 2), 5]
    squares = [(row - 1, column) for column, row in enumerate(rows)]
    puzzle = rk.Queens(50, given=random.Random(0).sample(squares, 30))
    assert open_columns(puzzle) == 20
    column = next(c for c in range(50) if all(c != square[1] for square in puzzle.given))
    parts = [total(rk.Queens(50, given={*puzzle.given, (row, column)})) for row in range(50)]
    assert total(puzzle) == sum(parts) > 1000
