"""Decomposition of a cover into independent components, such as bishops by colour.

A place and a target belong to the same component if a piece on the place can cover the target, or
block a piece that does. A square can be a place of one component and a target of another: in a
total cover by knights, those on light squares only attack dark squares. The cheapest covers of all
components form a cheapest cover of the puzzle.
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


def parts(puzzle: Cover, check_deadline: Callable[[], object] = bool) -> tuple[Cover, ...]:
    """Return the components of a puzzle, each on the same board; itself if it has only one.

    Puzzles with kings, standing pieces, a limited stock, or conditions on squares that are no
    targets are not decomposed. `check_deadline` is called repeatedly; it may raise.

    >>> [len(part.guarded) for part in parts(Cover.domination(4, piece="bishop"))]
    [8, 8]
    """
    shared = any(number is not None for number in puzzle.stock)
    crossed = puzzle.independent or puzzle.spared or puzzle.kings or puzzle.standing
    if shared or crossed or len(puzzle.targets) < 2:
        return (puzzle,)
    table = candidates(puzzle, check_deadline)
    owner, target = table.pairs()
    if len(set(_of_targets(puzzle, _joined(puzzle, table.square[owner], target)))) < 2:
        return (puzzle,)  # already one component without blocking, which takes longer to list
    group = _groups(puzzle, sights(puzzle, check_deadline))
    columns = puzzle.board.columns
    of_target = _of_targets(puzzle, group)
    with_places = {int(group[row * columns + column]) for row, column in puzzle.places}
    if len(set(of_target)) < 2 or not with_places.issuperset(of_target):
        return (puzzle,)
    return tuple(_part(puzzle, group, of_target, number) for number in sorted(set(of_target)))


def _groups(puzzle: Cover, all_sights: Sights) -> Ints:
    """Return the component of each square as a place, then of each square as a target."""
    at = all_sights.choice // len(puzzle.pieces)
    passed = all_sights.between
    passing = np.repeat(at, np.diff(passed.start))
    return _joined(puzzle, at, all_sights.target, passing, passed.member)


def _joined(
    puzzle: Cover, place: Ints, target: Ints, one: Ints = NOTHING, other: Ints = NOTHING
) -> Ints:
    """Label connected components of places, then of targets, by their least index.

    Edges join each `place` with its `target`, and each `one` of two places with the `other`.
    """
    columns = puzzle.board.columns
    squares = puzzle.board.rows * columns
    at = np.array([row * columns + column for row, column in puzzle.targets])
    one, other = np.concatenate([place, one]), np.concatenate([squares + at[target], other])
    group = np.arange(2 * squares)
    while True:  # propagate the least label until no label changes
        least = group.copy()
        np.minimum.at(least, one, group[other])
        np.minimum.at(least, other, group[one])
        least = least[least]
        if np.array_equal(least, group):
            return group
        group = least


def _of_targets(puzzle: Cover, group: Ints) -> list[int]:
    """Return the component of each target."""
    columns = puzzle.board.columns
    squares = puzzle.board.rows * columns
    return [int(group[squares + row * columns + column]) for row, column in puzzle.targets]


def _part(puzzle: Cover, group: Ints, of_target: list[int], number: int) -> Cover:
    """Return the component with a number, as a puzzle of its targets and places."""
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
