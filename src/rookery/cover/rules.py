"""Checks of covers against the rules of the pieces; each fault is described in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from rookery.boards.answers import pieces_in
from rookery.boards.attackers import attackers
from rookery.boards.board import Square
from rookery.boards.pieces import Piece
from rookery.errors import PuzzleError

if TYPE_CHECKING:
    from rookery.cover.puzzle import Cover, PlacedPiece

    Standing = tuple[tuple[Square, Piece], ...]


def faults(cover: Cover, answer: Any) -> list[str]:
    """Return the faults of a possible answer, in words."""
    try:
        placed_pieces = pieces_in(answer, cover.board, len(cover.pieces))
    except PuzzleError as error:
        return [str(error)]
    if not placed_pieces:
        return ["expected at least one piece, got none"]
    return misplaced(cover, placed_pieces) or [
        *uncovered(cover, placed_pieces),
        *overdone(cover, placed_pieces),
    ]


def misplaced(cover: Cover, placed_pieces: Sequence[PlacedPiece]) -> list[str]:
    """Return, in words, pieces on squares where they may not stand and pieces beyond the stock."""
    places = Counter((row, column) for _, row, column in placed_pieces)
    used = Counter(kind for kind, _, _ in placed_pieces)
    return [
        *_out_of_place(cover, placed_pieces),
        *(f"{n} pieces stand at {where(square)}" for square, n in places.items() if n > 1),
        *(
            f"expected at most {number} of piece {kind + 1}, got {used[kind]}"
            for kind, number in enumerate(cover.stock)
            if number is not None and used[kind] > number
        ),
    ]


def missed(cover: Cover, placed_pieces: Iterable[PlacedPiece]) -> list[Square]:
    """Return the kings, then the guarded squares, that are covered too few times."""
    return [target for target, _, _ in _short(cover, placed_pieces)]


def uncovered(cover: Cover, placed_pieces: Sequence[PlacedPiece]) -> list[str]:
    """Return, in words, the targets that are covered too few times."""
    kings, found = set(cover.kings), []
    for target, covers, least in _short(cover, placed_pieces):
        if least > 1:
            fault = f"covered {covers} times, at least {least}"
        elif target in kings:
            fault = "not in check"
        else:
            fault = "not attacked" if cover.total else "neither attacked nor occupied"
        found.append(f"{_named(target in kings)} at {where(target)} is {fault}")
    return found


def overdone(cover: Cover, placed_pieces: Sequence[PlacedPiece]) -> list[str]:
    """Return, in words, forbidden attacks and targets that are covered too often."""
    if not cover.strict:
        return []
    covers = _covers(cover, placed_pieces)
    columns, kings = cover.board.columns, set(cover.kings)
    faults = [
        f"{_named(target in kings)} at {where(target)} is covered {times} times, at most {most}"
        for target, most in zip(cover.targets, cover.at_most, strict=True)
        if most is not None and (times := covers[target[0] * columns + target[1]]) > most
    ]
    if not (cover.spared or cover.independent):
        return faults
    attacks = _attackers(cover, placed_pieces)
    faults += [
        f"spared square at {where(square)} is attacked"
        for square in sorted(cover.spared)
        if attacks[square[0] * columns + square[1]]
    ]
    if cover.independent:
        faults += [
            f"piece at {where(square)} is attacked by another of ours"
            for square, _ in _ours(cover, placed_pieces)
            if attacks[square[0] * columns + square[1]]
        ]
    return faults


def where(square: Sequence[int]) -> str:
    """Return the row and column of a square in words, counted from 1."""
    return f"row {square[0] + 1}, column {square[1] + 1}"


def _ours(cover: Cover, placed_pieces: Iterable[PlacedPiece]) -> Standing:
    """Return our pieces, placed and standing, with their squares."""
    placed = {(row, column): cover.pieces[kind] for kind, row, column in placed_pieces}
    return (*placed.items(), *((square, piece) for piece, square in cover.standing))


def _attackers(cover: Cover, placed_pieces: Iterable[PlacedPiece]) -> list[int]:
    """Return the number of our pieces that attack each square, row by row."""
    ours = _ours(cover, placed_pieces)
    return attackers(cover.board, ours, cover.obstacles.union(square for square, _ in ours))


def _covers(cover: Cover, placed_pieces: Iterable[PlacedPiece]) -> list[int]:
    """Return the number of our pieces that cover each square, by attack or by occupation."""
    placed_pieces = list(placed_pieces)
    covers = _attackers(cover, placed_pieces)
    if not cover.total:
        for _, row, column in placed_pieces:
            covers[row * cover.board.columns + column] += 1
    return covers


def _short(cover: Cover, placed_pieces: Iterable[PlacedPiece]) -> list[tuple[Square, int, int]]:
    """Return the targets covered too few times, with their coverage and the required one."""
    covers, columns = _covers(cover, placed_pieces), cover.board.columns
    return [
        (target, times, least)
        for target, least in zip(cover.targets, cover.at_least, strict=True)
        if (times := covers[target[0] * columns + target[1]]) < least
    ]


def _named(king: bool) -> str:
    return "king" if king else "square"


def _out_of_place(cover: Cover, placed_pieces: Iterable[PlacedPiece]) -> Iterator[str]:
    """Yield a message for each piece on a square where it may not stand."""
    kings, standing = set(cover.kings), {square for _, square in cover.standing}
    taken = (
        (cover.board.walls, "a wall"),
        (kings, "a king"),
        (standing, "a standing piece"),
        (cover.blocked, "a blocked square"),
        (cover.spared, "a spared square"),
    )
    for kind, *at in placed_pieces:
        square = (at[0], at[1])
        known = 0 <= kind < len(cover.pieces)
        if not known:
            yield f"piece {kind + 1} at {where(square)} is none of {len(cover.pieces)}"
        if square not in cover.board:
            yield f"piece at {where(square)} is off the board"
            continue
        for squares, what in taken:
            if square in squares:
                yield f"piece at {where(square)} stands on {what}"
        if known and not cover.may_stand(kind, square):
            yield f"piece {kind + 1} at {where(square)} stands where it is not allowed"
