"""The rules of the statement ``showdown`` in its own prose, for tests: who checks whom."""

NAMES = ("bishop", "rook", "knight", "gold", "silver", "horse", "phoenix", "cannon")


def captures(name, start, target, occupied):
    """Whether a piece at `start` could capture on `target`, by where they stand only."""
    down, right = target[0] - start[0], target[1] - start[1]
    if (down, right) == (0, 0):
        return False
    straight = down == 0 or right == 0
    diagonal = abs(down) == abs(right)
    beside = max(abs(down), abs(right)) == 1
    between = _between(start, target, occupied) if straight or diagonal else 0
    match name:
        case "bishop":
            return diagonal and between == 0
        case "rook":
            return straight and between == 0
        case "knight":
            return {abs(down), abs(right)} == {1, 2}
        case "gold":
            return beside and (down, right) not in {(1, -1), (1, 1)}
        case "silver":
            return beside and (down, right) not in {(0, -1), (0, 1), (1, 0)}
        case "horse":
            return (diagonal and between == 0) or beside
        case "phoenix":
            return (straight and beside) or (diagonal and abs(down) == 2)
        case "cannon":
            return straight and between == 1
    raise LookupError(name)


def _between(start, target, occupied):
    """How many pieces stand strictly between two squares of one line."""
    far = max(abs(target[0] - start[0]), abs(target[1] - start[1]))
    down, right = (target[0] - start[0]) // far, (target[1] - start[1]) // far
    return sum((start[0] + k * down, start[1] + k * right) in occupied for k in range(1, far))


def unchecked(kings, pieces):
    """The kings that none of the pieces (name, row, column) checks."""
    occupied = set(kings) | {(row, column) for _, row, column in pieces}
    return [
        king
        for king in sorted(kings)
        if not any(captures(name, (r, c), king, occupied) for name, r, c in pieces)
    ]
