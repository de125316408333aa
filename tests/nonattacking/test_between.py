"""Pieces whose attacks hang on what stands between: hoppers, lame leapers, shielded riders."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest
from tests.marks import few
from tests.nonattacking.boards import placements

import rookery as rk
from rookery.nonattacking.armies.solving import is_armies
from rookery.nonattacking.counting import layers, rooks
from rookery.nonattacking.counting.blockers import is_of_blockers
from rookery.nonattacking.counting.fits import fits_frontier, suits_frontier
from rookery.nonattacking.counting.forbidden import Forbidden, shortened
from rookery.nonattacking.counting.frontier import PlainFrontier, steps_of
from rookery.nonattacking.counting.layers import layers_of_rests
from rookery.nonattacking.graph import graph_of
from rookery.nonattacking.special import queens_of

#: n + 1 queens and a pawn that parts them, on n x n (OEIS A103330).
QUEENS_AND_A_PAWN = [0, 0, 0, 0, 0, 16, 20, 128, 396]

#: Parted queens up to symmetry: n + 2 queens and two pawns, n = 1, 2, ... (OEIS A129552).
TWO_PAWNS_UP_TO_SYMMETRY = [0, 0, 0, 0, 0, 0, 1]


PAWNS = {"tolerated": [(0, 1), (1, 1)], "shields": True}

PUZZLES = [
    rk.NonAttacking(3, "cannon"),
    rk.NonAttacking(3, "mao"),
    rk.NonAttacking(3, "grasshopper"),
    rk.NonAttacking(3, "nA"),
    rk.NonAttacking(3, "[F-R]"),
    rk.NonAttacking(3, "jD", given=["a1", "a3"]),
    rk.NonAttacking(rk.Board(2, 5, walls=["c1"]), "cannon"),
    rk.NonAttacking(rk.Board(3, wrap="torus"), "mao"),
    rk.NonAttacking(rk.Board(2, 4), "opR"),
    rk.NonAttacking(rk.Board(2, 3), ["R", "cannon"]),
    rk.NonAttacking(rk.Board(2, 3), ["R", "mW"], **PAWNS),
    rk.NonAttacking(rk.Board(2, 3), ["R", "mW"], [2, (1, 2)], blocked=["a1"], **PAWNS),
    rk.NonAttacking(rk.Board(2, 3), ["R", "mW"], equal=True, **PAWNS),
    rk.NonAttacking(rk.Board(2, 3), ["R", "R"], tolerated=[(0, 1)], shields=True),
    rk.NonAttacking(3, "cannon", maximal=True),
    rk.NonAttacking(3, "mao", given=["a1", "b3"], maximal=True),
    rk.NonAttacking(rk.Board(2, 3), ["R", "mW"], maximal=True, **PAWNS),
    rk.NonAttacking(rk.Board(1, 5), "R", given=["a1", "c1"]),
    rk.NonAttacking(rk.Board(1, 4), ["R", "mW"], given=[(0, "a1"), (0, "c1")], **PAWNS),
]


@pytest.mark.parametrize("puzzle", PUZZLES)
def test_every_method_finds_what_check_takes(puzzle) -> None:
    found = placements(puzzle)
    assert list(rk.placements(puzzle)) == found
    counted = rk.count(puzzle)
    sizes = [len(one) for one in found]
    assert (counted.value, counted.status) == (len(found), rk.Status.OPTIMAL)
    assert counted.by_number == tuple(map(sizes.count, range(max(sizes, default=-1) + 1)))
    assert rk.count(puzzle, method="search").value == len(found)
    if fits_frontier(puzzle):
        assert rk.count(puzzle, method="frontier").by_number == counted.by_number
    best = rk.solve(puzzle, method="cp-sat", threads=1)
    assert best.value == (max(sizes) if found else None)
    if found:
        assert rk.placement(puzzle, threads=1).answer in found
        assert rk.sample(puzzle, 3)[0] in found


def parted(side, queens, pawns):
    return rk.NonAttacking(side, {"queen": queens, "pawn": pawns}, **PAWNS)


@pytest.mark.slow
def test_queens_and_a_pawn() -> None:
    for side, known in enumerate(QUEENS_AND_A_PAWN[:8], 1):
        result = rk.count(parted(side, side + 1, 1))
        assert (result.value, result.status) == (known, rk.Status.OPTIMAL)
        assert side == 1 or result.method == "blockers"
    result = rk.solve(parted(8, 9, 1), threads=1)
    assert (result.value, result.status) == (10, rk.Status.OPTIMAL)
    assert rk.solve(parted(5, 6, 1), threads=1).status is rk.Status.INFEASIBLE


@pytest.mark.slow
def test_queens_and_pawns_of_larger_boards() -> None:
    assert rk.count(parted(9, 10, 1)).value == QUEENS_AND_A_PAWN[8]
    for side, known in enumerate(TWO_PAWNS_UP_TO_SYMMETRY, 1):
        found = list(rk.placements(parted(side, side + 2, 2))) if side < 6 else None
        count = rk.count(parted(side, side + 2, 2)).value
        assert found is None or len(found) == count
        assert (count > 0) == (known > 0)
        assert count <= 8 * known


def test_puzzles_without_blockers() -> None:
    assert is_of_blockers(parted(6, 7, 1))
    assert not is_of_blockers(rk.NonAttacking(6, {"queen": 7, "pawn": 1}, tolerated=[(0, 1)]))
    assert not is_of_blockers(rk.NonAttacking(4, ["cannon", "pawn"], **PAWNS))
    assert not is_of_blockers(rk.NonAttacking(9, ["queen", "pawn"], **PAWNS))  # any number
    assert not is_of_blockers(rk.NonAttacking(4, ["queen", "pawn"], [4, 1], rows=1, **PAWNS))


def test_blockers_that_leave_no_formula_for_the_others(monkeypatch) -> None:
    puzzle = rk.NonAttacking(4, {"rook": None, "pawn": 1}, **PAWNS)
    known = rk.count(puzzle)
    monkeypatch.setattr(rooks, "MOST_STATES", 0)  # a corner still leaves one, other squares do not
    found = rk.count(puzzle)
    assert (found.method, found.by_number) == ("blockers", known.by_number)


def test_shields_do_not_matter_where_no_kind_is_tolerated() -> None:
    puzzle = rk.NonAttacking(4, ["R", "N"], shields=True)
    assert not puzzle.looks_between
    assert graph_of(puzzle).attacks == ()
    assert rk.count(puzzle).by_number == rk.count(rk.NonAttacking(4, ["R", "N"])).by_number


def test_given_pieces_may_be_parted_later() -> None:
    board = rk.Board(1, 3)
    asked = rk.NonAttacking(board, ["R", "mW"], given=[(0, "a1"), (0, "c1")], **PAWNS)
    assert rk.solve(asked, threads=1).answer == ((0, 0, 0), (0, 0, 2), (1, 0, 1))
    assert rk.count(rk.NonAttacking(board, "R", given=["a1", "c1"])).value == 0


@pytest.mark.parametrize("piece", ["mao", "nA", "nZ", "gQ", "[F-R]", "jD", "oR", "pafK"])
def test_what_is_open_and_the_search_agree(piece) -> None:
    puzzle = rk.NonAttacking(rk.Board(3, 5, walls=["b2"]), piece, (1, None), given=["e3"])
    if fits_frontier(puzzle):
        found = rk.count(puzzle, method="frontier")
        assert found.by_number == rk.count(puzzle, method="search").by_number


@pytest.mark.parametrize("piece", ["mao", "moa", "nA", "janggi-elephant"])
def test_a_turned_board_has_as_many_of_lame_pieces(piece) -> None:
    boards = (rk.Board(4, 6, walls=["b2"]), rk.Board(6, 4, walls=["c2"]))
    assert len({rk.count(rk.NonAttacking(board, piece)).by_number for board in boards}) == 1


def run(counter, **keywords):
    """Count to the end."""
    for _ in counter.run(**keywords):
        assert 0 <= counter.share() <= 1
    assert counter.share() == 1
    return counter.counts()


@pytest.mark.parametrize("piece", ["cannon", "mao", "janggi-elephant", "grasshopper", "[F-R]"])
def test_compiled_layers_of_rests_and_their_plain_twin_agree(piece) -> None:
    board = rk.Board(4, 5, walls=["c2"])
    steps = steps_of(graph_of(rk.NonAttacking(board, piece, given=["a1"])))
    plain = run(PlainFrontier(steps))
    assert run(layers_of_rests(steps, len(steps))) == plain
    assert run(layers_of_rests(steps, 3)) == plain[:4]


@cache
def plain_counts_of_grasshoppers():
    return run(PlainFrontier(steps_of(graph_of(rk.NonAttacking(4, "grasshopper")))))


@pytest.mark.slow
@pytest.mark.parametrize("most_bytes", few([1, 10_000, 1 << 30]))
@pytest.mark.parametrize("slices", [3, 1 << 17])
def test_layers_that_are_split_have_the_same_counts(monkeypatch, most_bytes, slices) -> None:
    monkeypatch.setattr(layers, "STATES_A_SLICE", slices)
    steps = steps_of(graph_of(rk.NonAttacking(4, "grasshopper")))
    counter = layers_of_rests(steps, len(steps))
    assert run(counter, most_bytes=most_bytes, splits=True) == plain_counts_of_grasshoppers()


def test_what_is_forbidden_in_fewest_words() -> None:
    """Of squares 0 1 2 3 no three may be chosen, however that is told."""
    told = [Forbidden(0b1011, 0b0100), Forbidden(0b1110, 0), Forbidden(0b1101, 0b0010)]
    told += [Forbidden(0b0111, 0b1000), Forbidden(0b1111, 0)]
    assert set(shortened(told)) == {Forbidden(15 ^ 1 << at, 0) for at in range(4)}
    lame = [Forbidden(0b011, 0b100)]
    assert shortened(lame) == lame


@pytest.mark.parametrize("seed", few(range(20), 8))
def test_shortened_sets_forbid_the_same(seed) -> None:
    random = Random(seed)
    every = range(1 << 6)
    told = []
    for _ in range(random.randrange(1, 12)):
        chosen = random.randrange(1, 64)
        told.append(Forbidden(chosen, random.randrange(64) & ~chosen))

    def allowed(forbidden):
        return [
            some
            for some in every
            if not any(one.chosen & ~some == 0 == one.empty & some for one in forbidden)
        ]

    found = shortened(told)
    assert allowed(found) == allowed(told)
    assert not any(one != other and one.absorbs(other) for one in found for other in found)


def test_counts_of_too_many_digits_are_refused() -> None:
    steps = steps_of(graph_of(rk.NonAttacking(rk.Board(1, 1600), "jD")))
    with pytest.raises(rk.LimitError, match="expected fewer squares, got 1,600"):
        layers_of_rests(steps, 1600)


def test_few_sets_are_counted_one_by_one() -> None:
    two = rk.NonAttacking(11, "cannon", (0, 2))
    assert not suits_frontier(two)
    assert suits_frontier(rk.NonAttacking(8, "cannon"))
    assert rk.count(two).value == 1 + 121 + 121 * 120 // 2


def test_queens_that_bend_too_are_no_queens() -> None:
    """What is solved as queens has no other ways of moving."""
    assert queens_of(rk.NonAttacking(5, "QqN", 5)) is None
    assert queens_of(rk.NonAttacking(5, "Q", 5)) is not None
    for pieces in (["Q", "Q"], ["Q", "QqN"], ["QqN", "QqN"]):
        armies = rk.NonAttacking(5, pieces, tolerated=[(0, 0), (1, 1)], equal=True)
        assert is_armies(armies) is (pieces == ["Q", "Q"])
    rooks = rk.count(rk.NonAttacking(4, "RqN")).value
    assert rooks < rk.count(rk.NonAttacking(4, "rook")).value
