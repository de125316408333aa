"""The link, texts that are read, and what can be taken home."""

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import jsonschema_rs
import pytest
from tests.web.browser.desk import Desk

from rookery import Tour, read
from rookery.document import puzzle_of, schema
from rookery.families import NAMES

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


def fragment(desk: Desk) -> str:
    """Return what the address holds, once it has followed the puzzle."""
    desk.page.wait_for_url(re.compile("#puzzle="))
    address: str = desk.page.url
    assert address.startswith(desk.address.rstrip("/"))
    return address[address.index("#") :]


@pytest.mark.parametrize("family", NAMES)
def test_a_copied_link_opens_the_same_puzzle(open_desk, family):
    desk = open_desk()
    desk.family(family)
    link = desk.copied("Copy link", "The link is copied.")
    other = open_desk(link[link.index("#") :])
    other.page.locator(f"[data-family={family}][aria-current]").wait_for()
    assert other.all_words() == desk.all_words()


def test_a_link_of_another_machine_is_pasted(desk):
    desk.paint("given", "c3")
    link = "http://somewhere.example:1234/page" + fragment(desk)
    desk.family("tour")
    desk.read(link)
    desk.page.locator("[data-family=queens][aria-current]").wait_for()
    assert desk.holding("given queen") == {"c3"}


def test_late_names_are_shown(desk):
    desk.family("tour")
    fragment(desk)
    held = desk.hold("**/api/about")
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


@pytest.mark.parametrize(
    ("puzzle", "said"),
    [
        ({"family": "chess"}, "families of this page"),
        ({"family": "queens", "n": 99}, "2 to 32 squares"),
        ({"family": "queens", "n": 8, "given": ["z9"]}, '"z9"'),
        ({"family": "heaviest", "weights": [[1, 2], [3, "x"]]}, "square of numbers"),
        ({"family": "tour", "board": {"rows": 3, "columns": 3}, "start": 5}, "not on its board"),
    ],
)
def test_a_link_to_no_puzzle_is_reported(open_desk, puzzle, said):
    link = open_desk().module("share", "return it.packed(argument)", puzzle)
    assert said in open_desk(f"#puzzle={link}").alarm()


@pytest.mark.parametrize(("statement", "family"), list(zip(STATEMENTS, DRAWN, strict=True)))
def test_a_statements_text_is_read_and_written(desk, statement, family):
    text = (ROOT / "demo" / f"{statement}.txt").read_text(encoding="utf-8")
    desk.take(text, statement)
    desk.page.locator(f"[data-family={family}][aria-current]").wait_for()
    saved = desk.saved("Text")
    assert saved.suggested_filename == f"rookery-{family}.txt"
    first = read(ROOT / "demo" / f"{statement}.txt", statement)[0]
    assert read(saved.path(), family) == [first]


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
    desk.press("Cancel")
    assert desk.holding("given queen") == set()


SENT = """([event, carrier, text]) => {
  const data = new DataTransfer();
  if (carrier === "clipboardData") data.setData("text/plain", text);
  else data.items.add(new File([text], "one.txt", { type: "text/plain" }));
  const ways = { bubbles: true, cancelable: true, [carrier]: data };
  document.body.dispatchEvent(new window[event](event === "DragEvent" ? "drop" : "paste", ways));
}"""


@pytest.mark.parametrize(
    "way", [("DragEvent", "dataTransfer"), ("ClipboardEvent", "clipboardData")]
)
def test_a_text_is_dropped_or_pasted(desk, way):
    desk.page.evaluate(SENT, [*way, "1\n\n3 4\n"])
    desk.page.get_by_label("d6: given queen").wait_for(state="attached")
    assert desk.holding("given queen") == {"d6"}


def test_the_address_of_a_puzzle_in_another_program_is_its_text(desk):
    desk.take("https://puzz.link/p?starbattle/4/4/1/64gds0")
    assert desk.page.locator("[role=gridcell]").count() == 16
    desk.solve()
    assert desk.verdict().startswith(FOUND["regions"].format(4))


def bytes_saved(desk: Desk, name: str) -> bytes:
    return bytes(desk.saved(name).path().read_bytes())


@pytest.mark.parametrize("family", NAMES)
def test_json_and_pictures_are_saved(desk, family):
    desk.family(family)
    desk.solve()
    data = json.loads(bytes_saved(desk, "JSON"))
    assert data["puzzle"]["family"] == family
    assert data["status"] == "optimal"
    jsonschema_rs.validate(schema(), data)
    svg = ElementTree.fromstring(bytes_saved(desk, "SVG"))
    assert svg.findtext("{http://www.w3.org/2000/svg}title")
    picture = bytes_saved(desk, "PNG")
    assert picture.startswith(b"\x89PNG\r\n\x1a\n")
    width = int.from_bytes(picture[16:20], "big")
    assert width == 2 * round(float(svg.attrib["width"].removesuffix("px")))
    desk.mode("draw")
    desk.press("Clear the board")
    desk.take(json.dumps(data))
    desk.solve()
    assert desk.verdict().startswith(FOUND[family].format(data["value"]))


def test_every_example_opens(desk):
    examples = desk.page.get_by_label("Load an example")
    for number in range(1, examples.locator("option").count()):
        examples.select_option(index=number)
        assert desk.page.locator("[role=gridcell]").count() >= 4
    assert desk.page.locator("#alarm").is_hidden()


def test_animations_are_saved(desk):
    animation = desk.page.get_by_role("button", name="Animation")
    assert animation.is_hidden()
    desk.paint("given", "d4")
    desk.solve()
    film = ElementTree.fromstring(bytes_saved(desk, "Animation"))
    frames = film.findall("{http://www.w3.org/2000/svg}g")
    assert len(frames) == 8
    for number, frame in enumerate(frames):
        play = frame.find("{http://www.w3.org/2000/svg}animate")
        values = play.attrib["values"].split(";")
        assert values.index("visible") == number
        assert values.count("visible") == 1
    desk.family("tour")
    assert animation.is_hidden()
    desk.solve()
    assert b"@keyframes" in bytes_saved(desk, "Animation")


def test_links_say_who_can_open_them(desk):
    desk.copied("Copy link", "It opens on this machine only")
    desk.reload_with(public_url="https://example.org/chess/")
    link = desk.copied("Copy link", "Whoever opens it sees this puzzle.")
    assert link.startswith("https://example.org/chess/#puzzle=")


def test_the_text_is_copied(desk):
    desk.family("tour")
    text = desk.copied("Copy text", "The text is copied.")
    assert Tour.parse(text) == puzzle_of(desk.module("puzzle", "return it.opening('tour')"))


def test_the_contest_input_is_copied_where_there_is_one(desk):
    desk.family("cover")
    copied = desk.copied("Copy contest input", "The input is copied")
    assert copied.startswith("1\n8\n#____#__\n")
    desk.family("tour")
    desk.press("Copy contest input")
    assert "holds only puzzles of 8x8, a queen, targets beside her path" in desk.alarm()
    desk.forgive("422")
    desk.family("nonattacking")
    assert not desk.page.get_by_role("button", name="Copy contest input").is_visible()
