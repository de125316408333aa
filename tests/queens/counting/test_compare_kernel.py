from __future__ import annotations

import numpy as np
import pytest
from numba import njit
from tests.marks import few

from rookery.compiled.lanes import lanes_named, widest
from rookery.compiled.plain_lanes import lane_count, load, spread, store
from rookery.queens.counting.compare_kernel import (
    KEY_BYTES,
    PLANES,
    VALUES,
    TableIndices,
    add_bits,
    count_disjoint,
    cut_barred,
    end_list,
    make_tables,
    transpose_bytes,
    write_indices,
)

NAMES = ["avx512", "avx2", "portable"]
RUNNABLE = NAMES[NAMES.index(widest()) :]
BITS = 29
ALL = 0xFFFFFFFF
BARRED, TIED = 1 << 3 | 1 << 14, 1 << 5  # bits of the reach


@njit
def compare(lanes, lists, keys, indices, lower, reach, number, tables, out):
    """Return the disjoint pairs of two lists of upper keys and a block of lower fillings."""
    width = lane_count(lanes)
    untied, with_tie = lists
    keys[: len(untied)] = untied
    second = end_list(lanes, keys, len(untied))
    end = second + len(with_tie)
    keys[second:end] = with_tie
    write_indices(lanes, keys, end_list(lanes, keys, end), indices)
    for at in range(0, len(lower), PLANES * width):
        transpose_bytes(lanes, lower, at)
        transpose_bytes(lanes, reach, at)
    make_tables(lanes, lower, 0, number, BITS, tables)
    for bits, at in ((BARRED, 0), (TIED, width)):
        cut_barred(lanes, reach, 0, number, bits, out, at)
    barred, tied = load(lanes, out, 0), load(lanes, out, width)
    return count_disjoint(lanes, indices, (0, len(untied), second, end), tables, barred, tied)


@pytest.mark.slow  # it is compiled for the test
@pytest.mark.parametrize("name", RUNNABLE)
@pytest.mark.parametrize(("untied", "with_tie"), [(0, 5), (8, 0), (21, 3), (300, 33)])
def test_disjoint_pairs_are_counted(name: str, untied: int, with_tie: int) -> None:
    lanes = lanes_named(name)
    rng = np.random.default_rng(untied)
    size = 32 * lanes.width
    numbers = np.arange(BITS)
    mask = int(np.bitwise_or.reduce(1 << (numbers % KEY_BYTES * 8 + numbers // KEY_BYTES)))
    words = np.bitwise_and.reduce(rng.integers(0, 1 << 32, (3, 3 * size))) & mask
    lower, first, rest = np.split(words.astype(np.uint32), [size, size + untied])
    lists = first, rest[:with_tie]
    reach = rng.integers(0, 1 << 32, size, dtype=np.uint32)
    number = size - 7
    reach[number:] = ALL
    open_, strict = (reach & bits == 0 for bits in (BARRED, BARRED | TIED))
    expected = sum(int(np.sum((lower & key == 0) & open_)) for key in np.concatenate(lists))
    expected_strict = sum(int(np.sum((lower & key == 0) & strict)) for key in first)

    room = untied + with_tie + 4 * lanes.width
    even, odd = np.zeros(room, np.uint32), np.zeros(room, np.uint32)
    found = compare(
        lanes,
        lists,
        np.zeros(room, np.uint32),
        TableIndices(even, odd, even.view(np.uint16), odd.view(np.uint16)),
        lower,
        reach,
        number,
        np.zeros(KEY_BYTES * VALUES * lanes.width, np.uint32),
        np.zeros(2 * lanes.width, np.uint32),
    )
    assert found == (expected, expected_strict)
    assert expected > expected_strict


@njit
def add(lanes, words):
    """Replace three vectors by the lower and the upper digits of their bits' sums."""
    width = lane_count(lanes)
    lower, upper = add_bits(
        load(lanes, words, 0), load(lanes, words, width), load(lanes, words, 2 * width)
    )
    store(lanes, words, 0, lower)
    store(lanes, words, width, upper)
    store(lanes, words, 2 * width, spread(lanes, 0))


@pytest.mark.parametrize("name", few(RUNNABLE))
def test_bits_are_added_at_every_place(name: str) -> None:
    lanes = lanes_named(name)
    words = np.repeat(np.array([0b11110000, 0b11001100, 0b10101010], np.uint32), lanes.width)
    add(lanes, words)
    digits = words.reshape(3, lanes.width)[:, 0].tolist()
    assert digits == [0b10010110, 0b11101000, 0]
