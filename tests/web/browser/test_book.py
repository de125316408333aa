"""A book of puzzles in one file, opened without a server."""

import random
import re
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from tests.api.test_books import entries_of
from tests.web.browser.desk import Desk

import rookery as rk
from rookery.document import document_of
from rookery.web.checking import verdict

SMALL = rk.Regions(["AAAB", "ABBB", "CCDD", "CCDD"], title="Small", author="N. N.")
PUZZLES = [SMALL, rk.generate_regions(6, seed=1), rk.generate_regions(8, stars=1, seed=2)]


@pytest.fixture
def open_book(open_desk: Callable[..., Desk], tmp_path: Path) -> Callable[..., Desk]:
    """A function that opens a book from its file."""

    def opened(book: Any, fragment: str = "", **options: Any) -> Desk:
        path = tmp_path / "book.html"
        book.save(path)
        desk = open_desk(fragment, path, **options)
        desk.rows = int(desk.page.locator("#board").get_attribute("aria-rowcount"))
        return desk

    return opened


@pytest.mark.parametrize("width", [390, 1280])
def test_a_book_is_played_by_hints_and_goes_on_where_it_was_left(open_book, width):
    book = rk.book(PUZZLES, title="For the bus")
    desk = open_book(book, viewport={"width": width, "height": 844})
    assert desk.page.title() == "For the bus"
    assert desk.page.get_by_text("Small, N. N.").is_visible()
    assert "1 in every row, column and region" in desk.page.locator("#question").inner_text()
    won = desk.page.locator(".won")
    desk.follow_hints(won)
    assert re.fullmatch(r"\d:\d\d, with \d+ hints\.", won.locator("span").inner_text())
    desk.press("Next puzzle")
    assert desk.page.url.endswith("#2")
    desk.rows = 6
    desk.click("a1")
    desk.page.reload()
    assert desk.words("a1").endswith("marked empty")
    entries = desk.page.locator(".entry")
    entries.first.get_by_text(re.compile(r"^\d:\d\d$")).wait_for()
    assert entries.nth(1).get_attribute("aria-current") == "true"


def test_mistakes_are_pointed_out_and_the_way_is_told(open_book):
    desk = open_book(rk.book(PUZZLES))
    desk.click("a1", "a1", "d1")
    desk.press("Hint")
    desk.page.get_by_text("No answer has a piece on a1.").wait_for()
    desk.key("Control+z")
    desk.page.get_by_text("The way to the answer").click()
    steps = desk.page.locator(".way li").all_inner_texts()
    assert steps[:-1] == [step.words for step in rk.explain(SMALL).steps]
    assert steps[-1] == "The answer: b4, d3, a2, c1."


def test_later_days_stay_closed(open_book):
    yesterday = date.today() - timedelta(days=1)
    desk = open_book(rk.book(PUZZLES, first_day=yesterday), "#3")
    assert desk.page.locator("#board").get_attribute("aria-rowcount") == "6"
    assert [one.is_disabled() for one in desk.page.locator(".entry").all()] == [False, False, True]


@pytest.mark.parametrize("piece", ["K", "N", "Q"])
def test_the_verdicts_are_those_of_the_server(desk, piece):
    puzzle = rk.generate_regions(6, piece=piece, seed=3)
    puzzle = rk.Regions(puzzle.rows, piece=piece, given=rk.solve(puzzle).answer[:1])
    (entry,) = entries_of(rk.book([puzzle]))
    names = [puzzle.board.name(square) for square in puzzle.board.squares()]
    rng = random.Random(5)
    for number in (0, 1, 3, 6, 9):
        placed = sorted(rng.sample(names, number), key=names.index)
        arguments = [document_of(puzzle), placed, entry]
        told = desk.module("bookserver", "return it.verdictOf(...argument)", arguments)
        told["conflicts"] = [tuple(pair) for pair in told["conflicts"]]
        expected = verdict(puzzle, placed, partial=True)
        for name in ("faults", "right", "conflicts", "open"):
            assert told[name] == expected[name]
        assert sorted(told["ruled"]) == sorted(expected["ruled"])
