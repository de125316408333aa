"""The text format of weights: faults, and the bounded cost of hostile input."""

import tracemalloc

import pytest

from rookery.errors import InputError
from rookery.heaviest.text import read


@pytest.mark.parametrize("number", [b"1.5", b"-2.", b"+.25", b"1e3", b"12.5E-2", b"-0"])
def test_a_number_is_read_as_python_reads_it(number):
    assert read(number, "w.txt") == [[float(number)]]


@pytest.mark.parametrize("word", [b".", b"1e", b"1.2.3", b"nan", b"1_0", b"0x1", b"1e999", b"--1"])
def test_a_word_that_is_no_number_is_refused(word):
    with pytest.raises(InputError, match=r"^w\.txt:1:3: expected a number, got"):
        read(b"1 " + word + b"\n2 3", "w.txt")


def test_a_word_almost_a_number_is_refused_in_one_pass():
    # A pattern that tries every cut of the digits would take hours.
    with pytest.raises(InputError, match="expected a number"):
        read(b"1" * 500_000 + b"x", "w.txt")


def test_a_row_of_millions_is_refused_before_it_is_built():
    data = b"1 " * 5_000_000
    tracemalloc.start()
    try:
        with pytest.raises(InputError, match="expected at most 3,162 numbers per row"):
            read(data, "w.txt")
        assert tracemalloc.get_traced_memory()[1] < 3 * len(data)
    finally:
        tracemalloc.stop()


@pytest.mark.slow
def test_any_row_of_the_largest_square_is_read():
    size = 1001
    row = b" ".join([b"7"] * size) + b"\n"
    assert len(read(row * size, "w.txt")) == size
