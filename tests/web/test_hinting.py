"""Hints for attempts at puzzles of every family."""

import random
from typing import Any

import pytest
from tests.marks import few

import rookery as rk
from rookery.web.checking import verdict
from rookery.web.hinting import hint_for

SECONDS = 30.0
MOVES = 100
WEIGHTS = [[(7 * row + 3 * column * row) % 11 for column in range(6)] for row in range(6)]
CORNERS = {"start": "a1", "targets": ["a5", "e5", "e1"], "mover": "N"}
PUZZLES = {
    "queens": rk.Queens(8, given=["a8"], blocked=["b4"]),
    "heaviest": rk.Heaviest(WEIGHTS),
    "lightest": rk.Heaviest(WEIGHTS, lightest=True),
    "pieces": rk.NonAttacking(rk.Board(5), ["queen", "knight"], [2, 2]),
    "queen past knights": rk.Tour.parse(["Q....", "..P..", "N...B", "..N.."]),
    "open": rk.Tour(rk.Board(5), visit="on", **CORNERS),
    "closed": rk.Tour(rk.Board(5), visit="on", closed=True, **CORNERS),
    "over": rk.Tour(rk.Board(5), "a1", ["c3", "e1"], mover="Q", visit="over"),
    "whole board": rk.Tour.hamiltonian(rk.Board(5), "knight", "a1"),
    "cover": rk.Cover.parse(["#__", "___", "__#"], [3, 4, 3, 3, 3, 9, 3, 4]),
}


def followed(puzzle: Any, attempt: list[Any]) -> list[Any]:
    """Follow hints to their end, and return the attempt then."""
    for _ in range(MOVES):
        hint = hint_for(puzzle, attempt, SECONDS)
        if hint is None:
            return attempt
        assert hint["words"].endswith(".")
        assert hint["because"] if hint["rule"] == "mistake" else hint["pieces"]
        attempt = hint["then"]
    raise AssertionError(f"{MOVES} hints and no end")


def begun(puzzle: Any) -> list[Any]:
    return [puzzle.board.name(puzzle.start)] if puzzle.family == "tour" else []


@pytest.mark.parametrize("name", PUZZLES)
def test_hints_lead_to_a_best_answer(name):
    puzzle = PUZZLES[name]
    told = verdict(puzzle, followed(puzzle, begun(puzzle)), partial=False)
    assert told["right"], told["faults"]
    if puzzle.family not in ("queens", "nonattacking"):
        assert told["value"] == rk.solve(puzzle).value


@pytest.mark.parametrize("seed", few(range(3)))
@pytest.mark.parametrize("name", PUZZLES)
def test_hints_lead_from_any_attempt_to_an_answer(name, seed):
    puzzle, rng = PUZZLES[name], random.Random(seed)
    attempt = begun(puzzle)
    if puzzle.family == "tour":
        for _ in range(2):
            attempt.append(rng.choice(verdict(puzzle, attempt, partial=True)["moves"]))
    else:
        board = rk.Board(puzzle.n) if hasattr(puzzle, "n") else puzzle.board
        taken = getattr(puzzle, "obstacles", frozenset())
        free = [board.name(square) for square in board.squares() if square not in taken]
        names = rng.sample(free, 3)
        kinds = len(getattr(puzzle, "pieces", ()))
        attempt = [[rng.randrange(kinds), name] for name in names] if kinds else names
    told = verdict(puzzle, followed(puzzle, attempt), partial=False)
    assert told["right"], told["faults"]


def test_the_first_part_that_cannot_stay_is_taken_back():
    assert rk.placement(rk.Queens(6, given=["b6"])).answer is not None
    hint = hint_for(rk.Queens(6), ["b6", "a1", "e2"], SECONDS)
    assert hint == {
        "rule": "mistake",
        "level": "",
        "words": "Take back the queen on a1: with it no placement can be completed.",
        "pieces": [],
        "empty": [],
        "because": ["a1"],
        "then": ["b6", "e2"],
    }


@pytest.mark.parametrize(
    ("puzzle", "attempt"),
    [
        (rk.Queens(3), []),
        (rk.Queens(3), ["a1"]),
        (rk.Tour(rk.Board(3), "b2", ["a1"], mover="N", visit="on"), ["b2"]),
        (rk.Cover(rk.Board(3), ["a1"], [1], ["N"], allowed=[["a2"]]), []),
    ],
)
def test_a_puzzle_without_an_answer_is_called_so(puzzle, attempt):
    with pytest.raises(rk.PuzzleError, match="the puzzle has no answer"):
        hint_for(puzzle, attempt, SECONDS)


def test_a_symmetric_tour_that_begins_as_none_known_goes_back_to_its_start():
    puzzle = rk.Tour.hamiltonian(6, "knight", start="a1", closed=True, turn="half")
    begin, second, *_ = map(puzzle.board.name, rk.solve(puzzle).answer)
    (other,) = {"b3", "c2"} - {second}
    hint = hint_for(puzzle, [begin, other], SECONDS)
    assert (hint["rule"], hint["because"], hint["then"]) == ("mistake", [other], [begin])


def test_a_move_to_a_dead_end_is_taken_back():
    tour = rk.Tour(rk.Board(1, 3), "b1", ["c1"], mover="K", visit="on", once=True)
    hint = hint_for(tour, ["b1", "a1"], SECONDS)
    assert (hint["because"], hint["then"]) == (["a1"], ["b1"])


def test_a_tour_without_a_start_goes_on_from_the_first_square():
    puzzle = rk.Tour.hamiltonian(rk.Board(3, 4), "knight")
    (first, *_) = rk.solve(puzzle).answer
    begun = [puzzle.board.name(first)]
    path = followed(puzzle, begun)
    assert path[:1] == begun
    for attempt in (path, followed(puzzle, ["b2"])):
        assert verdict(puzzle, attempt, partial=False)["right"]


def test_a_limit_without_a_hint_raises():
    with pytest.raises(rk.LimitError, match="no hint"):
        hint_for(rk.Tour.hamiltonian(rk.Board(8), "knight", closed=True), ["a1"], 1e-9)
