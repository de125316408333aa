"""Queries to a Dask cluster, each with a time limit, because its scheduler may have stopped."""

from __future__ import annotations

from collections.abc import Callable
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, TypeVar

from rookery.results.progress import NO_ANSWER, NO_WORKERS

Answer = TypeVar("Answer")

ANSWER_SECONDS = 1.0  # seconds to wait for an answer; a healthy scheduler answers at once


def client_of(executor: Any) -> Any:
    """Return the client of a Dask cluster's executor, or None for any other executor."""
    client = getattr(executor, "_client", None)
    return client if hasattr(client, "nthreads") else None


def call_within(client: Any, call: Callable[[], Answer], seconds: float = ANSWER_SECONDS) -> Answer:
    """Return the result of a call of a client's method, or raise a TimeoutError."""
    answer: Answer = client.sync(call, callback_timeout=seconds)
    return answer


def threads_of(client: Any) -> int | None:
    """Return the current number of the workers' threads, or None without an answer."""
    try:
        return sum(map(int, call_within(client, client.nthreads).values()))
    except (OSError, RuntimeError, ValueError):  # a TimeoutError, or a lost scheduler
        return None


def standstill(executor: Any) -> str:
    """Return the reason that no unit can end on a Dask cluster, or an empty string.

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
    """Return " at" and the address of a Dask cluster's scheduler, or an empty string."""
    scheduler = getattr(client_of(executor), "scheduler", None)  # None in a closed client
    return "" if scheduler is None else f" at {scheduler.address}"


def within(seconds: float, call: Callable[[], Answer]) -> Answer:
    """Return the result of a call, or raise a TimeoutError; the call continues in its thread.

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
