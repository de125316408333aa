"""The rule for experts: try a piece, and see whether what follows goes wrong."""

from __future__ import annotations

from collections.abc import Iterator

from rookery.regions.masks import bits
from rookery.regions.reasoning.position import Position
from rookery.regions.reasoning.rule import Found


def tried(position: Position) -> Iterator[Found]:
    """Yield the squares from which a piece forces others until a unit has too few squares.

    Those that take the fewest forced pieces come first.
    """
    found = []
    for at in bits(position.free):
        refuted = _refuted(position, at)
        if refuted is not None:
            forced, unit = refuted
            found.append((forced.bit_count(), at, forced, unit))
    layout = position.layout
    for number, at, forced, unit in sorted(found):
        tried_on, name = layout.square_names(1 << at), layout.units[unit].name
        follows = f" forces {layout.square_names(forced)} and" if number else ""
        words = f"A piece on {tried_on}{follows} leaves too few squares for {name}."
        yield Found(words, forced | layout.masks.units[unit] & position.free, empty=1 << at)


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
            if number < needed:
                return forced, unit
            if needed and number == needed:
                waiting |= left
        if not waiting:
            return None
        forced |= waiting
