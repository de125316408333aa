"""The kernels that go from one layer of states to the next, a candidate at a time.

A state has a bit for each later candidate that conflicts with an earlier one; the bit is set if it
conflicts with a chosen one. Equal states are merged, and their counts added. A state has a count
for every number of chosen candidates, modulo primes::

    keys[i]                 the state
    counts[i, prime, k]     the number of ways to reach it with k candidates, modulo the prime

    skipping a candidate forgets its own bit:   key & ~own
    choosing it sets those it conflicts with:   key & ~own | conflicts, if its own is not set

If attacks depend on the pieces between, a state is a row of words of 63 bits; each set bit stands
for the rest of a forbidden set that must still be prevented (see
`rookery.nonattacking.counting.frontier`). Settling a candidate touches some of the rests. Each of
them ends, becomes another one or is made; then redundant rests are dropped::

    state          0 1 1 0 1 0 0 1
    touched        . 1 . . 1 . . .      becomes: the bits that each turns into
    state after    0 0 1 0 0 1 1 1      implied: the bits that each new bit makes redundant
"""

from __future__ import annotations

from typing import NamedTuple

from rookery.compiled.arrays import Int64s
from rookery.compiled.bits import lowest_bit
from rookery.compiled.kernels import NONE, first_slot, inlined, kernel, place_key
from rookery.nonattacking.graph import WORD

TOUCHED, OPENED, MADE, IMPLYING = 0, 1, 3, 5  # rows of RestStep.masks


@kernel
def next_keys(keys, own, conflicts, slots, new_keys, skipped, chosen):
    """Write the states of the next layer, and where those of this one lead; return how many.

    `own` is the bit of the candidate, 0 if it has none, and `conflicts` those that choosing it
    sets. The empty hash table has at least twice the slots that there may be keys. `skipped` and
    `chosen` are the numbers of the states without and with the candidate, -1 where it may not be
    chosen.
    """
    found = 0
    for at in range(len(keys)):
        key = keys[at, 0]
        new = (key & ~own,)
        skipped[at], found = place_key(new, first_slot(new, slots), slots, new_keys, found)
        if key & own:
            chosen[at] = NONE
        else:
            new = (key | conflicts,)
            chosen[at], found = place_key(new, first_slot(new, slots), slots, new_keys, found)
    return found


class RestStep(NamedTuple):
    """The transitions of a state by a candidate that is left out (0) or chosen (1)."""

    allowed: int  # bit c: whether the choice c does not make an attack in any case
    masks: Int64s  # [row, word] bits by name; OPENED and MADE have a row for each choice
    becomes: Int64s  # [choice, bit, word]
    implied: Int64s  # [bit, word] bits that it makes needless


@inlined
def settle(key, step, choice, new):
    """Write the state after a candidate to `new`; return whether it makes no attack."""
    masks, width = step.masks, len(key)
    if not step.allowed >> choice & 1:
        return False
    for word in range(width):
        if key[word] & masks[MADE + choice, word]:
            return False
        new[word] = key[word] & ~masks[TOUCHED, word] | masks[OPENED + choice, word]
    for word in range(width):
        left = key[word] & masks[TOUCHED, word]
        while left:
            bit = word * WORD + lowest_bit(left)
            left &= left - 1
            for other in range(width):
                new[other] |= step.becomes[choice, bit, other]
    for word in range(width):
        left = new[word] & masks[IMPLYING, word]
        while left:
            bit = word * WORD + lowest_bit(left)
            left &= left - 1
            for other in range(width):
                new[other] &= ~step.implied[bit, other]
    return True


@kernel
def next_rests(keys, step, first, last, new, slots, new_keys, found, leads):
    """Find where some states lead, from the first to before the last; return how many are found.

    The hash table holds the states of the next layer found before, and at least twice the slots
    that there may be states; `new` is room for one. `leads` is [choice, state], the number of the
    next state, -1 where an attack is made.
    """
    for at in range(first, last):
        for choice in range(2):
            if settle(keys[at], step, choice, new):
                slot = first_slot(new, slots)
                leads[choice, at], found = place_key(new, slot, slots, new_keys, found)
            else:
                leads[choice, at] = NONE
    return found


@kernel
def add_counts(counts, skipped, chosen, primes, first, last, new_counts):
    """Add the counts of a range of states to those of their successors.

    `skipped` and `chosen` are their numbers, -1 where a state leads nowhere.
    """
    width = counts.shape[2]
    new_width = new_counts.shape[2]
    for at in range(first, last):
        for number in range(len(primes)):
            prime = primes[number]
            old = counts[at, number]
            if skipped[at] >= 0:
                new = new_counts[skipped[at], number]
                for k in range(min(width, new_width)):
                    total = new[k] + old[k]
                    new[k] = total - prime if total >= prime else total
            if chosen[at] >= 0:
                new = new_counts[chosen[at], number]
                for k in range(min(width, new_width - 1)):
                    total = new[k + 1] + old[k]
                    new[k + 1] = total - prime if total >= prime else total
