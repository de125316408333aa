"""Common parts of the checkers: arguments, verdicts and messages to the judges.

A checker runs as ``checker INPUT ANSWER FEEDBACK_FOLDER [ARGUMENT ...]`` with a submission's
output on standard input. It exits with 42 to accept and with 43 to reject; any other status is the
judges' own error.
"""

import os
import sys

ACCEPTED, REJECTED = 42, 43
LONGEST_SHOWN = 60  # characters of an output in a message


class WrongAnswer(Exception):
    """The reason to reject an output, in words for the judges."""


def judge(check):
    """Run a checker and exit with its verdict.

    `check` takes the text of the input, of the judges' answer and of the output, and the list of
    further arguments. It returns the score (None for an unscored problem) or raises `WrongAnswer`.
    """
    given, answer, folder = sys.argv[1:4]
    output = text_of(sys.stdin.buffer.read())
    try:
        score = check(read(given), read(answer), output, sys.argv[4:])
    except WrongAnswer as fault:
        write(folder, "judgemessage.txt", "%s\n" % fault)
        sys.exit(REJECTED)
    if score is not None:
        write(folder, "score.txt", "%.9f\n" % score)
    sys.exit(ACCEPTED)


def read(path):
    """Return the text of a file."""
    with open(path, "rb") as stream:
        return text_of(stream.read())


def text_of(data):
    """Return bytes as text. Every byte is a character, so none is an error."""
    return data.decode("latin-1").replace("\r\n", "\n")


def write(folder, name, text):
    """Write a file for the judges."""
    with open(os.path.join(folder, name), "w", encoding="utf-8") as stream:
        stream.write(text)


def shown(text):
    """Return a text for a message, cut if it is long."""
    return repr(text if len(text) <= LONGEST_SHOWN else text[: LONGEST_SHOWN - 3] + "...")


def lines_of(text):
    """Return the lines without spaces at their ends, and without empty lines at the end."""
    lines = [line.rstrip(" \t") for line in text.split("\n")]
    while lines and not lines[-1]:
        lines.pop()
    return lines


def first_difference(expected, found):
    """Return the number, from 0, of the first line that differs, or None."""
    for number in range(max(len(expected), len(found))):
        if expected[number : number + 1] != found[number : number + 1]:
            return number
    return None


def line_at(lines, number):
    """Return a line for a message."""
    return shown(lines[number]) if number < len(lines) else "the end of the output"


def compare(answer, output, explain):
    """Compare an output line by line with the only correct one.

    `explain` takes the expected lines, the found lines and the number of the first that differs.
    It returns an explanation for the judges, or None if the line speaks for itself.

    Raises
    ------
    WrongAnswer
        At the first line that differs. Spaces at the ends of lines and empty lines at the end
        are ignored.
    """
    expected, found = lines_of(answer), lines_of(output)
    number = first_difference(expected, found)
    if number is None:
        return
    reason = explain(expected, found, number) or "that line differs"
    raise WrongAnswer(
        "line %d: %s: expected %s, got %s"
        % (number + 1, reason, line_at(expected, number), line_at(found, number))
    )
