import random
import re
from collections import Counter

import pytest

from rookery.boards.attackers import attackers
from rookery.boards.board import Board
from rookery.boards.pieces import NAMED, Piece
from rookery.errors import NotationError

NINE = Board(9)
CENTRE = (4, 4)


def table(text):
    """Return the words behind the first of each entry, by the first."""
    entries = map(str.split, re.split(r"[|\n]", text))
    return {words[0]: words[1:] for words in entries if words}


# What each named piece attacks from the centre of an empty 9x9 board: how many squares, and
# their names where a picture settles the rule. A rook there attacks 16, a bishop 16.
COUNTS = table("""
king 8 | queen 32 | rook 16 | bishop 16 | knight 8 | pawn 2 | gold 6 | gold-general 6 | silver 5
silver-general 5 | horse 20 | dragon-horse 20 | dragon 20 | dragon-king 20 | lance 4
shogi-knight 2 | shogi-pawn 1 | phoenix 8 | kirin 8 | cannon 0 | pao 0 | vao 0 | leo 0 | mao 8
elephant 4 | advisor 4 | general 4 | soldier 3 | janggi-elephant 8 | wazir 4 | ferz 4 | fers 4
dabbaba 4 | alfil 4 | threeleaper 4 | tripper 4 | camel 8 | zebra 8 | nightrider 16
dabbabarider 8 | alfilrider 8 | grasshopper 0 | amazon 40 | superqueen 40 | chancellor 24
empress 24 | marshal 24 | archbishop 24 | princess 24 | cardinal 24
centaur 16 | champion 12 | wizard 12 | squirrel 16 | griffon 28 | manticore 28 | rose 16
crooked-bishop 20 | crooked-rook 44 | ski-bishop 12 | ski-rook 12 | moa 8 | moo 8
""")
SQUARES = {
    "king": "d6 e6 f6 d5 f5 d4 e4 f4",
    "knight": "d7 f7 c6 g6 c4 g4 d3 f3",
    "pawn": "d6 f6",
    "gold": "d6 e6 f6 d5 f5 e4",
    "silver": "d6 e6 f6 d4 f4",
    "lance": "e6 e7 e8 e9",
    "shogi-knight": "d7 f7",
    "shogi-pawn": "e6",
    "phoenix": "e6 d5 f5 e4 c7 g7 c3 g3",
    "kirin": "d6 f6 d4 f4 e7 c5 g5 e3",
    "elephant": "c7 g7 c3 g3",
    "soldier": "e6 d5 f5",
    "general": "e6 d5 f5 e4",
    "advisor": "d6 f6 d4 f4",
    "dabbaba": "e7 c5 g5 e3",
    "alfil": "c7 g7 c3 g3",
    "threeleaper": "e8 b5 h5 e2",
    "tripper": "b8 h8 b2 h2",
    "camel": "d8 f8 b6 h6 b4 h4 d2 f2",
    "zebra": "c8 g8 b7 h7 b3 h3 c2 g2",
    "janggi-elephant": "c8 g8 b7 h7 b3 h3 c2 g2",
    "nightrider": "d7 c9 f7 g9 c6 a7 g6 i7 c4 a3 g4 i3 d3 c1 f3 g1",
    "dabbabarider": "e7 e9 c5 a5 g5 i5 e3 e1",
    "alfilrider": "c7 a9 g7 i9 c3 a1 g3 i1",
    "champion": "e6 d5 f5 e4 c7 g7 c3 g3 e7 c5 g5 e3",
}

# What direction modifiers leave, from e5.
DIRECTIONS = table("""
fW e6 | bW e4 | lW d5 | rW f5 | vW e6 e4 | sW d5 f5 | fsW e6 d5 f5 | fbW e6 e4 | fF d6 f6
bF d4 f4 | lF d6 d4 | rF f6 f4 | frF f6 | rfF f6 | blF d4 | flbrF d6 f4 | vF d6 f6 d4 f4 | fD e7
blA c3 | fN d7 f7 | ffN d7 f7 | bN d3 f3 | lN c6 c4 | vN d7 f7 d3 f3 | sN c6 g6 c4 g4 | fsN c6 g6
bsN c4 g4 | fhN d7 f7 c6 g6 | bhN d3 f3 c4 g4 | lhN d7 c6 c4 d3 | rfN f7 | lfN d7 | frN g6
flN c6 | rbN f3 | hrN f7 g4 d3 c6 | hlN d7 g6 f3 c4 | hrC f8 h4 d2 b6 | blN c4 | fC d8 f8
fsZ b7 h7 | vR2 e6 e7 e4 e3 | frB2 f6 g7 | fNN d7 c9 f7 g9 | fRbB2 e6 e7 e8 e9 d4 c3 f4 g3
mWcF d6 f6 d4 f4 | mW | cW e6 d5 f5 e4 | mcfW e6 | W2 e6 e7 d5 c5 f5 g5 e4 e3
F0fW a1 b2 c3 d4 f6 g7 h8 i9 a9 b8 c7 d6 f4 g3 h2 i1 e6 | nfN d7 f7
""")


