"""Validator: exits with 42 for a valid input and with 43 otherwise."""

import re
import sys

MOST_TESTS = 15
SMALLEST, LARGEST = 2, 25
TYPES = 8
MOST_COST = 10**6
NUMBER = re.compile(r"([1-9][0-9]{0,6})\n")
COSTS = re.compile(r"([1-9][0-9]{0,6}(?: [1-9][0-9]{0,6}){7})\n")


def is_valid(text):
    """Return whether a text is a count and exactly that many tests."""
    head = NUMBER.match(text)
    if not head or int(head.group(1)) > MOST_TESTS:
        return False
    at = head.end()
    for _ in range(int(head.group(1))):
        at = end_of_test(text, at)
        if at is None:
            return False
    return at == len(text)


def end_of_test(text, at):
    """Return the end of a test in the text, or None if the test is invalid."""
    size = NUMBER.match(text, at)
    if not size or not SMALLEST <= int(size.group(1)) <= LARGEST:
        return None
    side = int(size.group(1))
    board = re.compile("(?:[_#]{%d}\n){%d}" % (side, side)).match(text, size.end())
    costs = board and COSTS.match(text, board.end())
    if not costs or max(map(int, costs.group(1).split())) > MOST_COST:
        return None
    return costs.end() if has_room(board.group().split()) else None


def has_room(rows):
    """Return whether every king has an empty square beside it."""
    for row, letters in enumerate(rows):
        for column, letter in enumerate(letters):
            if letter == "#":
                near = [
                    line[max(column - 1, 0) : column + 2]
                    for line in rows[max(row - 1, 0) : row + 2]
                ]
                if not any("_" in part for part in near):
                    return False
    return True


if __name__ == "__main__":
    sys.exit(42 if is_valid(sys.stdin.buffer.read().decode("latin-1")) else 43)
