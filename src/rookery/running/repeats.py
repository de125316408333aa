"""Units that are done twice, by different workers, and compared: whether workers can be trusted."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Sequence
from random import Random
from typing import Any

from rookery.running.units import Done, WorkError

MOST_TIMES = 4
"""So often a unit is handed out again until another worker than the first happens to take it."""


class Repeats:
    """Which units are done twice, and whether both times the same came out.

    Parameters
    ----------
    total
        The number of units.
    share
        Which part of them is done twice, from 0 to 1; at least one unit unless it is 0.
    seed
        Units are chosen at random; with the same seed the same ones.
    checked
        The numbers of units that earlier runs have compared.

    Examples
    --------
    >>> repeats = Repeats(4, 1.0)
    >>> repeats.order([0, 1], set())
    [0, 0, 1, 1]
    >>> repeats.compare(Done(0, 5, 0.1, "a"), Done(0, 5, 0.1, "b"))
    True
    >>> repeats.order([1], {0})
    [1, 1]
    >>> repeats.compare(Done(1, 7, 0.1, "a"), Done(1, 8, 0.1, "b"))
    Traceback (most recent call last):
    ...
    rookery.running.units.WorkError: unit 2 gave 7 to a and 8 to b: one is wrong, none is kept
    """

    def __init__(
        self, total: int, share: float, seed: int = 0, checked: Collection[int] = ()
    ) -> None:
        chosen = set(Random(seed).sample(range(total), math.ceil(share * total)))
        self.waiting = chosen - set(checked)
        self._told = f"{len(chosen):,} of {total:,} units were done twice and came out alike"
        self._times: Counter[int] = Counter()
        self._workers: set[str] = set()

    def __str__(self) -> str:
        return "" if self.waiting else self._told

    def order(self, left: Sequence[int], done: Collection[int], apart: int = 1) -> list[int]:
        """Return all that is to be done, in order: the numbers of units, some of them twice.

        Parameters
        ----------
        left
            The numbers of the units not done, in the order in which they are begun.
        done
            The numbers of units done, some of which are to be done again.
        apart
            How far behind the first the second stands, so that both are at work at once and no
            worker has both.
        """
        again = [number for number in sorted(self.waiting) if number in done]
        places = [(at, number) for at, number in enumerate(left)]
        places += [(at + apart, number) for at, number in places if number in self.waiting]
        return again + [number for _, number in sorted(places)]

    def compare(self, first: Done[Any], second: Done[Any]) -> bool:
        """Return whether a unit is checked now; if not, it is to be done once more.

        Raises
        ------
        WorkError
            When the two values differ; the text names the unit and the workers.
        """
        if first.value != second.value:
            raise WorkError(
                f"unit {first.number + 1} gave {first.value} to {first.worker} and {second.value} "
                f"to {second.worker}: one is wrong, none is kept"
            )
        self._workers.add(second.worker)
        self._times[first.number] += 1
        alone = len(self._workers) == 1
        if first.worker == second.worker and not alone and self._times[first.number] < MOST_TIMES:
            return False
        self.waiting.discard(first.number)
        return True
