"""All forms of addresses alike: round trips, texts of several, what is no address."""

from random import Random

import pytest
from tests.addresses.recorded import BATTLE, MARKED, PENPA, PUZZLINK, SBN, SIX, SMALL
from tests.regions.boards import grown_board

import rookery as rk
from rookery.addresses import NAMES, begins, is_web_address, sbn
from rookery.regions.addresses import FORMS


def any_puzzle(seed: int) -> rk.Regions:
    """A puzzle with connected regions of any shape, and marks in every second one."""
    random = Random(seed)
    side = random.randint(5, 14)
    squares = [(row, column) for row in range(side) for column in range(side)]
    rows = [list(map(ord, row)) for row in grown_board(seed, side, 1).rows]
    marked = random.sample(squares, 6) if seed % 2 else []
    return rk.Regions(rows, random.randint(1, 9), given=marked[:2], blocked=marked[2:])


@pytest.mark.parametrize(("form", "made"), [("puzzlink", PUZZLINK), ("sbn", SBN)])
@pytest.mark.parametrize(
    ("name", "puzzle"),
    [("small", SMALL), ("six", SIX), ("battle", BATTLE), ("small marked", MARKED)],
)
def test_addresses_of_other_programs_are_read_and_written(form, made, name, puzzle):
    address = made[name].replace("http://pzv.jp/p.html", "https://puzz.link/p").rstrip("/")
    assert rk.Regions.parse(made[name]) == puzzle
    is_closed = form == "puzzlink" and name == "small marked"
    assert puzzle.address(form) == f"{address}{'/' * is_closed}"


def test_a_history_of_moves_is_ignored():
    assert rk.Regions.parse(SBN["small moved"]) == MARKED


@pytest.mark.parametrize(
    "text",
    [
        "551W3Mp8amII", "551W3Mp8am", "560W3Mp8amI", "551X3Mp8amI", "551W3Mp8am!", "AAB",
        "AAB ABB CCC", "[[1]]", "", "  \n", "x" * 2_000_000,
    ],
)  # fmt: skip
def test_other_texts_are_no_addresses(text):
    assert not sbn.matches(text)
    assert not begins(text.encode())


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("seed", range(4))
def test_a_written_address_is_read_back(form, seed):
    puzzle = any_puzzle(seed)
    address = puzzle.address(form)
    assert rk.Regions.parse(address) == puzzle
    assert begins(address.encode())
    assert is_web_address(address) is (form != "sbn")


def test_the_names_of_all_forms_are_known_without_loading_them():
    assert tuple(FORMS) == NAMES


@pytest.mark.parametrize("form", FORMS)
def test_a_file_of_addresses(form, tmp_path):
    path = tmp_path / "puzzles.txt"
    puzzles = [SMALL, rk.Regions(SIX.rows, given=["f1"], blocked=["a6", "e1"]), BATTLE]
    rk.write(path, puzzles, form)
    assert len(path.read_text(encoding="utf-8").splitlines()) == 3
    assert rk.read(path) == rk.read(path, form) == puzzles
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
    with pytest.raises(rk.InputError, match=r"text:1:24: expected a number of columns"):
        rk.Regions.parse("https://é?starbattle/x")  # places count bytes


def test_short_and_foreign_addresses_are_not_fetched():
    for address in ("https://tinyurl.com/abc", "http://example.org/", "https://puzz.link/"):
        with pytest.raises(rk.InputError, match="open a short address and copy the long one"):
            rk.read(address)


def test_an_address_inside_another_is_read():
    site = "https://swaroopg92.github.io/penpa-edit/?p="
    assert rk.read(site + PUZZLINK["six"]) == [SIX]
    with pytest.raises(rk.InputError, match="address:1:64: expected a puzzle of the genre"):
        rk.read(f"{site}https://puzz.link/p?slither/4/4/v")
