"""Many runs at once: methods on many puzzles under one limit, in several threads."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from threading import Lock

from rookery.engine.drive import run_to_limit
from rookery.engine.run import POLL_SECONDS, Run, Steps


def drive_all(
    next_steps: Callable[[], tuple[Steps, Run] | None], runs: Sequence[Run], threads: int
) -> Generator[Run | None, None, None]:
    """Run methods on many runs in several threads, each thread one after another.

    Yields each run as its method ends, and None now and then while all are at work. Ctrl-C, or
    closing this generator, stops all runs.

    Parameters
    ----------
    next_steps
        Returns the next method at work and its run, or None to end the thread; never called by
        two threads at once.
    runs
        All runs.
    threads
        The number of threads besides the caller's; 0 for the caller's alone.
    """
    lock = Lock()
    ended: deque[Run] = deque()

    def work() -> None:
        while True:
            with lock:
                following = next_steps()
            if following is None:
                return
            run_to_limit(*following)
            ended.append(following[1])

    try:
        if not threads:
            work()
        with ThreadPoolExecutor(max(1, threads)) as pool:
            jobs = [pool.submit(work) for _ in range(threads)]
            try:
                while wait(jobs, POLL_SECONDS, FIRST_EXCEPTION).not_done:
                    yield ended.popleft() if ended else None
            except BaseException:
                for run in runs:
                    run.interrupt()
                raise
        for job in jobs:
            job.result()
    except KeyboardInterrupt:
        for run in runs:
            run.interrupt()
    yield from ended
