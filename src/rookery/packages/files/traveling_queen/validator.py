"""Validator: exits with 42 for a valid input and with 43 otherwise."""

import re
import sys

MOST_SCENARIOS = 50
COUNT = re.compile(r"([1-9][0-9]?)\n")
BOARD = re.compile(r"((?:[.QBPN]{8}\n){8})\n")
FEWEST_KNIGHTS, MOST_KNIGHTS = 2, 14


def is_valid(text):
    """Return whether a text is a count and that many scenarios, each with an empty line after."""
    head = COUNT.match(text)
    if not head or int(head.group(1)) > MOST_SCENARIOS:
        return False
    at = head.end()
    for _ in range(int(head.group(1))):
        board = BOARD.match(text, at)
        if not board or not is_scenario(board.group(1)):
            return False
        at = board.end()
    return at == len(text)


def is_scenario(rows):
    """Return whether a board has one queen, one bishop and 2 to 14 knights."""
    knights = FEWEST_KNIGHTS <= rows.count("N") <= MOST_KNIGHTS
    return rows.count("Q") == 1 and rows.count("B") == 1 and knights


if __name__ == "__main__":
    sys.exit(42 if is_valid(sys.stdin.buffer.read().decode("latin-1")) else 43)
