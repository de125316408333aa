"""What ends a run from outside: signals, full disks, closed pipes, folders nobody can write to.

Everything here is a process of its own, as a user starts it.
"""

import os
import random
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from select import select

import psutil
import pytest
from tests.children import PIPE, python, started
from tests.marks import few

import rookery as rk
from rookery.cli import status
from rookery.cli.status import interrupt

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals and terminals of POSIX")

ROOKERY = ("-m", "rookery")
FOUND = re.compile(rb"cost [0-9]")
PRICES = "3 5 3 2 2 4 3 4"
SECONDS = 600
LINES_OF_A_PIPE = 10_000  # more of them than a pipe holds
SOLVING_SECONDS = 1.0  # of processor time, of the threads of a solver
slow = pytest.mark.slow

DRAW = random.Random(5)
KINGS = ["".join("_#"[DRAW.random() < 0.2] for _ in range(25)) for _ in range(25)]


def interrupted(path: Path, *options: str, sent: signal.Signals) -> tuple[int, str]:
    """Cover a board with a terminal as standard error until it shows a cost; interrupt it."""
    path.write_text("\n".join([*KINGS, PRICES]))
    ours, theirs = os.openpty()
    terminal = {"stderr": theirs, "env": {"TERM": "xterm", "COLUMNS": "200"}}
    command = (*ROOKERY, "cover", path, "--seconds", "600", *options)
    with started(*command, **terminal, text=True) as process:
        os.close(theirs)
        seen = b""
        while not FOUND.search(seen):
            assert select([ours], [], [], SECONDS)[0], f"nothing found: {seen[-200:]!r}"
            seen += os.read(ours, 4096)
        process.send_signal(sent)
        seen += drained(ours)
        answer = process.stdout.read()
    assert b"Traceback" not in seen
    return process.returncode, answer


def drained(terminal: int) -> bytes:
    """Return what a terminal still gets, until nobody has it open any more."""
    seen = b""
    try:
        while data := os.read(terminal, 4096):
            seen += data
    except OSError:  # Linux's end of a terminal
        pass
    finally:
        os.close(terminal)
    return seen


@pytest.mark.parametrize(
    ("sent", "options"),
    [(signal.SIGTERM, []), pytest.param(signal.SIGINT, ["--method", "exact"], marks=slow)],
)
def test_the_best_cover_so_far(tmp_path, sent, options):
    code, answer = interrupted(tmp_path / "b", *options, sent=sent)
    assert code == status.INTERRUPTED
    (count, cost), *placed_pieces = (line.split() for line in answer.splitlines())
    puzzle = rk.Cover.parse(KINGS, list(map(int, PRICES.split())))
    kinds = [piece.word for piece in puzzle.pieces]
    found = [(kinds.index(name), *puzzle.board.square(at)) for name, at in placed_pieces]
    assert (puzzle.check(found), puzzle.value(found), len(found)) == ([], int(cost), int(count))


def solves(process: psutil.Process) -> bool:
    """Whether a process has computed for long in a thread besides the main one."""
    times = [thread.user_time + thread.system_time for thread in process.threads()]
    return sum(times[1:]) > SOLVING_SECONDS


@slow
@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("method", ["auto", "exact"])
def test_a_solver_at_work_is_left(method, sent):
    board = ("--whole", "18", "--pieces", "knight")
    with started(*ROOKERY, "cover", *board, "--method", method) as process:
        while not solves(psutil.Process(process.pid)):
            assert process.poll() is None
            time.sleep(0.05)
        process.send_signal(sent)
        _, errors = process.communicate(timeout=SECONDS)
    assert process.returncode == status.INTERRUPTED
    assert b"stopped (interrupted)" in errors
    assert b"Traceback" not in errors


def test_a_signal_within_the_compiler_waits_for_its_end(monkeypatch):
    """What is raised in a function that LLVM calls is lost: the signal comes again later."""
    sent = []
    monkeypatch.setattr("rookery.cli.status._send", sent.append)
    monkeypatch.setattr("rookery.cli.status.AGAIN_SECONDS", 0)

    def _raw_object_cache_notify():
        interrupt(signal.SIGTERM, sys._getframe())

    _raw_object_cache_notify()
    while not sent:
        pass
    assert sent == [signal.SIGTERM]
    with pytest.raises(KeyboardInterrupt):
        interrupt(signal.SIGTERM, sys._getframe())


