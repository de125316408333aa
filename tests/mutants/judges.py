"""Judges of outputs, apart from the code under test: from the statements' words alone.

Each takes a sound input and any output, and says whether the output is right. Blanks and line
ends do not matter, as the statements' judges have it; numbers may have leading zeros.
"""

import re
from collections.abc import Callable
from functools import cache

from tests.queens.brute import all_of_side
from tests.showdown_rules import NAMES, unchecked
from tests.tour.brute import MOVERS, first_shortest

from rookery.tour.puzzle import Tour

MARK = b"\xef\xbb\xbf"
BLANKS = b" \t\n\r\v\f"
HEADER = [b"SOLN", b"COLUMN", b"#", 1, 2, 3, 4, 5, 6, 7, 8]


def words(text: bytes) -> list[bytes]:
    """The words of a text, a byte order mark left out."""
    return [word for word in re.split(b"[%b]+" % BLANKS, text.removeprefix(MARK)) if word]


def numbered(text: bytes) -> list[object]:
    """The words of a text, those of digits as numbers."""
    return [int(word) if re.fullmatch(rb"[0-9]{1,12}", word) else word for word in words(text)]


def eight_queens(given: bytes, output: bytes) -> bool:
    _, *squares = map(int, words(given))
    expected: list[object] = []
    for row, column in zip(squares[::2], squares[1::2], strict=True):
        expected += HEADER
        through = [rows for rows in all_of_side(8) if rows[column - 1] == row - 1]
        for number, rows in enumerate(through, 1):
            expected += [number, *(row + 1 for row in rows)]
    return numbered(output) == expected


def sultan(given: bytes, output: bytes) -> bool:
    _, *weights = map(int, words(given))
    boards = [weights[at : at + 64] for at in range(0, len(weights), 64)]
    expected = [
        max(
            sum(board[8 * row + column] for column, row in enumerate(rows))
            for rows in all_of_side(8)
        )
        for board in boards
    ]
    return numbered(output.replace(b"[bk]", b"    ")) == expected


def traveling_queen(given: bytes, output: bytes) -> bool:
    _, *rows = words(given)
    expected = []
    for number, at in enumerate(range(0, len(rows), 8), 1):
        path = _path(tuple(row.decode() for row in rows[at : at + 8]))
        expected += [b"Scenario", b"#%d:" % number, path or b"impossible"]
    return words(output) == expected


@cache
def _path(rows: tuple[str, ...]) -> bytes:
    path = first_shortest(Tour.parse(rows), MOVERS["Q"])
    return "".join(f"{'abcdefgh'[column]}{8 - row}" for row, column in path or ()).encode()


def showdown(given: bytes, output: bytes) -> bool:
    """Whether every test has pieces that check all kings, and the sum of their costs."""
    given_words = words(given)[1:]
    left = words(output)
    if not all(re.fullmatch(rb"[+-]?[0-9]{1,18}", word) for word in left):
        return False
    numbers = list(map(int, left))
    while given_words:
        size = int(given_words[0])
        rows, costs = given_words[1 : size + 1], list(map(int, given_words[size + 1 : size + 9]))
        given_words = given_words[size + 9 :]
        kings = {
            (r, c)
            for r, row in enumerate(rows)
            for c, letter in enumerate(row)
            if letter == ord("#")
        }
        if len(numbers) < 2 or not 1 <= numbers[0] <= size * size:
            return False
        (count, cost), placed_pieces = numbers[:2], numbers[2 : 2 + 3 * numbers[0]]
        numbers = numbers[2 + 3 * count :]
        if len(placed_pieces) < 3 * count or not _covers(size, kings, costs, cost, placed_pieces):
            return False
    return not numbers


def _covers(size: int, kings: set, costs: list[int], cost: int, placed_pieces: list[int]) -> bool:
    triples = list(zip(placed_pieces[::3], placed_pieces[1::3], placed_pieces[2::3], strict=True))
    squares = [(row - 1, column - 1) for _, row, column in triples]
    if not all(1 <= kind <= 8 and 1 <= r <= size and 1 <= c <= size for kind, r, c in triples):
        return False
    if len(set(squares)) < len(squares) or kings & set(squares):
        return False
    named = [(NAMES[kind - 1], row - 1, column - 1) for kind, row, column in triples]
    return not unchecked(kings, named) and cost == sum(costs[kind - 1] for kind, _, _ in triples)


JUDGES: dict[str, Callable[[bytes, bytes], bool]] = {
    "eight-queens": eight_queens,
    "sultan": sultan,
    "traveling-queen": traveling_queen,
    "showdown": showdown,
}
