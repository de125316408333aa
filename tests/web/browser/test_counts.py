"""Counts beside the best answer, and steps through placements by number and by symmetry."""

from typing import Any

import pytest
from tests.web.browser.desk import Desk

import rookery as rk
from rookery.document import document_of

KNIGHTS = document_of(rk.NonAttacking(4, "N"))
COVER = document_of(rk.Cover.domination(3, piece="N"))


def tally(desk: Desk, text: str) -> str:
    """Return what the count says, once it says something."""
    told = desk.page.locator(".tally p").filter(has_text=text)
    told.wait_for()
    return str(told.inner_text())


def test_counts_are_shown_until_the_puzzle_changes(desk):
    desk.load({"family": "queens", "n": 8, "given": [], "blocked": []})
    desk.mode("answer")
    desk.press("Count up to symmetry")
    assert tally(desk, "Proved") == "12 placements up to symmetry. Proved: these are all."
    desk.mode("draw")
    desk.paint("given", "d4")
    desk.mode("answer")
    assert desk.page.locator(".tally p").is_hidden()
    assert desk.page.get_by_role("button", name="Count up to symmetry").is_hidden()
    for puzzle, words in ((COVER, "8 cheapest covers."), (KNIGHTS, "1,365 placements.")):
        desk.load(puzzle)
        desk.mode("answer")
        desk.press("Count all")
        tally(desk, words)
    numbers = desk.page.locator(".by-number li").all_inner_texts()
    assert numbers[:3] == ["0: 1", "1: 16", "2: 96"]  # 120 pairs less 24 that attack
    desk.family("heaviest")
    assert desk.page.get_by_role("button", name="Count all").is_hidden()


def test_the_last_and_any_other_number_are_shown(desk):
    desk.load({"family": "queens", "n": 12, "given": [], "blocked": []})
    desk.solve()
    assert desk.verdict().startswith("14,200 placements.")
    placements = list(rk.placements(rk.Queens(12)))

    def shown(number):
        expected = {f"{'abcdefghijkl'[c]}{12 - r}" for c, r in enumerate(placements[number - 1])}
        for name in expected:
            label = f"[role=gridcell][aria-label='{name}: queen']"
            desk.page.locator(label).wait_for(state="attached")
        assert desk.holding("queen") == expected

    desk.page.get_by_label("Last", exact=True).click()
    shown(14200)
    assert desk.page.get_by_label("Next").is_disabled()
    desk.page.get_by_label("Previous").click()
    shown(14199)
    desk.enter("Number of the placement", "5000")
    shown(5000)
    desk.page.get_by_label("Previous").click()
    shown(4999)
    desk.page.get_by_label("First").click()
    shown(1)


@pytest.mark.parametrize(
    ("symmetry", "number"), [("fundamental", 12), ("half-turn", 4), ("quarter-turn", 0)]
)
def test_placements_are_filtered_by_symmetry(desk, symmetry, number):
    desk.load({"family": "queens", "n": 8, "given": [], "blocked": []})
    desk.solve()
    choice = desk.page.get_by_label("Step through", exact=True)
    choice.select_option(symmetry)
    if number:
        desk.page.locator(".navigator span").get_by_text(f"of {number}", exact=True).wait_for()
        assert len(desk.holding("queen")) == 8
    else:
        desk.page.locator(".navigator").wait_for(state="hidden")
        assert desk.holding("queen") == set()
    choice.select_option("any")
    desk.page.locator(".navigator span").get_by_text("of 92", exact=True).wait_for()


def test_a_count_is_stopped(desk):
    asked: list[Any] = []
    desk.page.on("request", lambda one: asked.append(one.url) if "/stop" in one.url else None)
    desk.load({"family": "queens", "n": 22, "given": [], "blocked": []})
    desk.mode("answer")
    desk.page.locator("#seconds").select_option("60")
    desk.press("Count all")
    tally(desk, "so far")
    desk.press("Stop counting")
    assert "you stopped it" in tally(desk, "At least")
    assert len(asked) == 1
