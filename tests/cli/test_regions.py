"""``rookery regions``: what it prints and writes, and what it refuses."""

import json
import re
from itertools import chain, repeat
from xml.etree import ElementTree

import pytest
from tests.addresses.recorded import PENPA
from tests.command import rookery
from tests.pictures.drawn import board, encoded, tiles

import rookery as rk
from rookery.results.limits import Clock

PUZZLE = "AAAB ABBB CCDD CCDD"
SEVERAL = "AABB AABB CCDD CCDD"
NONE = "AAB ABB CCC"


def run(line, *words, text=""):
    return rookery(f"regions {line}", *words, text=text)


def test_an_explanation_ends_with_the_answer():
    lines = run("explain -", text=PUZZLE).stdout.splitlines()
    assert lines[4:6] == [
        "last: *b4 (File b has no free squares but b4.)",
        "attacked: -a4 -a3 -c3 (The piece on b4 attacks these squares.)",
    ]
    assert lines[-1] == "medium: b4 d3 a2 c1"
    explained = json.loads(run("explain - --json", text=PUZZLE).stdout)
    assert (explained["difficulty"], explained["is_complete"]) == ("medium", True)
    assert explained["steps"][4]["pieces"] == ["b4"]
    step = json.loads(run("explain - --hint --json", text=PUZZLE).stdout)
    assert step == explained["steps"][0]


def test_rules_that_do_not_reach_an_answer_say_so():
    for text, number in ((SEVERAL, "several answers"), (NONE, "no answer")):
        told = f"not solved by rules: {number}"
        assert run("explain -", text=text).stdout.splitlines()[-1] == told


def test_several_puzzles_come_in_and_go_out_as_json():
    line = "generate 6 --number 2 --difficulty easy --difficulty medium"
    made = run(line).stdout
    assert len(made.splitlines()) == 4
    assert run(line).stdout == made
    checked = run("check -", text=made).stdout.splitlines()
    assert checked == 2 * ["one answer, easy"] + 2 * ["one answer, medium"]


def test_a_puzzle_is_made_as_text():
    made = run("generate 8 --stars 2 --seed 3 --piece K").stdout
    assert made.splitlines()[-1] == "stars 2"
    assert run("check -", text=made).exit_code == 0


def test_a_book_goes_into_a_folder_and_on_pages(tmp_path):
    folder, sheet = tmp_path / "book", tmp_path / "book.svg"
    line = "generate 6 --piece queen --number 10 --per-page 4 --hints 2"
    result = run(line, "--folder", folder, "--sheet", sheet)
    assert (result.exit_code, result.stdout) == (0, "")
    names = [f"{number:02}.txt" for number in range(1, 11)]
    assert sorted(path.name for path in folder.iterdir()) == names
    assert all(rk.is_unique(rk.read(folder / name, "regions")[0]) for name in names)
    pages = sorted(path.stem for path in tmp_path.glob("*.svg"))
    assert pages == ["book", "book-2", "book-3", "book-answers", "book-answers-2", "book-hints"]
    texts = [(tmp_path / f"{page}.svg").read_text(encoding="utf-8") for page in pages]
    boards = [text.count('class="border"') for text in texts]
    assert (sum(boards[:3]), sum(boards[3:5]), boards[5]) == (10, 10, 0)
    assert "Place a piece in every row, column and region; no piece attacks another" in texts[0]
    for text in texts:
        ElementTree.fromstring(text)


@pytest.mark.parametrize(
    ("stop", "code"), [(KeyboardInterrupt, 130), (rk.LimitError("no such puzzle within 1 s"), 4)]
)
def test_an_interrupted_book_keeps_the_puzzles_that_were_made(tmp_path, monkeypatch, stop, code):
    def made(size, *, seed, **wanted):
        if seed:
            raise stop
        return rk.Regions(PUZZLE)

    monkeypatch.setattr("rookery.cli.regions.generate_regions", made)
    sheet = tmp_path / "book.svg"
    result = run("generate 4 --number 12 --folder", tmp_path / "book", "--sheet", sheet)
    assert result.exit_code == code
    assert result.stderr.startswith("rookery: made 1 of 12 puzzles\n")
    assert [path.name for path in (tmp_path / "book").iterdir()] == ["01.txt"]
    assert sheet.read_text(encoding="utf-8").count('class="border"') == 1


def test_a_sheet_may_go_into_the_new_folder(tmp_path):
    folder = tmp_path / "book"
    assert run("generate 4 --folder", folder, "--sheet", folder / "x.svg").exit_code == 0


def test_a_book_as_pdf_ends_with_its_answers(tmp_path):
    pytest.importorskip("typst", reason="PDF needs the extra 'pdf'")
    book = tmp_path / "book.pdf"
    result = run("generate 4 --number 3 --sheet", book, "--per-page", "1")
    assert (result.exit_code, list(tmp_path.iterdir())) == (0, [book])
    pages = re.findall(rb"/MediaBox *\[0 0 ([\d.]+) ([\d.]+)\]", book.read_bytes())
    assert len(pages) == 3 + 2
    assert {(round(float(x)), round(float(y))) for x, y in pages} == {(596, 842)}  # A4, in points


