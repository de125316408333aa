"""Parts of a document: what is read, and that every fault has its place."""

from __future__ import annotations

from typing import Any

import pytest

from rookery.boards.board import Board
from rookery.boards.pieces import Piece
from rookery.errors import PuzzleError
from rookery.reading.parts import (
    DocumentError,
    Part,
    board_data,
    board_of,
    field_of,
    names_of,
    piece_of,
    square_of,
    squares_of,
)

BOARD = Board(3, 4)


def fault(call: Any, *arguments: Any) -> str:
    with pytest.raises(DocumentError) as refused:
        call(*arguments)
    return str(refused.value)


def test_a_part_knows_its_place() -> None:
    whole = Part({"a": {"b": [1, [2, 3]]}}, "")
    inner = whole["a"]["b"]
    assert (inner.value, inner.place) == ([1, [2, 3]], "a.b")
    assert [item.place for item in inner.items()] == ["a.b[0]", "a.b[1]"]
    assert inner.items()[1].items()[0] == Part(2, "a.b[1][0]")
    assert (whole.at("x"), inner.at("x")) == ("x", "a.b.x")


@pytest.mark.parametrize(
    ("read", "right", "wrong", "expected"),
    [
        (Part.integer, [0, -7, 10**30], [True, 1.0, "1", None, [1]], "an integer"),
        (Part.text, ["", "x"], [1, None, ["x"], True], "a text"),
        (Part.flag, [True, False], [0, 1, "true", None], "true or false"),
    ],
)
def test_values_keep_their_type_and_others_are_refused(
    read: Any, right: list[Any], wrong: list[Any], expected: str
) -> None:
    for value in right:
        found = read(Part(value, "here"))
        assert found == value
        assert type(found) is type(value)
    for value in wrong:
        assert fault(read, Part(value, "here")) == f"here: expected {expected}, got {value!r}"


def test_a_list_is_read_item_by_item() -> None:
    assert Part([], "here").items() == []
    assert [item.value for item in Part((1, 2), "here").items()] == [1, 2]
    for wrong in ("ab", {"a": 1}, None, 3):
        assert fault(Part(wrong, "here").items) == f"here: expected a list, got {wrong!r}"
    assert fault(Part(3, "").items, "a list of squares") == "expected a list of squares, got 3"


def test_fields_are_known_and_those_required_are_there() -> None:
    part = Part({"b": 2, "a": 1}, "in")
    assert list(part.fields(["a"], ["b", "c"]).items()) == [
        ("a", Part(1, "in.a")),
        ("b", Part(2, "in.b")),
    ]
    assert fault(part.fields, ["a", "c"], ["b"]) == "in: expected a field 'c', got none"
    assert fault(part.fields, ["a"], []).startswith("in: expected a field, got 'b'")
    assert "did you mean 'walls'" in fault(Part({"wals": 1}, "in").fields, [], ["walls"])
    assert fault(Part([1], "in").fields, [], []) == "in: expected an object, got [1]"


def test_fields_of_a_schema_are_those_it_names() -> None:
    schema = {"required": ["a"], "properties": {"a": {}, "b": {}}}
    assert set(Part({"a": 1, "b": 2}, "").fields_of(schema)) == {"a", "b"}
    assert fault(Part({"b": 1}, "").fields_of, schema) == "expected a field 'a', got none"


def test_what_a_field_holds_or_something_else() -> None:
    fields = {"a": Part(5, "a")}
    assert field_of(fields, "a", Part.integer, 7) == 5
    assert field_of(fields, "b", Part.integer, 7) == 7
    assert fault(field_of, fields, "a", Part.text, "x") == "a: expected a text, got 5"


def test_squares_are_told_by_name() -> None:
    assert square_of(Part("b3", "x"), BOARD) == (0, 1)
    assert squares_of(Part(["a1", "a1"], "x"), BOARD) == [(2, 0), (2, 0)]
    assert fault(square_of, Part("e1", "x"), BOARD).startswith("x: expected a square of the 3x4")
    assert fault(square_of, Part(5, "x"), BOARD) == "x: expected a text, got 5"
    assert fault(squares_of, Part(["a1", "z9"], "x"), BOARD).startswith("x[1]: expected a square")
    assert fault(squares_of, Part("a1", "x"), BOARD) == "x: expected a list of squares, got 'a1'"


def test_names_go_by_file_then_by_rank() -> None:
    squares = [(0, 1), (2, 0), (0, 0), (2, 1)]
    assert names_of(squares, BOARD) == ["a1", "a3", "b1", "b3"]
    assert names_of([], BOARD) == []


def test_boards_there_and_back() -> None:
    for board in (BOARD, Board(1, 1), Board(2, 3, ["a1", "c2"])):
        assert board_of(Part(board_data(board), "board")) == board
    assert board_of(Part({"rows": 2, "columns": 3}, "")) == Board(2, 3)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ({"rows": 2}, "board: expected a field 'columns', got none"),
        ({"rows": "2", "columns": 3}, "board.rows: expected an integer, got '2'"),
        ({"rows": 0, "columns": 3}, "board: expected"),
        ({"rows": 2, "columns": 3, "walls": ["a9"]}, "board.walls[0]: expected a square"),
        ({"rows": 2, "columns": 3, "wall": []}, "board: expected a field, got 'wall'"),
        (None, "board: expected an object, got None"),
    ],
)
def test_boards_that_are_none(data: Any, said: str) -> None:
    assert fault(board_of, Part(data, "board")).startswith(said)


def test_pieces_are_told_by_notation_or_name() -> None:
    assert piece_of(Part("N", "x")) == piece_of(Part("knight", "x")) == Piece("N")
    assert fault(piece_of, Part("quen", "x")).startswith("x: ")
    assert fault(piece_of, Part(None, "x")) == "x: expected a text, got None"


def test_a_puzzles_own_error_gets_the_place_and_a_documents_keeps_its_own() -> None:
    part = Part(None, "outer")
    with pytest.raises(DocumentError) as told, part.told():
        raise PuzzleError(expected="more", found="less")
    assert (str(told.value), told.value.expected, told.value.found) == (
        "outer: expected more, got less",
        "more",
        "less",
    )
    with pytest.raises(DocumentError, match=r"^inner: expected x, got y$"), part.told():
        raise DocumentError("inner", expected="x", found="y")
    with pytest.raises(ZeroDivisionError), part.told():
        raise ZeroDivisionError
