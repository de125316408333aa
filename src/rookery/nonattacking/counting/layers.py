"""The transfer engine: counting candidate by candidate, in layers of states.

This is the transfer-matrix or broken-profile method (R. P. Stanley, "Enumerative Combinatorics 1",
4.7; OEIS A063443 was extended in that way), on the graph instead of the board. `Layers` goes from
one layer of states to the next. Its transitions define the states: `Conflicts` for pieces of short
reach, whose conflicts are few and near, and `Rests` for attacks that depend on the pieces between.
Counts are kept modulo enough primes of 62 bits for an upper bound on them.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from math import comb, prod
from typing import NamedTuple

import numpy as np

from rookery.compiled.arrays import Bools, Int32s, Int64s
from rookery.compiled.kernels import NONE
from rookery.errors import LimitError
from rookery.nonattacking.counting import layers_kernel as kernel
from rookery.nonattacking.counting.components import Component
from rookery.nonattacking.counting.frontier import Settling, least_settled
from rookery.nonattacking.counting.polynomials import (
    Counts,
    enough_primes,
    from_all_residues,
    sum_of,
)
from rookery.nonattacking.counting.slices import Slice, Slices
from rookery.nonattacking.graph import WORD, bits, cliques, words_of
from rookery.results.limits import Check

MOST_BYTES = 1 << 30  # bytes of a layer's counts, at most
COUNTS_A_SLICE = 1 << 23  # between two checks of the deadline
STATES_A_SLICE = 1 << 17  # states of rests, between two checks of the deadline


class TooManyStatesError(Exception):
    """A layer would exceed its memory limit."""


class Following(NamedTuple):
    """The states of the next layer, and the successors of a layer's states: -1 for none."""

    states: Int64s
    skipped: Int32s
    chosen: Int32s


@dataclass
class _StateBlock:
    """Some states before the candidate `at`, with their counts."""

    at: int
    states: Int64s
    counts: Int64s  # [state, prime, number]
    weight: float  # its part of all work

    def halves(self) -> list[_StateBlock]:
        """Return two blocks of half the states each."""
        middle, weight = len(self.states) // 2, self.weight / 2
        return [
            _StateBlock(self.at, self.states[some].copy(), self.counts[some].copy(), weight)
            for some in (slice(middle), slice(middle, None))
        ]


