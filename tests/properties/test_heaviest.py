"""The heaviest placement: symmetries, brackets, scaling and monotony."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st
from tests.heaviest.runs import puzzles
from tests.night import cases
from tests.properties.symmetry import images

import rookery as rk

EXACT = ("enumerate", "branch", "duals")
BOARDS = puzzles(range(4, 9), ("random", "ties", "uneven"), best=(1,))


@cases(20)
@given(BOARDS, st.integers(1, 7), st.sampled_from(EXACT))
def test_turned_and_mirrored_boards_weigh_the_same(puzzle, symmetry, method):
    _, _, place = images(puzzle.n, puzzle.n)[symmetry]
    weights = [[0] * puzzle.n for _ in range(puzzle.n)]
    for row in range(puzzle.n):
        for column in range(puzzle.n):
            to_row, to_column = place(row, column)
            weights[to_row][to_column] = puzzle.weights[row][column]
    image = replace(
        puzzle,
        weights=weights,
        given=[place(*square) for square in puzzle.given],
        blocked=[place(*square) for square in puzzle.blocked],
    )
    assert rk.solve(image, method=method).value == rk.solve(puzzle, method=method).value


@cases(20)
@given(BOARDS, st.integers(1, 1000), st.integers(-1000, 1000), st.sampled_from(EXACT))
def test_weights_times_a_factor_and_more(puzzle, factor, more, method):
    small = [[weight // 10**4 for weight in row] for row in puzzle.weights]
    scaled = [[factor * weight + more for weight in row] for row in small]
    opposite = [[-weight for weight in row] for row in small]

    def value(weights, lightest=puzzle.lightest):
        return rk.solve(replace(puzzle, weights=weights, lightest=lightest), method=method).value

    plain, again, turned = value(small), value(scaled), value(opposite, not puzzle.lightest)
    if plain is None:
        assert (again, turned) == (None, None)
    else:
        assert (again, turned) == (factor * plain + puzzle.n * more, -plain)


@cases(20)
@given(BOARDS, st.data())
def test_a_heavier_square_never_makes_the_best_lighter(puzzle, data):
    row, column = data.draw(st.tuples(*[st.integers(0, puzzle.n - 1)] * 2))
    more = data.draw(st.integers(1, 100))
    weights = [list(line) for line in puzzle.weights]
    weights[row][column] = min(weights[row][column] + more, 10**12)
    before, after = rk.solve(puzzle).value, rk.solve(replace(puzzle, weights=weights)).value
    if before is None:
        assert after is None
    else:
        assert before <= after <= before + more
