"""Run the fenced blocks of the documentation.

Python that begins with ``>>> `` is a doctest; other Python is a script. Console blocks hold
commands after ``$ `` with their output. A comment on the line before a block changes this::

    <!-- not run: WHY -->  check only names in Python and options of ``rookery`` commands
    <!-- status 2 -->      the exit status of the last command

"""

import ast
import doctest
import inspect
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import chdir
from dataclasses import dataclass
from pathlib import Path

import click
from tests.children import SECONDS
from tests.command import rookery as rookery_command

import rookery
from rookery.cli.commands import commands

ROOT = Path(__file__).parents[1]
FLAGS = doctest.ELLIPSIS
PLAIN = re.compile(r"rookery [^|<>;&$()`*?~]*")  # nothing in it is for a shell
_FENCES = re.compile(
    r"^(?:<!-- (?P<note>.*?) -->\n)?"
    r"(?P<fence>```+)(?P<language>.*)\n(?P<text>(?:.*\n)*?)(?P=fence)$",
    re.MULTILINE,
)


@dataclass(frozen=True)
class Block:
    """A fenced block of a page."""

    language: str
    text: str
    note: str
    line: int

    @property
    def run(self) -> bool:
        return not self.note.startswith("not run")

    @property
    def status(self) -> int:
        return int(self.note.removeprefix("status ")) if self.note.startswith("status") else 0


@dataclass(frozen=True)
class Command:
    """A command with its standard output."""

    line: str
    output: str
    status: int = 0


def blocks(text: str, language: str) -> list[Block]:
    """Return the blocks of one language; directives are not included."""
    return [
        Block(language, match["text"], match["note"] or "", text[: match.start()].count("\n") + 1)
        for match in _FENCES.finditer(text)
        if match["language"] == language
    ]


def languages(text: str) -> list[str]:
    """Return the language of every block; of directives their name in braces."""
    return [match["language"] for match in _FENCES.finditer(text)]


def commands_in(block: Block) -> list[Command]:
    """Return the commands of a console block; a backslash continues a line."""
    parts = re.split(r"^\$ ", block.text.replace("\\\n", ""), flags=re.MULTILINE)[1:]
    found = [Command(*part.partition("\n")[::2]) for part in parts]
    if found:
        found[-1] = Command(found[-1].line, found[-1].output, block.status)
    return found


def rookery_arguments(line: str) -> Iterator[list[str]]:
    """Yield the arguments of every ``rookery`` in a command line of pipes and redirections."""
    words = shlex.shlex(line.replace("2>&1", ""), posix=True, punctuation_chars=True)
    words.whitespace_split = True
    command: list[str] = []
    for word in [*words, ";"]:
        if set(word) <= set("();<>|&"):
            if command[:1] == ["rookery"]:
                yield command[1:]
            command = []
        else:
            command.append(word)


def expect_parsed(arguments: list[str]) -> None:
    """Raise if the command line does not know a command or an option."""
    command: click.Command = commands
    while isinstance(command, click.Group) and arguments and not arguments[0].startswith("-"):
        name, *arguments = arguments
        found = command.get_command(click.Context(command), name)
        assert found is not None, f"no command {name!r}"
        command = found
    if not isinstance(command, click.Group):
        command.make_context(command.name, arguments)


def run_commands(found: Iterable[Command], folder: Path) -> None:
    """Run commands in order in a folder; fail at the first with another output or status.

    Commands that need no shell run in this process, which has loaded their modules.
    """
    for command in found:
        with chdir(folder):
            run = run_here if PLAIN.fullmatch(command.line) else run_by_shell
            status, output, told = run(command.line)
        assert status == command.status, f"$ {command.line}\n{output}{told}"
        example = doctest.Example(command.line, command.output)
        checker = doctest.OutputChecker()
        if not checker.check_output(command.output, output, FLAGS):
            difference = checker.output_difference(example, output, FLAGS)
            raise AssertionError(f"$ {command.line}\n{difference}")


def run_here(line: str) -> tuple[int, str, str]:
    """Return the exit status, standard output and standard error of a ``rookery`` command."""
    run = rookery_command(line.removeprefix("rookery"))
    return run.exit_code, run.stdout, run.stderr


def run_by_shell(line: str) -> tuple[int, str, str]:
    """Return the same for any command line."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    run = subprocess.run(
        ["bash", "-c", line],
        env=os.environ | {"PATH": path},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        timeout=SECONDS,
    )
    return run.returncode, run.stdout, run.stderr


def run_python(found: Iterable[Block], name: str) -> None:
    """Run Python blocks in order; they share their names."""
    names: dict[str, object] = {"__name__": "example"}
    for block in found:
        if not block.text.startswith(">>> "):
            exec(compile("\n" * block.line + block.text, name, "exec"), names)
            continue
        example = doctest.DocTestParser().get_doctest(block.text, names, name, name, block.line)
        report: list[str] = []
        runner = doctest.DocTestRunner(optionflags=FLAGS)
        failed = runner.run(example, out=report.append, clear_globs=False).failed
        assert failed == 0, "".join(report)
        names = example.globs


def expect_known(source: str) -> None:
    """Raise if Python calls an unknown name of rookery, or uses unknown keywords."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        called = ast.unparse(node.func)
        if called.startswith("rk."):
            function = getattr(rookery, called.removeprefix("rk."))
            keywords = {keyword.arg: None for keyword in node.keywords if keyword.arg}
            inspect.signature(function).bind_partial(*node.args, **keywords)
