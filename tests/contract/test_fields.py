"""What is declared of a field once holds in documents, in the schema and in the page's model."""

import json
import re
from functools import partial
from typing import Any

import pytest
from tests.command import rookery

import rookery as rk
from rookery.api.solving import solve_each
from rookery.api.texts import puzzles_of, text_guessed, text_of
from rookery.document import DocumentError, document_of, puzzle_of, schema
from rookery.families import family_of
from rookery.reading.fields import NEEDED, FieldTable
from rookery.web import schemas

CREDITS = {"title": "Four cats & a <dog>", "author": "Euler", "source": "Schach 50%, 1848"}
FULL = [
    rk.Queens(5, ["a1"], ["b2"], **CREDITS),
    rk.Heaviest([[1, 2], [3, 4.5]], lightest=True, best=2, given=["a1"], blocked=["b2"], **CREDITS),
    rk.Regions(["AAB", "ABB", "CCC"], 2, "wazir", given=["a1"], blocked=["b1"], **CREDITS),
    rk.Tour(
        *(rk.Board(5, 5, ["c3"]), "a1", ["b4", ["a3", "c4"]], "e5", "N", "on"),
        pawns=["d1"],
        once=True,
        **CREDITS,
    ),
    rk.Tour(
        rk.Board(6), "a1", "all", None, "N", "on", closed=True, once=True, turn="half", **CREDITS
    ),
    rk.NonAttacking(
        rk.Board(4, 4, ["d4"], "torus"),
        {"queen": 1, "knight": (1, 2)},
        given=[(0, "a1")],
        blocked=["b2"],
        tolerated=[(0, 1)],
        rows=(0, 2),
        columns=2,
        diagonals=(None, 3),
        regions=[["a1", "b1"]],
        in_region=(0, 1),
        weights=[[1, 2, 3, 4]] * 4,
        shields=True,
        equal=True,
        lightest=True,
        maximal=True,
        **CREDITS,
    ),
    rk.Cover(
        rk.Board(4),
        ["a1"],
        {"N": "1/2", "R": 2},
        guarded=["c3"],
        blocked=["d1"],
        standing=[("B", "a4")],
        stock={"R": 1},
        allowed={"N": ["b3"], "R": ["b3", "a3"]},
        square_prices=[[1, 2, 3, "1/3"]] * 4,
        spared=["c1"],
        total=True,
        at_least={"a1": 2},
        at_most=3,
        independent=True,
        **CREDITS,
    ),
]  # puzzles that together have a value of their own in every field of every family


every_family = pytest.mark.parametrize("puzzle", FULL, ids=lambda puzzle: puzzle.family)


def table_of(puzzle: Any) -> FieldTable:
    return family_of(puzzle).document().table


@every_family
def test_all_fields_survive_json_and_the_page(puzzle):
    document = document_of(puzzle)
    of_page = schemas.Write(puzzle=document).puzzle.model_dump()
    for again in map(puzzle_of, (json.loads(json.dumps(document)), of_page)):
        assert again == puzzle
        assert again.credits == puzzle.credits


def test_every_field_is_set_in_some_puzzle():
    fields = [(puzzle, field) for puzzle in FULL for field in table_of(puzzle).all]
    assert {(puzzle.family, field.name) for puzzle, field in fields} == {
        (puzzle.family, field.name)
        for puzzle, field in fields
        if document_of(puzzle).get(field.name, field.default) not in (field.default, NEEDED)
    }


@every_family
def test_schema_and_page_name_all_fields(puzzle):
    names = ["family", *(field.name for field in table_of(puzzle).all)]
    assert sorted(schema()["$defs"][puzzle.family]["properties"]) == sorted(names)
    shape = schemas.SHAPES[puzzle.family].model_json_schema()["properties"]
    assert list(shape) == names
    assert {name: shape[name].get("description") for name in names[1:]} == {
        field.name: field.about for field in table_of(puzzle).all
    }


@every_family
def test_fields_without_a_default_are_needed(puzzle):
    document = document_of(puzzle)
    needed = {field.name for field in table_of(puzzle).all if field.default is NEEDED}
    for name in needed:
        with pytest.raises(rk.PuzzleError, match=f"expected a field '{name}'"):
            puzzle_of({other: value for other, value in document.items() if other != name})
    left = {name: value for name, value in document.items() if name in {"family", *needed}}
    assert schemas.SHAPES[puzzle.family](**left).model_dump().keys() >= document.keys()


