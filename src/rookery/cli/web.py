"""``rookery web``: the page, served on this machine."""

from __future__ import annotations

import ipaddress
import re
import socket
import sys
import threading
from importlib.util import find_spec

import click

from rookery.cli import status
from rookery.cli.options import quiet_option
from rookery.cli.streams import answering, say
from rookery.errors import RookeryError, shown
from rookery.version import install_command

HOST, PORT, JOBS, SECONDS = "127.0.0.1", 8750, 2, 60.0
SHORTEST_TOKEN = 8
BACKLOG = 256
EPILOG = """\b
Examples:
  rookery web
  rookery web --port 0 --no-open
  rookery web --host 0.0.0.0 --token "$(openssl rand -hex 16)"

Only this machine is served, unless --host says otherwise; then every request needs the token.
The page is at the address printed, and /api there describes its HTTP API. Ctrl-C stops it.
"""

_TOKEN = re.compile(r"[A-Za-z0-9._~-]+")


@click.command(epilog=EPILOG)
@click.option(
    "--host", default=HOST, show_default=True, metavar="HOST", help="Address to listen on."
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=PORT,
    show_default=True,
    metavar="P",
    help="Port to listen on; 0 takes any free one.",
)
@click.option(
    "--token",
    envvar="ROOKERY_TOKEN",
    metavar="T",
    help="Token that every request must carry; also ROOKERY_TOKEN in the environment.",
)
@click.option(
    "--jobs",
    type=click.IntRange(1, 64),
    default=JOBS,
    show_default=True,
    metavar="N",
    help="Solve at most N puzzles at a time; others wait their turn.",
)
@click.option(
    "--seconds",
    type=click.FloatRange(0, 86400, min_open=True),
    default=SECONDS,
    show_default=True,
    metavar="S",
    help="Longest time for one puzzle.",
)
@click.option(
    "--open/--no-open", "opened", default=None, help="Open a browser; default: on a terminal."
)
@quiet_option
def web(  # noqa: PLR0913 - the options of a command
    host: str,
    port: int,
    token: str | None,
    jobs: int,
    seconds: float,
    opened: bool | None,
    quiet: bool,
) -> int:
    """Serve a web page on which to draw, solve and play with puzzles."""
    _expect_extra()
    _expect_token(host, token)
    with _listening(host, port) as listener:
        address = _address(host, listener.getsockname()[1], token)
        with answering() as answers:
            answers.write(f"{address}\n")
        if opened or (opened is None and sys.stdout.isatty()):
            _open(address)
        if not quiet:
            say("rookery: serving; Ctrl-C stops it")
        _serve(listener, host, token or "", jobs, seconds)
    return status.DONE


def _serve(listener: socket.socket, host: str, token: str, jobs: int, seconds: float) -> None:
    from rookery.web.bounds import Bounds
    from rookery.web.safety import LOOPBACK, AccessRules
    from rookery.web.serving import serve

    hosts = None if token else frozenset((*LOOPBACK, host.lower()))
    serve(listener, Bounds(seconds=seconds, jobs=jobs), AccessRules(hosts, token))


def _expect_extra() -> None:
    if any(find_spec(name) is None for name in ("fastapi", "uvicorn")):
        raise RookeryError(f"the page needs the extra 'web': {install_command('web')}")


def _expect_token(host: str, token: str | None) -> None:
    """Refuse a token that is easily guessed, and to serve other machines without one."""
    if token is not None and not (_TOKEN.fullmatch(token) and len(token) >= SHORTEST_TOKEN):
        raise click.BadParameter(
            f"expected a token of at least {SHORTEST_TOKEN} letters, digits or any of -._~, "
            f"got {shown(token)}"
        )
    if token is None and not _is_loopback(host):
        raise click.UsageError(
            f"expected --token with --host {host}: others than this machine can reach it, got none"
        )


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _listening(host: str, port: int) -> socket.socket:
    """Return a socket that listens; connections wait there until the server is up."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=BACKLOG)
    except OSError as error:
        where = f"{host}, port {port}"
        raise RookeryError(f"cannot listen on {where}: {error.strerror or error}") from error


def _address(host: str, port: int, token: str | None) -> str:
    name = f"[{host}]" if ":" in host else host
    return f"http://{name}:{port}/" + (f"#token={token}" if token else "")


def _open(address: str) -> None:
    """Open a browser, which may take its time, beside the server."""
    import webbrowser

    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
