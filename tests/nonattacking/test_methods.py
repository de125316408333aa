"""Best placements, lists, samples: known numbers, methods beside each other, brute force."""

import pytest
from tests.marks import few
from tests.nonattacking.boards import drawn, placements

import rookery as rk
from rookery.engine.run import Partial
from rookery.errors import PuzzleError
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


@pytest.mark.parametrize("piece", MOST)
def test_the_most_pieces(piece):
    for side, most in enumerate(MOST[piece], 1):
        puzzle = rk.NonAttacking(side, piece)
        result = rk.solve(puzzle, threads=1)
        assert (result.value, result.bound, result.status) == (most, most, rk.Status.OPTIMAL)
        assert rk.check(puzzle, result.answer) == []


@pytest.mark.parametrize("piece", FEWEST)
def test_the_fewest_of_a_maximal_placement(piece):
    for side, fewest in enumerate(FEWEST[piece], 1):
        puzzle = rk.NonAttacking(side, piece, maximal=True, lightest=True)
        result = rk.solve(puzzle, threads=1)
        assert (result.value, result.status) == (fewest, rk.Status.OPTIMAL)


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


@pytest.mark.parametrize(
    "puzzle",
    [
        rk.NonAttacking(rk.Board(3, 4), "queen", maximal=True, lightest=True),
        rk.NonAttacking(rk.Board(3, 4, walls=["b2"]), "R", maximal=True, lightest=True),
        rk.NonAttacking(3, "N", blocked=["a1", "b2", "b3"], maximal=True, lightest=True),
        rk.NonAttacking(rk.Board(3, wrap="torus"), "W", maximal=True, lightest=True),
        rk.NonAttacking(rk.Board(3, 4, wrap="cylinder"), "B", maximal=True, lightest=True),
        rk.NonAttacking(rk.Board(2, 5), "W2", maximal=True, lightest=True),
    ],
)
def test_the_fewest_as_a_cover(puzzle):
    result = rk.solve(puzzle, method="cover", threads=1)
    assert result.value == result.bound == min(map(len, placements(puzzle)))


@pytest.mark.parametrize(
    "puzzle",
    [
        rk.NonAttacking(3, "fR", maximal=True, lightest=True),
        rk.NonAttacking(3, "cannon", maximal=True, lightest=True),
        rk.NonAttacking(3, ["K", "N"], maximal=True, lightest=True),
        rk.NonAttacking(3, "K", (2, None), maximal=True, lightest=True),
        rk.NonAttacking(3, "K", rows=(0, 1), maximal=True, lightest=True),
        rk.NonAttacking(3, "K", given=["a1"], maximal=True, lightest=True),
        rk.NonAttacking(3, "K", weights=[[1] * 3] * 3, maximal=True, lightest=True),
        rk.NonAttacking(3, "K", maximal=True),
        rk.NonAttacking(3, "K", lightest=True),
        rk.NonAttacking(1, "K", blocked=["a1"], maximal=True, lightest=True),
    ],
)
def test_no_cover(puzzle):
    with pytest.raises(PuzzleError, match="'cover' cannot run"):
        rk.solve(puzzle, method="cover")


@pytest.mark.parametrize("slices", [0, 100])
@pytest.mark.parametrize(
    "puzzle",
    [
        rk.NonAttacking(rk.Board(3, 4), "queen", maximal=True, lightest=True),
        rk.NonAttacking(3, "rook", 2, maximal=True, lightest=True),
        rk.NonAttacking(rk.Board(3, 4), "K", given=["b2"], maximal=True, lightest=True),
        rk.NonAttacking(rk.Board(2, 5), "queen", (2, None), rows=1, maximal=True, lightest=True),
        rk.NonAttacking(3, ["K", "N"], blocked=["b2"], maximal=True, lightest=True),
    ],
)
def test_the_search_for_the_fewest_and_its_continuation(puzzle, slices, monkeypatch):
    """Both agree with brute force; CP-SAT goes on where the search ends early."""
    monkeypatch.setattr("rookery.nonattacking.exact.MOST_SLICES", slices)
    monkeypatch.setattr("rookery.nonattacking.counting.maximal_sets.WORDS_A_SLICE", 1)
    result = rk.solve(puzzle, method="maximal", threads=1)
    fewest = min(map(len, placements(puzzle)), default=None)
    assert (result.value, result.bound) == (fewest, fewest)
    expected = rk.Status.INFEASIBLE if fewest is None else rk.Status.OPTIMAL
    assert result.status is expected


@pytest.mark.parametrize("lightest", [False, True])
@pytest.mark.parametrize(
    ("piece", "number"), [("N", (2, 3)), ("K", (2, 3)), ("fR", (2, 3)), ("cannon", (4, 5))]
)
def test_weights_by_brute_force(piece, number, lightest):
    weights = [[3, -1, 4], [1, 5, -9], [2, 6, 5]]
    puzzle = rk.NonAttacking(3, piece, number, weights=weights, lightest=lightest)
    best = (min if lightest else max)(map(puzzle.value, placements(puzzle)))
    result = rk.solve(puzzle, threads=1)
    assert (result.value, result.bound) == (best, best)


def test_weights_of_floats_are_exact():
    weights = [[0.1, 0.2], [0.3, 0.1 + 2**-50]]
    result = rk.solve(rk.NonAttacking(2, "R", 2, weights=weights), threads=1)
    assert result.value == 0.5
    assert result.status is rk.Status.OPTIMAL


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


@pytest.mark.parametrize("method", ["auto", "cp-sat"])
def test_none_is_told_in_words(method):
    for puzzle in (rk.NonAttacking(3, "queen", 3), rk.NonAttacking(6, "queen", 6, given=["a6"])):
        for ask in (rk.solve, rk.placement):
            result = ask(puzzle, method=method, threads=1)
            assert result.status is rk.Status.INFEASIBLE
            assert (result.answer, result.value, result.bound) == (None, None, None)
            assert result.note
        if method == "auto":
            assert list(rk.placements(puzzle)) == []


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


def test_two_threads_prove_what_the_linear_program_proves():
    limits = rk.Limits(seconds=60, work=100)
    found = rk.solve(rk.NonAttacking(10, "wazir"), method="cp-sat", threads=2, limits=limits)
    assert (found.value, found.bound, found.status) == (50, 50, rk.Status.OPTIMAL)
