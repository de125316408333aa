"""Puzzles and answers as plain data: there and back, and what is wrong with data, by place."""

import json
import math
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

import jsonschema_rs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.contract.test_fields import FULL
from tests.night import cases

import rookery as rk
from rookery.document import DocumentError, answer_of, document_of, puzzle_of, result_of, schema
from rookery.families import NAMES

WEIGHTS = [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12], [13, 14.5, 15, 17]]
SCHEMA = jsonschema_rs.validator_for(schema())
ROOK = rk.Cover.parse(["#_"], [1], ["R"])
PUZZLES = [
    rk.Queens(1),
    rk.Queens(8, given=["a1", "h2"], blocked=["c3", "b2"]),
    rk.Heaviest([[5]]),
    rk.Heaviest(WEIGHTS, lightest=True, best=3, given=["b4"], blocked=["a1"]),
    rk.Tour.parse(["Q..#", "..P.", "N..B"]),
    rk.Tour(rk.Board(3), "a1", ["a3"], mover="N", visit="on", closed=True),
    rk.Tour(rk.Board(4, walls=["d1"]), "a1", ["a3", ["b2", "c3"]], goal=["d4", "c4"], visit="on"),
    rk.Tour(rk.Board(4), "a1", ["a3"], goal=["d4"]),
    rk.Cover.parse(["#+x_", "_*X_"], [3, 5], ["B", "R"], standing=[("W", "d2")], stock=[None, 2]),
    rk.Cover.domination(3, piece="K"),
    rk.Cover.parse(["#+_"], {"Q": "1/3", "R": 0.25}, at_least={"b1": 2}, at_most=3, stock={"Q": 1}),
    rk.Cover.domination(2, 3, "N", total=True, independent=True, spared=["a1"], at_most={"b1": 2}),
    rk.Cover(rk.Board(2), ["a1"], [1, 2], ["B", "B"], allowed=[["a2"], None]),
    rk.Cover(rk.Board(2), ["a1"], {"B": 1}, square_prices=[[1, "1/2"], [3, 2]], at_least=2),
]


@pytest.mark.parametrize("puzzle", [*PUZZLES, *FULL], ids=lambda puzzle: puzzle.family)
def test_a_repr_is_the_call_that_makes_the_puzzle(puzzle):
    names = {type(puzzle), rk.Board, rk.Piece, Fraction}
    assert eval(repr(puzzle), {name.__name__: name for name in names}) == puzzle


def queens(**fields: Any) -> dict[str, Any]:
    return {"family": "queens", "n": 4} | fields


def heaviest(weights: Any, **fields: Any) -> dict[str, Any]:
    return {"family": "heaviest", "weights": weights} | fields


def sides(rows: Any, columns: Any) -> dict[str, Any]:
    return {"rows": rows, "columns": columns}


def tour(**fields: Any) -> dict[str, Any]:
    return {"family": "tour", "board": sides(4, 4), "start": "a1", "targets": ["b4"]} | fields


def cover(**fields: Any) -> dict[str, Any]:
    kings = {"family": "cover", "board": sides(3, 3), "kings": ["a1"]}
    return kings | {"pieces": ["Q"], "prices": [1]} | fields


def regions(rows: Any, **fields: Any) -> dict[str, Any]:
    return {"family": "regions", "rows": rows} | fields


def pieces(**fields: Any) -> dict[str, Any]:
    return dict(document_of(rk.NonAttacking(3))) | fields


HUGE = [[1, "1e-99999999", 1], *[[1, 1, 1]] * 2]


