"""What a CP-SAT model needs beyond one cover a target: attacks that must not be, or be counted.

`CoverModel` asks that attacks are there, for which one-way literals do: they may be false although
the attack is there. Here a *way* is a list of conditions that all hold exactly when a piece on one
square attacks another along one motion, so that it can be forbidden or counted.
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
    """Add what a puzzle asks that `CoverModel` does not."""
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
    """Return whether it matters how many pieces cover a target."""
    puzzle = model.puzzle
    if model.exact and puzzle.hops:  # those of `CoverModel` are one-way
        return True
    return puzzle.at_least[target] > 1 or puzzle.at_most[target] is not None


def count_covers(model: CoverModel, target: int) -> None:
    """Ask that so many pieces cover a target as must and may."""
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
    """Yield from where a square is attacked, the way, and a weaker one.

    The weaker holds whenever a piece of ours stands on the square and it, or a piece of ours
    between, is attacked along the motion: for rides the line need not be empty.
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
    """Yield the ways of hops, over exactly one piece, which may have to be the last passed."""
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
