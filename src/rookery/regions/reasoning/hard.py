"""The hard rules: larger groups of lines, and all the ways to fill a unit."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce

from rookery.regions.reasoning.medium import groups
from rookery.regions.reasoning.position import Position
from rookery.regions.reasoning.rule import Deduction

LARGEST_GROUP = 4  # units taken together


def larger_groups(position: Position) -> Iterator[Deduction]:
    """Yield what three or four units of one kind tell that take all of as many of another."""
    for size in range(3, LARGEST_GROUP + 1):
        yield from groups(position, size)


def ways(position: Position) -> Iterator[Deduction]:
    """Yield what all the ways have in common in which a unit can get two pieces or more."""
    layout = position.layout
    for unit in position.open_units():
        if position.need[unit] < 2:
            continue
        placed, empty = _in_every_way(position, unit)
        if not placed | empty or placed & empty:  # nothing; or there is no way, and no answer
            continue
        name = layout.units[unit].name
        told = []
        if placed:
            told.append(f"uses {layout.square_names(placed)}")
        if empty:
            told.append(f"leaves {layout.square_names(empty)} empty")
        words = f"Every way to fill {name} {' and '.join(told)}."
        yield Deduction(words, position.left[unit], placed, empty)


def _in_every_way(position: Position, unit: int) -> tuple[int, int]:
    """Return the free squares that each way to fill a unit uses, and those that each leaves empty.

    Both are all free squares when there is no way.
    """
    layout, need = position.layout, position.need[:]
    attacks, units = layout.masks.reach.attacks, layout.masks.units
    used = spared = position.free

    def look(left: int, needed: int, way: int, emptied: int) -> None:
        """Go through the ways that begin like this, as long as they tell anything new."""
        nonlocal used, spared
        layout.tick()
        if not needed:
            used &= way
            spared &= emptied
            return
        while left.bit_count() >= needed and used & ~way | spared & ~emptied:
            lowest = left & -left
            left ^= lowest
            square = lowest.bit_length() - 1
            reached = attacks[square]
            for other in layout.of[square]:
                need[other] -= 1
                if not need[other]:
                    reached |= units[other]
            more = way | lowest
            look(left & ~reached, needed - 1, more, (emptied | reached) & ~more)
            for other in layout.of[square]:
                need[other] += 1

    full = [mask for mask, needed in zip(units, need, strict=True) if needed <= 0]
    look(reduce(lambda left, mask: left & ~mask, full, position.left[unit]), need[unit], 0, 0)
    return used, spared
