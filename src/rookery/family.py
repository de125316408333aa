"""What a family of puzzles is: one object that holds all that others ask of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from rookery.results.methods import Method
from rookery.results.progress import Number

if TYPE_CHECKING:
    from rookery.compiled.sets import KernelSet
    from rookery.reading.parts import Part
    from rookery.reading.schemas import Schema

AnyPuzzle = TypeVar("AnyPuzzle")
Answer = TypeVar("Answer")
AnswerTaken_contra = TypeVar("AnswerTaken_contra", contravariant=True)


class Puzzle(Protocol[AnswerTaken_contra]):
    """A puzzle of any family.

    Attributes
    ----------
    family
        The name of its `Family`.
    """

    @property
    def family(self) -> str: ...  # noqa: D102 - told above

    def check(self, answer: Any) -> list[str]:
        """Return what is wrong with an answer by the rules, in words; nothing when it is right."""
        ...

    def value(self, answer: AnswerTaken_contra) -> Number:
        """Return the count, weight, moves or cost of a right answer."""
        ...


@dataclass(frozen=True)
class DocumentForm(Generic[AnyPuzzle, Answer]):
    """A family's puzzles and answers as plain data, and back.

    Attributes
    ----------
    read, write
        Of the puzzle, without the field ``family``.
    read_answer, write_answer
        Of an answer that is not None; what is read need not be right.
    fields, answer
        The JSON schemas of what `read` and `read_answer` take.
    """

    read: Callable[[Part], AnyPuzzle]
    write: Callable[[AnyPuzzle], dict[str, Any]]
    read_answer: Callable[[AnyPuzzle, Part], Answer]
    write_answer: Callable[[AnyPuzzle, Answer], list[Any]]
    fields: Schema
    answer: Schema


@dataclass(frozen=True)
class TextForm(Generic[AnyPuzzle]):
    """A text of a family's own, besides the statement's.

    Attributes
    ----------
    read
        Returns the puzzle of a text, given its bytes, its name for messages, and what to call
        with a warning when data are left over, or None.
    write
        Returns the text of a puzzle; raises a `PuzzleError` when it cannot tell it.
    """

    read: Callable[[bytes, str, Callable[[str], None] | None], AnyPuzzle]
    write: Callable[[AnyPuzzle], str]


@dataclass(frozen=True)
class Words:
    """How people speak of a family.

    Attributes
    ----------
    about
        What is asked, in a few words.
    value
        What the value of a result is.
    """

    about: str
    value: str


@dataclass(frozen=True)
class Family(Generic[AnyPuzzle, Answer]):
    """All that others ask of a family.

    Attributes
    ----------
    name
        Also `Puzzle.family`, and the name of its folder.
    puzzle
        The class of its puzzles.
    words
        For people.
    methods, counters
        The tables of the methods that solve and that count; ``auto`` takes the first that fits
        and suits.
    document, text, kernel_sets
        Functions that load what few need: its puzzles and answers as plain data, its own text
        if it has one, and the kernels that its methods use.
    statement
        The name of the statement that is its smallest case, if there is one.
    blocks
        Lists all answers in order, where the family can: those of each slice of work.
    """

    name: str
    puzzle: type[AnyPuzzle]
    words: Words
    methods: tuple[Method, ...]
    document: Callable[[], DocumentForm[AnyPuzzle, Answer]]
    counters: tuple[Method, ...] = ()
    text: Callable[[], TextForm[AnyPuzzle]] | None = None
    statement: str | None = None
    blocks: Callable[[AnyPuzzle, Any], Iterator[Any]] | None = None
    kernel_sets: Callable[[], tuple[KernelSet, ...]] = tuple