@every_family
def test_credits_change_no_puzzle_and_are_drawn(puzzle):
    plain = puzzle_of({k: v for k, v in document_of(puzzle).items() if k not in CREDITS})
    assert (plain.credits, puzzle.credits) == ({}, CREDITS)
    assert (plain, hash(plain), repr(plain)) == (puzzle, hash(puzzle), repr(puzzle))
    for drawn in (rk.svg, rk.tikz):
        assert ("Euler" in drawn(puzzle), "Euler" in drawn(plain)) == (True, False)


TEXTS = [
    rk.Heaviest([[1, 2], [3, 4.5]], **CREDITS),
    *(puzzle for puzzle in FULL if puzzle.family in ("regions", "nonattacking", "tour")),
    rk.Regions("ÄÄ ßß", **CREDITS),
    rk.Queens(8, given=["a1"], **CREDITS),
    rk.NonAttacking(
        *(rk.Board(2, 3, ["b1"], "cylinder"), ["[F?R]", "mRcpR"], [(2, None), (None, 3)]),
        regions=["AAB", "A.B"],
        columns=(0, 1),
        **CREDITS,
    ),
    rk.Cover.parse(["#_+", "___"], range(1, 9), standing=[("B", "a1"), ("N", "c1")], **CREDITS),
    rk.Cover.parse(["#__", "___", "__#"], range(1, 9), wrap="torus", **CREDITS),
]


@pytest.mark.parametrize("puzzle", TEXTS, ids=lambda puzzle: puzzle.family)
def test_texts_keep_all_that_they_can_tell_and_credits(puzzle):
    text = text_of(puzzle)
    for kind, written in ((puzzle.family, text), (None, text_guessed([puzzle]))):
        (again,) = puzzles_of(kind, written.encode(), "text")
        assert document_of(again) == document_of(puzzle)
    board = [line for line in text.splitlines() if line.partition(":")[0] not in CREDITS]
    (first,) = puzzles_of(puzzle.family, "\n".join(["author: B. C.", *board]).encode(), "text")
    assert first.credits == {"author": "B. C."}


COMMANDS = {
    "queens": (["queens", "6", "--first", "1"], ""),
    "heaviest": (["heaviest"], "1 2\n3 4\n"),
    "regions": (["regions", "solve"], "AAB\nABB\nCCC\n"),
    "tour": (["tour"], "QNB\n...\n...\n"),
    "tour of a whole board": (["tour", "--whole", "5"], ""),
    "tour past a whole board": (["tour", "--whole", "3", "--visit", "over", "--start", "a1"], ""),
    "nonattacking": (["nonattacking", "--board", "4"], ""),
    "cover": (["cover"], "#__\n___\n1 1 1 1 1 1 1 1\n"),
    "cover of a whole board": (["cover", "--whole", "3"], ""),
}
OPTIONS = [word for name, line in CREDITS.items() for word in (f"--{name}", line)]


@pytest.mark.parametrize("words, text", COMMANDS.values(), ids=COMMANDS)
def test_commands_take_credits(words, text):
    done = rookery(*words, *OPTIONS, "--json", text=text)
    puzzle = json.loads(done.stdout)["puzzle"]
    assert {name: puzzle.get(name) for name in CREDITS} == CREDITS


@pytest.mark.parametrize("family", ["heaviest", "regions", "tour", "cover"])
def test_options_take_the_place_of_lines_of_a_text(family):
    words, text = COMMANDS[family]
    asked = [*words, "--title", "Mice", "--json"]
    done = rookery(*asked, text=f"title: Cats\nauthor: B. C.\n{text}")
    puzzle = json.loads(done.stdout)["puzzle"]
    assert (puzzle["title"], puzzle["author"]) == ("Mice", "B. C.")


@pytest.mark.parametrize("puzzle", FULL[1:], ids=lambda puzzle: puzzle.family)
def test_commands_read_json_and_take_no_credits_beside_it(puzzle):
    words = ["regions", "solve"] if puzzle.family == "regions" else [puzzle.family]
    for text in (json.dumps(document_of(puzzle)), rk.solve(puzzle, limits=0).to_json()):
        done = rookery(*words, "-", "--seconds", "0", "--json", text=text)
        assert json.loads(done.stdout)["puzzle"] == document_of(puzzle)
    done = rookery(*words, "-", "--author", "Euler", text=text)
    assert done.exit_code == 2
    assert "--author" in done.stderr


