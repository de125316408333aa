"""The page's modules of pure functions, held against their twins in Python."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
from tests.web.browser.desk import Desk

from rookery.boards.board import Board
from rookery.document import document_of, puzzle_of
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
        path = [path[0], *(after for before, after in pairwise(path) if before != after)]
        path = [one for at, one in enumerate(path) if at == 0 or one != path[at - 1]]
        bent = bows(path)
        assert desk.module("arrows", "return it.bows(argument)", squares(path)) == bent
        for (start, end), bow in zip(pairwise(path), bent, strict=True):
            drawn = desk.module(
                "arrows",
                "return it.arrow(argument[0], argument[1], argument[2], 4.6)",
                [*squares([start, end]), bow],
            )
            for name, twin in zip(("shaft", "head"), arrow(start, end, bow, 4.6), strict=True):
                assert numbers(drawn[name]) == pytest.approx(numbers(twin), abs=0.011)


def test_so_are_arrows_around_joined_edges(desk: Desk) -> None:
    dice = random.Random(2)
    for _ in range(20):
        board = Board(dice.randint(2, 6), dice.randint(2, 6), wrap="torus")
        start = (dice.randrange(board.rows), dice.randrange(board.columns))
        span = (dice.randint(-9, 9), dice.choice([-5, -2, 2, 5]))
        drawn = desk.module(
            "around",
            "return it.arrowAround(argument[0], argument[1], argument[2], 4.6)",
            [
                {"rows": board.rows, "columns": board.columns, "wrap": board.wrap},
                *squares([start]),
                {"down": span[0], "right": span[1]},
            ],
        )
        for name, twin in zip(("shaft", "head"), crossing(board, start, span, 4.6), strict=True):
            assert numbers(drawn[name]) == pytest.approx(numbers(twin), abs=0.011)


def test_the_way_around_joined_edges_is_the_shorter(desk: Desk) -> None:
    for wrap in ("", "cylinder", "torus"):
        board = Board(5, 7, wrap=wrap)
        for start, end in [((0, 0), (4, 6)), ((0, 0), (0, 5)), ((1, 1), (2, 3))]:
            sides = {"rows": board.rows, "columns": board.columns, "wrap": board.wrap}
            body = "return it.wayBetween(...argument)"
            way = desk.module("around", body, [sides, *squares([start, end])])
            assert (way["down"], way["right"]) == board.span(start, end)


def numbers(path: str) -> list[float]:
    for letter in "MLQz":
        path = path.replace(letter, " ")
    return [float(number) for number in path.split()]


def test_names_of_squares_are_those_of_boards(desk: Desk) -> None:
    board = Board(32, 30)
    for square in [(0, 0), (31, 0), (5, 25), (6, 26), (31, 29)]:
        body = "return it.nameOf(argument, 32)"
        assert desk.module("squares", body, squares([square])[0]) == board.name(square)
        back = desk.module("squares", "return it.squareOf(argument, 32)", board.name(square))
        assert (back["row"], back["column"]) == square


@pytest.mark.parametrize("family", NAMES)
def test_openings_are_puzzles(desk: Desk, family: str) -> None:
    document: dict[str, Any] = desk.module("puzzle", "return it.opening(argument)", family)
    assert document_of(puzzle_of(document))["family"] == family


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


def test_a_packed_puzzle_is_short_and_unpacks(desk: Desk) -> None:
    weights = [[(7 * row * column) % 97 for column in range(32)] for row in range(32)]
    puzzle = {
        "family": "heaviest",
        "weights": weights,
        "given": [],
        "blocked": [],
        "lightest": False,
        "best": 1,
    }
    packed, back = desk.module(
        "share",
        "const text = await it.packed(argument); return [text, await it.unpacked(text)]",
        puzzle,
    )
    assert back == puzzle
    assert len(packed) < 2000


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


def test_histories(desk: Desk) -> None:
    body = """
        let history = it.began(1);
        for (const value of [2, 3, 4]) history = it.pushed(history, value);
        const back = it.undone(it.undone(history));
        return [it.undone(it.began(1)).present, back.present, it.redone(back).present,
          it.redone(it.pushed(back, 9)).present, it.pushed(back, 9).past];
    """
    assert desk.module("history", body) == [1, 2, 3, 9, [1, 2]]


def test_a_drag_passes_every_square(desk: Desk) -> None:
    body = "return it.squaresBetween(argument[0], argument[1])"
    passed = desk.module("squares", body, squares([(0, 0), (3, 6)]))
    assert passed[0] == {"row": 0, "column": 0}
    assert passed[-1] == {"row": 3, "column": 6}
    for one, other in pairwise(passed):
        assert max(abs(one["row"] - other["row"]), abs(one["column"] - other["column"])) == 1


def test_tables_by_family_have_an_entry_for_each_and_refuse_others(desk: Desk) -> None:
    assert desk.module("families", "return Object.keys(it.FAMILIES)", None) == list(NAMES)
    told = desk.module(
        "families",
        """
        const complaint = (work) => {
          try { return work(); } catch (error) { return error.message; }
        };
        const whole = it.byFamily(argument);
        const { tour, ...rest } = argument;
        return [
          whole({ family: "tour" }),
          complaint(() => whole({ family: "constructor" })),
          complaint(() => it.byFamily(rest)),
          complaint(() => it.byFamily({ ...argument, chess: 5 })),
        ];
        """,
        dict.fromkeys(NAMES, 1),
    )
    entry, *complaints = told
    assert entry == 1
    assert complaints[0] == "There is no family called constructor."
    assert all(one.startswith("A table has entries for ") for one in complaints[1:])


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
