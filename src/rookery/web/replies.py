"""Replies from a job: a stream of its events, or its result as JSON.

If the client disconnects, both end the job at once, and its worker leaves the task.
"""

from __future__ import annotations

import asyncio
import json
from abc import ABC, abstractmethod

from starlette.responses import JSONResponse, Response
from starlette.types import Receive, Scope, Send

from rookery.web.jobs import Busy, Data, Job, Queue
from rookery.web.pool import LAST

PACE_SECONDS = 0.1  # seconds between events of progress
KEEP_ALIVE_SECONDS = 5.0
RETRY_AFTER_SECONDS = 10
TOO_BUSY = "too many puzzles wait to be solved; try again in a while"


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
