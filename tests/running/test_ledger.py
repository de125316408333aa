"""The ledger: what a killed client wrote stands, and nothing counts twice."""

import os
import resource
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from tests.children import started
from tests.command import rookery
from tests.running.ledgers import COUNT, UNIT, UNIT_SIZES, N, execute, opened, rows

import rookery as rk
from rookery.cli import status
from rookery.queens.counting import halves
from rookery.running.ledger import Ledger, LedgerError
from rookery.running.units import Done

SECONDS = 600
SMALL_FILE = 40 << 10

#: Counts into the ledger of its argument; when so many units are done it is killed or it waits.
CLIENT = f"""
import os, signal, sys, time
import rookery as rk
from rookery.queens.counting import halves

halves.UNIT_SIZES = {UNIT_SIZES}

def stop(progress):
    if progress.done == {{units}}:
        print("here", flush=True)
        {{end}}

rk.count(rk.Queens({N}), threads=1, save=sys.argv[1], on_progress=stop)
"""


@pytest.fixture(autouse=True)
def units_of_one_prefix(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(halves, "UNIT_SIZES", UNIT_SIZES)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "ledger"


def client(path: Path, units: int, end: str, **keywords: object) -> subprocess.Popen:
    return started("-c", CLIENT.format(units=units, end=end), path, text=True, **keywords)


@pytest.mark.slow
def test_a_second_client_is_refused_while_the_first_lives(path):
    first = client(path, 2, f"time.sleep({SECONDS})")
    try:
        assert first.stdout.readline() == "here\n"
        second = rookery("queens", N, "--count", "--resume", path)
    finally:
        first.kill()
        first.communicate()
    assert (second.exit_code, second.stdout) == (status.BAD, "")
    assert "is in use by another client" in second.stderr
    assert len(rows(path)) == 2
    assert rk.count(rk.Queens(N), resume=path).value == COUNT


def test_elapsed_time_carries_over_and_limits_do_not(path):
    first = rk.count(rk.Queens(N), save=path, limits=rk.Limits(work=3))
    assert (first.status, first.reason) == (rk.Status.FEASIBLE, rk.Reason.WORK)
    kept = Ledger(str(path), resume=True)
    kept.claim(dict(kept._rows.execute("SELECT name, value FROM work")))
    last = kept.units()[-1]
    kept.forget(last.number)
    kept.write(last, 1000.0)
    kept.close()
    seen: list[rk.Progress] = []
    second = rk.count(
        rk.Queens(N), resume=path, limits=rk.Limits(seconds=900), on_progress=seen.append
    )
    assert second.value == COUNT
    assert 1000 < second.seconds < 2000  # carried over exactly once
    assert (seen[0].done, seen[0].value) == (3, first.value)
    assert seen[-1].value == COUNT
    assert 1000 < rk.count(rk.Queens(N), resume=path).seconds < 2000


@pytest.mark.parametrize(
    "puzzle", [rk.Queens(13), rk.Queens(12, blocked=["a1"]), rk.Queens(12, given=["a1"])]
)
def test_the_ledger_of_another_puzzle_is_refused(path, puzzle):
    rk.count(rk.Queens(12), save=path)
    before = path.read_bytes()
    with pytest.raises(LedgerError, match="ledger of other work: expected puzzle Queens"):
        rk.count(puzzle, resume=path)
    assert path.read_bytes() == before
    assert rk.count(rk.Queens(12), resume=path).value == 14200


def test_a_ledger_goes_on_in_the_releases_of_its_version_only(path):
    with opened(path, "1.4.0") as kept:
        kept.write(UNIT, 1.0)
    with opened(path, "1.4.7") as kept:
        assert kept.units() == [UNIT]
    told = r"expected version 1\.5, got 1\.4"
    with pytest.raises(LedgerError, match=told), opened(path, "1.5.0"):
        pass
    execute(path, "UPDATE work SET value = '1.5' WHERE name = 'version'")
    with opened(path, "1.5.0") as kept, pytest.raises(LedgerError, match="was changed"):
        kept.units()


@pytest.mark.parametrize("name", [":memory:", "file:x?mode=memory", "a b#?.ledger"])
def test_any_name_is_that_of_a_file(tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    assert rk.count(rk.Queens(12), save=name).value == 14200
    assert (tmp_path / name).is_file()
    assert len(rows(tmp_path / name)) == 1
    assert rk.count(rk.Queens(12), resume=name).value == 14200


@pytest.fixture
def folder_of_nobody() -> Iterator[Path]:
    """A folder of a user who, unlike root, cannot write to any file."""
    nobody = 65534
    with TemporaryDirectory() as name:
        is_root = os.geteuid() == 0
        if is_root:
            os.chown(name, nobody, nobody)
            os.seteuid(nobody)
        yield Path(name)
        if is_root:
            os.seteuid(0)


@pytest.mark.parametrize(
    ("of_file", "of_folder", "why"),
    [
        (0o400, 0o700, "it is not writable"),
        (0o400, 0o500, "it is not writable"),
        (0o000, 0o700, "it is not writable"),
        (0o600, 0o500, "it or its folder is read-only"),
    ],
)
def test_a_file_that_cannot_be_written_to(folder_of_nobody, of_file, of_folder, why):
    path = folder_of_nobody / "ledger"
    rk.count(rk.Queens(12), save=path)
    path.chmod(of_file)
    folder_of_nobody.chmod(of_folder)
    try:
        with pytest.raises(LedgerError) as caught:
            rk.count(rk.Queens(12), resume=path)
    finally:
        folder_of_nobody.chmod(0o700)
    assert str(caught.value) == f"cannot write the ledger {str(path)!r}: {why}"


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE units SET result = '197681819' WHERE number = 1",
        "UPDATE units SET number = 7 WHERE number = 1",
        "UPDATE units SET seconds = 9e9 WHERE number = 1",
        "UPDATE units SET worker = 'another' WHERE number = 1",
        "UPDATE units SET elapsed = -1 WHERE number = 1",
        "UPDATE units SET digest = (SELECT digest FROM units WHERE number = 0) WHERE number = 1",
        "UPDATE units SET result = x'ff' WHERE number = 1",
        "INSERT INTO units SELECT 5, result, seconds, worker, elapsed, digest FROM units LIMIT 1",
    ],
)
def test_a_changed_row_is_found(path, change):
    with opened(path) as kept:
        for number in range(3):
            kept.write(Done(number, 197681810 + number, 0.5, "me"), 1.0)
    before = execute(path, "SELECT * FROM units")
    execute(path, change)
    assert execute(path, "SELECT * FROM units") != before
    with opened(path) as kept, pytest.raises(LedgerError, match=r"is damaged: the row of unit ."):
        kept.units()


