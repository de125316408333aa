"""``rookery web``: who may be served, the address, what is missing. No server is started."""

import socket
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from tests.command import rookery

from rookery.cli import status, web
from rookery.web import Bounds
from rookery.web.safety import AccessRules

TOKEN = "correct-horse"
HOSTS = frozenset(["127.0.0.1", "::1", "localhost"])


@pytest.fixture
def serving(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """The settings of each server that would be started: hosts, token, jobs, seconds and URL."""
    started: list[tuple[Any, ...]] = []

    def serve(listener: socket.socket, bounds: Bounds, rules: AccessRules, url: str) -> None:
        started.append((rules.hosts, rules.token, bounds.jobs, bounds.seconds, url))

    monkeypatch.setattr("rookery.web.app.serve", serve)
    monkeypatch.delenv("ROOKERY_TOKEN", raising=False)
    return started


def run(line="", *words, **environment):
    return rookery(f"web --port 0 {line}", *words, env=environment)


def test_the_address_is_all_there_is_on_stdout(serving):
    done = run("--no-token")
    assert done.exit_code == status.DONE
    host, _, port = done.stdout.removeprefix("http://").removesuffix("/\n").partition(":")
    assert (host, int(port) > 0) == ("127.0.0.1", True)
    assert done.stderr == "rookery: serving; Ctrl-C stops it\n"
    assert serving == [(HOSTS, "", 2, 60.0, "")]


def test_the_settings_are_those_of_the_options(serving):
    url = "https://Puzzles.example.org/rookery/"
    done = run("-q --jobs 3 --seconds 5 --no-token --public-url", url)
    assert (done.exit_code, done.stderr) == (status.DONE, "")
    assert serving == [(HOSTS | {"puzzles.example.org"}, "", 3, 5.0, url)]


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "127.9.9.9"])
def test_this_machine_has_a_token_of_its_own(serving, host):
    tokens = set()
    for _ in range(2):
        address, _, token = run("--host", host).stdout.strip().partition("/#token=")
        assert address.startswith(f"http://{host}:")
        tokens.add(token)
    assert tokens == {token for _, token, *_ in serving}
    assert len(tokens) == 2
    assert min(map(len, tokens)) > 40
    assert {hosts for hosts, *_ in serving} == {HOSTS | {host}}


@pytest.mark.parametrize("options", [(), ("--token", TOKEN)])
def test_a_browser_gets_the_token_by_a_private_file(serving, monkeypatch, options):
    opened: list[tuple[str, int]] = []

    def look(address):
        path = Path(address.removeprefix("file://"))
        opened.append((path.read_text(), path.stat().st_mode & 0o077))

    monkeypatch.setattr(web, "_open", look)
    address = run("--open", *options).stdout.strip()
    assert opened == [(f'<meta http-equiv="refresh" content="0; url={address}">\n', 0)]


@pytest.mark.parametrize(("options", "times"), [((), 1), (("--no-open",), 0), (("--open",), 1)])
def test_a_terminal_opens_a_browser_unless_it_must_not(serving, monkeypatch, options, times):
    opened: list[str] = []
    monkeypatch.setattr(web, "_open", opened.append)
    stdout = SimpleNamespace(isatty=lambda: True)
    monkeypatch.setattr(web, "sys", SimpleNamespace(stdout=stdout, platform=sys.platform))
    run(*options)
    assert len(opened) == times


@pytest.mark.skipif(not socket.has_ipv6, reason="no IPv6")
def test_an_address_of_ipv6(serving):
    done = run("--host ::1")
    assert done.stdout.startswith("http://[::1]:") or "cannot listen" in done.stderr


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "10.1.2.3", "a.example"])
def test_another_host_needs_a_token(serving, host):
    done = run("--host", host)
    assert (done.exit_code, done.stdout, serving) == (status.BAD, "", [])
    assert done.stderr == (
        f"rookery web: expected a token in ROOKERY_TOKEN with --host {host}, "
        "which other machines can reach, got none\n"
    )


def test_a_token_is_in_the_address(serving):
    assert run("--host 0.0.0.0 --token", TOKEN).stdout.endswith(f"/#token={TOKEN}\n")
    assert run("--host 0.0.0.0", ROOKERY_TOKEN=TOKEN).stdout.endswith(f"/#token={TOKEN}\n")
    assert serving == 2 * [(None, TOKEN, 2, 60.0, "")]


def test_the_help_has_the_port_of_the_documentation_and_puts_no_token_where_others_read_it():
    """The command lines of all users are open to each of them; their environments are not."""
    told = run("--help").stdout
    assert "[default:8750;0<=x<=65535]" in "".join(told.split())
    page = (Path(__file__).parents[2] / "docs/page.md").read_text(encoding="utf-8")
    assert "http://127.0.0.1:8750/api" in page
    examples = [line for line in told.splitlines() if "openssl" in line]
    assert [line.split()[-3:] for line in examples] == [["web", "--host", "0.0.0.0"]]


def test_a_port_that_is_taken(serving):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        done = run("--port", taken.getsockname()[1])
    assert done.exit_code == status.BAD
    assert done.stderr.startswith("rookery: cannot listen on 127.0.0.1, port ")
    assert done.stderr.endswith("; --port 0 takes a free one\n")


def test_without_the_extra(serving, monkeypatch):
    monkeypatch.setattr(web, "find_spec", lambda name: None)
    done = run()
    assert (done.exit_code, done.stdout) == (status.BAD, "")
    assert done.stderr == (
        "rookery: the page needs the extra 'web': pip install 'rookery-chess[web]'\n"
    )
