"""The kernels that fill the halves of a board and join them on a GPU.

They count as those of `halves_kernel` do, with the same keys, reaches and weights, but a GPU has
room for the fillings of both halves. A *list* holds the fillings of one set of columns; lists lie
in the order in which their warps ended, each with its start and end.

To fill a set, a warp tests 32 smaller fillings at a time, a lane each. First it reserves room for
the list: for all that may belong to it, or where memory is scarce for those that do, which it
counts. Then it writes those that a queen extends::

    lane            0  1  2  3  4  5  6  7 ...
    not attacked    1  0  0  1  1  0  1  0 ...
    place           0  .  .  1  2  .  3  .

To join, a block of threads takes a lower set. The votes of its warps cut the fillings into slices,
a word for 64 fillings, and the slices are ORed into tables in shared memory as in `compare_kernel`.
Every warp then takes 32 fillings of a matching upper set at a time. The keys of those that do not
attack the middle queen wait in a *ring* until every *group* of lanes, as many as a row of a table
has words, can look up two of them::

    lane     0 .. 7    8 .. 15    16 .. 23    24 .. 31
    word     0 .. 7    0 ..  7     0 ..  7     0 ..  7
    key      first     second     third       fourth

16 lanes read at a time, each 8 bytes, and wait if two need different words of a *bank*. So tables
lie side by side in a row of the memory, and groups that read together read different tables::

    row of the memory     table 0: word 0 .. 7     table 1: word 0 .. 7
    first reading         first key, byte 0        second key, byte 1
    second reading        second key, byte 0       first key, byte 1

A *warp* is 32 threads, its *lanes*, that run in step. Numba's simulator of CUDA runs every thread
of a block as a thread of Python, and has no votes. There a warp has only 8 lanes, a block only one
warp, and votes go through shared memory.

docs/methods/counting.md explains the method.
"""

from __future__ import annotations

import numpy as np
from numba import config, cuda

from rookery.queens.counting.compare_kernel import ALL_BITS, KEY_BYTES
from rookery.queens.counting.halves_kernel import TIE, WORD_BITS

