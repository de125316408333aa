"""Validator: exits with 42 for a valid input and with 43 otherwise."""

import re
import sys

MOST_DATASETS = 100
DATASET = re.compile(r"\n[1-8] [1-8]\n")
COUNT = re.compile(r"([1-9][0-9]{0,2})\n")


def is_valid(text):
    """Return whether a text is a count and that many datasets, each after an empty line."""
    head = COUNT.match(text)
    if not head or int(head.group(1)) > MOST_DATASETS:
        return False
    return bool(re.fullmatch("(?:%s){%s}" % (DATASET.pattern, head.group(1)), text[head.end() :]))


if __name__ == "__main__":
    sys.exit(42 if is_valid(sys.stdin.buffer.read().decode("latin-1")) else 43)
