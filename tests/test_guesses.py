"""Calls that people guess: each works, or its error names the call to use."""

import re
from dataclasses import replace  # noqa: F401 - in the calls
from decimal import Decimal  # noqa: F401
from pathlib import Path

import click
import numpy as np  # noqa: F401
import pytest
from tests.command import rookery

import rookery as rk
from rookery.cli.commands import commands
from rookery.guesses import ALIASES, ATTRIBUTES, COMMANDS, NAMES, RENAMED

WORKS = {
    'rk.Cover.domination(8, "knight")': 'rk.Cover.domination(8, piece="N")',
    'rk.Cover.domination("6x8")': "rk.Cover.domination(6, 8)",
    "rk.Cover.domination(rk.Board(6, 8), 'rook')": "rk.Cover.domination(6, 8, 'R')",
    'rk.NonAttacking("6x8", "king")': "rk.NonAttacking(rk.Board(6, 8), 'K')",
    'rk.Tour("5x6", "a1", ["f5"])': 'rk.Tour(rk.Board(5, 6), "a1", ["f5"])',
    'rk.Queens(8, given="a1")': 'rk.Queens(8, given=["a1"])',
    "rk.Regions.generate(6, seed=2)": "rk.generate_regions(6, seed=2)",
    "rk.generate_regions(8, 2, seed=1)": "rk.generate_regions(8, stars=2, seed=1)",
    "rk.Queens(6).count().value": "4",
    "rk.Queens(6).solve().value": "4",
    "rk.count(rk.Queens(6), seconds=60).value": "4",
    "rk.solve(rk.Queens(6), time_limit=60).value": "4",
    "rk.estimate(rk.Queens(6), timeout=60).value": "4.0",
    "rk.Queens(6).svg()": "rk.svg(rk.Queens(6))",
    "rk.Board(3).svg()": "rk.svg(rk.Board(3))",
    "rk.Queens(4).solve().svg()": "rk.svg(rk.solve(rk.Queens(4)))",
    "rk.Queens(6).solve().answers": "tuple(rk.placements(rk.Queens(6)))",
    'rk.Queens(4).solve().to_frame().loc[0, "value"]': "2",
    "rk.Queens(4).solve().status": "'optimal'",
    "rk.Queens(4).solve().reason": "'proved'",
    'rk.Queens("8x8", "a1")': 'rk.Queens(8, given=["a1"])',
    'rk.Piece("knight").moves("a1")': '["b3", "c2"]',
    'rk.Piece("rook").moves("a1", "2x3", ["b1"])': '["a2"]',
    'rk.Piece("rook").attacks((2, 3), "a1", "b1")': "{(0, 0), (1, 1)}",
    'rk.Piece("rook").destinations((2, 3), "a1", ["b1"])': "{(0, 0)}",
    'rk.Piece("Knights")': 'rk.Piece("N")',
    'rk.Piece("superqueens")': 'rk.Piece("amazon")',
    "rk.Tour.hamiltonian(6)": "rk.Tour.hamiltonian(6, 'knight')",
    "rk.Cover(4, ['d4'], [1], 'rook')": "rk.Cover(4, ['d4'], [1], ['R'])",
    "rk.Board(4, wrap=None)": "rk.Board(4)",
    'rk.Piece("Dragon King")': 'rk.Piece("RF")',
    'rk.Piece("shogi knight")': 'rk.Piece("fN")',
    "rk.NonAttacking(4, ['king'], 3)": "rk.NonAttacking(4, 'king', 3)",
    "replace(rk.NonAttacking(4, 'king'), number=3)": "rk.NonAttacking(4, 'king', 3)",
    "replace(rk.NonAttacking(4, 'KQ', 3), lightest=True)": (
        "rk.NonAttacking(4, 'KQ', 3, lightest=True)"
    ),
    "repr(rk.listing(rk.Queens(6)))": "'<Listing of all answers, 0 so far>'",
    "repr(rk.listing(rk.Queens(6), first=2))": "'<Listing of the first 2 answers, 0 so far>'",
    "rk.Cover(4, ['d4'], '1/2', 'rook')": "rk.Cover(4, ['d4'], ['1/2'], ['R'])",
    "rk.Cover.domination(5, 'rook', standing=['c3'])": (
        "rk.Cover.domination(5, 'rook', standing=[('R', (2, 2))])"
    ),
    "rk.Cover(4, ['d4'], [1, 2], 'RB', standing=[(1, 'a4')])": (
        "rk.Cover(4, ['d4'], [1, 2], 'RB', standing=[('B', 'a4')])"
    ),
    "rk.Heaviest([[Decimal('1.5')]])": "rk.Heaviest([[1.5]])",
    "rk.NonAttacking(1, weights=[[Decimal('1.5')]])": "rk.NonAttacking(1, weights=[[1.5]])",
    "rk.NonAttacking(1, weights=[[np.int64(2)]])": "rk.NonAttacking(1, weights=[[2]])",
    "rk.generate_regions('6x6', seed=2)": "rk.generate_regions(6, seed=2)",
    "rk.Cover(4, ['d4'], [1, 2], 'RB')": "rk.Cover(4, ['d4'], [1, 2], ['R', 'B'])",
    "rk.Board(3, walls=np.eye(3, dtype=bool))": "rk.Board(3, walls=['a3', 'b2', 'c1'])",
    "rk.Queens(8, given=(0, 4))": "rk.Queens(8, given=['e8'])",
    "rk.NonAttacking(2, 'N', given=np.eye(2, dtype=bool))": (
        "rk.NonAttacking(2, 'N', given=['a2', 'b1'])"
    ),
    "rk.Tour(8, 'a1', (0, 7), visit='on')": "rk.Tour(8, 'a1', ['h8'], visit='on')",
}

