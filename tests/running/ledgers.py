"""Ledgers of tests: opened as a run does, and looked into or changed behind its back."""

import sqlite3
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from rookery.running.ledger import Ledger, LedgerFile
from rookery.running.units import Done

N = 14
UNIT_SIZES = ((N, 1),)  # gives a board counted in no time as many units as larger ones have
UNITS = 6
COUNT = 365596  # OEIS A000170

UNIT = Done(3, 7, 0.5, "me")


def opened(path: Path, version: str = "1.0") -> AbstractContextManager[Ledger]:
    """Open the ledger of a puzzle "x", which is begun where there is no file."""
    return LedgerFile(str(path), path.exists(), version).opened({"puzzle": "x"})


def execute(path: Path, statement: str) -> list[Any]:
    """Execute a statement on a closed ledger, and return the rows that it gives."""
    connection = sqlite3.connect(path, isolation_level=None)
    found = connection.execute(statement).fetchall()
    connection.close()
    return found


def rows(path: Path) -> list[tuple[int, str]]:
    return execute(path, "SELECT number, result FROM units ORDER BY number")
