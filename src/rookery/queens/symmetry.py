"""Placements up to symmetry, and placements that are symmetric themselves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING, Any

from rookery.compiled.sets import KernelSet
from rookery.engine.drive import drive
from rookery.engine.run import Partial, Run, Steps
from rookery.queens.listing.plain import REMEMBERED_SIDE, all_placements
from rookery.results.limits import Check
from rookery.results.result import Result, Status
from rookery.results.settings import Settings

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from rookery.queens.listing.blocks import Block


ANY, FUNDAMENTAL = "any", "fundamental"  # all placements; the first of each orbit
SYMMETRIES = (ANY, FUNDAMENTAL, "half-turn", "quarter-turn")


def having(block: Block, symmetry: str) -> Block:
    """Return the placements of a block that have a symmetry.

    >>> having([(1, 3, 0, 2), (2, 0, 3, 1)], FUNDAMENTAL).tolist()
    [[1, 3, 0, 2]]
    """
    if symmetry == ANY or not len(block):
        return block
    import numpy as np

    placements = np.asarray(block)
    kept: NDArray[Any] = placements[KEEPERS[symmetry](placements)]
    return kept


def _is_fundamental(placements: NDArray[Any]) -> NDArray[Any]:
    """Return a mask of the placements that come first in their orbits."""
    import numpy as np

    kept = np.ones(len(placements), bool)
    top = placements.shape[1] - 1
    transposed = placements.argsort(axis=1)
    images = (
        image
        for rows in (placements, transposed)
        for image in (rows, top - rows, rows[:, ::-1], top - rows[:, ::-1])
    )
    for image in images:
        differs = placements != image
        first = differs.argmax(axis=1)[:, None]
        here, there = (np.take_along_axis(rows, first, 1)[:, 0] for rows in (placements, image))
        kept &= here <= there
    return kept


# Functions of placements that return a mask of those with a symmetry.
KEEPERS: dict[str, Callable[[Any], Any]] = {
    FUNDAMENTAL: _is_fundamental,
    "half-turn": lambda rows: (rows == rows.shape[1] - 1 - rows[:, ::-1]).all(axis=1),
    "quarter-turn": lambda rows: (rows.argsort(axis=1) == rows.shape[1] - 1 - rows).all(axis=1),
}


def count_symmetric(n: int, check_deadline: Check = bool) -> tuple[int, int]:
    """Count the placements that are invariant under a half turn, and under a quarter turn.

    No placement of more than one queen is invariant under a reflection: the queens of two exchanged
    columns would share a row. The counts, of an open board of up to 31 rows, are OEIS A032522 and
    A033148 (with zeros).

    The search is depth first over the upper half of the board, with the first queen in the left
    half. It takes 0.02 s at n = 20 and 2 s at n = 24: less than a hundredth of the time of the
    count from n = 16 on, and less than a thousandth from n = 20 on.

    >>> [count_symmetric(n) for n in (1, 4, 5, 8, 12)]
    [(1, 1), (2, 2), (2, 2), (4, 0), (80, 8)]
    """
    if n <= REMEMBERED_SIDE:
        top, every = n - 1, all_placements(n)
        return (
            sum(all(rows[top - c] == top - row for c, row in enumerate(rows)) for rows in every),
            sum(all(rows[top - row] == c for c, row in enumerate(rows)) for rows in every),
        )
    import numpy as np

    from rookery.queens.counting.search_kernel import count_half_turns

    counts = np.zeros(2, np.int64)
    for first, second in product(range(n // 2), range(n)):  # mirror images double the count
        check_deadline()
        count_half_turns(n, first, second, counts)
    half_turns, quarter_turns = (2 * counts).tolist()
    return half_turns, quarter_turns


SYMMETRIC = KernelSet(
    "queens-symmetric",
    "queens: counting up to symmetry",
    lambda: count_symmetric(REMEMBERED_SIDE + 1),
)


def up_to_symmetry(n: int, placements: int, check_deadline: Check = bool) -> int:
    """Return the number of placements up to symmetry, given the number of all on an open board.

    OEIS A002562, by Burnside's lemma over the eight symmetries of the square. For n up to 31.

    >>> up_to_symmetry(8, 92)
    12
    """
    if n == 1:
        return 1
    half_turns, quarter_turns = count_symmetric(n, check_deadline)
    return (placements + half_turns + 2 * quarter_turns) // 8


def fundamental_result(result: Result, settings: Settings) -> Result:
    """Convert the result of a count to the count up to symmetry.

    If the count was stopped, or no time is left to count symmetric placements, return a lower
    bound: an eighth of the placements counted.
    """
    counted = int(result.value or 0)
    least = replace(result, value=-(-counted // 8), bound=None, status=Status.FEASIBLE)
    if result.status is not Status.OPTIMAL:
        return least
    run = Run(result.puzzle, settings)

    def count() -> Steps:
        n = result.puzzle.n
        run.check_deadline()
        if n > REMEMBERED_SIDE:
            yield from run.kernels(SYMMETRIC)
        return Partial(value=up_to_symmetry(n, counted, run.check_deadline))

    if reason := drive(count(), run):
        return replace(least, reason=reason, share=1.0)
    return replace(result, value=run.value, bound=run.value)
