import io
import re
import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.night import cases
from tests.tokens import Stream, in_pieces, tokens_of

from rookery.errors import InputError, Place
from rookery.reading.tokens import Tokens

LONGEST_TOKEN = 1048576

BOM = b"\xef\xbb\xbf"


def all_of(tokens):
    found = []
    while not tokens.at_end():
        found.append(tokens.take("a token"))
    return found


def places_by_counting(data):
    """The line and column of each token, byte by byte."""
    data = data.removeprefix(BOM)
    places = []
    line = column = 1
    inside = False
    for byte in data:
        blank = byte in b" \t\n\r\v\f"
        if not blank and not inside:
            places.append((line, column))
        inside = not blank
        line, column = (line + 1, 1) if byte == ord("\n") else (line, column + 1)
    return places


texts = st.lists(
    st.one_of(
        st.sampled_from([b" ", b"\n", b"\r\n", b"\t", b"\v\f", b"\n\n", b"   "]),
        st.sampled_from([BOM, BOM[:2], BOM[:1]]),
        st.binary(min_size=1, max_size=4),
        st.integers(0, 10**6).map(lambda number: b"%d" % number),
        st.integers(1025, 9000).map(lambda length: b"y" * length),
    ),
    max_size=30,
).map(b"".join)
sizes = st.lists(st.integers(1, 7) | st.integers(1000, 3000), min_size=1, max_size=4)


@cases(30)
@given(texts, sizes, st.integers(0, 8))
def test_tokens_and_their_places_are_right_however_the_stream_comes(data, sizes, ahead):
    expected = data.removeprefix(BOM).split()
    tokens = Tokens(in_pieces(data, sizes), "x.txt")
    for number, token in enumerate(expected):
        found = tokens.peek(ahead)
        assert found == (expected[number + ahead] if number + ahead < len(expected) else None)
        assert tokens.count == number
        assert tokens.take("a token") == token
    assert tokens.peek() is None
    assert tokens.at_end()
    places = [Place("x.txt", *place) for place in places_by_counting(data)]
    assert [tokens.place(number) for number in range(len(expected))] == places


@pytest.mark.parametrize(
    ("data", "place"),
    [
        (b"", "1:1"),
        (b" \n\n ", "1:1"),
        (b"12", "1:3"),
        (b"12  \n\n", "1:3"),
        (b"1\n\n 22\r\n \r\n", "3:4"),
        (b"1\n" + b" " * 300_000, "1:2"),
        (BOM + b"1", "1:2"),
    ],
)
@pytest.mark.parametrize("size", [1, 1 << 20])
def test_too_early_an_end_is_placed_just_after_the_last_token(data, place, size):
    if size == 1 and len(data) > 1000:
        size = 1000
    tokens = Tokens(in_pieces(data, (size,)))
    all_of(tokens)
    with pytest.raises(InputError) as caught:
        tokens.take("a queen")
    assert str(caught.value) == f"stdin:{place}: expected a queen, got the end of the input"


@pytest.mark.parametrize(
    ("token", "value"),
    [(b"5", 5), (b"+5", 5), (b"005", 5), (b"0" * 1023 + b"7", 7), (b"9", 9), (b"1", 1)],
)
def test_numbers_are_read_in_decimals(token, value):
    assert tokens_of(token).number("a weight", 1, 9) == value
    assert tokens_of(token).numbers(1, "a weight", 1, 9) == [value]


@pytest.mark.parametrize(
    "token",
    [
        b"0", b"10", b"-1", b"+-1", b"++1", b"+", b"1.0", b"1e0", b"0x1", b"1_0", b"x", b"1x",
        b"\xff", b"\x00", "\u0661".encode(), b"4294967297", b"18446744073709551617",
        b"9" * 400, b"9" * 5000, b"0" * 1024 + b"7",
    ],
)  # fmt: skip
def test_a_bad_number_is_refused_with_its_place(token):
    for read in (
        lambda tokens: tokens.number("a weight", 1, 9),
        lambda tokens: tokens.numbers(1, "a weight", 1, 9),
    ):
        tokens = tokens_of(b"7\n " + token + b" 8")
        tokens.take("a token")
        with pytest.raises(InputError, match=r"^stdin:2:2: expected a weight from 1 to 9, got '"):
            read(tokens)


