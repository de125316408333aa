import pytest

from rookery.errors import PuzzleError
from rookery.queens.puzzle import Queens, contradiction, placement_faults

BOTH = ((1, 3, 0, 2), (2, 0, 3, 1))


@pytest.mark.parametrize("n", [0, -1, 2.0, True, "8y", "6x8", (6, 8), None])
def test_side_must_be_positive(n):
    with pytest.raises(PuzzleError, match=r"expected (a|the) side of a"):
        Queens(n)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("puzzle", "answer", "faults"),
    [
        (Queens(4), BOTH, []),
        (Queens(4, ["b4"]), BOTH[1:], []),
        (Queens(3), (), []),
        (Queens(4), BOTH[:1], ["1 placement is missing, first (2, 0, 3, 1)"]),
        (Queens(4), (), ["2 placements are missing, first (1, 3, 0, 2)"]),
        (Queens(4), BOTH[::-1], ["placement 2 comes lexicographically before placement 1"]),
        (Queens(4), (*BOTH, BOTH[1]), ["placement 3 repeats placement 2"]),
        (Queens(4), 7, ["expected a tuple of placements, got 7"]),
        (Queens(4), [list(placement) for placement in BOTH], []),
        (Queens(4), BOTH[0], ["expected a tuple of placements, got one of them, (1, 3, 0, 2)"]),
        (Queens(4), (*BOTH, None), ["placement 3: expected a tuple of 4 rows, got None"]),
        (Queens(4, blocked=["a3"]), BOTH, ["placement 1: a queen on the blocked square a3"]),
        (Queens(4, given=["a3"]), BOTH, ["placement 2: no queen on the given square a3"]),
        (Queens(8), (), ["92 placements are missing, first (0, 4, 7, 5, 2, 6, 1, 3)"]),
        (Queens(9), (), []),  # too many to be counted by a check
    ],
)
def test_check(puzzle, answer, faults):
    assert puzzle.check(answer) == faults


@pytest.mark.parametrize(
    ("placement", "fault"),
    [
        ((0, 0, 3, 1), "the queens on a4 and b4 attack each other"),
        ((1, 3, 2, 0), "the queens on b1 and c2 attack each other"),
        ((0, 1, 3, 2), "the queens on a4 and b3 attack each other"),
        ((1, 3, 0, 4), "expected a row from 0 to 3 in column 3, got 4"),
        ((1, 3, -1, 2), "expected a row from 0 to 3 in column 2, got -1"),
        ((True, 3, 0, 2), "expected a row from 0 to 3 in column 0, got True"),
        ((1, 3, 0), "expected a tuple of 4 rows, got (1, 3, 0)"),
        ([1, 3, 0, 2], "expected a tuple of 4 rows, got [1, 3, 0, 2]"),
        (((1,), 3, 0, 2), "expected a row from 0 to 3 in column 0, got (1,)"),
    ],
)
def test_placement_faults(placement, fault):
    assert fault in placement_faults(4, frozenset(), frozenset(), placement)


@pytest.mark.parametrize(
    ("puzzle", "words"),
    [
        (Queens(2), "2 queens on a 2x2 board always attack each other"),
        (Queens(8, given=["a1", "h8"]), "the given queens on a1 and h8 attack each other"),
        (Queens(8, given=["b1", "b7"]), "the given queens on b7 and b1 attack each other"),
        (Queens(8, given=["a2", "e2"]), "the given queens on a2 and e2 attack each other"),
        (Queens(8, given=["a8", "h1"]), "the given queens on a8 and h1 attack each other"),
        (Queens(8, given=["c3"], blocked=["c3"]), "the given queen on c3 stands on a blocked"),
        (Queens(5, blocked=[(3, column) for column in range(5)]), "squares of rank 2 are blocked"),
        (Queens(5, blocked=[(row, 3) for row in range(5)]), "all squares of file d are blocked"),
    ],
    ids=str,
)
def test_contradictions(puzzle, words):
    assert words in (contradiction(puzzle) or "")