def test_pages_without_room_are_refused_before_any_puzzle_is_made(tmp_path):
    line = "generate 8 --number 3 --sheet", tmp_path / "x.svg", "--per-page"
    assert run(*line, 71).exit_code == 0
    refused = run(*line, 72, "--folder", tmp_path / "book")
    assert (refused.exit_code, (tmp_path / "book").exists()) == (2, False)
    assert "expected at most 71 boards on a page, got 72" in refused.stderr


def test_the_names_of_many_pages_sort_like_their_numbers(tmp_path):
    run("generate 4 --number 11 --sheet", tmp_path / "x.svg", "--per-page", "1")
    pages = sorted(path.stem for path in tmp_path.glob("x*.svg") if "answers" not in path.stem)
    assert pages == ["x", *(f"x-{number:02}" for number in range(2, 12))]


def test_the_nearest_puzzle_comes_in_place_of_one_that_is_not_found(monkeypatch):
    def unmet(size, *, difficulty, **wanted):
        if difficulty == "easy":
            return nearest
        raise rk.UnmetRequestError(why, nearest, "")

    why, nearest = "no hard puzzle within 1 s; the nearest found is easy", rk.Regions(PUZZLE)
    monkeypatch.setattr("rookery.cli.regions.generate_regions", unmet)
    result = run("generate 4 --difficulty hard --seconds 1")
    assert (result.exit_code, rk.Regions(result.stdout)) == (3, nearest)
    assert result.stderr == f"rookery: {why}\n"
    both = run("generate 4 --difficulty hard --difficulty easy --seconds 1")
    assert (both.exit_code, len(both.stdout.splitlines())) == (3, 2)


# 32x32 squares, on which rules and search take minutes.
BAND = "\n".join(letter * 32 for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdef") + "\npiece Q\n"


@pytest.mark.parametrize(
    ("option", "printed", "told"),
    [
        ("", "", "rookery: explained no further within 0.02 s\n"),
        ("--json", '"is_complete": false', "rookery: explained no further within 0.02 s\n"),
        ("--hint", "", "rookery: no hint within the limit of 0.02 seconds\n"),
    ],
)
def test_a_limit_ends_an_explanation(option, printed, told):
    found = run(f"explain - --seconds 0.02 {option}", text=BAND)
    assert (found.exit_code, found.stderr) == (4, told)
    assert printed in found.stdout and bool(found.stdout) == bool(printed)


def test_a_limit_keeps_the_steps_before_it(monkeypatch):
    left = chain([9.0] * 12, repeat(0.0))
    monkeypatch.setattr(Clock, "seconds_left", lambda clock: next(left))
    found = run("explain - --seconds 9", text=PUZZLE)
    monkeypatch.undo()
    whole = run("explain -", text=PUZZLE).stdout
    assert found.exit_code == 3
    assert 0 < len(found.stdout) < len(whole)
    assert whole.startswith(found.stdout)


def test_stars_that_an_address_does_not_name_are_asked_for():
    silent = PENPA["silent"]
    refused = run("solve", silent)
    assert refused.exit_code == 2
    assert "write stars N after the address, or use --stars" in refused.stderr
    assert run("solve", silent, "--stars", "1").stdout == "a5 c4 e3 b2 d1\n"


def test_a_picture_is_read_as_text_and_written_as_json_and_drawn(tmp_path):
    shot, out, svg = (tmp_path / name for name in ("shot.png", "out.json", "out.svg"))
    drawn = rk.generate_regions(5, seed=2)
    text = f"{drawn}\n"
    rk.svg(drawn, size=30).save(shot)
    result = run("read", shot)
    assert (result.exit_code, result.stdout, result.stderr) == (0, text, "")
    assert run("solve", shot).stdout == run("solve -", text=text).stdout
    assert run("read -", text=text).stdout == text
    assert run("read --stars 2 --json", shot, "-o", out, "--svg", svg).stdout == ""
    (puzzle,) = rk.read(out)
    assert (puzzle.stars, puzzle.rows) == (2, drawn.rows)
    assert ElementTree.parse(svg).getroot().tag.endswith("svg")


def test_unsure_squares_are_named_and_end_with_status_1(tmp_path):
    shot = tmp_path / "shot.png"
    same = [row.replace("B", "A") for row in board(6, 4)]
    shot.write_bytes(encoded(tiles(same, 48, [(0, 0)], [])))
    result = run("read", shot)
    assert result.exit_code == 1
    assert len(result.stdout.split()) > 6
    notes = result.stderr.splitlines()
    assert all(note.startswith(f"{shot}: ") for note in notes)
    assert re.fullmatch(r"unsure of [a-f][1-6]: region [A-F], or .*", notes[0].split(": ", 1)[1])
    assert notes[-1].endswith("pieces on a6: given")
