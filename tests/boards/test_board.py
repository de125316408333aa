import copy
import itertools
import pickle
import string

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.night import cases

from rookery.boards.board import Board, board_of, file_name, squares_by_letter
from rookery.errors import PuzzleError

NEIGHBOURS = ((-1, 0), (0, 1), (1, 0), (0, -1), (-1, 1), (1, 1), (1, -1), (-1, -1))

STEPS = [*NEIGHBOURS, (2, 1), (-1, 2), (0, 3), (3, -3)]


@st.composite
def boards(draw):
    rows, columns = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    square = st.tuples(st.integers(0, rows - 1), st.integers(0, columns - 1))
    wrap = draw(st.sampled_from(["", "", "cylinder", "torus"]))
    return Board(rows, columns, draw(st.frozensets(square)), wrap)


@cases(50)
@given(boards())
def test_boards_survive_text_copies_and_process_borders(board):
    assert eval(repr(board)) == board
    assert copy.deepcopy(board) == pickle.loads(pickle.dumps(board)) == board
    plain = Board(board.rows, board.columns, board.walls)
    assert Board.parse(str(board)) == Board.parse(str(board).splitlines()) == plain
    squares = list(board.squares())
    assert squares == sorted(set(squares))
    assert set(squares).isdisjoint(board.walls)
    assert len(squares) + len(board.walls) == board.rows * board.columns
    with pytest.raises(AttributeError):
        board.rows = 4


@cases(50)
@given(boards(), st.sampled_from(STEPS))
def test_lines_and_runs_hold_every_square_once_and_are_as_long_as_can_be(board, step):
    every = {(row, column) for row in range(board.rows) for column in range(board.columns)}
    for lines, squares in ((board.lines(step), every), (board.runs(step), set(board.squares()))):
        lines = list(lines)
        held = [square for line in lines for square in line]
        assert len(held) == len(squares)
        assert set(held) == squares
        for line in lines if board.wrap == "" else ():
            for (row, column), after in itertools.pairwise(line):
                assert after == (row + step[0], column + step[1])
            (row, column), (last_row, last_column) = line[0], line[-1]
            assert (row - step[0], column - step[1]) not in squares
            assert (last_row + step[0], last_column + step[1]) not in squares
    for run in board.runs(step):
        for at, square in enumerate(run):
            ray = list(board.ray(square, step))
            assert set(ray) <= set(run) - {square}
            assert ray[: len(run) - at - 1] == list(run[at + 1 :])


def test_file_names_are_the_letters_then_pairs_of_letters_in_order():
    letters = string.ascii_lowercase
    names = [*letters, *(a + b for a in letters for b in letters), "aaa"]
    assert [file_name(column) for column in range(len(names))] == names


@pytest.mark.parametrize("board", [Board(64), Board(1, 800), Board(30, 64), Board(1)], ids=repr)
def test_names_round_trip(board):
    squares = list(board.squares())
    names = [board.name(square) for square in squares]
    assert len(set(names)) == board.rows * board.columns
    assert [board.square(name) for name in names] == squares
    assert [board.square(f" {name.upper()} ") for name in names] == squares


@pytest.mark.parametrize("side", [0, -1, 1.0, "3y", "0x3", (3,), (3, "4"), None, True])
def test_sides_are_positive_integers(side):
    with pytest.raises(PuzzleError, match="expected a side of at least 1 square, got"):
        Board(side)
    if isinstance(side, (int, float)):
        with pytest.raises(PuzzleError, match="expected a side of at least 1 square, got"):
            Board(3, side)


@pytest.mark.parametrize("sides", ["6x8", (6, 8), [6, 8], (numpy.int64(6), 8)])
def test_both_sides_at_once(sides):
    assert Board(sides) == board_of(sides) == Board(6, 8)
    assert Board("6", walls=["a1"]) == Board(6, 6, ["a1"])


@pytest.mark.parametrize(
    "walls", [["a1", "b2"], [(2, 0), [1, 1]], "a1 b2", "a1,b2", [(numpy.int64(2), 0), " B2 "]]
)
def test_squares_by_name_pair_or_in_one_string(walls):
    found = Board(3, walls=walls).walls
    assert found == {(2, 0), (1, 1)}
    assert {type(part) for square in found for part in square} == {int}


SQUARE = "expected a square"
NO_SQUARES = [
    "a0", "a4", "d1", "a-1", "1a", "a", "1", "", "a1b", "a 1", "ä1", "a1.0", "a²",
    "zzzzzzz1", "a" + "9" * 5000, "a" * 5000 + "1", "a1 b2",
    (3, 0), (0, 3), (-1, 0), (0, -1), (0,), (0, 0, 0), (), (0.0, 1), ("a", 1), None, 5,
]  # fmt: skip


