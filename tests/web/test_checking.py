"""What is said of answers made by hand: right, wrong, and not ready yet."""

from typing import Any

import rookery as rk
from rookery.web.checking import verdict

MOST_TOLD = 200

QUEENS = rk.Queens(4, given=["a3"], blocked=["d1"])
HEAVIEST = rk.Heaviest([[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12], [13, 14, 15, 17]])
TOUR = rk.Tour.parse(["Q...", "....", "N..B"])
CANNON = rk.Cover.parse(["_#_#_"], [2, 3], ["cannon", "R"], stock=[1, 1])


def faults(puzzle: Any, answer: Any, partial: bool = False) -> list[str]:
    said = verdict(puzzle, answer, partial)
    assert said["right"] == (not said["faults"])
    found: list[str] = said["faults"]
    return found


def test_a_right_placement():
    assert faults(QUEENS, ["a3", "b1", "c4", "d2"]) == []
    assert faults(QUEENS, ["d2", "c4", "b1", "a3"]) == []  # in any order


def test_a_placement_that_is_not_ready():
    assert faults(QUEENS, ["b1"], partial=True) == []
    assert verdict(QUEENS, ["b1"], True)["open"] == ["a3"]
    assert faults(QUEENS, ["b1", "c4", "d2"]) == [
        "no queen on the given square a3",
        "1 queen is missing",
    ]
    assert faults(QUEENS, []) == ["no queen on the given square a3", "4 queens are missing"]


def test_a_wrong_placement():
    said = verdict(QUEENS, ["a3", "a3", "b3", "d1"], True)
    assert said["faults"] == [
        "the queens on a3 and b3 attack each other",
        "the queens on b3 and d1 attack each other",
        "two queens stand on a3",
        "a queen on the blocked square d1",
    ]
    assert said["conflicts"] == [("a3", "b3"), ("b3", "d1")]


def test_many_faults_are_cut_short():
    board = rk.Board(20)
    everywhere = [board.name(square) for square in board.squares()]
    said = verdict(rk.Queens(20), everywhere, True)
    assert len(said["faults"]) == MOST_TOLD + 1
    assert said["faults"][-1].startswith("and ")
    assert len(said["conflicts"]) == MOST_TOLD


def test_weights_add_up():
    said = verdict(HEAVIEST, ["a3", "b1", "c4", "d2"], False)
    assert (said["right"], said["value"]) == (True, HEAVIEST.weight((1, 3, 0, 2)))
    assert verdict(HEAVIEST, ["a4"], True)["value"] == 1


def test_a_tour_step_by_step():
    assert faults(TOUR, [], partial=True) == []
    assert faults(TOUR, ["a3"], partial=True) == []
    said = verdict(TOUR, ["a3", "b2"], True)
    assert (said["right"], said["value"], said["open"]) == (True, 1, [])
    assert faults(TOUR, ["a3", "b2"]) == ["the last square b2 is not beside the goal d1"]
    assert faults(TOUR, ["a3", "b2", "c2"]) == []


def test_where_a_tour_can_go():
    tour = rk.Tour(rk.Board(3), "a1", ["c3"], mover="N", pawns=["b3"])
    assert verdict(tour, [], True)["moves"] == ["c2"]
    assert verdict(tour, ["a1", "c2"], True)["moves"] == ["a3", "a1"]
    assert verdict(rk.Queens(4), [], True)["moves"] == []


def test_which_way_a_tour_goes_around_joined_edges():
    torus = rk.Board(5, wrap="torus")
    once = rk.Tour(torus, "a1", ["e5"], mover="B", visit="on")
    assert verdict(once, ["a1", "e5"], False)["spans"] == [(1, -1)]
    over = rk.Tour(torus, "a1", ["b1", "c1", "d1"], mover="R", visit="over")
    assert verdict(over, ["a1", "d1"], False)["spans"] == [(0, 3)]
    assert torus.span((4, 0), (4, 3)) == (0, -2)  # the shorter way, past other squares
    plain = rk.Tour(rk.Board(5), "a1", ["e5"], mover="B", visit="on")
    assert verdict(plain, ["a1", "e5"], False)["spans"] == []


def test_a_tour_that_breaks_the_rules():
    assert verdict(TOUR, ["a3"], True)["open"] == ["a1"]
    for partial in (False, True):
        found = faults(TOUR, ["a3", "c2", "c1"], partial)
        assert found[0].startswith("move 1, a3 to c2, ")
    assert faults(TOUR, ["b3"], partial=True) == ["expected the start a3 first, got b3"]
    assert faults(TOUR, ["a3", "a1"], partial=True) != []  # the knight stands there


def test_open_squares_of_a_target_of_several():
    tour = rk.Tour(rk.Board(3), "a1", [["b3", "c2"], "a3"], mover="N", visit="on")
    assert verdict(tour, ["a1"], True)["open"] == ["a3", "b3", "c2"]
    assert verdict(tour, ["a1", "c2"], True)["open"] == ["a3"]


def test_a_cover_with_its_screen():
    said = verdict(CANNON, [[0, "a1"], [1, "c1"]], False)
    assert said["right"]
    assert said["value"] == 5
    lines = {(line["from"], line["to"], line["hurdle"]) for line in said["attacks"]}
    assert lines == {("c1", "b1", None), ("c1", "d1", None)}
    said = verdict(CANNON, [[0, "a1"]], True)
    assert (said["right"], said["open"]) == (True, ["b1"])
    assert said["attacks"] == [{"from": "a1", "to": "d1", "hurdle": "b1", "span": None}]


def test_a_cover_that_is_not_ready_or_wrong():
    assert faults(CANNON, [], partial=True) == []
    assert faults(CANNON, []) == ["expected at least one piece, got none"]
    assert faults(CANNON, [[0, "a1"]]) == ["king at b1 is not in check"]
    for partial in (False, True):
        assert faults(CANNON, [[1, "b1"]], partial) == ["piece at b1 stands on a king"]
        assert faults(CANNON, [[1, "a1"], [1, "c1"]], partial) == [
            "expected at most 1 of piece 2, got 2"
        ]
        assert faults(CANNON, [[0, "a1"], [1, "a1"]], partial) == ["2 pieces stand at a1"]
