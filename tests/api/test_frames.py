"""Data frames: their columns, their rows, and numbers that stay exact."""

import sys
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from importlib.util import find_spec
from typing import Any

import numpy as np
import pytest

import rookery as rk
from rookery.errors import PuzzleError, RookeryError

pytestmark = pytest.mark.skipif(find_spec("pandas") is None, reason="data frames need pandas")

TOUR = rk.Tour.parse(["Q..", "...", "N.B"])


def result(value: Any, bound: Any = None) -> rk.Result:
    return rk.Result(TOUR, None, value, bound, rk.Status.FEASIBLE, rk.Reason.TIME, seconds=1.5)


def test_placements_of_queens_have_a_column_for_each_file():
    frame = rk.to_frame(rk.placements(rk.Queens(6)))
    assert list(frame.columns) == list("abcdef")
    assert [tuple(row) for row in frame.to_numpy().tolist()] == list(rk.placements(rk.Queens(6)))
    assert rk.to_frame(rk.solve(rk.Queens(6)).answer).equals(frame)
    assert rk.to_frame(np.asarray(list(rk.placements(rk.Queens(6))))).equals(frame)


TOURS = [((0, 0), (1, 1)), ((2, 2), (1, 0))]
COVERS = [(), ((7, 0, 1), (2, 2, 2))]


@pytest.mark.parametrize(
    ("answers", "names", "rows"),
    [
        (TOURS, "answer move row column", [[0, 0, 0, 0], [0, 1, 1, 1], [1, 0, 2, 2], [1, 1, 1, 0]]),
        (COVERS, "answer piece row column", [[1, 7, 0, 1], [1, 2, 2, 2]]),
        (COVERS[1][1:], "answer piece row column", [[0, 2, 2, 2]]),
        (rk.solve(rk.Heaviest([[7]])).answer, "a", [[0]]),
    ],
)
def test_squares_and_pieces_have_a_row_each(answers, names, rows):
    frame = rk.to_frame(answers)
    assert list(frame.columns) == names.split()
    assert frame.to_numpy().tolist() == rows


def test_outcomes_that_failed_have_an_error():
    outcomes = rk.solve_many([rk.Queens(6), TOUR, "3x3"], executor=ThreadPoolExecutor(1))
    frame = rk.to_frame(list(outcomes)).set_index("number")
    assert list(frame["family"]) == ["queens", "tour", None]
    assert list(frame["value"]) == [4, 1, None]
    assert list(frame["error"]) == ["", "", "expected a puzzle, got '3x3'"]
    assert list(frame["status"]) == ["optimal", "optimal", None]


def test_numbers_stay_exact():
    values = [2**60 + 1, None, Fraction(1, 3), 2**80, 0.5]
    assert list(rk.to_frame([result(value) for value in values])["value"]) == values
    counts = rk.to_frame([result(2, 1), result(3, 3)])
    assert counts["value"].sum() == 5
    assert counts["value"].dtype == "int64"
    assert counts["seconds"].dtype == counts["gap"].dtype == "float64"
    trace = rk.to_frame((rk.Progress(0.1, 9), rk.Progress(0.2, 9, 4)))
    assert list(trace["bound"]) == [None, 4]
    assert list(trace["seconds"]) == [0.1, 0.2]


def test_nothing_is_an_empty_frame():
    assert rk.to_frame(rk.placements(rk.Queens(3))).shape == (0, 0)
    assert len(rk.to_frame([()])) == 0


@pytest.mark.parametrize(
    "things",
    [7, [7], (0, 2, 4), ["a1"], result(4), [result(4), (0, 1)], [(0, 1), (0, 1, 2)], [(0, (1, 2))]],
)
def test_other_things_are_refused(things):
    with pytest.raises(PuzzleError, match="expected a series of outcomes, results"):
        rk.to_frame(things)
    with pytest.raises(PuzzleError, match=r"got a single result: use \[result\] for a row"):
        rk.to_frame(result(4))


def test_a_missing_package_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(RookeryError, match="pip install pandas"):
        rk.to_frame([])
