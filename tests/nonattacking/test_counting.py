"""Counts of placements: of the literature, by every method, and under symmetries."""

from __future__ import annotations

import math

import pytest
from tests.marks import few
from tests.nonattacking.boards import numbers

import rookery as rk
from rookery.boards.betza import parse_betza
from rookery.nonattacking.counting import by_number, polynomials
from rookery.nonattacking.counting.components import components_of, in_best_order
from rookery.nonattacking.counting.layers import TooManyStatesError, layers_of
from rookery.nonattacking.counting.rooks import count_matchings
from rookery.nonattacking.counting.sets import (
    MirroredSets,
    SetCounter,
    SetTable,
    estimate,
    images_of,
)
from rookery.nonattacking.graph import graph_of


def test_rooks_and_bishops_of_large_boards() -> None:
    rooks = rk.count(rk.NonAttacking(rk.Board(30, 40), "rook")).by_number
    assert rooks[30] == math.perm(40, 30)
    assert rooks[7] == math.comb(30, 7) * math.perm(40, 7)
    bishops = rk.count(rk.NonAttacking(30, "bishop")).by_number
    assert len(bishops) - 1 == 2 * 30 - 2  # A005843
    assert bishops[2] == math.comb(900, 2) - 30 * 29 * 59 // 3  # A172123
    assert bishops[-1] == 2**30


def test_large_boards_of_short_pieces() -> None:
    assert rk.count(rk.NonAttacking(12, "king")).value == 69645620389200894313  # A063443
    assert rk.count(rk.NonAttacking(10, "wazir")).value == 2030049051145980050  # A006506


@pytest.mark.parametrize(
    ("board", "keywords"),
    [
        (rk.Board(3), {}),
        (rk.Board(2, 5, walls=["c1"]), {}),
        (rk.Board(3, 4, walls=["b2", "d1"]), {"blocked": ["a1"]}),
        (rk.Board(3), {"given": ["b2"]}),
        (rk.Board(3), {"given": ["a1", "c2"]}),
    ],
)
@pytest.mark.parametrize("piece", few(["Q", "N", "fR", "NN", "B", "R", "K", "WfF", "W2", "WA"], 4))
def test_methods_agree_with_brute_force(board, piece, keywords) -> None:
    puzzle = rk.NonAttacking(board, piece, **keywords)
    fast, slow = rk.count(puzzle), rk.count(puzzle, method="search")
    assert fast.method == "by-number"
    assert fast.value == slow.value
    assert fast.by_number == slow.by_number
    if len(list(board.squares())) <= 10:
        assert fast.value == sum(numbers(puzzle))


@pytest.mark.parametrize(
    "keywords",
    [
        {"rows": 1},
        {"columns": (0, 1), "number": (2, None)},
        {"diagonals": (0, 1)},
        {"regions": ["AAB", "ABB", "CCC"]},
        {"regions": ["AAB", "ABB", "..."], "in_region": (1, 2)},
        {"maximal": True},
        {"maximal": True, "blocked": ["b2"], "given": ["a1"]},
        {"blocked": ["b2"], "rows": (0, 1), "given": ["a1"]},
    ],
)
@pytest.mark.parametrize("piece", few(["K", "N", "R", "W"], 2))
def test_numbers_in_lines_by_brute_force(piece, keywords) -> None:
    keywords = dict(keywords)
    number = keywords.pop("number", None)
    puzzle = rk.NonAttacking(3, piece, number, **keywords)
    assert rk.count(puzzle).value == sum(numbers(puzzle))


@pytest.mark.parametrize(
    "keywords", [{}, {"tolerated": [(0, 1)]}, {"equal": True}, {"number": [1, (1, 2)]}]
)
def test_several_kinds_by_brute_force(keywords) -> None:
    puzzle = rk.NonAttacking(rk.Board(2, 3), ["N", "W"], **keywords)
    assert rk.count(puzzle).value == sum(numbers(puzzle))


@pytest.mark.parametrize("piece", ["Q", "N", "BN", "C", "W"])
def test_layers_and_sets_agree(piece) -> None:
    graph = graph_of(rk.NonAttacking(rk.Board(5, 6, walls=["c3"]), piece))
    for part in components_of(graph.candidates, graph.conflicts, graph.everything):
        layers, sets = layers_of(in_best_order(part), len(part)), SetCounter(SetTable(part))
        for _ in layers.run():
            pass
        for _ in sets.run(nodes=1000):
            assert 0 <= sets.share() <= 1
        assert layers.counts() == sets.counts()
        assert sets.share() == 1


@pytest.mark.parametrize(
    ("piece", "board", "blocked", "is_mirrored"),
    [
        ("Q", rk.Board(5), (), True),
        ("Q", rk.Board(4, 6), (), True),
        ("Q", rk.Board(5), ("a1",), False),
        ("Q", rk.Board(5), ("a1", "e1"), True),
        ("Q", rk.Board(5, walls=["c1"]), (), True),
        ("N", rk.Board(4), (), False),
        ("fR", rk.Board(4, 5), (), False),
        ("BN", rk.Board(4), (), False),
    ],
)
def test_sets_whose_mirror_images_are_counted_once(piece, board, blocked, is_mirrored) -> None:
    graph = graph_of(rk.NonAttacking(board, piece, blocked=blocked))
    for part in components_of(graph.candidates, graph.conflicts, graph.everything):
        table, images = SetTable(part), images_of(part)
        assert sum(images) == len(part)
        if piece == "Q":
            assert (images.count(0) > 0) is is_mirrored
        every, mirrored = SetCounter(table), MirroredSets(table, images)
        for _ in every.run():
            pass
        for _ in mirrored.run(nodes=7):
            assert 0 <= mirrored.share() <= 1
        assert (mirrored.counts(), mirrored.share()) == (every.counts(), 1)


