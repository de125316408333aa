"""Depth-first search for all answers, on sets of squares as integers; the twin of the kernel.

A unit with no more squares than it needs gets pieces on all of them. Otherwise the search branches
on the unit with the fewest squares to spare: it tries the first square with a piece, then without.
If a unit needs several pieces, its squares are also divided into blocks of squares that attack each
other; with fewer blocks than needed pieces, the node is lost. The compiled kernel takes the same
steps, so both find the same answers in the same order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rookery.regions.masks import Masks

NODES_A_TICK = 1024  # nodes between two yields of None
LOST, SOLVED = -2, -1

Choose = Callable[[int, int], int]


def lowest(mask: int) -> int:
    """Return the number of the lowest bit that is set."""
    return (mask & -mask).bit_length() - 1


def first_free(free: int, tightest: int) -> int:
    """Return the first of all free squares."""
    return lowest(free)


class Frame:
    """A node of the search: chosen and free squares, and the pieces that each unit needs."""

    __slots__ = ("chosen", "free", "need")

    def __init__(self, free: int, chosen: int, need: list[int]) -> None:
        self.free = free
        self.chosen = chosen
        self.need = need


class RegionSearch:
    """A depth-first search through the answers of a puzzle; `nodes` counts the nodes searched.

    `choose` is a function of all free squares, and of the free squares of the tightest unit, that
    returns the square to try next; by default the first of the unit. `first_free` lists answers in
    lexicographic order.
    """

    def __init__(
        self, masks: Masks, choose: Choose = lambda free, tightest: lowest(tightest)
    ) -> None:
        self.nodes = 0
        self._choose = choose
        self._units = masks.units
        self._attacks = masks.reach.attacks
        self._blocks = masks.reach.blocks
        side = masks.reach.side
        self._of: list[list[int]] = [[] for _ in range(side * side)]
        for unit, mask in enumerate(masks.units):
            for at in range(side * side):
                if mask >> at & 1:
                    self._of[at].append(unit)
        root = Frame(masks.free, 0, [masks.stars] * len(masks.units))
        given = masks.given
        while given:
            at = lowest(given)
            given &= given - 1
            if not root.free >> at & 1:
                root.need[0] = -1  # given pieces attack each other: search no node
                break
            self._place(root, at)
        self._frames = [] if root.need[0] < 0 else [root]

    def answers(self, tick: int = NODES_A_TICK) -> Iterator[int | None]:
        """Yield the answers as sets of squares, and None after every `tick` nodes."""
        while self._frames:
            self.nodes += 1
            if self.nodes % tick == 0:
                yield None
            frame = self._frames[-1]
            square = self._settle(frame)
            if square < 0:
                self._frames.pop()
                if square == SOLVED:
                    yield frame.chosen
                continue
            child = Frame(frame.free, frame.chosen, frame.need[:])
            self._place(child, square)
            frame.free &= ~(1 << square)
            self._frames.append(child)

    def _settle(self, frame: Frame) -> int:
        """Place forced pieces; return the square to try next, SOLVED or LOST."""
        while True:
            tightest, fewest, is_placed = 0, 0, False
            for unit, needed in enumerate(frame.need):
                if not needed:
                    continue
                left = frame.free & self._units[unit]
                spare = left.bit_count() - needed
                if spare < 0 or (needed > 1 and not self._has_blocks(left, needed)):
                    return LOST
                if not spare:
                    while left:  # each piece removes the squares that it attacks
                        self._place(frame, lowest(left))
                        left &= frame.free
                    is_placed = True
                elif not tightest or spare < fewest:
                    tightest, fewest = left, spare
            if not is_placed:
                return self._choose(frame.free, tightest) if tightest else SOLVED

    def _has_blocks(self, left: int, needed: int) -> bool:
        """Return whether squares are divided into at least `needed` blocks."""
        while left and needed:
            left &= ~self._blocks[lowest(left)]
            needed -= 1
        return not needed

    def _place(self, frame: Frame, square: int) -> None:
        """Place a piece on a free square."""
        frame.chosen |= 1 << square
        frame.free &= ~(self._attacks[square] | 1 << square)
        for unit in self._of[square]:
            frame.need[unit] -= 1
            if not frame.need[unit]:
                frame.free &= ~self._units[unit]
