"""Contest statements: their functions, the claims of an output, and verdicts on outputs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from rookery.errors import InputError, Place, RookeryError, shown

if TYPE_CHECKING:
    from rookery.reading.tokens import Tokens
    from rookery.results.result import Result

AnyPuzzle = TypeVar("AnyPuzzle")
Test = TypeVar("Test")


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
        raises an `OutputFault` or `InputError` if the output violates the statement's form.
    check
        Yields the verdict on each test, by the rules and without a solver. Spaces and line ends of
        the output do not matter. Errors of `read` are passed through.
    generate
        Yields a random input, the same for the same arguments: ``seed``, ``cases`` (the number of
        tests), and the statement's own arguments.
    """

    name: str
    takes: str
    read: Callable[[Tokens], Iterator[AnyPuzzle]]
    write: Callable[[Iterable[Result]], Iterator[str]]
    write_input: Callable[[Sequence[AnyPuzzle]], str]
    read_output: Callable[[AnyPuzzle, int, Tokens], Output]
    check: Callable[[Tokens, Tokens], Iterator[Verdict]]
    generate: Callable[..., Iterator[str]]


class Output(NamedTuple):
    """The claims of an output about a test."""

    # The answer in the puzzle's own form, every square on the board; None if the output has none
    answer: Any
    words: str  # the claim in words, such as ``4 moves``


class OutputFault(InputError):
    """An output that violates the statement's form; `message` is the text without the place."""

    def __init__(self, place: Place, message: str) -> None:
        RookeryError.__init__(self, f"{place}: {message}")
        self.place = place
        self.message = message
        self.expected = self.found = ""


def counted(number: int, noun: str) -> str:
    """Return a number with its noun.

    >>> counted(1, "move"), counted(0, "move")
    ('1 move', '0 moves')
    """
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def shown_or_end(token: bytes | None) -> str:
    """Return a token of an output for a message; None is the end of the output."""
    return "the end of the output" if token is None else shown(token)


def skip_to(word: bytes, output: Tokens) -> bool:
    """Skip all tokens before the next one that equals `word`; return whether there is one."""
    while (token := output.peek()) not in (None, word):
        output.mark()
        output.take("a token")
    return token is not None


@dataclass(frozen=True)
class Verdict:
    """The verdict on one test.

    Attributes
    ----------
    test
        The number of the test, from 1.
    faults
        The faults, in words; empty for an accepted output.
    score
        The score, if the statement scores its tests.
    tests
        The number of tests, from this one on, that the verdict is on.

    Examples
    --------
    >>> print(Verdict(3, (), 0.16))
    test 3: ok, score 0.1600
    """

    test: int
    faults: tuple[str, ...] = ()
    score: float | None = None
    tests: int = 1

    @property
    def accepted(self) -> bool:
        """Whether the output has no fault."""
        return not self.faults

    def __str__(self) -> str:
        if self.faults:
            return "\n".join(f"test {self.test}: {fault}" for fault in self.faults)
        score = "" if self.score is None else f", score {self.score:.4f}"
        return f"test {self.test}: ok{score}"


def verdicts(
    tests: Iterable[Test], faults: Callable[[Test, Tokens], Iterable[str]], output: Tokens
) -> Iterator[Verdict]:
    """Yield a verdict on the output for each test, then one on data left over.

    The tests are read one by one, and errors of the reader are passed through. `faults` reads the
    output for one test and returns its faults.
    """
    number = 0
    for number, test in enumerate(tests, 1):
        output.mark()
        yield Verdict(number, tuple(faults(test, output)))
    token = output.peek()
    if token is not None:
        yield Verdict(number + 1, (f"expected the end of the output, got {shown(token)}",))
