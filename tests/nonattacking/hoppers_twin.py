"""The states of hoppers in plain Python: told from the whole placement, line by line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise, takewhile

from rookery.nonattacking.counting.hoppers import DOWN, LEFT, RIGHT, HopperBoard

Square = tuple[int, int]
Polynomial = Counter[int]
"""How many placements there are of each number of pieces."""

STEPS = (DOWN, RIGHT, LEFT)
"""In the order of their masks in a state."""

MASK_BITS = 8


@dataclass(frozen=True)
class Twin:
    """A board of hoppers whose upper rows are settled; a row is the set of its squares, as bits."""

    board: HopperBoard

    def placements(self, rows: int) -> Iterator[tuple[int, ...]]:
        """Yield what may stand on so many rows from the top, each row a pattern of its own."""
        if not rows:
            yield ()
            return
        for above in self.placements(rows - 1):
            closed = self.closed(above)
            for squares in self.board.patterns(rows - 1):
                here = {(rows - 1, column) for column in columns_of(squares)}
                if not here & closed:
                    yield (*above, squares)

    def states(self, rows: int) -> dict[tuple[int, int], Polynomial]:
        """Return the states after so many rows, of mirror images the lesser one."""
        found: dict[tuple[int, int], Polynomial] = {}
        for above in self.placements(rows):
            state = self.state(above)
            if self.board.is_symmetric:
                image = tuple(self.board.mirrored(squares) for squares in above)
                state = min(state, self.state(image))
            found.setdefault(state, Counter())[sum(map(int.bit_count, above))] += 1
        return found

    def state(self, above: tuple[int, ...]) -> tuple[int, int]:
        """Return the two words of a state: the closed squares, and the fresh and apart lines."""
        closed, row = self.closed(above), len(above)
        fresh, apart = self.fresh_and_apart(above, closed)
        width = self.board.columns
        first = sum(1 << (down - row) * width + at for down, at in closed if down >= row)
        masks = [*fresh, *apart]
        return first, sum(mask << MASK_BITS * at for at, mask in enumerate(masks))

    def closed(self, above: tuple[int, ...]) -> set[Square]:
        """Return where no piece may stand, whatever else does."""
        found, pieces = squares_of(self.board.closed), squares_of(above)
        for lines in self.lines.values():
            for line in lines:
                found |= closed_on(line, pieces, len(above))
        return found

    def fresh_and_apart(
        self, above: tuple[int, ...], closed: set[Square]
    ) -> tuple[list[int], list[int]]:
        """Return for each step the squares of the next row on lines that are fresh, and apart."""
        pieces, row = squares_of(above), len(above)
        fresh, apart = [0] * len(STEPS), [0] * len(STEPS)
        for number, step in enumerate(STEPS):
            for line in self.lines[step]:
                here = next((square for square in line if square[0] == row), None)
                on = [square for square in line if square in pieces]
                if here is None or not on or are_adjacent(on):
                    continue
                ahead = [square not in closed for square in self.onward(here, step)]
                is_fresh = len(on) == 1 and on[0][0] == row - 1
                if is_fresh and ahead[0] and any(ahead[2:]):
                    fresh[number] |= 1 << here[1]
                elif any(one and two for one, two in pairwise(ahead)):
                    apart[number] |= 1 << here[1]
        return fresh, apart

    @cached_property
    def lines(self) -> dict[Square, list[list[Square]]]:
        """The lines of each step from top to bottom, up to walls; none where no piece hops."""
        found: dict[Square, list[list[Square]]] = {step: [] for step in STEPS}
        for step in self.board.steps.intersection(STEPS):
            for row in range(self.board.rows):
                for column in range(self.board.columns):
                    if not self.is_free((row - step[0], column - step[1])):
                        onward = self.onward((row, column), step)
                        found[step].append(list(takewhile(self.is_free, onward)))
        return found

    def onward(self, square: Square, step: Square) -> list[Square]:
        """Return the squares from one on to the edge of the board, over walls too."""
        (row, column), found = square, []
        while row < self.board.rows and 0 <= column < self.board.columns:
            found.append((row, column))
            row, column = row + step[0], column + step[1]
        return found

    def is_free(self, square: Square) -> bool:
        """Return whether a square is on the board and no wall."""
        row, column = square
        on_board = 0 <= row < self.board.rows and 0 <= column < self.board.columns
        return on_board and not self.board.walls[row] >> column & 1


def closed_on(line: list[Square], pieces: set[Square], row: int) -> set[Square]:
    """Return the squares of a line, from a row on, on which the pieces above let none stand."""
    on = [square for square in line if square in pieces]
    left = [square for square in line if square[0] >= row]
    if are_adjacent(on):
        return set(left)
    is_next = len(on) > 1 and on[-1][0] == row - 1
    return set(left[:1]) if is_next else set()


def are_adjacent(on: list[Square]) -> bool:
    """Return whether two pieces of a line stand on rows that follow each other."""
    return any(two[0] - one[0] == 1 for one, two in pairwise(on))


def squares_of(rows: tuple[int, ...]) -> set[Square]:
    """Return the squares of rows that are given as bits."""
    return {(row, column) for row, squares in enumerate(rows) for column in columns_of(squares)}


def columns_of(squares: int) -> list[int]:
    """Return the columns of a row's squares."""
    return [column for column in range(squares.bit_length()) if squares >> column & 1]
