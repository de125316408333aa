"""What requests are answered with, and the errors of all."""

import json
import re
from typing import Any
from xml.etree import ElementTree

import pytest
from tests.web.conftest import JSON, Api

import rookery as rk
from rookery.boards.pieces import NAMED
from rookery.document import document_of
from rookery.families import NAMES
from rookery.web.worker import WorkerProcess

QUEENS = {"family": "queens", "n": 4, "given": ["a3"]}
SHOWDOWN = document_of(rk.Cover.parse(["#__", "___", "__#"], [3, 4, 3, 3, 3, 9, 3, 4]))
TOUR = document_of(rk.Tour.parse(["Q..", "...", "N.B"]))


def test_about(api):
    about = api.get("/api/about").json()
    assert about["public_url"] is None
    public = Api(public_url="https://example.org/").get("/api/about").json()
    assert public["public_url"] == "https://example.org/"
    assert about["version"] == rk.__version__
    assert about["limits"] == {
        "side": 32,
        "seconds": 60.0,
        "jobs": 2,
        "bytes": 262144,
        "placements": 1000,
    }
    assert {piece["betza"] for piece in about["pieces"]} == set(NAMED.values())
    for piece in about["pieces"]:
        ElementTree.fromstring(f"<svg>{piece['glyph']}</svg>")
    assert set(about["methods"]) == set(NAMES)
    assert "branch" in about["methods"]["heaviest"]
    assert "halves" in about["counters"]["queens"]


def test_every_example_can_be_solved_checked_and_drawn(api):
    for example in api.get("/api/about").json()["examples"]:
        puzzle = example["puzzle"]
        assert api.post("/api/draw", puzzle=puzzle).status_code == 200
        assert api.post("/api/check", puzzle=puzzle, answer=[], partial=True).status_code == 200


def test_read(api):
    read = api.post("/api/read", text="2\n1 1\n2 2\n 7", kind="eight-queens").json()
    assert read["kind"] == "eight-queens"
    assert [puzzle["given"] for puzzle in read["puzzles"]] == [["a8"], ["b7"]]
    assert len(read["warnings"]) == 1
    assert api.post("/api/read", text="Q.N").json()["kind"] == "tour"


def test_only_the_first_puzzles_of_many_are_read(api):
    read = api.post("/api/read", text="300\n" + "1 1\n" * 300).json()
    assert (len(read["puzzles"]), read["warnings"]) == (
        200,
        ["only the first 200 of 300 puzzles are shown"],
    )


def test_write(api):
    text = api.post("/api/write", puzzle=SHOWDOWN, kind="showdown").json()
    assert text == {"text": "1\n3\n#__\n___\n__#\n3 4 3 3 3 9 3 4\n"}
    text = api.post("/api/write", puzzle=QUEENS).json()["text"]
    assert text == "....\nQ...\n....\n....\nqueens\n"
    assert api.post("/api/read", text=text).json()["puzzles"] == [{**QUEENS, "blocked": []}]


def test_check(api):
    verdict = api.post("/api/check", puzzle=QUEENS, answer=["a3", "b4"], partial=True).json()
    assert verdict == {
        "right": False,
        "value": None,
        "faults": ["the queens on b4 and a3 attack each other"],
        "conflicts": [["b4", "a3"]],
        "open": [],
        "attacks": [],
        "moves": [],
        "spans": [],
        "ruled": ["a4", "c4", "d4", "b3", "c3", "d3", "a2", "b2", "d2", "a1", "b1", "c1"],
    }
    verdict = api.post("/api/check", puzzle=SHOWDOWN, answer=[[0, "b2"]]).json()
    assert (verdict["right"], verdict["value"], verdict["open"]) == (True, 3, [])
    assert sorted(attack["to"] for attack in verdict["attacks"]) == ["a3", "c1"]
    most = {"puzzle": TOUR, "answer": ["a3"] * 4096, "partial": True}
    assert api.post("/api/check", **most).status_code == 200


