"""Small random boards for the tests of covers.

A board drawn at random may have no cover, or none that a search by hand would ever reach. Where
a test needs one, `planted` draws pieces first and keeps only the targets that they cover.
"""

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from rookery import Piece, PuzzleError
from rookery.boards.board import Board, Square, Wrap
from rookery.cover.puzzle import SHOWDOWN_PIECES, Cover, PlacedPiece

FAIRY = tuple(map(Piece, ("NN", "gQ", "R2", "fB", "cpR", "DD", "K", "pB3", "mRcN")))
CANNONS = tuple(map(Piece, ("cannon", "knight", "gQ")))
#: The fewest queens that cover boards of 1, 2, ... squares a side: OEIS A075458.
QUEENS = (1, 1, 1, 2, 3, 3, 4, 5, 5, 5, 5, 6, 7, 8, 9, 9, 9, 9, 10, 11, 11, 12, 12, 13, 13)


def random_cover(seed, rows, columns, density=0.3, pieces=SHOWDOWN_PIECES, walls=0.0, dearest=9):
    """Return a board on which every king has an empty neighbour."""
    rng = random.Random(seed)
    squares = [(row, column) for row in range(rows) for column in range(columns)]
    stone = {square for square in squares if rng.random() < walls}
    kings = {square for square in squares if square not in stone and rng.random() < density}
    free = set(squares) - stone
    if not free:
        stone.clear()
        free = set(squares)
    for row, column in sorted(kings):
        near = {(row + a, column + b) for a in (-1, 0, 1) for b in (-1, 0, 1)}
        if not (near & free) - kings:
            kings.remove((row, column))
    if kings == free:
        kings = set()
    prices = [rng.randint(1, dearest) for _ in pieces]
    return Cover(Board(rows, columns, stone), kings, prices, pieces)


def random_domain(
    seed, rows, columns, pieces=SHOWDOWN_PIECES, standing=SHOWDOWN_PIECES, density=0.3, dearest=9
):
    """Return a board with guarded and blocked squares, standing pieces and a stock.

    Every third board has no kings, every third no guarded squares.
    """
    rng = random.Random(seed)
    while True:
        letters = {(r, c): rng.random() for r in range(rows) for c in range(columns)}
        walls = [square for square, x in letters.items() if x < 0.05]
        kings = [square for square, x in letters.items() if 0.05 <= x < 0.05 + density / 2]
        squares = [square for square, x in letters.items() if x >= 0.05 + density / 2]
        rng.shuffle(squares)
        try:
            already = [(rng.choice(standing), squares.pop()) for _ in range(rng.randint(0, 2))]
            return Cover(
                Board(rows, columns, walls),
                kings if seed % 3 else (),
                [rng.randint(1, dearest) for _ in pieces],
                pieces,
                guarded=[s for s in squares if rng.random() < density] if (seed + 1) % 3 else (),
                blocked=[s for s in squares if rng.random() < 0.25],
                standing=already,
                stock=[rng.choice((0, 1, 2, None)) for _ in pieces],
            )
        except (PuzzleError, IndexError):
            continue


def set_cover(seed: int, drawn: Cover, prices: Sequence[int], pieces: Sequence[str]) -> Cover:
    """Return a board of kings with guarded squares, at times total or with a limited stock."""
    return Cover(
        drawn.board,
        drawn.kings,
        prices[: len(pieces)],
        pieces,
        guarded=drawn.places[seed::3],
        total=seed % 2 == 1,
        stock=[2, *[None] * (len(pieces) - 1)] if seed == 3 and len(pieces) > 1 else None,
    )


def wrapped(puzzle: Cover, wrap: Wrap) -> Cover:
    """Return a puzzle with wrapped edges; as it is if standing pieces then cover every target."""
    try:
        return replace(puzzle, board=replace(puzzle.board, wrap=wrap))
    except PuzzleError:
        return puzzle


@dataclass(frozen=True)
class Planted:
    """A puzzle with at least one target, and the cover that it was drawn around."""

    puzzle: Cover
    placed_pieces: tuple[PlacedPiece, ...]

    @property
    def cost(self) -> int:
        """The cost of the cover; the cheapest costs no more."""
        return self.puzzle.value(self.placed_pieces)


def planted(draw: Callable[[int], Cover], seed: int, number: int = 2) -> Planted:
    """Return a drawn puzzle without the targets that `number` random pieces leave uncovered.

    If the pieces cover nothing, draw another puzzle.
    """
    while True:
        drawn = draw(seed)
        placed_pieces = _some_pieces(drawn, number, random.Random(seed))
        try:
            puzzle = _without_missed(drawn, placed_pieces)
        except PuzzleError:  # a standing piece alone covers what is left
            puzzle = None
        if placed_pieces and puzzle is not None and puzzle.targets:
            assert puzzle.check(placed_pieces) == []
            return Planted(puzzle, placed_pieces)
        seed += 1000


def _some_pieces(puzzle: Cover, number: int, rng: random.Random) -> tuple[PlacedPiece, ...]:
    squares = rng.sample(puzzle.places, min(number, len(puzzle.places)))
    left = [number if stock is None else stock for stock in puzzle.stock]
    placed_pieces = []
    for row, column in squares:
        kinds = [kind for kind, stock in enumerate(left) if stock]
        if kinds:
            kind = rng.choice(kinds)
            left[kind] -= 1
            placed_pieces.append((kind, row, column))
    return tuple(placed_pieces)


def _without_missed(puzzle: Cover, placed_pieces: tuple[PlacedPiece, ...]) -> Cover:
    """Leave out targets until none is missed: a king that goes may have been a hurdle."""
    while missed := set(puzzle.missed(placed_pieces)):
        kings, guarded = set(puzzle.kings) - missed, set(puzzle.guarded) - missed
        puzzle = replace(puzzle, kings=kings, guarded=guarded, at_least=1, at_most=None)
    return puzzle


def attackers(puzzle: Cover, placed_pieces: Iterable[PlacedPiece]) -> dict[Square, list[Square]]:
    """Return the squares of the pieces that attack each target or stand on it."""
    placed = {(row, column): puzzle.pieces[kind] for kind, row, column in placed_pieces}
    occupied = placed.keys() | puzzle.obstacles
    found: dict[Square, list[Square]] = {target: [] for target in puzzle.targets}
    for target in placed.keys() & found.keys():
        found[target].append(target)
    for square, piece in (*placed.items(), *((square, piece) for piece, square in puzzle.standing)):
        for end in piece.attacks(puzzle.board, square, occupied) & found.keys():
            found[end].append(square)
    return found
