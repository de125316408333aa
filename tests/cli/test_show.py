"""``rookery show``: inputs and outputs drawn, statements guessed."""

import json
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from tests.command import rookery

import rookery as rk
from rookery.cli import status
from rookery.statements import NAMES
from rookery.view.sheet import Picture

DEMO = Path(__file__).parents[2] / "demo"
HEADER = "SOLN COLUMN # 1 2 3 4 5 6 7 8"


def show(line="", *words, data=None):
    return rookery(f"show {line}", *words, text=data)


def sample(puzzle: str) -> str:
    return str(DEMO / f"{puzzle}.txt")


def answer(puzzle: str) -> str:
    return str(DEMO / f"{puzzle}.answer.txt")


SAID = {
    "eight-queens": {"4 placements"},
    "sultan": {"weight 260"},
    "traveling-queen": {"4 moves", "impossible"},
    "showdown": {"3 pieces, cost 4"},
}


@pytest.mark.parametrize("puzzle", NAMES)
def test_a_sample_is_known_and_drawn_with_its_answers(puzzle, tmp_path):
    guessed = show(sample(puzzle))
    assert (guessed.exit_code, guessed.stderr) == (status.DONE, "")
    assert guessed.stdout == show(sample(puzzle), "--puzzle", puzzle).stdout
    assert guessed.stdout.startswith("test 1\n")
    answered = show(sample(puzzle), answer(puzzle))
    assert (answered.exit_code, answered.stderr) == (status.DONE, "")
    assert set(answered.stdout.splitlines()) >= SAID[puzzle]
    path = tmp_path / "all.svg"
    drawn = show(sample(puzzle), answer(puzzle), "--svg", path, "--lines")
    assert (drawn.exit_code, drawn.stdout, drawn.stderr) == (status.DONE, "", "")
    assert any(text.startswith("test 1") for text in ElementTree.parse(path).getroot().itertext())


def test_words_and_faults_stand_below_a_picture(tmp_path):
    (tmp_path / "out.txt").write_text("1 1\n2 1 1\n")
    result = show(sample("showdown"), tmp_path / "out.txt", "--svg", "-", "--size", "96")
    texts = [text.text for text in ElementTree.fromstring(result.stdout).iter()]
    assert "king at b1 is not in check" in texts
    assert "1 piece, cost 1" in texts


def test_faults_of_several_placements_stand_below_the_last(tmp_path):
    lines = Path(answer("eight-queens")).read_text().splitlines(keepends=True)
    (tmp_path / "out.txt").write_text("".join(lines[:-1]))
    result = show(sample("eight-queens"), tmp_path / "out.txt", "--svg", "-")
    texts = [text.text or "" for text in ElementTree.fromstring(result.stdout).iter()]
    assert texts.index("test 1, 3 of 3") < texts.index("3 placements")
    assert any(text.startswith("1 placement is missing") for text in texts)


@pytest.mark.parametrize(("value", "last"), [(4, "3 placements are missing, "), (1, "optimal, ")])
def test_one_placement_is_a_whole_answer_if_its_value_is_one(value, last):
    """As of `queens --any`, unlike a list of four placements that has lost three."""
    known = json.loads(rookery("queens 6 --any --json").stdout) | {"value": value, "bound": value}
    assert show("-", data=json.dumps(known)).stdout.splitlines()[-1].startswith(last)


