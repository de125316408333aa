"""Work on a real Dask cluster: a scheduler and three workers, each a process of its own."""

import json
import shutil
import signal
import sqlite3
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from tests.children import python, started
from tests.cover.boards import random_cover
from tests.limited import FakeClock
from tests.running.ledgers import rows

import rookery as rk
from rookery.cli import status
from rookery.queens.counting.methods import COUNTERS
from rookery.results.settings import Settings

NO_ANSWER = "no answer from the scheduler"
NO_WORKERS = "no worker is left"

HALVES = next(method for method in COUNTERS if method.name == "halves")
COUNTS = {12: 14200, 15: 2279184, 16: 14772512, 17: 95815104, 18: 666090624}  # OEIS A000170
WORKERS = 3
LIMIT = 1000.0  # seconds of the fake clock, which ticks because progress is reported by it
LATE = 1e6  # seconds: later than any ticks reach, so a test set it
SECONDS = 600
LARGE = random_cover(21, 20, 20, 0.4, dearest=1000)

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(find_spec("distributed") is None, reason="Dask is not installed"),
    pytest.mark.filterwarnings("default::ResourceWarning", "default::DeprecationWarning"),
]


@dataclass
class Cluster:
    address: str
    scheduler: subprocess.Popen
    workers: list[subprocess.Popen]


def process(module: str, *arguments: str) -> subprocess.Popen:
    silent = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    return started("-m", f"distributed.cli.{module}", *arguments, **silent)


def wait_for(ready: Callable[[], object], what: str) -> None:
    end = time.monotonic() + SECONDS
    while not ready():
        assert time.monotonic() < end, f"waited too long for {what}"
        time.sleep(0.02)


def connected(address: str) -> Any:
    """Return a client of Dask, whose import takes a second."""
    from distributed import Client

    return Client(address, timeout=SECONDS)


@contextmanager
def running_cluster(folder: Path) -> Iterator[Cluster]:
    file = folder / "scheduler.json"
    here = ["--host", "127.0.0.1", "--no-dashboard"]
    processes = [process("dask_scheduler", *here, "--port", "0", "--scheduler-file", str(file))]
    try:
        wait_for(lambda: file.exists() and file.read_text().rstrip().endswith("}"), "the scheduler")
        address = json.loads(file.read_text())["address"]
        own = ["--no-nanny", "--nthreads", "1", "--local-directory", str(folder)]
        processes += [process("dask_worker", address, *here, *own) for _ in range(WORKERS)]
        with connected(address) as client:
            client.wait_for_workers(WORKERS, timeout=SECONDS)
        yield Cluster(address, processes[0], processes[1:])
    finally:
        for one in processes:
            one.kill()
        for one in processes:
            one.wait()


@pytest.fixture(scope="module")
def lasting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """A cluster for all tests that leave it as they found it."""
    with running_cluster(tmp_path_factory.mktemp("cluster")) as running:
        yield running


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    with running_cluster(tmp_path) as running:
        yield running


def on_cluster(cluster: Cluster, *arguments: str) -> subprocess.Popen:
    return started("-m", "rookery", *arguments, "--dask", cluster.address, text=True)


def counting(cluster: Cluster, n: int, *arguments: str) -> subprocess.Popen:
    return on_cluster(cluster, "queens", str(n), "--count", *arguments)


def wait_for_rows(path: Path) -> None:
    """Wait for the first unit to be written, by looking at copies: the client keeps the lock."""

    def has_rows() -> bool:
        with TemporaryDirectory() as folder:
            copy = Path(folder) / "ledger"
            try:
                for end in ("", "-wal"):
                    shutil.copy(f"{path}{end}", f"{copy}{end}")
                return bool(rows(copy))
            except (OSError, sqlite3.Error):
                return False

    wait_for(has_rows, "the first unit")


def test_the_total_is_that_of_one_process(lasting, tmp_path):
    with connected(lasting.address) as client:
        for n in (12, 15, 16, 17):
            path = tmp_path / f"ledger{n}"
            result = rk.count(rk.Queens(n), executor=client.get_executor(), save=path)
            assert result.value == COUNTS[n] == rk.count(rk.Queens(n)).value
    connection = sqlite3.connect(path)
    (workers,) = connection.execute("SELECT count(DISTINCT worker) FROM units").fetchone()
    connection.close()
    assert 1 < workers <= WORKERS


@contextmanager
def one_held(cluster: Cluster) -> Iterator[None]:
    """The first worker stands still with a unit, so that the count does not end."""
    with connected(cluster.address) as client:
        wait_for(lambda: all(client.processing().values()), "a unit for every worker")
    worker = cluster.workers[0]
    worker.send_signal(signal.SIGSTOP)
    try:
        yield
    finally:
        worker.send_signal(signal.SIGCONT)


def test_a_worker_killed_in_mid_run(cluster, tmp_path):
    path = tmp_path / "ledger"
    client = counting(cluster, 18, "--save", str(path))
    with one_held(cluster):
        wait_for_rows(path)
        cluster.workers[0].kill()
    out, _ = client.communicate(timeout=SECONDS)
    assert (client.returncode, out) == (status.DONE, f"{COUNTS[18]}\n")
    assert sum(int(value) for _, value in rows(path)) == COUNTS[18]


