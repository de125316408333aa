"""Trying by hand: the rules are checked meanwhile, and the attempt is compared with the best."""

import re

import pytest
from tests.web.browser.desk import Desk

pytestmark = pytest.mark.slow

KINGS = {
    "family": "cover",
    "board": {"rows": 3, "columns": 3, "walls": ["c1"]},
    "kings": ["a3", "c3"],
    "pieces": ["R", "N"],
    "prices": [5, 2],
}
TOUR = {
    "family": "tour",
    "board": {"rows": 3, "columns": 3, "walls": []},
    "start": "a1",
    "targets": ["c2"],
    "goal": "a3",
    "mover": "N",
    "visit": "on",
}


def told(desk: Desk, text: str) -> None:
    """Wait until the panel says something."""
    desk.page.locator("#try .verdict").get_by_text(text).wait_for()


def walk(desk: Desk, *names: str) -> None:
    """Move from square to square, and wait each time until the next moves are known."""
    for name in names:
        desk.click(name)
        reached = f"[aria-label^='{name}: '][aria-label*='can be reached']"
        desk.page.locator(reached).wait_for(state="detached")


def test_queens_that_attack_each_other_are_shown(desk):
    desk.load({"family": "queens", "n": 4, "given": ["b4"], "blocked": []})
    desk.mode("try")
    assert desk.holding("queen") == {"b4"}
    desk.click("a1", "c3")
    told(desk, "2 pairs of queens attack each other.")
    assert desk.holding("attacked") == {"a1", "b4", "c3"}
    assert desk.page.locator(".lines .fault").count() == 2
    desk.click("a1", "c3")
    desk.click("a2", "c1", "d3")
    told(desk, "Right: no queen attacks another!")
    desk.page.keyboard.press("Control+z")
    told(desk, "3 of 4 queens placed, none attacked; 1 to go.")


def test_a_cover_is_compared_with_the_best(desk):
    desk.load(KINGS)
    desk.mode("try")
    desk.click("b3")
    told(desk, "Right: cost 5. Press “Solve” to see how good that is.")
    assert desk.holding("in check") == {"a3", "c3"}
    assert desk.page.locator(".lines .line").count() == 2
    desk.solve()
    told(desk, "Right: cost 5. The best known is 2 (150 % off).")
    desk.page.get_by_role("button", name=re.compile("^knight")).click()
    desk.click("b3", "b3", "b1")
    told(desk, "Right: cost 2. Nothing can be better: that is proved.")
    desk.click("a3")
    assert desk.page.locator("#calm").inner_text() == "No piece can be placed on this square."
    desk.page.get_by_role("button", name="Start over").click()
    assert desk.holding("knight") == set()
    desk.page.get_by_role("button", name="Start from the answer").click()
    told(desk, "Nothing can be better")


def test_a_tour_is_walked_and_illegal_moves_are_refused(desk):
    desk.load(TOUR)
    desk.mode("try")
    desk.page.locator(".dot").first.wait_for()
    assert desk.holding("can be reached") == {"b3", "c2"}
    walk(desk, "b3", "c1")
    told(desk, "1 square is still to visit.")
    desk.click("c3")
    assert desk.page.locator("#calm").inner_text() == "The piece cannot move to c3."
    assert desk.figure("Your moves") == "2"
    walk(desk, "a2", "c3", "b1", "a3", "c2")
    told(desk, "The last square c2 is not the goal a3.")
    walk(desk, "a3")
    told(desk, "Right: 8 moves.")
    desk.solve()
    told(desk, "Right: 8 moves. The best known is 2")
    desk.click("a3")
    told(desk, "The last square c2 is not the goal a3.")
    assert desk.figure("Your moves") == "7"


def test_the_best_value_of_a_puzzle_is_kept(desk):
    desk.load(KINGS)
    desk.mode("try")
    won = desk.page.locator(".won")
    desk.click("b3")
    won.wait_for()
    desk.click("b3")
    won.wait_for(state="hidden")
    kinds = desk.page.locator("#try .paints")
    kinds.get_by_role("button", name="knight").click()
    desk.click("b1")
    won.get_by_text("Your best so far: before, it was 5.").wait_for()
    desk.page.reload()
    won.get_by_text("As good as your best.").wait_for()
    kinds.get_by_role("button", name="rook").click()
    desk.click("b3")
    won.get_by_text("Your best is 2.").wait_for()


def test_the_keyboard_tries_too(desk):
    desk.load(KINGS)
    desk.mode("try")
    desk.page.locator("#board").focus()
    for key in ("Home", "PageUp", "ArrowRight", "2", "Space"):
        desk.page.keyboard.press(key)
    assert desk.holding("knight") == {"b3"}
    desk.page.keyboard.press("Delete")
    assert desk.holding("knight") == set()