def test_pictures_of_one_test(tmp_path):
    second = show(sample("traveling-queen"), answer("traveling-queen"), "--test", "2")
    assert (second.exit_code, second.stdout[:7]) == (status.DONE, "test 2\n")
    assert show(sample("traveling-queen"), answer("traveling-queen")).stdout.endswith(second.stdout)
    small = (sample("showdown"), "--test", "1", "--size", "16")
    picture = show(*small, "--svg", "-").stdout
    # a border of 16 on either side of what the words below need at least
    assert ElementTree.fromstring(picture).attrib["width"] == "152"
    assert show(*small, "--tikz", "-").stdout == Picture(picture).tikz()
    tour = (sample("traveling-queen"), answer("traveling-queen"), "--test", "1")
    assert "prefers-reduced-motion" in show(*tour, "--svg", "-", "--animate").stdout
    pytest.importorskip("resvg_py", reason="PNG pictures need the extra 'png'")
    assert show(*tour, "--png", tmp_path / "x.png").exit_code == status.DONE
    assert (tmp_path / "x.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(("form", "package"), [("png", "resvg_py"), ("pdf", "typst")])
def test_a_missing_package_is_reported(form, package, monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, package, None)
    result = show(sample("showdown"), f"--{form}", tmp_path / f"x.{form}")
    assert result.exit_code == status.BAD
    assert f"pip install 'rookery-chess[{form}]'" in result.stderr


@pytest.mark.slow
def test_plots_of_queens_and_weights(tmp_path):
    pytest.importorskip("matplotlib", reason="plots need the extra 'plot'")
    for puzzle in ("eight-queens", "sultan"):
        path = tmp_path / f"{puzzle}.svg"
        result = show(sample(puzzle), answer(puzzle), "--plot", path)
        assert (result.exit_code, result.stdout) == (status.DONE, "")
        assert ElementTree.parse(path).getroot().tag.endswith("svg")


PATH = "Q....\n.P...\nN..#B\ntarget e3,e2\n"
KINDS = "...\n...\n...\npiece knight any piece king any\n"
SIX = '{"family": "queens", "n": 6}'


@pytest.mark.parametrize(
    ("text", "output", "drawn"),
    [
        (PATH, None, ["3 Q . . . +", "2 . P . . +", "1 N . . # B", "  a b c d e"]),
        (
            PATH,
            "a3a2a3d3e2",
            ["3 2 . . 3 +", "2 1 P . . 4", "1 N . . # B", "  a b c d e", "4 moves"],
        ),
        (KINDS, "0:a1 1:c3\n0:a1\n", ["3 . . K", "2 . . .", "1 N . .", "  a b c", "2 pieces"]),
    ],
)
def test_a_board_and_a_printed_answer(text, output, drawn, tmp_path):
    path = tmp_path / "puzzle.txt"
    path.write_text(text)
    result = show(path, *([] if output is None else ["-"]), "--ascii", data=output)
    assert result.stdout.splitlines() == ["test 1", *drawn]


COMMANDS_AND_PUZZLES = {
    "heaviest": "3 1 4 1\n5 9 2 6\n5 3 5 8\n9 7 9 3\n",
    "regions": "AAAB ABBB CCDD CCDD\n",
    "cover": "#..\n...\n..#\n3 4 3 3 3 9 3 4\n",
    "tour": "Q....\n.P...\nN...B\n",
    "nonattacking": "....\n....\npiece knight 2\n",
}


def printed(family: str, path: Path, *options: str) -> str:
    subcommand = ["solve"] if family == "regions" else []
    result = rookery(family, *subcommand, path, *options)
    assert result.exit_code == status.DONE
    return result.stdout


@pytest.mark.parametrize("family", COMMANDS_AND_PUZZLES)
def test_the_output_of_a_command_is_drawn(family, tmp_path):
    path = tmp_path / "puzzle.txt"
    path.write_text(COMMANDS_AND_PUZZLES[family])
    drawn = show(path, "-", data=printed(family, path).encode())
    assert (drawn.exit_code, drawn.stderr) == (status.DONE, "")
    board, words = drawn.stdout.splitlines()[:-1], drawn.stdout.splitlines()[-1]
    assert any(noun in words for noun in ("weight", "piece", "move"))
    result = show(data=printed(family, path, "--json").encode()).stdout.splitlines()
    assert result[:-1] == board
    assert result[-1].startswith("optimal, value ")


@pytest.mark.parametrize(
    ("family", "output", "told"),
    [
        (PATH, "a3e3e2", "target a1 is not visited"),
        ("...\n...\n...\n", "a1 c3", "the pieces on c3 and a1 attack each other"),
        *(
            (KINDS, at, "stdin:1:1: expected a square such as 'a1'")
            for at in ("d4", "2:a1", "0:", "x")
        ),
        (SIX, "1 2 3 4 5 6", "placement 1: the queens on a6 and b5 attack each other"),
        (SIX, "2 4 6 1 3 5\n3 6 2 5 1 4", "2 placements"),
        (SIX, "", "0 placements"),
        ("regions", "b4 d3 a2 c2", "the pieces on d3 and c2 attack each other"),
        ("regions", "", "no answer"),
        ("heaviest", "24: 1 2 3 4", "the queens on a4 and b3 attack each other"),
        ("heaviest", "", "no placement"),
        ("cover", "1 3\n1 1 2\n", "king at a3 is not in check"),
        ("cover", "", "no cover"),
        ("tour", "impossible", "impossible"),
        *(("tour", path, "stdin:1:1: expected a path or 'impossible'") for path in ("?", "a3z9")),
        ("regions", "b4 d3 z2", "stdin:1:7: expected a square of the 4x4 board"),
        ("heaviest", "24: 2 4 1 5", "stdin:1:11: expected a row from 1 to 4, got '5'"),
        ("heaviest", "x 2 4 1 3", "stdin:1:1: expected a weight such as '24:', got 'x'"),
        ("cover", "1 3\n9 1 2\n", "stdin:2:1: expected the type of piece 1 from 1 to 8"),
        ("eight-queens", "", "stdin:1:1: expected 'SOLN' of the header, got the end of the output"),
        ("eight-queens", f"{HEADER} 1 1 5 8", "stdin:1:38: solution 1 is cut short by the end"),
        ("eight-queens", f"{HEADER} 1 1 5 9 6 3 7 2 4", "stdin:1:37: expected a row from 1 to 8"),
        ("sultan", "", "stdin:1:1: expected a score, got the end of the output"),
        ("sultan", "26x", "stdin:1:1: expected a score, got '26x'"),
        ("traveling-queen", "Scenario #2:", "stdin:1:10: expected '#1:', got '#2:'"),
        ("traveling-queen", "Scenario #1:", "stdin:1:13: expected a path or 'impossible'"),
        ("showdown", "3 4\n2 1", "stdin:2:4: expected the column of piece 1"),
    ],
)
def test_faults_of_printed_answers(family, output, told, tmp_path):
    path = tmp_path / "puzzle.txt"
    if family in SAID:
        path = sample(family)
    else:
        path.write_text(COMMANDS_AND_PUZZLES.get(family, family))
    result = show(path, "-", data=output.encode())
    if told.startswith("stdin:"):
        assert result.exit_code == status.BAD
        assert result.stderr.startswith(told)
    else:
        assert told in result.stdout.splitlines()
        assert "missing" not in result.stdout  # placements that the output does not list


@pytest.mark.parametrize(
    ("line", "queens", "told"),
    [
        ("queens 6", 4 * 6, "\noptimal, value 4, "),
        ("queens 8", 12 * 8, "\nthe first 12 of 92\n"),
        ("nonattacking --board 4 --number 4 --all", 2 * 4, "\noptimal, value "),
        ("queens 4 --count", 0, "\noptimal, value 2"),
    ],
)
def test_results_are_drawn_with_their_answers(line, queens, told):
    shown = show("--ascii", data=rookery(line, "--json").stdout).stdout
    assert (shown.count("Q"), told in shown) == (queens, True)


def test_faults_of_a_result_are_told():
    right = rookery("queens 4 --json").stdout
    assert "placement 1: " not in show(data=right).stdout
    assert "placement 1: " in show(data=right.replace('"a3"', '"a4"')).stdout


def test_lines_of_solve_many_are_drawn_but_for_files_that_could_not_be_read():
    data = rookery("queens 4 --json").stdout
    line = data.replace("{", '{"file": "q.json", "test": 1, ', 1)
    drawn = show("--ascii", data=f'{line}{{"file": "x", "error": "cannot read"}}\n'.encode())
    assert (drawn.exit_code, drawn.stdout.count("Q")) == (status.DONE, 2 * 4)


def test_positions_are_written_in_fen(tmp_path):
    solved = rookery("queens 4 --json").stdout
    shown = show("--fen", data=solved.encode())
    assert (shown.exit_code, shown.stdout) == (0, "2Q1/Q3/3Q/1Q2\n1Q2/3Q/Q3/2Q1\n")
    board = tmp_path / "board.txt"
    board.write_text("4k/5/N4\n")
    chosen = show(board, "--fen")
    assert chosen.exit_code == 0, chosen.stderr
    assert chosen.stdout == "4K/5/N4\n"


ESCAPES = "\x1b[2J\x07\x9b1m\u202e"
ESCAPED = r"\x1b[2J\x07\x9b1m\u202e"


@pytest.mark.parametrize("picture", [(), ("--svg", "-"), ("--tikz", "-")])
def test_the_words_of_a_result_do_not_reach_the_terminal_raw(picture):
    result = rk.solve(rk.Queens(4)).to_dict() | {"note": ESCAPES}
    drawn = show("-", *picture, data=json.dumps(result).encode())
    assert drawn.exit_code == status.DONE
    assert drawn.stdout.replace("\n", "").isprintable()
    assert picture or ESCAPED in drawn.stdout


@pytest.mark.parametrize(
    ("command", "text"),
    [
        ("show", "nonsense !"),
        ("tour", "nonsense !"),
        ("judge showdown", "nonsense !"),
        ("judge eight-queens", "1\n\n1 1\nleft over\n"),
    ],
)
def test_the_name_of_a_file_does_not_reach_the_terminal_raw(tmp_path, command, text):
    path = tmp_path / f"{ESCAPES}.txt"
    path.write_text(text, encoding="utf-8")
    told = rookery(command, path).stderr
    assert told.replace("\n", "").isprintable()
    assert ESCAPED in told


ADDRESS = "https://puzz.link/p?starbattle/5/5/1/6mpi4ch2"


def test_the_board_of_an_address_is_drawn():
    lines = show(ADDRESS).stdout.splitlines()
    assert lines[:2] == ["test 1", "5 A A A B C"]


def test_addresses_are_written_one_a_line():
    two = f"{ADDRESS}\n551W3Mp8amI stars 2"
    assert show("--address sbn", data=two.encode()).stdout == "551W3Mp8amI\n552W3Mp8amI\n"
    assert show("--address puzzlink --test 2", data=two.encode()).stdout == (
        ADDRESS.replace("/1/", "/2/") + "\n"
    )
    (penpa,) = show(ADDRESS, "--address", "penpa").stdout.splitlines()
    assert rk.read(penpa) == rk.read(ADDRESS)
