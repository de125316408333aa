"""The statement ``queens-count`` (HDU 2553): the number of ways to place n queens.

Input: sides n from 1 to 10, ended by 0. Output: for each the number of non-attacking placements.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from random import Random

from rookery.errors import shown
from rookery.queens.puzzle import Queens
from rookery.reading.tokens import Tokens
from rookery.results.result import Result
from rookery.statements.statement import Output, Statement, Verdict

NAME = "queens-count"

LARGEST = 10
PLACEMENTS = (1, 0, 0, 2, 10, 4, 40, 92, 352, 724)  # OEIS A000170 from n = 1 on, not from solvers


def read(tokens: Tokens) -> Iterator[Queens]:
    """Yield the puzzles one by one, each as soon as it is read.

    Raises
    ------
    InputError
        At the first token that is not a side, after all puzzles before it.
    """
    yield from map(Queens, _sides(tokens))


def write(results: Iterable[Result]) -> Iterator[str]:
    """Yield a line for each result."""
    for result in results:
        yield f"{result.value or 0}\n"  # an impossible puzzle has no value


def check(puzzles: Tokens, output: Tokens) -> Iterator[Verdict]:
    """Yield a verdict on each number of an output."""
    test = 0
    for test, side in enumerate(_sides(puzzles), 1):
        output.mark()
        expected = PLACEMENTS[side - 1]
        found = None if output.at_end() else output.take("a number")
        if found == b"%d" % expected:
            yield Verdict(test)
        else:
            got = "the end of the output" if found is None else shown(found)
            yield Verdict(test, (f"expected {expected}, got {got}",))
    if not output.at_end():
        yield Verdict(test + 1, ("expected the end of the output",))


def generate(seed: int, cases: int) -> Iterator[str]:
    """Yield the text of an input of random sides."""
    random = Random(seed)
    for _ in range(cases):
        yield f"{random.randint(1, LARGEST)}\n"
    yield "0\n"


def write_input(puzzles: Sequence[Queens]) -> str:
    """Return the input of these tests."""
    return "".join(f"{puzzle.n}\n" for puzzle in puzzles) + "0\n"


def read_output(puzzle: Queens, number: int, output: Tokens) -> Output:
    """Return the next number of an output, without an answer to draw."""
    return Output(None, f"{output.number('a number of placements', 0)} placements")


def _sides(tokens: Tokens) -> Iterator[int]:
    tokens.mark()
    while side := tokens.number("a side", 0, LARGEST):
        yield side
        tokens.mark()
    tokens.finish()


STATEMENT = Statement(
    NAME,
    takes="boards of 1x1 to 10x10 without given and blocked squares",
    read=read,
    write=write,
    write_input=write_input,
    read_output=read_output,
    check=check,
    generate=generate,
)
