"""How the page looks and is told: light and dark, narrow windows, names for screen readers."""

import re

import pytest
from tests.web.browser.desk import MODES

from rookery.families import NAMES

GROUND = "getComputedStyle(document.body).backgroundColor"
SEEN = """one => {
    const { top, bottom } = one.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
}"""
CUT_OFF = """
    [...document.querySelectorAll("button")]
      .filter((one) => one.checkVisibility())
      .filter((one) => {
        const { left, right, height } = one.getBoundingClientRect();
        return left < 0 || right > innerWidth || height < 30;
      })
      .map((one) => one.outerHTML)
"""
COLOUR = "one => getComputedStyle(one).color"
LIGHT, DARK = "rgb(251, 248, 241)", "rgb(20, 24, 29)"


@pytest.mark.parametrize(
    ("system", "first", "then"), [("light", LIGHT, DARK), ("dark", DARK, LIGHT)]
)
def test_colours_follow_the_system_until_they_are_switched(open_desk, system, first, then):
    desk = open_desk(color_scheme=system)
    assert desk.page.evaluate(GROUND) == first
    desk.page.locator("#theme").click()
    assert desk.page.evaluate(GROUND) == then
    desk.page.reload()
    assert desk.page.evaluate(GROUND) == then


def test_nothing_is_cut_off_in_a_narrow_window(open_desk):
    desk = open_desk(viewport={"width": 360, "height": 740})
    for family in NAMES:
        desk.family(family)
        desk.solve()
        for mode in MODES:
            desk.mode(mode)
            assert desk.page.evaluate("document.documentElement.scrollWidth") == 360
            board = desk.page.locator("#board").bounding_box()
            assert 300 < board["width"] <= 360
            assert desk.page.evaluate(CUT_OFF) == []


def test_the_tabs_are_moved_through_by_arrows(desk):
    desk.page.locator("#tab-draw").focus()
    desk.key("ArrowRight")
    assert desk.page.locator("#tab-answer").get_attribute("aria-selected") == "true"
    desk.key("ArrowLeft", "ArrowLeft")
    assert desk.page.locator("#try").is_visible()


ROWS = "new Set([...document.querySelectorAll('.family')].map((one) => one.offsetTop)).size"
FILLS = """
    ["ours", "theirs"].map((side) => {
      const one = document.querySelector(`#board .${side}`);
      return getComputedStyle(one).fill.match(/[0-9]+/g).map(Number)[0];
    })
"""


def test_the_head_stands_over_the_board_and_wraps_nothing(open_desk):
    for width in (1024, 1920):
        desk = open_desk(viewport={"width": width, "height": 900})
        assert desk.page.evaluate(ROWS) == 1
        head, question = (desk.page.locator(at).bounding_box() for at in (".top h1", "#question"))
        assert abs(head["x"] - question["x"]) < 2


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_own_pieces_are_dark_and_others_light(open_desk, scheme):
    desk = open_desk(color_scheme=scheme)
    desk.family("tour")
    ours, theirs = desk.page.evaluate(FILLS)
    assert ours < 60
    assert theirs > 200


def test_a_phone_shows_verdict_steps_and_messages(open_desk):
    desk = open_desk(viewport={"width": 390, "height": 844})
    desk.solve()
    desk.page.evaluate("scrollTo(0, 0)")
    assert desk.page.locator("#answer .verdict").evaluate(SEEN)
    assert desk.page.get_by_label("Next").evaluate(SEEN)
    desk.press("Copy text")
    assert desk.page.locator("#calm").evaluate(SEEN)


def test_a_printed_sheet_holds_the_board_and_the_verdict(desk):
    desk.solve()
    desk.page.emulate_media(media="print")
    for at in ("#board", "#question", "#answer .verdict"):
        assert desk.page.locator(at).is_visible(), at
    for at in (".top", ".bar", ".tabs", "#sharing", ".navigator", "#answer .tally", "footer"):
        assert desk.page.locator(at).is_hidden(), at


def test_a_printed_sheet_is_light_and_lists_the_costs(desk):
    desk.page.locator("#theme").click()
    desk.family("cover")
    assert desk.page.locator("#terms").is_hidden()
    desk.page.emulate_media(media="print")
    assert desk.page.locator("#terms").inner_text().startswith("Costs: bishop 5, rook 6,")
    red, green, blue = re.findall(r"[0-9]+", desk.page.locator("#terms").evaluate(COLOUR))
    assert max(map(int, (red, green, blue))) < 100


def test_joined_edges_are_dashed(desk):
    desk.family("cover")
    joined = desk.page.locator("#board .frame.joined")
    for choice, dashed in (("None", 0), ("Sides", 1), ("All", 2)):
        desk.page.locator("#draw .segments span", has_text=choice).click()
        assert joined.count() == dashed


def test_a_finger_on_an_answer_scrolls_the_page(desk):
    touch = "getComputedStyle(document.querySelector('#board')).touchAction"
    assert desk.page.evaluate(touch) == "pinch-zoom"
    desk.mode("answer")
    assert desk.page.evaluate(touch) == "manipulation"


@pytest.mark.parametrize(
    ("rows", "columns", "size"),
    [(32, 2, (1280, 900)), (2, 32, (1280, 900)), (8, 8, (844, 390)), (32, 2, (390, 844))],
)
def test_boards_of_all_shapes_fit_the_window(open_desk, rows, columns, size):
    desk = open_desk(viewport={"width": size[0], "height": size[1]})
    board = {"rows": rows, "columns": columns}
    desk.load({"family": "nonattacking", "board": board, "pieces": ["N"]})
    drawn = desk.page.locator("#board").bounding_box()
    assert drawn["width"] <= size[0]
    assert drawn["height"] < max(size[1], 45 * rows)
    assert drawn["width"] / columns > 20


def test_a_puzzle_that_is_put_on_the_board_is_in_sight(open_desk):
    desk = open_desk(viewport={"width": 390, "height": 844})
    desk.load({"family": "queens", "n": 5})
    assert desk.page.locator("#board").evaluate(SEEN)
    examples = desk.page.get_by_label("Load an example")
    examples.scroll_into_view_if_needed()
    examples.select_option("0")
    assert desk.page.locator("#board").evaluate(SEEN)


def test_each_window_is_named_after_its_puzzle_and_asks_a_question(desk):
    seen = set()
    for family in NAMES:
        desk.family(family)
        title, question = desk.page.title(), desk.page.locator("#question").inner_text()
        assert title.endswith(" · Rookery")
        assert question.endswith("?")
        seen |= {title, question}
    assert len(seen) == 2 * len(NAMES)
