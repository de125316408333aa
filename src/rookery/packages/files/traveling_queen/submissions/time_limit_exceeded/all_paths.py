"""Brute force over all paths of 0, 1, 2 ... moves, without memory of squares visited."""

import sys

STEPS = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]
MOST_MOVES = 64


def name(square):
    """Return the name of a square given as (file, rank)."""
    return "abcdefgh"[square[0]] + "12345678"[square[1]]


def moves(board, square):
    """Return the squares a queen can reach, sorted by name."""
    found = []
    for right, up in STEPS:
        file, rank = square[0] + right, square[1] + up
        while board.get((file, rank), "#") in ".Q":
            found.append((file, rank))
            file, rank = file + right, rank + up
    return sorted(found)


def meet(board, square, unmet):
    """Return the knights still unmet after she arrives on a square."""
    return unmet - {(square[0] + right, square[1] + up) for right, up in STEPS}


def search(board, bishop, path, unmet, left):
    """Return the first path that ends beside the bishop after `left` more moves, or None."""
    file, rank = path[-1]
    if not left:
        is_end = not unmet and max(abs(file - bishop[0]), abs(rank - bishop[1])) == 1
        return path if is_end else None
    for square in moves(board, path[-1]):
        found = search(board, bishop, [*path, square], meet(board, square, unmet), left - 1)
        if found:
            return found
    return None


def main():
    """Answer all scenarios."""
    count, *rows = sys.stdin.read().split()
    for number in range(int(count)):
        board = {}
        for rank, row in enumerate(reversed(rows[8 * number : 8 * number + 8])):
            board.update({(file, rank): letter for file, letter in enumerate(row)})
        (start,) = (square for square in board if board[square] == "Q")
        (bishop,) = (square for square in board if board[square] == "B")
        knights = {square for square in board if board[square] == "N"}
        path = None
        for left in range(MOST_MOVES):
            path = search(board, bishop, [start], meet(board, start, knights), left)
            if path:
                break
        print("Scenario #%d:" % (number + 1))
        print("".join(map(name, path)) if path else "impossible")
        print()


if __name__ == "__main__":
    main()
