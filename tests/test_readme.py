"""Run the commands and the Python of README.md and compare their output."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from tests.documents import (
    ROOT,
    Command,
    blocks,
    commands_in,
    expect_parsed,
    rookery_arguments,
    run_commands,
    run_python,
)

README = (ROOT / "README.md").read_text(encoding="utf-8")
MOST_LINES = 120
MOST_BYTES = 150_000


def rookery_commands() -> list[Command]:
    """Return the commands to run that begin with ``$ rookery``."""
    found = [block for block in blocks(README, "console") if block.run]
    commands = [command for block in found for command in commands_in(block)]
    return [command for command in commands if command.line.startswith("rookery ")]


@pytest.fixture
def workplace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the files that the README names, where examples may write others."""
    for name in ("demo", ".ci"):
        (tmp_path / name).symlink_to(ROOT / name)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("command", rookery_commands(), ids=lambda command: command.line)
def test_a_command_prints_what_the_readme_shows(command: Command, workplace: Path) -> None:
    run_commands([command], workplace)


def test_commands_that_are_not_run_are_known() -> None:
    for block in blocks(README, "console"):
        for command in commands_in(block):
            for arguments in rookery_arguments(command.line):
                expect_parsed(arguments)


@pytest.mark.usefixtures("workplace")
def test_the_python_examples_run() -> None:
    found = blocks(README, "python")
    assert found
    run_python(found, "README.md")


def test_every_python_block_is_an_example() -> None:
    for block in blocks(README, "python"):
        assert block.text.startswith(">>> "), block


def test_the_make_targets_exist() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z-]+):", makefile, re.MULTILINE))
    named = set(re.findall(r"^(?:\$ )?make ([a-z-]+)", README, re.MULTILINE))
    assert {"demo", "test"} <= named <= targets


def test_the_links_lead_somewhere() -> None:
    links = re.findall(r"\]\(([^)#:]+)\)", README)
    assert "docs/start.md" in links
    for link in links:
        assert (ROOT / link).exists(), link


def test_it_is_short() -> None:
    assert len(README.splitlines()) <= MOST_LINES


def test_its_two_pictures_are_small_and_have_words() -> None:
    drawn, photographed = re.findall(r"^!\[.{20,}\]\((.+)\)$", README, re.MULTILINE)
    title = ElementTree.parse(ROOT / drawn).getroot().findtext("{http://www.w3.org/2000/svg}title")
    assert title
    picture = (ROOT / photographed).read_bytes()
    assert picture.startswith(b"\x89PNG")
    assert len(picture) < MOST_BYTES
