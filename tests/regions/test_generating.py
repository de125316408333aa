"""Generated puzzles: one answer, the requested difficulty, reproducible from a seed."""

from __future__ import annotations

import pickle
from random import Random

import pytest

import rookery as rk
from rookery.regions.generating.draft import Draft, Partition
from rookery.regions.generating.growing import grow, random_placement
from rookery.regions.generating.repair import shape
from rookery.regions.generating.request import Nearest, RegionsRequest
from rookery.regions.masks import mask_of, reach_of, squares_in
from rookery.regions.reasoning.explaining import difficulty_of
from rookery.regions.reasoning.position import no_tick

LEVELS = ("easy", "medium", "hard", "expert")


def answers_elsewhere(puzzle: rk.Regions) -> int:
    """Return the number of answers, up to two, by the search of another family."""
    same = rk.NonAttacking(
        puzzle.board,
        puzzle.piece,
        rows=puzzle.stars,
        columns=puzzle.stars,
        regions=puzzle.rows,
        in_region=puzzle.stars,
    )
    return sum(len(block) for block in rk.listing(same, first=2))


REQUESTS = [
    {"size": 1},
    {"size": 5},
    {"size": 8},
    {"size": 9, "seed": 5},
    {"size": 8, "stars": 2},
    {"size": 8, "piece": "queen"},
    {"size": 7, "piece": "knight"},
    {"size": 6, "piece": "rook"},
]


@pytest.mark.parametrize("keywords", REQUESTS, ids=str)
def test_puzzles_have_one_answer_and_connected_regions(keywords) -> None:
    puzzle = rk.generate_regions(**keywords)
    assert answers_elsewhere(puzzle) == 1
    side = len(puzzle.rows)
    partition = Partition(
        side, ["ABCDEFGHIJ".index(letter) for row in puzzle.rows for letter in row]
    )
    assert all(partition.is_connected(mask) for mask in partition.masks)
    if side > 1:
        assert min(map(len, puzzle.regions.values())) >= 2


def test_the_same_seed_gives_the_same_puzzle_everywhere() -> None:
    """These rows were made once; every machine and version of Python must make them."""
    assert rk.generate_regions(6, seed=7).rows == ROWS_OF_SEED_7
    assert rk.generate_regions(8, stars=2, seed=7).rows == ROWS_OF_TWO_STARS


ROWS_OF_SEED_7 = ("AABBBC", "AACCCC", "AAADCC", "AEEDCC", "AADDDD", "ADDDFF")
ROWS_OF_TWO_STARS = (
    "AAAAABCC",
    "AAABBBCC",
    "DDBBBCCC",
    "DDEBCCCF",
    "DDEEEEFF",
    "GGEEEFFF",
    "GGGGHHFF",
    "GGGHHHHH",
)


@pytest.mark.parametrize("difficulty", LEVELS)
def test_puzzles_have_the_requested_difficulty(difficulty) -> None:
    puzzle = rk.generate_regions(7, difficulty=difficulty, seed=2)
    assert rk.explain(puzzle).difficulty == difficulty


@pytest.mark.parametrize("seed", range(5))
def test_rules_solve_puzzles_on_request(seed) -> None:
    puzzle = rk.generate_regions(8, difficulty="any", seed=seed)
    assert rk.explain(puzzle).answer == rk.solve(puzzle).answer


@pytest.mark.slow
@pytest.mark.parametrize("size", [8, 9, 10, 11])
@pytest.mark.parametrize("seed", range(20))
def test_rules_solve_puzzles_of_playing_size(size, seed) -> None:
    puzzle = rk.generate_regions(size, difficulty="any", seed=seed)
    assert answers_elsewhere(puzzle) == 1
    assert rk.explain(puzzle).answer == rk.solve(puzzle).answer


@pytest.mark.slow
def test_large_boards_with_several_stars() -> None:
    for size, stars in ((10, 2), (14, 3)):
        puzzle = rk.generate_regions(size, stars=stars, seed=1)
        assert rk.is_unique(puzzle)


def test_sizes_of_regions_are_kept() -> None:
    puzzle = rk.generate_regions(7, sizes=(4, 12), seed=1)
    assert {len(squares) for squares in puzzle.regions.values()} <= set(range(4, 13))
    alone = rk.generate_regions(7, sizes=(1, 30), seed=3)
    assert rk.is_unique(alone)


