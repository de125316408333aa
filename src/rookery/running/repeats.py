"""Repeated units: run by two workers and compared, to detect faulty workers."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Sequence
from random import Random
from typing import Any

from rookery.running.units import Done, WorkError

MOST_TIMES = 4  # repeats of a unit in the hope of a different worker


class Repeats:
    """The units to run twice, and the comparison of their values.

    Parameters
    ----------
    total
        The number of units.
    share
        The share of units to run twice, from 0 to 1. Unless it is 0, at least one unit is chosen.
    seed
        The seed of the random choice of units.
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
    rookery.running.units.WorkError: unit 2 gave 7 on a and 8 on b: one is wrong, neither is kept
    """

    def __init__(
        self, total: int, share: float, seed: int = 0, checked: Collection[int] = ()
    ) -> None:
        chosen = set(Random(seed).sample(range(total), math.ceil(share * total)))
        self.waiting = chosen - set(checked)
        self._summary = f"{len(chosen):,} of {total:,} units were run twice with equal results"
        self._times: Counter[int] = Counter()
        self._workers: set[str] = set()

    def __str__(self) -> str:
        return "" if self.waiting else self._summary

    def order(self, left: Sequence[int], done: Collection[int], apart: int = 1) -> list[int]:
        """Return the numbers of the units to run, in order, some of them twice.

        Parameters
        ----------
        left
            The numbers of unfinished units, in starting order.
        done
            The numbers of finished units, some of which need a repeat.
        apart
            The distance of a repeat from the first run, so that both run at once on different
            workers.
        """
        again = [number for number in sorted(self.waiting) if number in done]
        places = [(at, number) for at, number in enumerate(left)]
        places += [(at + apart, number) for at, number in places if number in self.waiting]
        return again + [number for _, number in sorted(places)]

    def compare(self, first: Done[Any], second: Done[Any]) -> bool:
        """Compare two runs of a unit, and return whether it is checked or needs another run.

        Raises
        ------
        WorkError
            If the values differ. The text names the unit and the workers.
        """
        if first.value != second.value:
            raise WorkError(
                f"unit {first.number + 1} gave {first.value} on {first.worker} and {second.value} "
                f"on {second.worker}: one is wrong, neither is kept"
            )
        self._workers.add(second.worker)
        self._times[first.number] += 1
        alone = len(self._workers) == 1
        if first.worker == second.worker and not alone and self._times[first.number] < MOST_TIMES:
            return False
        self.waiting.discard(first.number)
        return True