def test_layers_of_too_many_states_end() -> None:
    graph = graph_of(rk.NonAttacking(7, "queen"))
    (part,) = components_of(graph.candidates, graph.conflicts, graph.everything)
    with pytest.raises(TooManyStatesError):
        list(layers_of(part, 7).run(most_bytes=1000, splits=False))
    split = layers_of(part, 7)
    list(split.run(most_bytes=1000))
    assert sum(split.counts()) == 16870


@pytest.mark.parametrize("piece", ["R", "B"])
@pytest.mark.parametrize(
    ("board", "blocked"),
    [
        (rk.Board(4), ()),
        (rk.Board(3, 6), ()),
        (rk.Board(5, walls=["c3"]), ()),
        (rk.Board(4, 5), ("a1", "c3", "d2")),
        (rk.Board(4), ("a1", "b2", "c1", "d4")),
    ],
)
def test_formulas_of_lines_agree_with_the_search(piece, board, blocked) -> None:
    graph = graph_of(rk.NonAttacking(board, piece, blocked=blocked))
    for part in components_of(graph.candidates, graph.conflicts, graph.everything):
        found = count_matchings(part, board, rk.Piece(piece))
        sets = SetCounter(SetTable(part))
        for _ in sets.run():
            pass
        assert found in (None, sets.counts())


def test_the_estimate_is_near() -> None:
    graph = graph_of(rk.NonAttacking(6, "queen"))
    (part,) = components_of(graph.candidates, graph.conflicts, graph.everything)
    assert 2635 / 2 < estimate(part) < 2635 * 2


@pytest.mark.parametrize("piece", ["WfF", "FfW", "BW", "NN", "C"])
def test_a_mirrored_board_has_as_many(piece) -> None:
    board = rk.Board(4, 5, walls=["b2"])
    mirrored = rk.Board(4, 5, walls=["d2"])
    counts = {rk.count(rk.NonAttacking(one, piece)).by_number for one in (board, mirrored)}
    assert len(counts) == 1


@pytest.mark.parametrize("wrap", ["cylinder", "torus"])
@pytest.mark.parametrize("piece", ["Q", "R", "B", "N", "K", "WA", "NN", "fR"])
def test_wrapped_boards_by_brute_force(piece, wrap) -> None:
    for board in (rk.Board(3, wrap=wrap), rk.Board(2, 4, walls=["b1"], wrap=wrap)):
        puzzle = rk.NonAttacking(board, piece)
        assert (
            rk.count(puzzle).value
            == rk.count(puzzle, method="search").value
            == sum(numbers(puzzle))
        )


@pytest.mark.parametrize("piece", ["B", "N", "K", "FfW"])
def test_a_torus_looks_the_same_from_everywhere(piece) -> None:
    counts = {
        rk.count(rk.NonAttacking(rk.Board(4, 5, walls=[wall], wrap="torus"), piece)).by_number
        for wall in ("a1", "c2", "e4")
    }
    assert len(counts) == 1


def test_residues_make_the_number() -> None:
    primes = polynomials.enough_primes(10**60)
    assert math.prod(primes) > 10**60
    number = 3**100
    assert polynomials.from_residues([number % prime for prime in primes], primes) == number
    assert all(pow(2, prime - 1, prime) == 1 for prime in polynomials.PRIMES)
    assert len(set(polynomials.PRIMES)) == len(polynomials.PRIMES)
    with pytest.raises(OverflowError):
        polynomials.enough_primes(1 << 62 * len(polynomials.PRIMES))


def test_a_count_of_nothing_says_why() -> None:
    result = rk.count(rk.NonAttacking(8, "queen", 9))
    assert (result.value, result.status) == (0, rk.Status.OPTIMAL)
    assert result.note
    attacked = rk.count(rk.NonAttacking(3, "queen", given=["a1", "c3"]))
    assert (attacked.value, attacked.note) == (
        0,
        "the given pieces break a rule: the pieces on c3 and a1 attack each other",
    )


def test_queens_are_counted_as_such() -> None:
    puzzle = rk.NonAttacking(8, "queen", 8, blocked=["a1"])
    assert rk.count(puzzle).method == "queens"
    assert rk.count(puzzle).value == rk.count(rk.Queens(8, blocked=["a1"])).value
    assert rk.count(puzzle, method="by-number").value == rk.count(puzzle).value
    assert rk.count(rk.NonAttacking(rk.Board(8, walls=["b1"]), "queen", 8)).method == "by-number"
    assert frozenset(parse_betza("WWFF")) == frozenset(parse_betza("Q"))


def test_a_count_stopped_by_work_tells_what_it_has(monkeypatch) -> None:
    monkeypatch.setattr(by_number, "FEW_SETS", 1e30)  # sets one by one, whatever they cost
    result = rk.count(rk.NonAttacking(14, "queen"), limits=rk.Limits(work=1))
    assert result.status is rk.Status.FEASIBLE
    assert result.reason is rk.Reason.WORK
    assert result.value > 1 << 20
    assert 0 < result.share < 1
    assert result.by_number[1] <= 14 * 14


def test_layers_stopped_by_work_count_what_stands_on_the_rows_done() -> None:
    puzzle = rk.NonAttacking(16, "king")
    results = [rk.count(puzzle, limits=rk.Limits(work=work)) for work in (20, 40)]
    assert [result.status for result in results] == [rk.Status.FEASIBLE] * 2
    assert 1 < results[0].value < results[1].value
    assert 0 < results[0].share < results[1].share < 1
