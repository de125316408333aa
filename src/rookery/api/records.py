"""Records: values with two independent proofs, and their verification.

A record is a JSON object, in a file of its own. It holds a term of an integer sequence, the puzzle
that defines the term, the results of two programs, and where the published terms ended when they
were looked up. `verify` derives the term from each result and checks whatever the rules of the
puzzle can check; `repeat` proves the term again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import MISSING, dataclass, fields
from datetime import date
from itertools import combinations
from typing import Any

from rookery.api.counting import count
from rookery.api.solving import solve
from rookery.boards.board import Board, Square
from rookery.boards.symmetry import board_symmetries
from rookery.cover.puzzle import Cover
from rookery.document import answer_of, puzzle_in
from rookery.document.texts import values
from rookery.errors import RookeryError
from rookery.nonattacking.puzzle import NonAttacking
from rookery.reading.parts import DocumentError, Part
from rookery.results.result import Status
from rookery.results.settings import AnyLimits

Term = int | tuple[int, ...]  # a number, or a row of numbers

TERMS = {
    "number": "the result itself",
    "total": "the sum of the counts of all numbers of pieces",
    "entry": "the count of as many pieces as the board has rows",
    "row": "the counts of 0, 1, 2, ... pieces",
}

_SEQUENCE = re.compile(r"A[0-9]{6}")
_NUMBER_IN_COMMAND = re.compile(r"[0-9]+")


@dataclass(frozen=True)
class Published:
    """The last published term of a sequence, as it was looked up."""

    last: int  # the index of the term or row
    source: str  # the page or file that says so, with its revision
    looked_up: date


@dataclass(frozen=True)
class Proof:
    """A run of a program that proves a term."""

    program: str
    version: str  # with those of its libraries
    method: str  # in words
    seed: int | None  # of its random choices, None if it makes none
    command: str  # repeats the run
    result: Term  # the number that it printed, or its counts of 0, 1, 2, ... pieces
    answer: Any  # the answer that it printed, or None for a count
    seconds: float  # of the processor
    machine: str  # the processor
    date: date


@dataclass(frozen=True)
class Record:
    """A term of a sequence with two proofs."""

    sequence: str  # its number in the OEIS
    index: int  # of the term or row
    name: str  # of the sequence
    puzzle: NonAttacking | Cover  # its count or value is the term; it has `index` rows and columns
    term: str  # how the term follows from a result, a key of `TERMS`
    value: Term
    published: Published
    first: Proof  # made by this package
    second: Proof
    trusted: tuple[str, ...]  # assumptions of the proofs, in words
    up_to_symmetry: bool = False  # whether placements that are images of each other count once

    @property
    def is_new(self) -> bool:
        """Whether the term was beyond the published ones; otherwise it confirms one."""
        return self.index > self.published.last


class RecordFault(RookeryError):
    """A part of a record that is wrong; the text begins with its place."""


def read(data: bytes, name: str) -> Record:
    """Return the record of a JSON text, whose name is for messages."""
    documents = list(values(data, name))
    if len(documents) != 1:
        raise DocumentError(name, expected="a record in JSON", found=f"{len(documents)} values")
    try:
        return _record(Part(documents[0], ""))
    except DocumentError as error:
        raise DocumentError(f"{name}: {error.place}".rstrip(": "), error.message) from error


def _fields(part: Part, kind: type) -> dict[str, Part]:
    return part.fields([field.name for field in fields(kind)], ())


def _record(part: Part) -> Record:
    required = [field.name for field in fields(Record) if field.default is MISSING]
    parts = part.fields(required, ["up_to_symmetry"])
    if not _SEQUENCE.fullmatch(parts["sequence"].text()):
        raise parts["sequence"].fault("a number of the OEIS such as 'A000170'")
    if parts["term"].text() not in TERMS:
        raise parts["term"].fault(f"one of {', '.join(map(repr, TERMS))}")
    published = _fields(parts["published"], Published)
    puzzle = puzzle_in(parts["puzzle"])
    if not isinstance(puzzle, NonAttacking | Cover):
        raise parts["puzzle"]["family"].fault("'nonattacking' or 'cover'")
    return Record(
        parts["sequence"].text(),
        _natural(parts["index"]),
        parts["name"].text(),
        puzzle,
        parts["term"].text(),
        _term(parts["value"]),
        Published(
            _natural(published["last"]),
            published["source"].text(),
            _date(published["looked_up"]),
        ),
        _proof(parts["first"], puzzle),
        _proof(parts["second"], puzzle),
        tuple(item.text() for item in parts["trusted"].items("a list of texts")),
        "up_to_symmetry" in parts and parts["up_to_symmetry"].flag(),
    )


def _proof(part: Part, puzzle: Any) -> Proof:
    parts = _fields(part, Proof)
    try:
        answer = answer_of(puzzle, parts["answer"].value)
    except DocumentError as error:
        raise DocumentError(f"{part.place}.{error.place}", error.message) from error
    seconds = parts["seconds"].value
    if not isinstance(seconds, int | float) or isinstance(seconds, bool) or seconds < 0:
        raise parts["seconds"].fault("a number of seconds")
    return Proof(
        parts["program"].text(),
        parts["version"].text(),
        parts["method"].text(),
        None if parts["seed"].value is None else parts["seed"].integer(),
        parts["command"].text(),
        _term(parts["result"]),
        answer,
        seconds,
        parts["machine"].text(),
        _date(parts["date"]),
    )


def _natural(part: Part) -> int:
    if part.integer() < 0:
        raise part.fault("an integer of at least 0")
    return part.integer()


def _term(part: Part) -> Term:
    if isinstance(part.value, list):
        return tuple(map(_natural, part.items()))
    return _natural(part)


def _date(part: Part) -> date:
    try:
        return date.fromisoformat(part.text())
    except ValueError:
        raise part.fault("a date such as '2026-11-27'") from None


def verify(record: Record) -> Iterator[str]:
    """Yield what was checked of a record, in words; raise a `RecordFault` at the first fault."""
    board, index = record.puzzle.board, record.index
    if (board.rows, board.columns) != (index, index):
        raise RecordFault(f"puzzle.board: expected {index}x{index}, as the index says")
    yield f"the board is {index}x{index}"
    if isinstance(record.puzzle, Cover) and set(record.puzzle.guarded) != set(board.squares()):
        raise RecordFault("puzzle.guarded: expected all squares")
    numbers = record.puzzle.numbers if isinstance(record.puzzle, NonAttacking) else ()
    if not {(0, None), (index, index)}.issuperset(numbers):
        raise RecordFault(f"puzzle.numbers: expected {index} pieces of a kind, or any number")
    for name, proof in _proofs(record):
        if {int(number) for number in _NUMBER_IN_COMMAND.findall(proof.command)} != {index}:
            raise RecordFault(f"{name}.command: expected no number but {index}")
        if proof.answer is not None:
            faults = record.puzzle.check(proof.answer)
            if faults:
                raise RecordFault(f"{name}.answer: {faults[0]}")
            found = record.puzzle.value(proof.answer)
            if found != proof.result:
                raise RecordFault(f"{name}.answer: its value is {found}, not {proof.result}")
            yield f"the answer of the {name} proof obeys the rules and has its value"
        if isinstance(proof.result, tuple):
            _check_counts(record, proof.result, f"{name}.result")
            symmetry = ", up to rotation and reflection" if record.up_to_symmetry else ""
            yield f"the {name} proof counts 0, 1 and 2 pieces as the rules do{symmetry}"
        term = _derived(record, proof.result, name)
        if term != record.value:
            raise RecordFault(f"value: expected {brief(term)}, the term of the {name} proof")
        yield f"the value is the term of the {name} proof: {TERMS[record.term]}"
    results = [proof.result for _, proof in _proofs(record) if isinstance(proof.result, tuple)]
    if len(set(results)) > 1:
        raise RecordFault("second.result: expected the counts of the first proof")
    if record.first.program == record.second.program:
        raise RecordFault(f"second.program: expected another program than {record.first.program!r}")
    yield f"both results agree, and the programs differ: {record.second.program}"


def _proofs(record: Record) -> tuple[tuple[str, Proof], tuple[str, Proof]]:
    return ("first", record.first), ("second", record.second)


def _derived(record: Record, result: Term, name: str) -> Term:
    """Return the term that follows from a result; a number stands for the term itself."""
    if record.term == "row" and isinstance(result, int):
        raise RecordFault(f"{name}.result: expected a list of counts")
    if isinstance(result, int) or record.term == "row":
        return result
    if record.term == "total":
        return sum(result)
    if record.term == "entry" and record.index < len(result):
        return result[record.index]
    raise RecordFault(f"{name}.result: expected {TERMS[record.term]}")


def _check_counts(record: Record, counts: tuple[int, ...], place: str) -> None:
    """Raise a `RecordFault` unless the counts of 0, 1 and 2 pieces are those of the rules."""
    puzzle = record.puzzle
    if not isinstance(puzzle, NonAttacking) or len(puzzle.pieces) != 1:
        raise RecordFault(f"{place}: expected a number, as the puzzle is not of one kind of piece")
    squares = set(puzzle.board.squares()) - puzzle.blocked
    attacked = {
        frozenset((at, other))
        for at in squares
        for other in puzzle.pieces[0].attacks(puzzle.board, at)
        if other in squares - {at}
    }
    pairs = len(squares) * (len(squares) - 1) // 2 - len(attacked)
    expected = (1, len(squares), pairs)
    if record.up_to_symmetry:
        apart = set(map(frozenset, combinations(squares, 2))) - attacked
        ones = set(map(frozenset, combinations(squares, 1)))
        expected = (1, _classes(puzzle.board, ones), _classes(puzzle.board, apart))
    for number, (given, right) in enumerate(zip(counts, expected, strict=False)):
        if given != right:
            raise RecordFault(f"{place}[{number}]: expected {right}, got {brief(given)}")


def _classes(board: Board, placements: set[frozenset[Square]]) -> int:
    """Return the number of placements up to the board's symmetries; the set is emptied."""
    found, moves = 0, tuple(board_symmetries(board))
    while placements:
        one = placements.pop()
        found += 1
        placements -= {
            frozenset(move.square(at, board.rows, board.columns) for at in one) for move in moves
        }
    return found