TOLD = {
    "rk.placements(rk.Queens(8), first=5)": r"use listing\(puzzle, first=5\)",
    "rk.count(rk.Queens(8), unique=True)": "use 'fundamental'",
    "rk.solve(rk.Queens(8), workers=2)": "use 'threads'",
    "rk.solve(rk.Queens(8), limits=1, seconds=2)": "use 'limits'",
    "rk.solve(rk.Queens(8), metod='listing')": "did you mean 'method'?",
    "rk.solve(rk.Queens(8), method='Listing')": "did you mean 'listing'?",
    'rk.Queens(8, wrap="torus")': r"use Board\(8, wrap='torus'\) in NonAttacking",
    "rk.NonAttacking(8, 'knight', n=5)": "use 'number'",
    "rk.NonAttacking(8, piece='knight')": "use 'pieces'",
    "rk.Tour(8, 'a1', goal='h8')": r"targets=\['h8'\] and visit='on' for the shortest path there, ",
    "rk.Tour.hamiltonian(5, 'queen', visit='over')": r"use Tour\(board, start, 'all', mover=",
    "rk.Tour.hamiltonian(5, targets=['a1'])": r"use Tour\(board, start, targets\)",
    "rk.Cover.domination(5, given=['c3'])": "use 'standing'",
    "rk.Cover.domination(5, pieces='king')": "use 'piece'",
    "rk.Cover.domination(5, prices=[2])": r"use Cover\(board, kings, prices\)",
    "rk.Tour.hamiltonian(5, start='a1', end='e5')": "use 'goal'",
    "rk.Board(3, walls=np.eye(4, dtype=bool))": "expected 3 rows of 3 booleans, got 4 of 4",
    "rk.solve('queens', 8)": r"solve\(\) takes a puzzle, such as rookery.Queens\(8\), not 'queens'",
    "rk.check('queens', ())": "expected a puzzle, got 'queens'",
    "rk.sweep(rk.Queens, 5)": r"expected values such as range\(4, 9\), got 5",
    "rk.Cover.domination(rk.Board(5), wrap='torus')": "a Board with its own columns, walls",
    "rk.Cover.domination(rk.Board(5), 6, 'king')": "a Board with its own columns, walls and wrap",
    "rk.NonAttacking(1, weights=[['2']])": "expected a number in row 1, column 1, got '2'",
    'rk.Tour(8, "a1", mover="knight")': r"Tour.hamiltonian\(board, 'knight'\)",
    "rk.Tour(8)": r"Tour.hamiltonian\(board, 'Q'\)",
    "rk.Tour(8, 'knight')": r"Tour.hamiltonian\(board, 'knight'\)",
    "rk.Cover(8)": r"Cover.domination\(board, 'queen'\) to guard the whole board, got no prices",
    "rk.Cover(8, prices=[1] * 8)": r"expected kings, \[\] for none, and the prices .* got no kings",
    "rk.solve(rk.Queens(8), 5)": "by name, such as limits=5 for seconds",
    "rk.Queens(8).solve(5)": "by name, such as limits=5 for seconds",
    "rk.sweep(rk.Queens, range(4, 6), on_progress=True)": r"such as that of live\(\)",
    'rk.Queens(8, at="a1")': "use 'given'",
    "rk.Queens(8, blokced=['a1'])": "did you mean 'blocked'?",
    "rk.Queens(8) and rk.queens(8)": "the puzzle is rookery.Queens",
    "rk.Cover.domination(3) and rk.cover(8)": "the puzzle is rookery.Cover",
    "rk.Queens(8).count(5)": "by name, such as limits=5 for seconds",
    "rk.solve(rk.Queens(4), log=True)": "use 'on_progress'",
    "rk.solve(rk.Queens(4), mip_gap=0.1)": "use 'limits'",
    "rk.solve(rk.Queens(4), n_jobs=2)": "use 'threads'",
    "rk.solve(rk.Queens(4), random_state=1)": "use 'seed'",
    "rk.Quens": "has no attribute 'Quens'; did you mean 'Queens'",
    "rk.Board(8).wals": "did you mean 'walls'?",
    "rk.Queens(8).givn": "did you mean 'given'?",
    "rk.Queens(4).solve().anser": "did you mean 'answer'",
}


