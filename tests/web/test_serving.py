"""A server as a process of its own: live answers, stops, those who leave, and what is left over."""

import json
import signal
import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from typing import Any

import httpx
import psutil
import pytest
from tests.web.conftest import PATIENCE, Served, events_in, serving, until, workers_of

import rookery as rk
from rookery.document import answer_of, document_of, puzzle_of

QUEENS = {"family": "queens", "n": 6}
BOARD = rk.Board(25)
KINGS = [(row, column) for row, column in BOARD.squares() if (row * row + column) % 4 == 1]
# A cover that is not proved for minutes.
COURT = document_of(rk.Cover(BOARD, KINGS, [77, 90, 83, 61, 59, 95, 73, 88]))

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("default::ResourceWarning")]


def busy(served: Served) -> set[int]:
    """The workers that are at work: whose processor time grows."""
    workers = {pid: psutil.Process(pid) for pid in served.workers()}
    before = {pid: process.cpu_times().user for pid, process in workers.items()}
    time.sleep(0.2)
    return {
        pid
        for pid, process in workers.items()
        if process.is_running() and process.cpu_times().user > before[pid]
    }


@contextmanager
def solving(served: Served, **asked: Any) -> Iterator[tuple[str, Iterator[tuple[str, Any]]]]:
    """A long solve that has its first answer; its id, and its further events."""
    with served.client.stream(
        "POST", "/api/solve", json={"puzzle": COURT, "seconds": 50} | asked
    ) as stream:
        events = events_in(stream)
        name, data = next(events)
        assert name == "job"
        answers = (told for name, told in events if name == "progress" and "answer" in told)
        assert next(answers, None), "the solve ended without an answer"
        yield data["job"], events


def test_stop_keeps_the_best(served):
    with solving(served) as (job, events):
        workers = served.workers()
        assert served.client.post(f"/api/jobs/{job}/stop").status_code == 204
        *_, (name, data) = events
    assert (name, data["reason"], data["status"]) == ("result", "interrupted", "feasible")
    puzzle = puzzle_of(COURT)
    assert puzzle.check(answer_of(puzzle, data["answer"])) == []
    assert served.client.post(f"/api/jobs/{job}/stop").status_code == 404
    assert workers & served.workers()


def test_a_client_that_leaves_in_mid_solve_leaves_no_work(served):
    with solving(served) as (job, _):
        assert until(lambda: busy(served))
    assert until(lambda: served.client.post(f"/api/jobs/{job}/stop").status_code == 404)
    assert until(lambda: not busy(served))
    assert served.result(QUEENS)["value"] == 4


def raw(served: Served) -> socket.socket:
    """A connection without a client's manners."""
    url = httpx.URL(served.address)
    return socket.create_connection((url.host, url.port or 80), timeout=PATIENCE)


def test_a_client_that_never_reads_blocks_no_other(served):
    body = json.dumps({"puzzle": COURT, "seconds": 2}).encode()
    head = "POST /api/solve HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"
    head += f"content-length: {len(body)}\r\n\r\n"
    with raw(served) as silent:
        silent.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
        silent.sendall(head.encode() + body)
        assert until(lambda: busy(served))
        assert served.result(QUEENS)["value"] == 4
        assert until(lambda: not busy(served))  # its job ends although it never reads


def test_fifty_clients_at_once(served):
    puzzles = [{"family": "queens", "n": 5 + number % 4} for number in range(50)]
    counts = {5: 10, 6: 4, 7: 40, 8: 92}  # OEIS A000170
    with ThreadPoolExecutor(51) as clients:
        solved = [clients.submit(served.result, puzzle) for puzzle in puzzles]
        checked = clients.submit(served.client.get, "/api/about")
        assert checked.result().status_code == 200
        values = [result.result()["value"] for result in solved]
    assert values == [counts[puzzle["n"]] for puzzle in puzzles]


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_no_process_is_left_behind(how):
    waiting = {"puzzle": QUEENS}  # in the queue
    with (
        serving("--seconds", "300", "--jobs", "1") as served,
        suppress(httpx.RemoteProtocolError),  # the streams are cut off
        solving(served, seconds=300),
        served.client.stream("POST", "/api/solve", json=waiting),
    ):
        assert served.workers()
        served.process.send_signal(how)
        served.process.wait(PATIENCE)
        assert until(lambda: not workers_of(served.process.pid))


@pytest.mark.parametrize(
    ("connections", "sent"),
    [
        (220, b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999\r\n\r\n{"),
        (220, b"POST /api/check HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999\r\n\r\n{"),
        (600, b"POST /api/check HTTP/1.1\r\n"),
    ],
)
def test_requests_without_a_token_take_no_place_of_others(connections, sent):
    with serving("--token", "correct-horse") as served, ExitStack() as strangers:
        port = served.client.base_url.port
        served.client.headers["authorization"] = "Bearer correct-horse"
        for _ in range(connections):
            stranger = socket.create_connection(("127.0.0.1", port))
            strangers.enter_context(stranger)
            with suppress(ConnectionError):
                stranger.sendall(sent)
        for _ in range(3):
            assert served.client.get("/api/about").status_code == 200
            assert served.client.post("/api/piece", json={"text": "knight"}).is_success


def test_connections_without_a_request_are_cut_off():
    """Headers that do not come, or come too slowly, do not hold a connection for ever."""
    with serving() as served:
        with raw(served) as mute, raw(served) as slow, raw(served) as second:
            second.sendall(b"GET /api/about HTTP/1.1\r\nhost: localhost\r\n\r\nGET ")
            answer = second.recv(1 << 16)
            assert answer.startswith(b"HTTP/1.1 200 ")
            for _ in range(3):
                slow.sendall(b"G")
                time.sleep(0.1)
            for connection in (mute, slow, second):
                assert until(lambda connection=connection: hung_up(connection))
        assert served.client.get("/").status_code == 200


def hung_up(connection: socket.socket) -> bool:
    """Whether the other side has ended a connection; reads what it sent before."""
    try:
        return not connection.recv(1 << 16)
    except ConnectionResetError:
        return True
