"""Dragging: pieces from their buttons to the board, and on the board; by keys as well."""

from typing import Any

from tests.web.browser.desk import Desk


def drag_out(desk: Desk, button: Any, name: str) -> None:
    """Drag a button's picture to a square."""
    box = button.bounding_box()
    desk.page.mouse.move(box["x"] + 20, box["y"] + box["height"] / 2)
    desk.page.mouse.down()
    desk.page.mouse.move(*desk.middle("b2"))
    assert desk.page.locator(".ghost").count() == 1
    desk.page.mouse.move(*desk.middle(name))
    desk.page.mouse.up()
    assert desk.page.locator(".ghost").count() == 0


def test_a_paint_is_dragged_to_the_board(desk):
    drag_out(desk, desk.page.locator("[data-paint=blocked]"), "b2")
    assert desk.words("b2") == "no queen may stand here"
    assert desk.page.locator("[data-paint=blocked]").get_attribute("aria-pressed") == "true"
    desk.click("c2")
    assert desk.holding("no queen may stand here") == {"b2", "c2"}


def test_a_moved_piece_replaces_another(desk):
    desk.family("tour")
    desk.page.locator("[data-paint=move]").click()
    desk.drag("b6", "c6")
    assert (desk.words("b6"), desk.words("c6")) == ("empty", "target")
    desk.drag("h8", "g8")
    assert desk.words("g8") == "queen, start"
    desk.drag("d3", "a1")
    assert (desk.words("d3"), desk.words("a1")) == ("empty", "wall")
    desk.key("Control+z")
    assert desk.words("a1") == "goal"
    desk.drag("c6", "g8")
    assert (desk.words("c6"), desk.words("g8")) == ("target", "queen, start")


def test_pieces_of_an_attempt_are_placed_and_moved_by_drags(desk):
    board = {"rows": 4, "columns": 4}
    puzzle = {"family": "nonattacking", "board": board, "pieces": ["N", "R"], "numbers": [None, 1]}
    desk.load(puzzle)
    desk.mode("try")
    drag_out(desk, desk.page.locator("#try .paint").nth(1), "a1")
    assert desk.words("a1") == "rook"
    desk.drag("a1", "b2", "c4")
    assert desk.holding("rook") == {"c4"}
    desk.click("c4")
    assert desk.holding("rook") == set()
    desk.key("Control+z")
    assert desk.holding("rook") == {"c4"}


def test_keys_pick_a_piece_up_and_move_or_leave_it(desk):
    desk.paint("given", "d4")
    desk.page.locator("[data-paint=move]").click()
    desk.click("a1")
    desk.key("Space")
    assert "nothing on a1" in desk.page.locator("#calm").inner_text()
    desk.click("d4")
    desk.key("Space", "Escape", "ArrowRight", "Space")
    assert desk.holding("given queen") == {"d4"}
    desk.click("d4")
    desk.key("Space", "ArrowRight", "Space")
    assert desk.holding("given queen") == {"e4"}


def test_painting_drops_the_piece_picked_up(desk):
    desk.paint("given", "d4", "a1")
    desk.key("m")
    desk.key("ArrowRight", "ArrowRight", "ArrowUp", "x", "ArrowLeft", "m")
    assert desk.holding("given queen") == {"a1", "d4"}
