"""Lines of sight: which piece on which square attacks which target, and what decides it.

A sight goes from a piece on a square to a target. It is open when exactly so many pieces stand
between as it needs: none for leaps and rides, one for hops. Kings and standing pieces between are
counted beforehand, so that only places for pieces of ours are kept. For a hop that must land just
beyond its hurdle, a piece on the last square counts one and any other two.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from rookery.boards.motions import ENDLESS, Motion
from rookery.boards.pieces import Piece
from rookery.cover.model.layout import Layout, moved_inside
from rookery.cover.puzzle import Cover

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Bools = NDArray[np.bool_]
    Ints = NDArray[np.int64]

MOST_BETWEEN = 6_000_000  # squares between, in the tables of all motions together


class Groups(NamedTuple):
    """Numbers sorted into groups: those of group g are ``member[start[g]:start[g + 1]]``."""

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
    """Return the numbers 0, 1, ... in groups by their keys.

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
        How many choices there are, without standing pieces.
    price : int64 array of shape (choices,)
        What each costs.
    choice, target : int64 array of shape (sights,)
        From where to where each sight goes; sorted by choice.
    lacking : int16 array of shape (sights,)
        How much must stand between, on squares where pieces of ours may.
    of_choice, of_target, across
        The sights of each choice, those of each target, and those that pass each square.
    weight : int16 array
        What a piece counts that stands on such a square, in the order of ``across.member``.
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


class _Lines(NamedTuple):
    """Sights along one motion from every square, and the places they pass."""

    square: Ints
    target: Ints
    lacking: Ints
    sight: Ints
    passed: Ints
    weight: Ints


def sights(puzzle: Cover, look: Callable[[], object] = bool) -> Sights:
    """Return the sights of a puzzle, the longest left out where there are too many.

    `look` is called now and then; it may raise.

    What a position covers by the sights that are kept, it covers by the rules.
    """
    return _Builder(puzzle, look).build()


