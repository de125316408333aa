import pickle

import pytest

from rookery.compiled.gpu import DeviceError
from rookery.errors import (
    InputError,
    LimitError,
    NotationError,
    Place,
    PuzzleError,
)
from rookery.reading.parts import DocumentError
from rookery.running.ledger import LedgerError
from rookery.running.units import WorkError


def test_an_input_error_is_one_line_with_place_expectation_and_finding():
    error = InputError(Place("a\x1b[2J\n\x9b\u202e.txt", 3, 14), "a number", "'é'")
    assert str(error) == r"a\x1b[2J\n\x9b\u202e.txt:3:14: expected a number, got 'é'"
    assert (error.place[1:], error.expected, error.found) == ((3, 14), "a number", "'é'")


ERRORS = [
    LimitError("too large"),
    PuzzleError("no board"),
    PuzzleError(expected="a board", found="7", place="puzzle"),
    NotationError(expected="a piece", found="'x'"),
    DocumentError("board.rows", expected="an integer", found="'x'"),
    InputError(Place("boards.txt", 3, 14), "a number", "'x'"),
    DeviceError("no GPU"),
    LedgerError("no ledger"),
    WorkError("no worker"),
]


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: f"{type(error).__name__}: {error}")
def test_errors_survive_a_process_border(error):
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error)
    assert str(again) == str(error)
    assert vars(again) == vars(error)


def test_a_puzzle_error_has_its_parts():
    error = PuzzleError(expected="a board", found="7")
    assert (str(error), error.message) == ("expected a board, got 7", "expected a board, got 7")
    assert (error.expected, error.found, error.place) == ("a board", "7", "")
    placed = error.placed("--from")
    assert str(placed) == "--from: expected a board, got 7"
    assert (placed.expected, placed.found, placed.place) == ("a board", "7", "--from")
    assert str(placed.placed("w.txt")) == "w.txt: expected a board, got 7"


def test_an_error_in_a_document_keeps_its_parts():
    error = DocumentError.of(PuzzleError(expected="a board", found="7"), "puzzle.board")
    assert str(error) == "puzzle.board: expected a board, got 7"
    assert (error.place, error.expected, error.found) == ("puzzle.board", "a board", "7")
    assert str(DocumentError("", "no board")) == "no board"
