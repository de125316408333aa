"""Who checks whom by the statement ``showdown``, walked step by step."""

from tests.cover.by_rules import attacked

from rookery.boards.board import Board

LARGEST = Board(25)
PIECES = {
    "bishop": "B",
    "rook": "R",
    "knight": "N",
    "gold": "WfF",
    "silver": "FfW",
    "horse": "BW",
    "phoenix": "WA",
    "cannon": "mRcpR",
}
NAMES = tuple(PIECES)


def unchecked(kings, pieces):
    """The kings that none of the pieces (name, row, column) checks."""
    occupied = {*kings, *((row, column) for _, row, column in pieces)}
    checks = (attacked(LARGEST, (r, c), PIECES[name], occupied) for name, r, c in pieces)
    return sorted(set(kings).difference(*checks))