def brief(term: Term) -> str:
    """Return a term in words that fit on a line.

    >>> brief(10**30 + 7), brief((1, 4, 4))
    ('1000000000...0000000007 (31 digits)', '3 counts from 1 to 4')
    """
    if isinstance(term, tuple):
        return f"{len(term)} counts from {term[0]} to {brief(term[-1])}"
    digits = str(term)
    return digits if len(digits) <= 24 else f"{digits[:10]}...{digits[-10:]} ({len(digits)} digits)"


def repeat(record: Record, limits: AnyLimits = None) -> str | None:
    """Prove the term of a record again and return the fact in words, or None at a limit.

    The puzzle is solved or counted in this process; the record's commands are not run. A result
    that differs raises a `RecordFault`.
    """
    if limits is None:
        limits = float("inf")  # the searches that stop by themselves otherwise do not
    if record.first.answer is not None:
        result: Any = solve(record.puzzle, limits=limits, seed=record.first.seed or 0)
        found: Term = result.value
    else:
        result = count(
            record.puzzle,
            fundamental=record.up_to_symmetry,
            limits=limits,
            seed=record.first.seed or 0,
        )
        is_row = isinstance(record.first.result, tuple)
        found = result.by_number if is_row else result.value
    if result.status is not Status.OPTIMAL:
        return None
    if found != record.first.result:
        raise RecordFault(f"first.result: expected {brief(found)}, as the first proof again gives")
    return "the first proof, made again, gives the same result"


def summary(record: Record) -> str:
    """Return a term in a line, and whether it was published."""
    published = record.published
    kind = "beyond" if record.is_new else "confirms"
    return (
        f"{record.sequence}({record.index}) = {brief(record.value)}; {kind} the published terms, "
        f"which ended at {published.last} when looked up on {published.looked_up}"
    )