def test_the_scheduler_cut_in_mid_run(cluster, tmp_path):
    path = tmp_path / "ledger"
    client = counting(cluster, 18, "--save", str(path))
    with one_held(cluster):
        wait_for_rows(path)
        cluster.scheduler.kill()
    out, said = client.communicate(timeout=SECONDS)
    assert (client.returncode, out) == (status.BAD, "")
    assert said.splitlines()[-1].startswith("rookery: ")
    assert "Traceback" not in said
    how, why = said.splitlines()
    assert how.endswith(f"--resume {path} instead of --save")
    assert "lost" in why
    assert cluster.address in why
    before = rows(path)
    assert before
    assert rk.count(rk.Queens(18), resume=path).value == COUNTS[18]
    assert set(before) < set(rows(path))


def test_ctrl_c_ends_a_count_whose_scheduler_is_stopped(cluster, tmp_path):
    path = tmp_path / "ledger"
    client = counting(cluster, 20, "--save", str(path))
    wait_for_rows(path)
    cluster.scheduler.send_signal(signal.SIGSTOP)
    client.send_signal(signal.SIGINT)
    out, said = client.communicate(timeout=SECONDS)
    assert (client.returncode, out) == (status.INTERRUPTED, "")
    result, *estimate, how = said.splitlines()  # an estimate if a sample ended in time
    assert result.endswith(f": interrupted, {NO_ANSWER} at {cluster.address}")
    assert all(line.startswith("rookery: estimated: ") for line in estimate)
    assert how.endswith(f"--resume {path} instead of --save")


@pytest.mark.parametrize(
    ("break_it", "said"),
    [
        (lambda cluster: cluster.scheduler.send_signal(signal.SIGSTOP), NO_ANSWER),
        (lambda cluster: [worker.kill() for worker in cluster.workers], NO_WORKERS),
    ],
)
def test_a_count_on_a_broken_cluster_ends_at_its_limit(cluster, break_it, said):
    clock = FakeClock(LIMIT, tick=1.0)

    def look(progress):
        if progress.done == 1:
            break_it(cluster)
        if progress.stage == f"{said} at {cluster.address}":
            clock.now = LATE

    with connected(cluster.address) as client:
        executor = client.get_executor()
        settings = Settings(clock.limits, clock=clock, executor=executor, on_progress=look)
        result = HALVES.run(rk.Queens(20), settings)
        cluster.scheduler.send_signal(signal.SIGCONT)
    assert clock.now >= LATE
    assert (result.status, result.reason) == (rk.Status.FEASIBLE, rk.Reason.TIME)
    assert result.note == f"{said} at {cluster.address}"
    assert result.share >= 1 / 1199  # a unit at least; the first may have no placement


def test_a_cover_of_a_cluster_whose_worker_is_killed_in_mid_turn(cluster):
    greedy = rk.solve(LARGE, method="greedy")
    killed_at = []

    def look(progress):
        if not killed_at and sum(map(len, client.processing().values())) == WORKERS:
            cluster.workers[0].kill()
            killed_at.append(progress.done)
        if killed_at and progress.done > killed_at[0] + WORKERS and progress.value < greedy.value:
            raise KeyboardInterrupt

    with connected(cluster.address) as client:
        executor = client.get_executor(pure=False)
        result = rk.solve(LARGE, limits=SECONDS, executor=executor, on_progress=look)
    assert (result.reason, result.note) == (rk.Reason.INTERRUPTED, "")
    assert 0 < result.bound <= result.value < greedy.value


def test_many_puzzles(lasting, tmp_path):
    queens = tmp_path / "queens.txt"
    queens.write_text("2\n\n1 1\n\n1 4\n")
    solving = on_cluster(lasting, "solve-many", str(queens))
    out, said = solving.communicate(timeout=SECONDS)
    assert (solving.returncode, said) == (status.DONE, "")
    found = sorted(map(json.loads, out.splitlines()), key=lambda line: line["test"])
    assert [line["value"] for line in found] == [4, 18]
    workers = {int(line["worker"].rpartition(":")[2]) for line in found}
    assert workers <= {worker.pid for worker in lasting.workers}


def test_many_puzzles_wait_for_a_stopped_scheduler_and_say_so(lasting):
    told = []

    def look(progress):
        told.append((progress.done, progress.stage))
        if told == [(1, "puzzles")]:
            lasting.scheduler.send_signal(signal.SIGSTOP)
        elif progress.stage.startswith(NO_ANSWER):
            lasting.scheduler.send_signal(signal.SIGCONT)

    puzzles = [rk.Queens(n) for n in range(4, 16)]
    with connected(lasting.address) as client:
        outcomes = list(rk.solve_many(puzzles, executor=client.get_executor(), on_progress=look))
    assert sorted(outcome.number for outcome in outcomes) == list(range(12))
    assert any(stage == f"{NO_ANSWER} at {lasting.address}" for _, stage in told)
    assert [done for done, stage in told if stage == "puzzles"] == list(range(1, 13))


def test_a_cluster_of_its_own():
    ended = python("-m", "rookery", "queens", 16, "--count", "--workers", 2)
    assert (ended.stdout, ended.stderr) == (f"{COUNTS[16]}\n", "")
