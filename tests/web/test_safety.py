"""The guard: hosts, origins, tokens, bodies, and clients that do not read."""

import asyncio
import json
from typing import Any

import httpx
import pytest
from tests.web.conftest import JSON, Api, run_async

from rookery.web import Bounds
from rookery.web.app import REFUSALS
from rookery.web.safety import ABORT, API, AccessRules, Guard, depth

TOKEN = "correct-horse"
BODY = json.dumps({"text": "Q.N"}).encode()


@pytest.mark.parametrize(
    "host", ["localhost", "localhost:8750", "127.0.0.1:1", "[::1]:9", "LOCALHOST"]
)
def test_this_machine_is_known(api, host):
    assert api.get("/api/about", headers={"host": host}).status_code == 200


@pytest.mark.parametrize("path", ["/", "/api/about"])
@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8750", "localhost.evil.example", "", "10.0.0.1"]
)
def test_strange_hosts_are_refused(api, host, path):
    refused = api.get(path, headers={"host": host})
    assert refused.status_code == 403
    assert refused.json()["error"].startswith("expected the host 127.0.0.1 or ::1 or localhost")


def test_a_page_of_others_is_refused(api):
    others = ("http://evil.example", "null", "http://localhost:1", "https://localhost.evil")
    for origin in (*others, "http://[", "://", "http://localhost:8750/x"):
        refused = api.ask("POST", "/api/read", content=BODY, headers=JSON | {"origin": origin})
        assert refused.status_code == 403
    same = {"origin": "http://localhost:8750", "host": "localhost:8750"}
    assert api.ask("POST", "/api/read", content=BODY, headers=JSON | same).status_code == 200


def test_a_form_of_others_is_refused(api):
    for kind in ("text/plain", "application/x-www-form-urlencoded", ""):
        refused = api.ask("POST", "/api/read", content=BODY, headers={"content-type": kind})
        assert refused.status_code == 415
        assert refused.json()["error"].startswith("expected a body of type application/json")


@pytest.fixture(scope="module")
def guarded() -> Api:
    return Api(access=AccessRules(hosts=None, token=TOKEN))


@pytest.mark.parametrize(
    ("header", "status"),
    [
        (None, 401),
        ("", 401),
        ("Bearer", 401),
        ("Bearer wrong-horse", 401),
        (f"Basic {TOKEN}", 401),
        (f"Bearer {TOKEN}x", 401),
        (f"Bearer {TOKEN}", 200),
        (f"bearer {TOKEN}", 200),
        ("Bearer \xe9".encode("latin-1"), 401),
    ],
)
def test_the_token(guarded, header, status):
    headers = {"host": "a.name.of.this.machine"} | (
        {} if header is None else {"authorization": header}
    )
    response = guarded.get("/api/about", headers=headers)
    assert response.status_code == status
    if status == 401:
        assert response.headers["www-authenticate"] == "Bearer"
    for path in ("/", "/api", "/openapi.json"):
        assert guarded.get(path, headers=headers).status_code == 200


def test_every_path_of_the_api_needs_the_token(guarded):
    for path, methods in guarded.get("/openapi.json").json()["paths"].items():
        assert path.startswith(API)
        for method in methods:
            assert guarded.ask(method.upper(), path).status_code == 401


@pytest.mark.parametrize("in_chunks", [False, True])
def test_large_bodies_are_refused(in_chunks):
    async def chunks(body):
        for at in range(0, len(body), 100):
            yield body[at : at + 100]

    small = Api(Bounds(body_bytes=1000))
    for size, status in ((1000, 200), (1001, 413)):
        body = BODY.ljust(size)
        content = chunks(body) if in_chunks else body
        answer = small.ask("POST", "/api/read", content=content, headers=JSON)
        assert answer.status_code == status
    assert answer.json()["error"] == "expected a body of at most 1000 bytes, got more"


def test_a_length_that_is_no_number(api):
    for length in ("-5", "1e9", "9" * 5000):
        headers = JSON | {"content-length": length}
        response = api.ask("POST", "/api/read", content=BODY, headers=headers)
        assert response.status_code in (200, 413)


async def ask(app: Any, messages: list[Any], send: Any, **scope: Any) -> None:
    """Ask an application, which receives these messages, and then nothing."""

    async def receive() -> Any:
        if not messages:
            await asyncio.sleep(3600)
        return messages.pop(0)

    headers = [(b"host", b"localhost"), (b"content-type", b"application/json")]
    whole = {"type": "http", "method": "POST", "path": "/api/check", "headers": headers}
    await app(whole | {"state": {}} | scope, receive, send)


def answered(app: Any, messages: list[Any], **scope: Any) -> list[Any]:
    """Return what an application sends."""
    sent: list[Any] = []

    async def keep(message: Any) -> None:
        sent.append(message)

    run_async(ask(app, messages, keep, **scope))
    return sent


