"""Counts for every number of pieces as polynomials: lists of integers, from zero pieces up."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, zip_longest
from operator import mul

Counts = list[int]

# fmt: off
BELOW = (
    57, 87, 117, 143, 153, 167, 171, 195, 203, 273, 287, 317,
    443, 483, 495, 575, 581, 603, 633, 663, 765, 773, 777, 791,
)
# fmt: on
PRIMES = tuple(2**62 - less for less in BELOW)
"""The greatest primes below 2**62: sums of two residues fit in 63 bits."""


def product(one: Sequence[int], other: Sequence[int]) -> Counts:
    """Return the product of two polynomials.

    >>> product([1, 2], [1, 3, 1])
    [1, 5, 7, 2]
    """
    found = [0] * (len(one) + len(other) - 1)
    for at, left in enumerate(one):
        for beside, right in enumerate(other):
            found[at + beside] += left * right
    return found


def without_zeros(counts: Sequence[int]) -> Counts:
    """Return a polynomial without zeros at its end.

    >>> without_zeros([1, 0, 2, 0, 0])
    [1, 0, 2]
    """
    found = list(counts)
    while found and not found[-1]:
        found.pop()
    return found


def enough_primes(bound: int) -> tuple[int, ...]:
    """Return primes whose product is above a bound.

    Raises
    ------
    OverflowError
        When there are not enough of them here.
    """
    for number, above in enumerate(accumulate(PRIMES, mul, initial=1)):
        if above > bound:
            return PRIMES[:number]
    raise OverflowError("the counts may have more digits than can be held")


def from_residues(residues: Sequence[int], primes: Sequence[int]) -> int:
    """Return the least number that leaves these remainders (Chinese remainder theorem).

    >>> from_residues([1, 2], [3, 5])
    7
    """
    found, step = 0, 1
    for residue, prime in zip(residues, primes, strict=True):
        found += step * ((residue - found) * pow(step, -1, prime) % prime)
        step *= prime
    return found


def from_all_residues(residues: Sequence[Counts], primes: Sequence[int]) -> Counts:
    """Return the counts that leave these remainders for each prime.

    >>> from_all_residues([[1, 1], [1, 2]], [3, 5])
    [1, 7]
    """
    each = zip_longest(*residues, fillvalue=0)
    return without_zeros([from_residues(found, primes) for found in each])


def sum_of(one: Sequence[int], other: Sequence[int]) -> Counts:
    """Return the sum of two polynomials.

    >>> sum_of([1, 2], [1, 0, 5])
    [2, 2, 5]
    """
    return [left + right for left, right in zip_longest(one, other, fillvalue=0)]
