"""Validator: exits with 42 for a valid input and with 43 otherwise."""

import re
import sys

MOST_BOARDS = 100
SIDE = 8
COUNT = re.compile(r"([1-9][0-9]{0,2})\n")
ROW = r"[1-9][0-9]?(?: [1-9][0-9]?){7}\n"


def is_valid(text):
    """Return whether a text is a count and that many boards, with eight numbers a line."""
    head = COUNT.match(text)
    if not head or int(head.group(1)) > MOST_BOARDS:
        return False
    rows = SIDE * int(head.group(1))
    return bool(re.fullmatch("(?:%s){%d}" % (ROW, rows), text[head.end() :]))


if __name__ == "__main__":
    sys.exit(42 if is_valid(sys.stdin.buffer.read().decode("latin-1")) else 43)
