"""The statement ``sultan`` (UVa 167, The Sultan's Successors), exactly as published.

Input: the number k of boards, then k sets of 64 weights from 1 to 99, row by row. Output:
the greatest weight of eight non-attacking queens on each board, right-aligned in 5. ``[bk]``,
which stands for a space in a published copy of the statement, is read as one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from rookery.errors import shown, unknown_name
from rookery.heaviest.puzzle import Heaviest
from rookery.reading.tokens import Tokens
from rookery.results.result import Result
from rookery.statements.statement import Output, OutputFault, Statement, Verdict, verdicts

if TYPE_CHECKING:
    pass

NAME = "sultan"
TAKES = "8x8, integer weights, one placement, no given or blocked squares"

SIDE = 8
SQUARES = SIDE * SIDE
LARGEST = 99
BLANK = b"[bk]"
LONGEST_SCORE = 12  # digits of a score in an output
FAMILIES = ("random", "ties", "extreme")


def read(tokens: Tokens) -> Iterator[Heaviest]:
    """Yield the boards one by one, each as soon as its last weight is read."""
    for weights in _boards(tokens):
        yield Heaviest(_rows(weights))


def write(results: Iterable[Result]) -> Iterator[str]:
    """Yield a line for each result: the weight, right-aligned in 5."""
    for result in results:
        yield f"{result.value:5d}\n"


def write_input(puzzles: Sequence[Heaviest]) -> str:
    """Return the input of these tests, valid if the statement allows the puzzles."""
    from rookery.heaviest.text import TEXT

    return f"{len(puzzles)}\n{''.join(map(TEXT.write, puzzles))}"


def read_output(puzzle: Heaviest, number: int, output: Tokens) -> Output:
    """Return the next score of an output, which has no placements."""
    output.blank(BLANK)
    return Output(None, f"weight {_take_score(output)}")


def check(puzzles: Tokens, output: Tokens) -> Iterator[Verdict]:
    """Yield a verdict on the score of each board, compared with all permutations."""
    output.blank(BLANK)
    yield from verdicts(_boards(puzzles), _faults, output)


def generate(seed: int, cases: int, family: str = "random") -> Iterator[str]:
    """Yield the text of an input, board by board.

    The weights of the family ``random`` are uniform from 1 to 99, those of ``ties`` two consecutive
    ones, so that many placements tie, and those of ``extreme`` 1 or 99; some boards are constant.
    """
    if family not in FAMILIES:
        raise unknown_name("a family", family, FAMILIES)
    from random import Random

    random = Random(seed)
    yield f"{cases}\n"
    for _ in range(cases):
        if family == "ties":
            low = random.randint(1, LARGEST - 1)
            weights = [random.choice((low, low + 1)) for _ in range(SQUARES)]
        elif family == "extreme":
            share = random.choice((0.0, 0.1, 0.5, 1.0))
            weights = [LARGEST if random.random() < share else 1 for _ in range(SQUARES)]
        else:
            weights = [random.randint(1, LARGEST) for _ in range(SQUARES)]
        yield "".join(" ".join(map("{:2d}".format, row)) + "\n" for row in _rows(weights))


def _boards(tokens: Tokens) -> Iterator[list[int]]:
    tokens.blank(BLANK)
    for _ in range(tokens.number("a number of boards", 0)):
        tokens.mark()
        yield tokens.numbers(SQUARES, "a weight", 1, LARGEST)
    tokens.finish()


def _rows(weights: list[int]) -> Iterator[tuple[int, ...]]:
    return zip(*[iter(weights)] * SIDE, strict=True)


def _faults(weights: list[int], output: Tokens) -> Iterator[str]:
    try:
        score = _take_score(output)
    except OutputFault as fault:
        yield fault.message
        return
    from rookery.statements.eight_queens import all_placements  # for checks only

    best = max(
        sum(weights[SIDE * row + column] for column, row in enumerate(rows))
        for rows in all_placements()
    )
    if score != best:
        yield f"score {score} is {'above' if score > best else 'below'} the best, {best}"


def _take_score(output: Tokens) -> int:
    token = output.peek()
    if token is None:
        raise OutputFault(output.here(), "expected a score, got the end of the output")
    output.take("a score")
    if not token.isdigit() or len(token) > LONGEST_SCORE:
        place = output.place(output.count - 1)
        raise OutputFault(place, f"expected a score, got {shown(token)}")
    return int(token)


STATEMENT = Statement(NAME, TAKES, read, write, write_input, read_output, check, generate)
