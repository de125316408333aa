"""Verdicts of a statement's `check` on the output for each test."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TypeVar

from rookery.errors import shown
from rookery.reading.tokens import Tokens

Test = TypeVar("Test")


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

    Examples
    --------
    >>> print(Verdict(3, (), 0.16))
    test 3: ok, score 0.1600
    """

    test: int
    faults: tuple[str, ...] = ()
    score: float | None = None

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

    Parameters
    ----------
    tests
        The tests, read one by one; errors of the reader pass through.
    faults
        Reads the output for one test and returns its faults.
    output
        The output of a program.
    """
    number = 0
    for number, test in enumerate(tests, 1):
        output.mark()
        yield Verdict(number, tuple(faults(test, output)))
    token = output.peek()
    if token is not None:
        yield Verdict(number + 1, (f"expected the end of the output, got {shown(token)}",))
