"""Accepts an input of the problem with 42, to the letter, and rejects all else with 43."""

import re
import sys

MOST_BOARDS = 100
SIDE = 8
COUNT = re.compile(r"([1-9][0-9]{0,2})\n")
ROW = r"[1-9][0-9]?(?: [1-9][0-9]?){7}\n"


def is_valid(text):
    """Return whether a text is a number of boards and these, eight numbers a line."""
    head = COUNT.match(text)
    if not head or int(head.group(1)) > MOST_BOARDS:
        return False
    rows = SIDE * int(head.group(1))
    return bool(re.fullmatch("(?:%s){%d}" % (ROW, rows), text[head.end() :]))


if __name__ == "__main__":
    sys.exit(42 if is_valid(sys.stdin.buffer.read().decode("latin-1")) else 43)