def test_draw(api):
    drawn = api.post("/api/draw", puzzle=QUEENS, answer=["a3", "b1", "c4", "d2"], theme="dark")
    assert drawn.headers["content-type"] == "image/svg+xml"
    assert ElementTree.fromstring(drawn.text).tag.endswith("svg")
    both = [["a3", "b1", "c4", "d2"], ["a2", "b4", "c1", "d3"]]
    assert api.post("/api/draw", puzzle=QUEENS, answer=both).status_code == 200
    assert api.post("/api/draw", puzzle=TOUR, answer=["a3", "b2"], animate=True).status_code == 200
    assert api.post("/api/draw", puzzle=SHOWDOWN, answer=[[0, "b2"]], lines=True).status_code == 200


def test_whatever_computes_is_done_by_a_worker(monkeypatch):
    done: list[str] = []
    do = WorkerProcess.do

    def noted(worker, task):
        done.append(task["do"])
        return do(worker, task)

    monkeypatch.setattr(WorkerProcess, "do", noted)
    api = Api()
    region = {"family": "regions", "rows": ["AAAB", "ABBB", "CCDD", "CCDD"]}
    asked: dict[str, dict[str, Any]] = {
        "read": {"text": "Q.N"},
        "write": {"puzzle": SHOWDOWN},
        "piece": {"text": "knight"},
        "check": {"puzzle": QUEENS, "answer": []},
        "draw": {"puzzle": QUEENS},
        "placements": {"puzzle": QUEENS},
        "hint": {"puzzle": region},
        "generate": {"size": 4},
        "solve": {"puzzle": QUEENS},
    }
    paths = api.get("/openapi.json").json()["paths"]
    assert {path for path in paths if "requestBody" in paths[path].get("post", {})} == {
        f"/api/{name}" for name in asked
    }
    answers = [api.post(f"/api/{name}", **body) for name, body in asked.items()]
    assert {answer.status_code for answer in answers} == {200}
    assert done == list(asked)
    *_, last, end = answers[-1].text.split("\n\n")  # the events of `solve`
    assert (last.startswith("event: result\n"), end) == (True, "")


@pytest.mark.slow
def test_a_picture_too_large_is_refused(api):
    side = 32
    board = {"rows": side, "columns": side}
    name = rk.Board(side).name
    everywhere = [[0, name((row, column))] for row in range(side) for column in range(side)]
    queens = {"family": "nonattacking", "board": board, "pieces": ["Q"]}
    status, error, _ = api.refused("/api/draw", puzzle=queens, answer=everywhere, lines=True)
    assert (status, error[:28]) == (422, "the picture is too large: 23")


def test_the_description_is_readable(api):
    response, description = api.get("/api"), api.get("/openapi.json").json()
    assert response.headers["content-type"] == "text/html; charset=utf-8"
    page = response.text
    assert all(path in page for path in description["paths"])
    assert all(f"<td><code>&quot;{name}&quot;</code></td>" in page for name in NAMES)
    assert all(f'id="{name}"' in page for name in description["components"]["schemas"])
    listed = re.findall(r'<li><a href="#([a-z-]+)">', page)
    assert "post-api-solve" in listed
    assert re.findall(r'<section id="([a-z-]+)">', page)[: len(listed)] == listed
    shapes = description["components"]["schemas"].values()
    optional = sum(len(s.get("properties", {})) - len(s.get("required", ())) for s in shapes)
    assert len(re.findall(r"(?:<td>|; )default ", page)) == optional
    assert page.count("The body is too large.") == 1
    assert "<script" not in page
    assert page.count("<table>") == page.count("</table>")
    assert api.get("/docs").status_code == 404
    for kind in ("text/event-stream", "image/svg+xml", "application/json"):
        assert kind in json.dumps(description)
    assert "HTTPValidationError" not in json.dumps(description)
    assert "404" in description["paths"]["/api/jobs/{identity}/stop"]["post"]["responses"]


