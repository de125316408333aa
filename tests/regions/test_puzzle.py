"""The region puzzle, its rules, and its forms as text and as plain data."""

import pytest

import rookery as rk

ROWS = ["AAAB", "ABBB", "CCDD", "CCDD"]
ANSWER = [(0, 1), (1, 3), (2, 0), (3, 2)]


@pytest.mark.parametrize("piece", ["mRcpR", "nN"])
def test_pieces_that_something_may_block_are_refused(piece):
    with pytest.raises(rk.PuzzleError, match="a piece that leaps or rides, and neither hops"):
        rk.Regions(ROWS, piece=piece)


@pytest.mark.parametrize(
    ("answer", "fault"),
    [
        (ANSWER, None),
        (ANSWER[:3], "expected 1 on rank 1, got 0"),
        (ANSWER[::-1], None),
        ([*ANSWER, (3, 2)], "two pieces stand on c1"),
        ([(0, 0), *ANSWER[1:]], "expected 1 on file a, got 2"),
        ([(0, 2), *ANSWER[1:]], "the pieces on c4 and d3 attack each other"),
        ([(0, 0), (1, 3), (2, 1), (3, 2)], "the pieces on b2 and c1 attack each other"),
        ([*ANSWER[:3], (4, 2)], "a piece off the board, at row 4, column 2"),
        ("abcd", "answer[0]: expected a square such as 'a1', got 'abcd'"),
        (["b4", "d3", "a2", "c1"], None),
        (
            ["b4", "d3", "a2", "c5"],
            "answer[3]: expected a square of the 4x4 board (a1 to d4), got 'c5'",
        ),
        ([(0, 1, 2)], "answer[0]: expected a square such as 'a1' or (row, column), got (0, 1, 2)"),
    ],
)
def test_answers_are_checked_by_the_rules(answer, fault):
    faults = rk.check(rk.Regions(ROWS), answer)
    assert faults == [] if fault is None else fault in faults


MANY = [[60 * row + column for column in range(60)] for row in range(60)]  # more than letters


@pytest.mark.parametrize("rows", [[[0.5]], [[True]], [[0, 1]], [0], [[0, 1], [2, 3]], 5, [], MANY])
def test_wrong_rows_are_refused(rows):
    with pytest.raises(rk.PuzzleError, match="expected"):
        rk.Regions(rows)


def test_given_and_blocked_squares_are_rules_too():
    puzzle = rk.Regions(ROWS, given=["a1"], blocked=["b4"])
    assert puzzle.check(ANSWER) == ["a piece on the blocked square b4"]
    assert "no piece on the given square a1" in rk.Regions(ROWS, given=["a1"]).check(ANSWER)


def test_incomplete_answers_have_only_conflict_faults():
    puzzle = rk.Regions(ROWS)
    assert puzzle.conflict_faults([(0, 1)]) == []
    assert puzzle.conflict_faults([(0, 0), (0, 2)]) == [
        "expected 1 on rank 4, got 2",
        "expected 1 on region A, got 2",
    ]
