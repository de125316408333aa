"""Checks of covers against the rules of the pieces; each fault is described in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

from rookery.boards.answers import pieces_in
from rookery.boards.attackers import attackers
from rookery.boards.board import Board, Square
from rookery.errors import PuzzleError

if TYPE_CHECKING:
    from rookery.cover.puzzle import Cover, PlacedPiece


Naming: TypeAlias = Callable[[Sequence[int]], str]


def faults(cover: Cover, answer: Any, naming: Naming | None = None) -> list[str]:
    """Return the faults of a possible answer, in words, with squares by name or by `naming`."""
    where = naming or partial(_name, cover.board)
    try:
        placed_pieces = pieces_in(answer, cover.board, len(cover.pieces))
    except PuzzleError as error:
        return [str(error)]
    if not placed_pieces:
        return ["expected at least one piece, got none"]
    if found := misplaced(cover, placed_pieces, where):
        return found
    attacks, covers = _coverage(cover, placed_pieces)
    columns, kings = cover.board.columns, set(cover.kings)
    over, forbidden = [], []
    for target, least, most in zip(cover.targets, cover.at_least, cover.at_most, strict=True):
        times = covers[target[0] * columns + target[1]]
        if times >= least and (most is None or times <= most):
            continue
        name = f"{'king' if target in kings else 'square'} at {where(target)} is"
        if times >= least:
            over.append(f"{name} covered {times} times, at most {most}")
        elif least > 1:
            found.append(f"{name} covered {times} times, at least {least}")
        elif target in kings:
            found.append(f"{name} not in check")
        else:
            bare = "not attacked" if cover.total else "neither attacked nor occupied"
            found.append(f"{name} {bare}")
    for square in sorted(cover.spared):
        if attacks[square[0] * columns + square[1]]:
            forbidden.append(f"spared square at {where(square)} is attacked")
    standing = [square for _, square in cover.standing]
    ours = [*((row, column) for _, row, column in placed_pieces), *standing]
    for square in ours if cover.independent else ():
        if attacks[square[0] * columns + square[1]]:
            forbidden.append(f"piece at {where(square)} is attacked by another of ours")
    return found + over + forbidden


def misplaced(
    cover: Cover, placed_pieces: Sequence[PlacedPiece], naming: Naming | None = None
) -> list[str]:
    """Return, in words, pieces on squares where they may not stand and pieces beyond the stock."""
    where = naming or partial(_name, cover.board)
    found: list[str] = []
    taken = (
        (cover.board.walls, "a wall"),
        (set(cover.kings), "a king"),
        ({square for _, square in cover.standing}, "a standing piece"),
        (cover.blocked, "a blocked square"),
        (cover.spared, "a spared square"),
    )
    for kind, *square in placed_pieces:
        at, name = (square[0], square[1]), where(square)
        known = 0 <= kind < len(cover.pieces)
        if not known:
            found.append(f"piece {kind + 1} at {name} is none of {len(cover.pieces)}")
        if at not in cover.board:
            found.append(f"piece at {name} is off the board")
            continue
        found += [f"piece at {name} stands on {what}" for squares, what in taken if at in squares]
        if known and not cover.may_stand(kind, at):
            found.append(f"piece {kind + 1} at {name} stands where it is not allowed")
    places = Counter((row, column) for _, row, column in placed_pieces)
    found += [f"{n} pieces stand at {where(square)}" for square, n in places.items() if n > 1]
    used = Counter(kind for kind, _, _ in placed_pieces)
    return found + [
        f"expected at most {number} of piece {kind + 1}, got {used[kind]}"
        for kind, number in enumerate(cover.stock)
        if number is not None and used[kind] > number
    ]


def missed(cover: Cover, placed_pieces: Iterable[PlacedPiece]) -> list[Square]:
    """Return the kings, then the guarded squares, that are covered too few times."""
    (_, covers), columns = _coverage(cover, placed_pieces), cover.board.columns
    targets = zip(cover.targets, cover.at_least, strict=True)
    return [(row, column) for (row, column), n in targets if covers[row * columns + column] < n]


def _coverage(cover: Cover, placed_pieces: Iterable[PlacedPiece]) -> tuple[list[int], list[int]]:
    """Return the number of our pieces that attack, and that cover, each square, row by row."""
    placed = {(row, column): cover.pieces[kind] for kind, row, column in placed_pieces}
    ours = (*placed.items(), *((square, piece) for piece, square in cover.standing))
    occupied = cover.obstacles.union(placed)
    attacks = attackers(cover.board, ours, occupied)
    covers = attacks.copy()
    for row, column in () if cover.total else placed:
        covers[row * cover.board.columns + column] += 1
    return attacks, covers


def by_row_and_column(square: Sequence[int]) -> str:
    """Return a square as its row and column, counted from 1 at the top left."""
    return f"row {square[0] + 1}, column {square[1] + 1}"


def _name(board: Board, square: Sequence[int]) -> str:
    at = (square[0], square[1])
    return board.name(at) if at in board or at in board.walls else by_row_and_column(square)
