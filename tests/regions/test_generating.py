"""Generated puzzles: one answer, the requested difficulty, reproducible from a seed."""

import pickle

import pytest
from tests.marks import few
from tests.regions.boards import as_pieces

import rookery as rk
from rookery.regions.methods import find
from rookery.regions.reasoning import LEVELS


def answers_elsewhere(puzzle: rk.Regions) -> int:
    """How many answers there are by the search of another family, two at most."""
    return sum(len(block) for block in rk.listing(as_pieces(puzzle), first=2))


def is_connected(squares: set[tuple[int, int]]) -> bool:
    reached = {min(squares)}
    for _ in squares:
        reached |= {(r, c) for r, c in squares for s, d in reached if abs(r - s) + abs(c - d) == 1}
    return reached == squares


REQUESTS = [
    {"size": 1},
    {"size": 5},
    {"size": 8},
    {"size": 9, "seed": 5},
    {"size": 14, "seed": 7, "limits": rk.Limits(work=2)},  # by many moves
    {"size": 8, "stars": 2},
    {"size": 8, "piece": "queen"},
    {"size": 7, "piece": "knight"},
    {"size": 6, "piece": "rook"},
    {"size": 6, "stars": 2, "piece": "W", "difficulty": "hard", "seed": 4},  # regions fail to grow
]


@pytest.mark.parametrize("keywords", REQUESTS, ids=str)
def test_puzzles_have_one_answer_and_connected_regions(keywords):
    puzzle = rk.generate_regions(**keywords)
    assert answers_elsewhere(puzzle) == 1
    regions = [set(squares) for squares in puzzle.regions.values()]
    assert all(map(is_connected, regions))
    assert len(regions) == 1 or min(map(len, regions)) >= 2


@pytest.mark.parametrize("difficulty", ["easy", "medium", "expert", *few(["hard"], 0)])
def test_puzzles_are_as_hard_as_requested(difficulty):
    for size, seed in ((6, 1), (7, 2)) if difficulty != "hard" else ((7, 2),):
        puzzle = rk.generate_regions(size, difficulty=difficulty, seed=seed)
        assert rk.explain(puzzle).difficulty == difficulty
        assert answers_elsewhere(puzzle) == 1


@pytest.mark.parametrize("seed", few(range(20), 4))
def test_rules_solve_puzzles_when_asked(seed):
    puzzle = rk.generate_regions(8 + seed % 3, difficulty="any", seed=seed)
    assert rk.explain(puzzle).answer == rk.solve(puzzle).answer


def test_sizes_of_regions_are_kept():
    puzzle = rk.generate_regions(7, sizes=(4, 12), seed=1)
    assert {len(squares) for squares in puzzle.regions.values()} <= set(range(4, 13))
    assert rk.is_unique(rk.generate_regions(7, sizes=(1, 30), seed=3))


@pytest.mark.parametrize(
    ("keywords", "message"),
    [
        ({"size": 0}, "expected a size of at least 1, got 0"),
        ({"size": 53}, "expected a size from 1 to 52, got 53"),
        ({"size": 3}, "expected a larger board, such as 4x4, for 1 non-attacking piece in"),
        ({"size": 6, "stars": 10**30}, r"expected another board for 10+ non-att.* got 6x6"),
        ({"size": 6, "stars": 3}, "for 3 non-attacking pieces in each row and column"),
        ({"size": 8, "difficulty": "med"}, "expected a difficulty, got 'med'; did you mean"),
        ({"size": 8, "sizes": (9, None)}, "expected sizes of regions around 8, got 9 to 24"),
        ({"size": 8, "piece": "Zz"}, "expected"),
    ],
)
def test_inconsistent_requests_are_refused(keywords, message):
    with pytest.raises(rk.PuzzleError, match=message):
        rk.generate_regions(**keywords)


@pytest.mark.parametrize(("size", "seconds"), [(8, 0), (20, 3)])
def test_limits_end_generation(size, seconds, monkeypatch):
    searches = []  # each takes a second
    search = "rookery.regions.generator.find"
    monkeypatch.setattr(search, lambda *of: searches.append(of) or find(*of))
    monkeypatch.setattr("rookery.results.limits.time.perf_counter", lambda: len(searches))
    with pytest.raises(rk.LimitError, match=f"no such puzzle within {seconds} s"):
        rk.generate_regions(size, limits=seconds)
    assert len(searches) == seconds


def test_an_unmet_request_reports_the_nearest_puzzle():
    with pytest.raises(rk.UnmetRequestError, match="no expert puzzle in 4 tries; the") as caught:
        rk.generate_regions(5, difficulty="expert", seed=1, limits=rk.Limits(work=4))
    nearest, difficulty = caught.value.nearest, caught.value.difficulty
    assert rk.is_unique(nearest)
    assert rk.explain(nearest).difficulty == difficulty
    assert difficulty in LEVELS[:3]
    assert str(caught.value).endswith(f"the nearest found is {difficulty}")
    copied = pickle.loads(pickle.dumps(caught.value))
    assert (copied.nearest, copied.difficulty) == (nearest, difficulty)


def test_a_limit_stops_the_search_for_a_placement():
    with pytest.raises(rk.LimitError, match=r"no such puzzle within 0\.1 s"):
        rk.generate_regions(19, stars=5, limits=0.1)  # needs 20 rows, for which no proof is known
