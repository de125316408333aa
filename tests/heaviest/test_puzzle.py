import math
import operator
from fractions import Fraction
from functools import reduce

import pytest

from rookery import Heaviest, PuzzleError

FOUR = [[1, 2, 3, 4], [5, 6, 7, 8], [20, 10, 11, 12], [13, 14, 15, 16]]
HEAVY, LIGHT = (2, 0, 3, 1), (1, 3, 0, 2)


def test_fields_are_hashable_values():
    puzzle = Heaviest(FOUR, given=["a2"], blocked=[(0, 0)])
    assert puzzle.weights == tuple(map(tuple, FOUR))
    assert (puzzle.n, puzzle.given, puzzle.blocked) == (4, {(2, 0)}, {(0, 0)})
    assert hash(puzzle) == hash(Heaviest(map(iter, FOUR), False, 1, [(2, 0)], "a4"))


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        ([], "expected rows of weights, got none"),
        (None, "expected rows of weights, got None"),
        ("1 2\n3 4", "expected rows of weights; Heaviest.parse reads a text, got"),
        ([1, 2], r"expected rows of weights, got \[1, 2\]"),
        ([[1, 2]], "expected 1 weights in row 1, got 2"),
        ([[1, 2], [3]], "expected 2 weights in row 2, got 1"),
        ([[1, 2], [3, "4"]], "expected a number in row 2, column 2, got '4'"),
        ([[True, 2], [3, 4]], "expected a number in row 1, column 1, got True"),
        ([[1, 2], [3j, 4]], "expected a number in row 2, column 1, got 3j"),
        ([[1, 2], [math.nan, 4]], "finite weight .* in row 2, column 1, got nan"),
        ([[1, math.inf], [3, 4]], "finite weight .* in row 1, column 2, got inf"),
        ([[1, 10**12 + 1], [3, 4]], r"at most 10\^12 in row 1, column 2, got 1000000000001"),
        ([[1, 2], [-(10**30), 4]], r"at most 10\^12 in row 2, column 1, got -1000"),
    ],
)
def test_weights_must_be_a_square_of_numbers(weights, message):
    with pytest.raises(PuzzleError, match=message):
        Heaviest(weights)  # type: ignore[arg-type]


def test_other_numbers_become_int_or_float():
    numpy = pytest.importorskip("numpy")
    puzzle = Heaviest(numpy.array([[1, 2], [3, 4]]))
    assert {type(weight) for row in puzzle.weights for weight in row} == {int}
    puzzle = Heaviest([[Fraction(1, 2), numpy.float32(2)], [3, 4]])
    assert puzzle.weights == ((0.5, 2.0), (3, 4))
    assert type(puzzle.weights[0][0]) is float


def test_weight_of_floats_is_rounded_once():
    weights = [[0.0] * 10 for _ in range(10)]
    placement = (0, 2, 5, 7, 9, 4, 8, 1, 3, 6)
    for column, row in enumerate(placement):
        weights[row][column] = 0.1
    puzzle = Heaviest(weights)
    step_by_step = reduce(operator.add, [0.1] * 10)  # sum() itself is exact from Python 3.12 on
    assert puzzle.weight(placement) == 1.0 != step_by_step


def test_scaled_is_exact():
    columns, parts = Heaviest([[0.1, 2], [-3.5, 1e-20]], lightest=True).scaled()
    exact = [[Fraction(0.1), Fraction(-3.5)], [Fraction(2), Fraction(1e-20)]]
    assert columns == [[-weight * parts for weight in column] for column in exact]


@pytest.mark.parametrize(
    ("puzzle", "answer", "faults"),
    [
        (Heaviest(FOUR), (HEAVY,), 0),
        (Heaviest(FOUR), [LIGHT], 0),
        (Heaviest(FOUR), [list(LIGHT)], 0),
        (Heaviest(FOUR), ((0, 1, 2, 3),), 6),
        (Heaviest(FOUR), ((2, 0, 3),), 1),
        (Heaviest(FOUR), None, 1),
        (Heaviest(FOUR), HEAVY, 0),
        (Heaviest(FOUR, given=["a2"]), (LIGHT,), 1),
        (Heaviest(FOUR, blocked=["a3"]), (LIGHT,), 1),
        (Heaviest(FOUR, best=2), (HEAVY, LIGHT), 0),
        (Heaviest(FOUR, best=3), (HEAVY, LIGHT), 0),
        (Heaviest(FOUR, best=2), (LIGHT, HEAVY), 1),
        (Heaviest(FOUR, best=2, lightest=True), (HEAVY, LIGHT), 1),
        (Heaviest(FOUR, best=2), (HEAVY, HEAVY), 1),
        (Heaviest(FOUR, best=2), HEAVY, 0),
        (Heaviest(FOUR, best=2), (), 1),
        (Heaviest(FOUR, best=2), (HEAVY, LIGHT, LIGHT), 1),
        (Heaviest(FOUR, best=2), (HEAVY, (0, 1, 2)), 1),
        (Heaviest([[7] * 4] * 4, best=2), (LIGHT, HEAVY), 0),
        (Heaviest([[7] * 4] * 4, best=2), (HEAVY, LIGHT), 1),
    ],
)
def test_every_fault_of_an_answer_is_reported(puzzle, answer, faults):
    found = puzzle.check(answer)
    assert len(found) == faults, found


def test_the_value_is_the_weight_of_the_first_placement():
    assert Heaviest(FOUR).value((HEAVY,)) == 20 + 2 + 15 + 8
    assert Heaviest(FOUR, best=2).value((HEAVY, LIGHT)) == 45
    assert Heaviest(FOUR, best=2).answered([HEAVY, LIGHT]) == ((HEAVY, LIGHT), 45)
    assert Heaviest(FOUR).answered([HEAVY]) == ((HEAVY,), 45)
