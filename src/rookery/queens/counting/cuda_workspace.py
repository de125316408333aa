"""Counting of prefixes by halves on a GPU: its tables, its memory and the launches of its kernels.

The launches of the first prefix are recorded as a CUDA graph, and one call repeats them for every
later prefix. Only the count and the numbers of fillings come back. If the fillings of a row were
too many for their room, it grows and the prefix is repeated.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from threading import Lock
from typing import Any, NamedTuple

import numpy as np
from numba import cuda

from rookery.compiled.arrays import Int32s, UInt32s
from rookery.compiled.gpu import recorded
from rookery.queens.counting import cuda_kernel as kernel
from rookery.queens.counting.compare_kernel import KEY_BYTES
from rookery.queens.counting.cuda_kernel import COUNTED, THREADS, WARP
from rookery.queens.counting.halves import Plan, Prefix, Weights
from rookery.queens.counting.tables import LOWER, UPPER, Keys, sets_of
from rookery.queens.counting.workspace import HalvesWorkspace, root_attacks

FIRST_ROOM = 1.0  # fillings of a row at first, times eight for this and every earlier row
GROWTH = 1.25  # factor on the room needed when it grows
INNER_WORDS, LAST_WORDS = 4, 2  # of a filling, before and in the last row of a half
CUDA = Lock()  # held while a thread calls CUDA without waiting; Numba loads a kernel twice else


class _Mirrored:
    """An array in the memory of the host and of the GPU, copied by a stream."""

    def __init__(self, shape: tuple[int, ...], dtype: type[np.generic]) -> None:
        self.host = cuda.pinned_array(shape, dtype)  # copies of pinned memory need no waiting
        self.device = cuda.device_array(shape, dtype)

    def send(self, stream: Any) -> None:
        """Queue the copy to the GPU."""
        self.device.copy_to_device(self.host, stream)

    def fetch(self, stream: Any) -> None:
        """Queue the copy from the GPU."""
        self.device.copy_to_host(self.host, stream)


class Fillings(NamedTuple):
    """Arrays of the GPU for the fillings of a row of both halves."""

    words: Any  # [half, word, place]
    ends: Any  # [half, START or END, rank]


def room_for(room: int, words: int, sets: int) -> Fillings:
    """Return arrays for given numbers of fillings and sets of each half."""
    return Fillings(
        cuda.device_array((2, words, room), np.uint32), cuda.device_array((2, 2, sets), np.int64)
    )


def members_and_ranks(ranks: Int32s, sets: UInt32s, size: int) -> Int32s:
    """Return the numbers of the members of sets of a size, and the ranks of the sets without each.

    `ranks` has the rank of every set, among those of its size.

    >>> ranks = np.array([0, 0, 1, 0, 2, 1, 2, 0], np.int32)
    >>> members_and_ranks(ranks, np.array([0b101, 0b110], np.uint32), 2).tolist()
    [[[0, 2], [1, 2]], [[2, 0], [2, 1]]]
    """
    members = np.empty((len(sets), size), np.int32)
    rest = sets
    for place in range(size):
        lowest = rest & -rest
        members[:, place] = np.log2(lowest)
        rest = rest ^ lowest
    return np.array([members, ranks[sets[:, None] ^ np.uint32(1) << members]])


@lru_cache(maxsize=1)  # the workspaces of a count share them
def tables_on_gpu(upper: int, lower: int) -> tuple[Any, Any, Any]:
    """Return the tables of all sets for halves with these numbers of rows, on the GPU.

    They are the subsets, the place of the first of each size, and the pairing (see the kernels).
    """
    free = upper + lower + 1
    sets = sets_of(free, lower)
    first, words = sets.first, sets.members
    ranks = np.zeros(1 << free, np.int32)
    ranks[words] = np.arange(len(words)) - np.repeat(first[:-1], np.diff(first))
    subsets = np.zeros((2, len(words), lower), np.int32)
    for size in range(1, lower + 1):
        of_size = slice(first[size], first[size + 1])
        subsets[:, of_size, :size] = members_and_ranks(ranks, words[of_size], size)
    others = np.uint32((1 << free) - 1) ^ words[first[lower] :]
    pairing = members_and_ranks(ranks, others, upper + 1)
    return cuda.to_device(subsets), cuda.to_device(first), cuda.to_device(pairing)


class CudaWorkspace(HalvesWorkspace):
    """The tables of a plan and growing buffers, in the memory of a GPU."""

    def __init__(self, plan: Plan) -> None:
        super().__init__(plan)
        with CUDA:
            self._kernels = kernel.compiled()
            self._subsets, self._first, self._pairing = tables_on_gpu(plan.upper, plan.lower)
            self._allocate()

    def _allocate(self) -> None:
        """Take memory for the squares, the fillings and the count of a prefix."""
        plan = self.plan
        free = plan.upper + plan.lower + 1
        self._stream = cuda.stream()
        self._squares = _Mirrored((2, plan.lower + 1, 3, free), np.uint32)
        self._middle = _Mirrored((3, free), np.uint32)
        self._state = _Mirrored((1 + 2 * (plan.lower + 1),), np.int64)
        self._most_sets = most = int(np.diff(self.sets.first).max())
        # two in turn for the inner rows of the halves, then one for the last
        kinds = (INNER_WORDS, 2), (INNER_WORDS, 1), (LAST_WORDS, 0)
        self._buffers = [
            room_for(1 + int(FIRST_ROOM * 8 ** (plan.lower - rows_after)), words, most)
            for words, rows_after in kinds
        ]
        self._recorded: dict[tuple[int, int], Callable[[], object]] = {}  # by shape of the tables

    def like(self, plan: Plan) -> CudaWorkspace:
        """Return a workspace on the GPU for another plan."""
        return CudaWorkspace(plan)

    def joined(self, prefix: Prefix, keys: Keys, weights: Weights) -> Iterator[tuple[int, float]]:
        """Count the placements of a prefix whose keys fit, all at once."""
        self._squares.host[:] = self._host_squares(prefix, keys)
        every, strict = weights
        free = [column for column in range(self.plan.n) if column not in prefix]
        self._middle.host[:] = free, [every[c] for c in free], [strict[c] for c in free]
        bits = max(kernel.PART_BITS, -(-keys.number // KEY_BYTES))
        words = min(WARP, kernel.TABLE_WORDS // KEY_BYTES >> bits)  # of a row of the tables
        shape = words.bit_length() - 1, bits
        queue = partial(self._queue, shape)
        has_room = False
        while not has_room:
            with CUDA:
                self._recorded.get(shape, queue)()
            self._stream.synchronize()
            with CUDA:
                has_room = not self._grow()
                if has_room and shape not in self._recorded:
                    self._recorded[shape] = recorded(queue, self._stream)
        yield int(self._state.host[COUNTED]), 1.0

    def _host_squares(self, prefix: Prefix, keys: Keys) -> UInt32s:
        """Return the words of all squares of free columns, and the roots in row 0 of each half."""
        plan = self.plan
        free = np.array([column for column in range(plan.n) if column not in prefix])
        words = np.zeros(self._squares.host.shape, np.uint32)
        fixed = plan.fixed(prefix)
        for half, nearest_first in ((UPPER, fixed), (LOWER, fixed[::-1])):
            squares = self.boards[half].squares(prefix, keys)
            rows = words[half, : len(squares.key)]
            rows[:, kernel.QUEEN] = (squares.open_columns[:, None] >> free & 1) << free
            rows[:, kernel.QUEEN_KEY] = squares.key[:, free]
            rows[:, kernel.QUEEN_REACH] = squares.reach[:, free]
            rows[0, [kernel.ROOT_LEFT, kernel.ROOT_RIGHT], 0] = root_attacks(nearest_first)
        return words

    def _queue(self, shape: tuple[int, int]) -> None:
        """Queue the work of a prefix: a launch per row of each half, with the last rows together.

        Its squares and middle queens go to the GPU before, and the state comes back after.
        """
        plan, most = self.plan, np.diff(self.sets.first)
        self._squares.send(self._stream)
        self._middle.send(self._stream)
        filled = self._buffers[1]
        for row in range(plan.lower + 1):
            into = self._buffers[self._buffer_of(row)]
            upper_row = row - (plan.lower - plan.upper)
            sets = int(max(most[row], most[max(upper_row, 0)]))
            self._kernels.fill_sets[(-(-sets * WARP // THREADS), 2), THREADS, self._stream](
                self._subsets, self._first, self._squares.device, upper_row, row, plan.lower - row,
                *filled, *into, self._state.device,
            )  # fmt: skip
            filled = into
        self._kernels.join_sets[self._pairing.shape[1], THREADS, self._stream](
            self._pairing, self._middle.device, *shape, *filled, self._state.device
        )
        self._state.fetch(self._stream)

    def _buffer_of(self, row: int) -> int:
        return 2 if row == self.plan.lower else (self.plan.lower - row) % 2

    def _grow(self) -> bool:
        """Enlarge the buffers of rows that were too small; return whether any was."""
        plan, numbers = self.plan, self._state.host[1:].reshape(2, -1)  # [half, row]
        later = plan.lower - plan.upper
        needed = numbers[LOWER].copy()
        needed[later:] = np.maximum(needed[later:], numbers[UPPER, : len(needed) - later])
        has_grown = False
        for row, number in enumerate(needed):
            place = self._buffer_of(row)
            _, words, room = self._buffers[place].words.shape
            if number > room:
                self._buffers[place] = room_for(1, words, 1)  # frees the memory first
                self._buffers[place] = room_for(int(number * GROWTH), words, self._most_sets)
                has_grown = True
        if has_grown:
            self._recorded.clear()  # they are of the old buffers
        return has_grown
