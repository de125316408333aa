"""Small damage to a text or an answer, drawn by hypothesis, so that what fails shrinks."""

import math
import re

from hypothesis import strategies as st

NUMBERS = (
    b"0", b"-1", b"+1", b"007", b"1.0", b"1e3", b"0x1", b"1_0", b"NaN", b"inf", b"", b"-0", b"00",
    b"2147483647", b"2147483648", b"4294967296", b"4294967297", b"9223372036854775808",
    b"18446744073709551617", b"9" * 400, b"9" * 5000, b"\xd9\xa1", b"\xc2\xb2",
)  # fmt: skip
BYTES = (
    b"\0", b"\x1a", b"\x1c", b"\xff", b"\xa0", b"\xc2\xa0", b"\xef\xbb\xbf", b"\v", b"\f", b"\r",
    b"\n", b" ", b"\t", b"\n\n", b"[bk]", b"#", b"_", b".", b"Q", b"N", b"B", b"P", b"a1", b"1",
)  # fmt: skip
VALUES = (
    None, True, False, -1, 0, 1, 7, 8, 64, 2**31, 2**63, -(2**31), 0.0, 1.0, 0.5, math.nan,
    math.inf, "", "0", "a1", "h8", "z9", b"1", (), [], {}, (0, 0), (0, 0, 0), (0, 0, 0, 0), [0, 0],
    object(),
)  # fmt: skip
MOST = 4


@st.composite
def mutated(draw: st.DrawFn, text: bytes) -> bytes:
    """Return a text with one to four mutations; now and then they cancel out."""
    for _ in range(draw(st.integers(1, MOST))):
        text = draw(st.sampled_from(MUTATIONS))(draw, text)
    return text


def parts_moved(pattern: bytes):
    """Return what drops, swaps or doubles a part of a text that a pattern tells apart."""

    def move(draw: st.DrawFn, text: bytes) -> bytes:
        parts = re.split(pattern, text)
        at = draw(st.integers(0, len(parts) - 1))
        to = draw(st.integers(0, len(parts) - 1))
        way = draw(st.sampled_from(("drop", "swap", "double", "copy")))
        if way == "drop":
            del parts[at]
        elif way == "swap":
            parts[at], parts[to] = parts[to], parts[at]
        else:
            parts.insert(at if way == "double" else to, parts[at])
        return (b"\n" if b"n" in pattern else b" ").join(parts)

    return move


def number_replaced(draw: st.DrawFn, text: bytes) -> bytes:
    """Put an odd number in place of one."""
    spans = [match.span() for match in re.finditer(rb"[0-9]+", text)]
    if not spans:
        return text
    start, end = draw(st.sampled_from(spans))
    near = st.integers(-2, 2).map(lambda more: b"%d" % (int(text[start:end][:9]) + more))
    return text[:start] + draw(near | st.sampled_from(NUMBERS)) + text[end:]


def byte_replaced(draw: st.DrawFn, text: bytes) -> bytes:
    """Put something in place of a few bytes, or between two."""
    at = draw(st.integers(0, len(text)))
    end = min(len(text), at + draw(st.integers(0, 2)))
    return text[:at] + draw(st.sampled_from(BYTES) | st.binary(max_size=2)) + text[end:]


def letters_swapped(draw: st.DrawFn, text: bytes) -> bytes:
    """Change capitals to small letters and back in a stretch."""
    start, end = sorted((draw(st.integers(0, len(text))), draw(st.integers(0, len(text)))))
    return text[:start] + text[start:end].swapcase() + text[end:]


MUTATIONS = (
    parts_moved(rb"\s+"),
    parts_moved(rb"\n"),
    number_replaced,
    number_replaced,
    byte_replaced,
    byte_replaced,
    letters_swapped,
    lambda draw, text: text.replace(b"\n", b"\r\n"),
    lambda draw, text: text[: draw(st.integers(0, len(text)))],
    lambda draw, text: text + draw(st.sampled_from((b"1", b"\n1\n", b"x", b"\0", text))),
)


@st.composite
def mutated_answer(draw: st.DrawFn, answer: object) -> object:
    """Return an answer, of tuples in tuples, with one to three parts changed."""
    for _ in range(draw(st.integers(1, MOST - 1))):
        answer = _changed(draw, answer)
    return answer


def _changed(draw: st.DrawFn, part: object) -> object:
    inside = isinstance(part, (tuple, list)) and part
    if not inside or draw(st.integers(0, 9)) == 0:
        near = st.integers(-2, 2).map(lambda more: part + more) if type(part) is int else st.none()
        return draw(near | st.sampled_from(VALUES))
    parts = list(part)
    at, to = (draw(st.integers(0, len(parts) - 1)) for _ in range(2))
    way = draw(st.sampled_from(("drop", "swap", "double", "change", "change")))
    if way == "drop":
        del parts[at]
    elif way == "swap":
        parts[at], parts[to] = parts[to], parts[at]
    elif way == "double":
        parts.insert(to, parts[at])
    else:
        parts[at] = _changed(draw, parts[at])
    return tuple(parts) if draw(st.integers(0, 9)) else parts
