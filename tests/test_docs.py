"""Run the commands and the Python of the pages and of README.md; all public names are there.

``make docs`` draws the pictures while it builds the pages; there every warning is an error.
"""

import re
import shlex
from pathlib import Path
from pkgutil import resolve_name
from typing import Any
from xml.etree import ElementTree

import click
import pytest
from numpydoc.validate import validate
from tests.documents import (
    ROOT,
    Block,
    Command,
    blocks,
    commands_in,
    expect_known,
    expect_parsed,
    languages,
    rookery_arguments,
    run_commands,
    run_python,
)
from tests.marks import few

import rookery
from rookery.cli import help as topics
from rookery.cli import status

DOCS = ROOT / "docs"
README = ROOT / "README.md"
GENERATED = {"benchmarks.md"}
#: Faults that numpydoc may not find: no docstring, an undocumented or unknown parameter, no section
#: for yielded values, no example.
OWED = {"GL08", "PR01", "PR02", "YD01", "EX01"}
PAGES = sorted(
    [
        README,
        ROOT / "CONTRIBUTING.md",
        ROOT / "RELEASING.md",
        *(page for page in DOCS.rglob("*.md") if page.name not in GENERATED),
    ]
)
LANGUAGES = {"python", "console", "text", "toml", "sql", ""}
MOST_LINES = 120  # of README.md
MOST_BYTES = 150_000  # of its photograph
MOST_WORDS = 2500  # of a page about a puzzle or a method
WORDS_A_MINUTE = 200
#: Words that people search for, and the page to find.
SEARCHED = {
    "knight's tour": "puzzles/tour.md",
    "star battle": "puzzles/regions.md",
    "linkedin queens": "puzzles/regions.md",
    "worksheet": "puzzles/regions-book.md",
    "independence polynomial": "puzzles/nonattacking.md",
}


