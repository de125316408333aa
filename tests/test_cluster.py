"""Counting on a real Dask cluster: a scheduler and three workers, each a process of its own."""

from __future__ import annotations

import json
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from click.testing import CliRunner

import rookery as rk
from rookery.cli import status
from rookery.cli.commands import commands

distributed = pytest.importorskip("distributed", reason="Dask is not installed")

COUNTS = {12: 14200, 15: 2279184, 16: 14772512, 17: 95815104, 18: 666090624}  # OEIS A000170
WORKERS = 3
SECONDS = 240

pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("default::ResourceWarning", "default::DeprecationWarning"),
]


@dataclass
class Cluster:
    address: str
    scheduler: subprocess.Popen
    workers: list[subprocess.Popen]


def process(module: str, *arguments: str) -> subprocess.Popen:
    command = [sys.executable, "-m", f"distributed.cli.{module}", *arguments]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def wait_for(ready: Callable[[], object], what: str) -> None:
    end = time.monotonic() + SECONDS
    while not ready():
        assert time.monotonic() < end, f"waited too long for {what}"
        time.sleep(0.02)


@contextmanager
def running_cluster(folder: Path) -> Iterator[Cluster]:
    file = folder / "scheduler.json"
    here = ["--host", "127.0.0.1", "--no-dashboard"]
    processes = [process("dask_scheduler", *here, "--port", "0", "--scheduler-file", str(file))]
    try:
        wait_for(file.exists, "the scheduler")
        time.sleep(0.2)
        address = json.loads(file.read_text())["address"]
        own = ["--no-nanny", "--nthreads", "1", "--local-directory", str(folder)]
        processes += [process("dask_worker", address, *here, *own) for _ in range(WORKERS)]
        with distributed.Client(address, timeout=SECONDS) as client:
            client.wait_for_workers(WORKERS, timeout=SECONDS)
        yield Cluster(address, processes[0], processes[1:])
    finally:
        for one in processes:
            one.kill()
        for one in processes:
            one.wait()


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    with running_cluster(tmp_path) as running:
        yield running


def counting(cluster: Cluster, n: int, *arguments: str) -> subprocess.Popen:
    command = [sys.executable, "-m", "rookery", "queens", str(n), "--count"]
    return subprocess.Popen(
        [*command, "--dask", cluster.address, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def rows(path: Path) -> list[tuple[int, str]]:
    connection = sqlite3.connect(path)
    found = connection.execute("SELECT number, result FROM units ORDER BY number").fetchall()
    connection.close()
    return found


def wait_for_rows(path: Path) -> None:
    """Wait for the first unit to be written: the file beside the ledger grows."""
    log = Path(f"{path}-wal")
    wait_for(log.exists, "the ledger")
    wait_for(lambda: log.stat().st_size > 0, "the ledger's beginning")
    begun = log.stat().st_size
    wait_for(lambda: log.stat().st_size > begun, "the first unit")


def test_the_total_is_that_of_one_process(cluster: Cluster, tmp_path: Path) -> None:
    with distributed.Client(cluster.address) as client:
        for n in (12, 15, 16, 17):
            path = tmp_path / f"ledger{n}"
            result = rk.count(rk.Queens(n), executor=client.get_executor(), save=path)
            assert result.value == COUNTS[n] == rk.count(rk.Queens(n)).value
    connection = sqlite3.connect(path)
    (workers,) = connection.execute("SELECT count(DISTINCT worker) FROM units").fetchone()
    connection.close()
    assert workers == WORKERS


def test_a_worker_killed_in_mid_run(cluster: Cluster, tmp_path: Path) -> None:
    path = tmp_path / "ledger"
    client = counting(cluster, 18, "--save", str(path))
    wait_for_rows(path)
    cluster.workers[0].kill()
    out, _ = client.communicate(timeout=SECONDS)
    assert (client.returncode, out) == (status.DONE, f"{COUNTS[18]}\n")
    assert sum(int(value) for _, value in rows(path)) == COUNTS[18]


def test_the_scheduler_cut_in_mid_run(cluster: Cluster, tmp_path: Path) -> None:
    path = tmp_path / "ledger"
    client = counting(cluster, 18, "--save", str(path))
    wait_for_rows(path)
    cluster.scheduler.kill()
    out, said = client.communicate(timeout=SECONDS)
    assert (client.returncode, out) == (status.BAD, "")
    assert said.splitlines()[-1].startswith("rookery: ")
    assert "Traceback" not in said
    assert "lost" in said
    before = rows(path)
    assert before
    assert rk.count(rk.Queens(18), resume=path).value == COUNTS[18]
    assert set(before) < set(rows(path))


def test_the_client_killed_and_resumed_by_another(cluster: Cluster, tmp_path: Path) -> None:
    path = tmp_path / "ledger"
    client = counting(cluster, 18, "--save", str(path))
    wait_for_rows(path)
    client.kill()
    client.communicate()
    assert client.returncode == -signal.SIGKILL
    again = counting(cluster, 18, "--resume", str(path))
    out, _ = again.communicate(timeout=SECONDS)
    assert (again.returncode, out) == (status.DONE, f"{COUNTS[18]}\n")
    assert [number for number, _ in rows(path)] == list(range(len(rows(path))))


def test_a_cluster_of_its_own() -> None:
    command = [sys.executable, "-m", "rookery", "queens", "16", "--count", "--workers", "2"]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
    assert (ended.returncode, ended.stdout, ended.stderr) == (status.DONE, f"{COUNTS[16]}\n", "")


def test_dask_or_workers() -> None:
    arguments = ["queens", "12", "--count", "--dask", "tcp://x:1", "--workers", "2"]
    result = CliRunner().invoke(commands, arguments)
    assert result.exit_code == status.BAD
    assert "--dask or --workers, got both" in result.stderr
