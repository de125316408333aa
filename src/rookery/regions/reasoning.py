"""Positions of a region puzzle, and the rules of deduction, the easiest first, in a table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from itertools import combinations
from operator import or_
from typing import NamedTuple

from rookery.boards.board import Board
from rookery.regions.masks import Masks, bits, masks_of, squares_in
from rookery.regions.puzzle import Placement, Regions, Unit
from rookery.results.limits import Check

NO_NAME = Unit("", "", ())
LEVELS = ("easy", "medium", "hard", "expert")  # a puzzle has the level of its hardest rule
LARGEST_GROUP = 4  # units in a group


class PuzzleLayout:
    """The fixed data of a puzzle: its units, and the squares that attack each other.

    Without the names of the units all names are empty, and positions are many times faster to
    make. `of` holds the numbers of each square's row, column and region. `tick` is called at every
    step of a supposition.
    """

    def __init__(self, masks: Masks, tick: Check = bool, units: Sequence[Unit] = ()) -> None:
        self.tick = tick
        self.masks = masks
        self.side = side = masks.reach.side
        self.units = units or (NO_NAME,) * len(masks.units)
        self._is_named = bool(units)
        regions = enumerate(masks.region_of)
        self.of = [[at // side, side + at % side, 2 * side + region] for at, region in regions]

    @property
    def rows(self) -> range:
        """The indices of the rows among the units."""
        return range(self.side)

    @property
    def columns(self) -> range:
        """The indices of the columns among the units."""
        return range(self.side, 2 * self.side)

    @property
    def regions(self) -> range:
        """The indices of the regions among the units."""
        return range(2 * self.side, len(self.units))

    def square_names(self, mask: int, word: str = ",") -> str:
        """Return the names of squares, with a word before the last: ``a1, b2 or c3``."""
        if not self._is_named:
            return ""
        name = Board(self.side).name
        return _listed([name(square) for square in squares_in(mask, self.side)], word)

    def unit_names(self, units: list[int]) -> str:
        """Return the names of units of one kind: ``regions A and B``."""
        if not self._is_named:
            return ""
        nouns, names = zip(*(self.units[unit].name.split(" ") for unit in units), strict=True)
        return f"{nouns[0]}{'s' * (len(names) > 1)} {_listed(names, ' and')}"


def _listed(names: Sequence[str], word: str) -> str:
    """Join names with commas, and with a word before the last."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])}{word} {names[-1]}"


@dataclass(frozen=True)
class Position:
    """A position: the squares of pieces, and the squares where more may stand."""

    layout: PuzzleLayout
    placed: int  # squares of pieces, as bits
    free: int  # squares still free; all others are known to be empty

    @classmethod
    def of(cls, puzzle: Regions, tick: Check = bool) -> Position:
        """Return the initial position of a puzzle."""
        return cls.on(PuzzleLayout(masks_of(puzzle), tick, puzzle.units))

    @classmethod
    def on(cls, layout: PuzzleLayout) -> Position:
        """Return the initial position of a layout, with its given pieces."""
        masks = layout.masks
        return cls(layout, masks.given, masks.free & ~masks.given)

    @cached_property
    def need(self) -> list[int]:
        """The number of pieces that each unit still needs; below 0 if it has too many."""
        stars = self.layout.masks.stars
        return [stars - (self.placed & mask).bit_count() for mask in self.layout.masks.units]

    @cached_property
    def left(self) -> list[int]:
        """The free squares of each unit."""
        return [self.free & mask for mask in self.layout.masks.units]

    @cached_property
    def sees(self) -> list[int]:
        """The squares that a piece on each square would empty."""
        attacks, units = self.layout.masks.reach.attacks, self.layout.masks.units
        emptied = list(attacks)
        for unit in self.open_units():
            if self.need[unit] == 1:
                for at in bits(self.left[unit]):
                    emptied[at] |= units[unit]
        for at in bits(self.free):
            emptied[at] &= ~(1 << at)
        return emptied

    def open_units(self) -> Iterator[int]:
        """Yield the numbers of the units that need pieces."""
        return (unit for unit, needed in enumerate(self.need) if needed > 0)

    def fault(self) -> int | None:
        """Return a unit with too many pieces, or with too few squares for them, or None."""
        for unit, needed in enumerate(self.need):
            if needed < 0 or self.left[unit].bit_count() < needed:
                return unit
        return None

    @property
    def is_solved(self) -> bool:
        """Whether every unit has its pieces."""
        return not any(self.need)

    def after(self, placed: int, empty: int) -> Position:
        """Return the position after placing pieces and emptying squares."""
        return Position(self.layout, self.placed | placed, self.free & ~(placed | empty))

    def answer(self) -> Placement:
        """Return the squares of the pieces."""
        return squares_in(self.placed, self.layout.side)


class Deduction(NamedTuple):
    """A deduction from a position, with sets of squares as bits."""

    words: str  # the reason, in a sentence
    because: int  # squares of the reason
    placed: int = 0  # squares of new pieces
    empty: int = 0  # squares now known to be empty


