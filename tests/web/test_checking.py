"""Verdicts on answers made by hand: right, wrong, and not ready yet."""

from typing import Any

import pytest

import rookery as rk
from rookery.web.checking import verdict

MOST_TOLD = 200

QUEENS = rk.Queens(4, given=["a3"], blocked=["d1"])
HEAVIEST = rk.Heaviest([[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12], [13, 14, 15, 17]])
PIECES = rk.NonAttacking(3, ["N", "R"], [2, 2])
REGIONS = rk.Regions(["AAAB", "ABBB", "CCDD", "CCDD"])
TOUR = rk.Tour.parse(["Q...", "....", "N..B"])
KNIGHT = rk.Tour(rk.Board(3), "a1", ["c3"], mover="N", pawns=["b3"])
CHOICE = rk.Tour(rk.Board(3), "a1", [["b3", "c2"], "a3"], mover="N", visit="on")
TORUS = rk.Board(5, wrap="torus")
BISHOP = rk.Tour(TORUS, "a1", ["e5"], mover="B", visit="on")
ROOK = rk.Tour(TORUS, "a1", ["b1", "c1", "d1"], mover="R", visit="over")
PLAIN = rk.Tour(rk.Board(5), "a1", ["e5"], mover="B", visit="on")
CANNON = rk.Cover.parse(["_#_#_"], [2, 3], ["cannon", "R"], stock=[1, 1])

NO_GIVEN = "no queen on the given square a3"
EITHER = [
    (CANNON, [[1, "b1"]], ["piece at b1 stands on a king"], {}),
    (CANNON, [[1, "a1"], [1, "c1"]], ["expected at most 1 of piece 2, got 2"], {}),
    (CANNON, [[0, "a1"], [1, "a1"]], ["2 pieces stand at a1"], {}),
]
WHOLE = [
    (QUEENS, "a3 b1 c4 d2", [], {"value": None}),
    (QUEENS, "d2 c4 b1 a3", [], {}),  # in any order
    (QUEENS, "b1 c4 d2", [NO_GIVEN, "1 queen is missing"], {}),
    (QUEENS, "", [NO_GIVEN, "4 queens are missing"], {}),
    (HEAVIEST, "a3 b1 c4 d2", [], {"value": HEAVIEST.weight((1, 3, 0, 2))}),
    (TOUR, "a3 b2", ["the last square b2 is not beside the goal d1"], {}),
    (TOUR, "a3 b2 c2", [], {}),
    (BISHOP, "a1 e5", [], {"spans": [(1, -1)]}),
    (ROOK, "a1 d1", [], {"spans": [(0, 3)]}),  # past the targets, not the shorter way
    (PLAIN, "a1 e5", [], {"spans": []}),
    (CANNON, "", ["expected at least one piece, got none"], {}),
    (CANNON, [[0, "a1"]], ["king at b1 is not in check"], {}),
]
WRONG = [
    "the queens on a3 and b3 attack each other",
    "the queens on b3 and d1 attack each other",
    "two queens stand on a3",
    "a queen on the blocked square d1",
]
SCREENED = {"from": "a1", "to": "d1", "hurdle": "b1", "span": None}
PARTIAL = [
    (QUEENS, "b1", [], {"open": ["a3"], "moves": []}),
    (QUEENS, "a3 a3 b3 d1", WRONG, {"conflicts": [("a3", "b3"), ("b3", "d1")]}),
    (HEAVIEST, "a4", [], {"value": 1}),
    (TOUR, "", [], {"value": None}),
    (TOUR, "a3", [], {"open": ["a1"]}),
    (TOUR, "a3 b2", [], {"value": 1, "open": []}),
    (TOUR, "b3", ["expected the start a3 first, got b3"], {}),
    (KNIGHT, "", [], {"moves": ["c2"]}),
    (KNIGHT, "a1 c2", [], {"moves": ["a3", "a1"]}),
    (rk.Tour.hamiltonian((2, 3), "N"), "", [], {"moves": ["a2", "b2", "c2", "a1", "b1", "c1"]}),
    (CHOICE, "a1", [], {"open": ["a3", "b3", "c2"]}),
    (CHOICE, "a1 c2", [], {"open": ["a3"]}),
    (PIECES, [[0, "a1"]], [], {"value": 1}),
    (REGIONS, "b4", [], {"value": 1}),
    (CANNON, "", [], {}),
    (CANNON, [[0, "a1"]], [], {"open": ["b1"], "attacks": [SCREENED]}),
]


@pytest.mark.parametrize(
    ("partial", "puzzle", "answer", "faults", "fields"),
    [
        *((False, *case) for case in [*WHOLE, *EITHER]),
        *((True, *case) for case in [*PARTIAL, *EITHER]),
    ],
)
def test_verdicts(partial, puzzle, answer, faults, fields):
    said = verdict(puzzle, answer.split() if isinstance(answer, str) else answer, partial)
    assert (said["faults"], said["right"]) == (faults, not faults)
    assert {name: said[name] for name in fields} == fields


@pytest.mark.parametrize("partial", [False, True])
@pytest.mark.parametrize(("path", "begin"), [("a3 c2 c1", "move 1, a3 to c2, "), ("a3 a1", "")])
def test_moves_against_the_rules(partial, path, begin):
    found = verdict(TOUR, path.split(), partial)["faults"]
    assert found and found[0].startswith(begin)


def test_many_faults_are_cut_short():
    board = rk.Board(20)
    said = verdict(rk.Queens(20), [board.name(square) for square in board.squares()], True)
    assert len(said["faults"]) == MOST_TOLD + 1
    assert said["faults"][-1].startswith("and ")
    assert len(said["conflicts"]) == MOST_TOLD


def pairs(found: list[Any]) -> set[frozenset[str]]:
    return {frozenset(pair) for pair in found}


def test_pieces_and_regions():
    placed = [[0, "a1"], [0, "b3"], [1, "c2"], [1, "b1"]]
    found = verdict(PIECES, placed, True)["conflicts"]
    assert pairs(found) == pairs([("a1", "b1"), ("a1", "b3"), ("a1", "c2"), ("b1", "b3")])
    said = verdict(REGIONS, ["a4", "b3"], True)
    assert pairs(said["conflicts"]) == pairs([("a4", "b3")])
    assert " ".join(sorted(said["ruled"])) == "a1 a2 a3 b1 b2 b4 c2 c3 c4 d3 d4"


def test_a_cover_with_its_screen():
    said = verdict(CANNON, [[0, "a1"], [1, "c1"]], False)
    assert (said["right"], said["value"]) == (True, 5)
    lines = {(line["from"], line["to"], line["hurdle"]) for line in said["attacks"]}
    assert lines == {("c1", "b1", None), ("c1", "d1", None)}
