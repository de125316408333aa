"""What a statement is: how its text is read and written, answers are checked, inputs are made."""

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
        What the command line calls it.
    takes
        The puzzles of its family that it allows, in words.
    read
        Yields the puzzles of an input, each as soon as it is read; raises an `InputError` at the
        first fault.
    write
        Yields the output for each result.
    write_input
        Returns the input of tests. It describes the whole puzzles only if the statement allows
        them: the puzzles that `read` makes of it show whether it does.
    read_output
        Returns what an output says of the next test, given its puzzle and its number from 1;
        raises an `OutputFault` or `InputError` when it does not have the statement's form.
    check
        Yields the verdict of each test, by the rules and without any solver.
    generate
        Yields a random input, the same for the same arguments; takes ``seed``, ``cases`` and
        whatever else determines the statement's inputs.
    """

    name: str
    takes: str
    read: Callable[[Tokens], Iterator[AnyPuzzle]]
    write: Callable[[Iterable[Result]], Iterator[str]]
    write_input: Callable[[Sequence[AnyPuzzle]], str]
    read_output: Callable[[AnyPuzzle, int, Tokens], Output]
    check: Callable[[Tokens, Tokens], Iterator[Verdict]]
    generate: Callable[..., Iterator[str]]
