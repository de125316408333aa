"""Validation of `Cover` puzzles."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from rookery.cover import rules
from rookery.errors import PuzzleError, shown

if TYPE_CHECKING:
    from rookery.cover.puzzle import Cover

HIGHEST_PRICE = 10**18  # units; the searches count in 64-bit integers


def refuse_nonsense(cover: Cover) -> None:
    """Raise a `PuzzleError` if the parts of a puzzle contradict each other."""
    _refuse_unscalable(cover)
    _refuse_miscounted(cover)
    _refuse_misplaced(cover)


def _refuse_unscalable(cover: Cover) -> None:
    """Raise if a price exceeds `HIGHEST_PRICE` as a multiple of `Cover.unit`."""
    factors = [factor for row in cover.square_prices or () for factor in row]
    highest = max(cover.prices) * max(factors, default=1)
    for numbers in (cover.prices, factors):
        scale = 1
        for number in numbers:
            scale = math.lcm(scale, number.denominator)
            if highest * scale >= HIGHEST_PRICE:
                raise PuzzleError(
                    expected="prices below 10^18 as multiples of their common unit",
                    found=shown(int(highest * scale)),
                )
        highest *= scale


def _refuse_miscounted(cover: Cover) -> None:
    """Raise if the stock is empty, or if a target's `at_least` exceeds its `at_most`."""
    if not any(number is None or number > 0 for number in cover.stock):
        raise PuzzleError(expected="a stock of at least one piece", found="none")
    for target, least, most in zip(cover.targets, cover.at_least, cover.at_most, strict=True):
        if most is not None and most < least:
            name = cover.board.name(target)
            raise PuzzleError(expected=f"at_most of at least {least} at {name}", found=f"{most}")


def _refuse_misplaced(cover: Cover) -> None:
    """Raise if a square has two uses, if no square is left for a piece, or if all is covered."""
    taken = dict.fromkeys(cover.board.walls, "a wall")
    for what, kind, squares in (
        ("kings", "a king", cover.kings),
        ("standing pieces", "a standing piece", [square for _, square in cover.standing]),
        ("spared squares", "a spared square", cover.spared),
        ("guarded squares", "a guarded square", cover.guarded),
        ("blocked squares", "a blocked square", cover.blocked),
    ):
        for square in sorted(squares):
            if square in taken:
                found = f"{taken[square]} at {cover.board.name(square)}"
                raise PuzzleError(expected=f"{what} on free squares", found=f"{found}")
        if what not in ("guarded squares", "blocked squares"):
            taken |= dict.fromkeys(squares, kind)
    if next(cover.empty_squares(), None) is None:
        raise PuzzleError(expected="a board with an empty square", found="none")
    kinds = [kind for kind, number in enumerate(cover.stock) if number != 0]
    if not any(cover.may_stand(kind, square) for kind in kinds for square in cover.empty_squares()):
        raise PuzzleError(expected="an empty square on which a piece is allowed", found="none")
    if cover.standing and not rules.missed(cover, ()):
        raise PuzzleError(
            expected="a king or guarded square that no standing piece attacks", found="none"
        )
