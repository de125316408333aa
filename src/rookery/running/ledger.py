"""The ledger: a file of the finished units, from which an interrupted count continues.

Nothing in the file is believed that its digest does not bear out: that of a unit's row is made of
all that is in the row and of the work it belongs to.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from rookery.errors import RookeryError, shown
from rookery.running.units import Done

APPLICATION = 0x526F6F6B  # "Rook", in the file's header
FORMAT = 2  # of the tables; a ledger of another is refused
DIGEST_BYTES = 16  # against chance damage of a row
WAIT_SECONDS = 0.2  # for another process that has the file locked

SCHEMA = f"""
PRAGMA application_id = {APPLICATION};
PRAGMA user_version = {FORMAT};
CREATE TABLE work (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE units (
    number INTEGER PRIMARY KEY,
    result TEXT NOT NULL,
    seconds REAL NOT NULL,
    worker TEXT NOT NULL,
    elapsed REAL NOT NULL,
    digest BLOB NOT NULL
);
"""

CHECKS = """
CREATE TABLE IF NOT EXISTS checks (
    number INTEGER PRIMARY KEY,
    result TEXT NOT NULL,
    seconds REAL NOT NULL,
    worker TEXT NOT NULL,
    digest BLOB NOT NULL
)
"""
"""Units that were done a second time, when and by whom: a ledger written before has none."""

COLUMNS = "number, result, seconds, worker, elapsed"
CHECK = "check"  # in the digest of a row of checks, which is none of units
CHECK_COLUMNS = "number, result, seconds, worker"


class LedgerError(RookeryError):
    """A ledger that cannot be read or written, is in use, or belongs to other work."""


class NoLedger:
    """What takes a ledger's place where nothing is kept."""

    def units(self) -> list[Done[Any]]:
        """Return no units."""
        return []

    def seconds(self) -> float:
        """Return 0."""
        return 0.0

    def checked(self) -> set[int]:
        """Return no numbers."""
        return set()

    def write(self, done: Done[Any], seconds: float) -> None:
        """Do nothing."""

    def write_check(self, done: Done[Any]) -> None:
        """Do nothing."""

    def forget(self, number: int) -> None:
        """Do nothing."""


@dataclass(frozen=True)
class LedgerFile:
    """Where a ledger is or will be.

    Parameters
    ----------
    path
        Of the file.
    resume
        Whether it is there already, to go on from; if not, it must not be there yet.
    version
        Of the software. A ledger of a release that differs in more than the third part of its
        version is refused: its units may be other units.
    """

    path: str
    resume: bool
    version: str

    @contextmanager
    def opened(self, identity: dict[str, str]) -> Iterator[Ledger]:
        """Begin or continue the ledger of some work, and close it at the end.

        Parameters
        ----------
        identity
            What tells this work from others, in words or as hashes, by name.

        Raises
        ------
        LedgerError
            When the file cannot be read or written, is no ledger, is of other work or of
            another version, or another process has it open.
        """
        ledger = Ledger(self.path, self.resume)
        try:
            release = ".".join(self.version.split(".")[:2])
            ledger.claim({"version": release} | identity)
            yield ledger
        finally:
            ledger.close()


class Ledger:
    """An open ledger, which no other process can open until this one closes it or ends.

    Parameters
    ----------
    path
        Of the file.
    resume
        As of `LedgerFile`.

    Raises
    ------
    LedgerError
        As of `LedgerFile.opened`.

    Notes
    -----
    Every row is written in a transaction of its own, some 30 microseconds each: what was
    written stands when the process is killed at any time. After a power cut the last few rows
    may be missing, and are done again. The lock is the file system's, and ends with the
    process that holds it.
    """

    def __init__(self, path: str, resume: bool) -> None:
        self.path = path
        self._work = b""
        self._claim_name(resume)
        with self._telling():
            # The whole path, for SQLite gives names such as ":memory:" a meaning of their own.
            whole = os.path.abspath(path)
            self._rows = sqlite3.connect(whole, timeout=WAIT_SECONDS, isolation_level=None)
            try:
                self._begin(resume)
            except BaseException:
                self._rows.close()
                raise

    def claim(self, identity: dict[str, str]) -> None:
        """Record whose ledger this is, or make sure that it belongs to this work.

        Raises
        ------
        LedgerError
            When it is of other work; the text says what differs.
        """
        self._work = json.dumps(sorted(identity.items())).encode()
        with self._telling():
            known = dict(self._rows.execute("SELECT name, value FROM work"))
            if not known:
                with self._transaction():
                    rows = list(identity.items())
                    self._rows.executemany("INSERT INTO work VALUES (?, ?)", rows)
                return
        for name, expected in identity.items():
            found = known.get(name, "none")
            if found != expected:
                raise LedgerError(
                    f"{self.path!r} is the ledger of other work: "
                    f"expected {name} {expected}, got {shown(found)[1:-1]}"
                )

    def units(self) -> list[Done[Any]]:
        """Return the units written.

        Raises
        ------
        LedgerError
            When a row is not as it was written.
        """
        with self._telling():
            rows = self._rows.execute(f"SELECT {COLUMNS}, digest FROM units").fetchall()
        for *row, digest in rows:
            if digest != self._digest(row):
                raise self._damaged(f"the row of unit {shown(row[0])} was changed")
        return [Done(row[0], json.loads(row[1]), row[2], row[3]) for row in rows]

    def seconds(self) -> float:
        """Return the wall time of all runs up to the last unit written, checked by `units`."""
        with self._telling():
            (seconds,) = self._rows.execute("SELECT max(elapsed) FROM units").fetchone()
        return float(seconds or 0.0)

    def write(self, done: Done[Any], seconds: float) -> None:
        """Write down a unit, and the wall time of all runs.

        Raises
        ------
        LedgerError
            When it cannot be written, such as on a full disk; all rows before it stand.
        """
        row = [done.number, json.dumps(done.value), done.seconds, done.worker, seconds]
        with self._telling():
            self._rows.execute(
                f"INSERT INTO units ({COLUMNS}, digest) VALUES (?, ?, ?, ?, ?, ?)",
                [*row, self._digest(row)],
            )

    def checked(self) -> set[int]:
        """Return the numbers of the units that were done twice and came out alike.

        Raises
        ------
        LedgerError
            When a row is not as it was written, or does not agree with that of its unit.
        """
        with self._telling():
            rows = self._rows.execute(f"SELECT {CHECK_COLUMNS}, digest FROM checks").fetchall()
            results = dict(self._rows.execute("SELECT number, result FROM units"))
        for *row, digest in rows:
            if digest != self._digest([CHECK, *row]) or results.get(row[0]) != row[1]:
                raise self._damaged(f"the check of unit {shown(row[0])} was changed")
        return {row[0] for row in rows}

    def write_check(self, done: Done[Any]) -> None:
        """Write down that a unit was done a second time, by whom, and came out alike.

        Raises
        ------
        LedgerError
            As of `write`.
        """
        row = [done.number, json.dumps(done.value), done.seconds, done.worker]
        with self._telling():
            self._rows.execute(
                f"INSERT INTO checks ({CHECK_COLUMNS}, digest) VALUES (?, ?, ?, ?, ?)",
                [*row, self._digest([CHECK, *row])],
            )

    def forget(self, number: int) -> None:
        """Strike a unit out, which will be done again.

        Raises
        ------
        LedgerError
            As of `write`.
        """
        with self._telling():
            self._rows.execute("DELETE FROM units WHERE number = ?", [number])

    def close(self) -> None:
        """Close the file; what cannot be tidied up is tidied when it is opened again."""
        with suppress(sqlite3.Error):
            self._rows.close()

    def _claim_name(self, resume: bool) -> None:
        """Make a new file, or make sure that there is one."""
        if resume:
            if not os.path.isfile(self.path):
                raise LedgerError(f"expected a ledger to go on from, got no file {self.path!r}")
            # SQLite calls the failing lock of such a file an I/O error, as it does a full disk.
            effective = os.access in os.supports_effective_ids
            if not os.access(self.path, os.W_OK, effective_ids=effective):
                raise LedgerError(f"cannot write the ledger {self.path!r}: it is not writable")
            return
        try:
            os.close(os.open(self.path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o666))
        except FileExistsError:
            raise LedgerError(
                f"{self.path!r} is there already: go on from it (resume), or name another file"
            ) from None
        except OSError as error:
            raise LedgerError(f"cannot write {self.path!r}: {error.strerror}") from error

    def _digest(self, row: Sequence[Any]) -> bytes:
        """Return what a row of this work must bear."""
        return blake2b(repr((self._work, *row)).encode(), digest_size=DIGEST_BYTES).digest()

    def _damaged(self, how: str) -> LedgerError:
        return LedgerError(
            f"the ledger {self.path!r} is damaged: {how}: go on from a copy, or begin another"
        )

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._rows.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._rows.execute("ROLLBACK")
            raise
        self._rows.execute("COMMIT")

    def _begin(self, resume: bool) -> None:
        execute = self._rows.execute
        execute("PRAGMA locking_mode = EXCLUSIVE")
        if resume:
            self._expect_ledger()
            self._expect_sound()
        # Rows written outlive the process without waiting for the disk.
        execute("PRAGMA journal_mode = WAL")
        execute("PRAGMA synchronous = NORMAL")
        execute("BEGIN EXCLUSIVE")
        if not execute("PRAGMA user_version").fetchone()[0]:
            for statement in SCHEMA.split(";"):
                execute(statement)
        execute(CHECKS)
        execute("COMMIT")

    def _expect_ledger(self) -> None:
        """Refuse a file that is not a ledger, before anything is written to it."""
        (application,) = self._rows.execute("PRAGMA application_id").fetchone()
        (version,) = self._rows.execute("PRAGMA user_version").fetchone()
        (pages,) = self._rows.execute("PRAGMA page_count").fetchone()
        begun = application or version or pages > 1  # a client killed at once leaves less
        if application != APPLICATION and begun:
            raise LedgerError(f"expected a ledger, got another file: {self.path!r}")
        if application == APPLICATION and version != FORMAT:
            raise LedgerError(f"{self.path!r}: expected a ledger of format {FORMAT}, got {version}")

    def _expect_sound(self) -> None:
        """Refuse a file whose pages do not fit together."""
        faults = [row[0] for row in self._rows.execute("PRAGMA quick_check(1)")]
        if faults != ["ok"]:
            raise self._damaged(shown(faults[0] if faults else "no answer")[1:-1])

    @contextmanager
    def _telling(self) -> Iterator[None]:
        """Raise SQLite's errors, and those of text that is none, as a `LedgerError`."""
        try:
            yield
        except sqlite3.Error as error:
            raise LedgerError(self._words(error)) from error
        except UnicodeDecodeError as error:
            raise self._damaged(str(error)) from error

    def _words(self, error: sqlite3.Error) -> str:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            return f"the ledger {self.path!r} is in use by another client"
        if code == sqlite3.SQLITE_NOTADB:
            return f"expected a ledger, got another file: {self.path!r}"
        if code == sqlite3.SQLITE_READONLY:
            return f"cannot write the ledger {self.path!r}: it or its folder is read-only"
        if code == sqlite3.SQLITE_CORRUPT:
            return str(self._damaged(str(error)))
        if code in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR):
            return (
                f"cannot write the ledger {self.path!r}: {error}: the units written so far stand; "
                "make room and go on from it"
            )
        return f"cannot use the ledger {self.path!r}: {error}"
