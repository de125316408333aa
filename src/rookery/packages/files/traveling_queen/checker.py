"""Checker: expects two lines and an empty one for each scenario.

Each scenario has one correct path or none. A wrong path is followed to explain its fault. Blanks
at the ends of lines and empty lines at the end are ignored.
"""

import re

from judging import compare, judge

SIDE = 8
LINES_A_SCENARIO = 3
PATH = re.compile("(?:[a-h][1-8])+")
IMPOSSIBLE = "impossible"


def check(given, answer, output, arguments):
    """Compare the output with the only correct one."""
    rows = given.split()[1:]

    def explain(expected, found, number):
        if number >= len(found):
            return "the output is too short"
        if number >= len(expected):
            return "there is something after the last scenario"
        scenario, line = divmod(number, LINES_A_SCENARIO)
        if line == 0:
            return "the wrong heading"
        if line == LINES_A_SCENARIO - 1:
            return "an empty line is missing"
        board = rows[SIDE * scenario : SIDE * (scenario + 1)]
        return path_fault(board, expected[number], found[number])

    compare(answer, output, explain)


def path_fault(rows, expected, found):
    """Return the fault of a path."""
    if found == IMPOSSIBLE:
        return "there is a path"
    if not PATH.fullmatch(found):
        return "no path"
    names = re.findall("..", found)
    board = {}
    for down, row in enumerate(rows):
        for right, letter in enumerate(row):
            board["abcdefgh"[right] + str(SIDE - down)] = letter
    fault = walk_fault(board, names)
    if fault:
        return fault
    if expected == IMPOSSIBLE or len(found) < len(expected):
        return "THE JUDGES' ANSWER IS WRONG: this path is legal and better"
    return "not the first path" if len(found) == len(expected) else "too many moves"


def walk_fault(board, names):
    """Return the first breach of the rules in a path, or None."""
    if board[names[0]] != "Q":
        return "the path does not begin where the queen is"
    for start, end in zip(names[:-1], names[1:]):
        fault = move_fault(board, start, end)
        if fault:
            return fault
    for square in board:
        if board[square] == "N" and not any(is_beside(square, name) for name in names):
            return "the knight on %s is never visited" % square
        if board[square] == "B" and not is_beside(square, names[-1]):
            return "the path does not end beside the bishop"
    return None


def move_fault(board, start, end):
    """Return the fault of a queen's move, or None."""
    right, up = ord(end[0]) - ord(start[0]), int(end[1]) - int(start[1])
    far = max(abs(right), abs(up))
    if far == 0 or (right and up and abs(right) != abs(up)):
        return "no queen moves from %s to %s" % (start, end)
    for step in range(1, far + 1):
        file, rank = ord(start[0]) + step * right // far, int(start[1]) + step * up // far
        if board[chr(file) + str(rank)] not in ".Q":
            return "the move from %s to %s meets a piece" % (start, end)
    return None


def is_beside(square, other):
    """Return whether two squares are neighbours."""
    files, ranks = abs(ord(square[0]) - ord(other[0])), abs(int(square[1]) - int(other[1]))
    return max(files, ranks) == 1


if __name__ == "__main__":
    judge(check)
