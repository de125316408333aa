"""Addresses of puzz.link: those that pzpr made, and what is refused."""

import pytest
from tests.addresses.recorded import PUZZLINK, SIX

import rookery as rk

ADDRESS = "https://puzz.link/p?starbattle/"
SIX_MADE = PUZZLINK["six"].partition("starbattle/")[2]


@pytest.mark.parametrize(
    "address",
    [
        f"http://pzv.jp/p.html?starbattle/{SIX_MADE}",
        f"https://pzprxs.vercel.app/p?starbattle_edit/{SIX_MADE}",
        f"puzz.link/p?starbattle_play/{SIX_MADE}/",
        f"https://puzz.link/p?type=editor&starbattle/{SIX_MADE}",
        f"https://puzz.link/p?starbattle/v:/{SIX_MADE}",
    ],
)
def test_other_sites_and_modes(address):
    assert rk.Regions.parse(address) == SIX


def test_borders_that_end_inside_a_region_are_no_borders():
    # 2x2: one border of four between squares that are connected the other way round
    assert rk.Regions.parse(f"{ADDRESS}1/1/1/").rows == ("A",)
    with pytest.raises(rk.InputError, match=r"text:1:1: expected 2 regions on 2 rows, got 1: A"):
        rk.Regions.parse(f"{ADDRESS}2/2/1/g0")


@pytest.mark.parametrize(
    ("rest", "column", "message"),
    [
        ("6/6/1/4jn8k2v159h", 49, "expected 12 digits of borders on 6x6 squares, got 11"),
        ("6/6/1/4jn8k2v159h44", 50, "expected 12 digits of borders on 6x6 squares, got 13"),
        ("6/6/1/4jn8k2w159h4", 44, "expected a digit of the borders, one of 0123456789abc"),
        ("6/5/1/4jn8k2v159h4", 34, "expected 6 rows, as many as columns, got '5'"),
        ("6/x/1/4jn8k2v159h4", 34, "expected a number of rows from 1 to 52, got 'x'"),
        ("99/99/1/4jn8", 32, "expected a number of columns from 1 to 52, got '99'"),
        ("6/6/0/4jn8k2v159h4", 36, "expected a number of stars from 1 to 999, got '0'"),
        ("6", 33, "expected a number of rows from 1 to 52, got ''"),
        ("", 32, "expected a number of columns from 1 to 52, got ''"),
        ("6/6/1/000000000000", 1, "expected 6 regions on 6 rows, got 1: A"),
    ],
)
def test_faults_have_their_places(rest, column, message):
    with pytest.raises(rk.InputError) as caught:
        rk.Regions.parse(ADDRESS + rest)
    assert str(caught.value).startswith(f"text:1:{column}: {message}")


def test_other_genres_are_named():
    message = "address:1:22: expected a puzzle of the genre starbattle, got 'slither'"
    with pytest.raises(rk.InputError) as caught:
        rk.read(PUZZLINK["slither"])
    assert str(caught.value) == message
    with pytest.raises(rk.InputError, match="genre starbattle, got 'sudoku'"):
        rk.read("https://puzz.link/p?pzprv3/sudoku/9/9")


@pytest.mark.parametrize("part", ["5/5", "x/5", "5/x", "5/5/0", "5/4/1/5", "5/5/1/5/0%200"])
def test_files_in_addresses_may_be_damaged(part):
    with pytest.raises(rk.InputError, match=r"address:1:\d+: expected "):
        rk.read(f"https://puzz.link/p?pzprv3/starbattle/{part}")


LARGE = rk.Regions([chr(0x4E00 + row) * 53 for row in range(53)])


@pytest.mark.parametrize(
    ("puzzle", "form", "message"),
    [
        (rk.Regions(["ABA", "BBC", "CCC"]), "puzzlink", "connected regions, .*, got region A in 2"),
        (rk.Regions(SIX.rows, piece="queen"), "puzzlink", "kings, the stars of Star Battle"),
        (LARGE, "puzzlink", "expected at most 52 rows for an address, got 53"),
        (rk.Regions(SIX.rows, 1000), "penpa", "at most 999 stars for an address, got 1000"),
        (rk.Regions(["AAB", "ABB", "CCC"]), "sbn", "expected 5 to 25 rows for SBN, got 3"),
        (rk.Regions(SIX.rows, 10), "sbn", "expected at most 9 stars for SBN, got 10"),
        (SIX, "puzlink", "did you mean 'puzzlink'"),
    ],
)
def test_what_an_address_cannot_tell_is_refused(puzzle, form, message):
    with pytest.raises(rk.PuzzleError, match=message):
        puzzle.address(form)