@dataclass(frozen=True)
class Rule:
    """A rule that deduces pieces or empty squares.

    In a position with more pieces and fewer free squares, a rule repeats its earlier deductions
    unless they are already known. So the final position does not depend on the order of rules.
    """

    name: str  # a word
    level: str  # one of `LEVELS`
    # A function that yields the rule's deductions in a position.
    find: Callable[[Position], Iterator[Deduction]]


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def attacked(position: Position) -> Iterator[Deduction]:
    """Yield the squares that each piece attacks: they are empty."""
    layout = position.layout
    for at in bits(position.placed):
        empty = layout.masks.reach.attacks[at] & position.free
        if empty:
            words = f"The piece on {layout.square_names(1 << at)} attacks these squares."
            yield Deduction(words, 1 << at, empty=empty)


def full(position: Position) -> Iterator[Deduction]:
    """Yield the free squares of each unit that has all its pieces: they are empty."""
    layout = position.layout
    for unit, needed in enumerate(position.need):
        if not needed and position.left[unit]:
            because = layout.masks.units[unit] & position.placed
            words = f"{_capital(layout.units[unit].name)} has all its pieces."
            yield Deduction(words, because, empty=position.left[unit])


def last(position: Position) -> Iterator[Deduction]:
    """Yield the free squares of each unit that needs as many pieces: they hold them."""
    layout = position.layout
    for unit in position.open_units():
        if position.left[unit].bit_count() == position.need[unit]:
            squares = position.left[unit]
            name = _capital(layout.units[unit].name)
            words = f"{name} has no free squares but {layout.square_names(squares, ' and')}."
            yield Deduction(words, squares, placed=squares)


def inside(position: Position) -> Iterator[Deduction]:
    """Yield the empty squares of each unit outside another unit that takes all its pieces."""
    layout = position.layout
    for unit in position.open_units():
        left = position.left[unit]
        near = {unit for at in bits(left & -left) for unit in layout.of[at]}
        for other in sorted(near):
            empty = position.left[other] & ~left
            is_inside = other != unit and not left & ~layout.masks.units[other]
            if is_inside and empty and position.need[unit] == position.need[other]:
                inner, outer = layout.units[unit].name, layout.units[other].name
                words = f"All free squares of {inner} are in {outer}: the rest of {outer} is empty."
                yield Deduction(words, left, empty=empty)


def starved(position: Position) -> Iterator[Deduction]:
    """Yield the squares where a piece would leave a unit too few squares: they are empty."""
    layout, sees, free = position.layout, position.sees, position.free
    # Pieces that empty the most squares come first, because pieces that empty few starve no unit.
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
    """Yield the deductions of `groups` from two units each."""
    yield from groups(position, 2)


def groups(position: Position, size: int) -> Iterator[Deduction]:
    """Yield the empty squares that follow if `size` units take all pieces of `size` other units.

    If `size` regions lie inside `size` lines that need as many pieces, other regions have no pieces
    in these lines. Likewise for lines inside regions.
    """
    layout = position.layout
    for lines in (layout.rows, layout.columns):
        yield from _taken(position, lines, layout.regions, size)
        yield from _taken(position, layout.regions, lines, size)


def _taken(position: Position, outer: range, inner: range, size: int) -> Iterator[Deduction]:
    """Yield the squares of `size` outer units outside `size` inner units that need all pieces."""
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
            words = f"{_capital(names[0])} take all pieces of {names[1]}."
            yield Deduction(words, kept, empty=room & ~kept)


def _takers(position: Position, inner: range, hosts: list[int], size: int) -> list[tuple[int, int]]:
    """Return the open inner units inside at most `size` hosts, as pairs (set of hosts, unit)."""
    left, takers = position.left, []
    room = _union(left, hosts)
    for unit in inner:
        squares = left[unit]
        if position.need[unit] > 0 and not squares & ~room:
            # Bit b of a set of hosts is ``hosts[b]``.
            mask = sum([1 << at for at, host in enumerate(hosts) if squares & left[host]])
            if mask.bit_count() <= size:
                takers.append((mask, unit))
    return takers


def _sets_around_two(masks: list[int], number: int, size: int, tick: Check) -> set[int]:
    """Return the sets of `size` of the first `number` bits that hold at least two of the masks.

    >>> _sets_around_two([0b011, 0b110, 0b1010], 4, 4, bool)
    {15}
    """
    sets = set()
    for first, second in combinations(masks, 2):
        tick()
        both = first | second
        more = size - both.bit_count()
        if more >= 0:
            others = [1 << at for at in range(number) if not both >> at & 1]
            sets.update([both + sum(added) for added in combinations(others, more)])
    return sets


def _union(left: list[int], units: list[int]) -> int:
    """Return the free squares of several units."""
    return reduce(or_, [left[unit] for unit in units], 0)


def larger_groups(position: Position) -> Iterator[Deduction]:
    """Yield the deductions of `groups` from three units each, and from four."""
    for size in range(3, LARGEST_GROUP + 1):
        yield from groups(position, size)