def text_of(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def name_of(page: Path) -> str:
    return str(page.relative_to(ROOT))


def pages_with(language: str) -> list[Any]:
    """Return the pages with blocks to run; all but README.md take long."""
    return few(sorted(filter(lambda page: to_run(page, language), PAGES), key=README.__ne__))


def to_run(page: Path, language: str) -> list[Block]:
    """Return the blocks of a page to run."""
    return [block for block in blocks(text_of(page), language) if block.run]


def commands_of(page: Path) -> list[Command]:
    """Return the commands of a page to run, without those of ``make``."""
    found = [command for block in to_run(page, "console") for command in commands_in(block)]
    return [command for command in found if not command.line.startswith("make ")]


@pytest.fixture
def workplace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the files that pages name, where examples may write others."""
    for name in ("demo", ".ci", "examples", "records"):
        (tmp_path / name).symlink_to(ROOT / name)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("page", pages_with("console"), ids=name_of)
def test_commands_print_what_a_page_shows(page, workplace):
    run_commands(commands_of(page), workplace)


@pytest.mark.usefixtures("workplace")
@pytest.mark.parametrize("page", pages_with("python"), ids=name_of)
def test_the_python_of_a_page_runs(page):
    run_python(to_run(page, "python"), name_of(page))


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_examples_not_run_use_known_names(page):
    for block in blocks(text_of(page), "python"):
        if not block.run:
            expect_known(block.text)
    for block in blocks(text_of(page), "console"):
        for command in commands_in(block):
            for arguments in rookery_arguments(command.line):
                expect_parsed(arguments)


@pytest.mark.slow
def test_the_commands_of_dask_are_known():
    pytest.importorskip("distributed", reason="Dask is not installed")
    from distributed.cli import dask_scheduler, dask_worker

    programs = {"scheduler": dask_scheduler.main, "worker": dask_worker.main}
    shown = [
        shlex.split(command.line)
        for block in blocks(text_of(DOCS / "scaling.md"), "console")
        for command in commands_in(block)
        if command.line.startswith("dask ")
    ]
    assert {words[1] for words in shown} == set(programs)
    for _, name, *words in shown:
        programs[name].make_context(name, words)


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_a_page_is_tested_and_short_and_names_modules_that_exist(page):
    text = text_of(page)
    assert {language for language in languages(text) if language[:1] != "{"} <= LANGUAGES
    for name in re.findall(r"`(rookery(?:\.\w+)+)", text):
        assert resolve_name(name), name
    if page.parent.name in {"puzzles", "methods"}:
        assert len(text.split()) <= MOST_WORDS


@pytest.mark.parametrize("words", SEARCHED)
def test_a_search_finds_the_page(words):
    """Sphinx's search lists the pages first that have the words as a main entry of the index."""
    entry = re.compile(rf"^```\{{index\}} .*! {re.escape(words)}", re.MULTILINE)
    pages = [name_of(page) for page in PAGES if entry.search(text_of(page))]
    assert pages == [f"docs/{SEARCHED[words]}"]


def test_unknown_options_and_keywords_are_noticed():
    line = "rookery judge sultan a.txt | rookery check sultan a.txt - > b.txt"
    assert list(rookery_arguments(line)) == [
        ["judge", "sultan", "a.txt"],
        ["check", "sultan", "a.txt", "-"],
    ]
    with pytest.raises(click.UsageError):
        expect_parsed(shlex.split("queens 8 --cuont"))
    expect_known("rk.count(rk.Queens(8), batch=4)")
    with pytest.raises(TypeError):
        expect_known("rk.placements(rk.Queens(8), begin=4)")


def test_every_public_name_has_its_place_in_the_reference():
    pages = "".join(text_of(page) for page in (DOCS / "api").glob("*.md"))
    named = re.findall(r"^\.\. auto\w+:: rookery\.(\w+)$", pages, re.MULTILINE)
    assert sorted(named) == sorted(set(named))
    assert set(named) == set(rookery.__all__) - {"__version__"}


@pytest.mark.parametrize("name", [n for n in rookery.__all__ if n.islower() and n[0] != "_"])
def test_the_docstring_of_a_function_is_whole(name):
    function = getattr(rookery, name)
    found = validate(f"{function.__module__}.{function.__qualname__}")["errors"]
    assert [words for code, words in found if code in OWED] == []


def test_every_exit_status_is_documented():
    documented = re.findall(r"^\| (\d+) \|", topics.text_of("exit-status"), re.MULTILINE)
    known = {value for value in vars(status).values() if type(value) is int}
    assert set(map(int, documented)) == known - {status.BROKEN_PIPE}


def test_releasing_takes_at_most_ten_steps():
    steps = re.findall(r"^(\d+)\. ", text_of(ROOT / "RELEASING.md"), re.MULTILINE)
    assert 0 < len(steps) <= 10
    assert steps == [str(number) for number in range(1, len(steps) + 1)]


def test_the_citation_has_the_version_and_the_date_of_its_release():
    def entries(name: str, pattern: str) -> dict[str, str]:
        return dict(re.findall(pattern, text_of(ROOT / name), re.MULTILINE))

    cited = entries("CITATION.cff", r"^([a-z-]+): \"?(.+?)\"?$")
    released = entries("CHANGELOG.md", r"^## \[(.+)\] - (.+)$")
    assert cited["version"] == rookery.__version__
    assert cited.get("date-released") == released.get(rookery.__version__)


def test_the_changelog_begins_each_release_with_a_summary_of_a_minute():
    _, *releases = re.split(r"^## \[", text_of(ROOT / "CHANGELOG.md"), flags=re.MULTILINE)
    for release in releases:
        summary = release.partition("\n### ")[0].split("]", 1)[1]
        assert len(summary.split()) <= WORDS_A_MINUTE


def test_the_readme_is_short_and_leads_somewhere():
    text = text_of(README)
    assert len(text.splitlines()) <= MOST_LINES
    assert all(block.text.startswith(">>> ") for block in blocks(text, "python"))
    targets = set(re.findall(r"^([a-z-]+):", text_of(ROOT / "Makefile"), re.MULTILINE))
    assert {"demo", "test"} <= set(re.findall(r"^(?:\$ )?make ([a-z-]+)", text, re.M)) <= targets
    links = re.findall(r"\]\(([^)#:]+)\)", text)
    assert "docs/start.md" in links
    assert [link for link in links if not (ROOT / link).exists()] == []
    drawn, photographed = re.findall(r"^!\[.{20,}\]\((.+)\)$", text, re.MULTILINE)
    assert ElementTree.parse(ROOT / drawn).getroot().findtext("{http://www.w3.org/2000/svg}title")
    picture = (ROOT / photographed).read_bytes()
    assert picture.startswith(b"\x89PNG")
    assert len(picture) < MOST_BYTES
