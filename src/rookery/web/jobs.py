"""Jobs: tasks that wait their turn, run in a worker, and can be stopped or abandoned.

A reply is a stream of a job's events, or its result as JSON. If the client disconnects, both end
the job at once, and its worker leaves the task.
"""

from __future__ import annotations

import asyncio
import json
import secrets
from abc import ABC, abstractmethod
from contextlib import suppress
from typing import Any

from starlette.responses import JSONResponse, Response
from starlette.types import Receive, Scope, Send

from rookery.web.pool import LAST, NoWorker, Pool, Worker, WorkerDied

START_SECONDS = 120.0  # for a worker to begin a task: it may compile kernels first
GRACE_SECONDS = 2.0  # seconds of a solve beyond its own limit before it is stopped
SHORT_GRACE_SECONDS = 0.25  # the same for a short task; or a twentieth of its limit
STOP_SECONDS = 0.8  # seconds for a stopped task to return its best answer

PACE_SECONDS = 0.1  # seconds between events of progress
KEEP_ALIVE_SECONDS = 5.0
RETRY_AFTER_SECONDS = 10
TOO_BUSY = "too many puzzles wait to be solved; try again in a while"
Data = dict[str, Any]

DIED = "the worker process died, perhaps because it needed more memory than is allowed here"


class Busy(Exception):
    """The queue is full; no more jobs are taken."""


class Mailbox:
    """The latest events of a job that have not yet been sent to its client.

    A slow client never delays a job: only the latest event of each name is kept.
    """

    def __init__(self) -> None:
        self._events: dict[str, Data] = {}
        self._changed = asyncio.Event()

    def put(self, name: str, data: Data) -> None:
        """Keep an event; it replaces an earlier one of the same name."""
        before = self._events.pop(name, {})
        if name == "progress" and "answer" in before and "answer" not in data:
            data = data | {"answer": before["answer"]}
        self._events[name] = data
        self._changed.set()

    async def take(self) -> dict[str, Data]:
        """Return the kept events in order; wait until there is one."""
        await self._changed.wait()
        self._changed.clear()
        events, self._events = self._events, {}
        return events


