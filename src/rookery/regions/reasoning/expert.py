"""The rules for experts: try a piece, or its absence, and see whether what follows goes wrong."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rookery.regions.masks import bits
from rookery.regions.reasoning.easy import attacked, full, inside, last
from rookery.regions.reasoning.hard import larger_groups, ways
from rookery.regions.reasoning.medium import pairs, starved
from rookery.regions.reasoning.position import Position
from rookery.regions.reasoning.rule import Deduction

# Rules that `supposed` follows: all but this module's.
FOLLOWED = (last, attacked, full, inside, starved, pairs, larger_groups, ways)


def tried(position: Position) -> Iterator[Deduction]:
    """Yield the squares from which a piece forces others until a unit has too few squares.

    Those that take the fewest forced pieces come first.
    """
    found = []
    for at in bits(position.free):
        position.layout.tick()
        refuted = _refuted(position, at)
        if refuted is not None:
            forced, unit = refuted
            found.append((forced.bit_count(), at, forced, unit))
    layout = position.layout
    for number, at, forced, unit in sorted(found):
        tried_on, name = layout.square_names(1 << at), layout.units[unit].name
        follows = f" forces {layout.square_names(forced)} and" if number else ""
        words = f"A piece on {tried_on}{follows} leaves too few squares for {name}."
        yield Deduction(words, forced | layout.masks.units[unit] & position.free, empty=1 << at)


def _refuted(position: Position, square: int) -> tuple[int, int] | None:
    """Return which pieces a piece on a square forces, and the unit that then lacks squares.

    None when nothing goes wrong.
    """
    layout = position.layout
    attacks, units = layout.masks.reach.attacks, layout.masks.units
    free, need = position.free, position.need[:]
    waiting, forced = 1 << square, 0
    while True:
        while waiting:
            at = (waiting & -waiting).bit_length() - 1
            waiting &= waiting - 1
            if not free >> at & 1:
                break  # two that are forced do not go together; their unit lacks a square
            free &= ~(attacks[at] | 1 << at)
            for unit in layout.of[at]:
                need[unit] -= 1
                if not need[unit]:
                    free &= ~units[unit]
        for unit, needed in enumerate(need):
            left = free & units[unit] if needed else 0
            number = left.bit_count()
            if number < needed or (needed > 1 and not _has_room(attacks, left, needed)):
                return forced, unit
            if needed and number == needed:
                waiting |= left
        if not waiting:
            return None
        forced |= waiting


def _has_room(attacks: Sequence[int], left: int, needed: int) -> bool:
    """Return whether a number of non-attacking pieces fits on these squares."""
    while left.bit_count() >= needed:
        lowest = left & -left
        if needed == 1:
            return True
        left ^= lowest
        if _has_room(attacks, left & ~attacks[lowest.bit_length() - 1], needed - 1):
            return True
    return False


def supposed(position: Position) -> Iterator[Deduction]:
    """Yield the squares on which a piece, or none, goes wrong by all the easier rules."""
    layout = position.layout
    for at in bits(position.free):
        square = 1 << at
        for placed in (square, 0):
            wrong = _wrong_after(position.after(placed, square))
            if wrong is None:
                continue
            what = "A piece" if placed else "No piece"
            unit = f" for {layout.units[wrong].name}" if wrong >= 0 else ""
            words = (
                f"{what} on {layout.square_names(square)} leads, by easier rules,"
                f" to too few squares{unit}."
            )
            room = layout.masks.units[wrong] & position.free if wrong >= 0 else 0
            yield Deduction(words, room, square & ~placed, square & placed)


def _wrong_after(position: Position) -> int | None:
    """Return the unit that goes wrong by the easier rules, -1 for none in particular, or None."""
    while not position.is_solved:
        position.layout.tick()
        fault = position.fault()
        if fault is not None:
            return fault
        placed = empty = 0
        for find in FOLLOWED:
            for found in find(position):
                placed |= found.placed
                empty |= found.empty
            if placed | empty:
                break
        if placed & empty:
            return -1
        if not placed | empty:
            return None
        position = position.after(placed, empty)
    return None