def attacked(betza, occupied=(), board=NINE, start=CENTRE):
    return Piece(betza).attacks(board, start, {board.square(name) for name in occupied})


def squares(names, board=NINE):
    return {board.square(name) for name in names.split()}


def test_every_named_piece_is_counted():
    assert COUNTS.keys() == NAMED.keys()


@pytest.mark.parametrize("name", NAMED)
def test_attacks_on_an_empty_board(name):
    found = attacked(name)
    assert [str(len(found))] == COUNTS[name]
    if name in SQUARES:
        assert found == squares(SQUARES[name])


@pytest.mark.parametrize("betza", DIRECTIONS)
def test_direction_modifiers(betza):
    assert attacked(betza) == squares(" ".join(DIRECTIONS[betza]))


# Piece, occupied squares, and after a dash the squares that it attacks no longer.
IN_THE_WAY = """
mao e6 - d7 f7 | mao d5 - c6 c4 | mao d6 d4 f6 f4 - | elephant d6 - c7 | elephant e6 d5 -
janggi-elephant e6 - c8 g8 | janggi-elephant d7 - c8 | janggi-elephant d6 -
janggi-elephant g6 - h7 | nD e6 - e7 | nH e7 - e8 | nG c7 - b8 | nC e6 - d8 f8 | nC e7 - d8 f8
nC d7 - | rook e6 - e7 e8 e9 | bishop c3 - b2 a1 | nightrider d7 - c9
nightrider e6 d6 e7 - | dabbabarider e7 - e9
dabbabarider e6 e8 - | R2 e6 - e7 | knight e6 d6 d5 - | phoenix d6 f6 d4 f4 -
"""


@pytest.mark.parametrize("line", re.split(r" *[|\n] *", IN_THE_WAY.strip()))
def test_pieces_in_the_way(line):
    before, _, gone = line.partition(" -")
    betza, *occupied = before.split()
    assert attacked(betza) - attacked(betza, occupied) == squares(gone)
    assert attacked(betza, occupied) <= attacked(betza)


def test_walls_stop_every_line_and_are_no_hurdle():
    board = Board(9, walls=["e7", "c5", "d6"])
    assert attacked("fR", board=board) == squares("e6", board)
    assert attacked("lR", board=board) == squares("d5", board)
    assert attacked("flB", board=board) == set()
    assert attacked("fpR", board=board) == set()
    assert attacked("fpR", ["e6"], board=board) == set()
    assert attacked("W", board=board) == squares("e6 d5 f5 e4", board)
    assert attacked("D", board=board) == squares("g5 e3", board)
    assert attacked("nA", board=board) == squares("g7 c3 g3", board)
    assert attacked("A", board=board) == squares("c7 g7 c3 g3", board)
    half = Board(5, 9)  # whose lower edge stops two of the four steps around a square
    assert attacked("alalW", board=half) == squares("e2 d1", half)


@pytest.mark.parametrize(
    ("betza", "occupied", "found"),
    [
        ("pawn", [], "e6"),
        ("pawn", ["d6", "f6"], "e6"),
        ("pawn", ["e6"], ""),
        ("cannon", ["e7", "d5", "f5", "e3"], "e6 e4"),
        ("knight", ["d7"], "f7 c6 g6 c4 g4 d3 f3"),
        ("cW", [], ""),
        ("fpR", ["e6", "e8"], "e7"),
        ("fmRbcR", ["e4"], "e6 e7 e8 e9"),
    ],
)
def test_destinations_are_empty_squares(betza, occupied, found):
    blocked = {NINE.square(name) for name in occupied}
    for at in (CENTRE, "e5"):
        assert Piece(betza).destinations(NINE, at, blocked) == squares(found)