def test_the_page_and_its_files(api):
    assert api.get("/").headers["content-type"] == "text/html; charset=utf-8"
    assert api.get("/static/api.css").headers["content-type"] == "text/css; charset=utf-8"
    for path in ("/static/", "/static/none.js", "/static/../app.py", "/static/%2e%2e/app.py"):
        assert api.get(path).status_code == 404
        assert api.get(path).json()["error"].startswith("expected a path of the API or of the page")


@pytest.mark.parametrize("path", ["/", "/api", "/api/about", "/static/api.css", "/nothing"])
def test_headers_on_everything(api, path):
    headers = api.get(path).headers
    assert headers["content-security-policy"] == (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cache-control"] == "no-cache"
    assert "set-cookie" not in headers


PUZZLES = [
    (5, "puzzle: expected an object, got 5"),
    ({}, "puzzle: expected an object with a field 'family', got {}"),
    ({"family": "queen"}, f"puzzle.family: expected one of {', '.join(map(repr, NAMES))}, got"),
    ({"family": "queens"}, "puzzle.n: expected a field, got none"),
    (QUEENS | {"n": 33}, "puzzle.n: expected at most 32, got 33"),
    (QUEENS | {"n": "4"}, "puzzle.n: expected an integer, got '4'"),
    (QUEENS | {"x": 1}, "puzzle.x: expected no such field, got 1"),
    (QUEENS | {"given": ["A!"]}, "puzzle.given[0]: expected a square such as 'a1', got 'A!'"),
    (QUEENS | {"given": ["a1", "e1"]}, "puzzle.given[1]: expected a square of the 4x4 board"),
    ({"family": "heaviest", "weights": [[1], [2, 3]]}, "puzzle.weights: expected 2 weights in"),
    (TOUR | {"targets": [7]}, "puzzle.targets[0]: expected a text or a list, got 7"),
    (TOUR | {"targets": [["a1", "?"]]}, "puzzle.targets[0][1]: expected a square such as 'a1'"),
    (TOUR | {"visit": "by"}, "puzzle.visit: expected 'beside', 'on' or 'over', got 'by'"),
    (TOUR | {"mover": "Q" * 25}, "puzzle.mover: expected at most 24 characters, got 'QQQQ"),
    (SHOWDOWN | {"prices": [0] * 8}, "puzzle.prices[0]: expected more than 0 or a text, got 0"),
    (SHOWDOWN | {"prices": [1]}, "puzzle: expected one price for each of 8 pieces, got 1"),
    ({"family": "regions", "rows": ["AB", "AA", "BB"]}, "puzzle.rows: "),
]
SOLVING = [
    ({"seconds": 61}, "seconds: expected at most 60 seconds, got 61"),
    ({"seconds": 0}, "seconds: expected more than 0, got 0"),
    ({"seconds": "1"}, "seconds: expected a number, got '1'"),
    ({"gap": -1}, "gap: expected at least 0, got -1"),
    ({"method": "halves"}, "method: expected a method, got 'halves'; known: auto, filter, li"),
    ({"nonsense": 1}, "nonsense: expected no such field, got 1"),
    ({"fundamental": True}, "fundamental: "),
]
LISTING = [
    ({"after": ["a1"]}, "after: "),
    ({"number": 1, "after": ["a3", "b1", "c4", "d2"]}, "number: "),
    ({"limit": 1001}, "limit: "),
    ({"symmetry": "fundamental"}, "symmetry: "),
]
STRIDES = "expected a piece whose moves have at most 4,096 strides in all at letter 1"
LARGE = "\n".join(["." * 40] * 39 + ["Q" + "N" * 39])
ASKED: list[tuple[str, dict[str, Any], str]] = [
    *(("draw", {"puzzle": one}, told) for one, told in PUZZLES),
    ("solve", {"puzzle": 5}, "puzzle: expected an object, got 5"),
    *(("solve", {"puzzle": QUEENS} | asked, told) for asked, told in SOLVING),
    *(("placements", {"puzzle": QUEENS} | asked, told) for asked, told in LISTING),
    ("placements", {"puzzle": TOUR}, "puzzle.family: "),
    ("solve", {"puzzle": {"family": "heaviest", "weights": [[1]]}, "count": True}, "count: "),
    ("generate", {"size": 3}, "size: "),
    ("generate", {"difficulty": "mild"}, "difficulty: "),
    ("hint", {"puzzle": QUEENS, "answer": ["z9"]}, "answer[0]: "),
    ("check", {"puzzle": TOUR, "answer": ["a3"] * 4097, "partial": True}, "answer: "),
    ("draw", {"puzzle": QUEENS, "answer": ["a3"]}, "answer: "),
    (
        "read",
        {"text": "1\n1 x", "kind": "eight-queens"},
        "line 2, column 3: expected a column from 1 to 8, got 'x'",
    ),
    ("read", {"text": "1 2"}, "text: not a text of any known kind; say which kind it is"),
    (
        "read",
        {"text": "ABB\nABB\nCCC\nstarz 2"},
        "text: no puzzle; the nearest kind of text has a fault: text:4:1: expected a setting, got "
        "'starz'; did you mean 'stars'?",
    ),
    ("read", {"text": LARGE}, "expected a board of at most 32x32, got 40x40"),
    (
        "write",
        {"puzzle": QUEENS, "kind": "eight-queens"},
        "a text of eight-queens holds only puzzles of 8x8",
    ),
    ("piece", {"text": "nite"}, "unknown piece 'nite'; did you mean"),
    ("piece", {"text": "aaaaaaaaK"}, STRIDES),
]


@pytest.mark.parametrize(("path", "asked", "told"), ASKED)
def test_errors_have_a_sentence_and_a_place(api, path, asked, told):
    status, error, place = api.refused(f"/api/{path}", **asked)
    assert status == 422
    assert (error if place is None else f"{place}: {error}").startswith(told)


def test_pieces_are_read_by_name_and_notation(api):
    for text, betza in (("knight", "N"), (" Archbishop ", "BN"), ("RNN", "RNN")):
        assert api.post("/api/piece", text=text).json() == {"betza": betza}


@pytest.mark.parametrize(
    ("body", "status", "error"),
    [
        (b"", 422, "expected a body of JSON, got none"),
        (b'{"puzzle"', 400, "expected a body of JSON: Expecting ':' delimiter, at character 9"),
        (b'{"puzzle": NaN}', 422, "expected an object, got nan"),
        (b"null", 422, "expected "),
        (b'"\xff"', 400, "expected a body of JSON in UTF-8 with numbers of at most 4,300 digits"),
        (b'{"puzzle": {"n": ' + b"9" * 5000 + b"}}", 400, "expected a body of JSON in UTF-8"),
        (b"[" * 17, 400, "expected a body nested at most 16 deep, got deeper"),
        (b"[" * 100_000, 400, "expected a body nested at most 16 deep, got deeper"),
    ],
)
def test_bodies_that_are_no_json(api, body, status, error):
    response = api.ask("POST", "/api/solve", content=body, headers=JSON)
    assert response.status_code == status
    assert response.json()["error"].startswith(error)


def test_methods_that_are_not_there(api):
    response = api.ask("PUT", "/api/solve", json={})
    assert (response.status_code, response.json()) == (
        405,
        {"error": "expected POST, got PUT", "place": None},
    )
    assert api.post("/api/jobs/x/stop").json()["error"] == "no job 'x' is running or waiting"
    assert api.post("/api/jobs/%C3%A9/stop").status_code == 404


@pytest.mark.parametrize(
    "path", ["/", "/api", "/api/about", "/static/fields.js", "/static/main.js"]
)
def test_what_can_be_read_has_a_head(api, path):
    assert api.ask("HEAD", path).status_code == api.get(path).status_code == 200


def test_no_error_shows_its_trace(api, monkeypatch):
    def broken(*_):
        raise RuntimeError("a secret")

    monkeypatch.setattr("rookery.web.app.about", broken)
    response = api.get("/api/about")
    assert (response.status_code, response.json()["place"]) == (500, None)
    assert "secret" not in response.text
    assert "content-security-policy" in response.headers
