"""Ways that bend, turn or skip squares: drawn by hand, said in two ways, and what is refused."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.night import cases

from rookery.boards.betza import parse_betza
from rookery.boards.board import Board
from rookery.boards.motions import Motion, Route
from rookery.boards.pieces import Piece, refuse_routes
from rookery.errors import NotationError, PuzzleError

MOST_STRIDES = 4096

#: The piece P, what it attacks (* and, where a piece stands, X), pieces that it does not attack
#: (o). Drawn from the definitions in R. Betza, "The Bent Riders", chessvariants.com.
DRAWN = {
    "griffon": "..*.*... ..*.*... ..*.*... ***.**** ...P.... ***.**** ..*.*... ..*.*...",
    "[F?fR]": "..*.*... ..*.*... ..*.*... ***.**** ...P.... ***.**** ..*.*... ..*.*...",
    "manticore": "*.....*. .*...*.* *.*.*.*. .*.*.*.. ..*P*... .*.*.*.. *.*.*.*. .*...*.*",
    "rose": "...*.... *.....*. ..*.*... .*...*.. ...P...* .*...*.. ..*.*... *.....*.",
    "ski-rook": "...*.... ...*.... ...*.... ........ **.P.*** ........ ...*.... ...*....",
    "ski-bishop": ".......* *.....*. .*...*.. ........ ...P.... ........ .*...*.. *.....*.",
    "jjR": "...*.... ...*.... ........ ........ *..P..** ........ ........ ...*....",
    "jR3": "........ ...*.... ...*.... ........ **.P.**. ........ ...*.... ...*....",
    "oR": "...*.... ...*.... ...*.... ...*.... ***P**** ...*.... ...*.... ...*....",
    "[F-R]": "..*.*... ..*.*... ..*.*... **...*** ...P.... **...*** ..*.*... ..*.*...",
    "[W?fsF]": "........ ........ ..*.*... .*.*.*.. ..*P*... .*.*.*.. ..*.*... ........",
    "moa": "........ ........ ..*.*... .*...*.. ...P.... .*...*.. ..*.*... ........",
}
BLOCKED = {
    "griffon": "..*..... ..*..... ..*..... ***.X... ...P.... ***.**** ..*.*... ..*.*...",
    "[F-R]": "..*..... ..*..... ..*..... **..o... ...P.... **...*** ..*.*... ..*.*...",
    "ski-rook": "........ ...X.... ...*.... ...o.... X*oP.*** ........ ...*.... ...*....",
    "jD": "........ ........ ...*.... ...o.... ...P.... ........ ........ ........",
    "moa": "........ ........ ..*..... .*..o... ...P.... .*...*.. ..*.*... ........",
    "aK": "........ ........ ..***... ..X.X... ..XPX... ..ooo... ........ ........",
    "zB": "........ ........ ........ ..X.X... .*.P.*.* *.*.*.*. ...*.... ..*.*...",
    "mpafW": "........ ........ ...*.... ...o.... .*.P.*.. ........ ...*.... ........",
    "pafW": "........ ........ ...*.... ...o.... ...P.... ........ ........ ........",
}
FEW_STRIDES = "a piece whose moves have at most 4,096 strides in all"
BOARD = Board(8)
START = (4, 3)


def read(drawing):
    """Return the attacked squares and the occupied ones of a drawing, rows from the top."""
    letters = {
        (row, column): letter
        for row, line in enumerate(drawing.split())
        for column, letter in enumerate(line)
    }
    attacked = {square for square, letter in letters.items() if letter in "*X"}
    return attacked, {square for square, letter in letters.items() if letter in "oX"}


@pytest.mark.parametrize(("betza", "drawing"), [*DRAWN.items(), *BLOCKED.items()])
def test_drawn_attacks(betza, drawing):
    attacked, occupied = read(drawing)
    assert Piece(betza).attacks(BOARD, START, occupied) == attacked


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("griffon", "FyafsF"), ("griffon", "t[FR]"), ("manticore", "WyafsW"), ("[F-R]", "yafsF"),
        ("nN", "afsW"), ("nN", "[W-F]"), ("moa", "afsF"), ("moo", "afsK"), ("nD", "afW"),
        ("nA", "mafF"), ("nZ", "[W-F-F]"), ("jD", "pafW"), ("jA", "pafF"), ("[W?R]", "R"),
        ("[W?W]", "R2"), ("[F?F2]", "B3"), ("zB", "zFF"), ("zQ", "zRzB"), ("qN", "qNN"),
        ("oW", "oR1"), ("R", "WW"), ("R", "W0"), ("B", "FF"), ("Q", "RB"), ("Q", "K0"),
        ("K", "WF"), ("C", "L"), ("Z", "J"), ("WW", "vWWsWW"), ("N", "fhNbhN"), ("QQ", "Q"),
        ("Q3", "W3F3"), ("WWR", "WW"), ("KF", "K"), ("W1", "W"), ("mcW", "W"),
    ],
)  # fmt: skip
def test_two_ways_to_say_the_same(one, other):
    choose = random.Random(one + other)
    for _ in range(30):
        board = Board(choose.randint(3, 9), choose.randint(3, 9), wrap=choose.choice(["", "torus"]))
        every = list(board.squares())
        occupied = {square for square in every if choose.random() < choose.choice([0, 0.2, 0.5])}
        start = choose.choice(every)
        pieces = Piece(one), Piece(other)
        assert len({piece.attacks(board, start, occupied) for piece in pieces}) == 1
        assert len({piece.destinations(board, start, occupied) for piece in pieces}) == 1


def test_around_the_edge_is_a_cylinder():
    cylinder = Board(6, 7, walls=["c3"], wrap="cylinder")
    board = Board(6, 7, walls=["c3"])
    for betza in ("R", "B", "N", "NN", "nN", "pQ", "gB", "jB", "[F?R]"):
        for start in board.squares():
            occupied = {(0, 0), (2, 5), (3, 1)}
            around = Piece(f"o{betza}").attacks(board, start, occupied)
            assert around == Piece(betza).attacks(cylinder, start, occupied)


def test_routes_end():
    torus = Board(4, 6, wrap="torus")
    for betza in ("griffon", "rose", "zB", "zR", "jR", "[N?B]", "jDD", "oQ", "qZ", "[F-R]"):
        for start in torus.squares():
            assert Piece(betza).attacks(torus, start) <= set(torus.squares()) - {start}


def test_ways_that_only_move_or_only_capture():
    piece = Piece("m[F?R]cqN")
    assert {way.moves for way in piece.routes if way.captures} == {False}
    assert piece.attacks(BOARD, START) == Piece("qN").attacks(BOARD, START)
    assert piece.destinations(BOARD, START) == Piece("griffon").attacks(BOARD, START)


def test_ways_that_look_between():
    conditional = {"nN", "pR", "gB", "[F-R]", "jD", "pafW", "afsW"}
    plain = {"R", "N", "griffon", "qN", "zB", "jR", "mpafW", "oQ"}
    for betza in conditional | plain:
        assert {way.is_conditional for way in parse_betza(Piece(betza).betza)} == {
            betza in conditional
        }


def test_straight_ways_are_motions_and_others_routes():
    piece = Piece("RafsWoB[F?R]")
    assert {type(way) for way in piece.motions} == {Motion}
    assert {way.notation for way in piece.routes if isinstance(way, Route)} == {"[F?R]"}
    assert piece.ways == (*piece.motions, *piece.routes)
    assert refuse_routes(Piece("Q"), "this") == Piece("Q")
    with pytest.raises(PuzzleError, match=r"for this, .* got 'RqN' with the part 'qN'"):
        refuse_routes(Piece("RqN"), "this")
    with pytest.raises(PuzzleError, match="got 'oR' with a part with 'o'"):
        refuse_routes(Piece("oR"), "this")


@pytest.mark.parametrize(
    ("betza", "message"),
    [
        ("pW1", "expected a range of 2 or more after 'p': one square has no room for a hurdle"),
        ("gR1", "expected a range of 2 or more after 'g'"),
        ("jW", "expected a range above 1 after 'j', which skips squares at letter 1"),
        ("jN", "expected 'j' before W, F, R, B, Q, K, or once before D and A"),
        ("zN", "expected a rider of one line after 'z', such as zB"),
        ("qB", "expected a leaper with eight directions after 'q', such as qN"),
        ("fzB", "expected no directions beside 'z' and 'q'"),
        ("[F]", "expected two legs or more in brackets"),
        ("[F?", "expected an atom after letter 3 of '[F?', got the end"),
        ("[FR]", "expected '?', '-' or ']' at letter 3 of '[FR]', got 'R'"),
        ("[R?F]", "expected single steps in brackets before the last leg at letter 2"),
        ("[F?mR]", "expected directions only in brackets (modes stand before them) at letter 4"),
        ("[W?lsN]", "expected directions of the atom at letter 4 of '[W?lsN]', got 'ls'"),
        ("[F?lN]", "expected directions of the atom at letter 4 of '[F?lN]', got 'l'"),
        ("[N?sB]", "expected directions of the atom at letter 4 of '[N?sB]', got 's'"),
        ("f[F?R]", "expected compatible modifiers at letter 1 of 'f[F?R]', got 'f'"),
        ("caK", "expected m, p, mp, g or y before 'a' (a capture on the way is not an attack)"),
        ("macpW", "expected directions, m and c after the last 'a'"),
        ("afsN", "expected W, F or K without a range after 'a'"),
        ("yafyafW", "expected 'g' and 'y' in the last leg but one"),
        ("afhW", "expected directions of a leg at letter 1 of 'afhW', got 'fh'"),
        ("yW", "expected compatible modifiers at letter 1 of 'yW', got 'y'"),
        ("ifW", "expected an atom or modifier at letter 1 of 'ifW', got 'i', which is for first"),
        ("]", "expected an atom or modifier at letter 1 of ']', got ']'"),
        ("WaaaK", f"expected {FEW_STRIDES} at letter 2 of 'WaaaK', got more with 'aaaK'"),
        ("aaaaaaaaK", f"expected {FEW_STRIDES} at letter 1"),
        (12 * "afs" + "K", f"expected {FEW_STRIDES} at letter 1"),
        ("[K?K?K?K?K?K?K?K]", f"expected {FEW_STRIDES} at letter 1"),
        (13 * "aaK", f"expected {FEW_STRIDES} at letter 10"),
        (5000 * "j" + "R", f"expected {FEW_STRIDES} at letter 1"),
        (2049 * "W", f"expected {FEW_STRIDES} at letter 2049"),
    ],
)
def test_refusals(betza, message):
    with pytest.raises(NotationError) as caught:
        parse_betza(betza)
    assert str(caught.value).startswith(message)


@cases(150)
@given(st.text(st.sampled_from([*"KKKWFRNQBaaaafsblrmpgyjzqot[]??--12"]), max_size=40))
def test_any_forty_letters_are_few_ways_or_refused(betza):
    try:
        ways = parse_betza(betza)
    except NotationError:
        return
    told = [way.path if isinstance(way, Motion) else way.first + way.then for way in ways]
    assert sum(map(len, told)) <= MOST_STRIDES