class _Builder:
    def __init__(self, puzzle: Cover, look: Callable[[], object] = bool) -> None:
        self._look_at_clock = look
        self.layout = Layout(puzzle)
        self.puzzle = puzzle
        pieces = (*puzzle.pieces, *(piece for piece, _ in puzzle.standing))
        motions = {motion for piece in pieces for motion in piece.motions}
        self.most_between = MOST_BETWEEN // max(1, len(motions))
        self.known: dict[Motion, _Lines] = {}

    def build(self) -> Sights:
        """Return the sights of all pieces."""
        puzzle, size = self.puzzle, self.layout.size
        choices = size * len(puzzle.pieces)
        lines = _joined(self._all())
        order = np.argsort(lines.square, kind="stable")
        number = np.empty_like(order)
        number[order] = np.arange(len(order))
        self._look_at_clock()
        sight = number[lines.sight]
        across = grouped(lines.passed, size)
        self._look_at_clock()
        between = grouped(sight, len(order))
        self._look_at_clock()
        choice, target = lines.square[order], lines.target[order]
        of_target = grouped(target, len(puzzle.targets))
        self._look_at_clock()
        return Sights(
            puzzle=puzzle,
            choices=choices,
            price=self.layout.prices(*np.divmod(np.arange(choices), len(puzzle.pieces))),
            choice=choice,
            target=target,
            lacking=lines.lacking[order].astype(np.int16),
            of_choice=grouped(choice, choices + len(puzzle.standing)),
            of_target=of_target,
            across=across._replace(member=sight[across.member]),
            weight=lines.weight[across.member].astype(np.int16),
            between=between._replace(member=lines.passed[between.member]),
        )

    def _all(self) -> Iterator[_Lines]:
        """Yield the sights of every kind from where it may stand, of choices instead of squares."""
        layout, puzzle = self.layout, self.puzzle
        kinds, size = len(puzzle.pieces), layout.size
        covered = (layout.target_at[:size] >= 0) & (not puzzle.total)
        for kind, piece in enumerate(puzzle.pieces):
            if puzzle.stock[kind] == 0:
                continue
            place = layout.places_of(kind)
            held = np.flatnonzero(place & covered)
            occupying = _nothing()._replace(
                square=held, target=layout.target_at[held], lacking=np.zeros_like(held)
            )
            for lines in (*self._sights_of(piece, place), occupying):
                yield lines._replace(square=lines.square * kinds + kind)
        for number, (piece, square) in enumerate(puzzle.standing, size * kinds):
            for lines in self._sights_of(piece, layout.marked([square])[:size]):
                yield lines._replace(square=np.full_like(lines.square, number))

    def _sights_of(self, piece: Piece, start: Bools) -> Iterator[_Lines]:
        """Yield the sights of a piece from the squares that are marked."""
        for motion in piece.motions:
            self._look_at_clock()
            if motion.captures:
                yield _from(self._lines(motion), start)

    def _lines(self, motion: Motion) -> _Lines:
        if motion not in self.known:
            self.known[motion] = self._look(motion)
        return self.known[motion]

    def _look(self, motion: Motion) -> _Lines:
        """Return the sights along a motion, one distance after the other."""
        layout, need = self.layout, 1 if motion.hop else 0
        reach = motion.reach if motion.reach != ENDLESS else layout.size
        obstacles = np.zeros(layout.size, dtype=np.int64)
        squares, targets, distances = [], [], []
        between = 0
        for distance, line in enumerate(layout.along(motion.step), 1):
            at = np.where(obstacles > need, layout.size, line)
            if (at == layout.size).all() or distance > reach or between > self.most_between:
                break
            seen = np.flatnonzero(layout.target_at[at] >= 0)
            squares.append(seen)
            targets.append(layout.target_at[at[seen]])
            distances.append(np.full(len(seen), distance))
            between += len(seen) * (distance - 1)
            obstacles += layout.obstacle[at]
        if not squares:
            return _nothing()
        square, target, length = map(np.concatenate, (squares, targets, distances))
        return self._possible(motion, square, target, length)

    def _possible(self, motion: Motion, square: Ints, target: Ints, length: Ints) -> _Lines:
        """Return the sights of given lengths that can be open, with what they pass."""
        layout, board = self.layout, self.puzzle.board
        sight, taken = _counted(length - 1)
        down, right = motion.step
        passed = moved_inside(board, square[sight], (taken + 1) * down, (taken + 1) * right)
        weight = np.ones_like(passed)
        if motion.hop == "g":
            weight[taken + 2 < length[sight]] = 2
        for aside in motion.path:
            more, taken = _counted(length)
            sight = np.concatenate([sight, more])
            begun = moved_inside(board, square[more], taken * down, taken * right)
            passed = np.concatenate([passed, moved_inside(board, begun, *aside)])
            weight = np.concatenate([weight, np.ones_like(more)])
        stands = layout.obstacle[passed] | layout.solid[passed]
        counted = np.bincount(sight, weight * stands, len(square)).astype(np.int64)
        free = layout.place[passed]
        placeable = np.bincount(sight[free & (weight == 1)], minlength=len(square)) > 0
        lacking = (1 if motion.hop else 0) - counted
        possible = (lacking == 0) | ((lacking > 0) & placeable)
        kept = free & possible[sight]
        number = np.cumsum(possible) - 1
        return _Lines(
            square[possible],
            target[possible],
            lacking[possible],
            number[sight[kept]],
            passed[kept],
            weight[kept],
        )


def _counted(lengths: Ints) -> tuple[Ints, Ints]:
    """Return for each of so many things its owner and its place among that one's, from 0.

    >>> [part.tolist() for part in _counted(np.array([2, 0, 1]))]
    [[0, 0, 2], [0, 1, 0]]
    """
    owner = np.repeat(np.arange(len(lengths)), lengths)
    first = np.cumsum(lengths) - lengths
    return owner, np.arange(len(owner)) - first[owner]


def _nothing() -> _Lines:
    return _Lines(*(np.zeros(0, np.int64) for _ in _Lines._fields))


def _joined(parts: Iterable[_Lines]) -> _Lines:
    """Return all sights, numbered through."""
    parts = [_nothing(), *parts]
    before = np.cumsum([0, *(len(part.square) for part in parts)]).tolist()
    numbered = [
        part._replace(sight=part.sight + first) for part, first in zip(parts, before, strict=False)
    ]
    return _Lines(*(np.concatenate(column) for column in zip(*numbered, strict=True)))


def _from(lines: _Lines, start: Bools) -> _Lines:
    """Return the sights from the squares that are marked."""
    kept = start[lines.square]
    number = np.cumsum(kept) - 1
    passing = kept[lines.sight]
    return _Lines(
        lines.square[kept],
        lines.target[kept],
        lines.lacking[kept],
        number[lines.sight[passing]],
        lines.passed[passing],
        lines.weight[passing],
    )