class Layers:
    """The layers of states, one after the other.

    Counts are kept modulo the primes. Sets of more than `most[k]` of the first k candidates are not
    counted.
    """

    def __init__(
        self, transitions: Conflicts | Rests, primes: Sequence[int], most: Sequence[int]
    ) -> None:
        self._transitions = transitions
        self.primes = tuple(primes)
        self._moduli = np.array(primes, np.int64)
        self._most = most
        counts = np.ones((1, len(self.primes), 1), np.int64)
        self._blocks = [_StateBlock(0, transitions.first, counts, 1.0)]
        self._sums: list[Counts] = [[] for _ in primes]
        self._over = 0.0

    def run(self, most_bytes: int = MOST_BYTES, splits: bool = True) -> Slices:
        """Count all candidates.

        A layer whose counts take more bytes is split into blocks; equal states in different blocks
        are not counted together. Without `splits` it raises a `TooManyStatesError` instead.
        """
        while self._blocks:
            block = self._blocks[-1]
            if block.at == self._transitions.size:
                self._sums = self._with(self._sums, block)
                self._over += block.weight
                self._blocks.pop()
                continue
            yield from self._go_on(block, most_bytes, splits)
            # The candidates of a block count equally.
            at_work = sum(one.weight * one.at for one in self._blocks) / self._transitions.size
            yield Slice(self._over + at_work, self.counts)
        return self.counts()

    def counts(self) -> Counts:
        """Return the numbers of valid sets of 0, 1, ... so far, modulo the prime if it is one."""
        sums = self._sums
        for block in self._blocks:
            sums = self._with(sums, block)
        return from_all_residues(sums, self.primes)

    def _with(self, sums: list[Counts], block: _StateBlock) -> list[Counts]:
        """Return for each prime a sum with the counts of a block's states that may stand as is."""
        stands = self._transitions.complete(block.at, block.states)[:, None, None]
        halves = block.counts.view(np.uint32).sum(axis=0, dtype=np.uint64, where=stands)
        lower, upper = halves[:, ::2].astype(object), halves[:, 1::2].astype(object)
        return list(map(sum_of, sums, (lower + (upper << 32)).tolist()))

    def _go_on(
        self, block: _StateBlock, most_bytes: int, splits: bool
    ) -> Generator[None, None, None]:
        following = yield from self._transitions.after(block.at, block.states)
        grows = bool(block.counts[following.chosen >= 0, :, -1].any())
        width = min(int(block.counts.shape[2]) + grows, self._most[block.at + 1] + 1)
        each = len(self.primes) * width
        if 8 * len(following.states) * each > most_bytes:
            if not splits:
                raise TooManyStatesError
            if len(block.states) > 1:
                self._blocks[-1:] = block.halves()
                return
        counts = np.zeros((len(following.states), len(self.primes), width), np.int64)
        step = max(1, COUNTS_A_SLICE // each)
        for first in range(0, len(block.states), step):
            last = min(len(block.states), first + step)
            kernel.add_counts(
                block.counts, following.skipped, following.chosen, self._moduli, first, last, counts
            )
            if last < len(block.states):
                yield
        block.at, block.states, block.counts = block.at + 1, following.states, counts


class Conflicts:
    """Transitions by the later candidates that chosen ones forbid, at most 63 at a time."""

    def __init__(self, component: Component) -> None:
        self.size = len(component)
        self.first: Int64s = np.zeros((1, 1), np.int64)  # the state before the first candidate
        self._steps = _steps(component)

    def after(self, at: int, states: Int64s) -> Generator[None, None, Following]:
        """Settle a candidate in one slice of work; return the next layer."""
        yield from ()
        return self.following(at, states)

    def following(self, at: int, states: Int64s) -> Following:
        """Settle a candidate; return what follows."""
        many = len(states)
        own, conflicts = self._steps[at]
        slots, keys = _empty_table(2 * many, 1)
        skipped, chosen = np.empty(many, np.int32), np.empty(many, np.int32)
        found = kernel.next_keys(states, own, conflicts, slots, keys, skipped, chosen)
        return Following(keys[:found].copy(), skipped, chosen)

    def complete(self, at: int, states: Int64s) -> Bools:
        """Return that all may stand."""
        return np.ones(len(states), np.bool_)


class Rests:
    """Transitions by the rests of forbidden sets; see `rookery.nonattacking.counting.frontier`."""

    def __init__(self, steps: Sequence[Settling]) -> None:
        self.size = len(steps)
        self._steps = steps
        self._least = least_settled(steps)
        touched = max((step.touched for step in steps), default=0)
        self._width = max(1, -(-touched.bit_length() // WORD))
        self.first: Int64s = np.zeros((1, self._width), np.int64)

    def after(self, at: int, states: Int64s) -> Generator[None, None, Following]:
        """Settle a candidate, yielding after each slice of work; return the next layer."""
        many = len(states)
        slots, keys = _empty_table(2 * many, self._width)
        leads = np.empty((2, many), np.int32)
        new = np.empty(self._width, np.int64)
        step, found = self._step(at), 0
        for first in range(0, many, STATES_A_SLICE):
            last = min(many, first + STATES_A_SLICE)
            found = kernel.next_rests(states, step, first, last, new, slots, keys, found, leads)
            if last < many:
                yield
        return Following(keys[:found].copy(), leads[0], leads[1])

    def complete(self, at: int, states: Int64s) -> Bools:
        """Return which states do not require any of the remaining candidates."""
        doomed = words_of([self._steps[at - 1].doomed if at else 0], self._width)
        asked: Bools = np.any(states & doomed, axis=1) | (at < self._least)
        return np.logical_not(asked)

    def _step(self, at: int) -> kernel.RestStep:
        step, width = self._steps[at], self._width
        masks = [step.touched, *step.opened, *step.made, sum(1 << bit for bit in step.implied)]
        tables = np.zeros((3, WORD * width, width), np.int64)
        for table, one in zip(tables, (*step.becomes, step.implied), strict=True):
            if one:
                table[list(one)] = words_of(list(one.values()), width)
        return kernel.RestStep(step.allowed, words_of(masks, width), tables[:2], tables[2])


def _empty_table(room: int, width: int) -> tuple[Int32s, Int64s]:
    """Return the slots and the keys of a hash table for some states of so many words."""
    slots = np.full(1 << max(4, (2 * room).bit_length()), NONE, np.int32)
    return slots, np.empty((room, width), np.int64)


def layers_of(component: Component, most: int, prime: int | None = None) -> Layers:
    """Return the layers of a component's sets of at most `most`, modulo one prime or all needed."""
    primes = primes_of(component)[_one_or_all(prime)]
    return Layers(Conflicts(component), primes, at_most(component, most))


def layers_of_rests(steps: Sequence[Settling], most: int, prime: int | None = None) -> Layers:
    """Return the layers of rests likewise; raise a `LimitError` if counts may be too long."""
    many = len(steps)
    try:
        primes = enough_primes(comb(many, min(most, many // 2)))
    except OverflowError as error:
        raise LimitError(f"{error}: expected fewer squares, got {many:,}") from None
    each = [min(most, number) for number in range(many + 1)]
    return Layers(Rests(steps), primes[_one_or_all(prime)], each)


def _one_or_all(number: int | None) -> slice:
    return slice(None) if number is None else slice(number, number + 1)


def at_most(component: Component, most: int) -> list[int]:
    """Return for each k how many of the first k candidates may be chosen."""
    return [min(most, number) for number in component.most()]


def fits_in(
    transitions: Conflicts,
    each: Sequence[int],
    most_bytes: int,
    check_deadline: Check = bool,
) -> bool:
    """Return whether no layer takes more bytes; a state has `each[k]` counts after k candidates."""
    states = transitions.first
    for at in range(transitions.size):
        check_deadline()
        states = transitions.following(at, states).states
        if 8 * len(states) * each[at + 1] > most_bytes:
            return False
    return True


def primes_of(component: Component) -> tuple[int, ...]:
    """Return primes whose product exceeds the counts of a component."""
    every = (1 << len(component)) - 1
    return enough_primes(
        prod(clique.bit_count() + 1 for clique in cliques(component.conflicts, every))
    )


def _steps(component: Component) -> list[tuple[int, int]]:
    """Return each candidate's bit, held from its first conflict to its turn, and those it sets."""
    free = (1 << WORD) - 1
    bit_of: dict[int, int] = {}
    steps = []
    for at, mask in enumerate(component.conflicts):
        own = bit_of.pop(at, 0)
        conflicts = 0
        for other in bits(mask >> (at + 1) << (at + 1)):
            if other not in bit_of:
                if not free:
                    raise TooManyStatesError
                bit_of[other] = free & -free
                free ^= bit_of[other]
            conflicts |= bit_of[other]
        free |= own
        steps.append((own, conflicts))
    return steps
