"""Covers of cylinders and tori, against attacks by modular arithmetic and against trying all."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, product

import pytest
from tests.cover.by_rules import GROUPS, attacked, drawn, is_cover
from tests.marks import few

import rookery as rk
from rookery.boards.board import Board, Square
from rookery.cover.bounds import theorems
from rookery.cover.model.candidates import candidates
from rookery.cover.model.traits import has_box, symmetries
from rookery.cover.puzzle import Cover, PlacedPiece
from rookery.cover.text import TEXT
from rookery.document import document_of, puzzle_of
from rookery.results.result import Status

WRAPS = ("cylinder", "torus")


def some_placements(puzzle: Cover, rng: random.Random) -> Iterator[list[PlacedPiece]]:
    """Yield placements of one to four pieces."""
    for _ in range(12):
        squares = rng.sample(puzzle.places, min(rng.randint(1, 4), len(puzzle.places)))
        yield [(rng.randrange(len(puzzle.pieces)), *square) for square in squares]


@pytest.mark.parametrize("pieces", GROUPS, ids="-".join)
@pytest.mark.parametrize("wrap", WRAPS)
def test_covers_around_joined_edges_are_checked_by_the_rules(
    pieces: Sequence[str], wrap: str
) -> None:
    verdicts = set()
    for seed in range(12):
        puzzle = drawn(seed, wrap, pieces)
        for placed in some_placements(puzzle, random.Random(seed)):
            verdict = is_cover(puzzle, placed)
            assert (puzzle.check(placed) == []) == verdict
            verdicts.add(verdict)
    assert verdicts == {True, False}


@pytest.mark.parametrize("pieces", GROUPS, ids="-".join)
@pytest.mark.parametrize("wrap", WRAPS)
def test_candidates_can_attack_whatever_is_attacked(pieces: Sequence[str], wrap: str) -> None:
    for seed in range(5):
        puzzle = drawn(seed, wrap, pieces, plain=True)
        table = candidates(puzzle)
        owner, target = table.pairs()
        columns = puzzle.board.columns
        pairs = {
            (int(table.kind[at]), *divmod(int(table.square[at]), columns), puzzle.targets[king])
            for at, king in zip(owner, target, strict=True)
        }
        for placed in some_placements(puzzle, random.Random(seed)):
            occupied = puzzle.obstacles | {(row, column) for _, row, column in placed}
            for kind, row, column in placed:
                piece = puzzle.pieces[kind].betza
                ends = attacked(puzzle.board, (row, column), piece, occupied)
                assert {(kind, row, column, end) for end in ends & set(puzzle.targets)} <= pairs


def by_trying(
    rows: int, columns: int, wrap: str, piece: str
) -> tuple[int, list[tuple[Square, ...]]]:
    """Return how few pieces guard a board, and every choice of so many squares that does."""
    board = Board(rows, columns, wrap=wrap)
    squares = list(board.squares())
    guards = {square: {square} | attacked(board, square, piece, set()) for square in squares}
    for number in range(1, len(squares) + 1):
        found = [
            chosen
            for chosen in combinations(squares, number)
            if len(set().union(*(guards[square] for square in chosen))) == len(squares)
        ]
        if found:
            return number, found
    raise AssertionError


@pytest.mark.parametrize(
    ("rows", "columns"), few([(3, 3), (2, 6), (4, 4), (3, 5), (5, 3), (1, 7)], 2)
)
@pytest.mark.parametrize("piece", few(["Q", "B", "N", "R", "K"], 3))
@pytest.mark.parametrize("wrap", WRAPS)
def test_the_fewest_pieces_around_joined_edges_are_found_and_counted(
    wrap: str, piece: str, rows: int, columns: int
) -> None:
    """One piece in the way of another of its kind attacks what lies behind it."""
    fewest, covers = by_trying(rows, columns, wrap, piece)
    puzzle = Cover.domination(rows, columns, piece=piece, wrap=wrap)
    found = rk.solve(puzzle, limits=60, threads=1)
    assert (found.value, found.status) == (fewest, Status.OPTIMAL)
    assert rk.count(puzzle).value == len(covers)
    assert (theorems.bound(puzzle) or 0) <= fewest
    assert rk.count(puzzle, fundamental=True).value == orbits((rows, columns), wrap, covers)


def orbits(sides: tuple[int, int], wrap: str, covers: Iterable[Sequence[Square]]) -> int:
    """Return how many covers there are when shifts, turns and mirrors do not matter."""
    rows, columns = sides
    images = []
    for down, right, swap in product((1, -1), (1, -1), (False, True)):
        for shift in product(range(rows if wrap == "torus" else 1), range(columns)):
            if swap and (rows != columns or wrap != "torus"):
                continue
            images.append((down, right, swap, shift))

    def moved(square: Square, image: tuple[int, int, bool, Square]) -> Square:
        down, right, swap, shift = image
        row, column = square[::-1] if swap else square
        row = row if down > 0 else rows - 1 - row
        column = column if right > 0 else columns - 1 - column
        return (row + shift[0]) % rows, (column + shift[1]) % columns

    left = {frozenset(cover) for cover in covers}
    number = 0
    while left:
        cover = left.pop()
        left -= {frozenset(moved(square, image) for square in cover) for image in images}
        number += 1
    return number


@pytest.mark.parametrize("n", few(range(3, 10), 5))
def test_kings_and_rooks_on_the_torus(n: int) -> None:
    """J. J. Watkins, "Across the Board", 2004: ceil(n ceil(n / 3) / 3) kings, n rooks."""
    third = -(-n // 3)
    for piece, fewest in (("king", -(-n * third // 3)), ("rook", n)):
        found = rk.solve(Cover.domination(n, piece=piece, wrap="torus"), limits=60, threads=1)
        assert (found.value, found.status) == (fewest, Status.OPTIMAL)


def test_what_holds_on_the_plane_alone_is_not_used() -> None:
    plane, torus = (Cover.domination(9, wrap=wrap) for wrap in ("", "torus"))
    assert (has_box(plane), has_box(torus)) == (True, False)
    assert (theorems.bound(plane), theorems.bound(torus)) == (5, None)
    plane, torus = (Cover.domination(4, piece="king", wrap=wrap) for wrap in ("", "torus"))
    assert (theorems.bound(plane), rk.solve(torus, limits=60, threads=1).value) == (4, 3)


def test_shifts_are_symmetries() -> None:
    assert len(symmetries(Cover.domination(4, wrap="torus"))) == 16 * 8
    assert len(symmetries(Cover.domination(4, wrap="cylinder"))) == 4 * 4
    with_wall = Cover.domination(4, wrap="torus", walls=["a1"])
    assert len(symmetries(with_wall)) == 8


def test_the_text_and_the_document_tell_the_edges() -> None:
    costs = [3, 4, 3, 3, 3, 9, 3, 4]
    puzzle = Cover.parse(["#__", "___", "__#"], costs, wrap="torus")
    assert puzzle.board == Board(3, wrap="torus")
    assert puzzle_of(document_of(puzzle)) == puzzle
    written = TEXT.write(puzzle)
    assert "wrap torus" in written
    assert TEXT.read(Cover, written.encode(), "board.txt", None) == puzzle
    with pytest.raises(rk.InputError, match="cylinder or torus, got 'ball'"):
        TEXT.read(Cover, written.replace("torus", "ball").encode(), "board.txt", None)
