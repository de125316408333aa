"""Tests to be drawn: a puzzle, the answers to it, and what is said of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from rookery.view.text import puzzle_text, side_by_side


class Drawn(NamedTuple):
    """A test: its puzzle, the answers to draw, and the lines of text below them."""

    puzzle: Any
    answers: Sequence[Any]
    words: list[str]

    def text(self, ascii: bool) -> str:
        """Return the boards as text, side by side, and the words below."""
        boards = [puzzle_text(self.puzzle, answer, ascii) for answer in self.answers or [None]]
        return "\n".join([side_by_side(boards), *self.words])
