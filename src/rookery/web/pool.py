"""A pool of warm worker processes, each lent to one task at a time and replaced if killed."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import sys
from collections.abc import AsyncIterator, Coroutine
from contextlib import suppress
from typing import Any

READY_SECONDS = 60.0
WARM_SECONDS = 10.0  # seconds that the next start waits for a worker to fill the kernel cache
RECALL_SECONDS = 0.8  # for a worker to stop an abandoned task, or to end after its output
RETRY_SECONDS = 1.0
FAILED_STARTS = 3  # failures in a row before waiting tasks fail
LONGEST_LINE = 1 << 25  # bytes; four times the largest picture
TASKS_A_WORKER = 200  # tasks before a worker is replaced, against memory leaks

LAST = frozenset({"result", "error"})  # each task ends with one of these events


_log = logging.getLogger("rookery.web")


class WorkerDied(Exception):
    """A worker process ended during a task."""


class NoWorker(Exception):
    """No worker process can be started."""


class Worker:
    """A worker process, from the server's side.

    `ready` is set when it accepts tasks, and `warm` when it has loaded all kernels and solvers.
    Both are also set when it has ended.
    """

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self._inbox: asyncio.Queue[dict[str, Any] | None] = asyncio.Queue()
        self._reading = asyncio.create_task(self._read())
        self.ready = asyncio.Event()
        self.warm = asyncio.Event()
        self.tasks = 0

    @classmethod
    async def start(cls, memory: int) -> Worker:
        """Start a process with a limit on its bytes of data."""
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-m", "rookery.web.worker", str(os.getpid()), str(memory)),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=LONGEST_LINE,
            start_new_session=True,  # Ctrl-C in a terminal is for the server
        )
        return cls(process)

    @property
    def pid(self) -> int:
        """Its process id."""
        return self._process.pid

    @property
    def alive(self) -> bool:
        """Whether the process has not ended yet."""
        return self._process.returncode is None and not self._reading.done()

    def send(self, command: dict[str, Any]) -> None:
        """Send a command."""
        if self._process.stdin is not None and not self._process.stdin.is_closing():
            self._process.stdin.write(json.dumps(command).encode() + b"\n")

    async def events(self, task: dict[str, Any]) -> AsyncIterator[tuple[str, Any]]:
        """Send a task, yield its events by name; raise `WorkerDied` if the process ends first."""
        self.tasks += 1
        self.send(task)
        name = ""
        while name not in LAST:
            event = await self._inbox.get()
            if event is None:
                raise WorkerDied
            if event["job"] == task["job"]:
                name = event["event"]
                yield name, event["data"]

    async def leave(self, task: str) -> None:
        """Stop the task of this id and wait for its end; raise `WorkerDied` if the process ends."""
        self.send({"do": "stop", "job": task})
        while (event := await self._inbox.get()) is not None:
            if event["job"] == task and event["event"] in LAST:
                return
        raise WorkerDied

    def kill(self) -> None:
        """Kill the process, unless it has ended."""
        if self._process.returncode is None:
            self._process.kill()

    async def ended(self) -> None:
        """Wait until the process has ended, and all its output is read."""
        await self._process.wait()
        await self._reading

    async def _read(self) -> None:
        """Receive the events of the process until it ends."""
        stream = self._process.stdout
        while stream is not None and (line := await _line(stream)):
            event = json.loads(line)
            if event["event"] == "ready":
                self.ready.set()
            elif event["event"] == "warm":
                self.warm.set()
            else:
                self._inbox.put_nowait(event)
        # A kill would take the exit status that asyncio waits for, so one that ends is waited for;
        # after a line that is too long, it may run on.
        with suppress(TimeoutError):
            async with asyncio.timeout(RECALL_SECONDS):
                await self._process.wait()
        self.kill()
        self._inbox.put_nowait(None)
        self.ready.set()
        self.warm.set()


async def _line(stream: asyncio.StreamReader) -> bytes:
    """Return the next line, or nothing at the end or for a line that is too long."""
    try:
        return await stream.readline()
    except ValueError:
        _log.error("a worker's answer is longer than %d bytes", LONGEST_LINE)
        return b""


class Pool:
    """A number of warm workers, each of which may hold `memory` bytes of data."""

    def __init__(self, size: int, memory: int) -> None:
        self._size = size
        self._memory = memory
        self._workers: set[Worker] = set()
        self._idle: asyncio.Queue[Worker | None] = asyncio.Queue()
        self._takers = 0
        self._failed = 0
        self._missed = asyncio.Event()
        self._wanted = asyncio.Event()
        self._keeper: asyncio.Task[None] | None = None
        self._endings: set[asyncio.Task[None]] = set()

    def open(self) -> None:
        """Begin to start workers, one after the other."""
        self._keeper = asyncio.create_task(self._keep())
        self._wanted.set()

    async def close(self) -> None:
        """Kill all workers, and wait until they have ended."""
        if self._keeper is not None:
            self._keeper.cancel()
            await asyncio.gather(self._keeper, return_exceptions=True)
        for worker in self._workers:
            worker.kill()
        await asyncio.gather(*(worker.ended() for worker in self._workers))
        for ending in self._endings:
            ending.cancel()
        await asyncio.gather(*self._endings, return_exceptions=True)

    async def take(self) -> Worker:
        """Return a worker as soon as one is idle. Raises `NoWorker` if none can be started."""
        self._takers += 1
        if self._takers > self._idle.qsize():
            self._missed.set()
        try:
            while True:
                worker = await self._idle.get()
                if worker is None:
                    raise NoWorker
                if worker.alive:
                    return worker
                self.discard(worker)
        finally:
            self._takers -= 1

    def give_back(self, worker: Worker) -> None:
        """Take back a worker that is idle."""
        if worker.tasks < TASKS_A_WORKER:
            self._idle.put_nowait(worker)
        else:
            self.discard(worker)

    def recall(self, worker: Worker, task: str) -> None:
        """Stop the task of a worker, which stays warm; kill the worker if it does not stop soon."""
        self._begin(self._recall(worker, task))

    def discard(self, worker: Worker) -> None:
        """Kill a worker; like every worker that ends, it is replaced."""
        worker.kill()

    def pids(self) -> list[int]:
        """Return the process ids of all workers."""
        return [worker.pid for worker in self._workers]

    def _begin(self, ending: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(ending)
        self._endings.add(task)
        task.add_done_callback(self._endings.discard)

    async def _recall(self, worker: Worker, task: str) -> None:
        try:
            async with asyncio.timeout(RECALL_SECONDS):
                await worker.leave(task)
        except (TimeoutError, WorkerDied):
            self.discard(worker)
        else:
            self.give_back(worker)

    async def _bury(self, worker: Worker) -> None:
        """Wait until a worker has ended, idle or not, and let another be started in its place."""
        await worker.ended()
        self._workers.discard(worker)
        self._wanted.set()

    async def _keep(self) -> None:
        """Replace missing workers, until cancelled."""
        # Python 3.11's `asyncio.wait_for` can miss that (CPython's issue 86296), unlike `timeout`.
        while True:
            await self._wanted.wait()
            self._wanted.clear()
            while len(self._workers) < self._size:
                worker = await self._started()
                if worker is None:
                    await self._despair()
                else:
                    await self._welcome(worker)

    async def _started(self) -> Worker | None:
        """Start a worker and return it when it is ready, or None if that fails."""
        try:
            worker = await Worker.start(self._memory)
        except OSError as error:
            _log.error("no worker process can be started: %s", error)
            return None
        self._workers.add(worker)
        with suppress(TimeoutError):
            async with asyncio.timeout(READY_SECONDS):
                await worker.ready.wait()
        if worker.ready.is_set() and worker.alive:
            self._begin(self._bury(worker))
            return worker
        worker.kill()
        await worker.ended()
        self._workers.discard(worker)
        return None

    async def _welcome(self, worker: Worker) -> None:
        """Lend a new worker, and give it time to fill the kernel cache for the next."""
        # A worker that is lent at once loads nothing more, and the next would start slowly.
        self._failed = 0
        self.give_back(worker)
        if self._takers <= self._idle.qsize():
            self._missed.clear()
        waits = [asyncio.create_task(event.wait()) for event in (worker.warm, self._missed)]
        try:
            await asyncio.wait(waits, timeout=WARM_SECONDS, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for wait in waits:
                wait.cancel()

    async def _despair(self) -> None:
        """Wait after a failed start; after several in a row, fail the calls that wait."""
        self._failed += 1
        if self._failed >= FAILED_STARTS:
            for _ in range(self._takers):
                self._idle.put_nowait(None)
        await asyncio.sleep(RETRY_SECONDS)