class Job:
    """A task in the queue or in a worker; its last event is a ``result`` or an ``error``."""

    def __init__(self, task: Data) -> None:
        self.id = secrets.token_urlsafe(12)
        self.task = task | {"job": self.id}
        self.news = Mailbox()
        self.stopped = False
        self.worker: Worker | None = None
        self.turn = asyncio.Event()
        self._best: Data = {}
        self._taking: asyncio.Future[Worker] | None = None
        self._stopping: asyncio.TimerHandle | None = None

    def tell(self, name: str, data: Data) -> None:
        """Pass an event on, and remember the best answer."""
        if name == "progress":
            self._best |= {key: data[key] for key in ("seconds", "value", "bound", "gap")}
            self._best |= {"answer": data["answer"]} if "answer" in data else {}
        self.news.put(name, data)

    def stop(self) -> None:
        """Stop the task with its best answer; if it does not end soon, its worker is killed."""
        self.stopped = True
        self.turn.set()
        if self._taking is not None:
            self._taking.cancel()
        elif self.worker is not None and self._stopping is None:
            self.worker.send({"do": "stop", "job": self.id})
            self._stopping = asyncio.get_running_loop().call_later(STOP_SECONDS, self.worker.kill)

    async def taking(self, pool: Pool) -> Worker | None:
        """Return an idle worker, or None if the job is stopped before one is free."""
        self._taking = asyncio.ensure_future(pool.take())
        try:
            return await self._taking
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if self.stopped and task is not None and not task.cancelling():
                return None
            raise
        finally:
            self._taking = None

    async def run(self, worker: Worker) -> None:
        """Run the task in a worker; stop it after its limit, and kill a worker that does not stop.

        Raises `WorkerDied`, after the last event, if the worker was killed or died.
        """
        self.worker = worker
        call_later = asyncio.get_running_loop().call_later
        overdue = call_later(START_SECONDS, self._overdue)
        try:
            async for name, data in worker.events(self.task):
                if name == "started":
                    overdue.cancel()
                    overdue = call_later(self.task["seconds"] + self._grace, self._overdue)
                if self._stopping is not None and name == "error":
                    name, data = self._salvaged()
                elif self._stopping is not None and data.get("reason") == "interrupted":
                    data = data | {"reason": self._reason}
                self.tell(name, data)
        except WorkerDied:
            self.tell(*self._salvaged())
            raise
        finally:
            overdue.cancel()
            self.worker = None
            if self._stopping is not None:
                self._stopping.cancel()

    def end_unstarted(self) -> None:
        """Send the result of a job that was stopped while still queued."""
        self.tell("result", self._nothing("interrupted"))

    def _overdue(self) -> None:
        """Stop the task at its limit."""
        if not self.stopped:
            self.stop()
            self.stopped = False

    @property
    def _grace(self) -> float:
        """The seconds beyond its own limit after which the task is stopped."""
        return GRACE_SECONDS

    @property
    def _reason(self) -> str:
        return "interrupted" if self.stopped else "time"

    def _salvaged(self) -> tuple[str, Data]:
        """Return the last event of an unfinished job, from its events so far."""
        if "answer" in self._best:
            note = "" if self._stopping else "the worker process died, perhaps of too little memory"
            known = self._best | {"status": "feasible", "note": note}
            return "result", self._nothing(self._reason) | known
        if self._stopping:
            known = {name: self._best[name] for name in ("seconds", "bound") if name in self._best}
            return "result", self._nothing(self._reason) | known
        return "error", {"error": DIED}

    def _nothing(self, reason: str) -> Data:
        """Return the data of a result without an answer, in the form of `rookery.document`."""
        return {
            "puzzle": self.task["puzzle"],
            "status": "unknown",
            "reason": reason,
            "value": None,
            "bound": None,
            "gap": None,
            "share": None,
            "seconds": 0.0,
            "compile_seconds": 0.0,
            "method": "",
            "seed": self.task.get("seed", 0),
            "note": "",
            "answer": None,
        }


class Question(Job):
    """A short task with one answer, its `noun`; an answer that comes too late is an error."""

    def __init__(self, task: Data, noun: str) -> None:
        super().__init__(task)
        self._noun = noun

    @property
    def _grace(self) -> float:
        seconds: float = self.task["seconds"]
        return max(SHORT_GRACE_SECONDS, seconds / 20)

    def _salvaged(self) -> tuple[str, Data]:
        late = f"no {self._noun} within the limit of {self.task['seconds']:g} seconds"
        return "error", {"error": late if self._stopping else DIED}


class Queue:
    """A queue of jobs in order of arrival: at most `running` run, and `waiting` wait."""

    def __init__(self, pool: Pool, running: int, waiting: int) -> None:
        self._pool = pool
        self._most_running = running
        self._most_waiting = waiting
        self._waiting: list[Job] = []
        self._running: set[Job] = set()

    def find(self, identity: str) -> Job | None:
        """Return the queued or running job with this id."""
        jobs = (*self._waiting, *self._running)
        return next((job for job in jobs if job.id == identity), None)

    def enter(self, job: Job) -> None:
        """Put a job at the end of the queue, before `run`; raise `Busy` when too many wait."""
        if len(self._waiting) >= self._most_waiting:
            raise Busy
        self._waiting.append(job)
        self._advance()

    async def run(self, job: Job) -> None:
        """Run a job when its turn comes. If the call is cancelled, the worker leaves the task."""
        try:
            await job.turn.wait()
            if job.stopped:
                job.end_unstarted()
            else:
                await self._run(job)
        except NoWorker:
            job.tell("error", {"error": "no worker process can be started; see the server's log"})
        except Exception:
            job.tell("error", {"error": "a fault of rookery; the server's log says more"})
            raise
        finally:
            with suppress(ValueError):
                self._waiting.remove(job)
            self._running.discard(job)
            self._advance()

    async def _run(self, job: Job) -> None:
        worker = await job.taking(self._pool)
        if worker is None:
            job.end_unstarted()
            return
        try:
            await job.run(worker)
        except WorkerDied:
            self._pool.discard(worker)
        except BaseException:
            self._pool.recall(worker, job.id)
            raise
        else:
            self._pool.give_back(worker)

    def close(self) -> None:
        """End all jobs: the server is about to stop."""
        for job in (*self._waiting, *self._running):
            job.tell("error", {"error": "the server was stopped"})

    def _advance(self) -> None:
        """Start the next jobs, and send the others their places in the queue."""
        while self._waiting and len(self._running) < self._most_running:
            job = self._waiting.pop(0)
            self._running.add(job)
            job.turn.set()
        for before, job in enumerate(self._waiting):
            job.tell("queued", {"ahead": len(self._running) + before})


