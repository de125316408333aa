"""Best placements, lists, samples: known numbers, methods beside each other, brute force."""

from fractions import Fraction
from functools import partial
from random import Random

import pytest
from tests.marks import few
from tests.nonattacking.boards import drawn, placements

import rookery as rk
from rookery.engine.run import Partial
from rookery.families import family_of
from rookery.nonattacking import exact
from rookery.results.limits import DeadlineExceeded

#: The most non-attacking pieces on boards of 1, 2, ... squares a side: knights A030978, kings
#: A008794 from 2 on, bishops A005843 (2n - 2).
MOST = {
    "knight": [1, 4, 5, 8, 13, 18, 25, 32],
    "king": [1, 1, 4, 4, 9, 9, 16, 16],
    "bishop": [1, 2, 4, 6, 8, 10, 12, 14],
}

#: The fewest of a maximal placement (independent domination): queens A075324, knights A342576, and
#: of kings one for each 3x3 squares.
FEWEST = {
    "queen": [1, 1, 1, 3, 3, 4, 4, 5, 5, 5, 5],
    "knight": [1, 4, 4, 4, 5, 8],
    "king": [1, 1, 1, 4, 4, 4, 9],
}


BEST = [*((piece, known, {}) for piece, known in MOST.items())]
BEST += [(piece, known, {"maximal": True, "lightest": True}) for piece, known in FEWEST.items()]


@pytest.mark.parametrize(("piece", "known", "keywords"), BEST)
def test_the_most_pieces_and_the_fewest_of_a_maximal_placement(piece, known, keywords):
    for side, best in enumerate(known, 1):
        puzzle = rk.NonAttacking(side, piece, **keywords)
        result = rk.solve(puzzle, threads=1)
        assert (result.value, result.bound, result.status) == (best, best, rk.Status.OPTIMAL)
        assert rk.check(puzzle, result.answer) == []


def find_only(puzzle, run, solve=exact.solve_by_cp_sat):
    found = yield from solve(puzzle, run)
    yield found._replace(bound=None)
    if found.answer is not None:
        raise DeadlineExceeded
    return found


def test_a_slow_import_of_cp_sat_leaves_the_count_its_share(monkeypatch):
    now, loaded = [0.0], exact.cpsat.loaded

    def slowly(run):
        if not now[0]:
            now[0] = 10 * exact.FIRST_SECONDS
            yield Partial()
        return (yield from loaded(run))

    monkeypatch.setattr("rookery.results.limits.time.perf_counter", lambda: now[0])
    monkeypatch.setattr(exact.cpsat, "loaded", slowly)
    monkeypatch.setattr(exact, "solve_by_cp_sat", find_only)
    result = rk.solve(rk.NonAttacking(3, "grasshopper"), threads=1)
    assert (result.method, result.status) == ("counts", rk.Status.OPTIMAL)


@pytest.mark.parametrize("proves", [False, True])
@pytest.mark.parametrize("seed", few(range(60), 2))
def test_counts_prove_the_most_and_the_fewest(seed, proves, monkeypatch):
    if not proves:
        monkeypatch.setattr(exact, "solve_by_cp_sat", find_only)
    puzzle = drawn("hoppers", seed)
    sizes = [len(placement) for placement in placements(puzzle)]
    for lightest, best in ((False, max), (True, min)):
        squares = {"given": puzzle.given, "blocked": puzzle.blocked}
        asked = rk.NonAttacking(
            puzzle.board, puzzle.pieces, puzzle.numbers, lightest=lightest, **squares
        )
        result = rk.solve(asked, threads=1)
        assert result.method == "counts"
        assert (result.value, result.bound) == (best(sizes),) * 2


fewest = partial(rk.NonAttacking, maximal=True, lightest=True)
AS_COVERS = [
    fewest(rk.Board(3, 4), "queen"),
    fewest(rk.Board(3, 4, walls=["b2"]), "R"),
    fewest(3, "N", blocked=["a1", "b2", "b3"]),
    fewest(rk.Board(3, wrap="torus"), "W"),
    fewest(rk.Board(3, 4, wrap="cylinder"), "B"),
    fewest(rk.Board(2, 5), "W2"),
]
NO_COVERS = [
    fewest(3, "fR"),
    fewest(3, "cannon"),
    fewest(rk.Board(1, 2, wrap="cylinder"), "snH"),  # which would pass the square it leaps to
    fewest(3, ["K", "N"], blocked=["b2"]),
    fewest(3, "K", (2, None)),
    fewest(3, "K", rows=(0, 1)),
    fewest(rk.Board(3, 4), "K", given=["b2"]),
    fewest(3, "K", weights=[[1] * 3] * 3),
    fewest(1, "K", blocked=["a1"]),
    fewest(3, "rook", 2),
    fewest(rk.Board(2, 5), "queen", (2, None), rows=1),
    rk.NonAttacking(3, "K", maximal=True),
    rk.NonAttacking(3, "K", lightest=True),
    *(
        rk.NonAttacking(3, piece, number, weights=[[3, -1, 4], [1, 5, -9], [2, 6, 5]], lightest=is_)
        for piece, number in (("N", (2, 3)), ("K", (2, 3)), ("fR", (2, 3)), ("cannon", (4, 5)))
        for is_ in (False, True)
    ),
]


