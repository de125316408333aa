"""What a Dask cluster is asked, each time with a time limit: its scheduler may be stopped."""

from __future__ import annotations

from collections.abc import Callable
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, TypeVar

from rookery.results.progress import NO_ANSWER, NO_WORKERS

Answer = TypeVar("Answer")

ANSWER_SECONDS = 1.0
"""How long an answer is waited for that a scheduler gives at once when it is well."""


def client_of(executor: Any) -> Any:
    """Return the client of a Dask cluster's executor, or None of any other."""
    client = getattr(executor, "_client", None)
    return client if hasattr(client, "nthreads") else None


def asked(client: Any, call: Callable[[], Answer], seconds: float = ANSWER_SECONDS) -> Answer:
    """Return what a call of a client's method returns.

    Raises
    ------
    TimeoutError
        When there is no answer after so many seconds.
    """
    answer: Answer = client.sync(call, callback_timeout=seconds)
    return answer


def threads_of(client: Any) -> int | None:
    """Return how many threads the workers have, who come and go; None without an answer."""
    try:
        return sum(map(int, asked(client, client.nthreads).values()))
    except (OSError, RuntimeError, ValueError):  # TimeoutError too; or the scheduler is lost
        return None


def standstill(executor: Any) -> str:
    """Return why no unit ends on a Dask cluster, and where; empty while one can.

    >>> from concurrent.futures import ThreadPoolExecutor
    >>> standstill(ThreadPoolExecutor(3))
    ''
    """
    client = client_of(executor)
    threads = 1 if client is None else threads_of(client)
    if threads:
        return ""
    return f"{NO_WORKERS if threads == 0 else NO_ANSWER}{at_scheduler(executor)}"


def at_scheduler(executor: Any) -> str:
    """Return where a Dask cluster's scheduler is, as the end of a sentence; else nothing."""
    scheduler = getattr(client_of(executor), "scheduler", None)  # a client that is closed has none
    return "" if scheduler is None else f" at {scheduler.address}"


def within(seconds: float, call: Callable[[], Answer]) -> Answer:
    """Return what a call returns; one that takes longer goes on by itself.

    Raises
    ------
    TimeoutError
        When it takes longer than so many seconds.
    Exception
        What the call raises.

    Examples
    --------
    >>> within(60, lambda: 7)
    7
    """
    ended: SimpleQueue[tuple[Answer | None, Exception | None]] = SimpleQueue()

    def end() -> None:
        try:
            ended.put((call(), None))
        except Exception as error:
            ended.put((None, error))

    Thread(target=end, daemon=True).start()
    try:
        answer, error = ended.get(timeout=seconds)
    except Empty:
        raise TimeoutError(f"no answer within {seconds:.3g} s") from None
    if error is not None:
        raise error
    return answer  # type: ignore[return-value]