class JobResponse(Response, ABC):
    """The base of replies that come from a job."""

    def __init__(self, queue: Queue, job: Job) -> None:
        super().__init__()
        self._queue = queue
        self._job = job

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Run the job and reply; stop when the client disconnects."""
        try:
            self._queue.enter(self._job)
        except Busy:
            refusal = {"error": TOO_BUSY, "place": None}
            retry = {"retry-after": str(RETRY_AFTER_SECONDS)}
            await JSONResponse(refusal, 503, retry)(scope, receive, send)
            return
        running = asyncio.create_task(self._queue.run(self._job))
        answering = asyncio.create_task(self._answer(scope, receive, send))
        leaving = asyncio.create_task(_disconnected(receive))
        try:
            await asyncio.wait((answering, leaving), return_when=asyncio.FIRST_COMPLETED)
            if answering.done():
                await answering
        finally:
            for task in (leaving, answering, running):
                task.cancel()
            await asyncio.gather(leaving, answering, running, return_exceptions=True)

    @abstractmethod
    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the events or the result of the job."""


class EventStream(JobResponse):
    """The events of a job as server-sent events, as they occur."""

    media_type = "text/event-stream"

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = [(b"content-type", b"text/event-stream; charset=utf-8")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        text = event_text("job", {"job": self._job.id})
        last = False
        while True:
            await send({"type": "http.response.body", "body": text.encode(), "more_body": not last})
            if last:
                return
            if "event: progress" in text:
                await asyncio.sleep(PACE_SECONDS)
            news: dict[str, Data] = {}
            try:
                async with asyncio.timeout(KEEP_ALIVE_SECONDS):
                    news = await self._job.news.take()
            except TimeoutError:
                pass
            text = "".join(event_text(name, data) for name, data in news.items()) or ": alive\n\n"
            last = not LAST.isdisjoint(news)


class JobAnswer(JobResponse):
    """The result of a job as JSON, or its error with status 422."""

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        news: dict[str, Data] = {}
        while LAST.isdisjoint(news):
            news = await self._job.news.take()
        if "result" in news:
            reply = self._reply(news["result"])
        else:
            reply = JSONResponse({"place": None} | news["error"], 422)
        await reply(scope, receive, send)

    def _reply(self, result: Data) -> Response:
        """Return the response of a result."""
        return JSONResponse(result)


class PictureAnswer(JobAnswer):
    """The SVG picture of a job's result."""

    def _reply(self, result: Data) -> Response:
        return Response(result["svg"], media_type="image/svg+xml")


def event_text(name: str, data: Data) -> str:
    r"""Return a server-sent event.

    >>> event_text("queued", {"ahead": 2})
    'event: queued\ndata: {"ahead":2}\n\n'
    """
    return f"event: {name}\ndata: {json.dumps(data, separators=(',', ':'))}\n\n"


async def _disconnected(receive: Receive) -> None:
    """Wait until the client disconnects."""
    while (await receive())["type"] != "http.disconnect":
        pass
