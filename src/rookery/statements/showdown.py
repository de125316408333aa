"""Chess Variants Showdown (SPOJ CHE): the cheapest pieces that check every king.

Input: the number of tests; then for each the size n of its board, n rows of ``#`` (king)
and ``_`` (empty), and the costs of the eight pieces. The statement's sample lacks the number
of tests: if the second token is a board row, the tests continue to the end of the input.

Output: for each test the number f of pieces and their total cost g, then the type, row and
column of each, from 1. A test scores g / n^2; lower is better.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, cycle, islice
from random import Random
from typing import TYPE_CHECKING

from rookery.boards.board import DIAGONAL, NEIGHBOURS, ORTHOGONAL, Board, Square
from rookery.cover import rules
from rookery.cover.puzzle import EMPTY, KING, SHOWDOWN_PIECES, Cover, PlacedPiece
from rookery.errors import InputError, PuzzleError, shown, unknown_name
from rookery.reading.tokens import END, Row, Tokens
from rookery.statements.statement import Output, Statement, Verdict, counted

if TYPE_CHECKING:
    from rookery.results.result import Result

NAME = "showdown"
TAKES = "squares of side 1 to 25 with the eight pieces"
PIECES = (
    "bishop",
    "rook",
    "knight",
    "golden general",
    "silver general",
    "horse",
    "phoenix",
    "cannon",
)

SMALLEST = 2
LARGEST = 25
HIGHEST_COST = 1_000_000
DENSITIES = (0.05, 0.15, 0.35, 0.6)  # shares of squares with a king, used in rotation

LAYOUTS = ("uniform", "clustered", "lines")
PRICES = ("equal", "uniform", "log-uniform", "balanced", "uneven")

_UNEVEN_COST = 700_000  # cost of the dearest piece; costs form a geometric sequence from 1
_BALANCED_COST = 100_000  # cost per king that a piece checks from a good square
_BEST_SHARE = 10  # one square of this many counts as good

_INTEGER = re.compile(rb"[+-]?[0-9]{1,18}")
_BOARD_LETTERS = (KING + EMPTY).encode()


def read(tokens: Tokens) -> Iterator[Cover]:
    r"""Yield the puzzles of an input, each as soon as it is read.

    >>> import io
    >>> [puzzle] = read(Tokens(io.BytesIO(b"1\n2\n#_\n__\n1 1 1 1 1 1 1 1\n")))
    >>> puzzle.kings
    ((0, 0),)
    """
    second = tokens.peek(1)
    if second is not None and any(letter in _BOARD_LETTERS for letter in second):
        while not tokens.at_end():
            yield _read_test(tokens)
        return
    for _ in range(tokens.number("a number of tests", 0)):
        yield _read_test(tokens)
    tokens.finish()


def write(results: Iterable[Result]) -> Iterator[str]:
    """Yield the output for each result: a line ``f g``, then a line for each piece.

    >>> from rookery.results.result import Result
    >>> result = Result.proved(None, ((1, 0, 0), (3, 4, 2)), 2)
    >>> print("".join(write([result])), end="")
    2 2
    2 1 1
    4 5 3
    """
    for result in results:
        placed_pieces = result.answer or ()
        lines = [f"{len(placed_pieces)} {result.value}"]
        lines += [f"{x + 1} {row + 1} {column + 1}" for x, row, column in placed_pieces]
        yield "\n".join(lines) + "\n"


def write_input(puzzles: Sequence[Cover]) -> str:
    """Return the input of these tests, valid if the statement allows the puzzles."""
    tests = (
        f"{cover.board.rows}\n{cover}\n{' '.join(map(str, cover.prices))}" for cover in puzzles
    )
    return "\n".join((f"{len(puzzles)}", *tests, ""))


def read_output(puzzle: Cover, number: int, output: Tokens) -> Output:
    """Return the next claim of an output: the pieces and their cost."""
    from rookery.cover.text import read_answer  # `judge` does without

    cost, placed_pieces = read_answer(output, puzzle)
    return Output(tuple(placed_pieces), f"{counted(len(placed_pieces), 'piece')}, cost {cost}")


def check(puzzles: Tokens, output: Tokens) -> Iterator[Verdict]:
    """Yield the verdict and score of each test of an output.

    Attacks are derived from the rules. If a number is missing or f is impossible, the place of the
    later outputs is unknown, and one verdict rejects them all. Data left over has its own verdict,
    numbered after the last test.
    """
    test = 0
    covers = read(puzzles)
    for test, cover in enumerate(covers, 1):
        output.mark()
        try:
            cost, placed_pieces = _read_answer(cover, output)
        except InputError as error:
            why = str(error)
            if error.found == END:
                why = f"{error.place}: the output ends too early: expected {error.expected}"
            yield Verdict(test, (why,))
            if left := sum(1 for _ in covers):
                after = f", nor any up to test {test + left}" if left > 1 else ""
                why = f"not read{after}: the output for test {test} is broken"
                yield Verdict(test + 1, (why,), tests=left)
            return
        faults = rules.faults(cover, placed_pieces, rules.by_row_and_column)
        if all(0 <= kind < len(PIECES) for kind, _, _ in placed_pieces):
            true_cost = cover.value(placed_pieces)
            if cost != true_cost:
                faults.append(f"wrong sum: g says {cost}, the pieces cost {true_cost}")
        yield Verdict(test, tuple(faults), None if faults else cost / cover.board.rows**2)
    token = output.peek()
    if token is not None:
        place = output.place(output.count)
        yield Verdict(test + 1, (f"{place}: data left over after the last test: {shown(token)}",))


def _read_test(tokens: Tokens) -> Cover:
    tokens.mark()
    size = tokens.number("a board size n", SMALLEST, LARGEST)
    rows = [tokens.row(f"row {row + 1} of the board", size, KING + EMPTY) for row in range(size)]
    _refuse_enclosed_king(tokens, rows)
    costs = [tokens.number(f"the cost of a {name}", 1, HIGHEST_COST) for name in PIECES]
    return Cover.parse([row.letters for row in rows], costs)


def _refuse_enclosed_king(tokens: Tokens, rows: list[Row]) -> None:
    size = len(rows)
    for row, (letters, token) in enumerate(rows):
        for column, letter in enumerate(letters):
            if letter == KING and not any(
                rows[row + down].letters[column + right] == EMPTY
                for down, right in NEIGHBOURS
                if 0 <= row + down < size and 0 <= column + right < size
            ):
                found = f"none beside row {row + 1}, column {column + 1}"
                raise tokens.fault(token, "a king with an empty neighbour", found, column)


def _read_answer(cover: Cover, output: Tokens) -> tuple[int, list[PlacedPiece]]:
    """Return the claimed cost g and the pieces, with numbers of any size."""
    count = output.number("f, the number of pieces,", 1, cover.board.rows**2)
    cost = _integer(output, "g, the total cost")
    placed_pieces = []
    for number in range(1, count + 1):
        kind = _integer(output, f"x, the type of piece {number}")
        row = _integer(output, f"w, the row of piece {number}")
        column = _integer(output, f"k, the column of piece {number}")
        placed_pieces.append((kind - 1, row - 1, column - 1))
    return cost, placed_pieces


def _integer(output: Tokens, what: str) -> int:
    token = output.take(what)
    if not _INTEGER.fullmatch(token):
        raise output.fault(output.count - 1, what, shown(token))
    return int(token)


def generate(
    seed: int,
    cases: int,
    size: int = 25,
    density: float | None = None,
    layout: str | None = None,
    prices: str | None = None,
) -> Iterator[str]:
    """Return the chunks of an input of random boards of side `size`, the same for the same seed.

    `density` is the share of squares with a king; kings without an empty neighbour are removed. The
    `layout` is ``uniform``, ``clustered`` (around a few centres) or ``lines``. The `prices` are
    ``equal``, ``uniform`` or ``log-uniform`` from 1 to 10^6, ``balanced`` (by the kings a piece can
    check, so that all types compete) or ``uneven`` (from 1 to 700,000 by equal factors, shuffled).
    An argument of None varies from board to board: 60 boards have every combination once.

    >>> print("".join(generate(3, 1, size=3, density=0.3, prices="equal")), end="")
    1
    3
    #__
    __#
    #_#
    567253 567253 567253 567253 567253 567253 567253 567253
    """
    if cases < 0:
        raise PuzzleError(expected="cases of 0 or more", found=shown(cases))
    if not SMALLEST <= size <= LARGEST:
        raise PuzzleError(expected=f"a size from {SMALLEST} to {LARGEST}", found=shown(size))
    if density is not None and not 0 <= density <= 1:
        raise PuzzleError(expected="a density from 0 to 1", found=shown(density))
    if layout not in (None, *LAYOUTS):
        raise unknown_name("a layout", layout, LAYOUTS)
    if prices not in (None, *PRICES):
        raise unknown_name("prices", prices, PRICES)
    kinds = zip(
        cycle(DENSITIES if density is None else [density]),
        cycle([layout] if layout else LAYOUTS),
        cycle([prices] if prices else PRICES),
        strict=False,
    )
    random = Random(seed)
    return chain([f"{cases}\n"], (_test(random, size, *kind) for kind in islice(kinds, cases)))


def _test(random: Random, size: int, density: float, layout: str, prices: str) -> str:
    match layout:
        case "clustered":
            placed = _clustered(random, size, density)
        case "lines":
            placed = _lines(random, size, density)
        case _:
            placed = {square for square in Board(size).squares() if random.random() < density}
    kings = _with_room(random, size, placed)
    rows = (
        "".join(KING if (row, column) in kings else EMPTY for column in range(size))
        for row in range(size)
    )
    costs = " ".join(map(str, _costs(random, prices, size, kings)))
    return "\n".join([str(size), *rows, costs, ""])


def _clustered(random: Random, size: int, density: float) -> set[Square]:
    """Draw squares without replacement, weighted by bells around a few centres."""
    bells = [
        (random.random() * size, random.random() * size, size * (0.06 + 0.08 * random.random()))
        for _ in range(max(2, size // 5))
    ]

    def key(square: Square) -> float:
        weight = 0.01
        for row, column, width in bells:
            far = (square[0] + 0.5 - row) ** 2 + (square[1] + 0.5 - column) ** 2
            weight += math.exp(-far / (2 * width * width))
        return math.log(1 - random.random()) / weight

    # P. S. Efraimidis, P. G. Spirakis, "Weighted random sampling with a reservoir", 2006
    ranked = sorted(Board(size).squares(), key=key, reverse=True)
    return set(ranked[: round(density * size * size)])


def _lines(random: Random, size: int, density: float) -> set[Square]:
    """Draw lines in all directions, with a few gaps, until all kings are placed."""
    board = Board(size)
    number = round(density * size * size)
    kings: set[Square] = set()
    while len(kings) < number:
        start = (random.randrange(size), random.randrange(size))
        step = random.choice(ORTHOGONAL + DIAGONAL)
        length = random.randint(2, max(3, size * 2 // 3))
        line = [start, *board.ray(start, step)][:length]
        kept = [square for square in line if square not in kings and random.random() < 0.93]
        kings.update(kept[: number - len(kings)])
    return kings


def _with_room(random: Random, size: int, placed: set[Square]) -> set[Square]:
    """Remove, in random order, kings with no empty neighbour; keep or place at least one."""
    board = Board(size)
    kings = set(placed)
    order = sorted(placed)
    random.shuffle(order)
    for row, column in order:
        around = [(row + down, column + right) for down, right in NEIGHBOURS]
        if all(square in kings for square in around if square in board):
            kings.remove((row, column))
    return kings or {(random.randrange(size), random.randrange(size))}


def _costs(random: Random, prices: str, size: int, kings: set[Square]) -> list[int]:
    number = len(SHOWDOWN_PIECES)
    match prices:
        case "equal":
            return [random.randint(1, HIGHEST_COST)] * number
        case "log-uniform":
            return [round(HIGHEST_COST ** random.random()) for _ in range(number)]
        case "balanced":
            return _balanced(random, size, kings)
        case "uneven":
            costs = [round(_UNEVEN_COST ** (rung / (number - 1))) for rung in range(number)]
            random.shuffle(costs)
            return costs
        case _:
            return [random.randint(1, HIGHEST_COST) for _ in range(number)]


def _balanced(random: Random, size: int, kings: set[Square]) -> list[int]:
    """Price each type by the kings it checks from the best tenth of the empty squares."""
    board = Board(size)
    empty = [square for square in board.squares() if square not in kings]
    best = max(1, len(empty) // _BEST_SHARE)
    costs = []
    for piece in SHOWDOWN_PIECES:
        checked = sorted(len(piece.attacks(board, square, kings) & kings) for square in empty)
        mean = max(1.0, sum(checked[-best:]) / best)
        costs.append(round(_BALANCED_COST * mean * random.uniform(0.9, 1.1)))
    return costs


STATEMENT = Statement(NAME, TAKES, read, write, write_input, read_output, check, generate)
