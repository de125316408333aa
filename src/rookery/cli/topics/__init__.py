"""Help topics of `rookery help`: a text in Markdown for each."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files

TOPICS: Mapping[str, str] = {
    "formats": "the texts that are read and written",
    "squares": "how squares, rows and columns are named",
    "pieces": "the notation of pieces",
    "limits": "when a search ends, and what is known then",
    "exit-status": "what a command's exit status means",
    "environment": "variables of the environment",
}
"""What each topic is about; its text is the file of its name beside this one."""


def text_of(topic: str) -> str:
    """Return the text of a topic.

    >>> text_of("squares").split(",")[0]
    'Squares are named as in chess'
    """
    return (files(__name__) / f"{topic}.md").read_text(encoding="utf-8")
