"""The forms of a family's puzzles and answers outside Python: plain data, and text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

if TYPE_CHECKING:
    from rookery.reading.fields import FieldTable
    from rookery.reading.parts import Part
    from rookery.reading.schemas import Schema
    from rookery.results.values import Value

AnyPuzzle = TypeVar("AnyPuzzle")
Answer = TypeVar("Answer")


class DocumentForm(NamedTuple, Generic[AnyPuzzle, Answer]):
    """A family's puzzles and answers as plain data, and back.

    Attributes
    ----------
    table
        The fields of its puzzles.
    read_answer, write_answer
        Of an answer that is not None; what is read need not be right.
    answer
        The JSON schema of what `read_answer` takes.
    values
        The value of each part of an answer, where the parts have values of their own.
    """

    table: FieldTable
    read_answer: Callable[[AnyPuzzle, Part], Answer]
    write_answer: Callable[[AnyPuzzle, Answer], list[Any]]
    answer: Schema
    values: Callable[[AnyPuzzle, Answer], Sequence[Value]] | None = None


class TextForm(NamedTuple, Generic[AnyPuzzle]):
    """A family's own text form, besides that of its statement.

    Attributes
    ----------
    read
        Returns the puzzle of a text, given its bytes, its name for messages, and what to call
        with a warning when data are left over, or None.
    write
        Returns the text of a puzzle; raises a `PuzzleError` when the text form lacks something.
    """

    read: Callable[[bytes, str, Callable[[str], None] | None], AnyPuzzle]
    write: Callable[[AnyPuzzle], str]
