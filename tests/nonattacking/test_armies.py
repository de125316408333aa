"""Peaceable armies of queens: their greatest size, by search and by annealing."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.kernels import Kernels
from tests.marks import few
from tests.night import cases

import rookery as rk
from rookery.boards.board import Board
from rookery.nonattacking.armies import colours_kernel, solving
from rookery.nonattacking.armies.board import flipped_armies, flips_of, lines_of
from rookery.nonattacking.armies.flips_kernel import flip
from rookery.nonattacking.armies.solving import is_armies
from rookery.nonattacking.exact import greatest_weight
from rookery.nonattacking.graph import bits, graph_of, largest_army, lines_of_armies
from rookery.nonattacking.methods import METHODS
from rookery.nonattacking.puzzle import NonAttacking
from rookery.results.limits import Limits
from rookery.results.methods import choose
from rookery.results.result import Reason, Result, Status

A250000 = (0, 0, 1, 2, 4, 5, 7, 9, 12, 14, 17, 21, 24, 28, 32)

#: On tori of the sides 1, 2, ...; 5 to 9 by a program of its own too, which tries all colours of
#: rows, columns and rising diagonals.
ON_TORI = (0, 0, 0, 2, 2, 4, 4, 8, 7, 12, 10, 18)


def armies(board: Board | int, **more: object) -> NonAttacking:
    pieces = ["queen", "queen"]
    return NonAttacking(board, pieces, equal=True, tolerated=[(0, 0), (1, 1)], **more)  # type: ignore[arg-type]


def without_annealing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solving, "ANNEALINGS", ())


def by_force(puzzle: NonAttacking) -> int:
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


def solved(puzzle: NonAttacking, limits: Limits | None = None, seed: int = 0) -> Result:
    limits = limits or Limits()
    result = rk.solve(puzzle, method="armies", limits=limits, seed=seed)
    assert result.answer is not None
    assert puzzle.check(result.answer) == []
    assert puzzle.value(result.answer) == result.value
    return result


@pytest.mark.parametrize("n", range(1, 12))
@pytest.mark.parametrize("anneals", [True, False])
def test_sizes_of_oeis_a250000(n: int, anneals: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if not anneals:
        without_annealing(monkeypatch)
    result = solved(armies(n))
    assert (result.status, result.reason) == (Status.OPTIMAL, Reason.PROVED)
    assert result.value == result.bound == 2 * A250000[n - 1]


@pytest.mark.slow
@pytest.mark.parametrize("n", [12, 13, 14])
def test_sizes_of_oeis_a250000_on_larger_boards(n: int) -> None:
    assert solved(armies(n)).bound == 2 * A250000[n - 1]


@pytest.mark.parametrize("n", [3, 4, 5])
def test_the_first_sizes_by_force(n: int) -> None:
    assert by_force(armies(n)) == A250000[n - 1]


@pytest.mark.parametrize("seed", few(range(12), 10))
def test_rectangles_with_blocked_squares_against_force(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    without_annealing(monkeypatch)
    draw = random.Random(seed)
    board = Board(draw.randint(2, 5), draw.randint(2, 5))
    every = list(product(range(board.rows), range(board.columns)))
    puzzle = armies(board, blocked=draw.sample(every, draw.randint(0, 5) % len(every)))
    result = solved(puzzle)
    assert result.status is Status.OPTIMAL
    assert result.value == 2 * by_force(puzzle)


@pytest.mark.parametrize("anneals", [True, False])
def test_sizes_on_tori(anneals: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if not anneals:
        without_annealing(monkeypatch)
    for side, size in enumerate(ON_TORI, 1):
        puzzle = armies(Board(side, wrap="torus"))
        result = solved(puzzle)
        assert (result.status, result.reason) == (Status.OPTIMAL, Reason.PROVED)
        assert result.value == result.bound == 2 * size
        assert choose(METHODS, "auto", puzzle).name == "armies"


@pytest.mark.parametrize("seed", few(range(30), 10))
def test_joined_edges_against_force(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    without_annealing(monkeypatch)
    draw = random.Random(seed)
    rows, columns = draw.choice([(1, 5), (2, 6), (3, 4), (4, 4), (5, 3), (4, 5), (6, 2), (5, 4)])
    board = Board(rows, columns, wrap=draw.choice(["cylinder", "torus"]))
    every = list(board.squares())
    puzzle = armies(board, blocked=draw.sample(every, draw.choice([0, 0, 0, 1, 3])))
    assert solved(puzzle).value == 2 * by_force(puzzle)


@pytest.mark.slow
@pytest.mark.parametrize("blocked", [[], ["a1"], ["c3", "c4", "d3", "d4"], ["a1", "f1", "b3"]])
def test_against_cp_sat(blocked: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    without_annealing(monkeypatch)
    puzzle = armies(Board(5, 6), blocked=[square for square in blocked if square != "f6"])
    assert solved(puzzle).value == rk.solve(puzzle, method="cp-sat").value


def test_shields_change_nothing_where_a_line_has_one_colour() -> None:
    # Of two colours on a line, two queens have nothing but open squares between them.
    puzzle = armies(5, shields=True)
    assert is_armies(puzzle)
    assert solved(puzzle).value == 2 * A250000[4] == rk.solve(puzzle, method="cp-sat").value


def test_auto_takes_it_for_two_equal_armies_of_queens_only() -> None:
    assert choose(METHODS, "auto", armies(6)).name == "armies"
    tolerated = [(0, 0), (1, 1)]
    others = (
        armies(21),
        armies(6, given=[(0, "a1")]),
        armies(Board(6, walls=["c3"])),
        armies(6, maximal=True),
        armies(6, rows=(0, 3)),
        NonAttacking(6, ["queen", "queen"], tolerated=tolerated),
        NonAttacking(6, ["queen", "rook"], equal=True, tolerated=tolerated),
        NonAttacking(6, ["queen", "queen"], equal=True),
        NonAttacking(6, ["queen"] * 3, equal=True, tolerated=[*tolerated, (2, 2)]),
    )
    assert not any(map(is_armies, others))


def test_annealing_keeps_count() -> None:
    is_open = np.ones((7, 9), np.bool_)
    is_open[2, 3] = False
    state = flips_of(lines_of(Board(7, 9)), is_open, 1)
    flip(state, 20_000, 0.5, 0.2)
    white_lines = np.zeros(is_open.size, np.int64)
    for line, many in enumerate(state.many.tolist()):
        white_lines[state.squares[line, :many]] += state.colour[line]
    assert (white_lines == state.white_lines).all()
    inside = white_lines[is_open.ravel()]
    assert state.armies.tolist() == [(inside == 0).sum(), (inside == 4).sum()]
    assert min(map(len, flipped_armies(is_open, state))) == state.best_size[0]


@pytest.mark.slow
@pytest.mark.skipif(
    not hasattr(colours_kernel.search_armies, "signatures"), reason="the kernels are not compiled"
)
def test_the_kernels_as_plain_python(kernels: Kernels) -> None:
    test = f"{__file__}::test_rectangles_with_blocked_squares_against_force"
    program = (
        f"import pytest; raise SystemExit(pytest.main(['-q', '-p', 'no:cacheprovider', {test!r}]))"
    )
    assert "passed" in kernels.plain(program)


@pytest.mark.parametrize(
    ("pieces", "tolerated", "lines"),
    [
        (["queen", "queen"], [(0, 0), (1, 1)], {"rows", "columns", "diagonals"}),
        (["rook", "bishop"], [(0, 0), (1, 1)], {"rows", "columns", "diagonals"}),
        (["knight", "rook"], [(0, 0), (1, 1)], {"rows", "columns"}),
        (["knight", "king"], [(0, 0), (1, 1)], set()),
        (["queen", "queen"], [(0, 0)], set()),
        (["queen", "queen"], [(0, 0), (0, 1), (1, 1)], set()),
        (["fR", "cannon"], [(0, 0), (1, 1)], set()),
    ],
)
def test_the_lines_of_two_armies(pieces, tolerated, lines) -> None:
    """Of each line that one of them rides both ways, only one army stands on it."""
    puzzle = NonAttacking(Board(4), pieces, tolerated=tolerated)
    graph = graph_of(puzzle)
    steps = {"rows": (0, 1), "columns": (1, 0), "diagonals": (1, 1)}
    found = [
        tuple({graph.candidates[at] for at in bits(army)} for army in pair)
        for pair in lines_of_armies(graph)
    ]
    runs = [run for name in lines for run in puzzle.board.runs(steps[name])]
    if "diagonals" in lines:
        runs += puzzle.board.runs((1, -1))
    expected = [tuple({(kind, *square) for square in run} for kind in range(2)) for run in runs]
    assert sorted(map(repr_of, found)) == sorted(map(repr_of, expected))


def repr_of(pair) -> list[list[tuple[int, int, int]]]:
    return [sorted(army) for army in pair]


def equal_armies(board: rk.Board, pieces: list[str], **chosen: Any) -> rk.NonAttacking:
    """Kinds of which each tolerates itself and none of the others, as many of each."""
    own = [(kind, kind) for kind in range(len(pieces))]
    return rk.NonAttacking(board, pieces, tolerated=own, equal=True, **chosen)


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
    ],
)
def test_a_stopped_search_promises_no_more_than_fits(
    board: rk.Board, pieces: list[str], most: int
) -> None:
    limits = rk.Limits(work=50)
    result = rk.solve(equal_armies(board, pieces), method="cp-sat", limits=limits, threads=1)
    assert result.bound is not None
    assert result.bound <= most


@pytest.mark.slow
@cases(100)
@given(st.data())
def test_no_placement_is_above_the_bound(data: st.DataObject) -> None:
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
    best = max(
        puzzle.value(placement)
        for kinds in product((None, 0, 1), repeat=rows * columns)
        if not puzzle.check(placement := placement_of(kinds, columns))
    )
    graph = graph_of(puzzle)
    bound = greatest_weight(graph, [int(puzzle.weight(one[1:])) for one in graph.candidates])
    assert best <= bound
    assert puzzle.weights or bound <= rows * columns


def placement_of(kinds: Sequence[int | None], columns: int) -> list[tuple[int, int, int]]:
    """The pieces of a board's squares, row by row."""
    return sorted((kind, *divmod(at, columns)) for at, kind in enumerate(kinds) if kind is not None)


@pytest.mark.parametrize("wrap", ["", "cylinder", "torus"])
@pytest.mark.parametrize("pieces", ["RR", "QQ", "RK", "NQ", "BB", "KN", "BR"])
@pytest.mark.parametrize("sides", [(2, 4), (3, 3), (4, 3)])
def test_no_army_is_larger_than_the_bound(sides: tuple[int, int], pieces: str, wrap: str) -> None:
    puzzle = equal_armies(rk.Board(*sides, wrap=wrap), [*pieces])
    assert by_force(puzzle) <= largest_army(puzzle)


def test_the_bound_of_armies_of_rooks_is_met() -> None:
    for side, most in ((2, 1), (3, 2), (4, 4)):
        puzzle = equal_armies(rk.Board(side, wrap="torus"), ["rook", "rook"])
        assert by_force(puzzle) == largest_army(puzzle) == most
