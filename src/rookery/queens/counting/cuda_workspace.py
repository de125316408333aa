"""Counting of prefixes by halves on a GPU: its tables, its memory and the launches of its kernels.

All launches of a prefix are queued at once, and only the count and the numbers of fillings come
back. If the fillings of a row were too many for their room, it grows and the prefix is repeated.
"""

from __future__ import annotations

from collections.abc import Iterator
from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numba import cuda

from rookery.queens.counting import cuda_kernel as kernel
from rookery.queens.counting.compare_kernel import KEY_BYTES
from rookery.queens.counting.cuda_kernel import COUNTED, THREADS, WARP
from rookery.queens.counting.halves import Plan, Prefix, turned_weights
from rookery.queens.counting.halves_kernel import HalfSets, rank_of
from rookery.queens.counting.tables import LOWER, UPPER, Keys
from rookery.queens.counting.workspace import HalvesWorkspace, root_attacks

if TYPE_CHECKING:
    from numpy.typing import NDArray

FIRST_ROOM = 0.5  # fillings of a row at first, times eight for this and every earlier row
GROWTH = 1.25  # factor on the room needed when it grows
INNER_WORDS, LAST_WORDS = 4, 2  # of a filling, before and in the last row of a half
CUDA = Lock()  # held while a thread calls CUDA without waiting; Numba loads a kernel twice else


class Fillings(NamedTuple):
    """Arrays of the GPU for the fillings of a row of both halves."""

    words: Any  # [half, word, place]
    ends: Any  # [half, START or END, rank]


def room_for(room: int, words: int, sets: int) -> Fillings:
    """Return arrays for as many fillings of each half, in as many sets."""
    return Fillings(
        cuda.device_array((2, words, room), np.uint32), cuda.device_array((2, 2, sets), np.int64)
    )


def members_and_ranks(
    sets: HalfSets, words: NDArray[np.int64], members: int, rank_size: int
) -> NDArray[np.int32]:
    """Return the numbers of the members of sets, and the ranks of the sets without each of them.

    >>> from rookery.queens.counting.tables import sets_of
    >>> members_and_ranks(sets_of(3, 2), np.array([0b101, 0b110]), 2, 1).tolist()
    [[[0, 2], [1, 2]], [[2, 0], [2, 1]]]
    """
    bits, rest = np.zeros((len(words), members), np.int64), words
    for place in range(members):
        bits[:, place] = rest & -rest
        rest = rest & rest - 1
    ranks = rank_of.py_func(sets, rank_size, words[:, None] & ~bits)
    return np.array([np.log2(bits), ranks], np.int32)


