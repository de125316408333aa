"""Brute force over all 8**8 ways to put a queen in each row, for each board."""

import itertools
import sys

SIDE = 8


def main():
    """Answer all boards."""
    count, *numbers = map(int, sys.stdin.read().split())
    for board in range(count):
        weights = numbers[64 * board : 64 * (board + 1)]
        best = 0
        for columns in itertools.product(range(SIDE), repeat=SIDE):
            weight = sum(weights[SIDE * row + column] for row, column in enumerate(columns))
            rising = {row + column for row, column in enumerate(columns)}
            falling = {row - column for row, column in enumerate(columns)}
            if len(set(columns)) == len(rising) == len(falling) == SIDE:
                best = max(best, weight)
        print("%5d" % best)


if __name__ == "__main__":
    main()
