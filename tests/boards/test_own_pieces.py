"""Pieces of one's own: a name and a letter, in code, in a file, on the command line."""

import json
import pickle

import pytest
from tests.command import rookery

import rookery as rk
from rookery.boards.pieces import own_pieces
from rookery.document import document_of, puzzle_of
from rookery.view.text import puzzle_text

GNU = rk.Piece("NC", name="gnu")


def test_a_name_and_a_letter_change_no_piece():
    assert rk.Piece("NC") == GNU
    assert hash(rk.Piece("NC")) == hash(GNU)
    assert (GNU.name, GNU.letter, str(GNU)) == ("gnu", "G", "NC")
    assert rk.Piece("NC", name="gnu", letter="ŋ").letter == "ŋ"
    assert rk.Piece("BN", name="princess").letter == "P"
    assert eval(repr(GNU), {"Piece": rk.Piece}).letter == "G"
    assert pickle.loads(pickle.dumps(GNU)).name == "gnu"
    assert repr(rk.Piece("NC")) == "Piece(betza='NC')"


def test_they_are_drawn_by_letter_and_called_by_name():
    puzzle = rk.NonAttacking(3, GNU, 2)
    drawn = rk.svg(puzzle, ["a1", "b1"])
    assert "gnu on a1" in drawn
    assert ">G</text>" in drawn
    assert puzzle_text(puzzle, ((0, 2, 0),)).splitlines()[2] == "1 G · ·"
    for other in (
        rk.svg(rk.Cover.domination(3, piece=GNU), ["a1"]),
        rk.svg(rk.Regions(["AB", "AB"], piece=GNU), ["a1"]),
        rk.svg(rk.Tour.parse(["Q.", ".N"], mover=GNU)),
    ):
        assert ">G</text>" in other
        assert "gnu" in other


def test_a_letter_of_chess_is_no_piece_of_chess():
    puzzle = rk.NonAttacking(1, [rk.Piece("NC", name="gnu", letter="N"), "knight"])
    assert ">N</text>" in rk.svg(puzzle, [(0, "a1")])
    assert ">N</text>" not in rk.svg(puzzle, [(1, "a1")])
    assert puzzle_text(puzzle, ((0, 0, 0),)).splitlines()[0] == "1 N"


def test_they_are_known_for_as_long_as_asked():
    with own_pieces([GNU]):
        assert rk.Piece("gnu").letter == rk.Piece("Gnu ").letter == rk.Piece("NC").letter == "G"
        named = rk.NonAttacking.parse("... ... ... piece gnu 2")
        read = puzzle_of(document_of(rk.NonAttacking(3, "NC", 2)))
        rk.Regions(["AB", "AB"], piece="gnu")
    assert named.pieces[0].name == read.pieces[0].name == "gnu"
    assert rk.Piece("NC").name == ""
    with pytest.raises(rk.PuzzleError, match="unknown piece 'gnu'"):
        rk.Regions(["AB", "AB"], piece="gnu")


@pytest.mark.parametrize(
    ("name", "letter", "fault"),
    [
        ("queen", "", "expected a name of small letters that no other piece has, such as 'gnu', g"),
        ("Gnu", "", "got 'Gnu'"),
        ("", "G", "got ''"),
        ("gnu", "GN", "expected one letter, such as 'G', got 'GN'"),
        ("gnu", " ", "expected one letter, such as 'G', got ' '"),
        ("gnu", "\x1b", "expected one letter"),
    ],
)
def test_wrong_names_and_letters(name, letter, fault):
    with pytest.raises(rk.PuzzleError) as caught:
        rk.Piece("NC", name=name, letter=letter)
    assert fault in str(caught.value)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("gnu NC", ":1:1: expected a piece's name, its letter, its Betza notation, got 'gnu NC'"),
        ("\n# mine\nqueen G NC", ":3:1: expected a name of small letters that no other piece has"),
        ("gnu G N!", ":1:1: "),
        ("gnu G NC\ngnu H NC", ":2:1: expected each name once, got 'gnu'"),
    ],
)
def test_faults_of_a_file_have_their_place(tmp_path, text, fault):
    file = tmp_path / "mine.txt"
    file.write_text(text)
    with pytest.raises(rk.InputError) as caught:
        rk.read_pieces(file)
    assert str(caught.value).startswith(f"{file}{fault}")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_file_of_pieces_may_have_a_byte_order_mark(tmp_path, encoding):
    file = tmp_path / "mine.txt"
    file.write_text("gnu G NC\n", encoding=encoding)
    assert rk.read_pieces(file) == {"gnu": GNU}


def test_the_command_line_reads_pieces_from_a_file(tmp_path):
    file = tmp_path / "mine.txt"
    file.write_text("# pieces of my own\n\ngnu G NC\nkylin L FD\n")
    assert rk.read_pieces(file)["kylin"].letter == "L"

    def run(*arguments, stdin=""):
        done = rookery("--pieces", file, *arguments, text=stdin)
        assert done.exit_code == 0, done.output
        return done.stdout

    board = "...\n...\n...\npiece gnu 2\n"
    solved = run("nonattacking", "-", "--json", "-q", stdin=board)
    assert json.loads(solved)["puzzle"]["pieces"][0] == "NC"
    assert run("show", stdin=solved).count("G") == 2
    assert "kylin" in run("pieces")
    assert rookery("show", text=solved).stdout.count("G") == 0
