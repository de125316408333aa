"""The kernels of peaceable armies: a search of colours of lines, and annealing of them.

The search colours rows and columns, then diagonals; a step of annealing changes one line's colour.

Every line is white or black: queens of the other colour do not stand on it. A square holds a
white queen where its four lines are white, a black one where they are black. Colours of rows and
columns leave two sets of squares apart::

                 white   black   white columns
    white row      W       .       W
    black row      .       B       .            B and W meet on diagonals only
    white row      W       .       W

A rising diagonal that meets both loses the one or the other: the search decides for one after
the other. Two armies of a size are ruled out when, for some weights p and q, rising or falling
diagonals do not allow p white queens and q black ones for each of the size. When all rising
diagonals are decided, falling ones are chosen by a knapsack.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from rookery.compiled.arrays import Bools, Int64s, UInt64s
from rookery.compiled.bits import count_bits
from rookery.compiled.kernels import inlined, kernel, random_below, random_fraction

BLACK, WHITE = 0, 1
UNDECIDED = -1
WEIGHTS = ((1, 1), (1, 2), (2, 1), (2, 3), (3, 2))  # weights of white and black queens in bounds

# places in Search.at: the next rows and columns
ROWS, COLUMNS = 0, 1

ALL_LINES = 4
LARGER = 0.25  # weight of a queen of the larger army; one of the smaller weighs 1


class Sides(NamedTuple):
    """Colours of one side's lines, as sets of the white ones, one of each pair of images."""

    sets: Int64s  # [number] bits, by number of white lines
    start: Int64s  # [white lines] the number of the first set; one more entry at the end
    rank: Int64s  # [bits] the number of a set or of its mirror image


class Colouring(NamedTuple):
    """The squares and lines of a board, and the colours of rows and columns to try."""

    open: Bools  # [row, column]
    diagonals: Int64s  # [2, row, column] the rising and the falling one of a square
    squares: Int64s  # [rising diagonal, place] row * width + column
    many: Int64s  # [rising diagonal] how many these are
    rows: Sides
    columns: Sides
    turns: bool  # whether rows may be exchanged with columns


class ColourSearch(NamedTuple):
    """The position of a search, and its buffers."""

    at: Int64s  # [2] numbers of the next rows and columns; rows at the end when it is over
    steps: Int64s  # [1] patterns and decisions so far
    white: Int64s  # [2, diagonal] white squares on rising ones and on falling ones
    black: Int64s  # [2, diagonal]
    order: Int64s  # [level] rising diagonals to decide
    least: Int64s  # [level] squares that those from it on lose at least
    colour: Int64s  # [level] of the diagonal
    packed: Int64s  # [white queens] the most black queens
    fresh: Int64s  # [white queens]


@kernel
def search_armies(board, search, size, steps):
    """Go on to two armies of a size; return the colours of rows and columns that hold them.

    Then `search.order` and `search.colour` say what the rising diagonals are. `search.at` stays
    at the pattern, so that a greater size can be asked for; it is over, with the answer
    (-1, -1), when it passes the last. A step is a pattern or a decision. After about so many,
    the answer is (-1, -1) too.
    """
    height, width = board.open.shape
    last = search.steps[0] + steps
    while search.at[ROWS] < len(board.rows.sets) and search.steps[0] < last:
        rows = board.rows.sets[search.at[ROWS]]
        whites = count_bits(rows)
        first, end = _columns_for(board, whites, height, width, size)
        if board.turns:
            first = max(first, search.at[ROWS])
        search.at[COLUMNS] = max(first, search.at[COLUMNS])
        while search.at[COLUMNS] < end and search.steps[0] < last:
            columns = board.columns.sets[search.at[COLUMNS]]
            search.steps[0] += 1
            if _is_first_image(board, rows, columns) and _holds(board, search, rows, columns, size):
                return rows, columns
            search.at[COLUMNS] += 1
        if search.at[COLUMNS] >= end:
            search.at[ROWS] += 1
            search.at[COLUMNS] = 0
            search.steps[0] += 1
    return -1, -1


