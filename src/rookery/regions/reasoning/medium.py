"""The rules of medium difficulty: what a piece would do to a unit, and pairs of lines."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from itertools import combinations
from operator import or_

from rookery.regions.masks import bits
from rookery.regions.reasoning.position import Position, Tick
from rookery.regions.reasoning.rule import Deduction


def starved(position: Position) -> Iterator[Deduction]:
    """Yield the squares from which a piece would leave a unit too few squares."""
    layout, sees, free = position.layout, position.sees, position.free
    # How many squares a piece would empty, and where: from one that empties few nothing starves.
    seen = sorted(((sees[at] & free).bit_count(), at) for at in bits(free))[::-1]
    for unit in position.open_units():
        left, needed = position.left[unit], position.need[unit]
        spare, empty = left.bit_count() - needed, 0
        for number, at in seen:
            if number <= spare:
                break
            if (left & sees[at]).bit_count() > spare:
                empty |= 1 << at
        if empty:
            name, names = layout.units[unit].name, layout.square_names(empty, " or")
            words = f"A piece on {names} would leave too few squares for {name}."
            yield Deduction(words, left, empty=empty)


def pairs(position: Position) -> Iterator[Deduction]:
    """Yield what two units of one kind tell that take all of two units of another."""
    yield from groups(position, 2)


def groups(position: Position, size: int) -> Iterator[Deduction]:
    """Yield what so many units of one kind tell that take all of as many of another.

    Regions that stand in as many lines, and need as much as these, leave nothing in them to
    others; and so do lines that stand in as many regions.
    """
    layout = position.layout
    for lines in (layout.rows, layout.columns):
        yield from _taken(position, lines, layout.regions, size)
        yield from _taken(position, layout.regions, lines, size)


def _taken(position: Position, outer: range, inner: range, size: int) -> Iterator[Deduction]:
    """Yield what is empty in so many outer units because inner ones need all their pieces."""
    layout, need, left = position.layout, position.need, position.left
    hosts = [unit for unit in outer if need[unit] > 0]
    takers = _takers(position, inner, hosts, size)
    full = []
    masks = [mask for mask, _ in takers]
    for chosen in _sets_around_two(masks, len(hosts), size, layout.tick):
        layout.tick()
        taken = sum([need[unit] for mask, unit in takers if not mask & ~chosen])
        around = [hosts[at] for at in bits(chosen)]
        if taken == sum([need[unit] for unit in around]):
            full.append((around, chosen))
    for around, chosen in sorted(full):
        inside = [unit for mask, unit in takers if not mask & ~chosen]
        room, kept = _union(left, around), _union(left, inside)
        if room & ~kept:
            names = layout.unit_names(inside), layout.unit_names(around)
            words = f"{names[0][:1].upper()}{names[0][1:]} take all pieces of {names[1]}."
            yield Deduction(words, kept, empty=room & ~kept)


def _takers(position: Position, inner: range, hosts: list[int], size: int) -> list[tuple[int, int]]:
    """Return the open inner units that stand in so many hosts at most, each behind the set of them.

    Bit b of such a set is the host of that place in the list.
    """
    left, found = position.left, []
    room = _union(left, hosts)
    for unit in inner:
        squares = left[unit]
        if position.need[unit] > 0 and not squares & ~room:
            mask = sum([1 << at for at, host in enumerate(hosts) if squares & left[host]])
            if mask.bit_count() <= size:
                found.append((mask, unit))
    return found


def _sets_around_two(masks: list[int], number: int, size: int, tick: Tick) -> set[int]:
    """Return the sets of so many of the first bits that hold at least two of the masks."""
    found = set()
    for one, other in combinations(masks, 2):
        tick()
        both = one | other
        more = size - both.bit_count()
        if more >= 0:
            others = [1 << at for at in range(number) if not both >> at & 1]
            found.update([both + sum(added) for added in combinations(others, more)])
    return found


def _union(left: list[int], units: list[int]) -> int:
    """Return the free squares of units together."""
    return reduce(or_, [left[unit] for unit in units], 0)
