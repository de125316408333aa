"""The kernel that searches placements to which no piece can be added, depth first.

Every candidate of such a placement is *covered*: it is chosen, or it conflicts with one that is. A
node branches on the uncovered candidate that the fewest allowed ones can cover, itself among them:
one of these must be chosen. Each is tried in turn and is no longer allowed after that, so that no
placement is found twice (E. A. Akkoyunlu, "The enumeration of maximal cliques of large graphs",
SIAM J. Comput. 2, 1973, with the cover of fewest candidates for the branches).

Sets are rows of words of 63 bits; bit b of word w is the candidate 63 w + b::

    covers[candidate]   the candidates it covers: itself and those in conflict with it
    allowed[depth]      the candidates that may still be chosen there
    uncovered[depth]    the candidates still to be covered there, among them all allowed ones
    branches[depth]     the candidates still to be tried there
"""

from __future__ import annotations

from typing import NamedTuple

from rookery.compiled.arrays import Int64s
from rookery.compiled.bits import bits_in_both, lowest_bit, scarcest
from rookery.compiled.kernels import inlined, kernel
from rookery.nonattacking.graph import WORD

DEPTH, FOUND = range(2)  # places in MaximalSets.state


class MaximalSets(NamedTuple):
    """The position of a search, which can be resumed."""

    covers: Int64s  # [candidate, word]
    allowed: Int64s  # [depth, word]
    uncovered: Int64s  # [depth, word]
    branches: Int64s  # [depth, word]
    tried: Int64s  # [depth] branches there were at first
    chosen: Int64s  # [depth] the candidate at work
    needs: Int64s  # [need, word] candidates of which a number is set
    spans: Int64s  # [need, 2] the least and the most of them
    taken: Int64s  # [depth, need] how many of them are chosen
    counts: Int64s  # [number chosen below the root] placements found
    found: Int64s  # [place, word] the latest placements, what is chosen at the root left out
    state: Int64s  # [DEPTH] -1 when all is done, [FOUND] rows of `found` that are taken


@inlined
def pick_branches(sets, depth):
    """Write the branches of a node; return their number, 0 if a candidate cannot be covered."""
    covers, allowed, uncovered = sets.covers, sets.allowed[depth], sets.uncovered[depth]
    pivot, fewest = scarcest(uncovered, covers, allowed, WORD)
    for word in range(len(uncovered)):
        sets.branches[depth, word] = covers[pivot, word] & allowed[word]
    sets.tried[depth] = fewest
    return fewest


@inlined
def choose(sets, depth, candidate):
    """Write the node below a candidate; return whether it is a leaf, with nothing uncovered."""
    is_leaf = True
    for word in range(sets.covers.shape[1]):
        left = ~sets.covers[candidate, word]
        sets.allowed[depth + 1, word] = sets.allowed[depth, word] & left
        sets.uncovered[depth + 1, word] = sets.uncovered[depth, word] & left
        is_leaf &= sets.uncovered[depth + 1, word] == 0
    return is_leaf


@inlined
def meets_needs(sets, depth, candidate):
    """Count the chosen candidates of each requirement; return whether all can still be met."""
    word, bit = candidate // WORD, candidate % WORD
    for need in range(len(sets.needs)):
        taken = sets.taken[depth, need] + (sets.needs[need, word] >> bit & 1)
        sets.taken[depth + 1, need] = taken
        least, most = sets.spans[need, 0], sets.spans[need, 1]
        if taken > most:
            return False
        if (
            taken < least
            and taken + bits_in_both(sets.needs[need], sets.allowed[depth + 1]) < least
        ):
            return False
    return True


@inlined
def keep(sets, depth):
    """Store the placement of the candidates chosen down to a depth."""
    row = sets.found[sets.state[FOUND]]
    row[:] = 0
    for level in range(depth + 1):
        row[sets.chosen[level] // WORD] |= 1 << sets.chosen[level] % WORD
    sets.state[FOUND] += 1


@kernel
def search_maximal(sets, nodes):
    """Resume for about `nodes` nodes, or until `found` is full if it has room."""
    room = len(sets.found)
    depth, width = sets.state[DEPTH], sets.covers.shape[1]
    while depth >= 0 and nodes > 0:
        word = 0
        while word < width and sets.branches[depth, word] == 0:
            word += 1
        if word == width:
            depth -= 1
            continue
        nodes -= 1
        lowest = sets.branches[depth, word] & -sets.branches[depth, word]
        sets.branches[depth, word] ^= lowest
        candidate = word * WORD + lowest_bit(lowest)
        sets.chosen[depth] = candidate
        is_leaf = choose(sets, depth, candidate)
        sets.allowed[depth, word] &= ~lowest
        if not meets_needs(sets, depth, candidate):
            continue
        if is_leaf:
            sets.counts[depth + 1] += 1
            if room:
                keep(sets, depth)
                if sets.state[FOUND] == room:
                    break
        elif pick_branches(sets, depth + 1):
            depth += 1
    sets.state[DEPTH] = depth
