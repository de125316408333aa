"""The rules of medium difficulty: what a piece would do to a unit, and pairs of lines."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from rookery.regions.masks import bits
from rookery.regions.reasoning.position import Position
from rookery.regions.reasoning.rule import Found


def starved(position: Position) -> Iterator[Found]:
    """Yield the squares from which a piece would leave a unit too few squares."""
    layout = position.layout
    for unit in position.open_units():
        left, needed = position.left[unit], position.need[unit]
        empty = 0
        if needed == 1:
            empty = position.free & ~left
            for at in bits(left):
                empty &= position.sees[at]
        else:
            for at in bits(position.free):
                rest = left & ~position.sees[at]
                empty |= (rest.bit_count() < needed) << at
        if empty:
            name, names = layout.units[unit].name, layout.square_names(empty)
            words = f"A piece on {names} would leave too few squares for {name}."
            yield Found(words, left, empty=empty)


def pairs(position: Position) -> Iterator[Found]:
    """Yield what two units of one kind tell that take all of two units of another."""
    yield from groups(position, 2)


def groups(position: Position, size: int) -> Iterator[Found]:
    """Yield what so many units of one kind tell that take all of as many of another.

    Regions that stand in as many lines, and need as much as these, leave nothing in them to
    others; and so do lines that stand in as many regions.
    """
    layout = position.layout
    for lines in (layout.rows, layout.columns):
        yield from _taken(position, lines, layout.regions, size)
        yield from _taken(position, layout.regions, lines, size)


def _taken(position: Position, outer: range, inner: range, size: int) -> Iterator[Found]:
    """Yield what is empty in so many outer units because inner ones need all their pieces."""
    layout, need, left = position.layout, position.need, position.left
    takers = [(unit, left[unit]) for unit in inner if need[unit] > 0]
    for chosen in combinations([unit for unit in outer if need[unit] > 0], size):
        room, wanted = 0, 0
        for unit in chosen:
            room |= left[unit]
            wanted += need[unit]
        inside = [unit for unit, squares in takers if not squares & ~room]
        if len(inside) < 2 or sum(need[unit] for unit in inside) != wanted:
            continue
        kept = 0
        for unit in inside:
            kept |= left[unit]
        if room & ~kept:
            names = layout.unit_names(inside), layout.unit_names(list(chosen))
            words = f"{names[0][:1].upper()}{names[0][1:]} take all pieces of {names[1]}."
            yield Found(words, kept, empty=room & ~kept)
