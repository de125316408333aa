"""Greedy placement that evaluates every piece on every square of the whole board each time."""

import sys

STRAIGHT = [(-1, 0), (0, -1), (0, 1), (1, 0)]
DIAGONAL = [(-1, -1), (-1, 1), (1, -1), (1, 1)]
KNIGHT = [(a, b) for a in (-2, -1, 1, 2) for b in (-2, -1, 1, 2) if abs(a) != abs(b)]
LEAPS = {
    3: KNIGHT,
    4: [*STRAIGHT, (-1, -1), (-1, 1)],
    5: [*DIAGONAL, (-1, 0)],
    6: STRAIGHT,
    7: [*STRAIGHT, (-2, -2), (-2, 2), (2, -2), (2, 2)],
}
RIDES = {1: DIAGONAL, 2: STRAIGHT, 6: DIAGONAL, 8: STRAIGHT}
TRIES = 1000


def in_check(kings, pieces, size):
    """Return the kings in check."""
    found = set()
    for (row, column), kind in pieces.items():
        for down, right in LEAPS.get(kind, ()):
            found.add((row + down, column + right))
        for down, right in RIDES.get(kind, ()):
            to_meet = 2 if kind == 8 else 1
            for far in range(1, size):
                square = (row + far * down, column + far * right)
                if square in kings or square in pieces:
                    to_meet -= 1
                    if not to_meet:
                        found.add(square)
                        break
    return found & kings


def improve(kings, pieces, size, costs):
    """Place the piece that checks most kings for its cost, and return whether one does."""
    before = len(in_check(kings, pieces, size))
    best, chosen = 0, None
    for row in range(size):
        for column in range(size):
            square = (row, column)
            if square in kings or square in pieces:
                continue
            for kind in range(1, 9):
                gain = len(in_check(kings, {**pieces, square: kind}, size)) - before
                if gain > best * costs[kind - 1]:
                    best, chosen = gain / costs[kind - 1], (square, kind)
    if chosen:
        pieces[chosen[0]] = chosen[1]
    return bool(chosen)


def main():
    """Answer all tests."""
    count, *tokens = sys.stdin.read().split()
    at = 0
    for _ in range(int(count)):
        size = int(tokens[at])
        rows = tokens[at + 1 : at + 1 + size]
        costs = list(map(int, tokens[at + 1 + size : at + 9 + size]))
        at += 9 + size
        kings = {(r, c) for r in range(size) for c in range(size) if rows[r][c] == "#"}
        pieces = {}
        for _ in range(TRIES):
            # All kings are in check: start again from an empty board.
            if not improve(kings, pieces, size, costs):
                pieces.clear()
        while improve(kings, pieces, size, costs):
            pass
        print(len(pieces), sum(costs[kind - 1] for kind in pieces.values()))
        for (row, column), kind in sorted(pieces.items()):
            print(kind, row + 1, column + 1)


if __name__ == "__main__":
    main()
