"""The hard rules: larger groups of lines, and all the ways to fill a unit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rookery.regions.masks import bits
from rookery.regions.reasoning.medium import groups
from rookery.regions.reasoning.position import Position
from rookery.regions.reasoning.rule import Found

LARGEST_GROUP = 4


def larger_groups(position: Position) -> Iterator[Found]:
    """Yield what three or four units of one kind tell that take all of as many of another."""
    for size in range(3, LARGEST_GROUP + 1):
        yield from groups(position, size)


def ways(position: Position) -> Iterator[Found]:
    """Yield what all the ways have in common in which a unit can get two pieces or more."""
    layout = position.layout
    for unit in position.open_units():
        if position.need[unit] < 2:
            continue
        placed, empty = position.free, position.free
        for way, emptied in _ways(position, unit):
            placed &= way
            empty &= emptied
            if not placed | empty:
                break
        else:
            if placed & empty:
                continue  # there is no way, and so no answer
            name = layout.units[unit].name
            told = []
            if placed:
                told.append(f"uses {layout.square_names(placed)}")
            if empty:
                told.append(f"leaves {layout.square_names(empty)} empty")
            words = f"Every way to fill {name} {' and '.join(told)}."
            yield Found(words, position.left[unit], placed, empty)


def _ways(position: Position, unit: int) -> Iterator[tuple[int, int]]:
    """Yield the sets of squares that a unit's missing pieces may take, and what each empties."""
    attacks = position.layout.masks.reach.attacks

    def chosen(left: int, needed: int, way: int, emptied: int) -> Iterator[tuple[int, int]]:
        if not needed:
            yield way, emptied
            return
        while left.bit_count() >= needed:
            lowest = left & -left
            left ^= lowest
            reached = attacks[lowest.bit_length() - 1]
            yield from chosen(left & ~reached, needed - 1, way | lowest, emptied | reached)

    for way, emptied in chosen(position.left[unit], position.need[unit], 0, 0):
        filled = _filled(position, way)
        if filled is not None:
            yield way, emptied | filled


def _filled(position: Position, way: int) -> int | None:
    """Return what becomes empty because units are full; None when one has too many pieces."""
    layout = position.layout
    numbers = Counter(unit for at in bits(way) for unit in layout.of[at])
    emptied = 0
    for unit, number in numbers.items():
        if number > position.need[unit]:
            return None
        if number == position.need[unit]:
            emptied |= layout.masks.units[unit]
    return emptied & ~way