@pytest.mark.parametrize(
    ("document", "message"),
    [
        ([], "expected an object, got []"),
        ({}, "family: expected a family, got none"),
        ({"family": 5}, f"family: expected a family, got 5; known: {', '.join(NAMES)}"),
        ({"family": "tours"}, "family: expected a family, got 'tours'; did you mean 'tour'?"),
        ({"family": "queens"}, "expected a field 'n', got none"),
        (queens(n=0), "n: expected a side of at least 1 square, got 0"),
        (queens(n=True), "n: expected an integer, got True"),
        (queens(givn=[]), "expected a field, got 'givn'; did you mean 'given'?"),
        (queens(given="a1"), "given: expected a list of squares, got 'a1'"),
        (queens(given=["a1", 5]), "given[1]: expected a text, got 5"),
        (heaviest([[1, 2], 3]), "weights[1]: expected a list, got 3"),
        (heaviest([[1]], lightest=1), "lightest: expected true or false, got 1"),
        (regions("AB"), "rows: expected rows of letters, got 'AB'"),
        (regions(["AB", 3]), "rows[1]: expected a text, got 3"),
        (regions(["AA", "BB"], stars=0), "stars: expected an integer of 1 or more, got 0"),
        (pieces(given=[["Q", "a1"]]), "given[0][0]: expected an integer"),
        (pieces(rows="1"), "rows: expected a number"),
        (tour(board=4), "board: expected an object, got 4"),
        (tour(board=sides(2, 0)), "board: expected a side of at least 1 square, got 0"),
        (tour(board={"rows": 2}), "board: expected a field 'columns', got none"),
        (tour(board=sides("2", 3)), "board.rows: expected an integer, got '2'"),
        (tour(board=sides(2, 3) | {"wall": []}), "board: expected a field, got 'wall'"),
        (tour(start=["a1"]), "start: expected a text, got ['a1']"),
        (tour(targets=[["c"]]), "targets[0][0]: expected a square such as 'a1', got 'c'"),
        (tour(targets=[[]]), "targets[0]: expected at least one square, got none"),
        (tour(targets=[]), "expected at least one target, got none"),
        (tour(goal=7), "goal: expected a square or a list of squares, got 7"),
        (cover(prices=["x"]), "prices[0]: expected a price above 0: an integer"),
        (cover(prices=["1e999999999"]), "prices[0]: expected a price above 0: an integer"),
        (cover(at_least={"a1": 0}), "at_least.a1: expected an integer of 1 or more, got 0"),
        (cover(standing=[["Q"]]), "standing[0]: expected a piece and its square, got ['Q']"),
        (cover(standing=[["Q", "b2", 1]]), "standing[0]: expected a piece and its square, got"),
        (cover(stock=["x"]), "stock[0]: expected an integer of 0 or more, got 'x'"),
    ],
)
def test_faults_of_form_have_their_place_and_the_schema_finds_them(document, message):
    assert not SCHEMA.is_valid(document)
    refused = expect_refused(puzzle_of, document, message)
    assert str(refused) == ": ".join(filter(None, [refused.place, refused.message]))


@pytest.mark.parametrize(
    ("document", "message"),
    [
        (queens(blocked=["a9"]), "blocked[0]: expected a square of the 4x4 board (a1 to d4), got"),
        (heaviest([[1, 2], [3]]), "weights: expected 2 weights in row 2, got 1"),
        (regions(["AB", "A"]), "rows: expected 2 letters in row 2, got 'A'"),
        (regions(["AA", "BB"], given=["a1", "c1"]), "given[1]: expected a square"),
        (pieces(pieces=["Q", "N"], numbers=[1]), "pieces: expected at least one kind of piece"),
        (pieces(given=[[1, "a1"]]), "given[0][0]: expected an index from 0 to 0"),
        (pieces(pieces=["!"]), "pieces[0]: "),
        (pieces(weights=[[1]]), "pieces: expected 3 rows of 3 weights"),
        (tour(targets=["b4", ["c4", "z9"]]), "targets[1][1]: expected a square of the 4x4 board"),
        (tour(board=sides(2, 2) | {"walls": ["a9"]}), "board.walls[0]: expected a square"),
        (tour(mover="x"), "mover: unknown piece 'x'"),
        (cover(prices=["1e-99999999"]), "prices[0]: expected a price above 0: an integer"),
        (cover(square_prices=HUGE), "square_prices[0][1]: expected a price above 0"),
        (cover(prices=[10**30]), "expected prices below 10^18 as multiples of their common unit"),
        (cover(at_most={"b1": 2}), "expected at_most of targets, got b1"),
        (cover(square_prices=[[1, 2, 3]]), "square_prices: expected 3 rows of 3 square prices"),
        (cover(allowed=[["z9"]]), "allowed[0][0]: expected a square of the 3x3 board"),
        (cover(prices=[1, 2]), "expected one price for each of 1 pieces, got 2"),
        (cover(standing=[["Q!", "a2"]]), "standing[0][0]: "),
        (cover(blocked=["a1"]), "expected blocked squares on free squares, got a king at a1"),
    ],
)
def test_faults_by_the_rules_have_their_place(document, message):
    expect_refused(puzzle_of, document, message)


def expect_refused(read: Callable[[Any], Any], data: Any, message: str) -> DocumentError:
    with pytest.raises(DocumentError) as raised:
        read(data)
    assert str(raised.value).startswith(message)
    return raised.value


