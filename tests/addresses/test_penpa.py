"""Addresses of penpa-edit: those that its page made, and what is refused."""

import base64
import json
import re
import zlib
from random import Random

import pytest
from tests.addresses.recorded import BATTLE, PENPA, SIX, SMALL

import rookery as rk
from rookery.addresses.penpa import MOST_BYTES

SITE = "https://swaroopg92.github.io/penpa-edit/#m=edit&p="


def lines_of(address: str) -> list[str]:
    data = address.partition("&p=")[2]
    return zlib.decompress(base64.b64decode(data), -zlib.MAX_WBITS).decode().split("\n")


def address_of(lines: list[str]) -> str:
    deflate = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    data = deflate.compress("\n".join(lines).encode()) + deflate.flush()
    return SITE + base64.b64encode(data).decode()


@pytest.mark.parametrize(
    ("name", "puzzle"), [("edit", SIX), ("solve", SIX), ("battle", BATTLE), ("silent", SMALL)]
)
def test_addresses_of_penpa_edit_are_read(name, puzzle):
    text = PENPA[name] + " stars 1" * (name == "silent")
    assert rk.read(text) == [puzzle]


def test_the_part_after_the_site_is_enough():
    assert rk.Regions.parse(PENPA["solve"].partition("#")[2]) == SIX


def test_title_author_and_source_are_kept():
    (puzzle,) = rk.read(PENPA["edit"])
    credits = {
        "title": "Star Battle, zigzag",
        "author": "A. Composer",
        "source": "https://example.org/?a=1",
    }
    assert puzzle.credits == credits
    assert rk.Regions.parse(puzzle.address("penpa")).credits == credits


def test_a_turned_board_is_read_as_shown_with_its_marks():
    # turned clockwise, then mirrored: rows become columns; one star and one cross, a black square
    rows = ["".join(column) for column in zip(*SMALL.rows, strict=True)]
    turned = rk.Regions(rows, given=["a5"], blocked=["a3", "a1"])
    (found,) = rk.read(PENPA["marked"])
    assert found.address() == turned.address()
    assert found.stars == 1  # as the rules say


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("silent", "expected the number of stars in the title, the rules or beside the board"),
        ("number", "expected no number on the board of a Star Battle, got '3' on b5"),
        ("circle", "expected stars and crosses only, got 'circle_L' on b5"),
        ("tomtom", "expected a puzzle of the genre starbattle, got 'tomtom'"),
        ("hex", "expected a board of squares, got 'hex'"),
    ],
)
def test_other_puzzles_are_refused(name, message):
    with pytest.raises(rk.InputError, match=re.escape(message)) as caught:
        rk.read(PENPA[name])
    assert str(caught.value).startswith(f"address:1:{1 if name == 'silent' else 51}: ")


@pytest.mark.parametrize(
    ("title", "rules", "stars"),
    [
        ("A 3-star battle", "", 3),
        ("Star Battle", "Place two stars in each row.%2DStars do not touch.", 2),
        ("One star", "Place 2 stars", 2),
        ("Star Battle 7", "", None),
    ],
)
def test_title_or_rules_name_the_stars(title, rules, stars):
    lines = lines_of(PENPA["silent"])
    head = lines[0].split(",")
    head[15], head[18] = f"Title: {title}", rules
    address = address_of([",".join(head), *lines[1:17]])  # without genres
    if stars is None:
        with pytest.raises(rk.InputError, match="write stars N after the address, or use --stars"):
            rk.read(address)
    else:
        assert rk.read(address)[0].stars == stars


def with_problem(**parts: object) -> str:
    """Return an address of the board SIX with other parts of its problem."""
    lines = lines_of(SIX.address("penpa"))
    lines[3] = json.dumps(json.loads(lines[3]) | parts)
    return address_of(lines)


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        *(
            ({part: {"1,2": 3}}, f"expected regions and stars only, got '{part}'")
            for part in ("line", "thermo", "arrows", "cage", "wall", "numberS", "killercages")
        ),
        ({"symbol": [1]}, "a board of penpa-edit, got damaged data"),
        ({"symbol": {"27": None}}, "a board of penpa-edit, got damaged data"),
        (
            {"number": {"27": ["5", 1, "1"], "28": ["1", 1, "1"]}},
            "expected one number outside the board, got ",
        ),
    ],
)
def test_other_parts_of_a_problem_are_refused(parts, message):
    with pytest.raises(rk.InputError, match=message):
        rk.read(with_problem(**parts))


def test_marks_beyond_the_board_are_skipped():
    assert rk.read(with_problem(symbol={"9999": [1, "star", 2]})) == [SIX]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ("", "got its beginning only"),
        ("A", "deflated data to the base 64"),
        ("x:/", "deflated data to the base 64"),
        (PENPA["edit"].partition("p=")[2][:200], "got its beginning only"),
        (address_of([]).partition("p=")[2], "a board of squares, got another"),
        (address_of(["square"]).partition("p=")[2], "a board of penpa-edit, got damaged data"),
        (address_of(["1,2,3"]).partition("p=")[2], "a board of squares, got another"),
        (address_of(["x" * MOST_BYTES * 2]).partition("p=")[2], "at most 1,048,576 bytes"),
    ],
)
def test_damaged_and_swollen_data_are_refused(data, message):
    with pytest.raises(rk.InputError, match=re.escape(message)):
        rk.read(SITE + data)


def test_addresses_without_data_and_other_shapes_are_refused():
    with pytest.raises(rk.InputError, match="expected the parameter p of penpa-edit, got none"):
        rk.read("https://swaroopg92.github.io/penpa-edit/#m=edit&a=7")
    lines = lines_of(PENPA["edit"])
    for squares in ["[33,1]", "[33,1,2]", "[33,1e999]", "[]", "[[]]", "{}", "[null]", "[NaN]"]:
        lines[5] = squares
        with pytest.raises(rk.InputError, match=r"address:1:51: expected a "):
            rk.read(address_of(lines))


@pytest.mark.parametrize("name", ["edit", "solve", "marked"])
def test_mutated_lines_are_read_or_refused(name):
    lines = lines_of(PENPA[name])
    random = Random(3)
    refused = 0
    for _ in range(100):
        mutated = list(lines)
        at = random.choice([0, 3, 5, 17])
        line = mutated[at]
        cut = random.randrange(len(line))
        end = cut + random.choice([0, 1, 3])
        mutated[at] = line[:cut] + random.choice(["", '"', "[", "{", "9", "-", "null"]) + line[end:]
        try:
            rk.read(address_of(mutated))
        except rk.RookeryError as error:
            refused += 1
            assert str(error).startswith("address:1:")
    assert 0 < refused < 100
