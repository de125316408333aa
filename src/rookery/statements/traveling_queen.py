"""The statement ``traveling-queen`` (TUD contest 2006, POJ 2919), exactly as published.

Input: the number of scenarios, then for each a board of eight rows, from the top, of eight
letters: the queen ``Q``, the bishop ``B``, 2 to 14 knights ``N``, pawns ``P`` and empty
squares ``.``. Output for each: ``Scenario #i:``, then the names of the squares of the
lexicographically first shortest path that passes beside every knight and ends beside the
bishop, or ``impossible``, then an empty line, after the last scenario too.

Where the statement is ambiguous, its judges' interpretation holds: the start square counts as
visited, so a path may have no move; it is empty once the queen has left; squares compare by file,
then by rank.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from rookery.boards.board import Square
from rookery.errors import RookeryError, shown, unknown_name
from rookery.reading.tokens import Row, Tokens
from rookery.results.result import Result, Status
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
from rookery.tour.puzzle import Tour

if TYPE_CHECKING:
    from random import Random

NAME = "traveling-queen"
TAKES = "8x8, a queen, targets beside her path, no walls"

SIDE = 8
LETTERS = ".QBPN"
FEWEST_KNIGHTS, MOST_KNIGHTS = 2, 14
PIECES = {  # letter: name of the piece, least number, greatest number
    "Q": ("queen", 1, 1),
    "B": ("bishop", 1, 1),
    "N": ("knight", FEWEST_KNIGHTS, MOST_KNIGHTS),
}

HEADER = b"Scenario"
IMPOSSIBLE = "impossible"
WORST_OF = 12  # random boards, of which the one with the longest tour is used
FAMILIES = ("random", "sparse", "dense", "worst", "impossible")

_PATH = rb"(?:[a-h][1-8])+"


def read(tokens: Tokens) -> Iterator[Tour]:
    """Yield the scenarios one by one, each as soon as its last row is read.

    The place of a fault is the unexpected letter, the surplus piece, or, if pieces are missing, the
    first row.
    """
    for number in range(1, tokens.number("a number of scenarios", 0) + 1):
        tokens.mark()
        yield _scenario(tokens, number)
    tokens.finish()


def write(results: Iterable[Result]) -> Iterator[str]:
    """Yield the text of each result; refuse one without a path that is not proved impossible."""
    for number, result in enumerate(results, 1):
        if result.answer is not None:
            path = _text(result.puzzle, result.answer)
        elif result.status is Status.INFEASIBLE:
            path = IMPOSSIBLE
        else:
            raise RookeryError(f"scenario {number} is not solved ({result.reason.value})")
        yield f"Scenario #{number}:\n{path}\n\n"


def write_input(puzzles: Sequence[Tour]) -> str:
    """Return the input of these tests, valid if the statement allows the puzzles."""
    from rookery.tour.text import TEXT

    return f"{len(puzzles)}\n{''.join(map(TEXT.write, puzzles))}"


def read_output(puzzle: Tour, number: int, output: Tokens) -> Output:
    """Return the next claim of an output: a path, or that there is none."""
    _expect(HEADER, output)
    _expect(b"#%d:" % number, output)
    names = _take_path(output)
    if names is None:
        return Output(None, IMPOSSIBLE)
    return Output(tuple(map(puzzle.board.square, names)), counted(len(names) - 1, "move"))


def check(puzzles: Tokens, output: Tokens) -> Iterator[Verdict]:
    """Yield a verdict on the path of each scenario.

    The rules are checked first, then length and order are compared with the path of `first_path`, a
    search independent of the solvers. A legal path that beats it is reported too.
    """
    yield from verdicts(enumerate(read(puzzles), 1), _faults, output)


def generate(seed: int, cases: int, family: str = "random") -> Iterator[str]:
    """Yield the text of an input, scenario by scenario.

    The boards of the family ``random`` have 2 to 14 knights and 0 to 24 pawns, of ``sparse`` few
    pieces, of ``dense`` many pawns, of ``worst`` 14 knights far apart and few pawns: the longest of
    some tours. In ``impossible`` the bishop, a knight or the queen is walled in; ``mixed`` has
    every one in turn.
    """
    if family not in (*FAMILIES, "mixed"):
        raise unknown_name("a family", family, [*FAMILIES, "mixed"])
    from random import Random

    random = Random(seed)
    kinds = FAMILIES if family == "mixed" else (family,)
    yield f"{cases}\n"
    for case in range(cases):
        rows = _board(random, kinds[case % len(kinds)])
        yield "".join(f"{row}\n" for row in rows) + "\n"


def _scenario(tokens: Tokens, number: int) -> Tour:
    rows: list[Row] = []
    counts = dict.fromkeys(PIECES, 0)
    for row_number in range(1, SIDE + 1):
        row = tokens.row(f"row {row_number} of scenario {number}", SIDE, LETTERS)
        rows.append(row)
        for letter, (noun, _, most) in PIECES.items():
            before = counts[letter]
            counts[letter] += row.letters.count(letter)
            if counts[letter] > most:
                offsets = [at for at, found in enumerate(row.letters) if found == letter]
                expected = f"at most {most} {noun}{'s' * (most > 1)} in scenario {number}"
                got = f"{letter!r} number {most + 1}"
                raise tokens.fault(row.token, expected, got, offsets[most - before])
    for letter, (noun, least, most) in PIECES.items():
        if counts[letter] < least:
            many = f"{least} {noun}" if least == most else f"{least} to {most} {noun}s"
            expected = f"{many} {letter!r} in scenario {number}"
            raise tokens.fault(rows[0].token, expected, str(counts[letter] or "none"))
    return Tour.parse(row.letters for row in rows)


def _text(tour: Tour, path: Iterable[Square]) -> str:
    return "".join(map(tour.board.name, path))


def _faults(scenario: tuple[int, Tour], output: Tokens) -> Iterator[str]:
    """Yield the faults of the next scenario of the output, and read past it."""
    number, tour = scenario
    try:
        _expect(HEADER, output)
    except OutputFault as fault:
        yield fault.message
        if not skip_to(HEADER, output):
            return
        output.take("a header")
    try:
        _expect(b"#%d:" % number, output)
    except OutputFault as fault:
        yield fault.message
        skip_to(HEADER, output)
        return
    try:
        names = _take_path(output)
    except OutputFault as fault:
        yield fault.message
    else:
        yield from _path_faults(tour, names)
    token = output.peek()
    if token not in (None, HEADER):
        yield f"expected one path, got {shown_or_end(token)} after it"
        skip_to(HEADER, output)


def _expect(word: bytes, output: Tokens) -> None:
    """Read a fixed word of the output's form; raise if the next token differs."""
    token = output.peek()
    if token != word:
        raise OutputFault(output.here(), f"expected {shown(word)}, got {shown_or_end(token)}")
    output.take("a header")