@pytest.mark.parametrize(
    ("betza", "leaps", "rides", "hops"),
    [
        ("K", 8, 0, 0), ("Q", 0, 8, 0), ("BW", 4, 4, 0), ("mRcpR", 0, 4, 4), ("WfF", 6, 0, 0),
        ("nN", 8, 0, 0), ("NN", 0, 8, 0), ("R3", 0, 4, 0), ("gQ", 0, 0, 8), ("mfWcfF", 3, 0, 0),
    ],
)  # fmt: skip
def test_motions_are_leaps_rides_and_hops(betza, leaps, rides, hops):
    piece = Piece(betza)
    assert (len(piece.leaps), len(piece.rides), len(piece.hops)) == (leaps, rides, hops)
    assert {*piece.leaps, *piece.rides, *piece.hops} == set(piece.motions)
    assert piece.attacks(NINE, "e5") == piece.attacks(NINE, CENTRE)


def test_names_in_any_case_are_their_notation():
    for name, betza in NAMED.items():
        for written in (name, name.upper(), name.capitalize()):
            assert Piece(written) == Piece(betza)
            assert str(Piece(written)) == betza
    assert eval(repr(Piece("horse"))) == Piece("BW")
    assert len({Piece("horse"), Piece("BW"), Piece("WB")}) == 2


@pytest.mark.parametrize(
    ("betza", "message"),
    [
        ("", "expected a piece's Betza notation, got ''"),
        (None, "expected a piece's Betza notation, got None"),
        ("WX", "expected an atom or modifier at letter 2 of 'WX', got 'X'"),
        ("W F", "expected an atom or modifier at letter 2 of 'W F', got ' '"),
        ("WfxF", "expected an atom or modifier at letter 3 of 'WfxF', got 'x'"),
        ("Wf", "expected an atom after letter 2 of 'Wf', got the end"),
        ("3W", "expected an atom or modifier at letter 1 of '3W', got '3'"),
        ("WW1", "expected an atom or modifier at letter 3 of 'WW1', got '1'"),
        ("hN", "expected directions of the atom at letter 1 of 'hN', got 'h'"),
        ("hrF", "expected directions of the atom at letter 1 of 'hrF', got 'hr'"),
        ("KK", "expected one 'K' at letter 2 of 'KK', or 'Q' for a king that rides, got 'K'"),
        ("gpR", "expected one letter of 'npgjzq' before the atom at letter 1 of 'gpR', got 'gp'"),
        ("W" + "9" * 5000, "expected a range of at most 9 digits at letter 2 of 'W99999"),
        ("kniht", "unknown piece 'kniht'; did you mean 'knight'?"),
        ("Quen", "unknown piece 'Quen'; did you mean 'queen'?"),
        ("QUEN", "unknown piece 'QUEN'; did you mean 'queen'?"),
        ("q", "unknown piece 'q'; did you mean 'Q'?"),
        ("xyz", "unknown piece 'xyz'; 'rookery pieces' lists them"),
        ("ß" * 500, "unknown piece 'ßßß"),
    ],
)
def test_errors_say_where(betza, message):
    with pytest.raises(NotationError) as caught:
        Piece(betza)
    assert str(caught.value).startswith(message)


OTHERS = ("R3", "pB3", "gQ", "nNN", "RpR", "NN", "fsW", "oR", "K2", "WD", "R2W")


@pytest.mark.parametrize("wrap", ["", "cylinder", "torus"])
@pytest.mark.parametrize("seed", range(12))
def test_attackers_are_the_sum_over_the_pieces(wrap, seed):
    choose = random.Random(seed)
    rows, columns = choose.choice([(1, 6), (2, 5), (5, 5), (6, 4), (7, 8), (4, 1)])
    every = list(Board(rows, columns).squares())
    board = Board(rows, columns, choose.sample(every, len(every) // 8), wrap)
    taken = choose.sample(list(board.squares()), min(len(every) // 3, len(every) - 2))
    notations = [*NAMED, *OTHERS]
    placed = [(square, Piece(choose.choice(notations))) for square in taken[::2]]
    found: Counter[tuple[int, int]] = Counter()
    for square, piece in placed:
        found.update(piece.attacks(board, square, set(taken)))
    squares = [(row, column) for row in range(rows) for column in range(columns)]
    assert attackers(board, placed, set(taken)) == [found[square] for square in squares]
