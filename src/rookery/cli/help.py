"""``rookery help``: topics that belong to no single command, and the help of every command."""

from __future__ import annotations

from shutil import get_terminal_size

import click

from rookery.cli import status
from rookery.cli.plain import plain
from rookery.cli.topics import TOPICS, text_of
from rookery.errors import did_you_mean, shown

LONGEST = max(map(len, TOPICS))
WIDEST = 90


def _names_like(context: click.Context, _: click.Parameter, start: str) -> list[str]:
    return [name for name in _names(context.find_root()) if name.startswith(start)]


EPILOG = "\n".join(
    [
        "\b\nExamples:\n  rookery help limits\n  rookery help tour\n",
        "\b\nTopics:",
        *(f"  {name.ljust(LONGEST)}  {about}" for name, about in TOPICS.items()),
    ]
)


@click.command(epilog=EPILOG)
@click.argument("topic", required=False, shell_complete=_names_like)
@click.pass_context
def help(context: click.Context, topic: str | None) -> int:
    """Explain a TOPIC, or a command."""
    if topic is None:
        click.echo(context.get_help())
    elif topic in TOPICS:
        click.echo(plain(text_of(topic), min(WIDEST, get_terminal_size().columns)), nl=False)
    else:
        click.echo(_help_of(context.find_root(), topic))
    return status.DONE


def _help_of(root: click.Context, name: str) -> str:
    assert isinstance(root.command, click.Group)
    command = root.command.get_command(root, name)
    if command is None:
        hint = did_you_mean(name, _names(root))
        raise click.UsageError(f"expected a topic or a command, got {shown(name)}{hint}")
    return command.get_help(click.Context(command, root, name))


def _names(root: click.Context) -> list[str]:
    assert isinstance(root.command, click.Group)
    return [*TOPICS, *root.command.list_commands(root)]
