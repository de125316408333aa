"""Pages of puzzles to print."""

import re
from xml.etree import ElementTree

import pytest

import rookery as rk
from rookery.view.pages import hint_pages

REGIONS = rk.Regions(["AAAB", "ABBB", "CCDD", "CCDD"])
LINE = re.compile(r"M(\d+) (\d+)l([^M]*)")
MIXED = [REGIONS, rk.Queens(8, given=["a8"]), rk.Tour(rk.Board(5), "a1", ["e5"], mover="N")]


def size_of(page: rk.view.sheet.Picture) -> tuple[int, int]:
    root = ElementTree.fromstring(page)
    return int(root.attrib["width"]), int(root.attrib["height"])


def boards_of(page: str) -> list[tuple[float, float, float]]:
    """Return the left and top edge of each board, and the scale of its squares."""
    found = re.findall(r"translate\(([\d.]+) ([\d.]+)\) scale\(([\d.]+)\)", page)
    return [(float(x), float(y), float(scale)) for x, y, scale in found]


def test_each_page_has_its_heading_and_a_line_for_a_name():
    pages = rk.pages([REGIONS] * 3, per_page=2, heading="Monday\nOne <star> each", name_line=True)
    assert len(pages) == 2
    for page in pages:
        assert [page.count(words) for words in ("Monday</text", "One &lt;star&gt; each")] == [1, 1]
        fields = re.findall(r'x="(\d+)"[^>]*>(?:Name|Date):.*?M(\d+) \d+H(\d+)', page)
        assert [int(x) < int(start) < int(end) for x, start, end in fields] == [True, True]
    assert "Name:" not in rk.pages([REGIONS])[0]


def test_boards_stay_below_the_heading_and_on_the_page():
    heading = "\n".join(["words of a title " * 9, "words and more words " * 30])
    for per_page in (1, 2, 4, 6):
        (page,) = rk.pages([REGIONS] * per_page, per_page=per_page, heading=heading)
        texts = re.findall(r'y="([\d.]+)" font-size="(\d+)"[^>]*>([^<]+)<', page)
        heads = [(float(y), int(font), words) for y, font, words in texts if "words" in words]
        lowest_word = max(y for y, _, _ in heads)
        assert len(heads) == len({y for y, _, _ in heads}) > 5
        assert all(30 + 0.58 * font * len(words) <= 794 for _, font, words in heads)
        boards = boards_of(page)
        assert len(boards) == per_page
        for x, y, scale in boards:
            assert y > lowest_word
            assert x + 4 * 16 * scale <= 794
            assert y + 4 * 16 * scale <= 1123


@pytest.mark.parametrize(("paper", "size"), [("a4", (794, 1123)), ("letter", (816, 1056))])
def test_paper_has_its_size_and_boards_have_one_scale(paper, size):
    for page in (*rk.pages(MIXED, paper=paper, per_page=2), *hint_pages([["x"]], "Hints", paper)):
        assert size_of(page) == size
    (page,) = rk.pages(MIXED, paper=paper.title(), per_page=4)
    assert size_of(page) == size
    assert len({scale for _, _, scale in boards_of(page)}) == 1  # of all families
    with pytest.raises(rk.PuzzleError, match="expected a size of paper, got 'a3'; known: a4, lett"):
        rk.pages([REGIONS], paper="a3")


def test_regions_are_told_apart_in_grey_on_white():
    puzzle = rk.generate_regions(10, seed=1)
    (page,) = rk.pages([puzzle])
    patterns = {
        frozenset((int(x) % 16, int(y) % 16, way) for x, y, way in LINE.findall(lines))
        for lines in re.findall(r'class="hatch" d="([^"]*)"', page)
    }
    assert len(patterns) == len(puzzle.rows) - 1  # one region has no lines
    assert ".ground{fill:#ffffff}" in page
    assert 'class="hatch"' not in rk.svg(puzzle)
    assert 'class="hatch"' in rk.svg(puzzle, theme="paper")


def test_hints_are_numbered_wrapped_and_fill_columns_and_pages():
    long = "a hint of many words that does not fit on one line of a column of the page"
    hints = [[f"{long} {number}", "short"] for number in range(40)]
    pages = hint_pages(hints, "Hints")
    texts = [re.findall(r'<text[^>]*x="(\d+)" y="(\d+)"[^>]*>([^<]*)<', page) for page in pages]
    assert len(pages) == 2
    assert all("Hints" in {words for _, _, words in page} for page in texts)
    words = " ".join(line.strip() for page in texts for _, _, line in page if line != "Hints")
    for number, (first, second) in enumerate(hints, 1):
        assert f"{number}.1  {first}".replace("  ", " ") in words.replace("  ", " ")
        assert f"{number}.2  {second}".replace("  ", " ") in words.replace("  ", " ")
    assert all(int(y) < 1123 for page in texts for _, y, _ in page)
    assert len({x for x, _, _ in texts[0]}) == 2
