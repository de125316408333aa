"""Processes of this machine: that they work, end when told, and end with their client."""

import os
import signal
import sys
import time

import pytest
from tests.children import started

from rookery.running.processes import Processes, processes
from rookery.running.units import RunOptions, run

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")

SECONDS = 120
CLIENT = """
import os, sys, time
from rookery.running.processes import Processes

if __name__ == "__main__":
    pool = Processes(2)
    print(pool.submit(os.getpid).result(), flush=True)
    pool.submit(time.sleep, 600)
    time.sleep(600)
"""


def is_alive(process: int) -> bool:
    try:
        with open(f"/proc/{process}/stat") as stream:
            return stream.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_units_are_done_and_processes_end():
    workers = {done.worker for done in run(abs, range(20), executor=processes(2))}
    assert 1 <= len(workers) <= 2
    assert f"{os.getpid()}" not in {worker.rpartition(":")[2] for worker in workers}


def test_closing_early_kills_busy_workers():
    options = RunOptions(ahead=1)
    running = run(time.sleep, [0.0, 10_000.0], executor=processes(1), options=options)
    worker = int(next(running).worker.rpartition(":")[2])
    running.close()
    assert not is_alive(worker)


def test_a_terminals_signals_are_left_to_the_client():
    with Processes(1) as pool:
        worker = pool.submit(os.getpid).result()
        for number in (signal.SIGINT, signal.SIGHUP):
            os.kill(worker, number)
        assert pool.submit(os.getpid).result() == worker


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
@pytest.mark.parametrize("sent", [signal.SIGKILL, signal.SIGTERM, signal.SIGHUP])
def test_processes_end_with_their_client(tmp_path, sent):
    script = tmp_path / "client.py"
    script.write_text(CLIENT)
    with started(script, stderr=None) as client:
        worker = int(client.stdout.readline())
        client.send_signal(sent)
    end = time.monotonic() + SECONDS
    while is_alive(worker):
        assert time.monotonic() < end, "the worker outlives its client"
        time.sleep(0.01)