@pytest.mark.parametrize(
    ("call", "message"),
    [
        *((lambda square=square: Board(3).square(square), SQUARE) for square in NO_SQUARES),
        *((lambda square=square: Board(2, 3).name(square), SQUARE) for square in NO_SQUARES),
        (lambda: Board(3, walls=["a1", "d1"]), SQUARE),
        (lambda: Board(3, walls=["a1", None]), SQUARE),
        (lambda: Board(8).square_set(5), r"expected squares such as \['a1', 'b2'\], got 5"),
        (lambda: Board(3, wrap="sphere"), "expected no wrap, 'cylinder' or 'torus', got 'sphere'"),
        (lambda: Board(3).lines((0, 0)), "expected a step other than"),
        (
            lambda: squares_by_letter([".", "x"], ".#Q"),
            "expected one of '.', '#', 'Q' in row 2, column 1, got 'x'",
        ),
    ],
)
def test_refusals(call, message):
    with pytest.raises(PuzzleError, match=message) as caught:
        call()
    assert len(str(caught.value)) < 150


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected rows of a board, got none"),
        ([], "expected rows of a board, got none"),
        ("..\n...", "expected 2 squares in row 2, got '...'"),
        ("...\n...\n..", "expected 3 squares in row 3, got '..'"),
        ("..\n.x", "expected '.' or '#' in row 2, column 2, got 'x'"),
        (["..", ". "], "expected '.' or '#' in row 2, column 2, got ' '"),
        ([""], "expected a side of at least 1 square, got 0"),
    ],
)
def test_parse_refuses(text, message):
    with pytest.raises(PuzzleError) as caught:
        Board.parse(text)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("square", "on"),
    [((0, 0), True), ((1, 2), True), ((2, 0), False), ((0, 3), False), ((-1, 0), False),
     ((0,), False), ([0, 0], False), ("a1", False), ((0.0, 0), False), (None, False)],
)  # fmt: skip
def test_a_board_contains_pairs_on_it_walls_too(square, on):
    assert (square in Board(2, 3, ["a1"])) is on


def test_ray_ends_at_the_edge_or_before_a_wall():
    board = Board.parse(["....#.", "......"])
    assert list(board.ray((0, 0), (0, 1))) == [(0, 1), (0, 2), (0, 3)]
    assert list(board.ray((1, 0), (0, 1))) == [(1, column) for column in range(1, 6)]
    assert list(board.ray((1, 3), (-1, 1))) == []
    assert list(board.ray((0, 0), (0, -1))) == []
    assert list(board.ray((0, 1), (0, 2))) == [(0, 3), (0, 5)]


def test_edges_are_joined():
    torus, cylinder = Board(3, wrap="torus"), Board(3, wrap="cylinder")
    assert list(torus.ray((0, 0), (-1, 0))) == [(2, 0), (1, 0)]
    assert list(cylinder.ray((0, 0), (-1, 0))) == []
    assert list(cylinder.ray((0, 0), (0, -1))) == [(0, 2), (0, 1)]
    assert list(Board(2, wrap="torus").ray((0, 0), (2, 0))) == []
    ring = Board(1, 4, walls=["b1"], wrap="cylinder")
    assert list(ring.runs((0, 1))) == [((0, 2), (0, 3), (0, 0))]
    assert torus != Board(3)


@pytest.mark.parametrize(
    ("wrap", "span"), [("", (-7, 6)), ("cylinder", (-7, -2)), ("torus", (1, -2))]
)
def test_the_shorter_way_goes_around_joined_edges_only(wrap, span):
    board = Board(8, wrap=wrap)
    assert board.span((7, 1), (0, 7)) == span
    assert board.distance((7, 1), (0, 7)) == max(map(abs, span))
    corners = {(0, 1), (1, 0), (1, 1)}
    around = {"": set(), "cylinder": {(0, 7), (1, 7)}}
    around["torus"] = around["cylinder"] | {(7, 0), (7, 1), (7, 7)}
    assert set(board.neighbours((0, 0))) == corners | around[wrap]


@cases(50)
@given(
    st.integers(1, 5).flatmap(
        lambda n: st.lists(st.text("ab.", min_size=n, max_size=n), min_size=1)
    )
)
def test_every_square_is_found_once_in_order(lines):
    found = squares_by_letter(lines, "ab.")
    assert list(found) == ["a", "b", "."]
    assert all(lines[row][column] == letter for letter in found for row, column in found[letter])
    assert all(squares == sorted(set(squares)) for squares in found.values())
    assert sum(map(len, found.values())) == len(lines) * len(lines[0])
