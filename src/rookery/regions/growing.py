"""A random placement, and random connected regions grown around its pieces."""

from __future__ import annotations

from array import array
from heapq import heappop, heappush
from math import prod
from random import Random

from rookery.boards.pieces import Piece
from rookery.errors import PuzzleError
from rookery.regions.draft import Partition, neighbours_of
from rookery.regions.masks import NUMBERS, Masks, Reach, bits, reach_of
from rookery.regions.search import RegionSearch, lowest
from rookery.regions.validation import LETTERS

NODES_A_SEARCH = 400  # nodes of a search in random order before it restarts
SEARCHES = 200  # searches for a placement, at most
GROUPINGS = 50  # attempts to group the cells, at most
MOST_SPREAD = 3  # random factors (0 to 1) in the speed of a cell, at most
SLOWEST = 0.02  # least speed of a cell, which keeps all cells growing


def random_placement(side: int, piece: Piece, stars: int, random: Random) -> int:
    """Return non-attacking squares, `stars` in each row and column.

    If none are found, a `PuzzleError` names the smallest larger board that has some.
    """
    if placement := _drawn(reach_of(side, piece), stars, random):
        return placement
    larger = range(side + 1, len(LETTERS) + 1)
    fits = next((n for n in larger if _drawn(reach_of(n, piece), stars, random)), None)
    where = f"a board of at least {fits}x{fits}" if fits else "a board"
    pieces = "piece" if stars == 1 else "pieces"
    expected = f"{where} for {stars} non-attacking {pieces} in each row and column"
    raise PuzzleError(expected=expected, found=f"{side}x{side}")


def _drawn(reach: Reach, stars: int, random: Random) -> int:
    """Draw non-attacking squares, `stars` in each row and column; return 0 if none are found."""

    def choose(free: int, tightest: int) -> int:
        for _ in range(random.randrange(tightest.bit_count())):
            tightest &= tightest - 1
        return lowest(tightest)

    every = (1 << reach.side**2) - 1
    masks = Masks(reach, array(NUMBERS), stars, 0, every)
    for _ in range(SEARCHES):
        answer = next(RegionSearch(masks, choose).answers(tick=NODES_A_SEARCH), 0)
        if answer:
            return answer
        if answer == 0:  # the search is over
            break
    return 0


def grow(
    side: int, stars: int, placement: int, random: Random, uneven: bool = False
) -> Partition | None:
    """Return a partition of the board, or None if the pieces cannot be grouped.

    A cell starts at every piece, and the cells grow square by square until they cover the board. If
    regions hold several pieces, touching cells are then joined. If regions hold one piece or are to
    be `uneven`, cells grow at different speeds, because small regions make a single answer likely.
    """
    pieces = list(bits(placement))
    spread = random.randrange(MOST_SPREAD + 1) if stars == 1 or uneven else 0
    cell_of = _grown_cells(side, pieces, spread, random)
    touching: list[set[int]] = [set() for _ in pieces]
    for square, near in enumerate(neighbours_of(side)):
        touching[cell_of[square]] |= {cell_of[other] for other in near} - {cell_of[square]}
    groups = _groups(touching, stars, random)
    if groups is None:
        return None
    region_of_cell = {cell: number for number, group in enumerate(groups) for cell in group}
    return Partition(side, [region_of_cell[cell] for cell in cell_of])


def _grown_cells(side: int, pieces: list[int], spread: int, random: Random) -> list[int]:
    """Return the cell of each square, if cells take over neighbouring squares at random times."""
    # Only sums, products and quotients: they are the same on every machine.
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


def _groups(touching: list[set[int]], size: int, random: Random) -> list[list[int]] | None:
    """Divide the cells into connected groups of a size, or return None if no attempt succeeds."""
    for _ in range(GROUPINGS):
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
    """Remove a connected group from the remaining cells, those with few neighbours first."""

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
