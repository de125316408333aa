"""Answers are taken as people have them, wherever one is passed in."""

import numpy as np
import pytest

import rookery as rk
from rookery.document import answer_data

BOOLEANS = np.zeros((4, 4), dtype=bool)
BOOLEANS[[1, 3, 0, 2], range(4)] = True

QUEENS = rk.Queens(4, given=["b1"])
HEAVIEST = rk.Heaviest(np.arange(16).reshape(4, 4))
KINGS = rk.NonAttacking(4, "king", 2)
TWO_KINDS = rk.NonAttacking(4, {"king": 1, "rook": 1})
REGIONS = rk.Regions("AAAB ABBB CCDD CCDD")
TOUR = rk.Tour.parse(["Q..", "...", "N.B"])
COVER = rk.Cover.domination(5, piece="rook")
DIAGONAL = [(0, 0), (1, 1), (2, 2), (3, 3), (4, 4)]

PLACEMENT = (1, 3, 0, 2)
STARS = ((0, 1), (1, 3), (2, 0), (3, 2))

FORMS = [
    *((QUEENS, form, (PLACEMENT,)) for form in ([BOOLEANS], [["a3", "b1", "c4", "d2"]])),
    (QUEENS, [np.argwhere(BOOLEANS)], (PLACEMENT,)),
    (QUEENS, [[(0, 2), (1, 0), (2, 3), (3, 1)]], (PLACEMENT,)),
    (QUEENS, np.array([PLACEMENT]), (PLACEMENT,)),
    *((HEAVIEST, form, (PLACEMENT,)) for form in (BOOLEANS, PLACEMENT, "a3 b1 c4 d2")),
    (HEAVIEST, {"a3", "b1", "c4", "d2"}, (PLACEMENT,)),
    (KINGS, ["a4", "d1"], ((0, 0, 0), (0, 3, 3))),
    (KINGS, "a4, d1", ((0, 0, 0), (0, 3, 3))),
    (KINGS, [(0, 0), (3, 3)], ((0, 0, 0), (0, 3, 3))),
    (KINGS, np.array([[0, 0], [3, 3]]), ((0, 0, 0), (0, 3, 3))),
    (KINGS, [(0, "a4"), (0, (3, 3))], ((0, 0, 0), (0, 3, 3))),
    (KINGS, {(3, 3), (0, 0)}, ((0, 0, 0), (0, 3, 3))),
    (TWO_KINDS, [(0, "a4"), (1, (np.int64(1), 2))], ((0, 0, 0), (1, 1, 2))),
    (REGIONS, [REGIONS.board.name(square) for square in STARS], STARS),
    (REGIONS, np.array(STARS), STARS),
    (REGIONS, set(STARS), STARS),
    (TOUR, "a3 b2", ((0, 0), (1, 1))),
    (TOUR, np.array([[0, 0], [1, 1]]), ((0, 0), (1, 1))),
    (COVER, DIAGONAL, tuple((0, *square) for square in DIAGONAL)),
    (COVER, np.eye(5, dtype=bool), tuple((0, *square) for square in DIAGONAL)),
    (COVER, ["a5", "b4", "c3", "d2", "e1"], tuple((0, *square) for square in DIAGONAL)),
]


@pytest.mark.parametrize(("puzzle", "form", "own"), FORMS)
def test_forms_are_checked_drawn_and_written_as_the_puzzles_own(puzzle, form, own):
    assert rk.check(puzzle, form) == rk.check(puzzle, own) == []
    assert rk.svg(puzzle, form) == rk.svg(puzzle, own)
    assert rk.tikz(puzzle, form) == rk.tikz(puzzle, own)
    assert answer_data(puzzle, form) == answer_data(puzzle, own)
    if puzzle is not REGIONS:
        assert rk.fen(puzzle, form) == rk.fen(puzzle, own)


def test_data_frames_are_taken():
    pandas = pytest.importorskip("pandas")
    pairs = pandas.DataFrame({"row": [0, 3], "column": [0, 3]})
    names = pandas.Series(["a4", "d1"])
    mixed = pandas.DataFrame({"kind": [0, 0], "square": ["a4", "d1"]})
    board = pandas.DataFrame(np.diag([True, False, False, True]))
    for form in (pairs, names, mixed, board, names.to_frame()):
        assert rk.check(KINGS, form) == []
    assert rk.check(HEAVIEST, pandas.DataFrame(BOOLEANS)) == []


def test_covers_start_from_any_form():
    greedy = rk.solve(COVER, method="greedy")
    for start in (np.eye(5, dtype=bool), DIAGONAL, "a5 b4 c3 d2 e1", greedy):
        assert rk.solve(COVER, start=start, limits=rk.Limits(work=1)).value == 5


def test_listings_start_from_any_form():
    kings = list(rk.placements(KINGS, start=["a4", "d1"]))
    assert kings == list(rk.placements(KINGS, start=[(0, 0, 0), (0, 3, 3)]))
    assert next(rk.placements(rk.Queens(4), start=["a2", "b4", "c1", "d3"])) == (2, 0, 3, 1)
    assert next(rk.placements(rk.Queens(4), start=BOOLEANS)) == PLACEMENT


@pytest.mark.parametrize(
    ("puzzle", "form", "fault"),
    [
        (COVER, ["a1", "z9"], "answer[1]: expected a square of the 5x5 board (a1 to e5), got 'z9'"),
        (COVER, ["a1", 7], "answer[1]: expected a square such as 'a1' or (row, column), got 7"),
        (COVER, np.eye(4, dtype=bool), "expected 5 rows of 5 booleans, got 4 of 4"),
        (TWO_KINDS, ["a1"], "answer[0]: expected a piece's index and its square, got 'a1'"),
        (TOUR, [(0, 0), (0.5, 1)], "answer[1]: expected a square such as 'a1' or (row, column), "),
        (REGIONS, 7, "expected squares such as 'a1' or (row, column), got 7"),
        (HEAVIEST, "a1 a2 b3 c4", "answer: expected one queen in each of 4 columns, got 'a1 a2 "),
        (HEAVIEST, [["a1", "b9", "c1", "d1"]], "answer[0][1]: expected a square"),
        (QUEENS, [BOOLEANS & False], "answer[0]: expected one queen in each of 4 columns, got"),
    ],
)
def test_faults_have_their_place_expectation_and_finding(puzzle, form, fault):
    [told] = rk.check(puzzle, form)
    assert told.startswith(fault)
    with pytest.raises(rk.PuzzleError) as caught:
        rk.svg(puzzle, form)
    assert str(caught.value) == told


def test_squares_that_are_no_squares_are_still_one_placement():
    squares = [[1, "a"], [3, "b"], [0, "c"], [2, "d"]]
    (fault,) = rk.check(rk.Queens(4), squares)
    assert fault.startswith("expected a tuple of placements, got one of them")