@inlined
def _columns_for(board, whites, height, width, size):
    """Return the range of the sets of columns that leave room for both armies."""
    blacks = height - whites
    if whites == 0 or blacks == 0:
        return 0, 0
    fewest = -(-size // whites)
    most = width - (-(-size // blacks))
    if fewest > most:
        return 0, 0
    return board.columns.start[fewest], board.columns.start[most + 1]


@inlined
def _is_first_image(board, rows, columns):
    """Return whether no tried image with exchanged colours precedes this pattern."""
    row, column = board.rows.rank[rows], board.columns.rank[columns]
    other_row = board.rows.rank[len(board.rows.rank) - 1 - rows]
    other_column = board.columns.rank[len(board.columns.rank) - 1 - columns]
    if board.turns and other_row > other_column:
        other_row, other_column = other_column, other_row
    return row < other_row or (row == other_row and column <= other_column)


@inlined
def _holds(board, search, rows, columns, size):
    """Return whether some colours of diagonals leave two armies of a size."""
    whites, blacks = _count_squares(board, search, rows, columns)
    if not _is_enough(search, 0, size) or not _is_enough(search, 1, size):
        return False
    levels = _order_diagonals(search)
    return _decide(board, search, rows, columns, size, levels, whites, blacks)


@inlined
def _count_squares(board, search, rows, columns):
    """Count the squares of both colours on every diagonal; return their totals."""
    height, width = board.open.shape
    search.white[:] = 0
    search.black[:] = 0
    whites = blacks = 0
    for row in range(height):
        is_white = rows >> row & 1
        for column in range(width):
            if columns >> column & 1 == is_white and board.open[row, column]:
                rising, falling = board.diagonals[0, row, column], board.diagonals[1, row, column]
                if is_white:
                    search.white[0, rising] += 1
                    search.white[1, falling] += 1
                    whites += 1
                else:
                    search.black[0, rising] += 1
                    search.black[1, falling] += 1
                    blacks += 1
    return whites, blacks


@inlined
def _is_enough(search, direction, size):
    """Return whether the diagonals of a direction alone allow both armies, by every weight."""
    white, black = search.white[direction], search.black[direction]
    for p, q in WEIGHTS:
        total = 0
        for line in range(len(white)):
            total += max(p * white[line], q * black[line])
        if total < (p + q) * size:
            return False
    return True


@inlined
def _order_diagonals(search):
    """List the rising diagonals that meet both colours, costly ones first; return their number."""
    levels = 0
    white, black, order = search.white[0], search.black[0], search.order
    for line in range(len(white)):
        cost = min(white[line], black[line])
        if cost == 0:
            continue
        place = levels
        while place > 0 and min(white[order[place - 1]], black[order[place - 1]]) < cost:
            order[place] = order[place - 1]
            place -= 1
        order[place] = line
        levels += 1
    search.least[levels] = 0
    for level in range(levels - 1, -1, -1):
        line = order[level]
        search.least[level] = search.least[level + 1] + min(white[line], black[line])
    search.order[levels] = -1
    return levels


@inlined
def _decide(board, search, rows, columns, size, levels, whites, blacks):
    """Search the colours of the rising diagonals, depth first."""
    level = 0
    search.colour[0] = UNDECIDED
    while level >= 0:
        line = search.order[level]
        colour = search.colour[level]
        if colour == UNDECIDED:
            search.steps[0] += 1
            room = min(whites, blacks) >= size
            room = room and whites + blacks - search.least[level] >= 2 * size
            if not room or not _is_enough(search, 1, size):
                level -= 1
                continue
            if level == levels:
                if _can_pack(search, size):
                    return True
                level -= 1
                continue
        elif colour == WHITE:
            _change(board, search, rows, columns, line, BLACK, 1)
            blacks += search.black[0, line]
        else:
            _change(board, search, rows, columns, line, WHITE, 1)
            whites += search.white[0, line]
            level -= 1
            continue
        if colour == UNDECIDED:
            search.colour[level] = WHITE
            _change(board, search, rows, columns, line, BLACK, -1)
            blacks -= search.black[0, line]
        else:
            search.colour[level] = BLACK
            _change(board, search, rows, columns, line, WHITE, -1)
            whites -= search.white[0, line]
        level += 1
        search.colour[level] = UNDECIDED
    return False


@inlined
def _change(board, search, rows, columns, line, colour, by):
    """Add to the falling diagonals of the squares of a colour on a rising diagonal."""
    width = board.open.shape[1]
    for place in range(board.many[line]):
        row, column = divmod(board.squares[line, place], width)
        is_of = rows >> row & 1 == colour and columns >> column & 1 == colour
        if is_of and board.open[row, column]:
            falling = board.diagonals[1, row, column]
            if colour == WHITE:
                search.white[1, falling] += by
            else:
                search.black[1, falling] += by


@inlined
def _can_pack(search, size):
    """Return whether colours of the falling diagonals leave two armies of a size."""
    packed, fresh = search.packed, search.fresh
    packed[: size + 1] = -1
    packed[0] = 0
    for line in range(search.white.shape[1]):
        white, black = search.white[1, line], search.black[1, line]
        if white == 0 and black == 0:
            continue
        fresh[: size + 1] = -1
        for queens in range(size + 1):
            if packed[queens] >= 0:
                more = min(size, queens + white)
                fresh[more] = max(fresh[more], packed[queens])
                fresh[queens] = max(fresh[queens], packed[queens] + black)
        for queens in range(size + 1):
            packed[queens] = fresh[queens]
    return packed[size] >= size


class Flips(NamedTuple):
    """Colours of all lines: rows, columns, rising and falling diagonals."""

    squares: Int64s  # [line, place] the open squares of a line
    many: Int64s  # [line] how many these are
    colour: Int64s  # [line] 1 is white
    white_lines: Int64s  # [square] how many of its lines are white
    armies: Int64s  # [2] black and white squares
    best: Int64s  # [line] the best colours so far
    best_size: Int64s  # [1]
    random: UInt64s  # [1]


@kernel
def flip(state, moves, hot, cold):
    """Try a number of flips while the temperature falls; keep the best colours met."""
    cooling = (cold / hot) ** (1.0 / moves)
    temperature = hot
    value = _value(state)
    for _ in range(moves):
        temperature *= cooling
        line = random_below(state.random, len(state.colour))
        _flip(state, line)
        after = _value(state)
        if after < value and random_fraction(state.random) >= math.exp(
            (after - value) / temperature
        ):
            _flip(state, line)
            continue
        value = after
        size = min(state.armies[0], state.armies[1])
        if size > state.best_size[0]:
            state.best_size[0] = size
            for other in range(len(state.colour)):
                state.best[other] = state.colour[other]


@inlined
def _value(state):
    black, white = state.armies[0], state.armies[1]
    return min(black, white) + LARGER * max(black, white)


@inlined
def _flip(state, line):
    """Give a line the other colour."""
    change = 1 - 2 * state.colour[line]
    state.colour[line] += change
    for place in range(state.many[line]):
        square = state.squares[line, place]
        before = state.white_lines[square]
        state.white_lines[square] = before + change
        if before == 0:
            state.armies[0] -= 1
        elif before == ALL_LINES:
            state.armies[1] -= 1
        if before + change == 0:
            state.armies[0] += 1
        elif before + change == ALL_LINES:
            state.armies[1] += 1
