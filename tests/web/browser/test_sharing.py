"""The link, texts that are read, and what can be taken home."""

import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import jsonschema_rs
import pytest
from tests.web.browser.desk import Desk

from rookery import Tour, read
from rookery.document import puzzle_of, schema

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[3]
STATEMENTS = ("eight-queens", "sultan", "traveling-queen", "showdown")
FOUND = {
    "queens": "{} placements. Proved",
    "heaviest": "Weight {}. Proved",
    "nonattacking": "{} pieces. Proved",
    "regions": "{} pieces. Every row",
    "tour": "{} moves. Proved",
    "cover": "Cost {}. Proved",
}
DRAWN = ("queens", "heaviest", "tour", "cover")
FAMILIES = (*DRAWN, "nonattacking", "regions")


def fragment(desk: Desk) -> str:
    """Return what the address holds, once it has followed the puzzle."""
    desk.page.wait_for_url(re.compile("#puzzle="))
    address: str = desk.page.url
    assert address.startswith(desk.address.rstrip("/"))
    return address[address.index("#") :]


def test_the_address_keeps_the_puzzle(open_desk):
    desk = open_desk()
    desk.paint("given", "a1")
    link = fragment(desk)
    desk.page.reload()
    desk.page.get_by_label("a1: given queen").wait_for(state="attached")
    other = open_desk(link)
    other.page.get_by_label("a1: given queen").wait_for(state="attached")
    assert other.holding("given queen") == {"a1"}


@pytest.mark.parametrize("family", FAMILIES)
def test_a_copied_link_opens_the_same_puzzle(open_desk, family):
    desk = open_desk(permissions=["clipboard-read", "clipboard-write"])
    desk.family(family)
    desk.page.get_by_role("button", name="Copy link").click()
    desk.page.get_by_text("The link is copied.").wait_for()
    link = desk.page.evaluate("navigator.clipboard.readText()")
    drawn = desk.all_words()
    other = open_desk(link[link.index("#") :])
    other.page.locator(f"[data-family={family}][aria-current]").wait_for()
    assert other.all_words() == drawn


def test_a_link_of_another_machine_is_pasted(desk):
    desk.paint("given", "c3")
    link = "http://somewhere.example:1234/page" + fragment(desk)
    desk.family("tour")
    desk.read(link)
    desk.page.locator("[data-family=queens][aria-current]").wait_for()
    assert desk.holding("given queen") == {"c3"}


def test_late_names_are_shown(desk):
    held: list[Any] = []

    def hold(route):
        held.append(route)

    desk.family("tour")
    fragment(desk)
    desk.page.route("**/api/about", hold)
    desk.page.reload(wait_until="commit")
    desk.page.get_by_label("h8: Q, start").wait_for(state="attached")
    assert desk.words("h8") == "Q, start"
    held[0].continue_()
    desk.page.get_by_label("h8: queen, start").wait_for(state="attached")
    assert desk.words("h8") == "queen, start"


@pytest.mark.parametrize(
    ("link", "said"),
    [
        ("#puzzle=1.AAAA", "cannot be read"),
        ("#puzzle=nonsense", "cannot be read"),
        ("#puzzle=2.q1ZKS8zNTM0rzkxVsgIA", "another version"),
    ],
)
def test_a_broken_link_is_reported(open_desk, link, said):
    desk = open_desk(link)
    assert said in desk.alarm()
    assert desk.holding("given queen") == set()


def test_a_link_to_no_puzzle_is_reported(open_desk):
    first = open_desk()
    packed = [
        first.module("share", "return it.packed(argument)", puzzle)
        for puzzle in (
            {"family": "chess"},
            {"family": "queens", "n": 99},
            {"family": "queens", "n": 8, "given": ["z9"]},
            {"family": "heaviest", "weights": [[1, 2], [3, "x"]]},
            {"family": "tour", "board": {"rows": 3, "columns": 3}, "start": 5},
        )
    ]
    said = (
        "families of this page",
        "2 to 32 squares",
        '"z9"',
        "square of numbers",
        "not on its board",
    )
    for link, text in zip(packed, said, strict=True):
        assert text in open_desk(f"#puzzle={link}").alarm()


