"""Arguments of any type are accepted or refused in words, never with another error."""

import inspect
from collections.abc import Callable
from typing import Any

import pytest

import rookery as rk

REGIONS = rk.Regions(["AAAB", "ABBB", "CCDD", "CCDD"])
CALLS: dict[Callable[..., Any], dict[str, Any]] = {
    rk.Board: {"rows": 4},
    rk.Piece: {"betza": "Q"},
    rk.Queens: {"n": 5},
    rk.Heaviest: {"weights": [[1, 2], [3, 4]]},
    rk.NonAttacking: {"board": 4, "pieces": "knight"},
    rk.Regions: {"rows": ["AAB", "ABB", "CCC"]},
    rk.Tour: {"board": 4, "start": "a1", "targets": ["b2"]},
    rk.Cover: {"board": rk.Board(4), "kings": ["b2"], "prices": [1], "pieces": ["Q"]},
    rk.Board.parse: {"text": "..#"},
    rk.NonAttacking.parse: {"text": "... piece knight 2"},
    rk.Regions.parse: {"text": "AAB ABB CCC"},
    rk.Tour.parse: {"rows": ["Q..", "N.B"]},
    rk.Cover.parse: {"rows": ["#_", "__"], "prices": [1], "pieces": ["Q"]},
    rk.Board(4).neighbours: {"square": "a1"},
    rk.Board(4).distance: {"one": "a1", "other": "b2"},
    rk.Piece("N").moves: {"square": "a1"},
    rk.Piece("N").attacks: {"board": 4, "square": "a1"},
    **{
        puzzle.check: {"answer": ()}
        for puzzle in (
            rk.Queens(4),
            rk.Heaviest([[1, 2], [3, 4]]),
            rk.NonAttacking(4, ["K", "N"]),
            REGIONS,
            rk.Tour.parse(["Q..", "N.B"]),
            rk.Cover.parse(["#_", "__"], [1], ["Q"]),
        )
    },
    rk.Limits: {},
    rk.solve: {"puzzle": REGIONS},
    rk.count: {"puzzle": REGIONS},
    rk.explain: {"puzzle": REGIONS},
    rk.pages: {"puzzles": REGIONS},
    rk.book: {"puzzles": REGIONS},
    rk.generate_regions: {"size": 4, "limits": 0.02},
}
GIVEN = [
    *(None, True, -1, 0, 3, 1.5, float("nan"), 10**30, "", "x", "a1", b"ab", object(), print),
    *([], [None], ["a1"], [(0, 0)], [[1, 2], [3, 4]], [["Q", "a1"]], ("a1", "b2"), range(3)),
    *({}, {"queen": 1}, {"a1": 2}, {0: 1}, {"a1", "b2"}),
]
LATER = {"save", "resume", "certificate", "on_progress", "occupied"}  # used after the call


@pytest.mark.parametrize("call", CALLS, ids=lambda call: call.__qualname__)
def test_every_argument_is_accepted_or_refused_in_words(call):
    needed = CALLS[call]
    parameters = inspect.signature(call).parameters.values()
    names = [one.name for one in parameters if one.kind is not one.VAR_KEYWORD]
    if isinstance(call, type) and len(names) < len(parameters):
        names += ["title", "author", "source"]
    assert needed.keys() <= set(names)
    for name in set(names) - LATER:
        for given in GIVEN:
            try:
                call(**{**needed, name: given})
            except rk.RookeryError:
                pass
            except Exception as error:
                pytest.fail(f"{call.__qualname__}({name}={given!r}) raised {error!r}")


def test_rows_and_texts_are_parsed_alike():
    assert rk.Regions.parse(["AAB", "ABB", "CCC"]) == rk.Regions.parse("AAB\nABB\nCCC")
    rows = [".#", "..", "piece K 2"]
    assert rk.NonAttacking.parse(rows) == rk.NonAttacking.parse("\n".join(rows))
    assert rk.Board.parse([[".", "#"], [".", "."]]) == rk.Board.parse(".#\n..")


def test_a_single_puzzle_is_a_book_of_one():
    assert rk.pages(REGIONS) == rk.pages([REGIONS])
    assert rk.book(REGIONS) == rk.book([REGIONS])
