"""What a statement is: its text, read and written, its answers checked, its inputs made."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from rookery.reading.tokens import Tokens
from rookery.results.result import Result
from rookery.statements.output import Output
from rookery.statements.verdict import Verdict

AnyPuzzle = TypeVar("AnyPuzzle")


@dataclass(frozen=True)
class Statement(Generic[AnyPuzzle]):
    """A contest statement.

    Attributes
    ----------
    name
        What the command line calls it.
    takes
        The puzzles of its family that it allows, in words.
    read
        Yields the puzzles of an input, each as soon as it is read; raises an `InputError` at the
        first fault.
    write
        Yields the output for each result.
    write_input
        Returns the input of tests. It tells the puzzles whole only if they are such as the
        statement allows: what `read` makes of it says.
    read_output
        Returns what an output says of the next test, given its puzzle and its number from 1;
        raises an `OutputFault` or `InputError` when it has not the statement's form.
    check
        Yields the verdict of each test, by the rules and by no solver.
    generate
        Yields a random input, the same for the same arguments; takes ``seed``, ``cases`` and
        what else the statement's inputs are chosen by.
    """

    name: str
    takes: str
    read: Callable[[Tokens], Iterator[AnyPuzzle]]
    write: Callable[[Iterable[Result]], Iterator[str]]
    write_input: Callable[[Sequence[AnyPuzzle]], str]
    read_output: Callable[[AnyPuzzle, int, Tokens], Output]
    check: Callable[[Tokens, Tokens], Iterator[Verdict]]
    generate: Callable[..., Iterator[str]]
