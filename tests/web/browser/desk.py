"""The page as somebody meets it: what can be seen on it, and what can be done."""

import json
import re
from typing import Any

from rookery import Board, Cover
from rookery.document import document_of

MODES = ("draw", "answer", "try")
FILES = "abcdefghijklmnopqrstuvwxyz"
MADE = ".wish button:text-is('New puzzle'):enabled"  # no puzzle is being made
LABELS = "cells => cells.map((cell) => cell.getAttribute('aria-label'))"


class Desk:
    """A window with the page: Playwright's, the address, and the complaints heard so far."""

    def __init__(self, page: Any, address: str, heard: list[str]) -> None:
        self.page = page
        self.address = address
        self.heard = heard
        self.rows = 8

    def open(self, fragment: str = "") -> None:
        """Open the page, at the board, and wait for the pieces' pictures."""
        self.page.goto(self.address + fragment, wait_until="commit")
        self.page.locator("#glyphs symbol").first.wait_for(state="attached")
        if self.page.locator("#welcome").is_visible():
            self.card("solve")

    def forgive(self, text: str) -> None:
        """Take back a complaint that the test provoked."""
        found = [one for one in self.heard if text in one]
        assert found, f"nothing was heard of {text!r}"
        for one in found:
            self.heard.remove(one)

    # What there is.

    def square(self, name: str) -> Any:
        """Return the cell of a square, by the chess player's name."""
        row, column = self.rows - int(name[1:]), FILES.index(name[0])
        return self.page.locator(f"#square-{row}-{column}")

    def words(self, name: str) -> str:
        """Return what a screen reader says of a square, without its name."""
        label: str = self.square(name).get_attribute("aria-label")
        return label.partition(": ")[2]

    def all_words(self) -> list[str]:
        """Return what a screen reader says of every square."""
        cells = self.page.locator("[role=gridcell]")
        said: list[str] = cells.evaluate_all(LABELS)
        return said

    def holding(self, words: str) -> set[str]:
        """Return the places, as they are told, of all squares that hold something."""
        cells = self.page.locator(f'[role=gridcell][aria-label*="{words}"]')
        labels = cells.evaluate_all(LABELS)
        return {label.partition(":")[0] for label in labels}

    def verdict(self) -> str:
        """Return what the panel says of the answer or the attempt."""
        told: str = self.page.locator("section:not([hidden]) .told > .verdict").inner_text()
        return told

    def told(self, text: str, panel: str = "try") -> None:
        """Wait until a panel says something."""
        self.page.locator(f"#{panel} .verdict").get_by_text(text).wait_for()

    def figure(self, name: str) -> str:
        """Return a figure of the panel by its name."""
        figures = self.page.locator("section:not([hidden]) .figures > div")
        shown: str = figures.filter(has_text=re.compile(f"^{name}")).locator("dd").inner_text()
        return shown

    def number(self, name: str) -> int:
        return int(self.figure(name).replace(",", ""))

    def alarm(self) -> str:
        """Return the complaint on the page; wait until there is one."""
        alarm = self.page.locator("#alarm")
        alarm.wait_for()
        text: str = alarm.locator("p").inner_text()
        return text

    # What can be done.

    def family(self, name: str) -> None:
        """Choose a family, and wait for the puzzle of the day if it has one."""
        self.page.locator(f"[data-family={name}]").click()
        self.page.locator(MADE).wait_for(state="attached")

    def card(self, name: str) -> None:
        """Choose a card: play, solve, tours, covers or count."""
        self.page.locator(f"[data-card={name}]").click()

    def mode(self, name: str) -> None:
        """Choose a tab: draw, answer or try."""
        self.page.locator(f"#tab-{name}").click()

    def paint(self, kind: str, *names: str) -> None:
        """Paint squares, one after the other, by clicks."""
        self.page.locator(f"[data-paint={kind}]").click()
        self.click(*names)

    def click(self, *names: str) -> None:
        for name in names:
            self.page.mouse.click(*self.middle(name))

    def drag(self, *names: str) -> None:
        """Press on a square, pass over others, and let go."""
        self.page.mouse.move(*self.middle(names[0]))
        self.page.mouse.down()
        for name in names[1:]:
            self.page.mouse.move(*self.middle(name))
        self.page.mouse.up()

    def middle(self, name: str) -> tuple[float, float]:
        """Return where in the window the middle of a square is."""
        box = self.square(name).locator(".square").bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def solve(self) -> None:
        """Press the button, and wait until it says so again; it is not beside a game."""
        button = self.page.locator("#solve")
        if not button.is_visible():
            self.mode("answer")
        button.click()
        self.page.locator("#solve:not(.stop)").wait_for()

    def press(self, name: str) -> None:
        self.page.get_by_role("button", name=name).click()

    def key(self, *names: str) -> None:
        for name in names:
            self.page.keyboard.press(name)

    def enter(self, label: str, text: str, exact: bool = False) -> None:
        """Fill a field, and end with Enter."""
        field = self.page.get_by_label(label, exact=exact)
        field.fill(text)
        field.press("Enter")

    def follow_hints(self, until: Any) -> None:
        """Ask for hints and follow each, until something is visible."""
        follow = self.page.get_by_role("button", name="Do it")
        while not until.is_visible():
            self.press("Hint")
            follow.or_(until).first.wait_for()
            if follow.is_visible():
                follow.click()
                self.page.locator(".hinted").wait_for(state="hidden")

    def copied(self, name: str, said: str) -> str:
        """Press a button that copies, wait until the page says so, and return the clipboard."""
        self.press(name)
        self.page.get_by_text(said).wait_for()
        text: str = self.page.evaluate("navigator.clipboard.readText()")
        return text

    def saved(self, name: str) -> Any:
        """Press a button that saves a file, and return the download."""
        with self.page.expect_download() as saving:
            self.page.get_by_role("button", name=name, exact=True).click()
        return saving.value

    def hold(self, path: str) -> list[Any]:
        """Hold the requests of a path from now on; return the list of those that wait."""
        held: list[Any] = []

        def hold(route: Any) -> None:
            held.append(route)

        self.page.route(path, hold)
        return held

    def reload_with(self, **about: Any) -> None:
        """Load the page anew, with some fields of what the server says of itself changed."""

        def answer(route: Any) -> None:
            route.fulfill(json=route.fetch().json() | about)

        self.page.route("**/api/about", answer)
        self.page.reload()
        self.page.locator("#glyphs symbol").first.wait_for(state="attached")

    def read(self, text: str, kind: str = "") -> None:
        """Give a text to the dialogue."""
        self.mode("draw")
        self.press("Paste or open text…")
        self.page.locator("#texts textarea").fill(text)
        self.page.locator("#texts select").select_option(kind)
        self.page.locator("#texts button.primary").click()

    def take(self, text: str, kind: str = "") -> None:
        """Give a text to the dialogue, and wait until it is taken."""
        self.read(text, kind)
        self.page.locator("#texts").wait_for(state="hidden")

    def load(self, puzzle: dict[str, Any]) -> None:
        self.take(json.dumps(puzzle))
        self.rows = int(self.page.locator("#board").get_attribute("aria-rowcount"))

    def module(self, name: str, body: str, argument: Any = None) -> Any:
        """Run a function's body with a module of the page, `it`, and an `argument`."""
        script = f"async (argument) => {{ const it = await import('/static/{name}.js'); {body} }}"
        return self.page.evaluate(script, argument)


def dense_kings(side: int) -> dict[str, Any]:
    """Return a cover that nobody solves within seconds."""
    board = Board(side)
    kings = [(r, c) for r, c in board.squares() if (r * r + 3 * r * c + 5 * c * c) % 7 < 3]
    return document_of(Cover(board, kings, [77, 90, 83, 61, 59, 95, 73, 88]))
