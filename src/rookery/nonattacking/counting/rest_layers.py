"""The layers whose states are rests, in words for the kernel."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from math import comb
from typing import TYPE_CHECKING

import numpy as np

from rookery.errors import LimitError
from rookery.nonattacking.counting.layers import Following, Layers
from rookery.nonattacking.counting.polynomials import enough_primes
from rookery.nonattacking.counting.rests import Settling, width_of
from rookery.nonattacking.counting.rests_kernel import NONE, WORD, RestStep, RestTable, next_states

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[np.int64]


STATES_A_SLICE = 1 << 17  # between two looks at the clock


class Rests:
    """Transitions between rests: see `rookery.nonattacking.counting.layers.Transitions`."""

    def __init__(self, steps: Sequence[Settling]) -> None:
        self.size = len(steps)
        self._steps = steps
        self._width = max(1, -(-width_of(steps) // WORD))
        self.first: Numbers = np.zeros((1, self._width), np.int64)

    def after(self, at: int, states: Numbers) -> Generator[None, None, Following]:
        """Settle a candidate, with a pause after each slice of work; return what follows."""
        many = len(states)
        slots = np.full(1 << max(4, (4 * many).bit_length()), NONE, np.int32)
        table = RestTable(slots, np.empty((2 * many, self._width), np.int64))
        leads = np.empty((2, many), np.int32)
        new = np.empty(self._width, np.int64)
        step, found = self._step(at), 0
        for first in range(0, many, STATES_A_SLICE):
            last = min(many, first + STATES_A_SLICE)
            found = next_states(states, step, first, last, new, table, found, leads)
            if last < many:
                yield
        return Following(table.keys[:found].copy(), leads[0], leads[1])

    def complete(self, at: int, states: Numbers) -> NDArray[np.bool_]:
        """Return in which states nothing asks for one of the candidates left."""
        doomed = self._in_words([self._steps[at - 1].doomed if at else 0])
        asked: NDArray[np.bool_] = np.any(states & doomed, axis=1)
        return np.logical_not(asked)

    def _step(self, at: int) -> RestStep:
        step, numbers = self._steps[at], range(WORD * self._width)
        becomes = [self._in_words([one.get(bit) or 0 for bit in numbers]) for one in step.becomes]
        made = [[bit in one and one[bit] is None for bit in numbers] for one in step.becomes]
        return RestStep(
            np.array([opened is not None for opened in step.opened], np.int64),
            self._in_words([step.touched])[0],
            self._in_words([opened or 0 for opened in step.opened]),
            np.array(becomes),
            np.array(made, np.int64),
            self._in_words([sum(1 << bit for bit in step.implied)])[0],
            self._in_words([step.implied.get(bit, 0) for bit in numbers]),
        )

    def _in_words(self, masks: Sequence[int]) -> Numbers:
        full = (1 << WORD) - 1
        rows = [[mask >> WORD * word & full for word in range(self._width)] for mask in masks]
        return np.array(rows, np.int64)


def layers_of_rests(steps: Sequence[Settling], most: int, prime: int | None = None) -> Layers:
    """Return the layers of rests.

    Parameters
    ----------
    most
        The most candidates of a counted set.
    prime
        The number of the only prime modulo which counts are kept; None keeps all that it takes.

    Raises
    ------
    LimitError
        When the counts may have more digits than can be held.
    """
    many = len(steps)
    try:
        primes = enough_primes(comb(many, min(most, many // 2)))
    except OverflowError as error:
        raise LimitError(f"{error}: expected fewer squares, got {many:,}") from None
    if prime is not None:
        primes = (primes[prime],)
    return Layers(Rests(steps), primes, [min(most, number) for number in range(many + 1)])
