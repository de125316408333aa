"""Positions with incrementally updated coverage and gains, under the true rules.

`sights` lists all sights of a puzzle (see `lines`) with the places in between. In an `Arrangement`,
every sight counts the pieces that it still lacks there. So placing or removing a piece only changes
the few sights that pass its square, and the targets of the piece itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from rookery.boards.motions import Motion
from rookery.cover.model.lines import Layout, lines, moved_inside
from rookery.cover.model.traits import by_motion
from rookery.cover.puzzle import Cover, PlacedPiece

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]

MOST_BETWEEN = 6_000_000  # squares in between, in total over all sights
EMPTY = -1


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
    most = MOST_BETWEEN // max(1, len(movers))
    for way, (motion, numbers) in enumerate(movers.items()):
        found = lines(layout, motion, squares, check_deadline, most)
        for number in numbers:
            if number in layout.places:
                own = found.only(layout.places[number][found.square])
                choice = own.square * kinds + number
            elif number >= kinds:
                row, column = puzzle.standing[number - kinds][1]
                at = np.array([row * layout.columns + column])
                own = lines(layout, motion, at, check_deadline, most)
                choice = own.square * 0 + layout.size * kinds + number - kinds
            else:
                continue
            yield np.stack([choice, *own[1:], np.full_like(choice, way)])
    for kind, place in layout.places.items():
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


class Arrangement:
    """Position under the true rules.

    Parameters
    ----------
    sights
        The sights of the puzzle.
    worth : float64 array of shape (targets,)
        The dual of each target.
    placed_pieces
        The pieces to start with.

    Attributes
    ----------
    cost
        The cost of the placed pieces.
    price : int64 array of shape (choices,)
        The price of each choice.
    kind : int64 array of shape (squares,)
        The kind of the placed piece on each square, -1 for none.
    placed : bool array
        The choices on the board, including standing pieces.
    lacking : int16 array of shape (sights,)
        The number of pieces that each sight lacks in between; it is open at 0.
    covers : int64 array of shape (targets,)
        The number of open sights from pieces on the board to each target.
    gain : int64 array
        The number of uncovered targets to which each choice has an open sight.
    value : float64 array
        The sum of the duals of these targets.
    left
        The number of pieces of each kind that remain in stock.

    Examples
    --------
    >>> from rookery.cover.puzzle import Cover
    >>> from rookery.cover.model.arrangement import sights
    >>> puzzle = Cover.parse(["#__", "___", "__#"], [3] * 8)
    >>> board = Arrangement(sights(puzzle), np.ones(2), [(0, 1, 1)])
    >>> board.uncovered().tolist(), board.cost
    ([], 3)
    """

    def __init__(
        self, sights: Sights, worth: Floats, placed_pieces: Iterable[PlacedPiece] = ()
    ) -> None:
        puzzle = sights.puzzle
        self.sights, self.worth = sights, worth
        self.kinds = len(puzzle.pieces)
        self.cost = 0
        self.kind = np.full(sights.choices // self.kinds, EMPTY)
        self.price = sights.price
        self.left = np.array([len(self.kind) if k is None else k for k in puzzle.stock])
        self.placed = np.zeros(len(sights.of_choice.start) - 1, dtype=bool)
        self.placed[sights.choices :] = True
        self.lacking = sights.lacking.copy()
        self.covers = np.zeros(len(puzzle.targets), dtype=np.int64)
        self.gain = np.zeros(len(self.placed), dtype=np.int64)
        self.value: Floats = np.zeros(len(self.placed))
        columns = puzzle.board.columns
        for kind, row, column in placed_pieces:
            self._stand(kind, row * columns + column)
        stands = np.repeat(self.kind >= 0, np.diff(sights.across.start))
        np.subtract.at(self.lacking, sights.across.member[stands], sights.weight[stands])
        self._recount()

    def placed_pieces(self) -> tuple[PlacedPiece, ...]:
        """Return the pieces as an answer, sorted by square."""
        columns = self.sights.puzzle.board.columns
        squares = np.flatnonzero(self.kind >= 0)
        kinds = self.kind[squares].tolist()
        pairs = zip(kinds, squares.tolist(), strict=True)
        return tuple((kind, *divmod(square, columns)) for kind, square in pairs)

    def squares(self) -> Ints:
        """Return the squares of the pieces."""
        return np.flatnonzero(self.kind >= 0)

    def paid(self, squares: Ints) -> Ints:
        """Return the prices of the pieces on squares."""
        paid: Ints = self.price[squares * self.kinds + self.kind[squares]]
        return paid

    def uncovered(self) -> Ints:
        """Return the uncovered targets."""
        return np.flatnonzero(self.covers == 0)

    def is_cover(self) -> bool:
        """Return whether every target is covered."""
        return bool(self.covers.all())

    def copy(self) -> Arrangement:
        """Return an independent copy."""
        other = object.__new__(Arrangement)
        other.__dict__.update(self.__dict__)
        for name in ("kind", "left", "placed", "lacking", "covers", "gain", "value"):
            setattr(other, name, getattr(self, name).copy())
        return other

    def become(self, other: Arrangement) -> None:
        """Copy the position of another arrangement of the same puzzle."""
        self.__dict__.update(other.__dict__)

    def is_needed(self, square: int) -> bool:
        """Return whether the piece on a square is the only one that covers some target."""
        seen = self._seen_by(square * self.kinds + int(self.kind[square]))
        return bool((self.covers[seen] == 1).any())

    def spare(self) -> Ints:
        """Return the squares of the pieces of which any single one could be removed."""
        sights = self.sights
        alone = (self.lacking == 0) & (self.covers[sights.target] == 1)
        needed = np.zeros(len(self.placed), dtype=bool)
        needed[sights.choice[alone]] = True
        squares = self.squares()
        spare: Ints = squares[~needed[squares * self.kinds + self.kind[squares]]]
        return spare

    def revalue(self, worth: Floats) -> None:
        """Set the dual of each target."""
        self.worth = worth
        self._recount()

    def place(self, kind: int, square: int) -> None:
        """Put a piece on an empty square."""
        self._obstruct(square, 1)
        self._cover(self._seen_by(self._stand(kind, square)), 1)

    def remove(self, square: int) -> int:
        """Take the piece off a square; return its kind."""
        kind = int(self.kind[square])
        choice = square * self.kinds + kind
        seen = self._seen_by(choice)
        self.kind[square], self.placed[choice] = EMPTY, False
        self.left[kind] += 1
        self.cost -= int(self.price[choice])
        self._cover(seen, -1)
        self._obstruct(square, -1)
        return kind

    def _stand(self, kind: int, square: int) -> int:
        """Record a piece on its square; return its choice."""
        choice = square * self.kinds + kind
        self.kind[square], self.placed[choice] = kind, True
        self.left[kind] -= 1
        self.cost += int(self.price[choice])
        return choice

    def _seen_by(self, choice: int) -> Ints:
        """Return the targets of a choice's open sights."""
        own = self.sights.of_choice.of(choice)
        seen: Ints = self.sights.target[own[self.lacking[own] == 0]]
        return seen

    def _obstruct(self, square: int, pieces: int) -> None:
        """Update the sights across a square for a piece placed there or removed."""
        across = self.sights.across
        start, end = across.start[square], across.start[square + 1]
        if start == end:
            return
        passing = across.member[start:end]
        before = self.lacking[passing]
        after = before - pieces * self.sights.weight[start:end]
        self.lacking[passing] = after
        changed = (before == 0) | (after == 0)
        if changed.any():
            self._change(passing[changed], np.where(after[changed] == 0, 1, -1))

    def _change(self, sights: Ints, signs: Ints) -> None:
        """Update covers and gains for sights that open (sign 1) or close (-1)."""
        choice, target = self.sights.choice[sights], self.sights.target[sights]
        bare = self.covers[target] == 0
        if bare.any():
            np.add.at(self.gain, choice[bare], signs[bare])
            np.add.at(self.value, choice[bare], signs[bare] * self.worth[target[bare]])
        held = self.placed[choice]
        if held.any():
            self._cover(target[held], signs[held])

    def _cover(self, targets: Ints, signs: Ints | int) -> None:
        """Count targets as covered once more (sign 1) or once less (-1)."""
        if not len(targets):
            return
        before = self.covers[targets]
        np.add.at(self.covers, targets, signs)
        after = self.covers[targets]
        gone, bare = targets[(before == 0) & (after > 0)], targets[(before > 0) & (after == 0)]
        if len(gone):
            self._credit(gone, -1)
        if len(bare):
            self._credit(bare, 1)

    def _credit(self, targets: Ints, sign: int) -> None:
        """Add these targets to the gain of every choice that sees them, or subtract them."""
        targets = np.unique(targets) if len(targets) > 1 else targets
        seeing = self.sights.of_target.of_all(targets)
        seeing = seeing[self.lacking[seeing] == 0]
        choice = self.sights.choice[seeing]
        np.add.at(self.gain, choice, sign)
        np.add.at(self.value, choice, sign * self.worth[self.sights.target[seeing]])

    def _recount(self) -> None:
        """Recompute covers and gains from the open sights."""
        sights, size = self.sights, len(self.placed)
        is_open = self.lacking == 0
        seen = sights.target[is_open & self.placed[sights.choice]]
        self.covers = np.bincount(seen, minlength=len(self.covers))
        free = is_open & (self.covers[sights.target] == 0)
        self.gain = np.bincount(sights.choice[free], minlength=size)
        worth = self.worth[sights.target[free]]
        self.value = np.bincount(sights.choice[free], worth, size).astype(np.float64)
