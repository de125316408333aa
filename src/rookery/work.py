"""Independent units of work, and what runs them."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from typing import Generic, TypeVar

Unit = TypeVar("Unit")
Value = TypeVar("Value")


@dataclass(frozen=True)
class Done(Generic[Value]):
    """A unit that has ended.

    Attributes
    ----------
    number
        Its place in the list of units.
    value
        What came out.
    seconds
        How long it ran.
    """

    number: int
    value: Value
    seconds: float


def run(
    do: Callable[[Unit], Value], units: Sequence[Unit], threads: int = 1
) -> Generator[Done[Value], None, None]:
    """Do all units, and yield each as soon as it is done.

    They are begun in the order of the list, so the longest belong first. When the iterator is
    closed, those not begun are dropped and those at work are waited for.

    Parameters
    ----------
    do
        Called with a unit, in up to `threads` threads at once.
    units
        May be done in any order and apart from each other.
    threads
        With 1 all is done in the thread that asks for the next.

    Examples
    --------
    >>> [done.value for done in run(abs, [-3, 4])]
    [3, 4]
    """

    def timed(number: int) -> Done[Value]:
        started = time.perf_counter()
        value = do(units[number])
        return Done(number, value, time.perf_counter() - started)

    if threads == 1:
        yield from map(timed, range(len(units)))
        return
    executor = ThreadPoolExecutor(threads)
    try:
        for future in as_completed([executor.submit(timed, n) for n in range(len(units))]):
            yield future.result()
    finally:
        executor.shutdown(cancel_futures=True)
