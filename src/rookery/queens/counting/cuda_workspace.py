"""Counting of prefixes by halves on a GPU: its tables, its memory and the launches of its kernels.

The launches of a prefix are recorded as a CUDA graph, and one call repeats them for every later
prefix. Only the count and the room that the fillings needed come back. If those of a row had too
little, their room grows and the prefix is repeated.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from functools import cache, lru_cache, partial
from threading import Lock
from typing import Any, NamedTuple

import numpy as np
from numba import config, cuda

from rookery.compiled.arrays import Int32s, UInt32s
from rookery.compiled.gpu import recorded
from rookery.queens.counting import cuda_kernel as kernel
from rookery.queens.counting.compare_kernel import KEY_BYTES
from rookery.queens.counting.cuda_kernel import COUNTED, THREADS, WARP
from rookery.queens.counting.halves import Plan, Prefix, Weights
from rookery.queens.counting.tables import LOWER, UPPER, Keys, sets_of
from rookery.queens.counting.workspace import HalvesWorkspace, root_attacks

MOST_ROOMY = 8  # rows of a half; if it has more, its fillings take gigabytes and are counted first
# Room at first for the last row of a half and for the two before, in fillings, times eight for it
# and every earlier row: enough for n = 18 and n = 20.
ROOMY, SCARCE = (3.0, 6.0, 8.0), (0.7, 2.0, 3.0)
GROWTH = 1.25  # factor on the room needed when it grows
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

    keys: Any  # [half, place] the key, and above it the reach
    attacks: Any  # [half, LEFT or RIGHT, place] of all rows but the last
    ends: Any  # [half, START or END, rank]


def room_for(room: int, is_last: bool, sets: int) -> Fillings:
    """Return arrays for given numbers of fillings and sets of each half."""
    return Fillings(
        cuda.device_array((2, room), np.uint64),
        cuda.device_array((2, 2, 1 if is_last else room), np.uint32),
        cuda.device_array((2, 2, sets), np.int64),
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


def table_shape(key_bits: int) -> tuple[int, int]:
    """Return the logarithm of the words of a table's row, at most, and the key bits of a byte."""
    bits = max(kernel.LOW_BITS, -(-key_bits // KEY_BYTES))
    words = min(kernel.ROW, kernel.TABLE_WORDS // KEY_BYTES >> bits)
    return words.bit_length() - 1, bits


class Kernels(NamedTuple):
    """The compiled kernels."""

    fill_sets: Any
    join_sets: Any


@cache
def compiled() -> Kernels:
    """Compile the kernels for the GPU of this process, or load them from Numba's cache.

    Each is launched once, without work: the driver loads a kernel when it is first launched.
    """
    warnings.filterwarnings("ignore", ".*Grid size")  # by Numba, of the first rows
    few = {} if config.ENABLE_CUDASIM else {"max_registers": kernel.REGISTERS}
    fill = cuda.jit(kernel.FILL, cache=True)(kernel.fill_sets)
    join = cuda.jit(kernel.JOIN, cache=True, **few)(kernel.join_sets)
    subsets, squares, middle, keys, attacks, ends, numbers = (
        cuda.to_device(np.zeros(shape, kind))
        for shape, kind in (
            ((2, 1, 1), np.int32),
            ((2, 1, 3, 1), np.uint32),
            ((3, 1), np.uint32),
            ((2, 1), np.uint64),
            ((2, 2, 1), np.uint32),
            ((2, 2, 1), np.int64),
            (1, np.int64),
        )
    )
    fillings = keys, attacks, ends
    fill[1, THREADS](subsets, numbers, squares, -1, -1, 0, False, *fillings, *fillings, numbers)
    join[1, THREADS](subsets, middle, *table_shape(0), keys, ends, numbers)
    return Kernels(fill, join)


class CudaWorkspace(HalvesWorkspace):
    """The tables of a plan and growing buffers, in the memory of a GPU."""

    def __init__(self, plan: Plan) -> None:
        super().__init__(plan)
        with CUDA:
            self._kernels = compiled()
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
        self._is_roomy = plan.lower <= MOST_ROOMY
        # the last row's, then two in turn for the rows before
        self._buffers = [
            room_for(1 + int(room * 8 ** (plan.lower - rows_after)), not rows_after, most)
            for rows_after, room in enumerate(ROOMY if self._is_roomy else SCARCE)
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
        shape = table_shape(keys.number)
        has_room = False
        while not has_room:
            with CUDA:
                if shape not in self._recorded:
                    self._recorded[shape] = recorded(partial(self._queue, shape), self._stream)
                self._recorded[shape]()
            self._stream.synchronize()
            with CUDA:
                has_room = not self._grow()
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
        filled = self._buffers[1]  # of no row yet
        for row in range(plan.lower + 1):
            into = self._buffers[self._buffer_of(row)]
            upper_row = row - (plan.lower - plan.upper)
            sets = int(max(most[row], most[max(upper_row, 0)]))
            self._kernels.fill_sets[(-(-sets * WARP // THREADS), 2), THREADS, self._stream](
                self._subsets, self._first, self._squares.device, upper_row, row, plan.lower - row,
                self._is_roomy, *filled, *into, self._state.device,
            )  # fmt: skip
            filled = into
        self._kernels.join_sets[self._pairing.shape[1], THREADS, self._stream](
            self._pairing, self._middle.device, *shape, filled.keys, filled.ends, self._state.device
        )
        self._state.fetch(self._stream)

    def _buffer_of(self, row: int) -> int:
        rows_after = self.plan.lower - row
        return 0 if rows_after == 0 else 2 - rows_after % 2

    def _grow(self) -> bool:
        """Enlarge the buffers of rows that were too small; return whether any was."""
        plan, numbers = self.plan, self._state.host[1:].reshape(2, -1)  # [half, row]
        later = plan.lower - plan.upper
        needed = numbers[LOWER].copy()
        needed[later:] = np.maximum(needed[later:], numbers[UPPER, : len(needed) - later])
        has_grown = False
        for row, number in enumerate(needed):
            place, is_last = self._buffer_of(row), row == plan.lower
            if number > self._buffers[place].keys.shape[1]:
                self._buffers[place] = room_for(1, is_last, 1)  # frees the memory first
                self._buffers[place] = room_for(int(number * GROWTH), is_last, self._most_sets)
                has_grown = True
        if has_grown:
            self._recorded.clear()  # they are of the old buffers
        return has_grown
