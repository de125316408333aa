"""Region puzzles on the page: drawn, played by mouse and keys, hinted, made anew, shared."""

import re
from typing import Any

import pytest
from tests.web.browser.desk import MADE, Desk

import rookery as rk
from rookery.document import puzzle_of

PUZZLE: dict[str, Any] = {"family": "regions", "rows": ["AAAB", "ABBB", "CCDD", "CCDD"]}
ANSWER = ["b4", "d3", "a2", "c1"]


@pytest.fixture
def playing(desk: Desk) -> Desk:
    """The page with a small puzzle that is being played."""
    desk.load(PUZZLE)
    desk.mode("try")
    return desk


def hint(desk: Desk) -> str:
    desk.press("Hint")
    words = desk.page.locator(".hinted span")
    words.wait_for()
    return str(words.inner_text())


def test_a_click_marks_then_places_then_clears(playing):
    playing.click("b4")
    assert playing.words("b4") == "region A, marked empty"
    playing.click("b4")
    assert playing.words("b4") == "region A, piece"
    playing.told("1 of 4 pieces placed; 3 to go.")
    playing.click("b4")
    assert playing.words("b4") == "region A"
    playing.key("Control+z")
    assert playing.words("b4") == "region A, piece"


def test_it_is_solved_and_the_clock_stops(playing):
    clock = playing.page.get_by_role("timer")
    assert clock.inner_text() == "0:00"
    playing.click(*(name for name in ANSWER for _ in range(2)))
    playing.told("Solved: every row, column and region has its pieces!")
    playing.press("Hint")
    playing.page.locator("#calm").get_by_text("The puzzle is solved").wait_for()
    playing.page.get_by_text("Show the clock").click()
    assert clock.is_hidden()
    playing.page.reload()
    playing.mode("try")
    assert playing.page.locator("time").is_hidden()


def test_excluded_squares_are_marked_on_request(playing):
    playing.click("b4", "b4")
    playing.told("1 of 4")
    assert playing.holding("ruled out") == set()
    playing.page.get_by_text("Mark the squares that pieces rule out").click()
    playing.page.locator("[aria-label*='ruled out']").first.wait_for(state="attached")
    row, column, region = {"a4", "c4", "d4"}, {"b3", "b2", "b1"}, {"a4", "c4", "a3"}
    assert playing.holding("ruled out") == row | column | region | {"a3", "c3"}


def test_a_hint_explains_itself_and_lights_its_squares(playing):
    said = hint(playing)
    assert re.search(r"\(rule “.+”, (easy|medium|hard|expert)\)$", said)
    lit = playing.holding("no piece stands here") | playing.holding("a piece stands here")
    assert lit
    playing.press("Do it")
    assert playing.page.locator(".hinted").is_hidden()
    assert playing.holding("marked empty") | playing.holding("piece") == lit
    while len(playing.holding(", piece")) < len(ANSWER):
        before = len(playing.holding("marked empty")) + len(playing.holding(", piece"))
        hint(playing)
        playing.press("Do it")
        assert len(playing.holding("marked empty")) + len(playing.holding(", piece")) > before
    assert playing.holding(", piece") == set(ANSWER)


def test_a_hint_shows_a_mistake(playing):
    playing.click("a4", "a4")
    assert hint(playing) == "No answer has a piece on a4."
    assert playing.holding("look here") == {"a4"}
    assert playing.page.get_by_role("button", name="Do it").is_hidden()


def test_regions_are_drawn_by_mouse_and_keys(desk):
    desk.load(PUZZLE)
    desk.page.locator("[data-paint=region-D]").click()
    desk.drag("b3", "d3")
    assert desk.holding("region D") == {"b3", "c3", "d3", "c2", "d2", "c1", "d1"}
    desk.key("Control+z")
    assert desk.holding("region D") == {"c2", "d2", "c1", "d1"}
    desk.key("Home", "PageUp", "c")
    assert desk.words("a4") == "region C"
    desk.press("Erase")
    desk.paint("region-B", "d2", "c2", "c1", "d1")
    desk.page.locator("#solve").click()
    assert "There are 3 regions on 4 rows" in desk.alarm()


