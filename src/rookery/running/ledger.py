"""The ledger: a file of the finished units, from which an interrupted count continues."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any

from rookery.errors import RookeryError, shown
from rookery.running.units import Done

APPLICATION = 0x526F6F6B  # "Rook", in the file's header
FORMAT = 1
WAIT_SECONDS = 0.2

SCHEMA = f"""
PRAGMA application_id = {APPLICATION};
PRAGMA user_version = {FORMAT};
CREATE TABLE work (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE units (
    number INTEGER PRIMARY KEY,
    result TEXT NOT NULL,
    seconds REAL NOT NULL,
    worker TEXT NOT NULL
);
"""


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

    def write(self, done: Done[Any], seconds: float) -> None:
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
        Of the software: units of another version may be other units.
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
            ledger.claim({"version": self.version} | identity)
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
        self._claim_name(resume)
        with self._telling():
            self._rows = sqlite3.connect(path, timeout=WAIT_SECONDS, isolation_level=None)
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
        with self._telling():
            known = dict(self._rows.execute("SELECT name, value FROM work WHERE name LIKE '= %'"))
            if not known:
                rows = [(f"= {name}", value) for name, value in identity.items()]
                self._rows.executemany("INSERT INTO work VALUES (?, ?)", rows)
                return
        for name, expected in identity.items():
            found = known.get(f"= {name}", "none")
            if found != expected:
                raise LedgerError(
                    f"{self.path!r} is the ledger of other work: "
                    f"expected {name} {expected}, got {shown(found)[1:-1]}"
                )

    def units(self) -> list[Done[Any]]:
        """Return the units written."""
        with self._telling():
            rows = self._rows.execute("SELECT number, result, seconds, worker FROM units")
            return [Done(row[0], json.loads(row[1]), *row[2:]) for row in rows]

    def seconds(self) -> float:
        """Return the wall time of all runs up to the last unit written."""
        with self._telling():
            row = self._rows.execute("SELECT value FROM work WHERE name = 'seconds'").fetchone()
        return float(row[0]) if row else 0.0

    def write(self, done: Done[Any], seconds: float) -> None:
        """Write down a unit, and the wall time of all runs.

        Raises
        ------
        LedgerError
            When it cannot be written, such as on a full disk; all rows before it stand.
        """
        row = (done.number, json.dumps(done.value), done.seconds, done.worker)
        with self._telling():
            self._rows.execute("BEGIN")
            self._rows.execute("INSERT INTO units VALUES (?, ?, ?, ?)", row)
            self._rows.execute("REPLACE INTO work VALUES ('seconds', ?)", (repr(seconds),))
            self._rows.execute("COMMIT")

    def close(self) -> None:
        """Close the file; what cannot be tidied up is tidied when it is opened again."""
        with suppress(sqlite3.Error):
            self._rows.close()

    def _claim_name(self, resume: bool) -> None:
        """Make a new file, or make sure that there is one."""
        if resume:
            if not os.path.isfile(self.path):
                raise LedgerError(f"expected a ledger to go on from, got no file {self.path!r}")
            return
        try:
            os.close(os.open(self.path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o666))
        except FileExistsError:
            raise LedgerError(
                f"{self.path!r} is there already: go on from it (resume), or name another file"
            ) from None
        except OSError as error:
            raise LedgerError(f"cannot write {self.path!r}: {error.strerror}") from error

    def _begin(self, resume: bool) -> None:
        execute = self._rows.execute
        execute("PRAGMA locking_mode = EXCLUSIVE")
        if resume:
            self._expect_ledger()
        # Rows written outlive the process without waiting for the disk.
        execute("PRAGMA journal_mode = WAL")
        execute("PRAGMA synchronous = NORMAL")
        execute("BEGIN EXCLUSIVE")
        if not execute("PRAGMA user_version").fetchone()[0]:
            for statement in SCHEMA.split(";"):
                execute(statement)
        execute("COMMIT")

    def _expect_ledger(self) -> None:
        """Refuse a file that is not a ledger, before anything is written to it."""
        (application,) = self._rows.execute("PRAGMA application_id").fetchone()
        (version,) = self._rows.execute("PRAGMA user_version").fetchone()
        (pages,) = self._rows.execute("PRAGMA page_count").fetchone()
        begun = application or version or pages > 1  # a client killed at once leaves less
        if application != APPLICATION and begun:
            raise LedgerError(f"expected a ledger, got another file: {self.path!r}")
        if version > FORMAT:
            raise LedgerError(f"{self.path!r} is a ledger of a newer rookery, format {version}")

    @contextmanager
    def _telling(self) -> Iterator[None]:
        """Raise SQLite's errors as a `LedgerError`."""
        try:
            yield
        except sqlite3.Error as error:
            raise LedgerError(self._words(error)) from error

    def _words(self, error: sqlite3.Error) -> str:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            return f"the ledger {self.path!r} is in use by another client"
        if code == sqlite3.SQLITE_NOTADB:
            return f"expected a ledger, got another file: {self.path!r}"
        if code in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR):
            return (
                f"cannot write the ledger {self.path!r}: {error}: the units written so far stand; "
                "make room and go on from it"
            )
        return f"cannot use the ledger {self.path!r}: {error}"
