"""Brute force over all 8**8 ways to put a queen in each column, for each dataset."""

import itertools
import sys

SIDE = 8


def is_non_attacking(rows):
    """Return whether no two queens attack each other."""
    for column in range(SIDE):
        for other in range(column):
            apart = abs(rows[column] - rows[other])
            if apart in (0, column - other):
                return False
    return True


def main():
    """Answer all datasets."""
    count, *numbers = map(int, sys.stdin.read().split())
    for at in range(count):
        row, column = numbers[2 * at : 2 * at + 2]
        print("\n" * (at > 0) + "SOLN       COLUMN\n #      1 2 3 4 5 6 7 8\n")
        number = 0
        for rows in itertools.product(range(1, SIDE + 1), repeat=SIDE):
            if is_non_attacking(rows) and rows[column - 1] == row:
                number += 1
                print("%2d      %s" % (number, " ".join(map(str, rows))))


if __name__ == "__main__":
    main()
