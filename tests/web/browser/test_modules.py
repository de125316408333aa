"""The page's modules of pure functions, held against their twins in Python."""

import random
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
from tests.web.browser.desk import Desk

from rookery.boards.board import Board
from rookery.document import puzzle_of
from rookery.errors import RookeryError
from rookery.families import NAMES
from rookery.view.moves import arrow, bows, crossing


@pytest.fixture(scope="module")
def desk(address: str, browser: Any) -> Iterator[Desk]:
    """Return one page for all: its modules are only asked for what they compute."""
    page = browser.new_page()
    desk = Desk(page, address, [])
    desk.open()
    yield desk
    page.close()


def squares(path: list[tuple[int, int]]) -> list[dict[str, int]]:
    return [{"row": row, "column": column} for row, column in path]


def test_arrows_are_those_of_the_pictures(desk):
    dice = random.Random(1)
    for _ in range(20):
        path = [(dice.randrange(6), dice.randrange(6)) for _ in range(8)]
        path = [one for at, one in enumerate(path) if at == 0 or one != path[at - 1]]
        bent = bows(path)
        assert desk.module("arrows", "return it.bows(argument)", squares(path)) == bent
        for (start, end), bow in zip(pairwise(path), bent, strict=True):
            body = "return it.arrow(argument[0], argument[1], argument[2], 4.6)"
            drawn = desk.module("arrows", body, [*squares([start, end]), bow])
            expect_same(drawn, arrow(start, end, bow, 4.6))
        board = Board(dice.randint(2, 6), dice.randint(2, 6), wrap="torus")
        start = (dice.randrange(board.rows), dice.randrange(board.columns))
        span = (dice.randint(-9, 9), dice.choice([-5, -2, 2, 5]))
        sides = {"rows": board.rows, "columns": board.columns, "wrap": board.wrap}
        body = "return it.arrowAround(argument[0], argument[1], argument[2], 4.6)"
        way = {"down": span[0], "right": span[1]}
        drawn = desk.module("around", body, [sides, *squares([start]), way])
        expect_same(drawn, crossing(board, start, span, 4.6))


def expect_same(drawn: dict[str, str], twin: tuple[str, str]) -> None:
    for name, path in zip(("shaft", "head"), twin, strict=True):
        assert numbers(drawn[name]) == pytest.approx(numbers(path), abs=0.011)


def numbers(path: str) -> list[float]:
    for letter in "MLQz":
        path = path.replace(letter, " ")
    return [float(number) for number in path.split()]


@pytest.mark.parametrize("family", NAMES)
def test_whatever_is_painted_stays_a_document(desk, family):
    """A thousand strokes at random leave squares with one thing each, or a sentence why not."""
    documents: list[dict[str, Any]] = desk.module(
        "paints",
        """
        const { opening, resized, sides } = await import("/static/puzzle.js");
        const { nameOf } = await import("/static/squares.js");
        let seed = 7;
        const roll = (sides) => (seed = (seed * 48271) % 2147483647) % sides;
        let puzzle = opening(argument);
        const kept = [];
        for (let turn = 0; turn < 1000; turn++) {
          const board = sides(puzzle);
          const name = nameOf({ row: roll(board.rows), column: roll(board.columns) }, board.rows);
          const paints = it.paintsOf(puzzle);
          const paint = paints[roll(paints.length)].id;
          const settings = { piece: "N", weight: roll(50), group: 1 + roll(2) };
          const change = roll(5) ? it.painted : it.unpainted;
          puzzle = change(puzzle, paint, name, settings);
          if (turn % 100 === 99) {
            kept.push(puzzle);
            const side = 4 + roll(8);
            const oblong = puzzle.board;
            puzzle = resized(puzzle, side, oblong ? 4 + roll(8) : side);
          }
        }
        return kept;
        """,
        family,
    )
    made = 0
    for document in documents:
        try:
            made += puzzle_of(document).family == family
        except RookeryError as error:
            words = ("target", "king", "empty square", "regions on")
            assert any(word in str(error) for word in words), error
    assert made >= (0 if family == "regions" else len(documents) // 2)


def test_events_may_be_cut_anywhere(desk):
    stream = 'event: a\ndata: {"x": 1}\n\n: alive\n\nevent: b\r\ndata: {"y": "ä\\n"}\r\n\r\n'
    body = """
        const cuts = [];
        for (let cut = 0; cut <= argument.length; cut++) {
          const heard = [];
          const read = it.createReader((name, data) => heard.push([name, data]));
          read(argument.slice(0, cut));
          read(argument.slice(cut));
          cuts.push(JSON.stringify(heard));
        }
        return [...new Set(cuts)];
    """
    assert desk.module("events", body, stream) == ['[["a",{"x":1}],["b",{"y":"ä\\n"}]]']


def test_large_counts_keep_their_digits(desk):
    count = 69_645_620_389_200_894_313
    event = f'event: result\ndata: {{"value":{count},"small":[12,1.5,-3],"estimate":1e20}}\n\n'
    body = """
        const heard = [];
        it.createReader((name, data) => heard.push(data))(argument);
        const { numberText } = await import("/static/words.js");
        const [{ value, small, estimate }] = heard;
        return [numberText(value), small, estimate];
    """
    assert desk.module("events", body, event) == [f"{count:,}", [12, 1.5, -3], 1e20]
