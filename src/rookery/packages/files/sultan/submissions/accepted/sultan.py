"""The greatest sum of eight non-attacking queens on a board of numbers."""

import sys

SIDE = 8
SQUARES = SIDE * SIDE


def placements():
    """Return all placements of eight non-attacking queens as lists of squares."""
    found = []

    def place(columns):
        row = len(columns)
        if row == SIDE:
            found.append([SIDE * at + column for at, column in enumerate(columns)])
            return
        for column in range(SIDE):
            if all(
                column != other and abs(column - other) != row - at
                for at, other in enumerate(columns)
            ):
                place((*columns, column))

    place(())
    return found


def main():
    """Answer all boards."""
    count, *numbers = map(int, sys.stdin.read().split())
    known = placements()
    for board in range(count):
        best = 0
        weights = numbers[SQUARES * board : SQUARES * (board + 1)]
        for squares in known:
            best = max(best, sum([weights[square] for square in squares]))
        print("%5d" % best)


if __name__ == "__main__":
    main()
