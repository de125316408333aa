"""Constraints of the CP-SAT model that forbid or count attacks.

`CoverModel` requires attacks, and one-way literals are enough for that: a literal may be false
although the attack exists. To forbid or count attacks, this module uses *ways*: lists of conditions
that all hold exactly when a piece on one square attacks another square along one motion.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rookery.boards.board import Square
from rookery.boards.motions import Motion

if TYPE_CHECKING:
    from ortools.sat.python.cp_model_helper import Literal

    from rookery.cover.exact.cp_model import CoverModel

    Condition = bool | Literal
    Way = list[Condition]


def ask(model: CoverModel) -> None:
    """Add the constraints for spared squares and independent pieces."""
    puzzle = model.puzzle
    for square in sorted(puzzle.spared):
        for _, way, _ in _ways(model, square):
            model.forbid(way)
    if puzzle.independent:
        ours = [*model.filled, *model.fixed]
        for square in ours:
            there = model.filled.get(square, True)
            for _, _, alone in _ways(model, square):
                model.forbid([there, *alone])


def is_counted(model: CoverModel, target: int) -> bool:
    """Return whether the number of pieces that cover a target must be counted."""
    puzzle = model.puzzle
    if model.exact and puzzle.hops:  # `CoverModel` has one-way literals for hops
        return True
    return puzzle.at_least[target] > 1 or puzzle.at_most[target] is not None


def count_covers(model: CoverModel, target: int) -> None:
    """Require that the number of pieces covering a target is within its limits."""
    puzzle = model.puzzle
    square = puzzle.targets[target]
    by_source: dict[Square, list[Condition]] = {}
    for source, way, _ in _ways(model, square):
        attack = model.exactly_all(way)
        if attack is not False:
            by_source.setdefault(source, []).append(attack)
    covers = [model.exactly_any(attacks) for attacks in by_source.values()]
    if not puzzle.total:
        covers.append(model.filled.get(square, square in model.kept))
    total = sum(covers)
    model.model.add(total >= puzzle.at_least[target])
    most = puzzle.at_most[target]
    if most is not None:
        model.model.add(total <= most)


def _ways(model: CoverModel, square: Square) -> Iterator[tuple[Square, Way, Way]]:
    """Yield the source, the way and a relaxed way of each possible attack on a square.

    The relaxed way is enough to forbid attacks between our pieces: a ride needs no empty line,
    because a piece in between is attacked itself.
    """
    for motion, kinds in model.movers.items():
        if motion.hop:
            yield from _hops(model, square, motion, kinds)
            continue
        for source, empty in model.paths(square, motion):
            stands = model.stands_any(kinds, source)
            if stands is not False:
                yield source, [stands, *empty], [stands, *(empty if motion.path else ())]


def _hops(
    model: CoverModel, square: Square, motion: Motion, kinds: list[int]
) -> Iterator[tuple[Square, Way, Way]]:
    """Yield the ways of hops over exactly one piece; grasshoppers land right behind it."""
    none: Condition = True
    one: Condition = False
    for number, source in enumerate(model.sources(square, motion)):
        stands = model.stands_any(kinds, source)
        if number and one is not False and stands is not False:
            yield source, [stands, one], [stands, one]
        empty = model.is_empty(source)
        filled = model.negated(empty)
        still = model.exactly_all([one, empty])
        may_be_first = number == 0 or motion.hop != "g"
        first = model.exactly_all([none, filled]) if may_be_first else False
        one = model.exactly_any([still, first])
        none = model.exactly_all([none, empty])
        if one is False and none is False:
            return
