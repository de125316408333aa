"""Ledgers: files of finished units from which an interrupted count continues.

Every row has a digest of its contents and of the work it belongs to, and is checked against it.
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
FORMAT = 2  # version of the tables; ledgers of other versions are refused
DIGEST_BYTES = 16  # bytes, enough against accidental damage
WAIT_SECONDS = 0.2  # seconds to wait for another process's lock

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

# Units that were run twice. Older ledgers lack this table.
CHECKS = """
CREATE TABLE IF NOT EXISTS checks (
    number INTEGER PRIMARY KEY,
    result TEXT NOT NULL,
    seconds REAL NOT NULL,
    worker TEXT NOT NULL,
    digest BLOB NOT NULL
)
"""

COLUMNS = "number, result, seconds, worker, elapsed"
CHECK = "check"  # part of a check's digest, so that a unit's row cannot pass as a check
CHECK_COLUMNS = "number, result, seconds, worker"


class LedgerError(RookeryError):
    """A ledger that cannot be read or written, is in use, or belongs to other work."""


@dataclass(frozen=True)
class LedgerFile:
    """The place of a ledger, existing or new.

    Parameters
    ----------
    path
        The path of the file.
    resume
        Whether to continue an existing ledger. If not, the file must not exist.
    version
        The version of the software. A ledger of a release with another first or second part of
        the version is refused, as its units may differ.
    """

    path: str
    resume: bool
    version: str

    @contextmanager
    def opened(self, identity: dict[str, str]) -> Iterator[Ledger]:
        """Start or continue the ledger of some work, and close it at the end.

        `identity` holds the properties that distinguish this work from other work, by name. Raises
        a `LedgerError` if the file cannot be read or written, is not a ledger, belongs to other
        work or another version, or is open in another process.
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
        The path of the file.
    resume
        As for `LedgerFile`.

    Raises
    ------
    LedgerError
        As for `LedgerFile.opened`.

    Notes
    -----
    Every row has a transaction of its own, of some 30 microseconds, so written rows survive the
    process being killed at any time. After a power cut the last few rows may be missing; their
    units run again. The lock is the file system's and ends with its process.
    """

    def __init__(self, path: str, resume: bool) -> None:
        self.path = path
        self._work = b""
        self._claim_name(resume)
        with self._ledger_errors():
            # The absolute path, because SQLite gives names such as ":memory:" a special meaning.
            absolute = os.path.abspath(path)
            self._rows = sqlite3.connect(absolute, timeout=WAIT_SECONDS, isolation_level=None)
            try:
                self._begin(resume)
            except BaseException:
                self._rows.close()
                raise

    def claim(self, identity: dict[str, str]) -> None:
        """Record the work of a new ledger; raise a `LedgerError` if it belongs to other work."""
        self._work = json.dumps(sorted(identity.items())).encode()
        with self._ledger_errors():
            known = dict(self._rows.execute("SELECT name, value FROM work"))
            if not known:
                self._rows.execute("BEGIN IMMEDIATE")
                try:
                    rows = list(identity.items())
                    self._rows.executemany("INSERT INTO work VALUES (?, ?)", rows)
                except BaseException:
                    self._rows.execute("ROLLBACK")
                    raise
                self._rows.execute("COMMIT")
                return
        for name, expected in identity.items():
            found = known.get(name, "none")
            if found != expected:
                raise LedgerError(
                    f"{self.path!r} is the ledger of other work: "
                    f"expected {name} {expected}, got {shown(found)[1:-1]}"
                )

    def units(self) -> list[Done[Any]]:
        """Return the units written; raise a `LedgerError` if a row does not match its digest."""
        with self._ledger_errors():
            rows = self._rows.execute(f"SELECT {COLUMNS}, digest FROM units").fetchall()
        for *row, digest in rows:
            if digest != self._digest(row):
                raise self._damaged(f"the row of unit {shown(row[0])} was changed")
        return [Done(row[0], json.loads(row[1]), row[2], row[3]) for row in rows]

    def seconds(self) -> float:
        """Return the wall time of all runs until the last unit. `units` checks its digest."""
        with self._ledger_errors():
            (seconds,) = self._rows.execute("SELECT max(elapsed) FROM units").fetchone()
        return float(seconds or 0.0)

    def write(self, done: Done[Any], seconds: float) -> None:
        """Write a unit and the wall time of all runs.

        Raises
        ------
        LedgerError
            If the row cannot be written, for example on a full disk. Earlier rows are safe.
        """
        row = [done.number, json.dumps(done.value), done.seconds, done.worker, seconds]
        with self._ledger_errors():
            self._rows.execute(
                f"INSERT INTO units ({COLUMNS}, digest) VALUES (?, ?, ?, ?, ?, ?)",
                [*row, self._digest(row)],
            )

    def checked(self) -> set[int]:
        """Return the numbers of the units that were run twice with equal results.

        A row that does not match its digest or the row of its unit raises a `LedgerError`.
        """
        with self._ledger_errors():
            rows = self._rows.execute(f"SELECT {CHECK_COLUMNS}, digest FROM checks").fetchall()
            results = dict(self._rows.execute("SELECT number, result FROM units"))
        for *row, digest in rows:
            if digest != self._digest([CHECK, *row]) or results.get(row[0]) != row[1]:
                raise self._damaged(f"the check of unit {shown(row[0])} was changed")
        return {row[0] for row in rows}

    def write_check(self, done: Done[Any]) -> None:
        """Write that a second run of a unit gave an equal result."""
        row = [done.number, json.dumps(done.value), done.seconds, done.worker]
        with self._ledger_errors():
            self._rows.execute(
                f"INSERT INTO checks ({CHECK_COLUMNS}, digest) VALUES (?, ?, ?, ?, ?)",
                [*row, self._digest([CHECK, *row])],
            )

    def forget(self, number: int) -> None:
        """Delete a unit, so that it runs again."""
        with self._ledger_errors():
            self._rows.execute("DELETE FROM units WHERE number = ?", [number])

    def close(self) -> None:
        """Close the file. SQLite cleans up at the next opening if it cannot now."""
        with suppress(sqlite3.Error):
            self._rows.close()

    def _claim_name(self, resume: bool) -> None:
        """Create a new file, or check that the file to resume exists."""
        if resume:
            if not os.path.isfile(self.path):
                raise LedgerError(f"expected a ledger to resume, found no file {self.path!r}")
            # SQLite would report the failing lock as an I/O error, like a full disk.
            effective = os.access in os.supports_effective_ids
            if not os.access(self.path, os.W_OK, effective_ids=effective):
                raise LedgerError(f"cannot write the ledger {self.path!r}: it is not writable")
            return
        try:
            os.close(os.open(self.path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o666))
        except FileExistsError:
            raise LedgerError(
                f"{self.path!r} already exists: resume it, or name another file"
            ) from None
        except OSError as error:
            raise LedgerError(f"cannot write {self.path!r}: {error.strerror}") from error

    def _digest(self, row: Sequence[Any]) -> bytes:
        """Return the digest of a row of this work."""
        return blake2b(repr((self._work, *row)).encode(), digest_size=DIGEST_BYTES).digest()

    def _damaged(self, how: str) -> LedgerError:
        return LedgerError(
            f"the ledger {self.path!r} is damaged: {how}: resume from a copy, or start another"
        )

    def _begin(self, resume: bool) -> None:
        execute = self._rows.execute
        execute("PRAGMA locking_mode = EXCLUSIVE")
        if resume:
            self._expect_ledger()
            faults = [row[0] for row in execute("PRAGMA quick_check(1)")]
            if faults != ["ok"]:
                raise self._damaged(shown(faults[0] if faults else "no answer")[1:-1])
        # Written rows survive the process without waiting for the disk.
        execute("PRAGMA journal_mode = WAL")
        execute("PRAGMA synchronous = NORMAL")
        execute("BEGIN EXCLUSIVE")
        if not execute("PRAGMA user_version").fetchone()[0]:
            for statement in SCHEMA.split(";"):
                execute(statement)
        execute(CHECKS)
        execute("COMMIT")

    def _expect_ledger(self) -> None:
        """Refuse a file that is not a ledger, before writing to it."""
        (application,) = self._rows.execute("PRAGMA application_id").fetchone()
        (version,) = self._rows.execute("PRAGMA user_version").fetchone()
        (pages,) = self._rows.execute("PRAGMA page_count").fetchone()
        # A client that is killed while it creates a ledger leaves none of these.
        begun = application or version or pages > 1
        if application != APPLICATION and begun:
            raise LedgerError(f"expected a ledger, got another file: {self.path!r}")
        if application == APPLICATION and version != FORMAT:
            raise LedgerError(f"{self.path!r}: expected a ledger of format {FORMAT}, got {version}")

    @contextmanager
    def _ledger_errors(self) -> Iterator[None]:
        """Convert errors of SQLite, and of undecodable text, to a `LedgerError`."""
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
                f"cannot write the ledger {self.path!r}: {error}: the units written so far are "
                "safe; free some space and resume it"
            )
        return f"cannot use the ledger {self.path!r}: {error}"
