"""A worker process that reads commands from standard input and writes events to standard output.

Each line is a JSON object. Commands are tasks (``do`` names one of `rookery.web.tasks`) and
``{"do": "stop", "job": ID}``. Events are ``ready``, when the worker accepts tasks; ``warm``, when
all kernels and solvers are loaded; and for each task ``started``, ``progress`` and finally
``result`` or ``error``. The process ends at once when standard input does, because the server that
started it has ended.
"""

from __future__ import annotations

import _thread
import json
import os
import queue
import signal
import sys
import threading
import traceback
from contextlib import suppress
from typing import Any, BinaryIO

from rookery.errors import RookeryError
from rookery.families import kernel_sets
from rookery.running.solvers import CP_SAT
from rookery.web import MIB
from rookery.web.errors import refusal_for

PR_SET_PDEATHSIG = 1
TRIES, AGAIN_SECONDS = 2, 0.4  # stops sent, and seconds between; then the server kills the worker


def main() -> None:
    """Run a worker; the arguments are the server's process id and the bytes of memory allowed."""
    server, memory = map(int, sys.argv[1:3])
    commands = os.fdopen(os.dup(0), "rb")
    events = os.fdopen(os.dup(1), "wb", buffering=0)
    nothing = os.open(os.devnull, os.O_RDONLY)  # nothing else uses the server's pipes
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    if sys.platform == "linux":
        import ctypes

        # Die with the server, even while a kernel runs.
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != server:
            os._exit(0)
    with suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (memory, memory))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    worker = WorkerProcess(events, memory)
    signal.signal(signal.SIGINT, worker.interrupt)
    threading.Thread(target=worker.listen, args=(commands,), daemon=True).start()
    worker.work()


class WorkerProcess:
    """A worker that runs one task at a time."""

    def __init__(self, events: BinaryIO, memory: int) -> None:
        self._events = events
        self._memory = memory
        self._tasks: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
        self._telling = threading.Lock()
        self._idle = threading.Event()
        self._running = ""
        self._stopped = ""

    def tell(self, event: dict[str, Any]) -> None:
        """Send an event to the server."""
        line = json.dumps(event, separators=(",", ":"), allow_nan=False).encode() + b"\n"
        with self._telling:
            left = memoryview(line)
            while left:
                left = left[self._events.write(left) :]

    def listen(self, commands: BinaryIO) -> None:
        """Read commands until the input ends, then end the process at once."""
        for line in commands:
            command = json.loads(line)
            if command["do"] != "stop":
                self._tasks.put(command)
                continue
            for _ in range(TRIES):  # an interrupt that is raised inside a destructor is lost
                if self._running == command["job"]:
                    self._stopped = command["job"]
                    _thread.interrupt_main()
                    self._idle.wait(AGAIN_SECONDS)
        os._exit(0)

    def interrupt(self, *_: object) -> None:
        """Stop the running task on command; leave Ctrl-C in a terminal to the server."""
        if self._running and self._running == self._stopped:
            self._stopped = ""
            raise KeyboardInterrupt

    def work(self) -> None:
        """Run tasks forever, and load kernels and solvers between them."""
        import rookery.web.tasks  # noqa: F401 - before the first task comes

        self.tell({"event": "ready"})
        loading = list(reversed(LOADERS))
        while True:
            while loading and self._tasks.empty():
                loading.pop()()
                if not loading:
                    self.tell({"event": "warm"})
            task = self._tasks.get()
            self.tell(self.do(task) | {"job": task["job"]})

    def do(self, task: dict[str, Any]) -> dict[str, Any]:
        """Run a task and return its last event."""
        from rookery.web.tasks import TASKS, solve

        def tell(progress: dict[str, Any]) -> None:
            self.tell({"event": "progress", "job": task["job"], "data": progress})

        try:
            self._idle.clear()
            self._running = task["job"]
            self.tell({"event": "started", "job": task["job"], "data": {}})
            name = task["do"]
            data = solve(task, tell) if name == "solve" else TASKS[name](task)
            return {"event": "result", "data": data}
        except RookeryError as error:
            return {"event": "error", "data": refusal_for(error)}
        except KeyboardInterrupt:
            return _error("it was stopped before there was an answer")
        except MemoryError:
            return _error(f"it takes more memory than the {self._memory // MIB} MiB allowed here")
        except Exception:
            traceback.print_exc()
            return _error("a fault of rookery; the server's standard error says more")
        finally:
            self._running = ""
            self._idle.set()


# Called between tasks, until a worker is warm: kernels that are not cached compile meanwhile.
LOADERS = (CP_SAT.load, lambda: [kernels.load() for kernels in kernel_sets()])


def _error(text: str) -> dict[str, Any]:
    return {"event": "error", "data": {"error": text}}


if __name__ == "__main__":
    main()
