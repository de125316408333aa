"""All that may be asked of a cover, with wrapped edges too, by every method against trying all."""

import random
from collections.abc import Iterator

import pytest
from tests.command import rookery
from tests.cover.brute import cheapest_covers
from tests.cover.by_rules import GROUPS, drawn, is_cover
from tests.marks import few
from tests.properties.symmetry import firsts, moves

import rookery as rk
from rookery.boards.board import WRAPS
from rookery.cover.bounds import theorems
from rookery.cover.methods import METHODS
from rookery.cover.model.traits import images, symmetries
from rookery.cover.puzzle import PlacedPiece

DEAREST = 13
BOARD = rk.Board(3, 2, walls=["a1"])
WITHOUT_TARGETS = {
    "one price": rk.Cover(rk.Board(2), (), {"R": 1, "N": 1}),
    "two prices": rk.Cover(BOARD, (), {"R": 2, "N": 1}),
    "a hopper": rk.Cover(BOARD, (), {"mRcpR": 1, "R": 1}),
    "prices by square": rk.Cover(rk.Board(2), (), ["3/2"], ["R"], square_prices=[[1, 2], [1, 1]]),
    "the cheaper out of stock": rk.Cover(rk.Board(2), (), {"R": 1, "N": 3}, stock={"R": 0}),
    "squares allowed": rk.Cover(BOARD, (), {"R": 1, "N": 2}, allowed={"R": ["b2", "b3"]}),
    "one square left": rk.Cover(rk.Board(2), (), {"R": 1}, blocked=["a1", "a2", "b1"]),
    "spared": rk.Cover(BOARD, (), {"R": 1, "N": 3}, spared=["b1"]),
    "independent": rk.Cover(rk.Board(2), (), {"R": 1}, independent=True),
}


def expect_cheapest(puzzle: rk.Cover, covers: list[tuple[tuple[int, int, int], ...]]) -> None:
    """Hold every method against all cheapest covers; without any, none costs less than DEAREST."""
    least = puzzle.value(covers[0]) if covers else None
    for method in METHODS:
        if method.fits(puzzle):
            limits = rk.Limits(seconds=60, work=2000 if method.name == "anneal" else None)
            found = rk.solve(puzzle, limits=limits, method=method.name, threads=1)
            assert found.answer is None or is_cover(puzzle, found.answer)
            assert found.value is None or found.value >= (least or DEAREST)
            assert least is None or found.bound <= least
            if least and method.name in ("exact", "auto"):
                assert (found.value, found.bound) == (least, least)


def expect_counted(puzzle: rk.Cover, covers: list[tuple[tuple[int, int, int], ...]]) -> None:
    """Hold lists and counts, of which some are up to symmetry, against all cheapest covers."""
    assert list(rk.covers(puzzle, limits=60)) == covers
    assert rk.count(puzzle, limits=60).value == len(covers)
    classes = {min(images(puzzle, symmetries(puzzle), cover)) for cover in covers}
    assert rk.count(puzzle, fundamental=True).value == len(classes)
    assert len(list(rk.covers(puzzle, fundamental=True))) == len(classes)


@pytest.mark.parametrize("seed", few(range(100, 247), 7))
def test_conditions_of_all_kinds(seed):
    puzzle = drawn(seed, WRAPS[seed % 3], GROUPS[seed % 7])
    covers = cheapest_covers(puzzle, DEAREST)
    expect_cheapest(puzzle, covers)
    if covers and seed % 3 == 0:
        expect_counted(puzzle, covers)


@pytest.mark.parametrize("puzzle", few(WITHOUT_TARGETS.values(), 6), ids=WITHOUT_TARGETS)
def test_without_targets_there_is_one_piece(puzzle):
    covers = cheapest_covers(puzzle, 4)
    expect_cheapest(puzzle, covers)
    expect_counted(puzzle, covers)
    assert rk.solve(puzzle, method="greedy").answer in covers
    assert rk.is_unique(puzzle) is (len(covers) == 1)
    assert rk.check(puzzle, ()) == ["expected at least one piece, got none"]


def test_the_judge_places_the_cheapest_piece_where_there_is_no_king():
    run = rookery("judge showdown", text="1\n2\n__\n__\n3 4 3 3 2 9 3 4\n")
    assert (run.exit_code, run.stdout.split()[:2]) == (0, ["1", "2"])


def some_placements(puzzle: rk.Cover, rng: random.Random) -> Iterator[list[PlacedPiece]]:
    """Yield placements of one to four pieces."""
    for _ in range(12):
        squares = rng.sample(puzzle.places, min(rng.randint(1, 4), len(puzzle.places)))
        yield [(rng.randrange(len(puzzle.pieces)), *square) for square in squares]


@pytest.mark.parametrize("pieces", GROUPS, ids="-".join)
@pytest.mark.parametrize("wrap", WRAPS)
def test_covers_around_joined_edges_are_checked_by_the_rules(pieces, wrap):
    verdicts = set()
    for seed in range(12):
        puzzle = drawn(seed, wrap, pieces)
        for placed in some_placements(puzzle, random.Random(seed)):
            verdict = is_cover(puzzle, placed)
            assert (puzzle.check(placed) == []) == verdict
            verdicts.add(verdict)
    assert verdicts == {True, False}


@pytest.mark.parametrize(
    ("rows", "columns"), few([(3, 3), (2, 6), (4, 4), (3, 5), (5, 3), (1, 7)], 2)
)
@pytest.mark.parametrize("piece", few(["Q", "N", "B", "R", "K"], 2))
@pytest.mark.parametrize("wrap", WRAPS[1:])
def test_the_fewest_pieces_around_joined_edges_are_found_and_counted(wrap, piece, rows, columns):
    """One piece in the way of another of its kind attacks what lies behind it."""
    puzzle = rk.Cover.domination(rows, columns, piece=piece, wrap=wrap)
    covers = cheapest_covers(puzzle, rows * columns + 1)
    fewest = len(covers[0])
    found = rk.solve(puzzle, limits=60, threads=1)
    assert (found.value, found.status) == (fewest, rk.Status.OPTIMAL)
    assert rk.count(puzzle).value == len(covers)
    assert (theorems.bound(puzzle) or 0) <= fewest
    assert rk.count(puzzle, fundamental=True).value == len(firsts(moves(puzzle.board), covers))


@pytest.mark.parametrize("piece", ["nN", "rnDD", "FcF"])
def test_an_attack_past_its_own_square_or_in_two_ways_is_one_attack(piece):
    """On a torus of one row, a mao's first step leads back to its square."""
    puzzle = rk.Cover(rk.Board(1, 5, wrap="torus"), (), {piece: 1}, guarded=["b1", "c1"], at_most=1)
    assert rk.solve(puzzle, threads=1).value == 1
    assert list(rk.covers(puzzle)) == cheapest_covers(puzzle, 2)