def test_sizes_bring_regions_of_their_own(desk):
    desk.load(PUZZLE)
    desk.page.get_by_label("Size: more").click()
    assert desk.holding("region E") == {f"e{n}" for n in range(1, 6)} | {f"{f}5" for f in "abcd"}
    desk.page.get_by_label("Size: less").click()
    assert desk.holding("region E") == set()


def size(desk: Desk, side: int) -> None:
    field = desk.page.locator("#try .wish").get_by_label("Rows and columns", exact=True)
    field.fill(str(side))
    field.press("Enter")


def test_a_requested_puzzle_is_made_played_and_shared(open_desk):
    desk = open_desk()
    desk.family("regions")
    desk.mode("try")
    wish = desk.page.locator("#try .wish")
    size(desk, 6)
    wish.get_by_label("Difficulty").select_option("medium")
    wish.get_by_role("button", name="New puzzle").click()
    desk.page.locator("#board[aria-rowcount='6']").wait_for()
    assert desk.page.locator("#tab-try").get_attribute("aria-selected") == "true"
    link = desk.copied("Copy link", "The link is copied.")
    other = open_desk(link[link.index("#") :])
    other.page.locator("#board[aria-rowcount='6']").wait_for()
    assert other.all_words() == desk.all_words()
    text = link.partition("#puzzle=")[2]
    puzzle = puzzle_of(other.module("share", "return it.unpacked(argument)", text))
    assert rk.is_unique(puzzle)
    assert rk.explain(puzzle).difficulty == "medium"


def test_the_page_opens_with_cards_and_play_has_a_puzzle_ready(open_desk):
    desk = open_desk(viewport={"width": 390, "height": 844})
    desk.page.locator("#home").click()
    assert desk.page.locator("#board").is_hidden()
    cards = ["Play", "Solve mine", "Tours", "Covers", "Count"]
    assert desk.page.locator("#welcome b").all_inner_texts() == cards
    desk.card("play")
    desk.page.get_by_text("The puzzle of").wait_for()
    assert desk.page.locator("#tab-try").get_attribute("aria-selected") == "true"
    assert desk.page.locator("#solve").is_hidden()
    assert "Star Battle" in desk.page.title()
    first = desk.all_words()
    other = open_desk()
    other.family("regions")
    other.page.get_by_text("The puzzle of").wait_for()
    assert other.all_words() == first


def test_a_puzzle_of_the_day_that_comes_late_leaves_the_reader_alone(desk):
    held = desk.hold("**/api/generate")
    for leave in (
        lambda: desk.page.locator("[data-family=tour]").click(),
        lambda: desk.mode("answer"),
        lambda: desk.click("b6"),
    ):
        with desk.page.expect_request("**/api/generate"):
            desk.page.locator("[data-family=regions]").click()
        leave()
        seen, title = desk.all_words(), desk.page.title()
        held.pop().continue_()
        desk.page.locator(MADE).wait_for(state="attached")
        assert (desk.all_words(), desk.page.title()) == (seen, title)
        desk.family("tour")


def test_the_card_of_counts_counts_the_placements_of_eight_queens(desk):
    desk.page.locator("#home").click()
    desk.card("count")
    desk.told("92 placements.", "answer")
    assert desk.holding("given queen") == set()


def test_a_resting_finger_marks_a_square_once(open_desk):
    desk = open_desk(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    desk.load(PUZZLE)
    desk.mode("try")
    x, y = desk.middle("b2")
    fingers = desk.page.context.new_cdp_session(desk.page)

    def touch(kind, *points):
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(points)})

    for held in ({"b2"}, set()):
        touch("touchStart", {"x": x, "y": y})
        desk.page.wait_for_timeout(1500)  # longer than any system takes for a long touch
        assert desk.holding("marked empty") == held
        touch("touchEnd")
        assert desk.holding("marked empty") == held
    desk.page.touchscreen.tap(x, y)
    assert desk.holding("marked empty") == {"b2"}


