"""Region puzzles solved, counted and listed, against brute force and against another family."""

from __future__ import annotations

from functools import reduce
from operator import or_
from random import Random

import pytest
from tests.marks import few
from tests.regions.boards import QUEENS, SMALL, STAR_BATTLE, answers_by_force, grown_board

import rookery as rk
from rookery.regions.masks import masks_of, squares_in
from rookery.regions.searching import learning
from rookery.regions.searching.compiled import CompiledSearch
from rookery.regions.searching.learning import LearningSearch, units_with_cuts
from rookery.regions.searching.search import RegionSearch


@pytest.mark.parametrize("puzzle", SMALL)
def test_answers_are_those_of_brute_force(puzzle) -> None:
    expected = answers_by_force(puzzle)
    assert list(rk.placements(puzzle)) == expected
    assert rk.count(puzzle).value == len(expected)
    assert rk.is_unique(puzzle) is (len(expected) == 1)
    result = rk.solve(puzzle)
    assert result.answer in expected if expected else result.status is rk.Status.INFEASIBLE


def random_puzzle(random: Random) -> rk.Regions:
    """Return a puzzle with few marks, whose regions need not be connected."""
    side, stars, piece = random.choice([(5, 1, "king"), (6, 1, "K"), (8, 2, "K"), (7, 1, "queen")])
    squares = [letter for letter in "ABCDEFGH"[:side] for _ in range(side)]
    random.shuffle(squares)
    rows = ["".join(squares[at : at + side]) for at in range(0, side * side, side)]
    given = [(random.randrange(side), random.randrange(side)) for _ in range(random.randrange(2))]
    blocked = [(random.randrange(side), random.randrange(side)) for _ in range(random.randrange(4))]
    return rk.Regions(rows, stars, piece, given=given, blocked=blocked)


@pytest.mark.parametrize("seed", few(range(30), 10))
def test_the_kernel_and_plain_python_find_the_same_in_the_same_order(seed) -> None:
    masks = masks_of(random_puzzle(Random(seed)))
    plain = RegionSearch(masks)
    found = [answer for answer in plain.answers() if answer is not None]
    compiled = CompiledSearch(masks, room=1000)
    nodes = 0
    while not compiled.is_over:
        nodes += 3 - compiled.run(1000, 3)
    assert compiled.answers() == found
    assert nodes == plain.nodes


@pytest.mark.parametrize(("side", "stars"), [(5, 1), (7, 1), (8, 2)])
@pytest.mark.parametrize("seed", range(20))
def test_cuts_hold_the_pieces_counted_in_every_answer(seed, side, stars) -> None:
    masks = masks_of(grown_board(seed, side, stars))
    answers = [answer for answer in RegionSearch(masks).answers() if answer is not None]
    units = units_with_cuts(masks)
    if units is None:
        assert not answers
        return
    for answer in answers:
        assert [(answer & unit).bit_count() for unit in units] == list(units.values())
        assert answer & ~reduce(or_, units) == 0


@pytest.mark.parametrize(
    "rows", [("ABCC", "DDDD", "DDDD", "DDDD"), ("AABB", "CCBB", "DDBB", "DDBB")]
)
def test_more_regions_than_lines_that_hold_them_are_a_contradiction(rows) -> None:
    assert units_with_cuts(masks_of(rk.Regions(rows))) is None


@pytest.mark.parametrize("clauses", [8, 4096])
@pytest.mark.parametrize("seed", few(range(30), 10))
def test_learning_finds_the_same_answers_whatever_it_forgets(seed, clauses, monkeypatch) -> None:
    monkeypatch.setattr(learning, "FIRST_CLAUSES", clauses)
    masks = masks_of(random_puzzle(Random(seed)))
    found = [answer for answer in RegionSearch(masks).answers() if answer is not None]
    learnt = LearningSearch(masks, room=1000)
    while not learnt.is_over:
        learnt.run(1000, 3)
    assert sorted(learnt.answers()) == sorted(found)


@pytest.mark.parametrize(
    ("seed", "side", "stars", "unique"),
    [(23, 22, 1, False), (5, 24, 1, False), (10, 20, 2, False), (11, 20, 2, False)],
)
def test_answers_of_hard_boards_are_found_within_a_limit(seed, side, stars, unique) -> None:
    puzzle, limits = grown_board(seed, side, stars), rk.Limits(work=400_000)
    assert rk.is_unique(puzzle, limits=limits) is unique
    result = rk.solve(puzzle, limits=limits)
    assert result.status is rk.Status.OPTIMAL
    assert puzzle.check(result.answer) == []


@pytest.mark.parametrize(
    ("seed", "side", "stars"),
    [(1, 22, 1), (14, 24, 1), (22, 20, 2), (4, 24, 2), (5, 25, 2), (27, 25, 2)],
)
def test_hard_boards_without_an_answer_are_proved_within_a_limit(seed, side, stars) -> None:
    result = rk.solve(grown_board(seed, side, stars), limits=rk.Limits(work=400_000))
    assert result.status is rk.Status.INFEASIBLE


@pytest.mark.parametrize("seed", few(range(20), 10))
def test_another_family_counts_the_same(seed) -> None:
    puzzle = random_puzzle(Random(seed))
    same = rk.NonAttacking(
        puzzle.board,
        puzzle.piece,
        rows=puzzle.stars,
        columns=puzzle.stars,
        regions=puzzle.rows,
        in_region=puzzle.stars,
        given=puzzle.given,
        blocked=puzzle.blocked,
    )
    listed = [tuple(placed[1:] for placed in answer) for answer in rk.placements(same)]
    assert list(rk.placements(puzzle)) == listed


@pytest.mark.parametrize("piece", ["queen", "rook", "king"])
def test_regions_that_are_lines_change_nothing(piece) -> None:
    side = 6
    puzzle = rk.Regions(["ABCDEF"] * side, piece=piece)
    lines = rk.NonAttacking(side, piece, rows=1, columns=1)
    assert rk.count(puzzle).value == sum(1 for _ in rk.placements(lines))


def test_puzzles_of_playing_size_have_one_answer() -> None:
    for puzzle in (QUEENS, STAR_BATTLE):
        assert rk.is_unique(puzzle)
        (answer,) = rk.placements(puzzle)
        assert rk.solve(puzzle).answer == answer
        assert rk.placement(puzzle).value == 1


def test_an_impossible_puzzle_has_a_reason() -> None:
    result = rk.solve(rk.Regions(["AABB", "AABB", "CCDD", "CCDD"], 2))
    assert result.status is rk.Status.INFEASIBLE
    assert result.note.startswith("no non-attacking placement has the required pieces")


def test_other_families_are_refused() -> None:
    for call in (rk.explain, rk.hint):
        with pytest.raises(rk.PuzzleError, match="expected a Regions puzzle"):
            call(rk.Queens(8))


def test_squares_and_sets_of_bits_are_the_same() -> None:
    assert squares_in(masks_of(SMALL[-1]).given, 4) == ((2, 1), (3, 0))
