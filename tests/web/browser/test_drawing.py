"""Drawing puzzles: mouse, touch, keyboard; undo and redo; sizes; all that can be painted."""

import pytest
from tests.web.browser.desk import Desk

from rookery import Queens, count


def test_a_board_is_there_and_is_painted_and_unpainted(desk):
    assert desk.page.locator("[role=gridcell]").count() == 64
    assert desk.holding("given queen") == set()
    desk.paint("given", "a1", "d4")
    assert desk.holding("given queen") == {"a1", "d4"}
    asked = "Where can 8 queens stand so that none attacks another, with 2 of them given?"
    assert desk.page.locator("#question").inner_text() == asked
    desk.click("a1")
    assert desk.words("a1") == "empty"
    desk.paint("blocked", "h8")
    assert desk.words("h8") == "no queen may stand here"
    desk.paint("erase", "h8")
    assert desk.words("h8") == "empty"


def test_a_drag_paints_and_is_one_step_to_undo(desk):
    desk.family("cover")
    desk.press("Clear the board")
    desk.page.locator("[data-paint=wall]").click()
    desk.drag("a2", "e2")
    assert desk.page.locator("[aria-label$=': wall']").count() == 5
    desk.drag("e2", "d2")
    assert desk.page.locator("[aria-label$=': wall']").count() == 3
    desk.key("Control+z")
    assert desk.page.locator("[aria-label$=': wall']").count() == 5
    desk.key("Control+z")
    assert desk.page.locator("[aria-label$=': wall']").count() == 0
    desk.key("Control+y")
    desk.press("Redo")
    assert desk.page.locator("[aria-label$=': wall']").count() == 3
    assert desk.page.get_by_role("button", name="Redo").is_disabled()


def test_the_keyboard_alone_draws_solves_and_tries(desk):
    board = desk.page.locator("#board")
    for _ in range(20):
        desk.key("Tab")
        if board.evaluate("board => board === document.activeElement"):
            break
    desk.key("PageDown", "Home", "q", "ArrowUp", "ArrowUp", "x")
    assert desk.words("a1") == "given queen"
    assert desk.words("a3") == "no queen may stand here"
    assert board.get_attribute("aria-activedescendant") == "square-5-0"
    desk.key("Delete")
    assert desk.words("a3") == "empty"
    desk.key("ArrowRight", "Shift+ArrowRight")
    assert desk.holding("no queen may stand here") == {"b3", "c3"}
    assert "c3: no queen may stand here" in desk.page.locator("#whisper").inner_text()
    desk.key("Control+Enter")
    desk.page.locator("#answer .verdict.optimal").wait_for()
    expected = count(Queens(8, given=["a1"], blocked=["b3", "c3"])).value
    assert desk.verdict() == f"{expected} placements. Proved: these are all."


def test_touch_paints(open_desk):
    desk: Desk = open_desk(viewport={"width": 390, "height": 800}, has_touch=True, is_mobile=True)  # type: ignore[operator]
    desk.page.locator("[data-family=tour]").tap()
    desk.page.locator("[data-paint=wall]").tap()
    desk.page.locator("#board").scroll_into_view_if_needed()
    desk.page.touchscreen.tap(*desk.middle("b3"))
    assert desk.words("b3") == "wall"


def test_everything_of_a_tour_can_be_painted(desk):
    desk.family("tour")
    desk.press("Clear the board")
    desk.paint("start", "a1")
    desk.paint("target", "c3", "h8")
    desk.paint("goal", "h1")
    desk.paint("pawn", "d4")
    desk.paint("wall", "e4")
    desk.paint("either", "b7", "b8")
    for name, words in {
        "a1": "queen, start",
        "c3": "target",
        "h1": "goal",
        "d4": "pawn",
        "e4": "wall",
        "b7": "target 1",
        "b8": "target 1",
    }.items():
        assert desk.words(name) == words
    desk.page.get_by_label("Number to paint: more").locator("visible=true").click()
    desk.click("f2")
    assert desk.words("f2") == "target 2"
    desk.enter("Moving piece", "knight")
    desk.page.get_by_text("On its square").click()
    assert desk.words("a1") == "knight, start"
    desk.page.get_by_text("Closed: it ends where it began").click()
    assert desk.words("h1") == "empty"
    assert desk.words("a1") == "knight, start and end"


def test_everything_of_a_cover_can_be_set(desk):
    desk.family("cover")
    desk.press("Clear the board")
    desk.paint("king", "a1")
    desk.paint("guarded", "b1", "c1")
    desk.paint("blocked", "c1")
    desk.page.locator("[data-paint=standing]").click()
    desk.enter("Piece that stands already", "nightrider")
    desk.click("h8")
    assert desk.words("a1") == "enemy king"
    assert desk.words("c1") == "to be guarded, blocked"
    assert desk.words("h8") == "nightrider, standing"
    desk.page.get_by_label("Cost of rook").fill("3")
    desk.page.get_by_label("How many of rook").fill("2")
    desk.page.get_by_label("Remove bishop").click()
    desk.enter("Another piece", "RNN")
    assert desk.page.get_by_label("Cost of RNN").input_value() == "1"
    assert desk.page.get_by_label("Cost of bishop").count() == 0
    assert desk.page.get_by_label("Cost of cannon").count() == 1  # its usual name, not "pao"
    desk.enter("Another piece", "Princess")
    desk.page.get_by_label("Cost of archbishop").wait_for()
    desk.page.get_by_label("Rows: more").click()
    assert desk.page.locator("#board").get_attribute("aria-rowcount") == "9"
    assert desk.page.locator("#square-8-0").get_attribute("aria-label").endswith("enemy king")


def test_weights_are_typed_and_painted(desk):
    desk.family("heaviest")
    desk.page.locator("#board").focus()
    desk.key("PageUp", "Home", "1", "2", "3", "ArrowRight", "-", "7", "Backspace", "8")
    assert desk.words("a8") == "weight 123"
    assert desk.words("b8") == "weight -8"
    desk.page.get_by_label("Weight to paint").fill("0.5")
    desk.drag("a1", "c1")
    assert [desk.words(name) for name in ("a1", "b1", "c1")] == ["weight 0.5"] * 3
    desk.press("Undo")
    assert desk.words("b1") != "weight 0.5"


@pytest.mark.parametrize("side", [2, 32])
def test_the_smallest_and_the_largest_board(desk, side):
    desk.enter("Size", str(side), exact=True)
    assert desk.page.locator("[role=gridcell]").count() == side * side
    step = "less" if side == 2 else "more"
    assert desk.page.get_by_label(f"Size: {step}").is_disabled()
