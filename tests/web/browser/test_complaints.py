"""Complaints: each goes with its cause; and what is refused before it is asked."""

import pytest


def test_a_complaint_goes_with_its_cause(desk):
    desk.page.route("**/api/solve", lambda route: route.abort())
    desk.page.locator("#solve").click()
    assert "connection" in desk.alarm()
    desk.forgive("ERR_FAILED")
    close = desk.page.locator("#alarm button").bounding_box()
    assert close["width"] == close["height"] >= 38
    desk.mode("draw")
    desk.paint("given", "a1")
    desk.page.locator("#alarm").wait_for(state="hidden")
    desk.mode("draw")
    desk.page.locator("#solve").click()
    desk.alarm()
    desk.page.unroute("**/api/solve")
    desk.solve()
    assert desk.page.locator("#alarm").is_hidden()
    desk.forgive("ERR_FAILED")


@pytest.mark.parametrize(
    ("family", "said"), [("tour", "nothing to visit yet"), ("cover", "nothing to check yet")]
)
def test_an_empty_puzzle_names_the_missing_part(desk, family, said):
    desk.family(family)
    desk.press("Clear the board")
    desk.page.locator("#solve").click()
    assert said in desk.alarm()
    desk.mode("try")
    assert said in desk.verdict()
    desk.mode("draw")
    desk.paint({"tour": "target", "cover": "king"}[family], "c3")
    desk.page.locator("#alarm").wait_for(state="hidden")


def test_an_unknown_piece_does_not_enter(desk):
    desk.family("cover")
    field = desk.page.get_by_label("Another piece")
    desk.enter("Another piece", "zzz")
    desk.page.get_by_text("Unknown piece 'zzz'").wait_for()
    assert field.get_attribute("aria-invalid") == "true"
    assert desk.page.locator(".pieces tbody tr").count() == 8
    desk.enter("Another piece", "RNN")
    desk.page.get_by_label("Cost of RNN").wait_for()
    assert field.get_attribute("aria-invalid") is None
    desk.forgive("422")
    desk.family("tour")
    desk.enter("Moving piece", "foo")
    desk.page.get_by_text("Unknown piece 'foo'").wait_for()
    assert desk.words("h8") == "queen, start"
    desk.forgive("422")


def test_a_size_out_of_range_says_so(desk):
    size = desk.page.get_by_label("Size", exact=True)
    size.fill("99")
    desk.page.get_by_text("A whole number from 2 to 32.").wait_for()
    size.press("Enter")
    assert desk.page.locator("#board").get_attribute("aria-rowcount") == "8"
    desk.enter("Size", "9", exact=True)
    assert desk.page.locator("#board").get_attribute("aria-rowcount") == "9"
    assert desk.page.get_by_text("A whole number from 2 to 32.").is_hidden()


def test_the_square_under_focus_or_pointer_is_named(desk):
    told = desk.page.locator("#square")
    assert told.inner_text() == ""
    desk.page.locator("#board").focus()
    assert told.inner_text() == "a8: empty"
    desk.page.locator("#tab-draw").focus()
    assert told.inner_text() == ""
    desk.page.mouse.move(*desk.middle("d4"))
    assert told.inner_text() == "d4: empty"


def test_a_fault_of_given_queens_is_shown_once(desk):
    desk.load({"family": "queens", "n": 8, "given": ["a1", "h8"], "blocked": []})
    desk.mode("try")
    desk.page.locator(".lines .fault").wait_for()
    assert desk.words("a1") == "given queen, attacked"
    assert desk.verdict() == "The queens on h8 and a1 attack each other."
    assert desk.page.locator("#try .faults li").count() == 0
