"""The kernel that finds all answers of a region puzzle, by depth-first search on bits.

A set of squares is a row of words of 64 bits; bit b of word w is the square 64 w + b::

    free[depth]    squares where pieces may still stand
    chosen[depth]  squares of pieces
    need[depth]    number of pieces that each unit still needs

`rookery.regions.masks` explains the search and does the same in plain Python.
"""

from __future__ import annotations

from typing import NamedTuple

from rookery.compiled.arrays import Int64s, UInt16s
from rookery.compiled.bits import bits_in_both, lowest_bit
from rookery.compiled.kernels import inlined, kernel

WORD = 64
KINDS = 3  # kinds of units: each square is in a row, a column and a region
DEPTH, FOUND = range(2)  # indices of Stack.state
OVER, NOT_BEGUN = -1, -2  # values of state[DEPTH] besides depths
LOST, SOLVED = -2, -1


class KernelBoard(NamedTuple):
    """Arrays shared by all regions on a board."""

    lines: Int64s  # [line, word] the rows, then the columns
    attacks: Int64s  # [square, word] itself and the squares it attacks
    blocks: Int64s  # [square, word] its block; see `Reach`
    largest: int  # number of squares of the largest block


class KernelPuzzle(NamedTuple):
    """Arrays shared by all nodes."""

    region_of: UInt16s  # [square]
    stars: int
    given: Int64s  # [word]


class Stack(NamedTuple):
    """The state of a resumable search."""

    units: Int64s  # [unit, word] the lines, then the regions
    of: Int64s  # [square, kind] its row, column and region
    free: Int64s  # [depth, word]
    chosen: Int64s  # [depth, word]
    need: Int64s  # [depth, unit]
    short: Int64s  # [depth, word] units that still need pieces, as bits
    answers: Int64s  # [answer, word] the first answers
    state: Int64s  # [DEPTH] current depth, OVER or NOT_BEGUN; [FOUND] number of answers


@inlined
def copy(row, into):
    """Copy a row of numbers."""
    for at in range(row.shape[0]):
        into[at] = row[at]


@inlined
def begin(board, puzzle, stack):
    """Write the units, and place the given pieces; return depth 0, or OVER if two attack."""
    region_of, stars, given = puzzle
    units, of, free, chosen, need = stack[:5]
    lines, words = board.lines.shape
    units[:, :] = 0
    for line in range(lines):
        copy(board.lines[line], units[line])
    side = lines >> 1
    for square in range(region_of.shape[0]):
        of[square, 0] = square // side
        of[square, 1] = side + square % side
        of[square, 2] = lines + region_of[square]
        units[of[square, 2], square >> 6] |= 1 << (square & 63)
    need[0, :] = stars
    stack.short[0, :] = 0
    for unit in range(need.shape[1]):
        stack.short[0, unit >> 6] |= 1 << (unit & 63)
    chosen[0, :] = 0
    for word in range(words):
        left = given[word]
        while left != 0:
            square = (word << 6) + lowest_bit(left)
            left &= left - 1
            if free[0, word] >> (square & 63) & 1 == 0:
                return OVER
            place(board, stack, 0, square)
    return 0


@inlined
def place(board, stack, depth, square):
    """Place a piece on a free square."""
    free, chosen, need = stack.free[depth], stack.chosen[depth], stack.need[depth]
    chosen[square >> 6] |= 1 << (square & 63)
    for word in range(free.shape[0]):
        free[word] &= ~board.attacks[square, word]
    for kind in range(KINDS):
        unit = stack.of[square, kind]
        need[unit] -= 1
        if need[unit] == 0:
            stack.short[depth, unit >> 6] &= ~(1 << (unit & 63))
            for word in range(free.shape[0]):
                free[word] &= ~stack.units[unit, word]


@inlined
def fill(board, stack, depth, unit):
    """Place pieces on the free squares of a unit; each piece removes the squares it attacks."""
    free = stack.free[depth]
    for word in range(free.shape[0]):
        left = free[word] & stack.units[unit, word]
        while left != 0:
            place(board, stack, depth, (word << 6) + lowest_bit(left))
            left &= free[word]


@inlined
def has_blocks(board, stack, depth, unit, number):
    """Return whether the `number` free squares of a unit lie in as many blocks as it needs."""
    free, squares, needed = stack.free[depth], stack.units[unit], stack.need[depth, unit]
    if number > (needed - 1) * board.largest:
        return True
    left = stack.free[depth + 1]  # a working array until the next node is written there
    words = free.shape[0]
    for word in range(words):
        left[word] = free[word] & squares[word]
    for word in range(words):
        while left[word] != 0:
            needed -= 1
            if needed == 0:
                return True
            square = (word << 6) + lowest_bit(left[word])
            for other in range(word, words):
                left[other] &= ~board.blocks[square, other]
    return False


@inlined
def first_in(unit, free):
    """Return the first free square of a unit that has one."""
    word = 0
    while free[word] & unit[word] == 0:
        word += 1
    return (word << 6) + lowest_bit(free[word] & unit[word])


@inlined
def settle(board, stack, depth):
    """Place forced pieces; return the square to try next, SOLVED or LOST."""
    units, free, need = stack.units, stack.free[depth], stack.need[depth]
    short = stack.short[depth]
    while True:
        square, fewest, is_placed = SOLVED, 0, False
        for word in range(short.shape[0]):
            left = short[word]
            while left != 0:
                unit = (word << 6) + lowest_bit(left)
                left &= left - 1
                number = bits_in_both(units[unit], free)
                spare = number - need[unit]
                if spare < 0 or not has_blocks(board, stack, depth, unit, number):
                    return LOST
                if spare == 0:
                    fill(board, stack, depth, unit)
                    left &= short[word]
                    is_placed = True
                elif not is_placed and (square == SOLVED or spare < fewest):
                    square, fewest = first_in(units[unit], free), spare
        if not is_placed:
            return square


@kernel
def find_answers(board, puzzle, stack, most, nodes):
    """Begin or resume the search for about `nodes` nodes, or until it has `most` answers in all.

    Answers beyond the room for them are only counted. Return the number of nodes left.
    """
    free, chosen, need, short, answers, state = stack[2:]
    if state[DEPTH] == NOT_BEGUN:
        state[DEPTH] = begin(board, puzzle, stack)
    depth, found = state[DEPTH], state[FOUND]
    while depth != OVER and nodes > 0 and found < most:
        nodes -= 1
        square = settle(board, stack, depth)
        if square < 0:
            if square == SOLVED:
                if found < answers.shape[0]:
                    copy(chosen[depth], answers[found])
                found += 1
            depth -= 1
            continue
        for sets in (free, chosen, need, short):
            copy(sets[depth], sets[depth + 1])
        free[depth, square >> 6] &= ~(1 << (square & 63))
        depth += 1
        place(board, stack, depth, square)
    state[DEPTH], state[FOUND] = depth, found
    return nodes
