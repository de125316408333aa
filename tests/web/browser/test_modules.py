"""The page's modules of pure functions, held against their twins in Python."""

from __future__ import annotations

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

pytestmark = pytest.mark.slow


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


def test_arrows_are_those_of_the_pictures(desk: Desk) -> None:
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
def test_whatever_is_painted_stays_a_document(desk: Desk, family: str) -> None:
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


def test_events_may_be_cut_anywhere(desk: Desk) -> None:
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


def test_large_counts_keep_their_digits(desk: Desk) -> None:
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


QUESTIONS = [
    ({"family": "queens", "n": 5}, "Where can 5 queens stand so that none attacks another?", ""),
    (
        {"family": "heaviest", "weights": [[1, 2], [3, 4]], "lightest": True},
        "Which placement of 2 non-attacking queens has the least total weight?",
        "",
    ),
    (
        {
            "family": "nonattacking",
            "board": {"rows": 4, "columns": 4, "wrap": "torus"},
            "pieces": ["N"],
            "numbers": [[2, None]],
            "rows": [None, 1],
            "lightest": True,
            "maximal": True,
        },
        "How few knights can stand so that none attacks another and no further one fits?",
        "Pieces: knight (at least 2). In each row: at most 1. Opposite edges are joined.",
    ),
    (
        {"family": "regions", "rows": ["AB", "AB"], "stars": 2, "piece": "Q"},
        "Where do the pieces stand, 2 in every row, column and region, if none attacks another?",
        "The pieces attack as the queen does.",
    ),
    (
        {
            "family": "tour",
            "board": {"rows": 4, "columns": 4},
            "start": "a1",
            "targets": "all",
            "mover": "N",
            "visit": "on",
            "once": True,
            "closed": True,
        },
        "In how few moves does the knight visit every square, standing on none twice, "
        "and come back to its start?",
        "",
    ),
    (
        {
            "family": "cover",
            "board": {"rows": 4, "columns": 4},
            "kings": ["a1"],
            "guarded": ["b2"],
            "pieces": ["R", "N"],
            "prices": [5, 3],
            "stock": [None, 2],
            "at_least": 2,
            "independent": True,
        },
        "Which pieces check every king and guard every marked square at the least cost?",
        "Costs: rook 5, knight 3 (2 of them). Each target is covered at least 2 times. "
        "No piece may attack another.",
    ),
]


@pytest.mark.parametrize(("document", "question", "terms"), QUESTIONS)
def test_the_question_and_the_terms_say_what_is_asked(
    desk: Desk, document: dict[str, Any], question: str, terms: str
) -> None:
    body = """
        const { understood } = await import("/static/documents.js");
        const names = { N: "knight", Q: "queen", R: "rook" };
        const asked = [understood(argument), (betza) => names[betza]];
        return [it.questionOf(...asked), it.termsOf(...asked)];
    """
    assert desk.module("asking", body, document) == [question, terms]
