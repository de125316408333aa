"""The application within the test's process, and as a server process of its own."""

import asyncio
import json
import subprocess
import time
from collections.abc import AsyncIterator, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from inspect import iscoroutinefunction, signature
from io import BytesIO
from typing import Any, TypeVar

import httpx
import psutil
import pytest
from tests.children import started

from rookery.web import Bounds
from rookery.web.app import create_app
from rookery.web.safety import AccessRules
from rookery.web.worker import WorkerProcess

MIB = 1048576

Result = TypeVar("Result")

PATIENCE = 600.0
"""Seconds until a test gives up; on a busy machine a process may take long to start."""

WORKER = "rookery.web.worker"
JSON = {"content-type": "application/json"}


def run_async(work: Coroutine[Any, Any, Result]) -> Result:
    """What a coroutine returns, run apart: Playwright may have a loop in the tests' thread."""
    with ThreadPoolExecutor(1) as apart:
        return apart.submit(asyncio.run, work).result()


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run a test that is a coroutine."""
    if not iscoroutinefunction(pyfuncitem.obj):
        return None
    names = signature(pyfuncitem.obj).parameters
    test = pyfuncitem.obj(**{name: pyfuncitem.funcargs[name] for name in names})
    run_async(asyncio.wait_for(test, PATIENCE))
    return True


class HereWorker:
    """A worker in the tests' own process: it does each task as soon as it is sent."""

    send = kill = staticmethod(lambda *_: None)  # nothing is to be stopped

    async def events(self, task: Any) -> AsyncIterator[tuple[str, Any]]:
        yield "started", {}
        event = WorkerProcess(BytesIO(), MIB).do(task)
        yield event["event"], event["data"]


class HerePool:
    """As many such workers as are asked for."""

    give_back = recall = staticmethod(lambda *_: None)  # none is kept

    async def take(self) -> HereWorker:
        return HereWorker()


class Api:
    """The application, asked without a server; what needs a worker is done in its process."""

    def __init__(
        self, bounds: Bounds | None = None, access: AccessRules | None = None, public_url: str = ""
    ) -> None:
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr("rookery.web.app.Pool", lambda *_: HerePool())
            self._app = create_app(bounds, access, public_url)

    def ask(self, method: str, path: str, **keywords: Any) -> httpx.Response:
        async def asked() -> httpx.Response:
            transport = httpx.ASGITransport(self._app)
            async with httpx.AsyncClient(
                transport=transport, base_url="http://localhost"
            ) as client:
                return await client.request(method, path, **keywords)

        return run_async(asked())

    def get(self, path: str, **keywords: Any) -> httpx.Response:
        return self.ask("GET", path, **keywords)

    def post(self, path: str, **body: Any) -> httpx.Response:
        return self.ask("POST", path, json=body)

    def refused(self, path: str, **body: Any) -> tuple[int, str, str | None]:
        """The status, the sentence and the place of an error."""
        response = self.post(path, **body)
        assert response.json().keys() == {"error", "place"}
        return response.status_code, response.json()["error"], response.json()["place"]


@pytest.fixture(scope="session")
def api() -> Api:
    return Api()


@dataclass
class Served:
    """A server process and a client of it."""

    process: subprocess.Popen[str]
    address: str
    client: httpx.Client

    def workers(self) -> set[int]:
        """The process ids of its workers that live."""
        return workers_of(self.process.pid)

    def solve(self, puzzle: dict[str, Any], **asked: Any) -> Iterator[tuple[str, Any]]:
        """The events of a solve, by name; to close the iterator is to leave."""
        body = {"puzzle": puzzle} | asked
        with self.client.stream("POST", "/api/solve", json=body) as stream:
            assert stream.status_code == 200, stream.read()
            yield from events_in(stream)

    def result(self, puzzle: dict[str, Any], **asked: Any) -> Any:
        """The last event's data; it must be a result."""
        *_, (name, data) = self.solve(puzzle, **asked)
        assert name == "result", data
        return data


def events_in(stream: httpx.Response) -> Iterator[tuple[str, Any]]:
    name = ""
    for line in stream.iter_lines():
        field, _, value = line.partition(": ")
        if field == "event":
            name = value
        elif field == "data":
            yield name, json.loads(value)


def workers_of(server: int) -> set[int]:
    """The processes that work for a server of this process id, which may be gone."""
    found = set()
    for process in psutil.process_iter(["cmdline", "status"]):
        command = process.info["cmdline"] or []
        alive = process.info["status"] != psutil.STATUS_ZOMBIE
        if alive and WORKER in command and command[command.index(WORKER) + 1] == str(server):
            found.add(process.pid)
    return found


def until(true: Any, seconds: float = PATIENCE) -> bool:
    """Whether something comes true in time."""
    end = time.monotonic() + seconds
    while not true():
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


@contextmanager
def serving(*options: str) -> Iterator[Served]:
    """A server that is ended at the end, whatever state it is in."""
    own = () if "--token" in options else ("--no-token",)
    web = ("-m", "rookery", "web", "--port", "0", "--no-open")
    process = started(*web, *own, *options, stderr=None, text=True)
    address = process.stdout.readline().strip()
    limits = httpx.Limits(max_connections=None)
    base_url = address.partition("#")[0]
    try:
        with httpx.Client(base_url=base_url, timeout=PATIENCE, limits=limits) as client:
            yield Served(process, address, client)
    finally:
        process.kill()
        process.wait(PATIENCE)
        process.stdout.close()


@pytest.fixture(scope="session")
def served() -> Iterator[Served]:
    """One server for all tests that leave it as they found it."""
    with serving() as found:
        yield found
