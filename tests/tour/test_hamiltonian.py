"""Tours of whole boards: found, proved impossible, and counted against published tables."""

import math
import random

import pytest

import rookery as rk
from rookery.engine.drive import run_to_limit
from rookery.engine.run import Run
from rookery.results.settings import Settings
from rookery.tour.hamiltonian.solving import SEARCHED, circuit
from rookery.tour.kernel_sets import SWEEPS

whole = rk.Tour.hamiltonian


def some_board(seed: int) -> rk.Tour:
    """Return a small whole-board tour with walls, for any mover and any ends."""
    rng = random.Random(seed)
    rows, columns = rng.randint(2, 4), rng.randint(2, 4)
    squares = [(row, column) for row in range(rows) for column in range(columns)]
    walls = rng.sample(squares, rng.randint(0, len(squares) // 3))
    free = [square for square in squares if square not in walls]
    closed = rng.random() < 0.4
    start = rng.choice([None, rng.choice(free)])
    goal = rng.choice([None, rng.choice(free), rng.sample(free, min(3, len(free)))])
    movers = ["N", "W", "WfF", "F", "A", "fRbW"] + ["K", "R"] * (len(free) <= 9)
    mover = rng.choice(movers)
    return whole(
        rk.Board(rows, columns, walls), mover, start, closed, goal=None if closed else goal
    )


#: Directed open knight's tours of squares (OEIS A165134), and of rectangles; twice the closed ones
#: of A001230 and A070030; squares by a wazir (A096969, A003763), a king's cycles (A140521).
COUNTS = [
    (4, 4, "N", False, 0),
    (5, 5, "N", False, 1_728),
    (3, 8, "N", False, 792),
    (3, 10, "N", False, 6_096),
    (4, 5, "N", False, 164),
    (4, 6, "N", False, 1_488),
    (3, 8, "N", True, 2 * 0),
    (3, 10, "N", True, 2 * 16),
    (3, 12, "N", True, 2 * 176),
    (5, 6, "N", False, 37_568),
    (5, 6, "N", True, 2 * 8),
    (6, 6, "N", True, 2 * 9_862),
    (20, 3, "N", True, 2 * 1_448_416),
    pytest.param(6, 6, "N", False, 6_637_920, marks=pytest.mark.slow),
    pytest.param(6, 7, "N", True, 2 * 1_067_638, marks=pytest.mark.slow),
    pytest.param(6, 8, "N", True, 2 * 55_488_142, marks=pytest.mark.slow),
    (3, 3, "W", False, 40),
    (4, 4, "W", False, 552),
    (5, 5, "W", False, 8_648),
    (6, 6, "W", True, 2 * 1_072),
    (8, 8, "W", True, 2 * 4_638_576),
    (3, 3, "K", True, 32),
    (4, 4, "K", True, 5_660),
]


@pytest.mark.parametrize(("rows", "columns", "mover", "closed", "count"), COUNTS)
def test_counts_are_those_of_the_tables(rows, columns, mover, closed, count):
    found = rk.count(whole(rk.Board(rows, columns), mover, closed=closed))
    assert (found.value, found.status) == (count, rk.Status.OPTIMAL)


def test_counts_of_more_than_64_bits_are_exact():
    counts = [0, 1, 2, 6]  # A006864, with its recurrence
    while len(counts) < 80:
        counts.append(2 * counts[-1] + 2 * counts[-2] - 2 * counts[-3] + counts[-4])
    assert rk.count(whole(rk.Board(4, 80), "W", closed=True)).value == 2 * counts[-1] > 1 << 80


def test_tables_that_grow_count_the_same(monkeypatch):
    SWEEPS.wait(math.inf)
    monkeypatch.setattr("rookery.tour.hamiltonian.frontier.STATES_A_SLICE", 8)
    assert rk.count(whole(rk.Board(5), "N")).value == 1_728


@pytest.mark.parametrize(
    ("tour", "why"),
    [
        (whole(rk.Board(5), "N", closed=True), "no 5x5 board has a closed knight's tour"),
        (whole(rk.Board(4, 10), "N", closed=True), "no 4x10 board has a closed knight's tour"),
        (whole(rk.Board(8, 3), "N", closed=True), "no 3x8 board has a closed knight's tour"),
        (whole(rk.Board(3, 6), "N"), "no 3x6 board has a knight's tour"),
        (whole(rk.Board(8), "B"), "a2 is out of reach from a1"),
        (whole(rk.Board(8, 8, ["a8", "h1"]), "W"), "the colours have 32 and 30 squares"),
        (whole(rk.Board(5), "W", "a2"), "begins and ends on the more frequent colour"),
        (whole(rk.Board(4), "W", "a1", goal="c1"), "begins and ends on different colours"),
        (whole(rk.Board(2, 5, ["c2"]), "K", closed=True), "without c1 the board splits into 2"),
        (whole(rk.Board(2, 3, ["a2", "c2"]), "W", closed=True), "has one move"),
        (whole(rk.Board.parse([".#.", "...", ".#."]), "W"), "have one move each"),
        (whole(rk.Board(3, 3), "fWrW", closed=True), "no move leads to a1"),
        (whole(rk.Board(3, 2, [(1, 1)]), "K", closed=True), "leave a1 fewer than two moves"),
        (whole(rk.Board(4, 2, [(2, 0)]), "K", closed=True), "close a tour of 3 squares only"),
        (whole(rk.Board(8), "N", closed=True, turn="quarter"), "parts of the tour has 16 moves"),
        (whole(rk.Board(12), "N", closed=True, turn="quarter"), "parts of the tour has 36 moves"),
        (whole(rk.Board(5), "K", closed=True, turn="quarter"), "the turn fixes a square"),
        (whole(rk.Board(4, 5), "W", closed=True, turn="half"), "parts of the tour has 10 moves"),
        (whole(rk.Board(4, 4, ["a1"]), "K", closed=True, turn="half"), "a half turn maps d4 to a1"),
    ],
)
def test_a_reason_is_given(tour, why):
    found = rk.solve(tour)
    assert found.status is rk.Status.INFEASIBLE
    assert why in found.note


def test_theorems_on_whole_boards_say_nothing_of_boards_with_walls():
    assert rk.solve(whole(rk.Board(5, walls=["a1"]), "N", closed=True)).value == 24
    assert rk.solve(whole(rk.Board(3, walls=["b2"]), "N")).value == 7


@pytest.mark.parametrize(
    ("side", "kwargs"),
    [
        (8, {}),
        (8, {"closed": True}),
        (9, {"start": "a1", "goal": "i9"}),
        (20, {"closed": True, "start": "c7"}),
        (16, {"start": "a1", "goal": "b1"}),
    ],
)
def test_knights_tours_are_found(side, kwargs):
    tour = whole(rk.Board(side), "N", **kwargs)
    found = rk.solve(tour)
    assert (found.status, tour.check(found.answer)) == (rk.Status.OPTIMAL, [])


def test_knights_tours_are_listed_without_walks_into_dead_ends():
    listed = list(rk.tours(whole(rk.Board(3, 8))))
    assert len(set(listed)) == 792
    assert listed == sorted(listed, key=lambda tour: [(column, -row) for row, column in tour])
    ends = {"start": "d4", "goal": "d5"}
    for tour in (whole(8), whole(10), whole(10, closed=True), whole(12, **ends)):
        assert tour.check(next(rk.tours(tour))) == []


def test_cp_sat_finds_and_refutes():
    def searched(tour):
        run = Run(tour, Settings(rk.Limits(seconds=60)))
        assert run_to_limit(circuit(tour, run), run) is None
        return run

    tour = whole(rk.Board(4), "K", closed=True)
    assert tour.check(searched(tour).answer) == []
    assert searched(whole(rk.Board(4), "N")).why_none == SEARCHED


def test_a_tour_of_all_squares_need_not_be_told_to_stand_on_each_once():
    tour = rk.Tour(rk.Board(8), "a1", "all", mover="N", visit="on")
    found = rk.solve(tour)
    assert (found.value, found.status) == (63, rk.Status.OPTIMAL)
    assert tour.check(found.answer) == []
    assert "exact layers need 2**69 bytes" in found.note


def test_a_count_that_is_stopped_tells_how_far_it_is():
    tour = whole(rk.Board(5), "N")
    found = rk.count(tour, limits=rk.Limits(work=12))
    assert (found.status, found.reason, found.value) == (rk.Status.UNKNOWN, rk.Reason.WORK, None)
    assert found.share == pytest.approx(12 / 25)
    assert "12 of 25 squares swept" in found.note
    some = rk.count(tour, method="walks", limits=rk.Limits(work=5))
    assert (some.status, some.reason, some.value) == (rk.Status.FEASIBLE, rk.Reason.WORK, 5)


def test_a_sweep_that_outgrows_the_memory_says_so(monkeypatch):
    monkeypatch.setattr("rookery.tour.memory.MOST_BYTES", 1 << 16)
    found = rk.count(whole(rk.Board(6), "N"))
    assert (found.status, found.reason) == (rk.Status.UNKNOWN, rk.Reason.MEMORY)
    assert "expected at most 64.0 KiB" in found.note
