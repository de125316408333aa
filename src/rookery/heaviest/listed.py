"""The method ``list``: weigh every placement of a medium-sized board while listing them."""

from __future__ import annotations

from rookery.engine.drive import mapped
from rookery.engine.partial import Partial
from rookery.engine.run import Run, Steps
from rookery.heaviest.bounded import bound_by_columns, open_question, ranked
from rookery.heaviest.puzzle import Heaviest
from rookery.queens.listing.blocks import blocks
from rookery.queens.puzzle import Queens


def weigh_all(puzzle: Heaviest, run: Run) -> Steps:
    """Weigh all placements and keep the best. A step is a placement."""
    from rookery.heaviest.weighing import Best

    best = Best(puzzle.reduced().columns, puzzle.best)
    yield Partial(bound=bound_by_columns(puzzle), stage="columns")

    def weigh(listed: Partial) -> Partial:
        first = best.placements(1) if best.add(listed.block) else []
        return Partial(tuple(first) or None, steps=len(listed.block), stage="list")

    try:
        yield from mapped(blocks(Queens(puzzle.n, puzzle.given, puzzle.blocked), run), weigh)
    finally:  # a stopped search still returns its incumbents
        if found := tuple(best.placements()):
            note = open_question(puzzle, len(found), is_best=False)
            run.take(Partial(found, stage="list", note=note, refines=True))
    return ranked(puzzle, found)