@every_family
def test_commands_have_the_options_of_the_table(puzzle):
    words = ["regions", "solve"] if puzzle.family == "regions" else [puzzle.family]
    said = "".join(rookery(*words, "--help").stdout.split())
    options = {field.name: field.option for field in table_of(puzzle).options if field.option}
    assert CREDITS.keys() < options.keys()
    for name, option in options.items():
        assert (option.name or f"--{name.replace('_', '-')}") in said
        assert "".join(option.help.split()) in said


TEXT_OF = {family: text for family, (_, text) in COMMANDS.items()} | {
    "nonattacking": "...\n",
    "cover": "#__\n___\npieces N\n",
}
ROWS = TEXT_OF["tour"].split()
whole, cover = rk.Tour.hamiltonian, partial(rk.Cover.parse, ["#_"])
#: By family and field: a puzzle, the field's value in its document, a setting of its text, options.
REFUSED: dict[str, tuple[Any, Any, str, str]] = {
    "heaviest best": (lambda: rk.Heaviest([[1]], best=0), 0, "best 0", "--best 0"),
    "regions stars": (lambda: rk.Regions(["A"], 0), 0, "stars 0", "--stars 0"),
    "regions piece": (lambda: rk.Regions(["A"], piece="nN"), "nN", "piece nN", "--piece nN"),
    "tour visit": (lambda: rk.Tour.parse(ROWS, visit="by"), "by", "visit by", "--visit by"),
    "tour mover": (lambda: rk.Tour.parse(ROWS, "cK"), "cK", "mover cK", "--mover cK"),
    "tour turn": (lambda: whole(4, "N", turn="x"), "x", "turn x", "--whole 4 --turn x"),
    "nonattacking rows": (lambda: rk.NonAttacking(3, rows=(2, 1)), [2, 1], "rows 2-1", ""),
    "nonattacking numbers": (lambda: rk.NonAttacking(3, "Q", -1), [-1], "piece Q x", "--number x"),
    "cover prices": (lambda: cover([0], ["N"]), [0, 2], "", "--costs 0"),
    "cover stock": (lambda: cover({"N": 1}, stock=[-1]), [-1, 1], "stock x 1", "--stock x"),
    "cover at_least": (lambda: cover({"N": 1}, at_least=0), 0, "", "--at-least 0"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_python_json_texts_and_options_refuse_a_value_in_the_same_words(name):
    make, value, setting, options = REFUSED[name]
    family, field = name.split()
    with pytest.raises(rk.PuzzleError) as refused:
        make()
    told = f"expected {refused.value.expected}"
    puzzle = next(puzzle for puzzle in FULL if puzzle.family == family)
    argument = table_of(puzzle)[field].argument or field
    assert str(refused.value).startswith(f"{argument}: {told}, got ")
    with pytest.raises(DocumentError, match=re.escape(told)) as misread:
        puzzle_of(document_of(puzzle) | {field: value})
    assert misread.value.place.startswith(field)
    if setting:
        with pytest.raises(rk.RookeryError, match=f"^text:.*{re.escape(told)}"):
            list(puzzles_of(family, f"{TEXT_OF[family]}{setting}".encode(), "text"))
    if options:
        words, plain = COMMANDS[family]
        done = rookery(*words, *options.split(), text=plain)
        assert done.exit_code == 2
        assert told in " ".join(done.stderr.split())


def test_places_of_faults_count_the_lines_of_credits():
    with pytest.raises(rk.RookeryError, match=r"^text:2:3: expected a number, got 'y'"):
        list(puzzles_of("heaviest", b"title: Cats\n1 y\n", "text"))


@pytest.mark.parametrize("line", ["two\nlines", 3, None, "\x1b[2J"])
def test_credits_are_lines_of_text(line):
    with pytest.raises(rk.PuzzleError, match="author: expected a line of text, got"):
        rk.Queens(4, author=line)


def test_results_of_equal_puzzles_keep_their_own_credits():
    puzzles = [rk.Queens(4), rk.Queens(4, title="Four"), rk.Queens(4, title="Other"), rk.Queens(4)]
    titles = [result.puzzle.title for result in solve_each(puzzles)]
    assert titles == ["", "Four", "Other", ""]
    match puzzles[1]:
        case rk.Queens(side, given):  # a pattern counts the fields that the rules know
            assert (side, given) == (4, frozenset())


def test_another_keyword_is_refused_by_the_name_of_the_puzzle():
    with pytest.raises(TypeError, match=r"^Queens\(\) has no keyword 'foo'; known: n, given, "):
        rk.Queens(5, foo=1)  # type: ignore[call-arg]
