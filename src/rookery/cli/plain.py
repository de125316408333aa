"""The Markdown of the topics as plain text of a terminal's width: paragraphs and tables."""

from __future__ import annotations

from itertools import zip_longest
from textwrap import wrap

GAP = "  "


def plain(text: str, width: int) -> str:
    r"""Return a text of paragraphs and tables without the signs of Markdown.

    Parameters
    ----------
    text
        Paragraphs, and tables whose first row is their head, with an empty line between.
    width
        Of the lines, where no word is longer.

    Examples
    --------
    >>> print(plain("Only `this`.\n\n| | Name |\n| --- | --- |\n| one | a *b* |\n", 60), end="")
    Only this.
    <BLANKLINE>
         Name
    one  a b
    """
    blocks = text.replace("`", "").replace("*", "").strip().split("\n\n")
    drawn = (
        _table(block, width) if block.startswith("|") else _filled(block, width) for block in blocks
    )
    return "\n\n".join(drawn) + "\n"


def _filled(paragraph: str, width: int) -> str:
    return "\n".join(wrap(paragraph, width, break_long_words=False, break_on_hyphens=False))


def _table(text: str, width: int) -> str:
    """Return the rows of a table, each in as many lines as its longest cell needs."""
    head, _, *rows = (
        [cell.strip() for cell in line.strip("|").split("|")] for line in text.split("\n")
    )
    widths = _widths([head, *rows], width)
    return "\n".join(_row(row, widths) for row in (head, *rows))


def _widths(rows: list[list[str]], width: int) -> list[int]:
    """Return the widths of columns: the widest are made narrower, but for words, until all fit."""
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


def _row(cells: list[str], widths: list[int]) -> str:
    columns = [
        wrap(cell, wide, break_long_words=False, break_on_hyphens=False) or [""]
        for cell, wide in zip(cells, widths, strict=True)
    ]
    lines = zip_longest(*columns, fillvalue="")
    return "\n".join(
        GAP.join(part.ljust(wide) for part, wide in zip(line, widths, strict=True)).rstrip()
        for line in lines
    )
