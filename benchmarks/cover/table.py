"""The best known cost and the best proven bound of every board; the table only improves."""

from __future__ import annotations

import csv
import datetime
import fcntl
import json
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from benchmarks.cover.boards import Spec
from benchmarks.measure import BenchmarkError
from rookery.cover.puzzle import Cover, PlacedPiece
from rookery.reading.tokens import Tokens
from rookery.results.result import Result
from rookery.statements import showdown

HOME = Path(__file__).parent
TABLE = "best_known.json"
ANSWERS = "answers"
HISTORY = "improvements.csv"  # only ever appended to
HISTORY_COLUMNS = ("date", "name", "what", "value", "by")


@dataclass(frozen=True)
class Found:
    """What one run found on a board: an answer or None, what it proved, and how."""

    placed_pieces: tuple[PlacedPiece, ...] | None
    bound: int
    by: str


@dataclass(frozen=True)
class Entry:
    """What is known of one board.

    Attributes
    ----------
    spec
        The board.
    cost, cost_by
        Of the cheapest answer known, None before there is one, and how it was found.
    bound, bound_by
        No answer costs less, and how that was proved.
    """

    spec: Spec
    cost: int | None = None
    cost_by: str = ""
    bound: int = 0
    bound_by: str = ""

    @property
    def proved(self) -> bool:
        """Whether no answer is cheaper than the one known."""
        return self.cost is not None and self.bound >= self.cost

    def merged(self, puzzle: Cover, found: Found) -> Entry:
        """The entry with what `found` improves; a tie keeps what was there.

        Raises
        ------
        BenchmarkError
            When the rules reject the answer, or a cost is below a proven bound.
        """
        entry = self
        if found.placed_pieces is not None:
            faults = puzzle.check(found.placed_pieces)
            if faults:
                raise BenchmarkError(f"{self.spec.name}: wrong answer by {found.by}: {faults[0]}")
            cost = puzzle.value(found.placed_pieces)
            self._refuse(cost, found.by, self.bound, self.bound_by)
            self._refuse(cost, found.by, found.bound, found.by)
            if self.cost is None or cost < self.cost:
                entry = replace(entry, cost=cost, cost_by=found.by)
        if self.cost is not None:
            self._refuse(self.cost, self.cost_by, found.bound, found.by)
        if found.bound > self.bound:
            entry = replace(entry, bound=found.bound, bound_by=found.by)
        return entry

    def _refuse(self, cost: int, cost_by: str, bound: int, bound_by: str) -> None:
        if cost < bound:
            raise BenchmarkError(
                f"{self.spec.name}: cost {cost} ({cost_by}) is below the proven bound "
                f"{bound} ({bound_by}): one of them is wrong"
            )


class Table:
    """The entries of a set of boards, kept in a folder with the best answers and their history.

    Parameters
    ----------
    specs
        The boards; one that the file lacks begins with an empty entry.
    home
        The folder with ``best_known.json``, ``answers/`` and ``improvements.csv``.

    Raises
    ------
    BenchmarkError
        When the file names a board that is not in the set, or made with other options.
    """

    def __init__(self, specs: Sequence[Spec], home: Path = HOME) -> None:
        self.home = home
        self.entries = {spec.name: Entry(spec) for spec in specs}
        self._read()

    def merge(self, name: str, puzzle: Cover, found: Found) -> bool:
        """Take what `found` improves; return whether it improved anything.

        Raises
        ------
        BenchmarkError
            As `Entry.merged` does; nothing is taken then.
        """
        before = self.entries[name]
        self.entries[name] = before.merged(puzzle, found)
        return self.entries[name] != before

    def record(self, name: str, puzzle: Cover, found: Found) -> bool:
        """Merge with what the files hold now, and write what improved.

        Runs side by side may record in one folder: none undoes what another found.
        """
        with _locked(self.home):
            self._read()
            before = self.entries[name]
            if not self.merge(name, puzzle, found):
                return False
            if found.placed_pieces is not None and self.entries[name].cost != before.cost:
                self._write_answer(name, puzzle, found.placed_pieces)
            self._append(before, self.entries[name])
            rows = ",\n".join(json.dumps(_line(self.entries[key])) for key in sorted(self.entries))
            _replace(self.home / TABLE, f"[\n{rows}\n]\n")
        return True

    def answer(self, name: str) -> tuple[PlacedPiece, ...]:
        """Read the best answer known of a board; the file says so when it is none."""
        path = self._answer_path(name)
        with path.open("rb") as stream:
            tokens = Tokens(stream, path.name)
            count = tokens.number("a number of pieces", 1)
            tokens.number("a total cost", 1)
            rows = [[tokens.number("a number", 1) - 1 for _ in range(3)] for _ in range(count)]
        return tuple((kind, row, column) for kind, row, column in rows)

    def _read(self) -> None:
        path = self.home / TABLE
        lines = json.loads(path.read_text()) if path.exists() else []
        for line in lines:
            entry = _entry(line)
            known = self.entries.get(line["name"])
            if known is None or known.spec != entry.spec:
                raise BenchmarkError(f"{path}: no board of the set: {line['name']!r}")
            self.entries[line["name"]] = entry

    def _append(self, before: Entry, entry: Entry) -> None:
        """Add what improved to the end of the history."""
        path = self.home / HISTORY
        is_new = not path.exists()
        today = datetime.datetime.now(datetime.UTC).date().isoformat()
        with path.open("a", newline="") as file:
            rows = csv.writer(file, lineterminator="\n")
            if is_new:
                rows.writerow(HISTORY_COLUMNS)
            if entry.cost != before.cost:
                rows.writerow([today, entry.spec.name, "cost", entry.cost, entry.cost_by])
            if entry.bound != before.bound:
                rows.writerow([today, entry.spec.name, "bound", entry.bound, entry.bound_by])

    def _write_answer(self, name: str, puzzle: Cover, placed_pieces: Sequence[PlacedPiece]) -> None:
        ordered = tuple(
            sorted(placed_pieces, key=lambda placed_piece: (placed_piece[1], placed_piece[2]))
        )
        result = Result.proved(puzzle, ordered, puzzle.value(ordered))
        path = self._answer_path(name)
        path.parent.mkdir(exist_ok=True)
        _replace(path, "".join(showdown.write([result])))

    def _answer_path(self, name: str) -> Path:
        return self.home / ANSWERS / f"{name}.txt"


def _line(entry: Entry) -> dict[str, object]:
    known = asdict(entry)
    return {"name": entry.spec.name, **known.pop("spec"), **known}


def _entry(line: dict[str, Any]) -> Entry:
    fields = {key: value for key, value in line.items() if key != "name"}
    spec = Spec(**{key: fields.pop(key) for key in Spec.__dataclass_fields__})
    return Entry(spec, **fields)


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Hold a folder for one process at a time."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def _replace(path: Path, text: str) -> None:
    """Write a file whole: whoever reads it finds the old text or the new."""
    draft = path.with_suffix(".draft")
    draft.write_text(text)
    os.replace(draft, path)
