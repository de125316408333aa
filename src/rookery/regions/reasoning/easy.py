"""The easy rules: what a look at one piece or one unit tells."""

from __future__ import annotations

from collections.abc import Iterator

from rookery.regions.masks import bits
from rookery.regions.reasoning.position import Position
from rookery.regions.reasoning.rule import Deduction


def attacked(position: Position) -> Iterator[Deduction]:
    """Yield the squares that each piece attacks."""
    layout = position.layout
    for at in bits(position.placed):
        empty = layout.masks.reach.attacks[at] & position.free
        if empty:
            words = f"The piece on {layout.square_names(1 << at)} attacks these squares."
            yield Deduction(words, 1 << at, empty=empty)


def full(position: Position) -> Iterator[Deduction]:
    """Yield the free squares of each unit that has all its pieces."""
    layout = position.layout
    for unit, needed in enumerate(position.need):
        if not needed and position.left[unit]:
            because = layout.masks.units[unit] & position.placed
            words = f"{_capital(layout.units[unit].name)} has all its pieces."
            yield Deduction(words, because, empty=position.left[unit])


def last(position: Position) -> Iterator[Deduction]:
    """Yield the pieces of each unit that has as many free squares as it needs pieces."""
    layout = position.layout
    for unit in position.open_units():
        if position.left[unit].bit_count() == position.need[unit]:
            squares = position.left[unit]
            name = _capital(layout.units[unit].name)
            words = f"{name} has no free squares but {layout.square_names(squares, ' and')}."
            yield Deduction(words, squares, placed=squares)


def inside(position: Position) -> Iterator[Deduction]:
    """Yield what is empty because all pieces of one unit stand in another, which needs no more."""
    layout = position.layout
    for one in position.open_units():
        left = position.left[one]
        near = {unit for at in bits(left & -left) for unit in layout.of[at]}
        for other in sorted(near):
            empty = position.left[other] & ~left
            is_inside = other != one and not left & ~layout.masks.units[other]
            if is_inside and empty and position.need[one] == position.need[other]:
                inner, outer = layout.units[one].name, layout.units[other].name
                words = f"All free squares of {inner} are in {outer}: the rest of {outer} is empty."
                yield Deduction(words, left, empty=empty)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