def damaged(data: bytes, random: Random) -> bytes:
    """Return the bytes of a file with some changed, or its end cut off."""
    changed = bytearray(data)
    for _ in range(random.choice([1, 1, 1, 4, 50])):
        changed[random.randrange(len(data))] = random.randrange(256)
    return bytes(changed[: random.choice([len(data)] * 9 + [random.randrange(len(data))])])


@pytest.mark.parametrize(
    ("seed", "times"),
    [(0, 40), *(pytest.param(seed, 200, marks=pytest.mark.slow) for seed in (1, 2))],
)
def test_no_damage_gives_another_count(path, seed, times):
    random = Random(seed)
    written = [Done(number, 197681810 + number, 0.5, "me") for number in range(40)]
    with opened(path) as kept:
        for done in written:
            kept.write(done, 1.0)
    whole = path.read_bytes()
    for _ in range(times):
        path.write_bytes(damaged(whole, random))
        try:
            with opened(path) as kept:
                assert all(done in written for done in kept.units())
                assert 0 <= kept.seconds() <= 1
        except LedgerError as error:
            assert "in use" not in str(error)
        for end in ("-wal", "-shm"):
            Path(f"{path}{end}").unlink(missing_ok=True)


@pytest.mark.parametrize(
    ("at", "told"),
    [
        (0, "expected a ledger, got another file"),
        (20, "is damaged: "),
        (28, "is damaged: database disk image is malformed"),
        (63, "expected a ledger of format 2, got 253"),
    ],
)
def test_a_changed_byte_of_the_header_is_told_in_words(path, at, told):
    with opened(path):
        pass
    data = bytearray(path.read_bytes())
    data[at] ^= 0xFF
    path.write_bytes(data)
    with pytest.raises(LedgerError, match=told), opened(path):
        pass


def test_a_ledger_whose_client_was_killed_as_it_began_is_begun_again(path):
    execute(path, "PRAGMA journal_mode = WAL")  # the first page, and nothing of a ledger's
    assert path.stat().st_size > 0
    with opened(path) as kept:
        kept.write(UNIT, 1.0)
        assert kept.units() == [UNIT]


def test_a_file_that_is_there_is_not_overwritten(tmp_path):
    path = tmp_path / "precious"
    path.write_text("notes")
    with pytest.raises(LedgerError, match="already exists"):
        rk.count(rk.Queens(12), save=path)
    for _ in range(2):
        with pytest.raises(LedgerError, match="expected a ledger, got another file"):
            rk.count(rk.Queens(12), resume=path)
    assert path.read_text() == "notes"


def test_no_file_and_no_folder(tmp_path):
    with pytest.raises(LedgerError, match="expected a ledger to resume, found no file"):
        rk.count(rk.Queens(12), resume=tmp_path / "none")
    with pytest.raises(LedgerError, match=r"cannot write .*: No such file or directory"):
        rk.count(rk.Queens(12), save=tmp_path / "none" / "ledger")


def test_a_unit_is_never_written_twice(tmp_path):
    with opened(tmp_path / "ledger") as kept:
        kept.write(UNIT, 1.0)
        with pytest.raises(LedgerError, match="UNIQUE"):
            kept.write(Done(UNIT.number, 8, 0.5, "me"), 2.0)
        assert kept.units() == [UNIT]


@pytest.mark.slow
def test_a_full_disk_is_reported_and_written_units_stand(path):
    """The limit of a file's size stands for the disk: the system refuses to write more."""

    def small_files():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (SMALL_FILE, SMALL_FILE))

    process = client(path, -1, "", preexec_fn=small_files)
    _, said = process.communicate(timeout=SECONDS)
    assert process.returncode == 1
    assert "LedgerError: cannot write the ledger" in said
    assert "the units written so far are safe" in said
    written = rows(path)
    assert written
    assert rk.count(rk.Queens(N), resume=path).value == COUNT
    assert set(written) < set(rows(path))