def test_a_drag_and_the_right_button_mark_squares(playing):
    playing.drag("a4", "c4")
    assert playing.holding("marked empty") == {"a4", "b4", "c4"}
    playing.key("Control+z")
    assert playing.holding("marked empty") == set()
    playing.drag("a4", "b4")
    playing.drag("a4", "c4")  # from marked squares to a new one: a step of its own
    playing.key("Control+z")
    assert playing.holding("marked empty") == {"a4", "b4"}
    playing.key("Control+z")
    for held in ({"b2"}, set()):
        playing.page.mouse.click(*playing.middle("b2"), button="right")
        assert playing.holding("marked empty") == held
    playing.click("b4", "b4")
    playing.drag("b4", "d3")
    assert playing.holding("piece") == {"d3"}


def test_a_solved_game_tells_its_time_and_the_next_puzzle_is_at_hand(playing):
    playing.click(*(name for name in ANSWER for _ in range(2)))
    won = playing.page.locator(".won")
    won.get_by_text(re.compile(r"^0:\d\d, without a hint\. Your best time for 4x4!$")).wait_for()
    time = playing.page.get_by_role("timer").inner_text()
    playing.page.reload()
    won.wait_for()
    assert playing.page.get_by_role("timer").inner_text() == time
    won.get_by_role("button", name="Next puzzle").click()
    won.wait_for(state="hidden")
    playing.page.locator("#board[aria-rowcount='8']").wait_for()
    assert playing.page.get_by_role("timer").inner_text() == "0:00"


def test_hints_are_counted_and_the_calendar_keeps_the_days_solved(desk):
    desk.family("regions")
    desk.page.get_by_text("The puzzle of").wait_for()
    wish = desk.page.locator("#try .wish")
    size(desk, 4)
    wish.get_by_role("button", name="Puzzle of the day").click()
    desk.page.locator("#board[aria-rowcount='4']").wait_for()
    desk.rows = 4
    won = desk.page.locator(".won")
    desk.follow_hints(won)
    told = won.locator("span").inner_text()
    assert re.fullmatch(r"\d:\d\d, with (one hint|\d+ hints)\.", told)
    desk.page.get_by_text("Calendar").click()
    done = desk.page.locator(".day.done")
    assert re.search(r"^\d{4}-\d\d-\d\d, solved in \d:\d\d$", done.get_attribute("aria-label"))
    done.click()
    desk.page.get_by_text("The puzzle of").wait_for()
    wish.get_by_role("button", name="Rows and columns: more").click()
    assert wish.get_by_label("Rows and columns", exact=True).input_value() == "5"
    assert done.count() == 0


def test_a_game_goes_on_after_the_page_is_loaded_again(playing):
    playing.click("b4")
    clock = playing.page.get_by_role("timer")
    clock.get_by_text("0:02").wait_for()
    playing.page.reload()
    playing.page.locator("[aria-label='b4: region A, marked empty']").wait_for(state="attached")
    assert clock.inner_text() >= "0:02"


def test_a_link_to_the_sample_is_not_replaced_by_the_puzzle_of_the_day(desk):
    sample = desk.module("puzzle", "return it.opening('regions')")
    desk.load(sample)
    before = desk.all_words()
    desk.mode("try")
    desk.click("a8")
    desk.page.locator("[aria-label='a8: region A, marked empty']").wait_for(state="attached")
    assert [words for words in desk.all_words() if "marked" not in words] == before[1:]


@pytest.mark.parametrize("family", ["queens", "heaviest", "nonattacking", "tour", "cover"])
def test_hints_lead_to_an_answer_in_each_family(desk, family):
    desk.family(family)
    desk.mode("try")
    desk.follow_hints(desk.page.locator("#try .verdict.done"))
    told = desk.page.locator(".won").inner_text()
    assert re.match(r"\d+:\d\d, with (one hint|\d+ hints)\.", told)
    assert desk.page.get_by_role("button", name="Next puzzle").is_hidden()
