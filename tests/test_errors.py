from __future__ import annotations

import pickle

import pytest

from rookery.errors import (
    LONGEST_SHOWN,
    InputError,
    LimitError,
    NotationError,
    Place,
    PuzzleError,
    RookeryError,
    did_you_mean,
    shown,
)


@pytest.mark.parametrize("kind", [InputError, LimitError, NotationError, PuzzleError])
def test_every_error_is_a_rookery_error_and_a_value_error(kind):
    assert issubclass(kind, RookeryError)
    assert issubclass(kind, ValueError)


def test_input_error_says_place_expected_and_found():
    error = InputError(Place("boards.txt", 3, 14), "a number", "'x'")
    assert str(error) == "boards.txt:3:14: expected a number, got 'x'"
    assert (error.place, error.expected, error.found) == (("boards.txt", 3, 14), "a number", "'x'")


def test_puzzle_error_survives_a_process_border():
    error = pickle.loads(pickle.dumps(PuzzleError("no board")))
    assert isinstance(error, PuzzleError)
    assert str(error) == "no board"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (b"x", "'x'"),
        (b"it's", '"it\'s"'),
        ("é".encode(), "'é'"),
        (b"\xff", r"'\xff'"),
        (b"\x00\x1b[31m", r"'\x00\x1b[31m'"),
        ("x", "'x'"),
        (7, "7"),
        (None, "None"),
        ((1, 2), "(1, 2)"),
    ],
)
def test_shown(value, text):
    assert shown(value) == text


@pytest.mark.parametrize("value", ["x" * 59, "x" * 10_000, b"x" * 10_000, b"\xff" * 100])
def test_shown_is_cut(value):
    text = shown(value)
    assert len(text) == LONGEST_SHOWN
    assert text.endswith("...")


def test_shown_is_not_cut_when_it_just_fits():
    assert shown("x" * 58) == "'" + "x" * 58 + "'"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("shwdown", "; did you mean 'showdown'?"),
        ("sultn", "; did you mean 'sultan'?"),
        ("", "; known: sultan, showdown"),
        ("zzz", "; known: sultan, showdown"),
        (None, "; known: sultan, showdown"),
        (5, "; known: sultan, showdown"),
    ],
)
def test_did_you_mean(name, text):
    assert did_you_mean(name, iter(["sultan", "showdown"])) == text
