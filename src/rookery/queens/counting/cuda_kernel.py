"""The kernels that fill the halves of a board and join them on a GPU.

They count as those of `halves_kernel` do, with the same keys, reaches and weights, but a GPU has
room for the fillings of both halves. A *list* holds the fillings of one set of columns; lists lie
in the order in which their warps ended, each with its start and end.

To fill a set, a warp tests 32 smaller fillings at a time, a lane each: first it counts those that a
queen extends, then it reserves room for the list and writes it::

    lane            0  1  2  3  4  5  6  7 ...
    not attacked    1  0  0  1  1  0  1  0 ...
    place           0  .  .  1  2  .  3  .

To join, a block of threads takes a lower set. The votes of its warps cut the fillings into slices,
a word for 32 fillings, and the slices are ORed into tables in shared memory as in `compare_kernel`.
Every warp then takes 32 fillings of a matching upper set at a time, keeps the keys of those that do
not attack the middle queen, and looks up whom each key attacks. If a row of the tables has fewer
words than a warp has lanes, the lanes take several keys at once::

    lane     0 .. 15     16 .. 31
    word     0 .. 15      0 .. 15
    key      first        second

A *warp* is 32 threads, its *lanes*, that run in step. Numba's simulator of CUDA runs every thread
of a block as a thread of Python, and has no votes. There a warp has only 2 lanes, a block only one
warp, and votes go through shared memory.

docs/methods/counting.md explains the method.
"""

from __future__ import annotations

import warnings
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numba import config, cuda

from rookery.queens.counting.compare_kernel import ALL_BITS, KEY_BYTES
from rookery.queens.counting.halves_kernel import TIE, WORD_BITS

WARP = 2 if config.ENABLE_CUDASIM else 32  # lanes
EVERY_LANE = (1 << WARP) - 1
THREADS = WARP if config.ENABLE_CUDASIM else 256  # threads per block
TABLE_WORDS = 8192  # of the four tables; with more, fewer blocks share a multiprocessor
SLICE = WARP + 1  # words of a slice; lanes that write 32 of them use all banks of the memory
SLICE_WORDS = WORD_BITS * SLICE
PLACES = 16  # of the middle queen beside a lower set, at most
PART_BITS = 2  # highest bits of a byte, whose values divide a table between threads
HALVES = 0x00FF00FF  # two bytes of a key

MEMBER, SMALLER = range(2)  # of a set's column: its number, and the rank of the set without it
OTHER, PARTNER = range(2)  # of a middle queen's column: its number, and the rank of the upper set
START, END = range(2)  # of a list
KEY, REACH, LEFT, RIGHT = range(4)  # words of a filling; the last row of a half has only two
QUEEN, QUEEN_KEY, QUEEN_REACH = range(3)  # words of a square; QUEEN is 0 where it is closed
ROOT_LEFT, ROOT_RIGHT = range(2)  # words of row 0: attacks that reach the first row
COLUMN, EVERY, STRICT = range(3)  # words of a middle queen: her column, and weights of pairs
COUNTED = 0  # place of the count in the state; then come the fillings of each row of each half

if config.ENABLE_CUDASIM:

    @cuda.jit(device=True)
    def wait_for_warp():
        """Wait until all lanes arrive, so that each sees the writes of the others."""
        cuda.syncthreads()

    @cuda.jit(device=True)
    def votes_of(flag):
        """Return the flags of all lanes as the bits of a word, the first lane's lowest."""
        flags = cuda.shared.array(WARP, np.bool_)
        flags[cuda.threadIdx.x] = flag
        cuda.syncthreads()
        votes = sum(1 << lane for lane in range(WARP) if flags[lane])
        cuda.syncthreads()
        return np.uint32(votes)

    @cuda.jit(device=True)
    def of_first_lane(value):
        """Return the value, an integer, that the first lane passes."""
        values = cuda.shared.array(WARP, np.int64)
        values[cuda.threadIdx.x] = value
        cuda.syncthreads()
        first = values[0]
        cuda.syncthreads()
        return first

    @cuda.jit(device=True)
    def write_slices(word, slices, row):
        """Write the votes of all lanes on each bit of a word to a row of the slices of bits."""
        for bit in range(WORD_BITS):
            votes = votes_of(word >> np.uint32(bit) & np.uint32(1) != 0)
            if cuda.threadIdx.x == 0:
                slices[bit * SLICE + row] = votes

