"""Worker processes on this machine, which end with their client."""

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
    """A pool of spawned processes, because forks of a process with threads may hang.

    The processes leave Ctrl-C to the client, and end when it ends, even if it is killed. They
    communicate by pipes that nobody else can open. As for all spawned processes, the main script
    needs ``if __name__ == "__main__":``.
    """

    def __init__(self, workers: int) -> None:
        context = _RecordingContext()
        super().__init__(workers, mp_context=context, initializer=_begin)
        self._begun = context.begun

    def kill(self) -> None:
        """Kill the processes, so that `shutdown` returns soon."""
        for process in self._begun:
            with suppress(ValueError, AttributeError):  # closed, or never started
                process.kill()


def processes(workers: int) -> Callable[[], Processes]:
    """Return a factory of pools with this number of processes."""
    return partial(Processes, workers)


class _Process(SpawnProcess):
    """A process that starts with the signals of its client's terminal blocked."""

    def start(self) -> None:
        with _blocked_signals():
            super().start()


class _RecordingContext(SpawnContext):
    """A context that lists the processes made in it."""

    def __init__(self) -> None:
        super().__init__()
        self.begun: list[SpawnProcess] = []

    def Process(self, *arguments: Any, **keywords: Any) -> SpawnProcess:  # type: ignore[override]
        process = _Process(*arguments, **keywords)
        self.begun.append(process)
        return process


@contextmanager
def _blocked_signals() -> Iterator[None]:
    """Block signals here, and in processes started meanwhile until they unblock them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # if started later, it would unblock signals
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ENDING)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin() -> None:
    """Leave terminal signals and warnings to the client, and watch for its end."""
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
