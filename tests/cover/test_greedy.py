"""First covers are right on every board that has one, and hold nothing redundant."""

import random

import numpy as np
import pytest
from tests.cover.boards import FAIRY, attackers, random_cover, random_domain
from tests.cover.runs import run_of
from tests.limited import FakeClock
from tests.marks import few

import rookery as rk
from rookery.boards.board import WRAPS
from rookery.cover import greedy
from rookery.cover.model import candidates as table_module
from rookery.cover.model.scans import Scan, ScanBoard
from rookery.cover.puzzle import SHOWDOWN_PIECES, Cover, PlacedPiece
from rookery.cover.schedule import begin
from rookery.engine.run import Run


def chosen(puzzle: Cover) -> Scan | None:
    board = ScanBoard(puzzle)
    found = greedy.Greedy(board, np.random.default_rng(0)).covered(board.empty())
    return found if found.is_cover else None


def answer(scan: Scan) -> tuple[PlacedPiece, ...]:
    return scan.board.answer(scan.position)


def first_of(puzzle: Cover, clock: FakeClock | None = None, **options: float) -> Run:
    run = run_of(puzzle, clock or FakeClock(100.0, tick=0.01))
    greedy.find_first_cover(run, **{"tries": 20, **options})
    assert puzzle.check(run.answer) == []
    assert run.bound <= run.value
    return run


@pytest.mark.parametrize("seed", few(range(40), 3))
def test_covers_are_right_and_every_change_makes_them_cheaper(seed):
    kings = random_cover(seed, 4 + seed % 9, 5 + seed % 7, 0.1 + 0.05 * (seed % 11))
    assert chosen(kings) is not None
    for pieces in (SHOWDOWN_PIECES, FAIRY):
        domain = random_domain(seed, 4 + seed % 5, 5 + seed % 4, pieces, FAIRY)
        for puzzle in (kings, domain):
            if (found := chosen(puzzle)) is not None:
                less = greedy.without_redundant(found)
                other = greedy.exchanged(less, np.random.default_rng(seed), 20)
                assert [puzzle.check(answer(scan)) for scan in (found, less, other)] == [[]] * 3
                assert set(answer(less)) <= set(answer(found))
                assert other.cost <= less.cost


@pytest.mark.parametrize(("seed", "wrap"), [*enumerate(WRAPS)])
@pytest.mark.parametrize("pieces", [("Q", "N"), ("R", "B", "K")])
def test_every_piece_that_stays_is_needed(seed, pieces, wrap):
    side = rk.Board(8, 9, wrap=wrap)
    puzzle = Cover(side, [], [1, 2, 3][: len(pieces)], pieces, guarded=side.squares())
    board, rng = ScanBoard(puzzle), np.random.default_rng(seed)
    position = rng.integers(-1, len(pieces), 72)
    after = list(answer(greedy.without_redundant(board.scan(position))))
    assert puzzle.check(after) == []
    every = map(set, attackers(puzzle, after).values())
    assert {one for some in every if len(some) == 1 for one in some} == {at[1:] for at in after}


@pytest.mark.parametrize("seed", [4, 8, 9])
def test_room_is_made_on_crowded_boards(seed):
    puzzle = random_cover(seed, 14, 14, 0.7, SHOWDOWN_PIECES)
    assert puzzle.check(answer(chosen(puzzle))) == []


@pytest.mark.parametrize("choices", [0, 1, 7, 30])
@pytest.mark.parametrize("seed", range(4))
def test_in_a_hurry_any_beginning_becomes_a_cover(seed, choices):
    puzzle = random_cover(seed, 12, 13, 0.15 + 0.15 * seed, SHOWDOWN_PIECES)
    board, rng = ScanBoard(puzzle), np.random.default_rng(seed)
    begun = board.empty()
    some = rng.choice(np.flatnonzero(board.may[0]), choices, replace=False)
    begun[some] = rng.integers(0, len(puzzle.pieces), choices)
    found = answer(greedy.hurried(board.scan(begun)))
    assert puzzle.check(found) == []
    assert len(found) < board.may[0].sum()


def test_most_boards_with_stock_are_covered_by_greedy_choice():
    found = [chosen(random_domain(seed, 7, 8)) for seed in range(20)]
    assert sum(scan is not None for scan in found) >= 10


def test_queens_are_not_many_too_many():
    assert first_of(Cover.domination(8)).value <= 8


