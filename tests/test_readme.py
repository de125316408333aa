"""README.md tells the truth: its commands and its Python are run and their output compared."""

from __future__ import annotations

import doctest
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
FLAGS = doctest.ELLIPSIS


def blocks(language: str, text: str = README) -> list[str]:
    """The fenced blocks of one language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def commands(text: str = README) -> list[tuple[str, str]]:
    """The commands that begin with ``$ rookery``, each with the lines that follow it."""
    found = []
    for block in blocks("console", text):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            if command.split()[0] == "rookery":
                found.append((command, output))
    return found


@pytest.fixture
def workplace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the files that the README names, in which examples may write others."""
    for name in ("demo", ".ci"):
        (tmp_path / name).symlink_to(ROOT / name)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(("command", "expected"), commands(), ids=[c for c, _ in commands()])
def test_a_command_prints_what_the_readme_shows(
    command: str, expected: str, workplace: Path
) -> None:
    run = subprocess.run(
        [sys.executable, "-m", *shlex.split(command)],
        cwd=workplace,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        timeout=120,
    )
    assert run.returncode == 0, run.stderr
    example = doctest.Example(command, expected)
    checker = doctest.OutputChecker()
    if not checker.check_output(expected, run.stdout, FLAGS):
        pytest.fail(checker.output_difference(example, run.stdout, FLAGS))


@pytest.mark.usefixtures("workplace")
def test_the_python_examples_run() -> None:
    source = "\n".join(blocks("python"))
    example = doctest.DocTestParser().get_doctest(source, {}, "README.md", "README.md", 0)
    assert example.examples
    report: list[str] = []
    runner = doctest.DocTestRunner(optionflags=FLAGS)
    failed = runner.run(example, out=report.append).failed
    assert failed == 0, "".join(report)


def test_every_python_block_is_an_example() -> None:
    for block in blocks("python"):
        assert block.startswith(">>> "), block


def test_the_make_targets_exist() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z-]+):", makefile, re.MULTILINE))
    named = set(re.findall(r"^(?:\$ )?make ([a-z-]+)", README, re.MULTILINE))
    assert {"demo", "test"} <= named <= targets


def test_commands_are_taken_from_console_blocks_only() -> None:
    text = "```console\n$ make demo\nx\n$ rookery queens 4\n2 4\n3 1\n```\n```\n$ rookery a\n```\n"
    assert commands(text) == [("rookery queens 4", "2 4\n3 1\n")]
