"""The cheapest cover of a tiny board by trying everything, on the rules alone."""

from collections.abc import Iterator

from rookery.cover.puzzle import Cover, PlacedPiece, Price


def cheapest(puzzle: Cover, below: Price) -> Price | None:
    """Return the least cost of a cover that costs less than `below`, None when there is none."""
    limit = [below]
    for placed_pieces in placements(puzzle, limit):
        if placed_pieces and not puzzle.check(placed_pieces):
            limit[0] = min(limit[0], puzzle.value(placed_pieces))
    return limit[0] if limit[0] < below else None


def cheapest_covers(puzzle: Cover, below: Price) -> list[tuple[PlacedPiece, ...]]:
    """Return all cheapest covers by order of their squares, none if they cost `below` or more."""
    best = cheapest(puzzle, below)
    every = map(tuple, placements(puzzle, [0 if best is None else best + 1]))
    return [p for p in every if p and puzzle.value(p) == best and not puzzle.check(p)]


def placements(puzzle: Cover, limit: list[Price]) -> Iterator[list[PlacedPiece]]:
    """Yield every placement that costs less than the one limit, which may fall on the way.

    Where `check` finds faults in a single piece's place, none is tried there.
    """
    squares = [
        square
        for square in puzzle.board.squares()
        if not any("piece at" in fault for fault in puzzle.check([(0, *square)]))
    ]

    def extend(placed_pieces, start, cost):
        yield placed_pieces
        for at in range(start, len(squares)):
            for kind in range(len(puzzle.pieces)):
                price = puzzle.price_at(kind, squares[at])
                if cost + price < limit[0]:
                    yield from extend([*placed_pieces, (kind, *squares[at])], at + 1, cost + price)

    yield from extend([], 0, 0)