@pytest.mark.parametrize(("statement", "family"), list(zip(STATEMENTS, DRAWN, strict=True)))
def test_a_statements_text_is_read_and_written(desk, statement, family):
    text = (ROOT / "demo" / f"{statement}.txt").read_text(encoding="utf-8")
    desk.read(text, statement)
    desk.page.locator("#texts").wait_for(state="hidden")
    desk.page.locator(f"[data-family={family}][aria-current]").wait_for()
    with desk.page.expect_download() as saved:
        desk.page.get_by_role("button", name="Text", exact=True).click()
    path = saved.value.path()
    assert saved.value.suggested_filename == f"rookery-{family}.txt"
    first = read(ROOT / "demo" / f"{statement}.txt", statement)[0]
    assert read(path, family) == [first]


def test_of_several_puzzles_each_can_be_chosen(desk):
    desk.read("2\n\n1 1\n\n3 4\n", "eight-queens")
    choice = desk.page.get_by_label("Puzzle of the text")
    choice.select_option(label="Puzzle 2 of 2")
    assert len(desk.holding("given queen")) == 1


def test_a_bad_text_is_reported_with_its_place(desk):
    desk.read("2\n\n1 1\n\n3 9\n", "eight-queens")
    fault = desk.page.locator("#texts .fault")
    fault.get_by_text("Line 5, column 3: expected a column from 1 to 8").wait_for()
    assert "'9'" in fault.inner_text()
    selected = "field => field.value.slice(field.selectionStart, field.selectionEnd)"
    assert desk.page.locator("#texts textarea").evaluate(selected) == "9"
    desk.forgive("422")
    for text, said in (
        ("", "no text yet"),
        ("{oops", "Line 1, column 2: expected JSON, got 'oops'"),
        ('{"family": "go"}', "families of this page"),
    ):
        desk.page.locator("#texts textarea").fill(text)
        desk.page.locator("#texts button.primary").click()
        fault.get_by_text(said).wait_for()
    desk.forgive("422")
    desk.page.get_by_role("button", name="Cancel").click()
    assert desk.holding("given queen") == set()


def test_a_text_is_dropped_and_pasted(desk):
    desk.page.evaluate(
        """() => {
          const ways = { bubbles: true, cancelable: true };
          const dataTransfer = new DataTransfer();
          dataTransfer.items.add(new File(["1\\n\\n3 4\\n"], "one.txt", { type: "text/plain" }));
          document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, ...ways }));
        }"""
    )
    desk.page.locator("#texts").wait_for(state="hidden")
    dropped = desk.holding("given queen")
    assert len(dropped) == 1
    desk.page.evaluate(
        """() => {
          const ways = { bubbles: true, cancelable: true };
          const clipboardData = new DataTransfer();
          clipboardData.setData("text/plain", "1\\n\\n1 1\\n");
          document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, ...ways }));
        }"""
    )
    desk.page.locator("#texts").wait_for(state="hidden")
    desk.page.wait_for_timeout(100)
    assert desk.holding("given queen") != dropped


def test_the_address_of_a_puzzle_in_another_program_is_its_text(desk):
    desk.read("https://puzz.link/p?starbattle/4/4/1/64gds0")
    desk.page.locator("#texts").wait_for(state="hidden")
    assert desk.page.locator("[role=gridcell]").count() == 16
    desk.solve()
    assert desk.verdict().startswith(FOUND["regions"].format(4))


@pytest.mark.parametrize("family", FAMILIES)
def test_json_and_picture_are_saved(desk, family):
    desk.family(family)
    desk.solve()
    with desk.page.expect_download() as saved:
        desk.page.get_by_role("button", name="JSON", exact=True).click()
    data: dict[str, Any] = json.loads(saved.value.path().read_text(encoding="utf-8"))
    assert data["puzzle"]["family"] == family
    assert data["status"] == "optimal"
    jsonschema_rs.validate(schema(), data)
    with desk.page.expect_download() as saved:
        desk.page.get_by_role("button", name="SVG", exact=True).click()
    picture = ElementTree.parse(saved.value.path()).getroot()
    assert picture.findtext("{http://www.w3.org/2000/svg}title")
    desk.mode("draw")
    desk.page.get_by_role("button", name="Clear the board").click()
    desk.read(json.dumps(data))
    desk.page.locator("#texts").wait_for(state="hidden")
    desk.solve()
    assert desk.verdict().startswith(FOUND[family].format(data["value"]))


