"""Jobs and their queue, with workers that are made up."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest

from rookery.web import jobs
from rookery.web.jobs import Busy, Job, Mailbox, Question, Queue
from rookery.web.pool import NoWorker, WorkerDied

PROGRESS = {"seconds": 0.1, "value": 5, "bound": 3, "gap": 0.4}
RESULT = {"status": "optimal", "reason": "proved", "answer": ["x"]}


class MadeUpWorker:
    """Begins, yields the events it is given, and waits at `None` for a stop, or to be killed."""

    def __init__(self, *events: Any, heeds: bool = True, late: float = 0.0) -> None:
        self._events = events
        self._late = late
        self._heeds = heeds
        self._told = asyncio.Event()
        self.killed = False
        self.sent: list[Any] = []

    def send(self, command: Any) -> None:
        self.sent.append(command)
        if self._heeds:
            self._told.set()

    def kill(self) -> None:
        self.killed = True
        self._told.set()

    async def events(self, task: Any) -> AsyncIterator[Any]:
        await asyncio.sleep(self._late)
        yield "started", {}
        for event in self._events:
            if event is None:
                await self._told.wait()
                if self.killed:
                    raise WorkerDied
            elif isinstance(event, Exception):
                raise event
            else:
                yield event


class MadeUpPool:
    def __init__(self, *workers: Any) -> None:
        self._workers = list(workers)
        self.back: list[Any] = []
        self.gone: list[Any] = []
        self.recalled: list[Any] = []

    async def take(self) -> Any:
        if not self._workers:
            await asyncio.sleep(3600)
        worker = self._workers.pop(0)
        if isinstance(worker, Exception):
            raise worker
        return worker

    def give_back(self, worker: Any) -> None:
        self.back.append(worker)

    def recall(self, worker: Any, task: str) -> None:
        self.recalled.append((worker, task))

    def discard(self, worker: Any) -> None:
        worker.kill()
        self.gone.append(worker)


async def settled() -> None:
    """Let all that is not waiting go on, however slow the machine is."""
    for _ in range(100):
        await asyncio.sleep(0)


def a_job(seconds: float = 10.0) -> Job:
    return Job({"do": "solve", "puzzle": {"family": "queens", "n": 8}, "seconds": seconds})


async def all_news(job: Job) -> list[tuple[str, Any]]:
    """The events of a job until now, with those that replaced others left out."""
    return list((await job.news.take()).items())


async def begun(queue: Queue, *entered: Job) -> list[asyncio.Task[None]]:
    """Enter jobs and run them as far as they go."""
    tasks = []
    for job in entered:
        queue.enter(job)
        tasks.append(asyncio.create_task(queue.run(job)))
        await asyncio.sleep(0)
    await settled()
    return tasks


async def run(queue: Queue, job: Job) -> list[tuple[str, Any]]:
    queue.enter(job)
    await queue.run(job)
    return await all_news(job)


async def test_a_mailbox_keeps_the_latest():
    box = Mailbox()
    box.put("started", {})
    box.put("progress", {"value": 5, "answer": "five"})
    box.put("progress", {"value": 5, "bound": 3})
    assert await box.take() == {
        "started": {},
        "progress": {"value": 5, "bound": 3, "answer": "five"},
    }
    box.put("progress", {"value": 5, "bound": 4})
    box.put("result", {})
    assert list(await box.take()) == ["progress", "result"]
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(box.take(), 0.01)


STOPPED = RESULT | {"reason": "interrupted"}
LATE = RESULT | {"reason": "time"}


@pytest.mark.parametrize(
    ("seconds", "late", "told", "result"),
    [
        (10.0, 0.0, [("progress", PROGRESS), ("result", RESULT)], RESULT),
        (-1.98, 0.05, [("result", RESULT)], RESULT),  # time begins when the worker does
        (-1.99, 0.0, [None, ("result", STOPPED)], LATE),  # a hundredth of its grace is left
    ],
)
async def test_a_job_runs_and_its_worker_goes_back(seconds, late, told, result):
    worker = MadeUpWorker(*told, late=late)
    pool = MadeUpPool(worker)
    news = await run(Queue(pool, 1, 1), a_job(seconds))
    assert news == [("started", {}), *filter(None, told[:-1]), ("result", result)]
    assert (pool.back, pool.gone) == ([worker], [])


async def test_a_stop_ends_with_the_result_of_the_worker(monkeypatch):
    monkeypatch.setattr(jobs, "START_SECONDS", 0.1)
    worker = MadeUpWorker(("progress", PROGRESS), None, ("result", STOPPED))
    pool = MadeUpPool(worker)
    job = a_job()
    queue = Queue(pool, 1, 1)
    (running,) = await begun(queue, job)
    await asyncio.sleep(0.12)  # a worker that has begun is not stopped as one that does not begin
    assert worker.sent == []
    assert queue.find(job.id) is job
    assert queue.find("another") is None
    job.stop()
    job.stop()  # twice is once
    await running
    assert (await all_news(job))[-1] == ("result", STOPPED)
    assert worker.sent == [{"do": "stop", "job": job.id}]
    assert (pool.back, queue.find(job.id)) == ([worker], None)


async def test_a_job_is_stopped_before_a_worker_is_free():
    job = a_job()
    (running,) = await begun(Queue(MadeUpPool(), 1, 1), job)
    job.stop()
    await running
    name, data = (await all_news(job))[-1]
    assert (name, data["status"], data["reason"]) == ("result", "unknown", "interrupted")


@pytest.mark.parametrize("best", [PROGRESS, PROGRESS | {"answer": ["best"]}])
@pytest.mark.parametrize(("seconds", "reason"), [(10.0, "interrupted"), (0.01, "time")])
async def test_a_worker_that_ignores_a_stop_or_the_limit_is_killed(
    monkeypatch, seconds, reason, best
):
    monkeypatch.setattr(jobs, "STOP_SECONDS", 0.05)
    monkeypatch.setattr(jobs, "GRACE_SECONDS", 0.01)
    job = a_job(seconds)
    worker = MadeUpWorker(("progress", best), None, heeds=False)
    pool = MadeUpPool(worker)
    (running,) = await begun(Queue(pool, 1, 1), job)
    if reason == "interrupted":
        job.stop()
    await running
    name, data = (await all_news(job))[-1]
    assert (name, data["reason"], data["bound"]) == ("result", reason, 3)
    found = ("feasible", 5, ["best"]) if "answer" in best else ("unknown", None, None)
    assert (data["status"], data["value"], data["answer"]) == found
    assert (pool.back, pool.gone) == ([], [worker])


@pytest.mark.parametrize("heeds", [True, False])
async def test_a_question_past_its_limit_is_an_error(monkeypatch, heeds):
    """Not the result of a solve; whether the worker says that it was stopped or is killed."""
    monkeypatch.setattr(jobs, "STOP_SECONDS", 0.05)
    monkeypatch.setattr(jobs, "SHORT_GRACE_SECONDS", 0.0)
    worker = MadeUpWorker(None, ("error", {"error": "it was stopped"}), heeds=heeds)
    job = Question({"do": "hint", "seconds": 0.01}, "hint")
    news = await run(Queue(MadeUpPool(worker), 1, 1), job)
    assert news[-1] == ("error", {"error": "no hint within the limit of 0.01 seconds"})


@pytest.mark.parametrize(
    ("best", "last"), [(PROGRESS, "error"), (PROGRESS | {"answer": ["best"]}, "result")]
)
async def test_a_worker_that_dies(best, last):
    worker = MadeUpWorker(("progress", best), WorkerDied())
    pool = MadeUpPool(worker)
    name, data = (await run(Queue(pool, 1, 1), a_job()))[-1]
    assert (name, pool.gone) == (last, [worker])
    assert "the worker process died" in data.get("error", data.get("note"))


async def test_missing_workers_and_faults_are_reported():
    name, data = (await run(Queue(MadeUpPool(NoWorker()), 1, 1), a_job()))[-1]
    assert (name, data["error"][:34]) == ("error", "no worker process can be started; ")
    job = a_job()
    with pytest.raises(RuntimeError):
        await run(Queue(MadeUpPool(RuntimeError()), 1, 1), job)
    assert (await all_news(job))[-1][0] == "error"


async def test_the_worker_of_a_client_that_leaves_is_recalled():
    worker = MadeUpWorker(("progress", PROGRESS), None)
    pool = MadeUpPool(worker)
    queue = Queue(pool, 1, 1)
    job = a_job()
    (running,) = await begun(queue, job)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    assert (pool.recalled, pool.back, queue.find(job.id)) == ([(worker, job.id)], [], None)


async def test_the_queue():
    workers = [MadeUpWorker(None, ("result", RESULT)) for _ in range(4)]
    queue = Queue(MadeUpPool(*workers), 1, 3)
    four = [a_job() for _ in range(4)]
    running = await begun(queue, *four)
    with pytest.raises(Busy):
        queue.enter(a_job())
    first, second, third, fourth = [await all_news(job) for job in four]
    assert first == [("started", {})]
    ahead = [("queued", {"ahead": number}) for number in (1, 2, 3)]
    assert [second[-1], third[-1], fourth[-1]] == ahead
    four[1].stop()  # waits: ends without a worker
    await running[1]
    assert (await all_news(four[1]))[-1][1]["reason"] == "interrupted"
    running[2].cancel()  # leaves
    await asyncio.gather(running[2], return_exceptions=True)
    assert await all_news(four[3]) == [("queued", {"ahead": 1})]
    four[0].stop()
    await running[0]
    await settled()
    assert ("started", {}) in await all_news(four[3])
    four[3].stop()
    await running[3]


async def test_the_end_of_the_server_ends_all():
    queue = Queue(MadeUpPool(MadeUpWorker(None)), 1, 1)
    two = [a_job(), a_job()]
    running = await begun(queue, *two)
    queue.close()
    for job in two:
        assert (await all_news(job))[-1] == ("error", {"error": "the server was stopped"})
    for task in running:
        task.cancel()
    await asyncio.gather(*running, return_exceptions=True)
