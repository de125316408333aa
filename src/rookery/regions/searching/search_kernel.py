"""The kernel that finds all answers of a region puzzle, by depth-first search on bits.

A set of squares is a row of words of 64 bits; bit b of word w is the square 64 w + b::

    free[depth]    where pieces may still stand
    chosen[depth]  where pieces stand
    need[depth]    how many each unit still needs

`rookery.regions.searching.search` is the same in plain Python, and says how it goes on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from numba import njit

from rookery.compiled import bits, kernels
from rookery.compiled.bits import count_bits, lowest_bit
from rookery.compiled.kept import cached
from rookery.compiled.kernels import INLINE, KERNEL

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.int64]

WORD = 64
DEPTH, FOUND = range(2)  # places in Stack.state
LOST, SOLVED = -2, -1


class Board(NamedTuple):
    """What is the same at every node."""

    units: Numbers  # [unit, word]
    of: Numbers  # [square, which] the row, the column and the region of a square
    attacks: Numbers  # [square, word] itself and what it attacks
    blocks: Numbers  # [square, word]


class Stack(NamedTuple):
    """Where a search stands; it can be gone on with."""

    free: Numbers  # [depth, word]
    chosen: Numbers  # [depth, word]
    need: Numbers  # [depth, unit]
    answers: Numbers  # [answer, word] the first ones
    state: Numbers  # [DEPTH] -1 when all is done, [FOUND]


@njit(**INLINE)
def place(board, free, chosen, need, square):
    """Place a piece on a free square."""
    chosen[square >> 6] |= 1 << (square & 63)
    for word in range(free.shape[0]):
        free[word] &= ~board.attacks[square, word]
    for which in range(board.of.shape[1]):
        unit = board.of[square, which]
        need[unit] -= 1
        if need[unit] == 0:
            for word in range(free.shape[0]):
                free[word] &= ~board.units[unit, word]


@njit(**INLINE)
def has_blocks(board, free, unit, needed, left):
    """Return whether a unit is cut into at least as many blocks as pieces are needed."""
    width = free.shape[0]
    for word in range(width):
        left[word] = free[word] & board.units[unit, word]
    for word in range(width):
        while left[word] != 0:
            needed -= 1
            if needed == 0:
                return True
            square = (word << 6) + lowest_bit(left[word])
            for other in range(word, width):
                left[other] &= ~board.blocks[square, other]
    return False


@njit(**INLINE)
def settle(board, free, chosen, need, left):
    """Place what must stand; return the square to try next, SOLVED or LOST."""
    width = free.shape[0]
    while True:
        square, fewest = SOLVED, 0
        for unit in range(need.shape[0]):
            needed = need[unit]
            if needed == 0:
                continue
            number = 0
            for word in range(width):
                number += count_bits(free[word] & board.units[unit, word])
            spare = number - needed
            if spare < 0 or (needed > 1 and not has_blocks(board, free, unit, needed, left)):
                return LOST
            if square == SOLVED or spare < fewest:
                fewest = spare
                word = 0
                while free[word] & board.units[unit, word] == 0:
                    word += 1
                square = (word << 6) + lowest_bit(free[word] & board.units[unit, word])
            if spare == 0:
                break
        if square == SOLVED or fewest > 0:
            return square
        place(board, free, chosen, need, square)


@cached(bits, kernels)
@njit(**KERNEL)
def find_answers(board, stack, left, most, nodes):
    """Go on for about so many nodes, or until so many answers are found in all.

    `left` is room for one set. Answers beyond the room for them are only counted.
    """
    free, chosen, need, answers, state = stack
    depth, found = state[DEPTH], state[FOUND]
    width = free.shape[1]
    while depth >= 0 and nodes > 0 and found < most:
        nodes -= 1
        square = settle(board, free[depth], chosen[depth], need[depth], left)
        if square < 0:
            if square == SOLVED:
                if found < answers.shape[0]:
                    for word in range(width):
                        answers[found, word] = chosen[depth, word]
                found += 1
            depth -= 1
            continue
        for word in range(width):
            free[depth + 1, word] = free[depth, word]
            chosen[depth + 1, word] = chosen[depth, word]
        for unit in range(need.shape[1]):
            need[depth + 1, unit] = need[depth, unit]
        free[depth, square >> 6] &= ~(1 << (square & 63))
        depth += 1
        place(board, free[depth], chosen[depth], need[depth], square)
    state[DEPTH], state[FOUND] = depth, found
    return nodes