def _take_path(output: Tokens) -> list[str] | None:
    """Return the names of the squares of the next path; None for ``impossible``."""
    token = output.peek()
    if token in (None, HEADER):
        words = f"expected a path or 'impossible', got {shown_or_end(token)}"
        raise OutputFault(output.here(), words)
    token = output.take("a path")
    if token == IMPOSSIBLE.encode():
        return None
    if not re.fullmatch(_PATH, token):
        words = f"expected a path such as 'a1b2' or 'impossible', got {shown(token)}"
        raise OutputFault(output.place(output.count - 1), words)
    text = token.decode()
    return [text[at : at + 2] for at in range(0, len(text), 2)]


def _first_path(tour: Tour) -> tuple[Square, ...] | None:
    from rookery.statements.queen_paths import first_path  # for checks only

    return first_path(tour)


def _path_faults(tour: Tour, names: list[str] | None) -> Iterator[str]:
    """Yield the faults of a path, or of the claim that there is none."""
    if names is None:
        if best := _first_path(tour):
            yield f"there is a path of {tour.value(best)} moves: {_text(tour, best)}"
        return
    faults = tour.check(names)
    if faults:
        yield from faults
        return
    path = tuple(map(tour.board.square, names))
    best = _first_path(tour)
    if best is None:
        yield "the path is legal, but the search here found none: this check is wrong"
        return
    order, best_order = _order(tour, path), _order(tour, best)
    if order == best_order:
        return
    moves, least = tour.value(path), tour.value(best)
    if moves > least:
        yield f"{moves} moves, but {least} are enough: {_text(tour, best)}"
    elif order < best_order:
        yield (
            f"the path is legal and comes before the one found here, {_text(tour, best)}: "
            "this check is wrong"
        )
    else:
        yield f"of the shortest paths the first is {_text(tour, best)}"


def _order(tour: Tour, path: Iterable[Square]) -> tuple[int, list[str]]:
    """Return the sort key of a path: its length, then the names of its squares."""
    names = list(map(tour.board.name, path))
    return len(names), names


def _scattered(random: Random, knights: int, pawns: int) -> list[str]:
    letters = list(("QB" + "N" * knights + "P" * pawns).ljust(SIDE * SIDE, "."))
    random.shuffle(letters)
    return _rows(letters)


def _rows(letters: list[str]) -> list[str]:
    return ["".join(letters[at : at + SIDE]) for at in range(0, SIDE * SIDE, SIDE)]


def _board(random: Random, family: str) -> list[str]:
    """Return the rows of a random board of one of `FAMILIES`."""
    if family == "sparse":
        return _scattered(random, random.randint(FEWEST_KNIGHTS, 5), random.randint(0, 4))
    if family == "worst":
        boards = [_scattered(random, MOST_KNIGHTS, random.randint(0, 6)) for _ in range(WORST_OF)]
        return max(boards, key=lambda rows: len(_first_path(Tour.parse(rows)) or [0]))
    if family == "impossible":
        while True:
            # Pawns shut in the queen, the bishop or a knight.
            letters = list("".join(_scattered(random, random.randint(FEWEST_KNIGHTS, 8), 8)))
            inside = divmod(letters.index(random.choice("QBN")), SIDE)
            for square, letter in enumerate(letters):
                row, column = divmod(square, SIDE)
                if letter == "." and max(abs(row - inside[0]), abs(column - inside[1])) == 1:
                    letters[square] = "P"
            rows = _rows(letters)
            if _first_path(Tour.parse(rows)) is None:
                return rows
    pawns = (25, 40) if family == "dense" else (0, 24)
    return _scattered(random, random.randint(FEWEST_KNIGHTS, MOST_KNIGHTS), random.randint(*pawns))


STATEMENT = Statement(NAME, TAKES, read, write, write_input, read_output, check, generate)