@pytest.mark.parametrize("slices", [0, 100])
@pytest.mark.parametrize("puzzle", [*AS_COVERS, *NO_COVERS])
def test_maximal_and_weighed_placements_by_every_method(puzzle, slices, monkeypatch):
    """All agree with brute force; CP-SAT goes on where the search for the fewest ends early."""
    monkeypatch.setattr("rookery.nonattacking.exact.MOST_SLICES", slices)
    monkeypatch.setattr("rookery.nonattacking.counting.maximal_sets.WORDS_A_SLICE", 1)
    best = (min if puzzle.lightest else max)(map(puzzle.value, placements(puzzle)), default=None)
    methods = [method.name for method in family_of(puzzle).methods if method.fits(puzzle)]
    assert ("cover" in methods) is (puzzle in AS_COVERS)
    for method in methods:
        result = rk.solve(puzzle, method=method, threads=1)
        assert (result.value, result.bound) == (best, best), method
        assert result.status is (rk.Status.INFEASIBLE if best is None else rk.Status.OPTIMAL)


@pytest.mark.parametrize("seed", few(range(60), 4))
def test_weights_of_more_digits_than_cp_sat_adds_at_once(seed):
    random = Random(seed)
    digits = random.choice([[1.1, 2.3, 7.9], [0.1, 1e-9, -(10**12)], [5e-324, -1e-300, 0.7, 3]])
    weights = [[random.choice(digits) for _ in range(3)] for _ in range(3)]
    weights[random.randrange(3)][0] = 10**12 / 3
    lightest, piece = seed % 2 == 1, random.choice(["N", "R", "gQ", ["W", "F"]])
    puzzle = rk.NonAttacking(3, piece, weights=weights, lightest=lightest)

    def weight(placement):
        return sum(Fraction(weights[row][column]) for _, row, column in placement)

    exact_best = (min if lightest else max)(map(weight, placements(puzzle)))
    best = float(exact_best)
    result = rk.solve(puzzle, threads=1)
    assert weight(result.answer) == exact_best
    assert (result.value, result.bound, result.status) == (best, best, rk.Status.OPTIMAL)
    near = rk.solve(puzzle, limits=rk.Limits(gap=0.5), threads=1)
    assert near.value <= best <= near.bound or near.bound <= best <= near.value
    assert rk.placement(puzzle).status is rk.Status.OPTIMAL


@pytest.mark.parametrize(("lightest", "best"), [(False, 6.5), (True, 0.5)])
def test_the_bound_within_a_gap_is_a_weight_too(lightest, best):
    weights = [[0.5, 3.5, 1.0], [2.5, 0.5, 9.5], [3.0, 0.5, 2.0]]
    puzzle = rk.NonAttacking(3, "R", (1, 2), blocked=["c2"], weights=weights, lightest=lightest)
    result = rk.solve(puzzle, method="cp-sat", limits=rk.Limits(gap=1e-6), threads=1)
    assert (result.value, result.bound) == (best, best)


def test_heaviest_queens_are_solved_as_such():
    weights = [[(7 * row * column + column) % 11 for column in range(6)] for row in range(6)]
    puzzle = rk.NonAttacking(6, "queen", 6, weights=weights)
    result, other = rk.solve(puzzle), rk.solve(puzzle, method="cp-sat", threads=1)
    assert result.method == "heaviest"
    assert result.value == other.value == rk.solve(rk.Heaviest(weights)).value


@pytest.mark.parametrize("listed", [1, 2, 100])
def test_samples_are_uniform_and_repeat(monkeypatch, listed):
    monkeypatch.setattr("rookery.nonattacking.listing.LISTED", listed)
    puzzle = rk.NonAttacking(2, "queen")
    drawn = rk.sample(puzzle, 500, seed=3)
    assert drawn == rk.sample(puzzle, 500, seed=3)
    counts = [drawn.count(placement) for placement in rk.placements(puzzle)]
    assert sum(counts) == 500
    assert min(counts) > 60  # of 100 each, with a deviation of 9
    assert rk.sample(puzzle, 0) == []
    assert rk.sample(puzzle, 500, seed=3, limits=rk.Limits(work=0)) == drawn
    with pytest.raises(rk.PuzzleError, match="a puzzle with a placement"):
        rk.sample(rk.NonAttacking(3, "queen", 3), 1)
    monkeypatch.setattr("rookery.nonattacking.listing.LISTED", 1 << 40)
    with pytest.raises(rk.LimitError, match=r"no sample within 0.2 s"):
        rk.sample(rk.NonAttacking(9, "rook"), 1, limits=0.2)


def test_two_threads_prove_what_the_linear_program_proves():
    limits = rk.Limits(seconds=60, work=100)
    found = rk.solve(rk.NonAttacking(10, "wazir"), method="cp-sat", threads=2, limits=limits)
    assert (found.value, found.bound, found.status) == (50, 50, rk.Status.OPTIMAL)
