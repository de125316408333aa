"""The statement ``eight-queens`` (UVa 750, 8 Queens Chess Problem), spoken to the letter.

Input: the number of datasets, then for each the row and the column, from 1 at the top left,
of a queen. Output for each dataset: two header lines, an empty line and all placements of
eight queens through that square in lexicographic order, numbered; an empty line between
datasets. A placement is the rows, from 1, of the queens in columns 1 to 8.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import pairwise, permutations

from rookery.errors import shown
from rookery.queens.puzzle import Placement, Queens
from rookery.reading.tokens import Tokens
from rookery.results.result import Result
from rookery.statements.statement import Statement
from rookery.statements.verdict import Verdict, verdicts

NAME = "eight-queens"

SIDE = 8
SQUARES = SIDE * SIDE
LONGEST_NUMBER = 12
HEADER = "SOLN       COLUMN\n #      1 2 3 4 5 6 7 8\n\n"

_HEADER_TOKENS = HEADER.encode().split()


def read(tokens: Tokens) -> Iterator[Queens]:
    """Yield the datasets one by one, each as soon as its column is read.

    Raises
    ------
    InputError
        At the first token that is no row or column from 1 to 8, after all datasets before.
    """
    for row, column in _squares(tokens):
        yield _puzzle(row, column)


def write(results: Iterable[Result]) -> Iterator[str]:
    """Yield the text of each result, from the second on with an empty line before it."""
    between = ""
    for result in results:
        yield between + _table(result.answer or ())
        between = "\n"


def write_input(puzzle: Queens) -> str:
    """Return an input of one test, right if the puzzle is one of the statement's."""
    squares = [f"{row + 1} {column + 1}" for row, column in puzzle.given]
    return f"1\n\n{' '.join(squares)}\n"


def check(puzzles: Tokens, output: Tokens) -> Iterator[Verdict]:
    """Yield a verdict on the table of each dataset, held against all permutations.

    Parameters
    ----------
    puzzles
        The input; what `read` raises, this raises.
    output
        What a program answered; blanks and lines do not matter.
    """
    yield from verdicts(_squares(puzzles), _faults, output)


def generate(seed: int, cases: int) -> Iterator[str]:
    """Yield the text of an input of random squares, dataset by dataset.

    Parameters
    ----------
    seed
        The same seed gives the same text.
    cases
        The number of datasets.
    """
    from random import Random

    random = Random(seed)
    yield f"{cases}\n"
    for _ in range(cases):
        yield f"\n{random.randint(1, SIDE)} {random.randint(1, SIDE)}\n"


def _squares(tokens: Tokens) -> Iterator[tuple[int, int]]:
    """Yield row and column, from 1, of each dataset."""
    for _ in range(tokens.number("a number of datasets", 0)):
        tokens.mark()
        yield tokens.number("a row", 1, SIDE), tokens.number("a column", 1, SIDE)
    tokens.finish()


@lru_cache(maxsize=SQUARES)
def _puzzle(row: int, column: int) -> Queens:
    return Queens(SIDE, given=[(row - 1, column - 1)])


@lru_cache(maxsize=SQUARES)
def _table(answer: tuple[Placement, ...]) -> str:
    return HEADER + "".join(
        f"{number:2d}      {_spaced(placement)}\n" for number, placement in enumerate(answer, 1)
    )


def _spaced(placement: Placement) -> str:
    return " ".join(str(row + 1) for row in placement)


def _faults(square: tuple[int, int], output: Tokens) -> Iterator[str]:
    """Yield what is wrong with the next table of the output, and read past it."""
    solutions: list[Placement] = []
    fault = _take_header(output)
    while not fault and output.peek() not in (None, _HEADER_TOKENS[0]):
        fault = _take_solution(output, solutions)
    if fault:
        yield fault
        _skip_table(output)
    else:
        yield from _solution_faults(solutions, square)


def _solution_faults(solutions: list[Placement], square: tuple[int, int]) -> Iterator[str]:
    row, column = square
    for number, placement in enumerate(solutions, 1):
        if not all(0 <= other < SIDE for other in placement):
            yield f"solution {number} has a queen off the board: {_spaced(placement)}"
        elif placement not in _all_placements():
            yield f"solution {number} has queens that attack each other: {_spaced(placement)}"
        elif placement[column - 1] != row - 1:
            yield f"solution {number} has no queen at row {row}, column {column}"
    for number, (before, after) in enumerate(pairwise(solutions), 2):
        if before == after:
            yield f"solution {number} repeats solution {number - 1}"
        elif before > after:
            yield f"solution {number} comes lexicographically before solution {number - 1}"
    expected = [rows for rows in _all_placements() if rows[column - 1] == row - 1]
    missing = [placement for placement in expected if placement not in solutions]
    if missing:
        yield f"{len(missing)} of {len(expected)} solutions missing, first {_spaced(missing[0])}"


def _take_header(output: Tokens) -> str | None:
    """Take the header; return what is wrong with it."""
    for expected in _HEADER_TOKENS:
        token = output.peek()
        if token != expected:
            found = "the end of the output" if token is None else shown(token)
            return f"expected {shown(expected)} of the header, got {found}"
        output.take("the header")
    return None


def _take_solution(output: Tokens, solutions: list[Placement]) -> str | None:
    """Take a numbered solution; return why it cannot be read."""
    output.mark()
    number = len(solutions) + 1
    found = []
    for _ in range(SIDE + 1):
        token = output.peek()
        if token is None:
            return f"solution {number} is cut short by the end of the output"
        if not token.isdigit() or len(token) > LONGEST_NUMBER:
            return f"solution {number}: expected a number, got {shown(token)}"
        found.append(int(token))
        output.take("a number")
    if found[0] != number:
        return f"expected solution {number}, got one numbered {found[0]}"
    solutions.append(tuple(row - 1 for row in found[1:]))
    return None


def _skip_table(output: Tokens) -> None:
    """Take all up to the next header."""
    while output.peek() not in (None, _HEADER_TOKENS[0]):
        output.mark()
        output.take("a token")


@lru_cache(maxsize=1)
def _all_placements() -> tuple[Placement, ...]:
    """Return the non-attacking placements among all permutations, in lexicographic order."""
    columns = range(SIDE)
    return tuple(
        rows
        for rows in permutations(columns)
        if len({rows[column] + column for column in columns}) == SIDE
        and len({rows[column] - column for column in columns}) == SIDE
    )


STATEMENT = Statement(
    NAME,
    takes="8x8, one given queen, no blocked squares",
    read=read,
    write=write,
    write_input=write_input,
    check=check,
    generate=generate,
)