U32, U64 = np.uint32, np.uint64  # Numba's sum of two U32 is a U64: hence a U32 around each
WARP = 8 if config.ENABLE_CUDASIM else 32  # lanes
EVERY_LANE = (1 << WARP) - 1
EVERY_FILLING = EVERY_LANE << WORD_BITS | EVERY_LANE  # of a word of 64 bits
THREADS = WARP if config.ENABLE_CUDASIM else 256  # threads per block
PLACES = 16  # of the middle queen beside a lower set, at most
ROW = WARP // 2  # words of 64 bits that the banks of the memory hold side by side
SLICE = ROW + 1  # words of a slice; lanes that write 32 of them use all banks of the memory
SLICE_WORDS = WORD_BITS * SLICE
TABLE_ROWS = 256  # of the memory for tables; with more, fewer blocks share a multiprocessor
TABLE_WORDS = TABLE_ROWS * ROW
LEAST_SHIFT = (ROW // KEY_BYTES).bit_length() - 1  # the tables of all bytes share their rows
LOW_BITS = 4  # of a byte; each thread fills the rows of a table for all their values
MOST_TAKEN = 2 * WARP >> LEAST_SHIFT  # keys that a warp looks up at once, at most
RING = 64  # places for waiting keys: those left over and those of a round
WAITING = max(THREADS // WARP * 2 * RING, SLICE_WORDS)  # places in all rings of a block
HALVES = 0x00FF00FF  # two bytes of a key

MEMBER, SMALLER = range(2)  # of a set's column: its number, and the rank of the set without it
OTHER, PARTNER = range(2)  # of a middle queen's column: its number, and the rank of the upper set
START, END = range(2)  # of a list
LEFT, RIGHT = range(2)  # words of a filling's attacks on the next row; the last row has none
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
        return U32(votes)

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
    def write_slices(first, second, slices, place):
        """Write the votes of all lanes on each bit of two words to a word of the slices of bits."""
        words = cuda.shared.array((2, WARP), U32)
        thread = cuda.threadIdx.x
        words[0, thread], words[1, thread] = first, second
        cuda.syncthreads()
        for bit in range(thread, WORD_BITS, WARP):
            low, high = (
                sum((int(word) >> bit & 1) << lane for lane, word in enumerate(half))
                for half in (words[0], words[1])
            )
            slices[bit * SLICE + place] = U64(low) | U64(high) << U64(WORD_BITS)
        cuda.syncthreads()


else:

    @cuda.jit(device=True)
    def wait_for_warp():
        """Wait until all lanes arrive, so that each sees the writes of the others."""
        cuda.syncwarp(EVERY_LANE)

    @cuda.jit(device=True)
    def votes_of(flag):
        """Return the flags of all lanes as the bits of a word, the first lane's lowest."""
        return U32(cuda.ballot_sync(EVERY_LANE, flag))

    @cuda.jit(device=True)
    def of_first_lane(value):
        """Return the value, an integer, that the first lane passes."""
        return cuda.shfl_sync(EVERY_LANE, value, 0)

    @cuda.jit(device=True)
    def votes_on_bits(word):
        """Return the votes of all lanes on one bit of a word: the lowest in the first lane.

        The 32x32 bits are transposed in five steps, each of which exchanges bits between lanes a
        distance apart (H. S. Warren, Hacker's Delight, 2nd edition, section 7-3)::

            lane 0    a b    a c
            lane 1    c d    b d
        """
        lane = U32(cuda.threadIdx.x % WARP)
        distance, low = U32(WARP // 2), U32(0x0000FFFF)
        while distance > 0:
            other = U32(cuda.shfl_xor_sync(EVERY_LANE, np.int32(word), np.int32(distance)))
            if lane & distance:
                word = U32(word & ~low | other >> distance & low)
            else:
                word = U32(word & low | (other & low) << distance)
            distance = U32(distance >> U32(1))
            low = U32(low ^ low << distance)
        return word

    @cuda.jit(device=True)
    def write_slices(first, second, slices, place):
        """Write the votes of all lanes on each bit of two words to a word of the slices of bits."""
        low, high = votes_on_bits(first), votes_on_bits(second)
        at = U32(cuda.threadIdx.x % WARP * SLICE + place)
        slices[at] = U64(low) | U64(high) << U64(WORD_BITS)


def fill_sets(
    subsets, first, squares, upper_row, lower_row, rows_after, is_roomy, keys, attacks, ends,
    keys_into, attacks_into, ends_into, state,
):  # fmt: skip
    """Write the fillings of one more row of each half: a queen in it and a smaller filling.

    Every warp fills a set of columns. The second dimension of the grid is the half; row 0 is the
    empty filling, and a half whose row is negative has not begun; `rows_after` rows of each half
    follow. If only one follows, LEFT holds the columns reached on both sides. A list whose room
    does not fit stays empty; if `is_roomy`, all smaller fillings have room, else only those that
    are extended. The room is added up in `state`, after that of earlier rows; row 0 of the lower
    half clears it.

    `subsets` are indexed by MEMBER or SMALLER, place and member, where the sets of a size begin at
    the place `first`; `squares` by half, row, word and column; keys by half and place, attacks by
    half, LEFT or RIGHT, and place, and the ends of lists by half, START or END, and rank.
    """
    half = cuda.blockIdx.y
    thread = cuda.grid(1)
    rank, lane = U32(thread // WARP), U32(thread % WARP)
    row = lower_row if half else upper_row
    keys, attacks, ends = keys[half], attacks[half], ends[half]
    keys_into, attacks_into, ends_into = keys_into[half], attacks_into[half], ends_into[half]
    if row <= 0:
        if row == 0 and thread == 0:
            keys_into[0] = 0
            left, right = squares[half, 0, ROOT_LEFT, 0], squares[half, 0, ROOT_RIGHT, 0]
            attacks_into[LEFT, 0] = left | right if rows_after == 1 else left
            attacks_into[RIGHT, 0] = right
            ends_into[START, 0], ends_into[END, 0] = 0, 1
            for place in range(half * state.shape[0]):  # the lower half begins first, or both do
                state[place] = 0
        return
    subset = U32(first[row] + rank)
    if subset >= first[row + 1]:
        return
    before = U32((U32(1) << lane) - U32(1))  # the lanes before this one
    at = U32(0)
    for is_writing in range(2):
        if is_writing:
            start = np.int64(0)
            if lane == 0:
                start = cuda.atomic.add(state, 1 + half * squares.shape[1] + row, np.int64(at))
            start = of_first_lane(start)
            if start + at > keys_into.shape[0]:
                if lane == 0:
                    ends_into[START, rank] = ends_into[END, rank] = 0
                return
            at = U32(start)
            if lane == 0:
                ends_into[START, rank] = at
        for member in range(U32(row)):
            number = U32(subsets[MEMBER, subset, member])
            smaller = U32(subsets[SMALLER, subset, member])
            queen = squares[half, row, QUEEN, number]
            if queen == 0:
                continue
            key = U64(squares[half, row, QUEEN_KEY, number])
            key |= U64(squares[half, row, QUEEN_REACH, number]) << U64(WORD_BITS)
            place, stop = U32(ends[START, smaller]), U32(ends[END, smaller])
            if is_roomy and not is_writing:
                at, place = U32(at + stop - place), stop
            while place < stop:
                parent = U32(place + lane)
                left = right = U32(0)
                is_good = False
                if parent < stop:
                    left = attacks[LEFT, parent]
                    if rows_after > 0:
                        right = attacks[RIGHT, parent]
                    is_good = U32((left | right) & queen) == 0
                votes = votes_of(is_good)
                if is_writing and is_good:
                    child = U32(at + U32(cuda.popc(U32(votes & before))))
                    keys_into[child] = keys[parent] | key
                    left = U32((left | queen) >> U32(1))
                    right = U32((right | queen) << U32(1))
                    if rows_after > 1:
                        attacks_into[LEFT, child], attacks_into[RIGHT, child] = left, right
                    elif rows_after == 1:
                        attacks_into[LEFT, child] = left | right
                at = U32(at + U32(cuda.popc(votes)))
                place = U32(place + U32(WARP))
    if lane == 0:
        ends_into[END, rank] = at


@cuda.jit(device=True)
def side_by_side(shift):
    """Return how many tables share a row of the memory, if their rows have ``1 << shift`` words."""
    return U32(min(U32(KEY_BYTES), U32(U32(ROW) >> shift)))


@cuda.jit(device=True)
def distances(shift, bits):
    """Return the words from the start of table 0 to that of table 1, and to that of table 2."""
    together, row = side_by_side(shift), U32(ROW)
    beside, below = U32(U32(1) << shift), U32(row << bits)
    if together == 1:
        return below, U32(below + below)
    return beside, below if together == 2 else U32(beside + beside)


@cuda.jit(device=True)
def fill_tables(shift, bits, slices, tables):
    """Write for every byte of a key and each of its values the OR of the slices of its bits.

    Every thread fills the rows of a table whose values differ in their low bits, in one word.
    """
    row, slice_, one = U32(ROW), U32(SLICE), U32(1)
    near, far = distances(shift, bits)
    items = U32(U32(KEY_BYTES) << U32(shift + bits - U32(LOW_BITS)))
    item = U32(cuda.threadIdx.x)
    while item < items:
        word = U32(item & U32(U32(one << shift) - one))
        part = U32(item >> shift)
        byte, high = U32(part % U32(KEY_BYTES)), U32(part // U32(KEY_BYTES))
        at = U32((byte & one) * near + (byte >> one) * far + word)
        at = U32(at + (high << U32(LOW_BITS)) * row)
        slice_of = U32(U32(8) * byte * slice_ + word)
        first, second = slices[slice_of], slices[U32(slice_of + slice_)]
        third = slices[U32(slice_of + U32(2) * slice_)]
        fourth = slices[U32(slice_of + U32(3) * slice_)]
        highest = U64(0)
        slice_of = U32(slice_of + U32(LOW_BITS) * slice_)
        while high > 0:
            if high & one:
                highest |= slices[slice_of]
            slice_of, high = U32(slice_of + slice_), U32(high >> one)
        for upper in range(4):
            ored = highest
            if upper & 1:
                ored |= third
            if upper & 2:
                ored |= fourth
            tables[at] = ored
            tables[U32(at + row)] = ored | first
            tables[U32(at + U32(2) * row)] = ored | second
            tables[U32(at + U32(3) * row)] = ored | first | second
            at = U32(at + U32(4) * row)
        item = U32(item + U32(cuda.blockDim.x))


@cuda.jit(device=True)
def row_indices(key, turn):
    """Return the indices of the rows of a key's bytes, of 16 bits each.

    Their order depends on the turn, so that groups that read at the same time read from tables in
    different banks: turn 1 exchanges bytes 0 and 1, and 2 and 3; turn 2 bytes 0 and 2, and 1 and 3.
    """
    half = U32(16)
    even = U32((key & U32(HALVES)) * U32(ROW))
    odd = U32((key >> U32(8) & U32(HALVES)) * U32(ROW))
    if turn & U32(2):
        even = U32(even >> half | even << half)
        odd = U32(odd >> half | odd << half)
    first, second = (odd, even) if turn & U32(1) else (even, odd)
    return U64(first) | U64(second) << U64(WORD_BITS)


@cuda.jit(device=True)
def attacked_by(indices, tables):
    """Return the fillings of this lane's word that a key attacks, given the indices of its rows."""
    even, odd = U32(indices), U32(indices >> U64(WORD_BITS))
    mask, half = U32(0xFFFF), U32(16)
    return (
        tables[0][even & mask]
        | tables[1][odd & mask]
        | tables[2][even >> half]
        | tables[3][odd >> half]
    )


@cuda.jit(device=True)
def place_in(ring, place):
    """Return the place of a ring, the first or the second of a warp, where a number belongs."""
    return U32(place & U32(RING - 1) | U32(ring * RING))


@cuda.jit(device=True)
def look_up(waiting, ring, done, stop, shift, tables, clear, strict, sums):
    """Add the attacks of a ring's waiting keys on the fillings of this lane's word.

    Every group of lanes takes two keys at a time. `sums` are the fillings attacked an odd number
    of times, and half the other attacks on fillings of `clear` and `strict`. Return the new ones.
    """
    odd, clear_twos, strict_twos = sums
    groups = U32(U32(WARP) >> shift)
    place = U32(done + (U32(cuda.threadIdx.x % WARP) >> shift))
    while place < stop:
        first = attacked_by(waiting[place_in(ring, place)], tables)
        place = U32(place + groups)
        second = attacked_by(waiting[place_in(ring, place)], tables)
        place = U32(place + groups)
        twos = first & second | odd & (first ^ second)
        odd = odd ^ first ^ second
        clear_twos = U32(clear_twos + U32(cuda.popc(twos & clear)))
        strict_twos = U32(strict_twos + U32(cuda.popc(twos & strict)))
    return odd, clear_twos, strict_twos


@cuda.jit(device=True)
def complete_step(waiting, ring, end, stop):
    """Write keys that attack nothing to the places of a ring from its end on."""
    for ahead in range(cuda.threadIdx.x % WARP, MOST_TAKEN, WARP):
        place = U32(end + U32(ahead))
        if place < stop:
            waiting[place_in(ring, place)] = U64(0)


@cuda.jit(device=True)
def filling_in(fillings, place, stop):
    """Return the key and the reach of a filling; from `stop` on, of one that joins no other."""
    filling = U64(ALL_BITS) << U64(WORD_BITS)
    if place < stop:
        filling = fillings[place]
    return U32(filling), U32(filling >> U64(WORD_BITS))


@cuda.jit(device=True)
def join_list(uppers, first, last, bit, shift, tables, clear, strict, waiting):
    """Count the disjoint pairs of a warp's part of an upper list and a block of lower fillings.

    The warp takes 32 upper fillings at a time, from `first` to before `last`, and leaves out those
    that attack the column `bit` of the middle queen. The keys of the others wait in a ring, those
    with a tie in another, until every group of lanes can take two. `clear` and `strict` are the
    lower fillings of this lane's word that may be paired, and those that count again without a
    tie. Return the numbers of pairs of both.
    """
    lane = U32(cuda.threadIdx.x % WARP)
    before = U32((U32(1) << lane) - U32(1))  # the lanes before this one
    turns = U32(side_by_side(shift) - U32(1))
    rest = U32((U32(2 * WARP) >> shift) - U32(1))  # keys of a step, less one
    none = U64(0)
    sums = tied_sums = (none, U32(0), U32(0))
    done = end = tied_done = tied_end = U32(0)
    while first < last:
        key, reach = filling_in(uppers, U32(first + lane), last)
        first = U32(first + U32(WARP))
        is_good = U32(reach & bit) == 0
        is_tied = U32(reach >> U32(TIE)) != 0
        untied, tied = votes_of(is_good and not is_tied), votes_of(is_good and is_tied)
        wait_for_warp()  # until all lanes have read the keys before
        if is_good:
            votes, place = (tied, tied_end) if is_tied else (untied, end)
            place = U32(place + U32(cuda.popc(U32(votes & before))))
            waiting[place_in(is_tied, place)] = row_indices(key, U32(place & turns))
        end = U32(end + U32(cuda.popc(untied)))
        tied_end = U32(tied_end + U32(cuda.popc(tied)))
        stop, tied_stop = U32(end & ~rest), U32(tied_end & ~rest)
        if first >= last:
            stop = U32(U32(end + rest) & ~rest)
            tied_stop = U32(U32(tied_end + rest) & ~rest)
            complete_step(waiting, 0, end, stop)
            complete_step(waiting, 1, tied_end, tied_stop)
        wait_for_warp()
        sums = look_up(waiting, 0, done, stop, shift, tables, clear, strict, sums)
        tied_sums = look_up(waiting, 1, tied_done, tied_stop, shift, tables, clear, none, tied_sums)
        done, tied_done = stop, tied_stop
    odd, twos, strict_twos = sums
    pairs = -2 * np.int64(twos) - cuda.popc(odd & clear)
    strict_pairs = -2 * np.int64(strict_twos) - cuda.popc(odd & strict)
    if tied_end > 0:
        odd, twos, _ = tied_sums
        pairs -= 2 * np.int64(twos) + cuda.popc(odd & clear)
    if U32(lane >> shift) == 0:  # the first group; it has every word
        pairs += np.int64(U32(end + tied_end)) * cuda.popc(clear)
        strict_pairs += np.int64(end) * cuda.popc(strict)
    return pairs, strict_pairs


@cuda.jit(device=True)
def share_of_warp(rounds, places):
    """Divide the rounds of all lists evenly between the warps of a block.

    Return the place of this warp's first list, the rounds of that list that other warps take, and
    the number of its own rounds.
    """
    warp, warps = U32(cuda.threadIdx.x // WARP), U32(cuda.blockDim.x // WARP)
    every_round = place = U32(0)
    while place < places:
        every_round = U32(every_round + rounds[place])
        place = U32(place + U32(1))
    begin = U32(every_round * warp // warps)
    end = U32(every_round * U32(warp + U32(1)) // warps)
    first_place = passed = U32(0)  # passed: rounds of the lists before
    while begin < end and begin >= U32(passed + rounds[first_place]):
        passed = U32(passed + rounds[first_place])
        first_place = U32(first_place + U32(1))
    return first_place, U32(begin - passed), U32(end - begin)


@cuda.jit(device=True)
def turn_over(lowers, first, stop, words, slices, barred):
    """Write the slices of the keys and of the reaches of as many lower fillings as fit `words`."""
    warp, lane = U32(cuda.threadIdx.x // WARP), U32(cuda.threadIdx.x % WARP)
    word, warps = warp, U32(cuda.blockDim.x // WARP)
    while word < words:
        place = U32(first + word * U32(2 * WARP) + lane)
        key, reach = filling_in(lowers, place, stop)
        next_key, next_reach = filling_in(lowers, U32(place + U32(WARP)), stop)
        write_slices(key, next_key, slices, word)
        write_slices(reach, next_reach, barred, word)
        word = U32(word + warps)


@cuda.jit(device=True)
def tables_of_lane(tables, word, shift, bits):
    """Return the tables from this lane's word on, in the order in which its group reads them."""
    group = U32(U32(cuda.threadIdx.x % WARP) >> shift)
    turn = U32(group & U32(side_by_side(shift) - U32(1)))
    near, far = distances(shift, bits)
    start = U32((turn & U32(1)) * near + (turn >> U32(1)) * far + word)
    return (
        tables[start:],
        tables[U32(start ^ near) :],
        tables[U32(start ^ far) :],
        tables[U32(start ^ near ^ far) :],
    )


@cuda.jit(device=True)
def add_up(counted, sums, state):
    """Add the counts of all threads of a block to the count."""
    thread = cuda.threadIdx.x
    cuda.syncthreads()
    sums[thread] = U64(counted)
    cuda.syncthreads()
    if thread < WARP:
        for other in range(thread + WARP, cuda.blockDim.x, WARP):
            counted += np.int64(sums[other])
        sums[thread] = U64(counted)
        wait_for_warp()
        if thread == 0:
            for other in range(1, WARP):
                counted += np.int64(sums[other])
            cuda.atomic.add(state, COUNTED, counted)


def join_sets(pairing, middle, largest_shift, bits, fillings, ends, state):
    """Add the weights of all non-attacking pairs of fillings and a last middle queen to the count.

    A block joins the lower set of its number. A row of a table has at most ``1 << largest_shift``
    words, and a byte of a key at most `bits` key bits. `pairing` is indexed by OTHER or PARTNER,
    rank and place; `middle` by word and column.
    """
    tables = cuda.shared.array(TABLE_WORDS, U64)
    waiting = cuda.shared.array(WAITING, U64)  # two rings for every warp
    slices = waiting  # no key waits while the tables are filled
    barred = cuda.shared.array(SLICE_WORDS, U64)  # slices of the reach
    thread, rank = cuda.threadIdx.x, cuda.blockIdx.x
    warp, lane = U32(thread // WARP), U32(thread % WARP)
    uppers, lowers = fillings[0], fillings[1]
    places = U32(pairing.shape[2])  # of the middle queen; what each needs is shared
    columns = cuda.shared.array(PLACES, U32)
    weights = cuda.shared.array(PLACES, U32)
    strict_weights = cuda.shared.array(PLACES, U32)
    starts = cuda.shared.array(PLACES, U32)
    stops = cuda.shared.array(PLACES, U32)
    rounds = cuda.shared.array(PLACES, U32)  # of a warp that takes 32 upper fillings
    for place in range(thread, places, cuda.blockDim.x):
        column, partner = pairing[OTHER, rank, place], pairing[PARTNER, rank, place]
        weights[place], strict_weights[place] = middle[EVERY, column], middle[STRICT, column]
        columns[place] = middle[COLUMN, column]
        starts[place], stops[place] = ends[0, START, partner], ends[0, END, partner]
        number = U32(stops[place] - starts[place] + U32(WARP - 1))
        rounds[place] = number // U32(WARP) if middle[EVERY, column] else 0
    cuda.syncthreads()
    first_place, skipped, share = share_of_warp(rounds, places)
    rings = waiting[U32(U32(2 * RING) * warp) :]  # those of this warp
    bits = U32(bits)
    counted = np.int64(0)
    lower, stop = U32(ends[1, START, rank]), U32(ends[1, END, rank])
    while lower < stop:
        shift, words = U32(largest_shift), U32(1 << largest_shift)
        while shift > LEAST_SHIFT and U32(lower + words * U32(WARP)) >= stop:
            shift, words = U32(shift - U32(1)), U32(words // U32(2))
        cuda.syncthreads()  # until all warps have read the tables before
        turn_over(lowers, lower, stop, words, slices, barred)
        lower = U32(lower + words * U32(2 * WARP))
        cuda.syncthreads()
        fill_tables(shift, bits, slices, tables)
        cuda.syncthreads()
        word = U32(lane & U32(words - U32(1)))
        of_lane = tables_of_lane(tables, word, shift, bits)
        untied = ~barred[U32(U32(TIE * SLICE) + word)]
        place, left, skip = first_place, share, skipped
        while left > 0:
            taken = U32(min(left, U32(rounds[place] - skip)))
            if taken > 0:
                start = U32(starts[place] + skip * U32(WARP))
                last = U32(min(start + taken * U32(WARP), stops[place]))
                column = columns[place]
                clear = ~barred[U32(column * U32(SLICE) + word)]
                clear = U64(clear & U64(EVERY_FILLING))
                strict = clear & untied if strict_weights[place] else U64(0)
                bit = U32(U32(1) << column)
                pairs, strict_pairs = join_list(
                    uppers, start, last, bit, shift, of_lane, clear, strict, rings
                )
                counted += weights[place] * pairs + strict_weights[place] * strict_pairs
            left, skip = U32(left - taken), U32(0)
            place = U32(place + U32(1))
    add_up(counted, waiting, state)


# Types of the arguments of the kernels.
FILL = (
    "void(int32[:, :, ::1], int64[::1], uint32[:, :, :, ::1], int64, int64, int64, boolean, "
    "uint64[:, ::1], uint32[:, :, ::1], int64[:, :, ::1], uint64[:, ::1], uint32[:, :, ::1], "
    "int64[:, :, ::1], int64[::1])"
)
JOIN = (
    "void(int32[:, :, ::1], uint32[:, ::1], int64, int64, uint64[:, ::1], int64[:, :, ::1], "
    "int64[::1])"
)
REGISTERS = 64  # registers per joining thread; with more, too few warps hide the latency
