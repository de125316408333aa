"""Trying by hand: the rules are checked meanwhile, and the attempt is compared with the best."""

import re

from tests.web.browser.desk import Desk

from rookery import Board, Cover, Tour
from rookery.document import document_of

KINGS = document_of(Cover(Board(3, walls=["c1"]), ["a3", "c3"], [5, 2], ["R", "N"]))
TOUR = document_of(Tour(Board(3), "a1", ["c2"], "a3", mover="N", visit="on"))


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
    desk.told("2 pairs of queens attack each other.")
    assert desk.holding("attacked") == {"a1", "b4", "c3"}
    assert desk.page.locator(".lines .fault").count() == 2
    desk.click("a1", "c3")
    desk.click("a2", "c1", "d3")
    desk.told("Right: no queen attacks another!")
    desk.key("Control+z")
    desk.told("3 of 4 queens placed, none attacked; 1 to go.")


def test_a_cover_is_compared_with_the_best(desk):
    desk.load(KINGS)
    desk.mode("try")
    desk.click("b3")
    desk.told("Right: cost 5. Press “Solve” to see how good that is.")
    assert desk.holding("in check") == {"a3", "c3"}
    assert desk.page.locator(".lines .line").count() == 2
    desk.solve()
    desk.told("Right: cost 5. The best known is 2 (150 % off).")
    desk.page.get_by_role("button", name=re.compile("^knight")).click()
    desk.click("b3", "b3", "b1")
    desk.told("Right: cost 2. Nothing can be better: that is proved.")
    desk.click("a3")
    assert desk.page.locator("#calm").inner_text() == "No piece can be placed on this square."
    desk.press("Start over")
    assert desk.holding("knight") == set()
    desk.press("Start from the answer")
    desk.told("Nothing can be better")


def test_a_tour_is_walked_and_illegal_moves_are_refused(desk):
    desk.load(TOUR)
    desk.mode("try")
    desk.page.locator(".dot").first.wait_for()
    assert desk.holding("can be reached") == {"b3", "c2"}
    walk(desk, "b3", "c1")
    desk.told("1 square is still to visit.")
    desk.click("c3")
    assert desk.page.locator("#calm").inner_text() == "The piece cannot move to c3."
    assert desk.figure("Your moves") == "2"
    walk(desk, "a2", "c3", "b1", "a3", "c2")
    desk.told("The last square c2 is not the goal a3.")
    walk(desk, "a3")
    desk.told("Right: 8 moves.")
    desk.solve()
    desk.told("Right: 8 moves. The best known is 2")
    desk.click("a3")
    desk.told("The last square c2 is not the goal a3.")
    assert desk.figure("Your moves") == "7"
    desk.click("b1")
    assert desk.page.locator("#calm").inner_text() != ""
    desk.family("cover")
    assert desk.page.locator("#calm").inner_text() == ""


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
    desk.key("Home", "PageUp", "ArrowRight", "2", "Space")
    assert desk.holding("knight") == {"b3"}
    desk.key("Delete")
    assert desk.holding("knight") == set()