def ways(position: Position) -> Iterator[Deduction]:
    """Yield the deductions that all ways to fill a unit of two or more pieces have in common."""
    layout = position.layout
    for unit in position.open_units():
        if position.need[unit] < 2:
            continue
        placed, empty = _in_every_way(position, unit)
        if not placed | empty or placed & empty:  # no deduction, or no way at all
            continue
        name = layout.units[unit].name
        effects = [f"uses {layout.square_names(placed)}"] if placed else []
        if empty:
            effects.append(f"leaves {layout.square_names(empty)} empty")
        words = f"Every way to fill {name} {' and '.join(effects)}."
        yield Deduction(words, position.left[unit], placed, empty)


def _in_every_way(position: Position, unit: int) -> tuple[int, int]:
    """Return the free squares that every way to fill a unit uses, or that every way empties."""
    layout, need = position.layout, position.need[:]
    attacks, units = layout.masks.reach.attacks, layout.masks.units
    used = spared = position.free  # stays so if there is no way

    def visit(left: int, needed: int, way: int, emptied: int) -> None:
        """Visit the ways that extend this one, as long as they can change the result."""
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
            visit(left & ~reached, needed - 1, more, (emptied | reached) & ~more)
            for other in layout.of[square]:
                need[other] += 1

    full = [mask for mask, needed in zip(units, need, strict=True) if needed <= 0]
    visit(reduce(lambda left, mask: left & ~mask, full, position.left[unit]), need[unit], 0, 0)
    return used, spared


def tried(position: Position) -> Iterator[Deduction]:
    """Yield the squares where a piece forces others until a unit has too few squares.

    Such squares are empty. The squares whose refutation forces the fewest pieces come first.
    """
    refutations = []
    for at in bits(position.free):
        position.layout.tick()
        refuted = _refuted(position, at)
        if refuted is not None:
            forced, unit = refuted
            refutations.append((forced.bit_count(), at, forced, unit))
    layout = position.layout
    for number, at, forced, unit in sorted(refutations):
        tried_on, name = layout.square_names(1 << at), layout.units[unit].name
        follows = f" forces {layout.square_names(forced)} and" if number else ""
        words = f"A piece on {tried_on}{follows} leaves too few squares for {name}."
        yield Deduction(words, forced | layout.masks.units[unit] & position.free, empty=1 << at)


def _refuted(position: Position, square: int) -> tuple[int, int] | None:
    """Return the pieces that a piece forces, and the unit that then lacks squares; or None."""
    layout = position.layout
    attacks, units = layout.masks.reach.attacks, layout.masks.units
    free, need = position.free, position.need[:]
    waiting, forced = 1 << square, 0
    while True:
        while waiting:
            at = (waiting & -waiting).bit_length() - 1
            waiting &= waiting - 1
            if not free >> at & 1:
                break  # two forced pieces attack each other: a unit lacks a square
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
    """Return whether `needed` non-attacking pieces fit on these squares."""
    while left.bit_count() >= needed:
        lowest = left & -left
        if needed == 1:
            return True
        left ^= lowest
        if _has_room(attacks, left & ~attacks[lowest.bit_length() - 1], needed - 1):
            return True
    return False


def supposed(position: Position) -> Iterator[Deduction]:
    """Yield the squares where the easier rules refute a piece, or the absence of one."""
    layout = position.layout
    for at in bits(position.free):
        square = 1 << at
        for placed in (square, 0):
            wrong = _wrong_after(position.after(placed, square))
            if wrong is None:
                continue
            supposition = "A piece" if placed else "No piece"
            unit = f" for {layout.units[wrong].name}" if wrong >= 0 else ""
            words = (
                f"{supposition} on {layout.square_names(square)} leads, by easier rules,"
                f" to too few squares{unit}."
            )
            room = layout.masks.units[wrong] & position.free if wrong >= 0 else 0
            yield Deduction(words, room, square & ~placed, square & placed)


def _wrong_after(position: Position) -> int | None:
    """Return a unit that the easier rules prove unfillable; -1 for no certain unit, or None."""
    while not position.is_solved:
        position.layout.tick()
        fault = position.fault()
        if fault is not None:
            return fault
        placed = empty = 0
        for find in FOLLOWED:
            for deduction in find(position):
                placed |= deduction.placed
                empty |= deduction.empty
            if placed | empty:
                break
        if placed & empty:
            return -1
        if not placed | empty:
            return None
        position = position.after(placed, empty)
    return None


# Rules that `supposed` applies.
FOLLOWED = (last, attacked, full, inside, starved, pairs, larger_groups, ways)

# For a new rule, add a row here and a section to docs/puzzles/regions.md.
RULES = (
    Rule("last", "easy", last),
    Rule("attacked", "easy", attacked),
    Rule("full", "easy", full),
    Rule("inside", "easy", inside),
    Rule("starved", "medium", starved),
    Rule("pairs", "medium", pairs),
    Rule("groups", "hard", larger_groups),
    Rule("ways", "hard", ways),
    Rule("tried", "expert", tried),
    Rule("supposed", "expert", supposed),
)

LEVEL_OF = {rule.name: rule.level for rule in RULES}
