"""A browser before the real server; whatever the page complains of in a test fails it.

The tests are skipped, and say so, where Chromium or Playwright is missing.
"""

import shutil
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from typing import Any
from urllib.parse import urlsplit

import pytest
from tests.web.browser.desk import Desk
from tests.web.conftest import serving

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
NEEDED = ("playwright", "fastapi", "uvicorn")
OPTIONS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PATIENCE_MS = 120_000
COMPLAINTS = ("error", "warning")


@pytest.fixture(scope="package")
def address() -> Iterator[str]:
    """The address of a server of its own."""
    _skip_what_cannot_run()
    with serving() as served:
        yield served.address


@pytest.fixture(scope="package")
def browser() -> Iterator[Any]:
    """One browser for all tests. It is closed after them, for its loop is no friend of asyncio."""
    _skip_what_cannot_run()
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=OPTIONS)
        yield browser
        browser.close()


@pytest.fixture
def open_desk(address: str, browser: Any) -> Iterator[Callable[..., Desk]]:
    """A function that opens the page in a window of its own, with Playwright's options."""
    heard: list[str] = []
    contexts = []

    def opened(fragment: str = "", **options: Any) -> Desk:
        context = browser.new_context(**{"viewport": {"width": 1280, "height": 900}, **options})
        contexts.append(context)
        context.set_default_timeout(PATIENCE_MS)
        page = context.new_page()
        _listen(page, heard, address)
        desk = Desk(page, address, heard)
        desk.open(fragment)
        return desk

    yield opened
    for context in contexts:
        context.close()
    assert heard == []


@pytest.fixture
def desk(open_desk: Callable[..., Desk]) -> Desk:
    """The page, just opened."""
    return open_desk()


def _skip_what_cannot_run() -> None:
    if CHROMIUM is None:
        pytest.skip("Chromium is missing: apt-get install chromium")
    for module in NEEDED:
        if find_spec(module) is None:
            pytest.skip(f"{module} is missing: make dev")


def _listen(page: Any, heard: list[str], address: str) -> None:
    """Note what the console says, what is thrown, and every request to elsewhere.

    What Chromium says of a policy that is violated is an error of the console.
    """
    home = urlsplit(address).netloc

    def console(message: Any) -> None:
        if message.type in COMPLAINTS:
            heard.append(f"console: {message.text}")

    def request(one: Any) -> None:
        target = urlsplit(one.url)
        if target.scheme not in ("blob", "data") and target.netloc != home:
            heard.append(f"request to {one.url}")

    page.on("console", console)
    page.on("pageerror", lambda error: heard.append(f"thrown: {error}"))
    page.on("request", request)