@pytest.mark.parametrize(
    ("piece", "conditions"),
    [
        ("Q", {"total": True}),
        ("N", {"total": True, "at_least": 2}),
        ("Q", {"at_least": 3}),
        ("K", {"independent": True}),
        ("Q", {"independent": True}),
        ("R", {"at_most": 2}),
        ("N", {"spared": ["a1", "h8", "d4"]}),
        ("K", {"stock": [30]}),
        ("Q", {"wrap": "torus", "total": True}),
        ("N", {"wrap": "cylinder", "at_least": 2}),
        ("B", {"wrap": "torus", "independent": True}),
    ],
)
def test_conditions_and_edges_have_a_first_cover(piece, conditions):
    first_of(Cover.domination(9, 11, piece, **conditions))


@pytest.mark.parametrize(("piece", "fewest"), [("B", 12), ("R", 12), ("K", 16)])
def test_lines_bounds_and_the_share_of_the_time_of_long_boards(piece, fewest, monkeypatch):
    monkeypatch.setattr(greedy, "LONG", 100)
    run = first_of(Cover.domination(12, piece=piece), FakeClock(100.0, tick=0.5), share=0.25)
    assert run.bound <= fewest <= run.value <= fewest + 9 * (piece == "K")
    assert run.remaining() > 75
    late = run_of(run.puzzle, FakeClock(0.0, tick=0.5))
    greedy.find_first_cover(late)
    assert (late.value, late.bound) == (None, run.bound)


def test_a_board_without_targets_gets_the_cheapest_piece_in_stock():
    puzzle = Cover.parse(["x_", "__"], [1, 5, 4], ["N", "R", "B"], stock=[0, 2, 2])
    assert answer(chosen(puzzle)) == ((2, 0, 1),)


@pytest.mark.parametrize("looks", [0, 5, 40, 160])
@pytest.mark.parametrize("kings", [False, True])
def test_when_the_time_is_over_there_is_a_cover(kings, looks):
    squares = list(rk.Board(30).squares())
    some = random.Random(5).sample(squares, len(squares) // 5)
    puzzle = Cover(30, some, [3, 5, 3, 2, 2, 4, 3, 4]) if kings else Cover.domination(30, piece="N")
    first_of(puzzle, FakeClock(looks, tick=1.0), share=greedy.ALMOST_ALL)


@pytest.mark.parametrize("piece", ["N", "K", "Q"])
def test_all_at_once_ends_in_a_few_rounds(piece):
    board, rounds = ScanBoard(Cover.domination(51, piece=piece)), []

    def batch(count: int) -> float:
        rounds.append(count)
        return greedy.ALL_AT_ONCE

    found = greedy.Greedy(board, np.random.default_rng(1), batch).covered(board.empty())
    assert board.puzzle.check(answer(found)) == []
    assert len(rounds) <= 10


@pytest.mark.parametrize("seed", few([10, 0, 2]))
def test_no_time_limit_gives_the_cover_of_a_long_one(seed):
    squares = random.Random(seed).sample(list(rk.Board(8).squares()), 34)
    puzzle = Cover(8, squares, [9, 4, 4, 5, 3, 4, 4, 5])
    free, limited = (first_of(puzzle, FakeClock(seconds)) for seconds in (None, 1000))
    assert free.answer == limited.answer


@pytest.mark.parametrize("method", ["auto", "greedy"])
def test_a_table_that_does_not_fit_leaves_the_first_cover(method, monkeypatch):
    puzzle = Cover.domination(8)
    monkeypatch.setattr(begin, "HUGE", 64)
    monkeypatch.setattr(begin, "LONG", 64)
    monkeypatch.setattr(table_module, "MOST_ATTACKS", 100)
    result = rk.solve(puzzle, method=method, threads=1)
    assert (result.status, result.reason) == (rk.Status.FEASIBLE, rk.Reason.MEMORY)
    assert puzzle.check(result.answer) == []
    assert result.bound <= 5 <= result.value


def test_a_small_board_without_a_cover_is_left_after_few_rounds(monkeypatch):
    rounds = []
    scan = ScanBoard.scan
    monkeypatch.setattr(ScanBoard, "scan", lambda *at: rounds.append(at) or scan(*at))
    line = ["a1", "b1", "c1", "d1"]
    none = Cover(rk.Board(1, 4), [], [1, 1], ["D", "mRcpR"], guarded=line, total=True, at_least=2)
    assert rk.solve(none).status is rk.Status.INFEASIBLE
    assert len(rounds) < 150
