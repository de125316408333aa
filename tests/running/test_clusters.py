"""Queries to a cluster: an answer, none, or an error; and calls without a limit of their own."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from types import SimpleNamespace
from typing import Any

import pytest

from rookery.running.units import client_of, standstill, threads_of, within, workers_of

NO_ANSWER = "no answer from the scheduler"
ADDRESS = "tcp://there:1"


class Client:
    """A cluster's client whose scheduler gives this answer, or raises it; itself an executor."""

    def __init__(self, answer: dict[str, int] | Exception) -> None:
        self.answer = answer
        self.scheduler: Any = SimpleNamespace(address=ADDRESS)
        self._client = self

    def nthreads(self) -> Any:
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer

    def sync(self, call: Callable[[], Any], callback_timeout: float) -> Any:
        assert callback_timeout > 0
        return call()


@pytest.mark.parametrize(
    ("answer", "threads", "workers", "why"),
    [
        ({"one": 2, "two": 1}, 3, 3, ""),
        ({}, 0, 1, f"no worker is left at {ADDRESS}"),
        (TimeoutError("none"), None, 7, f"{NO_ANSWER} at {ADDRESS}"),
        (OSError("closed"), None, 7, f"{NO_ANSWER} at {ADDRESS}"),
    ],
)
def test_answers_of_a_scheduler(answer, threads, workers, why):
    executor: Any = Client(answer)
    assert threads_of(client_of(executor)) == threads
    assert workers_of(executor, 7) == workers
    assert standstill(executor) == why


def test_a_closed_client_has_no_address():
    client = Client(RuntimeError("IOLoop is closed"))
    client.scheduler = None
    assert standstill(client) == NO_ANSWER


def test_other_executors_are_asked_nothing():
    assert standstill(None) == ""
    with ThreadPoolExecutor(2) as executor:
        assert (standstill(executor), workers_of(executor, 7)) == ("", 2)
    assert workers_of(SimpleNamespace()) == 64


def test_a_call_that_does_not_end():
    over = Event()
    with pytest.raises(TimeoutError, match=r"^no answer within 0\.01 s$"):
        within(0.01, over.wait)
    over.set()
