"""Queens: symmetries, brackets, monotony, and every way to count held against permutations."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st
from tests.night import cases
from tests.properties.symmetry import images
from tests.queens.brute import placements, puzzles

import rookery as rk
from rookery.queens.counting.methods import COUNTERS
from rookery.queens.methods import METHODS
from rookery.results.settings import Settings


@cases(40)
@given(puzzles(largest=8, given=3))
def test_every_method_against_permutations(puzzle):
    expected = placements(puzzle.n, puzzle.given, puzzle.blocked)
    for method in METHODS:
        if method.fits(puzzle):
            found = rk.solve(puzzle, method=method.name)
            assert list(found.answer or ()) == expected, method.name
            assert (found.value or 0) == (found.bound or 0) == len(expected)
            assert (found.status is rk.Status.INFEASIBLE) == (not expected)
    for counter in COUNTERS:
        if counter.fits(puzzle):
            assert counter.run(puzzle, Settings()).value == len(expected), counter.name
    assert list(rk.placements(puzzle)) == expected
    for name in ("auto", "both", "cp-sat"):
        one = rk.placement(puzzle, method=name, threads=1)
        assert (one.answer in expected) is bool(expected), name
        proved = (rk.Status.OPTIMAL, 1, 1) if expected else (rk.Status.INFEASIBLE, None, None)
        assert (one.status, one.value, one.bound) == proved, name


@cases(30)
@given(puzzles(largest=9), st.integers(1, 7))
def test_turned_and_mirrored_boards_have_as_many_placements(puzzle, symmetry):
    _, _, place = images(puzzle.n, puzzle.n)[symmetry]
    image = rk.Queens(
        puzzle.n, [place(*s) for s in puzzle.given], [place(*s) for s in puzzle.blocked]
    )
    here, there = (
        {frozenset((row, column) for column, row in enumerate(rows)) for rows in found.answer or ()}
        for found in (rk.solve(puzzle), rk.solve(image))
    )
    assert {frozenset(place(*square) for square in squares) for squares in here} == there
    assert rk.count(puzzle).value == rk.count(image).value == len(here)


@cases(30)
@given(puzzles(largest=9), st.data())
def test_a_square_given_or_blocked_splits_the_count(puzzle, data):
    square = data.draw(st.tuples(st.integers(0, puzzle.n - 1), st.integers(0, puzzle.n - 1)))
    on = replace(puzzle, given={*puzzle.given, square})
    off = replace(puzzle, blocked={*puzzle.blocked, square})
    assert rk.count(on).value + rk.count(off).value == rk.count(puzzle).value


@cases(20)
@given(puzzles(largest=8), st.data())
def test_placements_begin_at_their_start(puzzle, data):
    rows = st.integers(0, puzzle.n - 1)
    start = data.draw(st.lists(rows, min_size=puzzle.n, max_size=puzzle.n).map(tuple))
    found = list(rk.placements(puzzle, start=start))
    assert found == [rows for rows in rk.placements(puzzle) if rows >= start]
