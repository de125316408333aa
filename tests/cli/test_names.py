"""The names that options take: in the help, and completed by the shell."""

from collections.abc import Iterator

import click
import pytest
from click.shell_completion import ShellComplete
from tests.command import rookery

from rookery.boards.pieces import NAMED
from rookery.cli.commands import commands
from rookery.families import family_named
from rookery.nonattacking.text import SETTINGS
from rookery.results.methods import Method


def helped(command: str) -> str:
    """Return the help of a command without its blanks, which stand wherever lines end."""
    return "".join(rookery(command, "--help").stdout.split())


def names_of(methods: tuple[Method, ...]) -> str:
    names = {method.name: None for method in methods if method.name != "auto"}
    return ",".join(["auto", *names])


@pytest.mark.parametrize("command", ["heaviest", "nonattacking", "tour", "cover"])
def test_the_help_names_every_method(command):
    family = family_named(command)
    assert f"Names:{names_of(family.methods)}" in helped(command)
    if family.counters():
        assert f";{names_of(family.counters())}(with--count)." in helped(command)


def test_the_help_names_the_list_of_pieces():
    for command in ("tour", "cover", "nonattacking"):
        assert "'rookerypieces'liststhenames." in helped(command)
    listed = rookery("pieces").stdout.splitlines()
    assert [line.split() for line in listed[1:]] == list(map(list, NAMED.items()))


@pytest.mark.parametrize("command", ["queens", "heaviest", "nonattacking", "tour", "cover"])
def test_the_help_explains_squares_once(command):
    assert helped(command).count("a1isatthebottomleft") == 1
    has_rows = command in ("queens", "heaviest", "cover")
    assert helped(command).count("numbersfrom1atthetopleft") == has_rows


@pytest.mark.parametrize(
    ("words", "names"),
    [
        (["tour", "--method", "sw"], ["sweep"]),
        (["tour", "--mover", "night"], ["nightrider"]),
        (["nonattacking", "--piece", "bi"], ["bishop"]),
        (["cover", "--pieces", "queen,kn"], ["queen,knight"]),
        (["queens", "8", "--method", "comp"], ["completions"]),
        (["queens", "8", "--count", "--device", "c"], ["cpu", "cuda"]),
    ],
)
def test_the_shell_completes(words, names):
    shell = ShellComplete(commands, {}, "rookery", "_ROOKERY_COMPLETE")
    assert [one.value for one in shell.get_completions(words[:-1], words[-1])] == names


@pytest.mark.parametrize(
    ("shell", "last", "printed"),
    [
        ("bash", "3", "plain,sweep\n"),
        ("zsh", "3", "plain\nsweep\n_\n"),
        ("fish", "sw", "plain,sweep\n"),
    ],
)
def test_shells_complete(shell, last, printed):
    words = {"COMP_WORDS": "rookery tour --method sw", "COMP_CWORD": last}
    done = rookery("", env={"_ROOKERY_COMPLETE": f"{shell}_complete"} | words)
    assert (done.exit_code, done.stdout) == (0, printed)
    source = rookery("", env={"_ROOKERY_COMPLETE": f"{shell}_source"}).stdout
    assert f"_ROOKERY_COMPLETE={shell}_complete" in source


def test_the_help_names_every_setting_of_a_file_of_pieces():
    told = rookery("nonattacking --help").stdout.partition("These lines may follow:")[2]
    assert all(name in told for name in SETTINGS.names)


def every_command(group: click.Group, *words: str) -> Iterator[tuple[str, ...]]:
    """Yield the words of every command of a group."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        yield (*words, name)
        if isinstance(command, click.Group):
            yield from every_command(command, *words, name)


def test_every_help_fits_its_lines():
    for words in ((), *every_command(commands)):
        text = rookery("", *words, "--help", env={"COLUMNS": "80"}).stdout
        assert "None" not in text
        listed = text.partition("Commands:")[2].partition("Examples:")[0]
        assert "..." not in listed  # nothing said of a command is cut
        options = text.partition("Options:")[2].partition("Examples:")[0]
        assert max(map(len, options.splitlines())) <= 80
