"""A cover cut into parts that have nothing to do with each other, such as bishops by colour.

A place and a target belong to the same part when a piece there can cover the target, or stand in
the way when another does. A square may be a place of one part and a target of another, as for
knights that must all be attacked: those on light squares attack dark ones only. What is cheapest
for each part is cheapest for all together.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from rookery.cover.model.attacks import candidates
from rookery.cover.model.sights import Sights, sights
from rookery.cover.puzzle import Cover

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]

NOTHING = np.zeros(0, np.int64)


def parts(puzzle: Cover, look: Callable[[], object] = bool) -> tuple[Cover, ...]:
    """Return the parts of a puzzle, each on the same board; one where it cannot be cut.

    Kings and standing pieces, which are in the way of all, a stock that all share, and conditions
    on squares that are no targets keep a puzzle whole. `look` is called now and then; it may raise.

    >>> [len(part.guarded) for part in parts(Cover.domination(4, piece="bishop"))]
    [8, 8]
    """
    shared = any(number is not None for number in puzzle.stock)
    crossed = puzzle.independent or puzzle.spared or puzzle.kings or puzzle.standing
    if shared or crossed or len(puzzle.targets) < 2:
        return (puzzle,)
    table = candidates(puzzle, look)
    owner, target = table.pairs()
    if len(set(_of_targets(puzzle, _joined(puzzle, table.square[owner], target)))) < 2:
        return (puzzle,)  # what stands between need not be looked at, which takes longer
    group = _groups(puzzle, sights(puzzle, look))
    columns = puzzle.board.columns
    of_target = _of_targets(puzzle, group)
    with_places = {int(group[row * columns + column]) for row, column in puzzle.places}
    if len(set(of_target)) < 2 or not with_places.issuperset(of_target):
        return (puzzle,)
    return tuple(_part(puzzle, group, of_target, number) for number in sorted(set(of_target)))


def _groups(puzzle: Cover, all_sights: Sights) -> Ints:
    """Return for each square the number of its part as a place, then those as targets."""
    at = all_sights.choice // len(puzzle.pieces)
    passed = all_sights.between
    passing = np.repeat(at, np.diff(passed.start))
    return _joined(puzzle, at, all_sights.target, passing, passed.member)


def _joined(
    puzzle: Cover, place: Ints, target: Ints, one: Ints = NOTHING, other: Ints = NOTHING
) -> Ints:
    """Return for each square a number as a place, then as a target, the same where these join.

    Places join targets, by their numbers, and each `one` of some places the `other`.
    """
    columns = puzzle.board.columns
    squares = puzzle.board.rows * columns
    at = np.array([row * columns + column for row, column in puzzle.targets])
    one, other = np.concatenate([place, one]), np.concatenate([squares + at[target], other])
    group = np.arange(2 * squares)
    while True:  # each takes the least number of those it joins, till nothing changes
        least = group.copy()
        np.minimum.at(least, one, group[other])
        np.minimum.at(least, other, group[one])
        least = least[least]
        if np.array_equal(least, group):
            return group
        group = least


def _of_targets(puzzle: Cover, group: Ints) -> list[int]:
    """Return the numbers of the targets' parts."""
    columns = puzzle.board.columns
    squares = puzzle.board.rows * columns
    return [int(group[squares + row * columns + column]) for row, column in puzzle.targets]


def _part(puzzle: Cover, group: Ints, of_target: list[int], number: int) -> Cover:
    """Return the part of a number: its targets and its places."""
    columns = puzzle.board.columns
    own = [at for at, part in enumerate(of_target) if part == number]
    others = {
        (row, column) for row, column in puzzle.places if group[row * columns + column] != number
    }
    return replace(
        puzzle,
        guarded=tuple(puzzle.targets[at] for at in own),
        blocked=puzzle.blocked | others,
        at_least=tuple(puzzle.at_least[at] for at in own),
        at_most=tuple(puzzle.at_most[at] for at in own),
    )
