"""The methods against trying everything, and what they promise of limits and seeds."""

import pytest
from tests.cover.boards import FAIRY, SHOWDOWN_PIECES, planted, random_cover, random_domain
from tests.cover.brute import cheapest
from tests.marks import few

import rookery as rk
from rookery.cover.model.traits import can_anneal

SAMPLE = ["___##", "__#__", "##_#_", "_##__", "##___"]


def solve(puzzle, work=20_000, **keywords):
    return rk.solve(puzzle, limits=rk.Limits(work=work), threads=1, **keywords)


@pytest.mark.parametrize("pieces", [SHOWDOWN_PIECES, FAIRY])
@pytest.mark.parametrize("seed", few(range(12), 2))
def test_the_cheapest_is_annealed_and_proved_on_tiny_boards(seed, pieces):
    board = planted(lambda seed: random_cover(seed, 3, 3, 0.5, pieces), seed)
    annealed, proved = (solve(board.puzzle, method=method) for method in ("anneal", "exact"))
    assert annealed.value == proved.value == cheapest(board.puzzle, board.cost + 1)
    assert annealed.bound <= annealed.value
    assert (proved.status, proved.reason) == (rk.Status.OPTIMAL, rk.Reason.PROVED)


def test_the_sample_has_a_better_answer_than_the_statements():
    puzzle = rk.Cover.parse(SAMPLE, [1, 1, 1, 1, 1, 1, 2, 1])
    assert solve(puzzle).value == 3


@pytest.mark.parametrize("seed", few(range(6)))
def test_annealing_is_never_worse_than_greedy(seed):
    puzzle = random_cover(seed, 10, 12, 0.1 + 0.1 * seed, dearest=1000)
    greedy = solve(puzzle, method="greedy")
    annealed = solve(puzzle, method="anneal")
    assert greedy.bound <= annealed.value <= greedy.value
    assert annealed.bound >= greedy.bound
    assert greedy.reason in (rk.Reason.DONE, rk.Reason.PROVED)


def test_a_king_out_of_reach_is_named():
    puzzle = rk.Cover.parse(["___", "__#"], [1], ["fF"])
    for method in ("auto", "greedy", "anneal", "exact"):
        result = solve(puzzle, method=method)
        assert (result.status, result.answer, result.bound) == (rk.Status.INFEASIBLE, None, None)
        assert result.note == "no piece can check the king on c1"


@pytest.mark.parametrize("seed", few(range(3)))
def test_lame_leapers_are_left_to_cp_sat(seed):
    puzzle = random_cover(seed, 6, 6, 0.2, tuple(map(rk.Piece, ("nN", "W", "nA", "F"))))
    result = solve(puzzle)
    stages = [progress.stage for progress in result.trace]
    assert stages[0] == "greedy"
    assert "anneal" not in stages
    assert result.status is rk.Status.OPTIMAL
    assert result.value <= solve(puzzle, method="greedy").value
    with pytest.raises(rk.PuzzleError, match="'anneal' cannot run on this puzzle"):
        solve(puzzle, method="anneal")


def test_pieces_that_the_kernel_knows():
    knows = {"N": True, "gQR2": True, "nN": False, "nNN": False, "RR4": False, "gBcpB": False}
    for betza, known in knows.items():
        assert can_anneal(rk.Cover.parse(["#_"], [1], [betza])) is known, betza
    standing = rk.Cover.parse(["#___"], [1], ["R"], standing=[("nN", "c1")])
    assert not can_anneal(standing)
    assert not can_anneal(rk.Cover.domination(63, 2, piece="K"))


@pytest.mark.parametrize("seed", few(range(6)))
def test_guards_standing_pieces_and_stock_are_annealed(seed):
    puzzle = planted(lambda seed: random_domain(seed, 7, 8, density=0.5), seed, 12).puzzle
    cheapest = solve(puzzle, method="exact")
    assert cheapest.status is rk.Status.OPTIMAL
    for method in ("anneal", "auto"):
        result = solve(puzzle, method=method)
        assert result.bound <= cheapest.value <= result.value
        assert result.value <= 1.1 * cheapest.value
        assert puzzle.check(result.answer) == []


def test_kernels_that_only_load_are_not_said_to_be_compiled(kernels):
    kernels.forget()
    puzzle = random_cover(9, 15, 15, 0.4, dearest=1000)
    assert rk.solve(puzzle, limits=0.2).note == "kernels were still being loaded"


@pytest.mark.parametrize("threads", [1, 2])
def test_a_time_limit_of_nothing_still_gives_an_answer(threads):
    puzzle = random_cover(9, 15, 15, 0.4, dearest=1000)
    result = rk.solve(puzzle, limits=rk.Limits(seconds=0), threads=threads)
    assert (result.status, result.reason) == (rk.Status.FEASIBLE, rk.Reason.TIME)
