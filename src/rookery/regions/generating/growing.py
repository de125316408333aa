"""Random connected regions around the pieces of a placement, with equally many pieces each."""

from __future__ import annotations

from heapq import heappop, heappush
from math import prod
from random import Random

from rookery.regions.generating.partition import Partition, neighbours_of
from rookery.regions.masks import bits

TRIES = 50  # at groups of a size that all connect
MOST_SPREAD = 3  # factors from 0 to 1 in the random speed of a cell
SLOWEST = 0.02  # speed of a cell, added to each: all grow


def grow(
    side: int, stars: int, placement: int, random: Random, uneven: bool = False
) -> Partition | None:
    """Return a partition of the board, or None when the pieces cannot be grouped.

    Every piece begins a cell of its own, and the cells grow square by square until they cover the
    board. Where a region holds several pieces, cells that touch are then joined; else, or when it
    is to be `uneven`, cells grow at different speeds, which leaves small regions, and those make it
    likely that there is one answer.
    """
    pieces = list(bits(placement))
    spread = random.randrange(MOST_SPREAD + 1) if stars == 1 or uneven else 0
    cell_of = _grown_cells(side, pieces, spread, random)
    groups = _groups(_touching(side, cell_of), stars, random)
    if groups is None:
        return None
    region_of_cell = {cell: number for number, group in enumerate(groups) for cell in group}
    return Partition(side, [region_of_cell[cell] for cell in cell_of])


def _grown_cells(side: int, pieces: list[int], spread: int, random: Random) -> list[int]:
    """Return the cell of each square.

    Each cell takes the squares beside it after random times, the sooner the faster it is. There are
    only sums, products and quotients of numbers, which are the same on every machine.
    """
    speeds = [SLOWEST + prod(random.random() for _ in range(spread)) for _ in pieces]
    cell_of = [-1] * side**2
    reached = [(0.0, square, cell) for cell, square in enumerate(pieces)]
    while reached:
        time, square, cell = heappop(reached)
        if cell_of[square] >= 0:
            continue
        cell_of[square] = cell
        for other in neighbours_of(side)[square]:
            if cell_of[other] < 0:
                wait = random.random() / speeds[cell]
                heappush(reached, (time + wait, other, cell))
    return cell_of


def _touching(side: int, cell_of: list[int]) -> list[set[int]]:
    """Return for each cell those that it touches."""
    touching: list[set[int]] = [set() for _ in range(max(cell_of) + 1)]
    for square, near in enumerate(neighbours_of(side)):
        for other in near:
            if cell_of[square] != cell_of[other]:
                touching[cell_of[square]].add(cell_of[other])
    return touching


def _groups(touching: list[set[int]], size: int, random: Random) -> list[list[int]] | None:
    """Return the cells in connected groups of a size, or None when no try succeeds."""
    for _ in range(TRIES):
        left = set(range(len(touching)))
        groups = []
        while left:
            group = _group(touching, left, size, random)
            if group is None:
                break
            groups.append(group)
        else:
            return groups
    return None


def _group(touching: list[set[int]], left: set[int], size: int, random: Random) -> list[int] | None:
    """Take a connected group out of the cells left; lonely cells go first."""

    def loneliness(cell: int) -> tuple[int, float]:
        return len(touching[cell] & left), random.random()

    group = [min(sorted(left), key=loneliness)]
    left.discard(group[0])
    while len(group) < size:
        near = sorted(set().union(*(touching[cell] for cell in group)) & left)
        if not near:
            return None
        group.append(min(near, key=loneliness))
        left.discard(group[-1])
    return group