@pytest.mark.parametrize("typed", WORKS)
def test_guessed_calls_work(typed):
    assert eval(typed) == eval(WORKS[typed])


@pytest.mark.parametrize("typed", TOLD)
def test_guessed_calls_name_the_call_to_use(typed):
    with pytest.raises((TypeError, AttributeError, rk.PuzzleError), match=TOLD[typed]):
        eval(typed)


SHOWN = {"Board": rk.Board(2), "Piece": rk.Piece("N"), "Credited": rk.Queens(4)} | {
    "Result": rk.solve(rk.Queens(4)),
    "Explanation": rk.explain(rk.Regions(["AABB", "CABB", "CCDB", "CCDD"], piece="W")),
}


@pytest.mark.parametrize("kind", ATTRIBUTES)
def test_attributes_to_use_exist(kind):
    puzzles = (rk.Queens(4), rk.NonAttacking(4, "king"), rk.Tour.hamiltonian(4, "king"))
    owners = puzzles if kind == "Credited" else (SHOWN[kind],)
    for name, told in ATTRIBUTES[kind].items():
        used = re.match(r"(rookery\.)?(\w+)", told)
        without = next(owner for owner in owners if not hasattr(owner, name))
        with pytest.raises(AttributeError, match=f"use {re.escape(told)}$"):
            getattr(without, name)
        found = hasattr(rk, used[2]) or any(hasattr(owner, used[2]) for owner in owners)
        assert found or used[2] == "print", told


@pytest.mark.parametrize("name", NAMES)
def test_names_to_use_are_public(name):
    with pytest.raises(AttributeError, match=f"use {re.escape(NAMES[name])}$"):
        getattr(rk, name)
    used = re.match(r"(\w+)[(.]", NAMES[name])
    assert used is None or hasattr(rk, used[1])


RUNS = {
    "queens 6 --all": "queens 6",
    "queens 6X6": "queens 6",
    "regions generate 6x6": "regions generate 6",
    "cover 3 kings": "cover 3 king",
    "tour 6": "tour --whole 6",
    "tour 3x4 knight --count": "tour --whole 3x4 --mover knight --count",
    "knights-tour 5": "tour --whole 5",
    "nonattacking 4 'dragon king'": "nonattacking 4 dragon",
    "cover 4 'Gold General'": "cover 4 gold",
    "nonattacking 4 princess --count": "nonattacking 4 BN --count",
    "nonattacking 3 'king queen' --count": "nonattacking 3 king,queen --count",
    "domination 3": "cover --whole 3",
    "domination 3 king": "cover --whole 3 --pieces king",
    "nonattacking 6x8 king": "nonattacking --board 6x8 --piece king",
    "star-battle generate 6": "regions generate 6",
    "generate UVa750": "generate eight-queens",
    "generate uva-167": "generate sultan",
    "generate POJ2919": "generate traveling-queen",
    "generate CHE --cases 2": "generate showdown --cases 2",
}


@pytest.mark.parametrize("typed", RUNS)
def test_guessed_commands_work(typed):
    ended, meant = (rookery(line) for line in (typed, RUNS[typed]))
    assert (ended.exit_code, ended.stdout) == (0, meant.stdout)
    assert ended.stdout


