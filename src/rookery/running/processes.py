"""Processes of this machine that do units, and end with the process that began them."""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager, suppress
from functools import partial
from multiprocessing import resource_tracker
from multiprocessing.connection import wait
from multiprocessing.context import SpawnContext, SpawnProcess
from typing import Any

OF_A_TERMINAL = {getattr(signal, name) for name in ("SIGINT", "SIGHUP") if hasattr(signal, name)}
ENDING = OF_A_TERMINAL | {signal.SIGTERM}


class Processes(ProcessPoolExecutor):
    """Worker processes, begun afresh: forks of a process with threads may hang.

    They leave Ctrl-C to the client, and end when it does, also when it is killed. They talk to
    it through pipes that nobody else can open. They need a script with
    ``if __name__ == "__main__":``, as all processes that are begun afresh do.

    Parameters
    ----------
    workers
        The number of processes.
    """

    def __init__(self, workers: int) -> None:
        context = _Remembering()
        super().__init__(workers, mp_context=context, initializer=_begin)
        self._begun = context.begun

    def kill(self) -> None:
        """End the processes at once, whatever they are doing; `shutdown` then waits for little."""
        for process in self._begun:
            with suppress(ValueError, AttributeError):  # closed, or never started
                process.kill()


def processes(workers: int) -> Callable[[], Processes]:
    """Return what makes so many processes, as often as they die."""
    return partial(Processes, workers)


class _Process(SpawnProcess):
    """A process that no signal to its client's terminal reaches while it begins."""

    def start(self) -> None:
        with _held_back():
            super().start()


class _Remembering(SpawnContext):
    """A context that knows the processes made in it."""

    def __init__(self) -> None:
        super().__init__()
        self.begun: list[SpawnProcess] = []

    def Process(self, *arguments: Any, **keywords: Any) -> SpawnProcess:  # type: ignore[override]
        process = _Process(*arguments, **keywords)
        self.begun.append(process)
        return process


@contextmanager
def _held_back() -> Iterator[None]:
    """Hold signals back here, and in processes that begin meanwhile until they let them in."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # which, begun later, would let signals in again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ENDING)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin() -> None:
    """Leave the signals of a terminal, and warnings, to the client; end when it has ended."""
    logging.disable(logging.WARNING)
    for number in OF_A_TERMINAL:
        signal.signal(number, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING)
    threading.Thread(target=_end_with_client, daemon=True).start()


def _end_with_client() -> None:
    client = multiprocessing.parent_process()
    if client is not None:
        wait([client.sentinel])
        os._exit(1)
