"""``rookery help``: topics that concern several commands, and the help of each command."""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib.resources import files
from itertools import zip_longest
from shutil import get_terminal_size
from textwrap import wrap

import click

from rookery.cli import status
from rookery.errors import did_you_mean, shown
from rookery.guesses import ALIASES

# The topics and their subjects; ``topics`` holds a file of text for each.
TOPICS: Mapping[str, str] = {
    "formats": "text formats of puzzles and answers",
    "squares": "names of squares, rows and columns",
    "pieces": "the notation of pieces",
    "limits": "limits of a search, and the status of its result",
    "exit-status": "the meaning of exit statuses",
    "environment": "environment variables",
}
LONGEST = max(map(len, TOPICS))
WIDEST = 90  # characters of a line


EPILOG = "\n".join(
    [
        "\b\nExamples:\n  rookery help limits\n  rookery help tour\n",
        "\b\nTopics:",
        *(f"  {name.ljust(LONGEST)}  {about}" for name, about in TOPICS.items()),
    ]
)


PIECES_EPILOG = """\b
Examples:
  rookery pieces
  rookery help pieces

The second explains the notation.
"""


@click.command(epilog=EPILOG)
@click.argument(
    "topic",
    required=False,
    shell_complete=lambda context, _, start: [
        name for name in _names(context.find_root()) if name.startswith(start)
    ],
)
@click.pass_context
def help(context: click.Context, topic: str | None) -> int:
    """Explain a TOPIC, or a command."""
    if topic is None:
        click.echo(context.get_help())
    elif topic in TOPICS:
        click.echo(plain(text_of(topic), min(WIDEST, get_terminal_size().columns)), nl=False)
    else:
        root = context.find_root()
        command = _group(root).get_command(root, ALIASES.get(topic, (topic,))[0])
        if command is None:
            hint = did_you_mean(topic, _names(root))
            raise click.UsageError(f"expected a topic or a command, got {shown(topic)}{hint}")
        click.echo(command.get_help(click.Context(command, root, topic)))
    return status.DONE


@click.command(epilog=PIECES_EPILOG)
def pieces() -> int:
    """List the names of pieces, with their Betza notation.

    Your own pieces come first: rookery --pieces FILE pieces.
    """
    from rookery.boards.pieces import Piece, names

    rows = [[name, Piece(name).betza] for name in names()]
    click.echo(table([["Name", "Betza"], *rows], WIDEST))
    return status.DONE


def _group(root: click.Context) -> click.Group:
    assert isinstance(root.command, click.Group)
    return root.command


def _names(root: click.Context) -> list[str]:
    return [*TOPICS, *_group(root).list_commands(root)]


def text_of(topic: str) -> str:
    """Return the text of a topic.

    >>> text_of("squares").split(",")[0]
    'Squares are named as in chess'
    """
    return (files("rookery.cli") / "topics" / f"{topic}.md").read_text(encoding="utf-8")


GAP = "  "


def plain(text: str, width: int) -> str:
    r"""Return a text of paragraphs and tables without the signs of Markdown.

    Lines have at most `width` characters. Tables have a head row. Empty lines separate paragraphs
    and tables. Words are not broken.

    >>> print(plain("Only `this`.\n\n| | Name |\n| --- | --- |\n| one | a *b* `*` |\n", 60), end="")
    Only this.
    <BLANKLINE>
         Name
    one  a b *
    """
    blocks = re.sub(r"`|(?<!`)\*(?!`)", "", text).strip().split("\n\n")
    drawn = []
    for block in blocks:
        if block.startswith("|"):
            head, _, *rows = (
                [cell.strip() for cell in line.strip("|").split("|")] for line in block.split("\n")
            )
            drawn.append(table([head, *rows], width))
        else:
            drawn.append("\n".join(_wrapped(block, width)))
    return "\n\n".join(drawn) + "\n"


def _wrapped(text: str, width: int) -> list[str]:
    return wrap(text, width, break_long_words=False, break_on_hyphens=False)


def table(rows: list[list[str]], width: int) -> str:
    """Return the rows of a table, each in as many lines as its longest cell needs."""
    widths = _widths(rows, width)
    lines: list[str] = []
    for cells in rows:
        wrapped = (_wrapped(cell, wide) or [""] for cell, wide in zip(cells, widths, strict=True))
        for line in zip_longest(*wrapped, fillvalue=""):
            parts = (part.ljust(wide) for part, wide in zip(line, widths, strict=True))
            lines.append(GAP.join(parts).rstrip())
    return "\n".join(lines)


def _widths(rows: list[list[str]], width: int) -> list[int]:
    """Return the widths of columns: narrow the widest until all fit, but never below a word."""
    columns = list(zip(*rows, strict=True))
    widths = [max(map(len, column)) for column in columns]
    words = [
        max(len(word) for cell in column for word in cell.split() or [""]) for column in columns
    ]
    while sum(widths) + len(GAP) * (len(widths) - 1) > width:
        wide, column = max((wide, at) for at, wide in enumerate(widths))
        if wide == words[column]:
            break
        widths[column] -= 1
    return widths
