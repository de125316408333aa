"""Books: pages of puzzles in one file."""

import base64
import hashlib
import json
import re
from datetime import date
from typing import Any

import pytest
from tests.command import rookery

import rookery as rk

PUZZLE = rk.Regions(["AAAB", "ABBB", "CCDD", "CCDD"], title="Small </script>")
SEVERAL = rk.Regions(["AABB", "AABB", "CCDD", "CCDD"])


def run(line, *words):
    return rookery(f"page {line}", *words)


def entries_of(page: str) -> list[dict[str, Any]]:
    text = re.search(r'<script type="application/json" id="book">(.*?)</script>', page, re.DOTALL)
    found: list[dict[str, Any]] = json.loads(text[1])["entries"]
    return found


def test_a_book_holds_what_is_known_of_each_puzzle():
    (entry,) = entries_of(rk.book([PUZZLE]))
    explained = rk.explain(PUZZLE)
    assert rk.Regions(entry["puzzle"]["rows"]) == PUZZLE
    assert entry["puzzle"]["title"] == PUZZLE.credits["title"]
    assert entry["level"] == explained.difficulty
    assert [step["words"] for step in entry["steps"]] == [step.words for step in explained.steps]
    assert entry["answer"] == [PUZZLE.board.name(square) for square in explained.answer]


def test_its_policy_allows_its_own_script_and_style_alone():
    page = rk.book([PUZZLE], title="<b>")
    (policy,) = re.findall(r'Content-Security-Policy" content="([^"]*)"', page)
    for kind in ("script", "style"):
        (text,) = re.findall(rf"<{kind}>(.*?)</{kind}>", page, re.DOTALL)
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert f"{kind}-src 'sha256-{digest}'" in policy
    assert policy.startswith("default-src 'none';")
    assert "<title>&lt;b&gt;</title>" in page
    assert set(re.findall(r"https?://[^\s\"'`<)]+", page)) == {"http://www.w3.org/2000/svg"}


def test_twenty_puzzles_fit_into_a_mail(tmp_path):
    page = rk.book([rk.generate_regions(8, seed=1)] * 20)
    page.save(tmp_path / "book.html")
    size = (tmp_path / "book.html").stat().st_size
    assert repr(page) == f"<Book of {size:,} bytes>"
    assert size < 400 * 1024


@pytest.mark.parametrize(
    ("puzzles", "message"),
    [
        ([], "expected a puzzle, got none"),
        ([PUZZLE, rk.Queens(8)], "puzzle 2: expected a region puzzle, got queens"),
        ([SEVERAL], "puzzle 1: expected exactly one answer, got several or none"),
    ],
)
def test_what_cannot_be_played_is_refused(puzzles, message):
    with pytest.raises(rk.PuzzleError, match=re.escape(message)):
        rk.book(puzzles)


def test_the_command_writes_the_puzzles_of_files(tmp_path):
    for name in ("one", "two"):
        (tmp_path / f"{name}.txt").write_text(f"{PUZZLE}\n")
    output = tmp_path / "book.html"
    files = [str(tmp_path / f"{name}.txt") for name in ("one", "two")]
    assert run(*files, "--title", "Two", "-o", output).exit_code == 0
    page = output.read_text()
    assert [entry["puzzle"]["rows"] for entry in entries_of(page)] == [list(PUZZLE.rows)] * 2
    assert "<h1>Two</h1>" in page
    assert entries_of(run(files[0]).stdout) == entries_of(page)[:1]


def test_days_have_the_puzzles_of_their_own_seeds():
    first, second = entries_of(run("--days 2 --from 2026-12-31 --size 5").stdout)
    assert (first["day"], second["day"]) == ("2026-12-31", "2027-01-01")
    for day, entry in ((date(2026, 12, 31), first), (date(2027, 1, 1), second)):
        seed = int(day.strftime("%Y%m%d")) * 100 + 5
        made = rk.generate_regions(5, difficulty="any", seed=seed)
        assert rk.Regions(entry["puzzle"]["rows"]) == made


def test_a_site_links_the_puzzles_and_the_days(tmp_path):
    (tmp_path / "one.txt").write_text(f"{PUZZLE}\n")
    site = tmp_path / "new" / "site"
    days = ["--days", "2", "--from", "2026-12-31", "--size", "5"]
    assert run(*days, "--static", site).exit_code == 0
    assert [file.name for file in site.iterdir()] == ["index.html"]
    assert len(entries_of((site / "index.html").read_text())) == 2
    ended = run(tmp_path / "one.txt", *days, "--title", "Bus", "--static", site)
    assert (ended.exit_code, ended.stdout) == (0, "")
    pages = {file.name: file.read_text() for file in site.iterdir()}
    assert {name: len(entries_of(page)) for name, page in pages.items()} == {
        "index.html": 1,
        "days.html": 2,
    }
    assert '<a href="days.html">A puzzle for each day</a>' in pages["index.html"]
    assert '<a href="index.html">All puzzles</a>' in pages["days.html"]
    assert "<h1>Bus: a puzzle for each day</h1>" in pages["days.html"]
