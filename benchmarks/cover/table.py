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
    """The result of one run on a board: an answer or None, a proven bound, and its source."""

    placed_pieces: tuple[PlacedPiece, ...] | None
    bound: int
    by: str


@dataclass(frozen=True)
class Entry:
    """The best known cost and bound of one board.

    Attributes
    ----------
    spec
        The board.
    cost, cost_by
        The least known cost, None before there is one, and its source.
    bound, bound_by
        The greatest proven bound, and its source.
    """

    spec: Spec
    cost: int | None = None
    cost_by: str = ""
    bound: int = 0
    bound_by: str = ""

    @property
    def proved(self) -> bool:
        """Whether the best known cost is proved to be the least."""
        return self.cost is not None and self.bound >= self.cost

    def merged(self, puzzle: Cover, found: Found) -> Entry:
        """Return the entry improved by a result; a tie keeps the old one.

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
        The boards; those missing in the file get an empty entry.
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
        """Improve the entry of a board by a result; return whether anything improved.

        Raises
        ------
        BenchmarkError
            As `Entry.merged` does; the entry is then unchanged.
        """
        before = self.entries[name]
        self.entries[name] = before.merged(puzzle, found)
        return self.entries[name] != before

    def record(self, name: str, puzzle: Cover, found: Found) -> bool:
        """Merge a result with the present files, and write what improved.

        Several runs may record in one folder at once; none undoes the other's improvements.
        """
        with _locked(self.home):
            self._read()
            before = self.entries[name]
            if not self.merge(name, puzzle, found):
                return False
            if found.placed_pieces is not None and self.entries[name].cost != before.cost:
                self._write_answer(name, puzzle, found.placed_pieces)
            self._append(before, self.entries[name])
            lines = []
            for key in sorted(self.entries):
                known = asdict(self.entries[key])
                lines.append(json.dumps({"name": key, **known.pop("spec"), **known}))
            _replace(self.home / TABLE, "[\n" + ",\n".join(lines) + "\n]\n")
        return True

    def answer(self, name: str) -> tuple[PlacedPiece, ...]:
        """Read the best known answer of a board from its file."""
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
            name = line.pop("name")
            spec = Spec(**{key: line.pop(key) for key in Spec.__dataclass_fields__})
            known = self.entries.get(name)
            if known is None or known.spec != spec:
                raise BenchmarkError(f"{path}: no board of the set: {name!r}")
            self.entries[name] = Entry(spec, **line)

    def _append(self, before: Entry, entry: Entry) -> None:
        """Append the improvements to the history."""
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
        ordered = tuple(sorted(placed_pieces, key=lambda placed: placed[1:]))
        result = Result.proved(puzzle, ordered, puzzle.value(ordered))
        path = self._answer_path(name)
        path.parent.mkdir(exist_ok=True)
        _replace(path, "".join(showdown.write([result])))

    def _answer_path(self, name: str) -> Path:
        return self.home / ANSWERS / f"{name}.txt"


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Lock a folder for one process at a time."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def _replace(path: Path, text: str) -> None:
    """Replace a file at once, so that readers find either the old text or the new one."""
    draft = path.with_suffix(".draft")
    draft.write_text(text)
    os.replace(draft, path)
