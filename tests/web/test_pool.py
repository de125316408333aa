"""Worker processes: lent, recalled, killed, replaced."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from tests.children import python
from tests.web.conftest import PATIENCE

from rookery.web import pool as pools
from rookery.web.pool import NoWorker, Pool, Worker, WorkerDied

MIB = 1048576

pytestmark = pytest.mark.filterwarnings("default::ResourceWarning")


def test_what_a_worker_prints_is_no_event():
    program = (
        "from rookery.web import worker\n"
        "worker.WorkerProcess.work = lambda self: (print('stray'), self.tell({'event': 'ready'}))\n"
        "worker.main()"
    )
    commands, server = os.pipe()  # the worker ends with its input
    ran = python("-c", program, os.getpid(), 2048 * MIB, stdin=commands)
    os.close(commands)
    os.close(server)
    assert (ran.stdout, ran.stderr) == ('{"event":"ready"}\n', "stray\n")


@asynccontextmanager
async def opened(size: int = 1, memory: int = 2048 * MIB) -> AsyncIterator[Pool]:
    pool = Pool(size, memory)
    pool.open()
    try:
        async with asyncio.timeout(PATIENCE):
            yield pool
    finally:
        await pool.close()


def task(n: int, **asked: Any) -> dict[str, Any]:
    puzzle = {"family": "queens", "n": n}
    chosen = {"method": "auto", "seed": 0, "gap": None, "count": False, "threads": 1}
    return {"do": "solve", "job": f"queens {n}", "puzzle": puzzle, "seconds": 60} | chosen | asked


async def last(worker: Worker, asked: dict[str, Any]) -> tuple[str, Any]:
    return [event async for event in worker.events(asked)][-1]


async def test_closing_as_a_worker_gets_warm():
    async with opened() as pool:
        worker = await pool.take()
        await asyncio.sleep(0)  # the pool begins to wait for it
        worker.warm.set()
        await asyncio.sleep(0)  # that wait is over, and nobody knows yet


class _Never(asyncio.Event):
    """An event that nothing brings about."""

    def set(self) -> None:
        return


@pytest.mark.slow
async def test_the_next_worker_comes_at_once_if_missed(monkeypatch):
    """A worker that is lent as soon as it is ready may get warm only after a long task."""
    start = Worker.start

    async def start_cold(memory):
        worker = await start(memory)
        worker.warm = _Never()
        return worker

    monkeypatch.setattr(Worker, "start", start_cold)
    monkeypatch.setattr(pools, "WARM_SECONDS", 10 * PATIENCE)
    async with opened(3) as pool:
        workers = [await pool.take() for _ in range(3)]
        assert len({worker.pid for worker in workers}) == 3


@pytest.mark.slow
async def test_a_recalled_worker_is_kept(monkeypatch):
    monkeypatch.setattr(pools, "RECALL_SECONDS", PATIENCE)
    async with opened() as pool:
        worker = await pool.take()
        await worker.warm.wait()
        events = worker.events(task(16))
        assert (await anext(events))[0] == "started"
        assert (await anext(events))[0] == "progress"
        await events.aclose()
        pool.recall(worker, "queens 16")
        assert await pool.take() is worker
        name, data = await last(worker, task(6))
        assert (name, data["value"]) == ("result", 4)


@pytest.mark.slow
async def test_a_worker_that_ignores_its_recall_is_killed(monkeypatch):
    monkeypatch.setattr(pools, "RECALL_SECONDS", 0.01)
    async with opened() as pool:
        worker = await pool.take()
        pool.recall(worker, "a task that it never had")
        other = await pool.take()
        assert other.pid != worker.pid
        assert not worker.alive


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="signals")
async def test_a_worker_that_dies_is_replaced():
    async with opened() as pool:
        first = await pool.take()
        events = first.events(task(20))
        await anext(events)
        os.kill(first.pid, signal.SIGKILL)
        with pytest.raises(WorkerDied):
            async for _ in events:
                pass
        pool.discard(first)
        second = await pool.take()
        pool.give_back(second)
        os.kill(second.pid, signal.SIGKILL)  # while it is idle: it is replaced at once
        while pool.pids() in ([], [second.pid]):
            await asyncio.sleep(0.01)
        third = await pool.take()
        assert pool.pids() == [third.pid]
        os.kill(third.pid, signal.SIGKILL)  # before it is given back
        pool.give_back(third)
        await third.ended()
        fourth = await pool.take()
        assert len({first.pid, second.pid, third.pid, fourth.pid}) == 4


async def test_a_failed_start_is_reported(monkeypatch):
    monkeypatch.setattr(pools, "RETRY_SECONDS", 0.01)
    monkeypatch.setattr(pools, "FAILED_STARTS", 2)
    async with opened(memory=1) as pool:  # no Python begins with a byte
        with pytest.raises(NoWorker):
            await pool.take()


@pytest.mark.slow
async def test_too_much_memory_is_reported_and_the_next_task_served():
    board = {"rows": 32, "columns": 32}
    targets = [f"{file}{rank}" for file in "bcd" for rank in range(1, 9)]
    tour = {"family": "tour", "board": board, "start": "a32", "targets": targets, "visit": "on"}
    async with opened(memory=300 * MIB) as pool:
        worker = await pool.take()
        try:
            name, data = await last(worker, task(8) | {"puzzle": tour, "method": "layers"})
            assert name == "error"
            assert "memory" in data["error"]
            pool.give_back(worker)
        except WorkerDied:
            pool.discard(worker)
        name, data = await last(await pool.take(), task(6))
        assert (name, data["value"]) == ("result", 4)
