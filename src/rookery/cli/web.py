"""``rookery web``: the page, served on this machine."""

from __future__ import annotations

import errno
import html
import ipaddress
import re
import secrets
import socket
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from importlib.util import find_spec
from pathlib import Path
from tempfile import NamedTemporaryFile
from urllib.parse import urlsplit

import click

from rookery.cli import status
from rookery.cli.options import number_option, quiet_option
from rookery.cli.streams import answering, say
from rookery.cli.types import Integer, Real
from rookery.errors import RookeryError, shown
from rookery.version import install_command
from rookery.web import LOOPBACK, Bounds

HOST, PORT, JOBS, SECONDS = "127.0.0.1", 8750, 2, 60  # defaults of the options
SHORTEST_TOKEN = 8  # characters
BACKLOG = 256  # waiting connections
EPILOG = """\b
Examples:
  rookery web
  rookery web --port 0 --no-open
  ROOKERY_TOKEN="$(openssl rand -hex 16)" rookery web --host 0.0.0.0

Only this machine is served, unless --host says otherwise. The page is at the address printed,
with the token that every request needs, and /api there describes its HTTP API. Ctrl-C stops it.
All users of a machine can read the options of a running command: ROOKERY_TOKEN hides a token from
them, --token does not.
"""

_TOKEN = re.compile(r"[A-Za-z0-9._~-]+")


@click.command(epilog=EPILOG, short_help="Serve a page to draw, solve and play puzzles.")
@click.option(
    "--host", default=HOST, show_default=True, metavar="HOST", help="Address to listen on."
)
@number_option(
    "--port", "Port to listen on; 0 takes any free one.", PORT, metavar="P", type=Integer(0, 65535)
)
@click.option(
    "--token",
    envvar="ROOKERY_TOKEN",
    metavar="T",
    help="Token that every request must carry; default: ROOKERY_TOKEN, else a new one.",
)
@click.option("--no-token", is_flag=True, help="Serve every user of this machine, without a token.")
@number_option(
    "--jobs",
    "Solve at most N puzzles at a time; others wait their turn.",
    JOBS,
    type=Integer(1, 64),
)
@number_option(
    "--seconds",
    "Longest time for one puzzle.",
    SECONDS,
    metavar="S",
    type=Real(0, 86400, min_open=True),
)
@click.option(
    "--public-url",
    default="",
    metavar="URL",
    help="Address of the page for others, in the links that it copies.",
)
@click.option(
    "--open/--no-open", "opened", default=None, help="Open a browser; default: on a terminal."
)
@quiet_option
def web(  # noqa: PLR0913 - the options of a command
    host: str,
    port: int,
    token: str | None,
    no_token: bool,
    jobs: int,
    seconds: float,
    public_url: str,
    opened: bool | None,
    quiet: bool,
) -> int:
    """Serve a web page on which to draw, solve and play with puzzles."""
    if any(find_spec(name) is None for name in ("fastapi", "uvicorn")):
        raise RookeryError(f"the page needs the extra 'web': {install_command('web')}")
    _expect_token(host, token, no_token)
    known = {*LOOPBACK, host.lower(), _host_of(public_url)}
    hosts = None if token else frozenset(known - {""})
    token = "" if no_token else token or secrets.token_urlsafe()
    with _listening(host, port) as listener:
        where = f"[{host}]" if ":" in host else host
        page = f"http://{where}:{listener.getsockname()[1]}/"
        address = f"{page}#token={token}" if token else page
        with answering() as answers:
            answers.write(f"{address}\n")
        with ExitStack() as stack:
            if opened or (opened is None and sys.stdout.isatty()):
                _open(stack.enter_context(_private_page(address)))
            if not quiet:
                say("rookery: serving; Ctrl-C stops it")
            from rookery.web.app import serve
            from rookery.web.safety import AccessRules

            bounds = Bounds(seconds=seconds, jobs=jobs)
            serve(listener, bounds, AccessRules(hosts, token), public_url)
    return status.DONE


def _host_of(url: str) -> str:
    """Return the host's name in the address of a page, or "" without an address."""
    try:
        parts = urlsplit(url)
        host = parts.hostname or ""
    except ValueError:
        parts, host = urlsplit(""), ""
    is_page = parts.scheme in ("http", "https") and not (parts.query or parts.fragment)
    if url and not (host and is_page):
        raise click.BadParameter(
            f"expected the address of a page, such as https://example.org/, got {shown(url)}",
            param_hint="'--public-url'",
        )
    return host


def _expect_token(host: str, token: str | None, no_token: bool) -> None:
    """Refuse a token that is easily guessed, and other machines without a token."""
    if token is not None and no_token:
        raise click.UsageError("expected --token or --no-token, got both")
    if token is not None and not (_TOKEN.fullmatch(token) and len(token) >= SHORTEST_TOKEN):
        raise click.BadParameter(
            f"expected a token of at least {SHORTEST_TOKEN} letters, digits or any of -._~, "
            f"got {shown(token)}",
            param_hint="'--token'",
        )
    if token is None and not _is_loopback(host):
        raise click.UsageError(
            f"expected a token in ROOKERY_TOKEN with --host {host}, "
            "which other machines can reach, got none"
        )


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _listening(host: str, port: int) -> socket.socket:
    """Return a listening socket, where connections wait until the server is up."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=BACKLOG)
    except OSError as error:
        where = f"{host}, port {port}"
        hint = "; --port 0 takes a free one" if error.errno == errno.EADDRINUSE else ""
        why = error.strerror or error
        raise RookeryError(f"cannot listen on {where}: {why}{hint}") from error


@contextmanager
def _private_page(address: str) -> Iterator[str]:
    """Yield the address of a file that redirects a browser to an address."""
    # Every user of the machine can see the arguments of a browser, and a token in them.
    with NamedTemporaryFile("w", prefix="rookery-", suffix=".html", encoding="utf-8") as page:
        page.write(f'<meta http-equiv="refresh" content="0; url={html.escape(address)}">\n')
        page.flush()
        yield Path(page.name).as_uri()


def _open(address: str) -> None:
    """Open a browser, which may take its time, in a thread beside the server."""
    import webbrowser

    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
