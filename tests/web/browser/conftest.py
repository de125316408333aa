"""A browser before the real server; whatever the page complains of in a test fails it.

The tests are skipped, and say so, where Chromium or Playwright is missing.
"""

import shutil
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

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
USUAL = {
    "viewport": {"width": 1280, "height": 900},
    "permissions": ["clipboard-read", "clipboard-write"],
}
PATIENCE_MS = 120_000
COMPLAINTS = ("error", "warning")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests slow that need a browser."""
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.slow)


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
    """A function that opens the page, or a file, in a window with Playwright's options."""
    heard: list[str] = []
    contexts = []

    def opened(fragment: str = "", file: Path | None = None, **options: Any) -> Desk:
        context = browser.new_context(**USUAL | options)
        contexts.append(context)
        context.set_default_timeout(PATIENCE_MS)
        page = context.new_page()
        home = address if file is None else file.as_uri()
        _listen(page, heard, home)
        desk = Desk(page, home, heard)
        if file is None:
            desk.open(fragment)
        else:
            page.goto(home + fragment)
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

    def console(message: Any) -> None:
        if message.type in COMPLAINTS:
            heard.append(f"console: {message.text}")

    def request(one: Any) -> None:
        if not one.url.startswith((address, "blob:", "data:")):
            heard.append(f"request to {one.url}")

    page.on("console", console)
    page.on("pageerror", lambda error: heard.append(f"thrown: {error}"))
    page.on("request", request)
