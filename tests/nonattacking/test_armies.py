"""Peaceable armies of queens: their greatest size, by search and by annealing, and its bounds."""

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.marks import few
from tests.night import cases
from tests.nonattacking.boards import placements

import rookery as rk
from rookery.families import family_of
from rookery.nonattacking import armies as armies_

A250000 = (0, 0, 1, 2, 4, 5, 7, 9, 12, 14, 17, 21, 24, 28, 32)

#: On tori of the sides 1, 2, ...; 5 to 9 by a program of its own too, which tries all colours of
#: rows, columns and rising diagonals.
ON_TORI = (0, 0, 0, 2, 2, 4, 4, 8, 7, 12, 10, 18)


def equal_armies(board: rk.Board | int, pieces: list[str], **chosen: Any) -> rk.NonAttacking:
    """Kinds of which each tolerates itself and none of the others, as many of each."""
    own = [(kind, kind) for kind in range(len(pieces))]
    return rk.NonAttacking(board, pieces, tolerated=own, equal=True, **chosen)


def armies(board: rk.Board | int, **chosen: Any) -> rk.NonAttacking:
    return equal_armies(board, ["queen", "queen"], **chosen)


def by_force(puzzle: rk.NonAttacking) -> int:
    """Return the greatest size: all that is safe from every set of squares for the one army."""
    squares = [square for square in puzzle.board.squares() if square not in puzzle.blocked]
    reach = [[puzzle.reach((kind, *square)) for square in squares] for kind in range(2)]
    safe = [
        sum(
            1 << at
            for at, other in enumerate(squares)
            if other != square and other not in reach[0][own] and square not in reach[1][at]
        )
        for own, square in enumerate(squares)
    ]
    best = 0

    def extend(first: int, size: int, free: int) -> None:
        nonlocal best
        best = max(best, min(size, free.bit_count()))
        if free.bit_count() > best:
            for at in range(first, len(squares)):
                extend(at + 1, size + 1, free & safe[at])

    extend(0, 0, (1 << len(squares)) - 1)
    return best


def expect_size(puzzle: rk.NonAttacking, size: int) -> None:
    result = rk.solve(puzzle, method="armies")
    assert (result.status, result.reason) == (rk.Status.OPTIMAL, rk.Reason.PROVED)
    assert result.value == result.bound == 2 * size


@pytest.mark.parametrize("n", [*range(1, 10), *few(range(10, 13), 0)])
@pytest.mark.parametrize("annealings", [armies_.ANNEALINGS, ()])
def test_sizes_as_published_and_on_tori(n, annealings, monkeypatch):
    monkeypatch.setattr(armies_, "ANNEALINGS", annealings)
    expect_size(armies(n), A250000[n - 1])
    expect_size(armies(rk.Board(n, wrap="torus")), ON_TORI[n - 1])
    assert rk.solve(armies(n)).method == "armies"


@pytest.mark.parametrize(("n", "size"), [(12, 21), (14, 28), (16, 37)])
def test_annealing_finds_the_largest_armies_known(n, size):
    result = rk.solve(armies(n), method="armies", limits=rk.Limits(work=1))
    assert (result.value, result.reason) == (2 * size, rk.Reason.WORK)


@pytest.mark.parametrize("seed", few((29, 49, 53, *range(29)), 16))
def test_random_boards_against_force_by_search_alone(seed, monkeypatch):
    monkeypatch.setattr(armies_, "ANNEALINGS", ())
    draw = random.Random(seed)
    rows, columns = draw.choice([(1, 5), (2, 6), (3, 4), (4, 4), (5, 3), (4, 5), (6, 2), (5, 4)])
    board = rk.Board(rows, columns, wrap=draw.choice(["", "cylinder", "torus"]))
    every = list(board.squares())
    puzzle = armies(board, blocked=draw.sample(every, draw.choice([0, 0, 1, 3, 5]) % len(every)))
    expect_size(puzzle, by_force(puzzle))


def test_armies_of_other_pieces_or_rules_are_left_to_a_solver():
    tolerated = [(0, 0), (1, 1)]
    for other in (
        armies(21),
        armies(6, given=[(0, "a1")]),
        armies(rk.Board(6, walls=["c3"])),
        armies(6, maximal=True),
        armies(6, rows=(0, 3)),
        rk.NonAttacking(6, ["queen", "queen"], tolerated=tolerated),
        equal_armies(6, ["queen", "rook"]),
        equal_armies(6, ["queen", "QqN"]),
        rk.NonAttacking(6, ["queen", "queen"], equal=True),
        equal_armies(6, ["queen"] * 3),
    ):
        fits = {method.name for method in family_of(other).methods if method.fits(other)}
        assert fits == {"cp-sat"}


def stopped_bound(puzzle: rk.NonAttacking) -> Any:
    """Return the bound of a search that a limit stops."""
    return rk.solve(puzzle, method="cp-sat", limits=rk.Limits(work=50), threads=1).bound


@pytest.mark.parametrize(
    ("board", "pieces", "most"),
    [
        (rk.Board(8, wrap="torus"), ["queen", "queen"], 32),
        (rk.Board(9, wrap="torus"), ["queen", "queen"], 40),
        (rk.Board(6, wrap="cylinder"), ["queen", "queen"], 18),
        (rk.Board(6, wrap="torus"), ["queen", "queen", "queen"], 27),
        (rk.Board(5, 7, wrap="torus"), ["rook", "king"], 16),
        (rk.Board(5, wrap="torus"), ["knight", "knight"], 24),
        (rk.Board(5, wrap="torus", walls=["a1"]), ["queen", "queen"], 24),
        (rk.Board(4, wrap="torus"), ["rook", "rook"], 8),
    ],
)
def test_a_stopped_search_promises_no_more_than_fits(board, pieces, most):
    assert stopped_bound(equal_armies(board, pieces)) <= most


@pytest.mark.parametrize("wrap", ["", "torus"])
@pytest.mark.parametrize("pieces", ["RR", "RK", "NQ", "BB", "KN", "BR"])
def test_a_stopped_search_promises_all_that_fits(pieces, wrap):
    puzzle = equal_armies(rk.Board(3, 4, wrap=wrap), [*pieces])
    assert stopped_bound(puzzle) >= 2 * by_force(puzzle)


@pytest.mark.slow
@cases(100)
@given(st.data())
def test_no_placement_is_above_the_bound(data):
    rows, columns = data.draw(st.sampled_from([(1, 5), (2, 2), (2, 3), (3, 2)]))
    squares = st.sets(st.tuples(st.integers(0, rows - 1), st.integers(0, columns - 1)), max_size=1)
    wrap = data.draw(st.sampled_from(["", "cylinder", "torus"]))
    weights = st.lists(st.integers(-3, 9), min_size=columns, max_size=columns)
    puzzle = rk.NonAttacking(
        rk.Board(rows, columns, data.draw(squares), wrap),
        data.draw(st.lists(st.sampled_from(["Q", "R", "K", "N", "B"]), min_size=2, max_size=2)),
        tolerated=data.draw(st.sampled_from([[], [(0, 0)], [(0, 0), (1, 1)], [(0, 1)]])),
        equal=data.draw(st.booleans()),
        blocked=data.draw(squares),
        weights=data.draw(st.none() | st.lists(weights, min_size=rows, max_size=rows)),
    )
    best = max(map(puzzle.value, placements(puzzle)))
    assert rk.solve(puzzle, method="cp-sat", limits=rk.Limits(work=1), threads=1).bound >= best
    assert rk.solve(puzzle, method="cp-sat", threads=1).value == best
