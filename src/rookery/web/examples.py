"""Example puzzles."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

from rookery.boards.board import Board
from rookery.cover.puzzle import Cover
from rookery.document import document_of
from rookery.heaviest.puzzle import Heaviest
from rookery.nonattacking.puzzle import NonAttacking
from rookery.queens.puzzle import Queens
from rookery.regions.puzzle import Regions
from rookery.tour.puzzle import Tour


class Example(NamedTuple):
    """A puzzle with a name for programs and a title for people."""

    name: str
    title: str
    make: Callable[[], Any]


def _weights() -> Heaviest:
    return Heaviest(
        [[(7 * row * row + 11 * column * row) % 23 for column in range(12)] for row in range(12)]
    )


def _corners() -> Tour:
    return Tour(Board(8), "a1", ["a8", "h8", "h1"], mover="N", visit="on", closed=True)


def _traveling_queen() -> Tour:
    return Tour.parse(
        [
            "......N.",
            "...P.P..",
            "...PNP..",
            "..NP.P..",
            "...P....",
            "........",
            ".N.B....",
            "Q.......",
        ]
    )


def _knights() -> Tour:
    return Tour.hamiltonian(Board(8), "knight", "h8", closed=True)


def _battle() -> Regions:
    """Return a puzzle of two pieces in every row, column and region."""
    rows = (
        "AAAAAAABBB CCAAAADDBB CCAAAADDBB ECFAADDBBG EEFGGGGGGG "
        "EEFFFFHGGG EEFFFHHGII EEEFFHGGII EEEFFHIIII EEEJJJIIII"
    )
    return Regions(rows, stars=2)


def _kings() -> Cover:
    rows = ["___##", "__#__", "##_#_", "_##__", "##___"]
    return Cover.parse(rows, [1, 1, 1, 1, 1, 1, 2, 1])


def _court() -> Cover:
    """Return a board of 25x25 with a king on about every fourth square."""
    kings = [
        (row, column)
        for row in range(25)
        for column in range(25)
        if (row * row + 3 * row * column + 5 * column * column + column) % 4 == 1
    ]
    return Cover(Board(25), kings, [77, 90, 83, 61, 59, 95, 73, 88])


EXAMPLES = (
    Example("eight-queens", "Eight queens, one given", lambda: Queens(8, given=["a8"])),
    Example(
        "queens-12",
        "Twelve queens, some squares blocked",
        lambda: Queens(12, blocked=["a1", "b2", "l12"]),
    ),
    Example("sultan", "The heaviest queens", _weights),
    Example("traveling-queen", "The travelling queen", _traveling_queen),
    Example("knights-tour", "A closed knight's tour", _knights),
    Example(
        "bishops", "Bishops on a torus", lambda: NonAttacking(Board(8, wrap="torus"), "bishop")
    ),
    Example(
        "queens-and-knights",
        "As many queens as knights",
        lambda: NonAttacking(Board(6), ["queen", "knight"], equal=True),
    ),
    Example("battle", "Two stars in every region", _battle),
    Example("knight", "A knight's round of the corners", _corners),
    Example("showdown", "Check every king", _kings),
    Example("court", "A court of kings, 25x25", _court),
    Example(
        "domination", "Queens that guard the board", lambda: Cover.domination(8, piece="queen")
    ),
)


@cache
def examples() -> list[dict[str, Any]]:
    """Return the examples as plain data."""
    return [
        {"name": one.name, "title": one.title, "puzzle": document_of(one.make())}
        for one in EXAMPLES
    ]
