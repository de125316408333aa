"""The record of a contest statement: its reader, writer, checker and generator."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

if TYPE_CHECKING:
    from rookery.reading.tokens import Tokens
    from rookery.results.result import Result
    from rookery.statements.output import Output
    from rookery.statements.verdict import Verdict

AnyPuzzle = TypeVar("AnyPuzzle")


class Statement(NamedTuple, Generic[AnyPuzzle]):
    """A contest statement.

    Attributes
    ----------
    name
        The name on the command line.
    takes
        The puzzles of the family that the statement allows, in words.
    read
        Yields the puzzles of an input, each as soon as it is read; raises an `InputError` at the
        first error.
    write
        Yields the output for each result.
    write_input
        Returns the input of tests. If the statement does not allow a puzzle, `read` returns another
        puzzle from this input.
    read_output
        Returns the claims of an output about the next test, given its puzzle and its number from 1;
        raises an `OutputFault` or `InputError` when the output violates the statement's form.
    check
        Yields the verdict on each test, by the rules and without any solver.
    generate
        Yields a random input, the same for the same arguments: ``seed``, ``cases`` and the
        statement's own ones.
    """

    name: str
    takes: str
    read: Callable[[Tokens], Iterator[AnyPuzzle]]
    write: Callable[[Iterable[Result]], Iterator[str]]
    write_input: Callable[[Sequence[AnyPuzzle]], str]
    read_output: Callable[[AnyPuzzle, int, Tokens], Output]
    check: Callable[[Tokens, Tokens], Iterator[Verdict]]
    generate: Callable[..., Iterator[str]]
