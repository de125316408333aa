"""Draw the four puzzles: ``python examples/pictures.py [FOLDER]``.

Solve one puzzle of each kind, print its value and status, and write a picture of it to the folder,
``pictures`` by default.
"""

from __future__ import annotations

import sys
from pathlib import Path

import rookery as rk

A_MINUTE = rk.Limits(seconds=60)


def queens() -> rk.Result:
    """Six non-attacking queens: all four ways."""
    return rk.solve(rk.Queens(6))


def heaviest() -> rk.Result:
    """Eight non-attacking queens of greatest weight, one of them given."""
    weights = [
        [(7 * row * row + 5 * column * row + 3 * column) % 97 for column in range(8)]
        for row in range(8)
    ]
    return rk.solve(rk.Heaviest(weights, given=["c3"]), limits=A_MINUTE)


def tour() -> rk.Result:
    """A knight visits the corners of the board and returns in the fewest moves."""
    corners = ["a8", "h8", "h1"]
    puzzle = rk.Tour(rk.Board(8), "a1", corners, mover="knight", visit="on", closed=True)
    return rk.solve(puzzle, limits=A_MINUTE)


def cover() -> rk.Result:
    """The cheapest pieces that check every king; cannons need a hurdle to jump over."""
    rows = [
        "#....#..",
        "........",
        "..#...#.",
        "#......#",
        "...#....",
        "#..#..#.",
        "........",
        "#...#..#",
    ]
    return rk.solve(rk.Cover.parse(rows, [5, 6, 4, 5, 5, 9, 8, 4]), limits=A_MINUTE)


def main() -> None:
    """Solve and draw each puzzle, and print a line about it."""
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "pictures")
    folder.mkdir(parents=True, exist_ok=True)
    for solve in (queens, heaviest, tour, cover):
        result = solve()
        print(f"{solve.__doc__}\n  value {result.value}, {result.status.value}")
        rk.svg(result, lines=True, size=40).save(folder / f"{solve.__name__}.svg")
    knight = tour()
    rk.svg(knight, animate=True, size=40).save(folder / "tour-played.svg")
    print(f"pictures are in {folder}")


if __name__ == "__main__":
    main()
