"""Boards drawn in many styles: blanks, borders, coordinates, upside down, in Unicode."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from tests.night import cases

from rookery.boards.board import Board
from rookery.cover.puzzle import Cover
from rookery.tour.puzzle import Tour
from rookery.view.text import puzzle_text

ROWS = ["Q..N", "..#.", "P..B"]
STYLES = [
    "Q..N ..#. P..B",
    "Q . . N\n. . # .\nP . . B",
    "\tQ\t.\t.\tN\r\n\r\n. . # .\nP . . B\n",
    "Q--N\n__#_\nP··B",
    "♕··♞\n··█·\n♟··♝",
    "q . . n\n. . # .\np . . b",
    "q..n ..#. p..b",
    "| Q | - | - | N |\n|---|---|---|---|\n|-|-|#|-|\n| P | - | - | B |",
    "3 Q . . N\n2 . . # .\n1 P . . B",
    "3 Q . . N 3\n2 . . # . 2\n1 P . . B 1",
    "Q . . N 3\n. . # . 2\nP . . B 1",
    "3 Q..N\n2 ..#.\n1 P..B\n  abcd",
    "3 Q . . N\n2 . . # .\n1 P . . B\n\n  a b c d",
    "  A B C D\n3 Q . . N\n2 . . # .\n1 P . . B\n  A B C D",
    "  a b c d\n1 P . . B\n2 . . # .\n3 Q . . N",
    "1 B . . P\n2 . # . .\n3 N . . Q\n  d c b a",
    "+---+---+---+---+\n| Q |   |   | N | 3\n+---+---+---+---+\n|   |   | # |   | 2\n"
    "+---+---+---+---+\n| P |   |   | B | 1\n+---+---+---+---+\n  a   b   c   d",
    "┌───┬───┬───┬───┐\n│ Q │   │   │ N │\n├───┼───┼───┼───┤\n│   │   │ # │   │\n"
    "├───┼───┼───┼───┤\n│ P │   │   │ B │\n└───┴───┴───┴───┘",
    "  ---------\n3|Q . . N|\n2|. . # .|\n1|P . . B|\n  ---------\n  a b c d",
    "|Q|.|.|N|\n|.|.|#|.|\n|P|.|.|B|",
]


@pytest.mark.parametrize("text", STYLES)
def test_boards_of_all_styles_are_read(text):
    assert Tour.parse(text) == Tour.parse(ROWS)
    tour = Tour.parse(f"{text}\nmover knight\nvisit on")
    assert (tour.mover.betza, tour.visit) == ("N", "on")


def test_a_board_numbered_from_the_top_is_as_it_is_drawn():
    rows = ["#__+", "_X_*", "o__x"]
    drawn = "   1 2 3 4\n1 # _ _ +\n2 _ X _ *\n3 o _ _ x"
    assert Cover.parse(drawn, [1] * 8) == Cover.parse(rows, [1] * 8)


@cases(12)
@given(st.integers(1, 12), st.integers(2, 14), st.data())
def test_text_drawings_are_read_again(rows, columns, data):
    squares = [(row, column) for row in range(rows) for column in range(columns)]
    start, target, *others = data.draw(st.permutations(squares))
    assume(len(others) > 4)  # a drawing leaves out targets that are all squares
    tour = Tour(Board(rows, columns, others[:2]), start, [target], pawns=others[2:4])
    for ascii in (True, False):
        assert Tour.parse(puzzle_text(tour, ascii=ascii)) == tour
