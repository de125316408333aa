"""All sights of a puzzle with the squares in between, for `Arrangement`.

`lines` defines sights. Of the squares in between, only those where pieces may be placed are kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from rookery.boards.motions import Motion
from rookery.cover.model.captures import by_motion
from rookery.cover.model.layout import Layout, moved_inside
from rookery.cover.model.lines import lines
from rookery.cover.puzzle import Cover

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]

MOST_BETWEEN = 6_000_000  # squares in between, in total over all sights


class Groups(NamedTuple):
    """Numbers by group: group g is ``member[start[g]:start[g + 1]]``."""

    start: Ints
    member: Ints

    def of(self, group: int) -> Ints:
        """Return the numbers of a group."""
        return self.member[self.start[group] : self.start[group + 1]]

    def of_all(self, groups: Ints) -> Ints:
        """Return the numbers of several groups, one group after the other."""
        if len(groups) == 1:
            return self.of(int(groups[0]))
        return np.concatenate([self.of(group) for group in groups.tolist()])


def grouped(keys: Ints, groups: int) -> Groups:
    """Group the indices of keys by their key.

    >>> by_key = grouped(np.array([1, 0, 1]), 2)
    >>> by_key.of(0).tolist(), by_key.of(1).tolist()
    ([1], [0, 2])
    """
    start = np.zeros(groups + 1, np.int64)
    np.cumsum(np.bincount(keys, minlength=groups), out=start[1:])
    return Groups(start, np.argsort(keys, kind="stable"))


@dataclass(frozen=True, slots=True)
class Sights:
    """All sights of a puzzle.

    A *choice* is a piece of a kind on a square: square * kinds + kind. Standing pieces follow
    as further choices.

    Attributes
    ----------
    puzzle
        The puzzle; its targets are numbered as in `Cover.targets`.
    choices
        The number of choices, without standing pieces.
    price : int64 array of shape (choices,)
        The price of each choice.
    choice, target : int64 array of shape (sights,)
        The source and target of each sight, sorted by choice.
    lacking : int16 array of shape (sights,)
        The number of placed pieces that each sight lacks in between.
    of_choice, of_target, across
        The sights of each choice, of each target, and across each square.
    weight : int16 array
        The count of a piece on a square for a sight across it, in the order of ``across.member``.
    between
        The squares that each sight passes.
    """

    puzzle: Cover
    choices: int
    price: Ints
    choice: Ints
    target: Ints
    lacking: NDArray[np.int16]
    of_choice: Groups
    of_target: Groups
    across: Groups
    weight: NDArray[np.int16]
    between: Groups


def sights(puzzle: Cover, check_deadline: Callable[[], object] = bool) -> Sights:
    """Return the sights of a puzzle, without the longest if there are too many.

    Every target covered by the returned sights is covered by the rules. `check_deadline` is called
    repeatedly; it may raise.
    """
    layout, kinds = Layout(puzzle), len(puzzle.pieces)
    movers = by_motion((*puzzle.pieces, *(piece for piece, _ in puzzle.standing)))
    every = np.concatenate(list(_from_choices(layout, movers, check_deadline)), axis=1)
    choice, target, length, lacking, way = every[:, np.argsort(every[0], kind="stable")]
    check_deadline()
    choices = layout.size * kinds
    standing = [row * layout.columns + column for _, (row, column) in puzzle.standing]
    start = np.append(np.arange(choices) // kinds, np.array(standing, np.int64))[choice]
    sight, passed, weight = _between(layout, list(movers), start, length, way)
    check_deadline()
    free = layout.place[passed]
    sight, passed, weight = sight[free], passed[free], weight[free]
    between, across = grouped(sight, len(choice)), grouped(passed, layout.size)
    check_deadline()
    return Sights(
        puzzle=puzzle,
        choices=choices,
        price=layout.prices(*np.divmod(np.arange(choices), kinds)),
        choice=choice,
        target=target,
        lacking=lacking.astype(np.int16),
        of_choice=grouped(choice, choices + len(standing)),
        of_target=grouped(target, len(puzzle.targets)),
        across=across._replace(member=sight[across.member]),
        weight=weight[across.member].astype(np.int16),
        between=between._replace(member=passed[between.member]),
    )


def _from_choices(
    layout: Layout, movers: dict[Motion, list[int]], check_deadline: Callable[[], object]
) -> Iterator[Ints]:
    """Yield the choice, target, length, lacking number and motion index of sights, as rows."""
    puzzle, kinds = layout.puzzle, len(layout.puzzle.pieces)
    squares = np.flatnonzero(layout.place)
    places = {k: layout.places_of(k) for k in range(kinds) if puzzle.stock[k] != 0}
    most = MOST_BETWEEN // max(1, len(movers))
    for way, (motion, numbers) in enumerate(movers.items()):
        found = lines(layout, motion, squares, check_deadline, most)
        for number in numbers:
            if number in places:
                own = found.only(places[number][found.square])
                choice = own.square * kinds + number
            elif number >= kinds:
                row, column = puzzle.standing[number - kinds][1]
                at = np.array([row * layout.columns + column])
                own = lines(layout, motion, at, check_deadline, most)
                choice = own.square * 0 + layout.size * kinds + number - kinds
            else:
                continue
            yield np.stack([choice, *own[1:], np.full_like(choice, way)])
    for kind, place in places.items():
        held = np.flatnonzero(place & (layout.target_at[:-1] >= 0) & (not puzzle.total))
        nothing = np.zeros_like(held)
        yield np.stack([held * kinds + kind, layout.target_at[held], nothing, nothing, nothing])


def _between(
    layout: Layout, motions: list[Motion], start: Ints, length: Ints, way: Ints
) -> tuple[Ints, Ints, Ints]:
    """Return sight, square and weight of all squares in between; sorted by sight, then paths."""
    board = layout.puzzle.board
    down, right = np.array([motion.step for motion in motions], int).reshape(-1, 2).T
    strict = np.array([motion.hop == "g" for motion in motions], bool)
    sight, taken = _counted(np.maximum(length - 1, 0))
    steps, own = taken + 1, way[sight]
    passed = moved_inside(board, start[sight], steps * down[own], steps * right[own])
    weight = 1 + (strict[own] & (taken + 2 < length[sight]))
    for number, motion in enumerate(motions):
        for aside in motion.path:
            lame = np.flatnonzero(way == number)
            more, taken = _counted(length[lame])
            begun = moved_inside(
                board, start[lame[more]], taken * motion.step[0], taken * motion.step[1]
            )
            sight = np.concatenate([sight, lame[more]])
            passed = np.concatenate([passed, moved_inside(board, begun, *aside)])
            weight = np.concatenate([weight, np.ones_like(more)])
    return sight, passed, weight


def _counted(lengths: Ints) -> tuple[Ints, Ints]:
    """Return, for runs of given lengths, the run and the index in the run of each element.

    >>> [part.tolist() for part in _counted(np.array([2, 0, 1]))]
    [[0, 0, 2], [0, 1, 0]]
    """
    owner = np.repeat(np.arange(len(lengths)), lengths)
    first = np.cumsum(lengths) - lengths
    return owner, np.arange(len(owner)) - first[owner]