@pytest.mark.parametrize(
    ("puzzle", "data", "message"),
    [
        (rk.Queens(4), 5, "answer: expected a list, got 5"),
        (rk.Queens(4), ["a1"], "answer[0]: expected a list of squares, got 'a1'"),
        (rk.Queens(4), [["a1", "c1", "b2", "d3"]], "answer[0]: expected 4 squares"),
        (rk.Heaviest(WEIGHTS), 0, "answer: expected a list, got 0"),
        (rk.Tour.parse(["Q.N"]), ["d1"], "answer[0]: expected a square of the 1x3 board"),
        (ROOK, [[1, "b1"]], "answer[0][0]: expected an index from 0 to 0"),
        (ROOK, [["b1"]], "answer[0]: expected a piece's index and its square"),
    ],
)
def test_faults_of_answers_have_their_place(puzzle, data, message):
    expect_refused(partial(answer_of, puzzle), data, message)


anything = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(-3, 9), st.floats(), st.text(max_size=3)),
    lambda parts: st.one_of(
        st.lists(parts, max_size=3), st.dictionaries(st.text(max_size=3), parts, max_size=3)
    ),
    max_leaves=6,
)


@cases(60)
@given(st.sampled_from(PUZZLES), st.data())
def test_a_field_of_anything_is_refused_or_read_and_known_to_the_schema(puzzle, data):
    """The reader is stricter than the schema: it knows the rules of the puzzles."""
    document = document_of(puzzle)
    document[data.draw(st.sampled_from(sorted(document)))] = data.draw(anything)
    try:
        found = puzzle_of(document)
    except DocumentError:
        return
    assert puzzle_of(document_of(found)) == found
    assert SCHEMA.is_valid(json.loads(json.dumps(document)))


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.family)
def test_results_conform_to_the_schema_there_and_back(puzzle):
    SCHEMA.validate(document_of(puzzle))
    result = rk.solve(puzzle, limits=rk.Limits(seconds=1))
    data = json.loads(result.to_json())
    SCHEMA.validate(data)
    assert data == result.to_dict()
    back = result_of(data)
    assert (back.puzzle, back.answer, back.value) == (puzzle, result.answer, result.value)
    assert (back.status, back.reason, back.bound) == (result.status, result.reason, result.bound)
    assert back.to_dict() == data


def test_numbers_that_json_lacks_are_null():
    result = rk.Result(
        rk.Queens(1), None, None, math.inf, rk.Status.UNKNOWN, rk.Reason.TIME, note="why"
    )
    data = json.loads(result.to_json())
    assert (data["bound"], data["note"]) == (None, "why")
    SCHEMA.validate(data)


RESULT: dict[str, Any] = {
    "puzzle": {"family": "queens", "n": 1},
    "status": "optimal",
    "reason": "proved",
    "value": 1,
    "bound": 1,
    "answer": [["a1"]],
}


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({}, "expected a field 'puzzle', got none"),
        (RESULT | {"puzzle": {"family": "queens"}}, "puzzle: expected a field 'n', got none"),
        (RESULT | {"status": "good"}, "status: expected one of 'optimal', "),
        (RESULT | {"reason": 5}, "reason: expected a text, got 5"),
        (RESULT | {"value": "1"}, "value: expected a number or null, got '1'"),
        (RESULT | {"valu": 1}, "expected a field, got 'valu'; did you mean 'value'?"),
        (RESULT | {"values": 1}, "values: expected a list of numbers, got 1"),
        (RESULT | {"values": ["1"]}, "values[0]: expected a number or null, got '1'"),
        (RESULT | {"answers": 1}, "answers: expected a list of answers, got 1"),
        (RESULT | {"answers": [["a1"]]}, "answers[0][0]: expected a list"),
        (RESULT | {"answer": [[0, "a1"]]}, "answer[0][0]: expected a text, got 0"),
        (RESULT | {"seed": 0.5}, "seed: expected an integer, got 0.5"),
    ],
)
def test_faults_of_results_have_their_place(data, message):
    assert SCHEMA.is_valid(RESULT)
    assert not SCHEMA.is_valid(data)
    expect_refused(result_of, data, message)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (RESULT | {"bound": "1/" + "9" * 5000}, "bound: expected a number or null, got "),
        (RESULT | {"seconds": 10**400}, "seconds: expected a number within the range of"),
        (RESULT | {"share": "9" * 400 + "/1"}, "share: expected a number within the range of"),
    ],
)
def test_numbers_too_long_are_refused_with_their_place(data, message):
    expect_refused(result_of, data, message)
