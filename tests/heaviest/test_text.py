"""The text format of weights: exports, bad words, and the bounded cost of hostile input."""

import tracemalloc

import pytest

from rookery import Heaviest, InputError
from rookery.heaviest.text import TEXT, read


@pytest.mark.parametrize("number", [b"1.5", b"-2.", b"+.25", b"1e3", b"12.5E-2", b"-0"])
def test_a_number_is_read_as_python_reads_it(number):
    assert read(number, "w.txt") == [[float(number)]]


PLAIN = "1.5 2 -3\n4 5 6\n7 8 9.25\n"
EXPORTS = {
    "semicolons": "1,5;2;-3\n4;5;6\n7;8;9,25\n",
    "tabs": "1,5\t2\t-3\r\n4\t5\t6\r\n7\t8\t9,25\r\n",
    "quotation marks": '"1,5";"2";"-3"\n"4";"5";"6"\n"7";"8";"9,25"\n',
    "names above": "a;b;c\n1,5;2;-3\n4;5;6\n7;8;9,25\n",
    "names beside": "one,1.5,2,-3\nA2,4,5,6\nÄ,7,8,9.25\n",
    "names in capitals": "A B C\nX 1.5 2 -3\nY 4 5 6\nZ 7 8 9.25\n",
    "names all around": "\n;a;b;c\na;1,5;2;-3\nb;4;5;6\nc;7;8;9,25\n",
    "comments": "# mine\n1.5 2 -3 # first\n4 5 6\n#\n7 8 9.25\n",
    "a minus sign": "1,5;2;\N{MINUS SIGN}3\n4;5;6\n7;8;9,25\n",
    "names before tabs": "name\ta\tb\tc\na\t1,5\t2\t-3\nb\t4\t5\t6\nc\t7\t8\t9,25\n",
}


@pytest.mark.parametrize("export", EXPORTS)
@pytest.mark.parametrize("settings", ["", "best 2\n", "lightest\nbest\t2 blocked a1\n"])
def test_exports_of_spreadsheets_are_read(export, settings):
    typed, meant = (
        TEXT.read(Heaviest, (text + settings).encode(), "w.csv", None)
        for text in (EXPORTS[export], PLAIN)
    )
    assert typed == meant == Heaviest.parse(str(meant))


def test_a_minus_sign_before_every_row_is_no_name():
    text = "\N{MINUS SIGN}1 2 3\n\N{MINUS SIGN}.5 5 6\n\N{MINUS SIGN}7 8 9\n"
    assert read(text.encode(), "w.txt") == [[-1, 2, 3], [-0.5, 5, 6], [-7, 8, 9]]


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
