"""Mutated answers of the library: `check` says what is wrong, raises nothing, accepts no wrong."""

import itertools

from hypothesis import given
from hypothesis import strategies as st
from tests.cover.by_rules import is_cover
from tests.mutants.mutations import mutated_answer
from tests.night import cases
from tests.queens.brute import all_of_side
from tests.tour.brute import MOVERS, destinations, is_end, seen_from

import rookery as rk


def is_integers(parts, count):
    return isinstance(parts, (tuple, list)) and len(parts) == count and all(map(is_integer, parts))


def is_integer(part):
    return isinstance(part, int) and not isinstance(part, bool)


@cases(40)
@given(st.data())
def test_a_mutated_answer_of_queens_is_right_only_if_it_lists_all(data):
    puzzle = rk.Queens(8, given=["a1"])
    right = tuple(rows for rows in all_of_side(8) if rows[0] == 7)
    answer = data.draw(mutated_answer(right))
    assert (puzzle.check(answer) == []) == (
        isinstance(answer, (tuple, list))
        and all(isinstance(rows, (tuple, list)) for rows in answer)
        and all(all(map(is_integer, rows)) for rows in answer)
        and tuple(map(tuple, answer)) == right
    )


@cases(40)
@given(st.booleans(), st.data())
def test_a_mutated_heaviest_answer_is_right_only_by_the_rules(several, data):
    weights = [[row * column for column in range(8)] for row in range(8)]
    puzzle = rk.Heaviest(weights, best=3 if several else 1)
    answer = data.draw(mutated_answer(rk.solve(puzzle).answer))
    placements, most = answer, 3 if several else 1
    right = isinstance(placements, (tuple, list)) and 1 <= len(placements) <= most
    right = right and all(is_integers(rows, 8) for rows in placements)
    right = right and all(tuple(rows) in all_of_side(8) for rows in placements)
    if right:
        ranks = [
            (-sum(weights[row][column] for column, row in enumerate(rows)), rows)
            for rows in map(tuple, placements)
        ]
        right = all(before < after for before, after in itertools.pairwise(ranks))
    assert (puzzle.check(answer) == []) == right


@cases(40)
@given(st.data())
def test_a_mutated_tour_is_right_only_by_the_rules(data):
    puzzle = rk.Tour.parse(["Q....", "....B", ".....", "N...."])
    answer = data.draw(mutated_answer(((0, 0), (2, 0), (0, 2), (0, 3))))
    faults = puzzle.check(answer)
    assert isinstance(faults, list)
    if not faults:
        squares = [puzzle.board.square(square) for square in answer]
        assert squares[0] == puzzle.start
        for before, after in itertools.pairwise(squares):
            assert after in destinations(puzzle, before, MOVERS["Q"])
        seen = frozenset().union(*(seen_from(puzzle, square) for square in squares))
        assert is_end(puzzle, squares[-1], seen)


@cases(40)
@given(st.data())
def test_a_mutated_cover_is_right_only_by_the_rules(data):
    puzzle = rk.Cover.parse(["#__", "_#_", "___"], [1] * 8)
    kings = set(puzzle.kings)
    right = ((1, 0, 2), (1, 2, 1))
    assert puzzle.check(right) == []
    answer = data.draw(mutated_answer(right))
    pieces = list(answer) if isinstance(answer, (tuple, list)) else [None]
    is_right = (
        bool(pieces)
        and all(is_integers(piece, 3) for piece in pieces)
        and all(
            0 <= kind < 8 and 0 <= row < 3 and 0 <= column < 3 and (row, column) not in kings
            for kind, row, column in pieces
        )
        and len({tuple(piece[1:]) for piece in pieces}) == len(pieces)
        and is_cover(puzzle, pieces)
    )
    assert (puzzle.check(answer) == []) == is_right