@cases(30)
@given(
    st.lists(st.one_of(st.integers(0, 12).map(str), st.sampled_from(["+3", "x", "-1", "007"]))),
    st.lists(st.integers(0, 5), min_size=1),
    sizes,
)
def test_numbers_together_are_the_numbers_one_by_one(words, counts, sizes):
    data = " ".join(words).encode()
    fast, slow = Tokens(in_pieces(data, sizes)), Tokens(io.BytesIO(data))
    for count in counts:
        together = _outcome(lambda count=count: fast.numbers(count, "a weight", 1, 9))
        single = _outcome(lambda count=count: [slow.number("a weight", 1, 9) for _ in range(count)])
        assert together == single
        assert fast.count == slow.count
        if isinstance(together, str):
            return


def _outcome(read):
    try:
        return read()
    except InputError as error:
        return str(error)


@pytest.mark.parametrize("size", [1, 2, 100])
def test_the_rest_of_a_line_is_looked_at_and_not_taken(size):
    tokens = Tokens(in_pieces(b"a b c\n d e\nf", (size,)))
    tokens.take("a token")
    lines = [tokens.peek_line(ahead) for ahead in range(6)]
    assert lines == [[b"b", b"c"], [b"c"], [b"d", b"e"], [b"e"], [b"f"], []]
    assert tokens.count == 1


def test_places_before_the_mark_are_forgotten():
    tokens = Tokens(in_pieces(b"1\n" * 100))
    for _ in range(50):
        tokens.mark()
        tokens.take("a number")
    tokens.take("a number")
    assert tokens.place(49) == ("stdin", 50, 1)
    with pytest.raises(LookupError):
        tokens.place(10)


@pytest.mark.parametrize("size", [1000, 1 << 20])
@pytest.mark.parametrize("before", [b"1 \n  ", b"1\n" * 40_000])
def test_a_token_too_long_is_refused_whatever_the_blocks(size, before):
    stream = in_pieces(before + b"x" * (2 * LONGEST_TOKEN), (size,))
    tokens = Tokens(stream, "x.txt")
    for _ in before.split():
        tokens.mark()
        assert tokens.take("a number") == b"1"
    line, column = places_by_counting(before + b"x")[-1]
    message = f"x.txt:{line}:{column}: expected a word of at most 1,048,576 bytes, got 'x"
    for ask in (tokens.peek, tokens.at_end, lambda: tokens.take("a word"), tokens.finish):
        with pytest.raises(InputError, match=re.escape(message)):
            ask()
    assert stream.given < len(before) + LONGEST_TOKEN + 200_000


@pytest.mark.parametrize("excess", [0, 1])
@pytest.mark.parametrize("after", [b"", b" 1"])
@pytest.mark.parametrize("size", [60_000, 65_535, 65_536])
def test_the_cap_is_to_the_byte(excess, after, size):
    data = b"1 " + b"x" * (LONGEST_TOKEN + excess) + after
    tokens = Tokens(in_pieces(data, (size,)))
    tokens.take("a number")
    if excess:
        with pytest.raises(InputError):
            tokens.take("a word")
    else:
        assert len(tokens.take("a word")) == LONGEST_TOKEN


def _peak(tokens, mark=True):
    tracemalloc.start()
    try:
        while not tokens.at_end():
            if mark:
                tokens.mark()
            tokens.take("a token")
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("chunk", [b" ", b"\n", b" \r\n"])
def test_blanks_of_many_megabytes_are_read_in_constant_memory(chunk):
    blanks = chunk * (100_000 // len(chunk))
    tokens = Tokens(Stream([*[blanks] * 200, b"x"]))
    assert _peak(tokens) < 2_000_000
    assert tokens.place(0).line == 1 + 200 * blanks.count(b"\n")


def test_blanks_within_a_dataset_are_read_in_constant_memory():
    word = b" " * 99_999 + b"1"
    assert _peak(Tokens(Stream([word, *[b" " * 100_000] * 200, word])), mark=False) < 2_000_000