def part(body: bytes, more: bool) -> dict[str, Any]:
    """Return a message with a part of a body."""
    return {"type": "http.request", "body": body, "more_body": more}


async def plain(scope: Any, receive: Any, send: Any, status: int = 200) -> None:
    body = (await receive())["body"] if scope["method"] == "POST" else b""
    await send({"type": "http.response.start", "status": status, "headers": []})
    await send({"type": "http.response.body", "body": body})


@pytest.mark.parametrize(
    ("messages", "status", "told"),
    [
        ([part(b"{", True)], 408, b"the body did not arrive within 0.05 seconds"),
        ([{"type": "http.disconnect"}], 400, b""),
        ([part(b"1", True), part(b"1", True), part(b"1", False)], 200, b"111"),
    ],
)
def test_a_body_comes_in_parts_or_not_at_all(messages, status, told):
    guard = Guard(plain, AccessRules(), Bounds(body_seconds=0.05))
    start, body = answered(guard, messages)
    assert start["status"] == status
    assert told in body["body"]
    assert status in (200, 400) or status in REFUSALS  # those that the page's reference tells


@pytest.mark.parametrize(
    ("length", "parts", "left"), [(1600, 16, 0), (1601, 1, 1), (0, 16, 0), (0, 18, 1)]
)
def test_a_body_too_large_is_dropped_for_a_while(length, parts, left):
    messages = [part(bytes(100), number < parts) for number in range(1, parts + 1)]
    headers = [(b"host", b"localhost"), (b"content-length", b"%d" % length)]
    guard = Guard(plain, AccessRules(), Bounds(body_bytes=100))
    start, _ = answered(guard, messages, headers=headers)
    assert (start["status"], len(messages)) == (413, left)


def test_a_client_that_does_not_read_is_cut_off():
    cut: list[bool] = []

    async def stuck(message):
        await asyncio.sleep(3600)

    guard = Guard(plain, AccessRules(), Bounds(send_seconds=0.05))
    run_async(ask(guard, [part(b"", False)], stuck, state={ABORT: lambda: cut.append(True)}))
    assert cut == [True]


async def test_too_many_at_once():
    async def slow(scope, receive, send):
        await asyncio.sleep(0.05)
        await plain(scope, receive, send)

    transport = httpx.ASGITransport(Guard(slow, AccessRules(), Bounds(requests=3)))
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
        answers = await asyncio.gather(*(client.get("/") for _ in range(5)))
        later = await client.get("/")
    assert sorted(answer.status_code for answer in answers) == [200, 200, 200, 503, 503]
    assert later.status_code == 200


@pytest.mark.parametrize(("path", "status"), [("/", 405), ("/static/x", 405), ("/api/check", 401)])
def test_a_request_without_the_token_is_refused_before_its_body(path, status):
    async def answer(scope, receive, send):
        await send({"type": "http.response.start", "status": 405, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    first = [part(b"{", True)]
    guard = Guard(answer, AccessRules(token=TOKEN), Bounds())
    assert answered(guard, first, path=path)[0]["status"] == status
    assert len(first) == 1  # nothing was read


async def test_bodies_that_do_not_come_take_no_place_of_others():
    guard = Guard(plain, AccessRules(), Bounds(requests=2, bodies=4))
    statuses: dict[str, list[int]] = {"10.0.0.1": [], "10.0.0.2": []}

    async def unfinished(peer):
        async def send(message):
            if "status" in message:
                statuses[peer].append(message["status"])

        await ask(guard, [part(b"{", True)], send, client=(peer, 1))

    peers = [*["10.0.0.1"] * 10, "10.0.0.2"]
    waiting = [asyncio.create_task(unfinished(peer)) for peer in peers]
    await asyncio.sleep(0.05)
    transport = httpx.ASGITransport(guard, client=("10.0.0.1", 2))
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
        found = await client.post("/api/check", content=b"1", headers=JSON)
    await asyncio.sleep(0.05)
    for task in waiting:
        task.cancel()
    await asyncio.gather(*waiting, return_exceptions=True)
    assert found.status_code == 200
    assert list(statuses.values()) == [[503] * 7, []]  # the oldest of one peer make room


@pytest.mark.parametrize("part", [rb"\"", b'"', b"\\", b"[", b'"[', rb'"\\"['])
def test_depth_is_found_in_one_pass(part):
    """Of a pattern that begins anew at each quote this would take hours."""
    assert depth(b'"' + part * 50_000) >= 0


def test_depth_looks_past_texts():
    assert depth(rb'{"a": "[[\"[[", "b": [[]]}') == 3
    assert depth(b'"[[[[[') == 0  # a text without an end, which no reader accepts
    assert depth(b"]][[") == 0
