"""The fewest queens by boxes: against trying all, against theorems and OEIS A075458."""

import itertools
import math
import random

import pytest
from tests.cover.boards import QUEENS
from tests.cover.brute import cheapest
from tests.cover.runs import finished, run_of
from tests.marks import few

from rookery import Board, Cover
from rookery.cover.exact import box
from rookery.cover.exact.box import Box, BoxProof, boxes, edge_tests
from rookery.cover.model.candidates import candidates
from rookery.cover.model.traits import LONGEST_BOXED, has_box, symmetries
from rookery.engine.run import Run, Steps

MOST = 4

BOARDS = [[4, 4], [4, 6], [7, 5], [5, 5], [6, 6], [7, 7], [6, 8]]


def proved(puzzle: Cover, most: float = math.inf) -> Run:
    """Return what boxes alone prove, without any cover or bound to begin with."""
    run = run_of(puzzle)

    def up_to_most() -> Steps:
        proving = BoxProof(puzzle, candidates(puzzle)).go_on(run)
        while run.bound <= most:
            try:
                yield next(proving)
            except StopIteration as end:
                return end.value
        return None

    return finished(up_to_most(), run)


@pytest.mark.parametrize("asked", [{}, {"independent": True}, {"total": True}])
@pytest.mark.parametrize("sides", few(BOARDS, 3))
def test_as_few_as_when_all_are_tried(sides, asked):
    puzzle = Cover.domination(*sides, **asked)  # type: ignore[arg-type]
    most = min(2, min(sides) - 2)
    fewest = cheapest(puzzle, most + 1)
    found = proved(puzzle, most)
    if fewest is None:
        assert found.value is None
        assert found.bound == most + 1
    else:
        assert found.value == found.bound == fewest
        assert puzzle.check(found.answer) == []


@pytest.mark.parametrize("seed", few(range(6), 2))
def test_squares_that_queens_are_kept_off(seed):
    chance = random.Random(seed)
    board = Board(6)
    kept_off = chance.sample(list(board.squares()), 12)
    blocked = Cover.domination(6, blocked=kept_off)
    allowed = Cover.domination(6, allowed=[set(board.squares()) - set(kept_off)])
    fewest = cheapest(blocked, 4) or 4
    for puzzle in (blocked, allowed):
        found = proved(puzzle, 3)
        assert found.bound == fewest
        assert found.value in (fewest, None)


@pytest.mark.parametrize(("side", "number"), few(list(enumerate(QUEENS, 1))[7:18], 3))
def test_no_fewer_than_known_without_theorems(side, number):
    assert proved(Cover.domination(side), number - 1).bound == number


def test_pauses_change_nothing(monkeypatch):
    monkeypatch.setattr(box, "CHOICES_A_SLICE", 3)
    puzzle = Cover.domination(9)
    proof, run = BoxProof(puzzle, candidates(puzzle)), run_of(puzzle)
    parts = 0
    while proof.can_go_on(run):
        finished(itertools.islice(proof.go_on(run), 20), run)
        parts += 1
    assert parts > 1
    assert run.value == run.bound == 5


def empty_lines(squares: list[tuple[int, int]], rows: int, columns: int) -> Box:
    """Return the box of queens on some squares."""
    free_rows = [row for row in range(rows) if all(row != square[0] for square in squares)]
    free_columns = [c for c in range(columns) if all(c != square[1] for square in squares)]
    return Box(free_rows[0], free_rows[-1], free_columns[0], free_columns[-1])


@pytest.mark.parametrize("seed", few(range(20), 6))
def test_every_choice_of_queens_leaves_one_of_the_boxes(seed):
    chance = random.Random(seed)
    rows, columns = chance.randint(4, 9), chance.randint(4, 9)
    puzzle = Cover.domination(rows, columns)
    number = chance.randint(1, min(rows, columns) - 2)
    squares = chance.sample(list(puzzle.board.squares()), number)
    left = empty_lines(squares, rows, columns)
    images = {left.moved(symmetry, rows, columns) for symmetry in symmetries(puzzle)}
    assert len(images & set(boxes(puzzle, number))) == 1


@pytest.mark.parametrize("seed", few(range(20), 6))
def test_no_queen_outweighs_a_test(seed):
    chance = random.Random(seed)
    rows, columns = chance.randint(4, 9), chance.randint(4, 9)
    top, bottom = sorted(chance.sample(range(rows), 2))
    left, right = sorted(chance.sample(range(columns), 2))
    tests = edge_tests(Box(top, bottom, left, right), rows, columns)
    for row, column in itertools.product(range(rows), range(columns)):
        if row in (top, bottom) or column in (left, right):
            continue
        met = [rows * columns + row, rows * columns + rows + column]
        met += [
            r * columns + c
            for r, c in itertools.product(range(rows), range(columns))
            if r == row or c == column or abs(r - row) == abs(c - column)
        ]
        assert tests[:, met].sum(axis=1).max() <= MOST


def test_which_puzzles_have_boxes():
    board = Board(6)
    everywhere = list(board.squares())
    assert has_box(Cover.domination(6))
    assert has_box(Cover.domination(4, 6, independent=True, total=True, blocked=["a1"]))
    for other in (
        Cover.domination(6, piece="rook"),
        Cover.domination(6, wrap="torus"),
        Cover.domination(6, spared=["a1"]),
        Cover.domination(6, walls=["a1"]),
        Cover.domination(6, standing=[("Q", "a1")]),
        Cover.domination(6, stock=[2]),
        Cover.domination(6, at_least=2),
        Cover.domination(6, at_most=1),
        Cover(board, (), [1, 1], ["Q", "Q"], guarded=everywhere),
        Cover(board, (), [1], ["Q"], guarded=everywhere[1:]),
        Cover.domination(6, square_prices=[[1, 2, 1, 1, 1, 1]] * 6),
        Cover.domination(3, LONGEST_BOXED + 1),
    ):
        assert not has_box(other)


def test_a_case_that_a_test_rules_out_is_none():
    puzzle = Cover.domination(12)
    queens = BoxProof(puzzle, candidates(puzzle))
    assert all(queens.case(one, 5) is None for one in boxes(puzzle, 5))
    assert any(queens.case(one, 6) is not None for one in boxes(puzzle, 6))