class CudaWorkspace(HalvesWorkspace):
    """The tables of a plan and growing buffers, in the memory of a GPU."""

    def __init__(self, plan: Plan) -> None:
        super().__init__(plan)
        free = plan.upper + plan.lower + 1
        sets, first = self.sets, self.sets.first
        words = sets.members.astype(np.int64)
        subsets = np.zeros((2, first[-1], plan.lower), np.int32)
        for size in range(1, plan.lower + 1):
            of_size = slice(first[size], first[size + 1])
            subsets[:, of_size, :size] = members_and_ranks(sets, words[of_size], size, size - 1)
        others = (1 << free) - 1 & ~words[first[plan.lower] :]
        pairing = members_and_ranks(sets, others, plan.upper + 1, plan.upper)
        with CUDA:
            self._allocate(subsets, pairing)

    def _allocate(self, subsets: NDArray[np.int32], pairing: NDArray[np.int32]) -> None:
        """Send the tables of all prefixes to the GPU, and take memory for the rest."""
        plan, first = self.plan, self.sets.first
        free = plan.upper + plan.lower + 1
        self._kernels = kernel.compiled()
        self._stream = cuda.stream()
        self._subsets, self._first = cuda.to_device(subsets), cuda.to_device(first)
        self._pairing = cuda.to_device(pairing)
        self._squares = cuda.device_array((2, plan.lower + 1, 3, free), np.uint32)
        self._middle = cuda.device_array((3, free), np.uint32)
        self._state = cuda.device_array(1 + 2 * (plan.lower + 1), np.int64)
        self._most_sets = most = int(np.diff(first).max())
        # two in turn for the inner rows of the halves, then one for the last
        kinds = (INNER_WORDS, 2), (INNER_WORDS, 1), (LAST_WORDS, 0)
        self._buffers = [
            room_for(1 + int(FIRST_ROOM * 8 ** (plan.lower - rows_after)), words, most)
            for words, rows_after in kinds
        ]

    def like(self, plan: Plan) -> CudaWorkspace:
        """Return a workspace on the GPU for another plan."""
        return CudaWorkspace(plan)

    def joined(self, prefix: Prefix, keys: Keys) -> Iterator[tuple[int, float]]:
        """Count the placements of a prefix whose keys fit, all at once."""
        with CUDA:
            self._send(prefix, keys)
        bits = max(kernel.PART_BITS, -(-keys.number // KEY_BYTES))
        words = min(WARP, kernel.TABLE_WORDS // KEY_BYTES >> bits)  # of a row of the tables
        has_room = False
        while not has_room:
            with CUDA:
                self._fill()
                self._kernels.join_sets[self._pairing.shape[1], THREADS, self._stream](
                    self._pairing, self._middle, words.bit_length() - 1, bits, *self._buffers[-1],
                    self._state,
                )  # fmt: skip
            state = self._state.copy_to_host(stream=self._stream)
            self._stream.synchronize()
            with CUDA:
                has_room = not self._grow(state)
        yield int(state[COUNTED]), 1.0

    def _send(self, prefix: Prefix, keys: Keys) -> None:
        """Send the squares and the last middle queens of a prefix to the GPU."""
        self._squares.copy_to_device(self._host_squares(prefix, keys), self._stream)
        every, strict = turned_weights(self.plan, prefix)
        free = [column for column in range(self.plan.n) if column not in prefix]
        middle = np.array([free, [every[c] for c in free], [strict[c] for c in free]], np.uint32)
        self._middle.copy_to_device(middle, self._stream)

    def _host_squares(self, prefix: Prefix, keys: Keys) -> NDArray[np.uint32]:
        """Return the words of all squares of free columns, and the roots in row 0 of each half."""
        plan = self.plan
        free = np.array([column for column in range(plan.n) if column not in prefix])
        words = np.zeros(self._squares.shape, np.uint32)
        fixed = plan.fixed(prefix)
        for half, nearest_first in ((UPPER, fixed), (LOWER, fixed[::-1])):
            squares = self.boards[half].squares(prefix, keys)
            rows = words[half, : len(squares.key)]
            rows[:, kernel.QUEEN] = (squares.open_columns[:, None] >> free & 1) << free
            rows[:, kernel.QUEEN_KEY] = squares.key[:, free]
            rows[:, kernel.QUEEN_REACH] = squares.reach[:, free]
            rows[0, [kernel.ROOT_LEFT, kernel.ROOT_RIGHT], 0] = root_attacks(nearest_first)
        return words

    def _fill(self) -> None:
        """Queue the filling of both halves, a launch for a row of each, the last rows together."""
        plan, most = self.plan, np.diff(self.sets.first)
        self._state.copy_to_device(np.zeros(len(self._state), np.int64), self._stream)
        filled = self._buffers[1]
        for row in range(plan.lower + 1):
            into = self._buffers[self._buffer_of(row)]
            upper_row = row - (plan.lower - plan.upper)
            sets = int(max(most[row], most[max(upper_row, 0)]))
            self._kernels.fill_sets[(-(-sets * WARP // THREADS), 2), THREADS, self._stream](
                self._subsets, self._first, self._squares, upper_row, row, plan.lower - row,
                *filled, *into, self._state,
            )  # fmt: skip
            filled = into

    def _buffer_of(self, row: int) -> int:
        return 2 if row == self.plan.lower else (self.plan.lower - row) % 2

    def _grow(self, state: NDArray[np.int64]) -> bool:
        """Make room for the rows whose fillings had too little; return whether any had."""
        plan, numbers = self.plan, state[1:].reshape(2, -1)  # [half, row]
        later = plan.lower - plan.upper
        needed = numbers[LOWER]
        needed[later:] = np.maximum(needed[later:], numbers[UPPER, : len(needed) - later])
        has_grown = False
        for row, number in enumerate(needed):
            place = self._buffer_of(row)
            _, words, room = self._buffers[place].words.shape
            if number > room:
                self._buffers[place] = room_for(1, words, 1)  # frees the memory first
                self._buffers[place] = room_for(int(number * GROWTH), words, self._most_sets)
                has_grown = True
        return has_grown
