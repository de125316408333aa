"""Bit operations on integers, in plain Python and in kernels, and on sets, in kernels only.

A *set* is a row of words; bit `place` of its word `word` is member ``word * word_bits + place``.
"""

from __future__ import annotations

from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload

from rookery.compiled.kernels import inlined

TOP = 63  # number of the highest bit of a 64-bit word


def lowest_bit(word: int) -> int:
    """Return the number of the lowest bit set in a positive integer below 2**63.

    >>> lowest_bit(12)
    2
    """
    word = int(word)
    return (word & -word).bit_length() - 1


def highest_bit(word: int) -> int:
    """Return the number of the highest bit set in a positive integer below 2**63.

    >>> highest_bit(12)
    3
    """
    return int(word).bit_length() - 1


def count_bits(word: int) -> int:
    """Count the bits set in an integer from 0 to below 2**63.

    >>> count_bits(12)
    2
    """
    return int(word).bit_count()


@intrinsic
def _trailing_zeros(typing_context, word):
    def generate(context, builder, signature, arguments):
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), generate


@intrinsic
def _leading_zeros(typing_context, word):
    def generate(context, builder, signature, arguments):
        return builder.ctlz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), generate


@intrinsic
def _population(typing_context, word):
    def generate(context, builder, signature, arguments):
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), generate


@overload(lowest_bit)
def _lowest_bit(word):
    def generated(word):
        return _trailing_zeros(word)

    return generated


@overload(highest_bit)
def _highest_bit(word):
    def generated(word):
        return TOP - _leading_zeros(word)

    return generated


@overload(count_bits)
def _count_bits(word):
    def generated(word):
        return _population(word)

    return generated


@inlined
def bits_in(words):
    """Return the size of a set."""
    number = 0
    for word in words:
        number += count_bits(word)
    return number


@inlined
def bits_in_both(one, other):
    """Return the size of the intersection of two sets."""
    number = 0
    for word in range(len(one)):
        number += count_bits(one[word] & other[word])
    return number


@inlined
def scarcest(members, sets, able, word_bits):
    """Return the member whose own set shares the fewest members with `able`, and how many."""
    scarce, fewest = 0, word_bits * len(able) + 1
    for word in range(len(members)):
        left = members[word]
        while left != 0 and fewest > 1:
            member = word * word_bits + lowest_bit(left)
            left &= left - 1
            number = bits_in_both(sets[member], able)
            if number < fewest:
                scarce, fewest = member, number
    return scarce, fewest