@pytest.mark.parametrize("name", ALIASES)
def test_help_knows_the_other_names_of_commands(name):
    told, meant = (rookery("help", one).stdout for one in (name, ALIASES[name][0]))
    assert told == meant.replace(f"rookery {ALIASES[name][0]} [", f"rookery {name} [", 1)


def test_a_file_named_like_a_size_is_read(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("3").write_text("Q..\n...\nN.B\n")
    assert rookery("tour 3").stdout == "a3b2\n"


@pytest.mark.parametrize(
    ("command", "option", "board"),
    [("tour", "--mover", "Q..\n...\nN.B\n"), ("cover --costs 1", "--pieces", "+++\n+X+\n")],
)
def test_a_piece_may_follow_a_file(command, option, board, tmp_path):
    file = tmp_path / "board.txt"
    file.write_text(board)
    meant = rookery(command, file, option, "knight").stdout
    assert meant
    assert rookery(command, file, "knight").stdout == meant
    assert rookery(command, "-", "knight", text=board).stdout == meant


@pytest.mark.parametrize("number", ["UVa750", "uva 750"])
def test_numbers_of_archives_name_the_statements(number, tmp_path):
    file = tmp_path / "input.txt"
    rk.write(file, [rk.Queens(8, given=["a8"])], number)
    assert rk.read(file, number) == [rk.Queens(8, given=["a8"])]
    judged, meant = (rookery("judge", name, file).stdout for name in (number, "eight-queens"))
    assert judged == meant


@pytest.mark.parametrize("typed", ["queens 6", "tour 3x4", "cover 3", "nonattacking 4 king --all"])
def test_answers_are_drawn(typed, tmp_path):
    file = tmp_path / "answer.svg"
    drawn = rookery(typed, "--svg", file)
    assert (drawn.exit_code, drawn.stdout) == (0, rookery(typed).stdout)
    picture = file.read_text(encoding="utf-8")
    assert picture.startswith("<svg ")
    assert " of 1<" not in picture
    assert "attacks" not in picture


@pytest.mark.parametrize(("form", "start"), [("png", b"\x89PNG"), ("pdf", b"%PDF")])
def test_answers_are_drawn_in_other_forms(form, start, tmp_path):
    assert rookery("queens 4", f"--{form}", tmp_path / "answer").exit_code == 0
    assert (tmp_path / "answer").read_bytes().startswith(start)


@pytest.mark.parametrize("name", COMMANDS)
def test_commands_to_use_exist(name):
    assert name not in commands.list_commands(click.Context(commands))
    used = COMMANDS[name].split()[0].rstrip(",")
    assert used == "--version" or used in commands.list_commands(click.Context(commands))


@pytest.mark.parametrize("name", RENAMED)
def test_former_names_warn_and_work(name):
    with pytest.warns(DeprecationWarning, match=rf"is now rookery\.{RENAMED[name]}$"):
        assert getattr(rk, name) is getattr(rk, RENAMED[name])


def test_a_picture_holds_the_answers_of_several_puzzles(tmp_path):
    file, drawn = tmp_path / "two.json", tmp_path / "answers.svg"
    rk.write(file, [rk.Regions(["AB", "AB"]), rk.Regions(["AA", "BB"])])
    assert rookery("regions solve", file, "--svg", drawn).exit_code == 0
    assert "test 2" in drawn.read_text()


def test_an_explanation_is_numbered_steps():
    explained = rk.explain(rk.Regions(["AABB", "CABB", "CCDB", "CCDD"], piece="W"))
    assert repr(explained).startswith("<Explanation: ")
    lines = str(explained).splitlines()
    assert [line.split(".")[0].strip() for line in lines[:-1]] == [
        str(number) for number in range(1, len(explained.steps) + 1)
    ]
    assert all(step.words in line for step, line in zip(explained.steps, lines, strict=False))
    html = explained._repr_html_()
    assert html.count("<svg") == html.count("<li>") == len(explained.steps)


def test_boards_puzzles_and_results_are_printed(capsys):
    rk.Board(1, 3, walls=["b1"]).show()
    assert capsys.readouterr().out == ".#.\n"
    rk.Queens(4).solve().show()
    shown = capsys.readouterr().out
    assert shown.count("♛") == 8
    rk.Tour.parse(["Q..", "...", "N.B"]).show()
    assert "a b c" in capsys.readouterr().out