LOSES_A_SIGNAL = """
import os, signal, sys, time
from rookery.cli.status import heed_signals

class Late:
    def __del__(self):
        os.kill(os.getpid(), signal.{name})
        while not signalled():
            pass

def signalled():
    time.sleep(0.001)  # where the signal is seen, and what it raises is lost
    return False

signal.signal(signal.{other}, signal.SIG_IGN)
heed_signals()
try:
    Late()
    time.sleep(30)
except KeyboardInterrupt:
    print("heeded")
"""


@pytest.mark.parametrize(("name", "other"), [("SIGINT", "SIGTERM"), ("SIGTERM", "SIGINT")])
def test_a_signal_in_a_destructor_comes_again_as_itself(name, other):
    run = python("-c", LOSES_A_SIGNAL.format(name=name, other=other))
    assert (run.stdout, run.stderr) == ("heeded\n", "")


def test_other_exceptions_in_a_destructor_are_reported():
    script = """
from rookery.cli.status import heed_signals
class Late:
    def __del__(self):
        raise ValueError("x")
heed_signals()
Late()
"""
    assert "ValueError: x" in python("-c", script).stderr


@slow
@pytest.mark.parametrize("ignored", [False, True])
def test_a_hangup_ends_a_listing_with_whole_lines_unless_it_is_ignored(ignored):
    before = ["sh", "-c", 'trap "" HUP; exec "$@"', "sh"] if ignored else []
    command = [*before, sys.executable, *ROOKERY, "queens", "20"]
    with subprocess.Popen(command, stdout=PIPE, stderr=PIPE) as process:
        process.stdout.readline()
        process.send_signal(signal.SIGHUP)
        if ignored:
            for _ in range(LINES_OF_A_PIPE):
                assert process.stdout.readline()
            process.send_signal(signal.SIGTERM)
        lines = process.stdout.readlines()
    assert process.returncode == status.INTERRUPTED
    assert all(len(line.split()) == 20 and line.endswith(b"\n") for line in lines)


needs_full = pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")


@needs_full
@pytest.mark.parametrize(
    ("arguments", "stdin"),
    few(
        [
            ("judge sultan", "1 " + "1 " * 64),
            ("generate sultan -o /dev/full", ""),
            ("tour", "Q.. N.."),
            ("queens 6 --json", ""),
            ("--help", ""),
            ("cover --seconds 0", "#__ 1 1 1 1 1 1 1 1"),
        ],
        fast=2,
    ),
)
def test_a_full_disk_is_reported(arguments, stdin):
    with open("/dev/full", "wb") as full:
        streams = {"capture_output": False, "stdout": full, "stderr": PIPE}
        run = python(*ROOKERY, *arguments.split(), input=stdin, **streams, status=status.BAD)
    assert run.stderr == "rookery: cannot write the output: No space left on device\n"


@needs_full
def test_a_full_standard_error_changes_no_status():
    with open("/dev/full", "wb") as full:
        streams = {"capture_output": False, "stderr": full}
        python(*ROOKERY, "judge", "sultan", input="x", **streams, status=status.BAD)


@pytest.mark.parametrize("arguments", few(["judge eight-queens", "queens 12"]))
def test_a_closed_pipe_is_silent(arguments):
    with started(*ROOKERY, *arguments.split(), stdin=PIPE) as process:
        process.stdin.write(b"9999" + b"\n1 1" * 9999)
        process.stdin.close()
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == status.BROKEN_PIPE


PROGRESS = re.compile("rookery: counted .*\n")  # every 30 s, as on a busy machine
NOWHERE = {
    "HOME": "/dev/null",
    "XDG_CACHE_HOME": "/dev/null/cache",
    "XDG_CONFIG_HOME": "/dev/null/config",
    "NUMBA_CACHE_DIR": "/dev/null/numba",
    "NUMBA_CACHE_LOCATOR_CLASSES": "UserProvidedCacheLocator",
    "PYTHONDONTWRITEBYTECODE": "1",
}


@slow
def test_nothing_can_be_kept_anywhere(tmp_path):
    """Neither the kernels nor anything in the home: all is compiled anew, and answered."""
    run = python(*ROOKERY, "queens", 14, "--count", env=NOWHERE)
    assert (run.stdout, PROGRESS.sub("", run.stderr)) == ("365596\n", "")


# A thread that outlives the command, as a search of OR-tools may.
LEAVING = """
import sys, threading, time
import ortools
from rookery.cli import main
threading.Thread(target=time.sleep, args=(7200.0,)).start()
sys.argv = ["rookery", *sys.argv[1:]]
main()
"""


@pytest.mark.parametrize("arguments", few(["queens 6", "queens 4 --json"]))
def test_a_command_ends_even_if_a_search_is_still_at_work(arguments):
    run = python("-c", LEAVING, *arguments.split())
    assert run.stderr == ""
    assert run.stdout