else:

    @cuda.jit(device=True)
    def wait_for_warp():
        """Wait until all lanes arrive, so that each sees the writes of the others."""
        cuda.syncwarp(EVERY_LANE)

    @cuda.jit(device=True)
    def votes_of(flag):
        """Return the flags of all lanes as the bits of a word, the first lane's lowest."""
        return np.uint32(cuda.ballot_sync(EVERY_LANE, flag))

    @cuda.jit(device=True)
    def of_first_lane(value):
        """Return the value, an integer, that the first lane passes."""
        return cuda.shfl_sync(EVERY_LANE, value, 0)

    @cuda.jit(device=True)
    def write_slices(word, slices, row):
        """Write the votes of all lanes on each bit of a word to a row of the slices of bits.

        The 32x32 bits are transposed in five steps, each of which exchanges bits between lanes a
        distance apart (H. S. Warren, Hacker's Delight, 2nd edition, section 7-3)::

            lane 0    a b    a c
            lane 1    c d    b d
        """
        lane = np.uint32(cuda.threadIdx.x % WARP)
        distance, low = np.uint32(WARP // 2), np.uint32(0x0000FFFF)
        while distance > 0:
            other = np.uint32(cuda.shfl_xor_sync(EVERY_LANE, np.int32(word), np.int32(distance)))
            if lane & distance:
                word = np.uint32(word & ~low | other >> distance & low)
            else:
                word = np.uint32(word & low | (other & low) << distance)
            distance = np.uint32(distance >> np.uint32(1))
            low = np.uint32(low ^ low << distance)
        slices[np.uint32(lane * SLICE + row)] = word


def fill_sets(
    subsets, first, squares, upper_row, lower_row, rows_after, filled, filled_ends, into, into_ends,
    state,
):  # fmt: skip
    """Write the fillings of one more row of each half: a queen in it and a smaller filling.

    Every warp fills a set of columns. The second dimension of the grid is the half; row 0 is the
    empty filling, and a half whose row is negative has not begun; `rows_after` rows of each half
    follow. If only one follows, LEFT holds the columns reached on both sides. A list that does not
    fit into `into` stays empty. The fillings are counted in `state`, after those of earlier rows;
    row 0 of the lower half clears it.

    `subsets` are indexed by MEMBER or SMALLER, place and member, where the sets of a size begin at
    the place `first`; `squares` by half, row, word and column; fillings by half, word and place,
    and the ends of their lists by half, START or END, and rank.
    """
    half = cuda.blockIdx.y
    thread = cuda.grid(1)
    rank, lane = thread // WARP, np.uint32(thread % WARP)
    row = lower_row if half else upper_row
    words, words_into, ends, ends_into = (
        filled[half],
        into[half],
        filled_ends[half],
        into_ends[half],
    )
    if row <= 0:
        if row == 0 and thread == 0:
            words_into[KEY, 0] = words_into[REACH, 0] = 0
            left, right = squares[half, 0, ROOT_LEFT, 0], squares[half, 0, ROOT_RIGHT, 0]
            words_into[LEFT, 0] = left | right if rows_after == 1 else left
            words_into[RIGHT, 0] = right
            ends_into[START, 0], ends_into[END, 0] = 0, 1
            for place in range(half * state.shape[0]):  # the lower half begins first, or both do
                state[place] = 0
        return
    subset = first[row] + rank
    if subset >= first[row + 1]:
        return
    before = (np.uint32(1) << lane) - np.uint32(1)  # the lanes before this one
    at = np.uint32(0)
    for is_writing in range(2):
        if is_writing:
            start = np.int64(0)
            if lane == 0:
                start = cuda.atomic.add(state, 1 + half * squares.shape[1] + row, np.int64(at))
            start = of_first_lane(start)
            is_full = start + at > into.shape[2]
            if lane == 0:
                ends_into[START, rank] = 0 if is_full else start
                ends_into[END, rank] = 0 if is_full else start + at
            if is_full:
                return
            at = np.uint32(start)
        for member in range(row):
            number, smaller = subsets[MEMBER, subset, member], subsets[SMALLER, subset, member]
            queen = squares[half, row, QUEEN, number]
            if queen == 0:
                continue
            queen_key = squares[half, row, QUEEN_KEY, number]
            queen_reach = squares[half, row, QUEEN_REACH, number]
            place, stop = np.uint32(ends[START, smaller]), np.uint32(ends[END, smaller])
            while place < stop:
                parent = np.uint32(place + lane)
                left = right = np.uint32(0)
                is_good = False
                if parent < stop:
                    left = words[LEFT, parent]
                    if rows_after > 0:
                        right = words[RIGHT, parent]
                    is_good = (left | right) & queen == 0
                votes = votes_of(is_good)
                if is_writing and is_good:
                    child = np.uint32(at + cuda.popc(np.uint32(votes & before)))
                    words_into[KEY, child] = words[KEY, parent] | queen_key
                    words_into[REACH, child] = words[REACH, parent] | queen_reach
                    left, right = (left | queen) >> np.uint32(1), (right | queen) << np.uint32(1)
                    if rows_after > 1:
                        words_into[LEFT, child], words_into[RIGHT, child] = left, right
                    elif rows_after == 1:
                        words_into[LEFT, child] = left | right
                at = np.uint32(at + cuda.popc(votes))
                place = np.uint32(place + np.uint32(WARP))


@cuda.jit(device=True)
def fill_tables(shape, slices, tables):
    """Write for every byte of a key and each of its values the OR of the slices of its bits.

    `shape` has the logarithm of the words of a row, and the bits of a byte. Every thread fills the
    part of a table whose values have the same highest bits, in one word of its rows.
    """
    shift, bits = shape
    words, low_bits = 1 << shift, bits - PART_BITS
    for item in range(cuda.threadIdx.x, KEY_BYTES << shift + PART_BITS, cuda.blockDim.x):
        word, byte = item & words - 1, item >> shift & KEY_BYTES - 1
        part = item // KEY_BYTES >> shift
        slice_of = 8 * byte * SLICE + word
        ored = np.uint32(0)
        for bit in range(PART_BITS):
            if part >> bit & 1:
                ored |= slices[slice_of + (low_bits + bit) * SLICE]
        first = np.uint32((byte << bits | part << low_bits) * words + word)
        tables[first] = ored
        rows = np.uint32(words)  # words of the rows of all values below the bit
        for bit in range(low_bits):
            slice_ = slices[slice_of + bit * SLICE]
            at, end = first, np.uint32(first + rows)
            while at < end:
                tables[np.uint32(at + rows)] = tables[at] | slice_
                at = np.uint32(at + words)
            rows = np.uint32(rows + rows)


@cuda.jit(device=True)
def choose_keys(key, reach, bit, shift, even, odd):
    """Write the table indices of the keys of a warp's fillings that do not attack a middle queen.

    Those without a tie come first. Return their number and that of all. The indices of bytes 0 and
    2 of a key share a word, and those of bytes 1 and 3.
    """
    lane = cuda.threadIdx.x % WARP
    before = (np.uint32(1) << np.uint32(lane)) - np.uint32(1)
    is_good = reach & bit == 0
    is_tied = reach >> np.uint32(TIE) != 0
    good = votes_of(is_good)
    untied = votes_of(is_good and not is_tied)
    untied_number = cuda.popc(untied)
    wait_for_warp()  # until all lanes have read the keys before
    if is_good:
        place = cuda.popc(np.uint32(untied & before))
        if is_tied:
            place = untied_number + cuda.popc(np.uint32(good & ~untied & before))
        at = np.uint32(cuda.threadIdx.x - lane + place)
        even[at] = (key & np.uint32(HALVES)) << np.uint32(shift)
        odd[at] = (key >> np.uint32(8) & np.uint32(HALVES)) << np.uint32(shift)
    wait_for_warp()
    return untied_number, cuda.popc(good)


@cuda.jit(device=True)
def join_list(uppers, start, number, bit, turn, shape, tables, clear, strict, even, odd):
    """Count the disjoint pairs of a list of upper fillings and a block of lower ones.

    The warps take 32 of the `number` upper fillings each by turns; `turn` is the first of this
    warp. Those that attack the column `bit` of the middle queen are left out. `clear` and `strict`
    are the lower fillings of this lane's word that may be paired, and those that count again
    without a tie. Return the numbers of pairs of both.
    """
    shift, bits = shape
    lane = np.uint32(cuda.threadIdx.x % WARP)
    groups, mask, table = np.uint32(WARP >> shift), np.uint32(0xFFFF), 1 << bits + shift
    zeroth = np.uint32(lane & np.uint32((1 << shift) - 1))
    first, second = np.uint32(zeroth + table), np.uint32(zeroth + 2 * table)
    third = np.uint32(zeroth + 3 * table)
    here = np.uint32(cuda.threadIdx.x - lane)
    pairs = strict_pairs = np.uint32(0)
    place = np.uint32(turn * WARP + lane)
    while place < np.uint32(number + lane):
        key, reach = np.uint32(0), np.uint32(ALL_BITS)
        if place < number:
            key, reach = uppers[KEY, start + place], uppers[REACH, start + place]
        untied, chosen = choose_keys(key, reach, bit, shift, even, odd)
        at, end = np.uint32(here + (lane >> np.uint32(shift))), np.uint32(here + chosen)
        untied_end = np.uint32(here + untied)
        while at < end:
            low, high = even[at], odd[at]
            attacked = (
                tables[np.uint32((low & mask) + zeroth)]
                | tables[np.uint32((high & mask) + first)]
                | tables[np.uint32((low >> np.uint32(16)) + second)]
                | tables[np.uint32((high >> np.uint32(16)) + third)]
            )
            pairs = np.uint32(pairs + cuda.popc(np.uint32(clear & ~attacked)))
            if at < untied_end:
                strict_pairs = np.uint32(strict_pairs + cuda.popc(np.uint32(strict & ~attacked)))
            at = np.uint32(at + groups)
        place = np.uint32(place + cuda.blockDim.x)
    return pairs, strict_pairs


def join_sets(pairing, middle, shift, bits, fillings, ends, state):
    """Add the weights of all non-attacking pairs of fillings and a last middle queen to the count.

    A block joins the lower set of its number. A row of the tables has ``1 << shift`` words, and a
    byte of a key at most `bits` key bits. `pairing` is indexed by OTHER or PARTNER, rank and place;
    `middle` by word and column.
    """
    tables = cuda.shared.array(TABLE_WORDS, np.uint32)
    slices = cuda.shared.array(SLICE_WORDS, np.uint32)
    barred = cuda.shared.array(SLICE_WORDS, np.uint32)  # slices of the reach
    even = cuda.shared.array(THREADS, np.uint32)
    odd = cuda.shared.array(THREADS, np.uint32)
    thread, rank = cuda.threadIdx.x, cuda.blockIdx.x
    warp, lane, warps = thread // WARP, thread % WARP, cuda.blockDim.x // WARP
    uppers, lowers = fillings[0], fillings[1]
    word = np.uint32(thread & (1 << shift) - 1)
    places = pairing.shape[2]  # of the middle queen; what each needs waits in shared memory
    columns = cuda.shared.array(PLACES, np.uint32)
    weights = cuda.shared.array(PLACES, np.uint32)
    strict_weights = cuda.shared.array(PLACES, np.uint32)
    starts = cuda.shared.array(PLACES, np.int64)
    numbers = cuda.shared.array(PLACES, np.uint32)
    for place in range(thread, places, cuda.blockDim.x):
        column, partner = pairing[OTHER, rank, place], pairing[PARTNER, rank, place]
        weights[place], strict_weights[place] = middle[EVERY, column], middle[STRICT, column]
        columns[place] = middle[COLUMN, column]
        starts[place] = start = ends[0, START, partner]
        numbers[place] = ends[0, END, partner] - start if middle[EVERY, column] else 0
    counted = np.int64(0)
    stop = ends[1, END, rank]
    for first in range(ends[1, START, rank], stop, WARP << shift):
        cuda.syncthreads()  # until all warps have read the tables before
        for row in range(warp, 1 << shift, warps):
            key, reach = np.uint32(0), np.uint32(ALL_BITS)
            lower = first + row * WARP + lane
            if lower < stop:
                key, reach = lowers[KEY, lower], lowers[REACH, lower]
            write_slices(key, slices, row)
            write_slices(reach, barred, row)
        cuda.syncthreads()
        fill_tables((shift, bits), slices, tables)
        cuda.syncthreads()
        untied = ~barred[np.uint32(TIE * SLICE) + word]
        turn, last = np.uint32(warp), np.uint32(warps - 1)
        for place in range(places):
            number, column = numbers[place], columns[place]
            if number == 0:
                continue
            bit = np.uint32(1) << column
            clear = np.uint32(~barred[column * np.uint32(SLICE) + word] & np.uint32(EVERY_LANE))
            every, strict = weights[place], strict_weights[place]
            strict_clear = np.uint32(clear & untied) if strict else np.uint32(0)
            pairs, strict_pairs = join_list(
                uppers, starts[place], number, bit, turn, (shift, bits), tables, clear,
                strict_clear, even, odd,
            )  # fmt: skip
            counted += np.int64(np.uint64(every) * pairs + np.uint64(strict) * strict_pairs)
            parts = (number + np.uint32(WARP - 1)) // np.uint32(WARP)
            # The next list begins with the warp after the last one here: `parts` turns earlier.
            turn = np.uint32((turn + (~parts & last) + np.uint32(1)) & last)
    sums = cuda.shared.array(THREADS, np.int64)
    sums[thread] = counted
    half = cuda.blockDim.x // 2
    while half > 0:
        cuda.syncthreads()
        if thread < half:
            sums[thread] += sums[thread + half]
        half //= 2
    if thread == 0:
        cuda.atomic.add(state, COUNTED, sums[0])


FILL = (
    "void(int32[:, :, ::1], int64[::1], uint32[:, :, :, ::1], int64, int64, int64, "
    "uint32[:, :, ::1], int64[:, :, ::1], uint32[:, :, ::1], int64[:, :, ::1], int64[::1])"
)
JOIN = (
    "void(int32[:, :, ::1], uint32[:, ::1], int64, int64, uint32[:, :, ::1], int64[:, :, ::1], "
    "int64[::1])"
)
REGISTERS = 64  # registers per joining thread; with more, too few warps hide the latency


class Kernels(NamedTuple):
    """The compiled kernels."""

    fill_sets: Any
    join_sets: Any


@cache
def compiled() -> Kernels:
    """Compile the kernels for the GPU of this process, or load them from Numba's cache."""
    warnings.filterwarnings("ignore", ".*Grid size")  # by Numba, of the first rows
    few = {} if config.ENABLE_CUDASIM else {"max_registers": REGISTERS}
    return Kernels(
        cuda.jit(FILL, cache=True)(fill_sets), cuda.jit(JOIN, cache=True, **few)(join_sets)
    )
