"""The statement ``eight-queens`` (UVa 750, 8 Queens Chess Problem), exactly as published.

Input: the number of datasets, then for each the row and the column, from 1 at the top left,
of a queen. Output for each dataset: two header lines, an empty line and all placements of
eight queens through that square in lexicographic order, numbered; an empty line between
datasets. A placement is the rows, from 1, of the queens in columns 1 to 8.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import pairwise, permutations

from rookery.errors import shown
from rookery.queens.puzzle import Placement, Queens
from rookery.reading.tokens import Tokens
from rookery.results.result import Result
from rookery.statements.statement import (
    Output,
    OutputFault,
    Statement,
    Verdict,
    counted,
    shown_or_end,
    skip_to,
    verdicts,
)

NAME = "eight-queens"
TAKES = "8x8, one given queen, no blocked squares"

SIDE = 8
LONGEST_NUMBER = 12  # digits of a number in an output
HEADER = "SOLN       COLUMN\n #      1 2 3 4 5 6 7 8\n\n"

_HEADER_TOKENS = HEADER.encode().split()


def read(tokens: Tokens) -> Iterator[Queens]:
    """Yield the puzzles of the datasets, each as soon as its column is read."""
    for row, column in _squares(tokens):
        yield _through(row, column)


def write(results: Iterable[Result]) -> Iterator[str]:
    """Yield the text of each result, after an empty line from the second result on."""
    for number, result in enumerate(results):
        yield "\n" * (number > 0) + _table(result.answer or ())


def write_input(puzzles: Sequence[Queens]) -> str:
    """Return the input of these tests, valid if the statement allows the puzzles."""
    given = (
        " ".join(f"{row + 1} {column + 1}" for row, column in puzzle.given) for puzzle in puzzles
    )
    return f"{len(puzzles)}\n" + "".join(f"\n{squares}\n" for squares in given)


def read_output(puzzle: Queens, number: int, output: Tokens) -> Output:
    """Return the placements of the next table of an output."""
    placements = []
    for placement in _solutions(output):
        for column, row in enumerate(placement):
            if not 0 <= row < SIDE:
                token = output.count - SIDE + column
                raise output.fault(token, f"a row from 1 to {SIDE}", f"{row + 1}")
        placements.append(placement)
    return Output(tuple(placements), counted(len(placements), "placement"))


def check(puzzles: Tokens, output: Tokens) -> Iterator[Verdict]:
    """Yield a verdict on the table of each dataset, compared with all permutations."""
    yield from verdicts(_squares(puzzles), _faults, output)


def generate(seed: int, cases: int) -> Iterator[str]:
    """Yield the text of an input of random squares, dataset by dataset."""
    from random import Random

    random = Random(seed)
    yield f"{cases}\n"
    for _ in range(cases):
        yield f"\n{random.randint(1, SIDE)} {random.randint(1, SIDE)}\n"


def _squares(tokens: Tokens) -> Iterator[tuple[int, int]]:
    """Yield the row and column, from 1, of each dataset."""
    for _ in range(tokens.number("a number of datasets", 0)):
        tokens.mark()
        yield tokens.number("a row", 1, SIDE), tokens.number("a column", 1, SIDE)
    tokens.finish()


@cache
def _through(row: int, column: int) -> Queens:
    return Queens(SIDE, given=[(row - 1, column - 1)])


@cache
def _table(answer: tuple[Placement, ...]) -> str:
    return HEADER + "".join(
        f"{number:2d}      {_spaced(placement)}\n" for number, placement in enumerate(answer, 1)
    )


def _spaced(placement: Placement) -> str:
    return " ".join(str(row + 1) for row in placement)


def _faults(square: tuple[int, int], output: Tokens) -> Iterator[str]:
    """Yield the faults of the next table of the output, and read past it."""
    try:
        solutions = list(_solutions(output))
    except OutputFault as fault:
        yield fault.message
        skip_to(_HEADER_TOKENS[0], output)
        return
    row, column = square
    for number, placement in enumerate(solutions, 1):
        if not all(0 <= other < SIDE for other in placement):
            yield f"solution {number} has a queen off the board: {_spaced(placement)}"
        elif placement not in all_placements():
            yield f"solution {number} has queens that attack each other: {_spaced(placement)}"
        elif placement[column - 1] != row - 1:
            yield f"solution {number} has no queen at row {row}, column {column}"
    for number, (before, after) in enumerate(pairwise(solutions), 2):
        if before == after:
            yield f"solution {number} repeats solution {number - 1}"
        elif before > after:
            yield f"solution {number} comes lexicographically before solution {number - 1}"
    expected = [rows for rows in all_placements() if rows[column - 1] == row - 1]
    missing = [placement for placement in expected if placement not in solutions]
    if missing:
        yield f"{len(missing)} of {len(expected)} solutions missing, first {_spaced(missing[0])}"


def _solutions(output: Tokens) -> Iterator[Placement]:
    """Yield the solutions of the next table, without checking their rows."""
    for expected in _HEADER_TOKENS:
        token = output.peek()
        if token != expected:
            why = f"expected {shown(expected)} of the header, got {shown_or_end(token)}"
            raise OutputFault(output.here(), why)
        output.take("the header")
    number = 0
    while output.peek() not in (None, _HEADER_TOKENS[0]):
        number += 1
        yield _take_solution(output, number)


def _take_solution(output: Tokens, number: int) -> Placement:
    """Return the next solution; raise if it does not have this number."""
    output.mark()
    first, numbers = output.count, []
    for _ in range(SIDE + 1):
        token = output.peek()
        if token is None:
            why = f"solution {number} is cut short by the end of the output"
            raise OutputFault(output.here(), why)
        if not token.isdigit() or len(token) > LONGEST_NUMBER:
            why = f"solution {number}: expected a number, got {shown(token)}"
            raise OutputFault(output.here(), why)
        numbers.append(int(token))
        output.take("a number")
    if numbers[0] != number:
        why = f"expected solution {number}, got one numbered {numbers[0]}"
        raise OutputFault(output.place(first), why)
    return tuple(row - 1 for row in numbers[1:])


@cache
def all_placements() -> tuple[Placement, ...]:
    """Return the non-attacking placements among all permutations, in lexicographic order."""
    columns = range(SIDE)
    return tuple(
        rows
        for rows in permutations(columns)
        if len({rows[column] + column for column in columns}) == SIDE
        and len({rows[column] - column for column in columns}) == SIDE
    )


STATEMENT = Statement(NAME, TAKES, read, write, write_input, read_output, check, generate)
