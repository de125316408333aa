"""A client killed before any statement to its ledger, one after the other: all goes on exactly."""

from pathlib import Path

import pytest
from tests.children import SECONDS, started

from rookery.running.ledger import LedgerFile
from rookery.running.units import Done

UNITS = 4
KILLED = 9
IDENTITY = {"puzzle": "x"}

#: Does the units that a ledger lacks; it ends as if killed before the statement of its argument.
CLIENT = f"""
import os, sqlite3, sys
from rookery.running import ledger
from rookery.running.units import Done

path, last = sys.argv[1], int(sys.argv[2])
connect = sqlite3.connect

def tick(statement):
    global last
    last -= 1
    if last == 0:
        os._exit({KILLED})

def traced(*given, **named):
    rows = connect(*given, **named)
    rows.set_trace_callback(tick)
    return rows

ledger.sqlite3.connect = traced
with ledger.LedgerFile(path, os.path.exists(path), "1.0").opened({IDENTITY!r}) as kept:
    done = {{done.number for done in kept.units()}}
    for number in range({UNITS}):
        if number not in done:
            kept.write(Done(number, 10**20 + number, 0.5, "me"), 1.0)
            kept.write_check(Done(number, 10**20 + number, 0.5, "you"))
"""


def killed_before(statement: int, path: Path) -> bool:
    """Run the client, and return whether it was killed."""
    with started("-c", CLIENT, path, statement) as client:
        _, said = client.communicate(timeout=SECONDS)
    assert client.returncode in (0, KILLED), said
    return client.returncode == KILLED


@pytest.mark.slow
def test_a_ledger_goes_on_after_a_kill_before_any_statement(tmp_path):
    expected = [Done(number, 10**20 + number, 0.5, "me") for number in range(UNITS)]
    statement = 1
    while killed_before(statement, path := tmp_path / f"{statement}.ledger"):
        assert not killed_before(0, path)
        with LedgerFile(str(path), True, "1.0").opened(IDENTITY) as kept:
            assert kept.units() == expected
            assert kept.checked() <= set(range(UNITS))
        statement += 1
    assert statement > 2 * UNITS + 10
