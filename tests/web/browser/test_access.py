"""Every view of the page passes the checks of axe for readers of all kinds."""

import json
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from tests.web.browser.desk import MODES, Desk

import rookery as rk
from rookery.families import NAMES

LOOKS = {
    "light desktop": {"color_scheme": "light", "viewport": {"width": 1280, "height": 900}},
    "dark phone": {"color_scheme": "dark", "viewport": {"width": 390, "height": 844}},
}
CHECKS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
ALSO = ["label-content-name-mismatch", "duplicate-id"]  # not on by themselves


def findings(page: Any) -> list[str]:
    """Return what axe finds on a page: the check, the element, and how to mend it."""
    found = find_spec("axe_playwright_python")
    if found is None or found.origin is None:
        pytest.skip("axe-playwright-python is missing: make dev")
    page.evaluate(Path(found.origin).with_name("axe.min.js").read_text(encoding="utf-8"))
    options = {"runOnly": CHECKS, "rules": {name: {"enabled": True} for name in ALSO}}
    result = page.evaluate(f"axe.run(document, {json.dumps(options)})")
    return [
        f"{violation['id']}: {node['html']}: {node['failureSummary']}"
        for violation in result["violations"]
        for node in violation["nodes"]
    ]


@pytest.fixture(params=LOOKS)
def page_of_look(request: Any, open_desk: Callable[..., Desk]) -> Desk:
    return open_desk(**LOOKS[request.param])


@pytest.mark.parametrize("family", NAMES)
def test_every_tab_of_a_family(page_of_look, family):
    page_of_look.family(family)
    for mode in MODES:
        page_of_look.mode(mode)
        assert findings(page_of_look.page) == []


def test_an_answer_and_a_hint(page_of_look):
    page_of_look.family("cover")
    page_of_look.solve()
    assert findings(page_of_look.page) == []
    page_of_look.mode("try")
    page_of_look.press("Hint")
    page_of_look.page.get_by_role("button", name="Do it").wait_for()
    assert findings(page_of_look.page) == []


def test_the_cards_and_the_calendar(page_of_look):
    page = page_of_look.page
    page_of_look.family("regions")
    page.get_by_text("Calendar").click()
    assert findings(page) == []
    page.evaluate("localStorage.clear(); sessionStorage.clear()")
    page.goto(page_of_look.address)
    page.locator("#welcome").wait_for()
    assert findings(page) == []


@pytest.mark.parametrize("look", LOOKS)
def test_a_book(open_desk, look, tmp_path):
    file = tmp_path / "book.html"
    rk.book([rk.generate_regions(5, seed=1)], links={"Every day": "days.html"}).save(file)
    desk = open_desk("", file, **LOOKS[look])
    desk.page.get_by_text("The way to the answer").click()
    desk.press("Hint")
    assert findings(desk.page) == []
