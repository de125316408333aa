"""The ledger: what a killed client wrote stands, and nothing counts twice."""

from __future__ import annotations

import os
import resource
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import chain, count
from pathlib import Path

import pytest
from click.testing import CliRunner

import rookery as rk
from rookery.cli import status
from rookery.cli.commands import commands
from rookery.running.ledger import Ledger, LedgerError, LedgerFile
from rookery.running.units import Done

N = 17  # ten units
COUNT = 95815104  # OEIS A000170
SECONDS = 600
SMALL_FILE = 40 << 10

#: Counts into the ledger of its argument; when so many units are done it is killed or it waits.
CLIENT = f"""
import os, signal, sys, time
import rookery as rk

def stop(progress):
    if progress.done == {{units}}:
        print("here", flush=True)
        {{end}}

rk.count(rk.Queens({N}), threads=1, save=sys.argv[1], on_progress=stop)
"""


def client(path: Path, units: int, end: str, **keywords: object) -> subprocess.Popen:
    source = CLIENT.format(units=units, end=end)
    return subprocess.Popen(
        [sys.executable, "-c", source, str(path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        **keywords,
    )


@contextmanager
def waiting_client(path: Path, units: int) -> Iterator[subprocess.Popen]:
    """A client that holds the ledger, and is killed at the end at the latest."""
    process = client(path, units, f"time.sleep({SECONDS})")
    try:
        assert process.stdout.readline() == "here\n"
        yield process
    finally:
        process.kill()
        process.communicate()


def killed_client(path: Path, units: int) -> None:
    process = client(path, units, "os.kill(os.getpid(), signal.SIGKILL)")
    process.communicate(timeout=SECONDS)
    assert process.returncode == -signal.SIGKILL


def rows(path: Path) -> list[tuple[int, str]]:
    connection = sqlite3.connect(path)
    found = connection.execute("SELECT number, result FROM units ORDER BY number").fetchall()
    connection.close()
    return found


def ledger(path: Path, **identity: str) -> Ledger:
    opened = Ledger(str(path), resume=path.exists())
    opened.claim({"version": "1"} | identity)
    return opened


def test_a_client_killed_in_mid_run_goes_on_exactly(tmp_path: Path) -> None:
    path = tmp_path / "ledger"
    killed_client(path, 3)
    before = rows(path)
    assert len(before) == 3
    result = rk.count(rk.Queens(N), resume=path)
    assert (result.value, result.status) == (COUNT, rk.Status.OPTIMAL)
    after = rows(path)
    assert set(before) < set(after)
    assert [number for number, _ in after] == list(range(len(after)))
    assert sum(int(value) for _, value in after) == COUNT
    assert rk.count(rk.Queens(N), resume=path).value == COUNT
    assert rows(path) == after


@pytest.mark.slow
def test_the_command_killed_at_any_time_goes_on_exactly(tmp_path: Path) -> None:
    path = tmp_path / "ledger"
    argument = "--save"
    for seconds in chain((0.2, 0.8, 1.5, 0.3), count(2.0)):  # until it has counted something
        command = [sys.executable, "-m", "rookery", "queens", "18", "--count", argument, str(path)]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        with suppress(subprocess.TimeoutExpired):
            process.wait(seconds)
        process.kill()
        process.communicate()
        argument = "--resume" if path.exists() else "--save"
        with suppress(sqlite3.Error):
            if seconds >= 2.0 and rows(path):
                break
    assert rk.count(rk.Queens(18), resume=path).value == 666090624


def test_a_second_client_is_refused_while_the_first_lives(tmp_path: Path) -> None:
    path = tmp_path / "ledger"
    with waiting_client(path, 2):
        result = CliRunner().invoke(commands, ["queens", str(N), "--count", "--resume", str(path)])
        assert result.exit_code == status.BAD
        assert "is in use by another client" in result.stderr
        assert result.stdout == ""
    assert len(rows(path)) == 2
    assert rk.count(rk.Queens(N), resume=path).value == COUNT


def test_elapsed_time_carries_over_and_limits_do_not(tmp_path: Path) -> None:
    path = tmp_path / "ledger"
    first = rk.count(rk.Queens(N), save=path, limits=rk.Limits(work=3))
    assert (first.status, first.reason) == (rk.Status.FEASIBLE, rk.Reason.WORK)
    connection = sqlite3.connect(path)
    connection.execute("UPDATE work SET value = '1000.0' WHERE name = 'seconds'")
    connection.commit()
    connection.close()
    seen: list[rk.Progress] = []
    second = rk.count(
        rk.Queens(N), resume=path, limits=rk.Limits(seconds=900), on_progress=seen.append
    )
    assert second.value == COUNT
    assert 1000 < second.seconds < 2000  # carried over exactly once
    assert seen[0].done == 4
    assert seen[0].value > first.value
    assert 1000 < rk.count(rk.Queens(N), resume=path).seconds < 2000


def test_batches_are_kept_unit_by_unit(tmp_path: Path) -> None:
    path = tmp_path / "ledger"
    assert rk.count(rk.Queens(N), save=path, batch=4, threads=2).value == COUNT
    assert len(rows(path)) == 10
    with pytest.raises(rk.PuzzleError, match="expected a batch of at least 1, got 0"):
        rk.count(rk.Queens(N), batch=0)


def test_every_row_tells_seconds_and_worker(tmp_path: Path) -> None:
    path = tmp_path / "ledger"
    rk.count(rk.Queens(12), save=path)
    connection = sqlite3.connect(path)
    ((seconds, worker),) = connection.execute("SELECT seconds, worker FROM units").fetchall()
    connection.close()
    assert seconds > 0
    assert worker.endswith(f":{os.getpid()}")


@pytest.mark.parametrize(
    ("puzzle", "named"),
    [
        (rk.Queens(13), "puzzle"),
        (rk.Queens(12, blocked=["a1"]), "puzzle"),
        (rk.Queens(12, given=["a1"]), "puzzle"),
    ],
)
def test_the_ledger_of_another_puzzle_is_refused(
    tmp_path: Path, puzzle: rk.Queens, named: str
) -> None:
    path = tmp_path / "ledger"
    rk.count(rk.Queens(12), save=path)
    before = path.read_bytes()
    with pytest.raises(LedgerError, match=f"ledger of other work: expected {named} Queens"):
        rk.count(puzzle, resume=path)
    assert path.read_bytes() == before
    assert rk.count(rk.Queens(12), resume=path).value == 14200


def test_the_ledger_of_another_version_is_refused(tmp_path: Path) -> None:
    path = str(tmp_path / "ledger")
    with LedgerFile(path, False, "1.0").opened({"puzzle": "x"}):
        pass
    with (
        pytest.raises(LedgerError, match=r"expected version 1\.1, got 1\.0"),
        LedgerFile(path, True, "1.1").opened({"puzzle": "x"}),
    ):
        pass


def test_a_file_that_is_there_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "precious"
    path.write_text("notes")
    with pytest.raises(LedgerError, match="is there already"):
        rk.count(rk.Queens(12), save=path)
    for _ in range(2):
        with pytest.raises(LedgerError, match="expected a ledger, got another file"):
            rk.count(rk.Queens(12), resume=path)
    assert path.read_text() == "notes"


def test_another_database_is_no_ledger(tmp_path: Path) -> None:
    path = tmp_path / "database"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE units (name)")
    connection.commit()
    connection.close()
    before = path.read_bytes()
    with pytest.raises(LedgerError, match="expected a ledger, got another file"):
        rk.count(rk.Queens(12), resume=path)
    assert path.read_bytes() == before


def test_no_file_and_no_folder(tmp_path: Path) -> None:
    with pytest.raises(LedgerError, match="expected a ledger to go on from, got no file"):
        rk.count(rk.Queens(12), resume=tmp_path / "none")
    with pytest.raises(LedgerError, match=r"cannot write .*: No such file or directory"):
        rk.count(rk.Queens(12), save=tmp_path / "none" / "ledger")


def test_a_client_killed_before_its_first_row(tmp_path: Path) -> None:
    path = tmp_path / "ledger"
    path.touch()
    assert rk.count(rk.Queens(12), resume=path).value == 14200


def test_a_unit_is_never_written_twice(tmp_path: Path) -> None:
    kept = ledger(tmp_path / "ledger")
    kept.write(Done(3, 7, 0.5, "me"), 1.0)
    with pytest.raises(LedgerError, match="UNIQUE"):
        kept.write(Done(3, 8, 0.5, "me"), 2.0)
    assert kept.units() == [Done(3, 7, 0.5, "me")]
    kept.close()


@pytest.mark.slow
def test_a_full_disk_is_told_and_what_was_written_stands(tmp_path: Path) -> None:
    """The limit of a file's size stands for the disk: the system refuses to write more."""
    path = tmp_path / "ledger"

    def small_files() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (SMALL_FILE, SMALL_FILE))

    process = client(path, -1, "", preexec_fn=small_files)
    _, said = process.communicate(timeout=SECONDS)
    assert process.returncode == 1
    assert "LedgerError: cannot write the ledger" in said
    assert "the units written so far stand" in said
    written = rows(path)
    assert written
    assert rk.count(rk.Queens(N), resume=path).value == COUNT
    assert set(written) < set(rows(path))


def test_a_file_system_without_room(tmp_path: Path) -> None:
    kept = ledger(tmp_path / "ledger")
    kept._rows.execute("PRAGMA max_page_count = 6")
    with pytest.raises(LedgerError, match="full"):
        for number in range(10**6):
            kept.write(Done(number, 10**2000, 0.5, "me"), 1.0)
    written = len(kept.units())
    kept.close()
    assert number == written > 0
    again = ledger(tmp_path / "ledger")
    assert len(again.units()) == written
    again.close()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--save", "x"], "expected --save with --count"),
        (["--resume", "x"], "expected --resume with --count"),
        (["--count", "--save", "x", "--resume", "y"], "to save or to resume, got both"),
        (["--count", "--resume", "no-such"], "got no file 'no-such'"),
    ],
)
def test_bad_usage(arguments: list[str], said: str) -> None:
    result = CliRunner().invoke(commands, ["queens", "12", *arguments])
    assert (result.exit_code, result.stdout) == (status.BAD, "")
    assert said in result.stderr


def test_what_has_no_units(tmp_path: Path) -> None:
    path = tmp_path / "ledger"
    with pytest.raises(rk.PuzzleError, match="has no units for a ledger"):
        rk.count(rk.Queens(6), save=path)
    assert rk.count(rk.Queens(9), save=path).value == 352
    assert len(rows(path)) == 1
