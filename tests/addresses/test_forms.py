"""All forms of addresses alike: round trips, texts of several, what is no address."""

from random import Random

import pytest
from tests.addresses.recorded import BATTLE, PENPA, PUZZLINK, SBN, SIX, SMALL
from tests.regions.boards import grown_board

import rookery as rk
from rookery.addresses import NAMES, begins, is_web_address
from rookery.addresses.board import Borders
from rookery.regions.addresses import FORMS


def any_puzzle(seed: int) -> rk.Regions:
    """A puzzle with connected regions of any shape, and marks in every second one."""
    random = Random(seed)
    side = random.randint(5, 14)
    squares = [(row, column) for row in range(side) for column in range(side)]
    rows = [list(map(ord, row)) for row in grown_board(seed, side, 1).rows]
    marked = random.sample(squares, 6) if seed % 2 else []
    return rk.Regions(rows, random.randint(1, 9), given=marked[:2], blocked=marked[2:])


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("seed", range(12))
def test_a_written_address_is_read_back(form, seed):
    puzzle = any_puzzle(seed)
    address = puzzle.address(form)
    assert rk.Regions.parse(address) == puzzle
    assert begins(address.encode())
    assert is_web_address(address) is (form != "sbn")


def test_the_names_of_all_forms_are_known_without_loading_them():
    assert tuple(FORMS) == NAMES


def test_letters_of_regions_are_given_anew():
    rows = ["ZZZx", "Zxxx", "QQ??", "QQ??"]
    assert rk.Regions.parse(rk.Regions(rows).address()).rows == ("AAAB", "ABBB", "CCDD", "CCDD")


@pytest.mark.parametrize("form", FORMS)
def test_a_file_of_addresses(form, tmp_path):
    path = tmp_path / "puzzles.txt"
    rk.write(path, [SMALL, SIX, BATTLE], form)
    assert len(path.read_text(encoding="utf-8").splitlines()) == 3
    assert rk.read(path) == rk.read(path, form) == [SMALL, SIX, BATTLE]
    other = next(name for name in FORMS if name != form)
    with pytest.raises(rk.InputError, match=f":1:1: expected an address of the form {other}, got"):
        rk.read(path, other)


def test_settings_follow_their_address(tmp_path):
    path = tmp_path / "puzzles.txt"
    path.write_text(
        f"\ufeff{SBN['small']} stars 2\n"
        f"{PUZZLINK['six']}\ngiven a6\npiece queen\n{PENPA['silent']} stars 3",
        encoding="utf-8",
    )
    assert rk.read(path, "regions") == [
        rk.Regions(SMALL.rows, 2),
        rk.Regions(SIX.rows, given=["a6"], piece="queen"),
        rk.Regions(SMALL.rows, 3),
    ]


def test_what_follows_an_address_is_a_setting_or_an_address():
    with pytest.raises(rk.InputError, match=r"text:1:13: expected an address .*, got 'star'"):
        rk.Regions.parse(f"{SBN['small']} star 2")
    with pytest.raises(rk.InputError, match="text:2:1: expected one puzzle, got another"):
        rk.Regions.parse(f"{SBN['small']}\n{SBN['small']}")


def test_short_and_foreign_addresses_are_not_fetched():
    for address in ("https://tinyurl.com/abc", "http://example.org/", "https://puzz.link/"):
        with pytest.raises(rk.InputError, match="open a short address and copy the long one"):
            rk.read(address)


def test_an_address_inside_another_is_read():
    site = "https://swaroopg92.github.io/penpa-edit/?p="
    assert rk.read(site + PUZZLINK["six"]) == [SIX]
    with pytest.raises(rk.InputError, match="address:1:64: expected a puzzle of the genre"):
        rk.read(f"{site}https://puzz.link/p?slither/4/4/v")


def test_places_count_bytes():
    with pytest.raises(rk.InputError, match=r"text:1:24: expected a number of columns"):
        rk.Regions.parse("https://é?starbattle/x")


def test_rows_of_letters_are_no_addresses():
    for text in ("AAB ABB CCC", "[[1]]", "", "  \n", "x" * 2_000_000):
        assert not begins(text.encode())


def test_regions_within_borders():
    assert Borders({(0, 0)}, {(0, 0)}).regions(2) == [[0, 1], [1, 1]]
    assert Borders({(0, 0)}, set()).regions(2) == [[0, 0], [0, 0]]  # it ends inside