def test_every_example_opens(desk):
    examples = desk.page.get_by_label("Load an example")
    for number in range(1, examples.locator("option").count()):
        examples.select_option(index=number)
        assert desk.page.locator("[role=gridcell]").count() >= 4
    assert desk.page.locator("#alarm").is_hidden()


def saved(desk: Desk, name: str) -> bytes:
    """Return what a button saves."""
    with desk.page.expect_download() as saving:
        desk.page.get_by_role("button", name=name, exact=True).click()
    return bytes(saving.value.path().read_bytes())


@pytest.mark.parametrize("family", ["queens", "cover"])
def test_a_picture_is_saved_as_png(desk, family):
    desk.family(family)
    picture = saved(desk, "PNG")
    assert picture.startswith(b"\x89PNG\r\n\x1a\n")
    svg = ElementTree.fromstring(saved(desk, "SVG"))
    width = int.from_bytes(picture[16:20], "big")
    assert width == 2 * round(float(svg.attrib["width"].removesuffix("px")))


def test_animations_are_saved(desk):
    animation = desk.page.get_by_role("button", name="Animation")
    assert animation.is_hidden()
    desk.paint("given", "d4")
    desk.solve()
    film = ElementTree.fromstring(saved(desk, "Animation"))
    frames = film.findall("{http://www.w3.org/2000/svg}g")
    assert len(frames) == 8
    for number, frame in enumerate(frames):
        play = frame.find("{http://www.w3.org/2000/svg}animate")
        assert play is not None
        values = play.attrib["values"].split(";")
        assert values.index("visible") == number
        assert values.count("visible") == 1
    desk.family("tour")
    assert animation.is_hidden()
    desk.solve()
    assert b"@keyframes" in saved(desk, "Animation")


def test_links_say_who_can_open_them(open_desk):
    desk = open_desk(permissions=["clipboard-read", "clipboard-write"])
    desk.page.get_by_role("button", name="Copy link").click()
    desk.page.get_by_text("It opens on this machine only").wait_for()

    def public(route):
        about = route.fetch().json() | {"public_url": "https://example.org/chess/"}
        route.fulfill(json=about)

    desk.page.route("**/api/about", public)
    desk.page.reload()
    desk.page.locator("#glyphs symbol").first.wait_for(state="attached")
    desk.page.get_by_role("button", name="Copy link").click()
    desk.page.get_by_text("Whoever opens it sees this puzzle.").wait_for()
    link = desk.page.evaluate("navigator.clipboard.readText()")
    assert link.startswith("https://example.org/chess/#puzzle=")


def test_the_text_is_copied(open_desk):
    desk = open_desk(permissions=["clipboard-read", "clipboard-write"])
    desk.family("tour")
    desk.page.get_by_role("button", name="Copy text").click()
    desk.page.get_by_text("The text is copied.").wait_for()
    text = desk.page.evaluate("navigator.clipboard.readText()")
    assert Tour.parse(text) == puzzle_of(desk.module("puzzle", "return it.opening('tour')"))


def test_the_contest_input_is_copied_where_there_is_one(open_desk):
    desk = open_desk(permissions=["clipboard-read", "clipboard-write"])
    contest = desk.page.get_by_role("button", name="Copy contest input")
    desk.family("cover")
    contest.click()
    desk.page.get_by_text("The input is copied").wait_for()
    assert desk.page.evaluate("navigator.clipboard.readText()").startswith("1\n8\n#____#__\n")
    desk.family("tour")
    contest.click()
    assert "holds only puzzles of 8x8, a queen, targets beside her path" in desk.alarm()
    desk.forgive("422")
    desk.family("nonattacking")
    assert not contest.is_visible()
