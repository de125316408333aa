"""The kernel that goes from one layer of rests to the next.

See `rookery.nonattacking.counting.rests` for what they are.

A state is a row of words of 63 bits; each bit that is set stands for a rest of something forbidden
that is still to be prevented. Settling a candidate touches some of the rests, each of which ends,
becomes another or is made; then those that say more than another one are left out::

    state          0 1 1 0 1 0 0 1
    touched        . 1 . . 1 . . .      becomes: each the bits it turns into
    state after    0 0 1 0 0 1 1 1      implied: of each new bit, those that it makes needless
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numba import njit

from rookery.compiled import bits, kernels
from rookery.compiled.bits import lowest_bit
from rookery.compiled.kept import cached
from rookery.compiled.kernels import INLINE, KERNEL

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[np.int64]

WORD = 63
NONE = -1
GOLDEN = np.uint64(0x9E3779B97F4A7C15)


class RestStep(NamedTuple):
    """The transitions of a state by a candidate that is left out (0) or chosen (1)."""

    allowed: Numbers  # [choice] 0 where an attack is made in any case
    touched: Numbers  # [word]
    opened: Numbers  # [choice, word] rests that are open afterwards in any case
    becomes: Numbers  # [choice, bit, word]
    made: Numbers  # [choice, bit] 1 where a rest is made
    implying: Numbers  # [word] bits that may make others needless
    implied: Numbers  # [bit, word]


class RestTable(NamedTuple):
    """A hash table of the states found, with open addressing; its size is a power of 2."""

    slots: NDArray[np.int32]
    keys: Numbers  # [state, word]


@njit(**INLINE)
def settle(key, step, choice, new):
    """Write the state after a candidate is settled to `new`; return whether no attack is made."""
    if not step.allowed[choice]:
        return False
    width = len(key)
    for word in range(width):
        new[word] = key[word] & ~step.touched[word] | step.opened[choice, word]
    for word in range(width):
        left = key[word] & step.touched[word]
        while left:
            bit = word * WORD + lowest_bit(left)
            left &= left - 1
            if step.made[choice, bit]:
                return False
            for other in range(width):
                new[other] |= step.becomes[choice, bit, other]
    for word in range(width):
        left = new[word] & step.implying[word]
        while left:
            bit = word * WORD + lowest_bit(left)
            left &= left - 1
            for other in range(width):
                new[other] &= ~step.implied[bit, other]
    return True


@njit(**INLINE)
def place_of(key, table, found):
    """Return the number of a state among those found, as whose last it is added if it is new."""
    last = len(table.slots) - 1
    mixed = np.uint64(0)
    for word in key:
        mixed = (mixed ^ np.uint64(word)) * GOLDEN
        mixed ^= mixed >> np.uint64(29)
    slot = np.int64(mixed & np.uint64(last))
    while table.slots[slot] != NONE:
        number = table.slots[slot]
        same = True
        for word in range(len(key)):
            same = same and table.keys[number, word] == key[word]
        if same:
            return number, found
        slot = (slot + 1) & last
    table.slots[slot] = found
    for word in range(len(key)):
        table.keys[found, word] = key[word]
    return found, found + 1


@cached(bits, kernels)
@njit(**KERNEL)
def next_states(keys, step, first, last, new, table, found, leads):
    """Find where some states lead, from the first to before the last; return how many are found.

    Parameters
    ----------
    keys
        The states of this layer, [state, word].
    new
        Room for a state.
    table, found
        The states of the next layer found before, and their number; the table has twice the
        slots that there may be states.
    leads
        What is written, [choice, state]: the number of the state that it leads to, -1 where an
        attack is made.
    """
    for at in range(first, last):
        for choice in range(2):
            if settle(keys[at], step, choice, new):
                leads[choice, at], found = place_of(new, table, found)
            else:
                leads[choice, at] = NONE
    return found