@pytest.mark.parametrize(
    ("keywords", "message"),
    [
        ({"size": 0}, "expected a size of at least 1, got 0"),
        ({"size": 53}, "expected a size from 1 to 52, got 53"),
        ({"size": 3}, "expected a board of at least 4x4 for 1 non-attacking piece"),
        ({"size": 6, "stars": 3}, "for 3 non-attacking pieces in each row and column"),
        ({"size": 8, "difficulty": "med"}, "expected a difficulty, got 'med'; did you mean"),
        ({"size": 8, "sizes": (9, None)}, "expected sizes of regions around 8, got 9 to 24"),
        ({"size": 8, "piece": "Zz"}, "expected"),
    ],
)
def test_inconsistent_requests_are_refused(keywords, message) -> None:
    with pytest.raises(rk.PuzzleError, match=message):
        rk.generate_regions(**keywords)


def test_limits_end_generation() -> None:
    with pytest.raises(rk.LimitError, match="no expert puzzle in 3 tries; the nearest"):
        rk.generate_regions(4, difficulty="expert", limits=rk.Limits(work=3))
    with pytest.raises(rk.LimitError, match="no such puzzle within 0 s"):
        rk.generate_regions(8, limits=0)


def test_an_unmet_request_reports_the_nearest_puzzle() -> None:
    with pytest.raises(rk.UnmetRequestError, match="no expert puzzle in 4 tries; the") as caught:
        rk.generate_regions(5, difficulty="expert", seed=1, limits=rk.Limits(work=4))
    nearest, difficulty = caught.value.nearest, caught.value.difficulty
    assert rk.is_unique(nearest)
    assert rk.explain(nearest).difficulty == difficulty
    assert difficulty in LEVELS[:3]
    assert str(caught.value).endswith(f"the nearest found is {difficulty}")
    copied = pickle.loads(pickle.dumps(caught.value))
    assert (copied.nearest, copied.difficulty) == (nearest, difficulty)


def test_the_nearest_is_rated_by_levels() -> None:
    easy = rk.generate_regions(7, difficulty="easy", seed=2)
    rated = rk.generate_regions(7, difficulty="medium", seed=2)
    nearest = Nearest(RegionsRequest(7, 1, rk.Piece("king"), "hard", 2, 18))
    assert str(nearest.error("now")) == "no hard puzzle now"
    for puzzle in (easy, rated, easy):
        nearest.consider(puzzle, no_tick)
    assert (nearest.puzzle, nearest.difficulty) == (rated, "medium")

    def over() -> None:
        raise KeyboardInterrupt

    unrated = Nearest(RegionsRequest(7, 1, rk.Piece("king"), "hard", 2, 18))
    with pytest.raises(KeyboardInterrupt):
        unrated.consider(rated, over)
    assert unrated.puzzle == rated
    assert str(unrated.error("now")).endswith("the nearest found is not rated")


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_borders_are_moved_until_rules_of_a_level_solve_the_puzzle(level) -> None:
    request = RegionsRequest(6, 1, rk.Piece("king"), level, 2, 18)
    reach = reach_of(6, request.piece)
    random = Random(1)
    for _ in range(20):
        answer = random_placement(6, request.piece, 1, random)
        draft = Draft(request, reach, answer, grow(6, 1, answer, random))
        if draft.is_within_sizes() and shape(draft, level, random, no_tick):
            break
    puzzle = draft.puzzle()
    assert LEVELS.index(rk.explain(puzzle).difficulty) <= LEVELS.index(level)
    assert answers_elsewhere(puzzle) == 1
    assert rk.solve(puzzle).answer == squares_in(answer, 6)
    assert draft.is_within_sizes()


def test_shaping_gives_up_when_no_border_can_move() -> None:
    request = RegionsRequest(4, 1, rk.Piece("king"), "easy", 4, 4)
    answer = mask_of([(0, 1), (1, 3), (2, 0), (3, 2)], 4)
    partition = Partition(4, [0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 3, 3, 2, 2, 3, 3])
    draft = Draft(request, reach_of(4, request.piece), answer, partition)
    assert not shape(draft, "easy", Random(1), no_tick)


def test_a_limit_ends_the_rating_of_a_puzzle() -> None:
    def out_of_time() -> None:
        raise rk.LimitError("now")

    with pytest.raises(rk.LimitError, match="now"):
        difficulty_of(rk.generate_regions(10, stars=2, seed=1), tick=out_of_time)


def test_progress_is_reported_before_each_try() -> None:
    reported = []
    rk.generate_regions(8, on_progress=reported.append)
    assert [progress.done for progress in reported] == list(range(len(reported)))


def test_borders_move_only_where_regions_stay_connected() -> None:
    partition = Partition(3, [0, 0, 0, 1, 0, 2, 1, 2, 2])
    assert list(partition.moves(0)) == [1]
    assert list(partition.moves(1)) == []
    assert list(partition.moves(4)) == [1, 2]
    partition.move(4, 2)
    assert partition.rows("xyz") == ("xxx", "yzz", "yzz")
    assert partition.masks[2] == mask_of([(1, 1), (1, 2), (2, 1), (2, 2)], 3)
