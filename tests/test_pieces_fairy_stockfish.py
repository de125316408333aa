"""Attacks and moves of every piece against Fairy-Stockfish, an outside judge.

A board holds one white piece to test, and immobile pieces of both sides that cannot move:
the legal moves of White are the moves of the piece alone, its captures those that end on
black squares.
"""

import random
import re
import string

import pyffish
import pytest
from tests.marks import few

from rookery.boards.board import Board
from rookery.boards.pieces import NAMED, Piece

LARGEST = Board(10, 12)
POSITIONS = 25
IMMOBILE = "z"
PIECES_A_VARIANT = 20

# Fairy-Stockfish rides by the steps of wazir, ferz and knight only: these two never move.
UNKNOWN = {"dabbabarider", "alfilrider"}

# It reads no brackets, and passes over the letters o, j, z, q and a: see test_bent.py for these.
BENT = {name for name, betza in NAMED.items() if betza[0] in "[jqz" or "[" in betza}
KNOWN = {name: betza for name, betza in NAMED.items() if name not in UNKNOWN | BENT}

MODIFIED = [
    "fsN", "fhN", "fN", "vN", "sN", "rfN", "frN", "rN", "lbN", "blN", "fhbsN", "lhN",
    "hrN", "hlN", "hrC", "hlZ", "fsC", "lfC", "vZ", "fsZ", "frJ", "fNN", "sNN", "vNN",
    "frF", "rfF", "lF", "vF", "sF", "flbrF", "fbW", "slW", "lW", "bsW", "nD", "nA",
    "nZ", "nN", "R3", "B2", "Q4", "K3", "W2", "F3", "W9", "N2",
    "mNcB", "mRcN", "mKcN", "cpB", "gB", "gR", "pR", "pB", "pQ", "fpR", "fgR", "fRbB",
    "sR", "flB", "vB", "pR3", "pB4", "fpR4", "pF2", "pK", "gK", "fK", "bK",
]  # fmt: skip

# With a range it lets a grasshopper land on any square behind its hurdle, as with "p".
LIMITED = {"gR3": "pR3", "gQ4": "pQ4", "gW3": "pW3"}

TESTED = [*KNOWN.values(), *(NAMED[name] for name in sorted(UNKNOWN)), *MODIFIED, *LIMITED]


@pytest.fixture(scope="module", autouse=True)
def variants():
    """Variants whose custom pieces are the tested ones, without kings and checks."""
    lines = []
    for number, betza in enumerate(TESTED):
        if number % PIECES_A_VARIANT == 0:
            lines += [
                f"[{_variant(number)}]",
                f"maxRank = {LARGEST.rows}",
                f"maxFile = {LARGEST.columns}",
                f"immobile = {IMMOBILE}",
                f"startFen = {'/'.join(['12'] * 9)}/Z10z w - - 0 1",
                "pieceToCharTable = -",
                "checking = false",
                "stalemateValue = draw",
            ]
        custom = number % PIECES_A_VARIANT
        lines.append(f"customPiece{custom + 1} = {_letter(number)}:{betza}")
    pyffish.load_variant_config("\n".join(lines) + "\n")


def _variant(number):
    return f"rookery{number // PIECES_A_VARIANT}"


def _letter(number):
    return string.ascii_lowercase[number % PIECES_A_VARIANT]


def _fen(placed_pieces):
    rows = []
    for row in range(LARGEST.rows):
        letters = "".join(
            placed_pieces.get((row, column), ".") for column in range(LARGEST.columns)
        )
        rows.append(re.sub(r"\.+", lambda empty: str(len(empty[0])), letters))
    return f"{'/'.join(rows)} w - - 0 1"


def judged(betza, start, white, black):
    """Return the empty squares and the black squares a piece can go to, by Fairy-Stockfish."""
    number = TESTED.index(betza)
    placed_pieces = dict.fromkeys(white, IMMOBILE.upper()) | dict.fromkeys(black, IMMOBILE)
    placed_pieces[start] = _letter(number).upper()
    origin = LARGEST.name(start)
    ends = set()
    for move in pyffish.legal_moves(_variant(number), _fen(placed_pieces), []):
        assert move.startswith(origin)
        ends.add(LARGEST.square(move.removeprefix(origin)))
    return ends - black, ends & black


def positions(betza, number):
    source = random.Random(betza)
    every = list(LARGEST.squares())
    for _ in range(number):
        start = source.choice(every)
        share = source.choice([0.1, 0.3, 0.6])
        occupied = [q for q in every if q != start and source.random() < share]
        black = {square for square in occupied if source.random() < 0.7}
        yield start, set(occupied) - black, black


def compare(betza, number=POSITIONS):
    """Return how many captures were compared."""
    piece = Piece(betza)
    captures = 0
    for start, white, black in positions(betza, number):
        moves, captured = judged(betza, start, white, black)
        occupied = white | black
        assert piece.attacks(LARGEST, start, occupied) & black == captured
        assert piece.destinations(LARGEST, start, occupied) == moves
        captures += len(captured)
    return captures


def test_all_named_pieces_but_two_are_compared():
    assert set(NAMED) == KNOWN.keys() | UNKNOWN | BENT
    assert len(BENT) == 9
    assert len(KNOWN) == 52


@pytest.mark.parametrize("name", few(KNOWN, 6))
def test_named_piece(name):
    assert compare(KNOWN[name]) > 0


@pytest.mark.parametrize("betza", few(MODIFIED, 6))
def test_modified_piece(betza):
    assert compare(betza) > 0


@pytest.mark.parametrize(("betza", "read_as"), few(LIMITED.items()))
def test_a_grasshopper_with_a_range_is_read_otherwise(betza, read_as):
    piece = Piece(read_as)
    nearest = Piece(betza)
    for start, white, black in positions(betza, POSITIONS):
        moves, _ = judged(betza, start, white, black)
        assert piece.destinations(LARGEST, start, white | black) == moves
        assert nearest.destinations(LARGEST, start, white | black) <= moves
