"""Checker: expects pieces on empty squares that check every king, and their cost.

With the argument ``score``, every correct output is accepted and scored: the sum over all boards
of cost divided by number of squares, lower is better. Without it, an output is accepted if its
boards cost on average at most `BAR` times the judges' cost, counting at most `MOST_COUNTED` times
for each board. Spaces and line breaks are ignored.
"""

import re

from judging import WrongAnswer, judge, shown

BAR, MOST_COUNTED = 1.5, 3
NUMBER = re.compile("[0-9]{1,12}")
STRAIGHT = [(-1, 0), (0, -1), (0, 1), (1, 0)]
DIAGONAL = [(-1, -1), (-1, 1), (1, -1), (1, 1)]
FORWARD = [(-1, -1), (-1, 0), (-1, 1)]
KNIGHT = [(a, b) for a in (-2, -1, 1, 2) for b in (-2, -1, 1, 2) if abs(a) != abs(b)]

# Leaps and riding directions of each type of piece.
LEAPS = {
    3: KNIGHT,
    4: [*STRAIGHT, (-1, -1), (-1, 1)],
    5: [*DIAGONAL, (-1, 0)],
    6: STRAIGHT,
    7: [*STRAIGHT, *((2 * down, 2 * right) for down, right in DIAGONAL)],
}
RIDES = {1: DIAGONAL, 2: STRAIGHT, 6: DIAGONAL, 8: STRAIGHT}
CANNON = 8
TYPES = 8


class Board:
    """A board with its costs, and the pieces that have been placed on it."""

    def __init__(self, size, rows, costs):
        self.size = size
        self.costs = costs
        self.kings = {
            (row, column)
            for row in range(size)
            for column in range(size)
            if rows[row][column] == "#"
        }
        self.pieces = {}

    def place(self, kind, square):
        """Place a piece."""
        where = "piece %d at row %d, column %d" % (kind, square[0] + 1, square[1] + 1)
        if square in self.kings:
            raise WrongAnswer("%s stands on a king" % where)
        if square in self.pieces:
            raise WrongAnswer("%s stands on another piece" % where)
        self.pieces[square] = kind

    def attacked(self):
        """Yield every attacked square, occupied or not."""
        for (row, column), kind in self.pieces.items():
            for down, right in LEAPS.get(kind, ()):
                yield row + down, column + right
            for step in RIDES.get(kind, ()):
                obstacles = self.obstacles((row, column), step)
                if kind == CANNON:
                    next(obstacles, None)
                yield from [square for square in [next(obstacles, None)] if square]

    def obstacles(self, square, step):
        """Yield the occupied squares in one direction."""
        row, column = square[0] + step[0], square[1] + step[1]
        while 0 <= row < self.size and 0 <= column < self.size:
            if (row, column) in self.kings or (row, column) in self.pieces:
                yield row, column
            row, column = row + step[0], column + step[1]

    def unchecked(self):
        """Return the kings not in check."""
        return sorted(self.kings - set(self.attacked()))


class Output:
    """A reader of an output's numbers."""

    def __init__(self, text):
        self.tokens = iter(text.split())

    def number(self, what, most):
        """Return the next number, from 1 to `most`."""
        token = next(self.tokens, None)
        if token is None:
            raise WrongAnswer("%s is missing" % what)
        if not NUMBER.fullmatch(token) or not 1 <= int(token) <= most:
            raise WrongAnswer(
                "%s: expected a number from 1 to %d, got %s" % (what, most, shown(token))
            )
        return int(token)


def boards_of(text):
    """Yield the boards of an input."""
    count, *tokens = text.split()
    at = 0
    for _ in range(int(count)):
        size = int(tokens[at])
        rows = tokens[at + 1 : at + 1 + size]
        costs = [int(token) for token in tokens[at + 1 + size : at + 1 + size + TYPES]]
        yield Board(size, rows, costs)
        at += 1 + size + TYPES


def cost_of(board, output, test):
    """Return the cost of the pieces on a board. Raise `WrongAnswer` for a fault."""
    most_cost = 10**6 * board.size**2
    count = output.number("test %d: f" % test, board.size**2)
    claimed = output.number("test %d: g" % test, most_cost)
    cost = 0
    for number in range(1, count + 1):
        where = "test %d: piece %d: " % (test, number)
        kind = output.number(where + "type", TYPES)
        row = output.number(where + "row", board.size)
        column = output.number(where + "column", board.size)
        board.place(kind, (row - 1, column - 1))
        cost += board.costs[kind - 1]
    if cost != claimed:
        raise WrongAnswer("test %d: g is %d, but the pieces cost %d" % (test, claimed, cost))
    unchecked = board.unchecked()
    if unchecked:
        row, column = unchecked[0]
        raise WrongAnswer(
            "test %d: %d kings are not in check, the first at row %d, column %d"
            % (test, len(unchecked), row + 1, column + 1)
        )
    return cost


def costs_of(given, output):
    """Return the size and cost of each board."""
    output = Output(output)
    costs = []
    for test, board in enumerate(boards_of(given), 1):
        costs.append((board.size, cost_of(board, output, test)))
    left = next(output.tokens, None)
    if left is not None:
        raise WrongAnswer("data left over after the last test: %s" % shown(left))
    return costs


def check(given, answer, output, arguments):
    """Return the score, or None without the argument `score`; then reject too dear an output."""
    costs = costs_of(given, output)
    if "score" in arguments:
        return sum(cost / size**2 for size, cost in costs)
    judges = costs_of(given, answer)
    ratios = [min(MOST_COUNTED, ours[1] / best[1]) for ours, best in zip(costs, judges)]
    ratio = sum(ratios) / len(ratios)
    if ratio > BAR:
        raise WrongAnswer("the boards cost %.3f times the judges' on average" % ratio)
    return None


if __name__ == "__main__":
    judge(check)
