"""Cheap pieces that check every king: greedy choice by Lagrange multipliers, then annealing.

Kings are numbered, and so are lines: rows, columns and diagonals. The pieces and kings on a line
are bits of an integer, so that the first obstacle on either side of a piece is the lowest or
highest bit there. A board's state counts the pieces that check each king. Placing or lifting a
piece updates the counts along the four lines of its square and at its leaps.

Duals of the kings, found by subgradient steps, price the check of each king (Held and Karp;
Beasley for set covering). They order the pieces that may check a king, both for the greedy choice
and for the annealing, in which an unchecked king costs a penalty.
"""

import math
import sys
import time
from heapq import heapify, heappop, heapreplace
from random import Random

SECONDS, LEAST_SECONDS, SECONDS_A_KING = 8.6, 0.5, 0.02
TURNS = 12
LEAST_WEIGHT = 50
TYPES = range(8)
BISHOP, ROOK, KNIGHT, GOLD, SILVER, HORSE, PHOENIX, CANNON = TYPES
STRAIGHT = [(-1, 0), (0, -1), (0, 1), (1, 0)]
DIAGONAL = [(-1, -1), (-1, 1), (1, -1), (1, 1)]
LEAPS = {
    KNIGHT: [(a, b) for a in (-2, -1, 1, 2) for b in (-2, -1, 1, 2) if abs(a) != abs(b)],
    GOLD: [*STRAIGHT, (-1, -1), (-1, 1)],
    SILVER: [*DIAGONAL, (-1, 0)],
    HORSE: STRAIGHT,
    PHOENIX: [*STRAIGHT, (-2, -2), (-2, 2), (2, -2), (2, 2)],
}
AXES = [(0, 1), (1, 0), (1, 1), (-1, 1)]
RIDES = {BISHOP: (2, 3), ROOK: (0, 1), HORSE: (2, 3), CANNON: (0, 1)}

STEPS = 70
BEGIN_SHARE = 0.5
FIRST_GAP, GAP_SHRINKS, FAILURES = 0.5, 0.6, 3
HOTTEST, COOLING, LEAST_SHARE = 1.2, 0.25, 0.7
MOVES_A_SECOND, MANY_MOVES, HEAT = 40_000, 1_700, 0.28
FIRST_WEIGHT, WEIGHT_GROWTH, WEIGHT_FADES = 1.05, 1.1, 0.99
MOVES_A_LOOK = 64
LOOKS_A_GROWTH = 2
LOOKS_A_REPAIR = 16
MOST_REPAIRED = 6
SCREENS = 0.08
MUCH_DEARER = 4
MOST_KNOWN = 512


class Board:
    """A board as given: its kings, its lines and the leaps from each square."""

    def __init__(self, size, rows, costs):
        self.size, self.costs = size, costs
        self.squares = range(size * size)
        letters = "".join(rows)
        kings = [square for square in self.squares if letters[square] == "#"]
        self.kings = range(len(kings))
        self.king_at = [-1] * len(letters)
        for king, square in enumerate(kings):
            self.king_at[square] = king
        self.lines_of = [[] for _ in self.squares]
        self.kings_on, self.squares_on = [], []
        self.square_of = kings
        for axis in range(4):
            self._number_lines(axis)
        self.obstacles = [
            sum(1 << at for at, king in enumerate(line) if king >= 0) for line in self.kings_on
        ]
        self.leaps = {kind: [self._leap(kind, square) for square in self.squares] for kind in LEAPS}

    def _number_lines(self, axis):
        down, right = AXES[axis]
        for start in self.squares:
            row, column = divmod(start, self.size)
            if self._inside(row - down, column - right):
                continue
            line, kings, squares = len(self.kings_on), [], []
            while self._inside(row, column):
                square = row * self.size + column
                self.lines_of[square].append((line, 1 << len(kings)))
                kings.append(self.king_at[square])
                squares.append(square)
                row, column = row + down, column + right
            self.kings_on.append(kings)
            self.squares_on.append(squares)

    def _inside(self, row, column):
        return 0 <= row < self.size and 0 <= column < self.size

    def _leap(self, kind, square):
        row, column = divmod(square, self.size)
        ends = [(row + down, column + right) for down, right in LEAPS[kind]]
        found = [self.king_at[r * self.size + c] for r, c in ends if self._inside(r, c)]
        return [king for king in found if king >= 0]

    def first_kings(self, square, axis):
        """Return the first and the second king on either side along an axis."""
        line, bit = self.lines_of[square][axis]
        kings, obstacles = self.kings_on[line], self.obstacles[line]
        above, below = obstacles & -(bit << 1), obstacles & (bit - 1)
        found = []
        if above:
            first = above & -above
            second = above ^ first
            second = kings[(second & -second).bit_length() - 1] if second else -1
            found.append((kings[first.bit_length() - 1], second))
        if below:
            first = below.bit_length() - 1
            second = (below ^ (1 << first)).bit_length() - 1
            found.append((kings[first], kings[second] if second >= 0 else -1))
        return found

    def choices(self):
        """Return (cost, kings, either, kind, square) of all pieces that could check a king.

        `kings` are in check on the board as given. `either` has a cannon's first and second king
        in each direction: with another piece in between, the cannon checks the first.
        """
        found = []
        for square in self.squares:
            if self.king_at[square] >= 0:
                continue
            seen = [self.first_kings(square, axis) for axis in range(4)]
            for kind in TYPES:
                pairs = [pair for axis in RIDES.get(kind, ()) for pair in seen[axis]]
                kings = list(self.leaps[kind][square]) if kind in LEAPS else []
                either = []
                if kind == CANNON:
                    kings = [second for _, second in pairs if second >= 0]
                    either = [(a, b if b >= 0 else a) for a, b in pairs]
                else:
                    kings += [first for first, _ in pairs]
                if kings or either:
                    found.append((self.costs[kind], kings, either, kind, square))
        return found


class Prices:
    """Duals of the kings, and the choices ordered by their reduced costs."""

    def __init__(self, board, choices):
        self.worth = [0.0] * len(board.kings)
        self.bound = 0.0
        self.cheapest = [math.inf] * len(board.kings)
        for cost, kings, either, _, _ in choices:
            kings = {king for pair in either for king in pair} or kings
            share = cost / len(kings)
            for king in kings:
                if share < self.worth[king] or not self.worth[king]:
                    self.worth[king] = share
                self.cheapest[king] = min(self.cheapest[king], cost)

    def improve(self, choices, steps, end):
        """Raise the bound by subgradient steps, until a time, towards a level above the best."""
        worth, best, gap, failed = self.worth, self.worth, FIRST_GAP, 0
        for _ in range(steps):
            if time.perf_counter() > end:
                break
            bound, checks = self._relaxed(choices, worth)
            if bound > self.bound:
                self.bound, best, failed = bound, worth, 0
            else:
                failed += 1
                if failed == FAILURES:
                    gap, failed = gap * GAP_SHRINKS, 0
            norm = sum([check * check for check in checks])
            if not norm:
                break
            length = (self.bound * (1 + gap) - bound) / norm
            worth = [max(0.0, u + length * g) for u, g in zip(worth, checks)]
        self.worth = best

    def _relaxed(self, choices, worth):
        """Return the bound of these duals, and one minus the number of checks of each king."""
        bound, checks = sum(worth), [1] * len(worth)
        for cost, kings, either, _, _ in choices:
            if either:
                kings = [a if worth[a] >= worth[b] else b for a, b in either]
            reduced = cost
            for king in kings:
                reduced -= worth[king]
            if reduced < 0:
                bound += reduced
                for king in kings:
                    checks[king] -= 1
        return bound, checks

    def order(self, choices):
        """Return the (kind, square) that may check each king, by reduced cost."""
        value, screen = self.worth.__getitem__, min(self.cheapest)
        found = [[] for _ in self.worth]
        for cost, kings, either, kind, square in choices:
            reduced = cost - sum(map(value, kings))
            for king in kings:
                found[king].append((reduced, kind, square))
            for first, _ in either:
                if first not in kings:
                    found[first].append((screen + reduced - value(first), kind, square))
        return [[(kind, square) for _, kind, square in sorted(each)] for each in found]


class State:
    """Pieces on a board. `loss` is their cost plus the weights of the kings not in check."""

    def __init__(self, board, weights):
        self.board, self.weights = board, weights
        self.loss = sum(weights)
        self.kind_at = {}
        self.placed, self.index = [], {}
        self.occupied = list(board.obstacles)
        self.riders = [0] * len(board.kings_on)
        self.cannons = [0] * len(board.kings_on)
        self.hits_on = [()] * len(board.kings_on)
        self.known = [{} for _ in board.kings_on]
        self.checks = [0] * len(board.kings)
        self.unchecked = list(board.kings)
        self.unchecked_at = list(board.kings)

    def place(self, kind, square):
        """Place a piece on an empty square."""
        self.kind_at[square] = kind
        self.index[square] = len(self.placed)
        self.placed.append(square)
        self.loss += self.board.costs[kind]
        self._turn(kind, square)
        if kind in LEAPS:
            for king in self.board.leaps[kind][square]:
                self._gain(king)

    def lift(self, square):
        """Take a piece away and return its kind."""
        kind = self.kind_at.pop(square)
        at, last = self.index.pop(square), self.placed.pop()
        if last != square:
            self.placed[at], self.index[last] = last, at
        self.loss -= self.board.costs[kind]
        self._turn(kind, square)
        if kind in LEAPS:
            for king in self.board.leaps[kind][square]:
                self._lose(king)
        return kind

    def _turn(self, kind, square):
        """Put a piece on its four lines, or take it off, and update the attacks along them."""
        axes = RIDES.get(kind, ())
        riders = self.cannons if kind == CANNON else self.riders
        for axis, (line, bit) in enumerate(self.board.lines_of[square]):
            self.occupied[line] ^= bit
            if axis in axes:
                riders[line] ^= bit
            before = self.hits_on[line]
            if before or self.riders[line] or self.cannons[line]:
                after = self._hits(line)
                if after != before:
                    self.hits_on[line] = after
                    for king in after:
                        self._gain(king)
                    for king in before:
                        self._lose(king)

    def _hits(self, line):
        """Return the kings attacked along a line, with repetition."""
        key = (self.occupied[line], self.riders[line], self.cannons[line])
        known = self.known[line]
        hits = known.get(key)
        if hits is None:
            if len(known) >= MOST_KNOWN:
                known.clear()
            hits = known[key] = tuple(self._find_hits(line, *key))
        return hits

    def _find_hits(self, line, occupied, riders, cannons):
        kings = self.board.kings_on[line]
        found = []
        both = riders | cannons
        while both:
            piece = both & -both
            both ^= piece
            above, below = occupied & -(piece << 1), occupied & (piece - 1)
            if piece & cannons:
                above &= above - 1
                below ^= (1 << below.bit_length()) >> 1
            if above:
                found.append(kings[(above & -above).bit_length() - 1])
            if below:
                found.append(kings[below.bit_length() - 1])
        return [king for king in found if king >= 0]

    def _gain(self, king):
        checks = self.checks
        checks[king] += 1
        if checks[king] == 1:
            self.loss -= self.weights[king]
            at, last = self.unchecked_at[king], self.unchecked.pop()
            if last != king:
                self.unchecked[at], self.unchecked_at[last] = last, at

    def _lose(self, king):
        checks = self.checks
        checks[king] -= 1
        if not checks[king]:
            self.loss += self.weights[king]
            self.unchecked_at[king] = len(self.unchecked)
            self.unchecked.append(king)

    def cost(self):
        """Return the cost of the pieces."""
        return sum(self.board.costs[kind] for kind in self.kind_at.values())


class Search:
    """The search for cheap pieces on one board."""

    def __init__(self, board, seed, end):
        self.board, self.end = board, end
        self.random = Random(seed).random
        self.choices = board.choices()
        self.prices = Prices(board, self.choices)
        self.best = self._everywhere()
        self.least = self._cost_of(self.best)
        self.state = State(board, [FIRST_WEIGHT * cost for cost in self.prices.cheapest])
        self.by_king = []
        self.looks = 0
        self.screen = min(TYPES, key=board.costs.__getitem__)

    def _everywhere(self):
        """Return a horse on every empty square, or a single cheapest piece if no king stands."""
        empty = [square for square in self.board.squares if self.board.king_at[square] < 0]
        if not self.board.kings:
            kind = min(TYPES, key=self.board.costs.__getitem__)
            return {empty[0]: kind}
        return dict.fromkeys(empty, HORSE)

    def _cost_of(self, pieces):
        return sum(self.board.costs[kind] for kind in pieces.values())

    def begin(self, end):
        """Find the duals of the kings, until a time, and a first answer by greedy choice."""
        if not self.board.kings or time.perf_counter() > self.end:
            return
        self.prices.improve(self.choices, STEPS, end)
        self.by_king = self.prices.order(self.choices)
        self._greedy()
        self._note()

    def _greedy(self):
        """Place the piece of least cost per dual of newly checked kings until all are in check."""
        state, worth, checks = self.state, self.prices.worth, self.state.checks
        least = 1e-9 * (1 + max(worth))
        heap = [
            (cost / (least + sum([worth[king] for king in kings])), number)
            for number, (cost, kings, _, _, _) in enumerate(self.choices)
            if kings
        ]
        heapify(heap)
        while heap and state.unchecked:
            ratio, number = heap[0]
            cost, kings, _, kind, square = self.choices[number]
            open_kings = [worth[king] for king in kings if not checks[king]]
            if square in state.kind_at or not open_kings:
                heappop(heap)
                continue
            now = cost / (least + sum(open_kings))
            if now > ratio * 1.000001:
                heapreplace(heap, (now, number))
                continue
            before = len(state.unchecked)
            state.place(kind, square)
            if len(state.unchecked) >= before:
                state.lift(square)
            heappop(heap)
        self._repair()
        if state.unchecked:
            return
        self._drop_needless()
        while self._replace_dearest():
            self._drop_needless()

    def _drop_needless(self):
        """Lift needless pieces, starting with the dearest."""
        state = self.state
        for square in sorted(state.placed, key=lambda s: -self.board.costs[state.kind_at[s]]):
            before = len(state.unchecked)
            kind = state.lift(square)
            if len(state.unchecked) > before:
                state.place(kind, square)

    def _replace_dearest(self):
        """Replace a piece far dearer than the rest, and return whether that pays."""
        state, costs = self.state, self.board.costs
        before, pieces = state.cost(), dict(state.kind_at)
        dearest = max(state.placed, key=lambda square: costs[pieces[square]], default=None)
        if dearest is None or costs[pieces[dearest]] * len(pieces) < MUCH_DEARER * before:
            return False
        state.lift(dearest)
        self._repair()
        if not state.unchecked and state.cost() < before:
            return True
        for square in list(state.placed):
            if state.kind_at[square] != pieces.get(square):
                state.lift(square)
        for square, kind in pieces.items():
            if square not in state.kind_at:
                state.place(kind, square)
        return False

    def _repair(self):
        """Put the unchecked kings in check one by one from the current placement."""
        state = self.state
        first = len(state.unchecked)
        for turn in range(first + 4 * len(self.board.kings)):
            if not state.unchecked or time.perf_counter() > self.end:
                return
            king = state.unchecked[-1]
            found = []
            for kind, square in self.by_king[king]:
                lifted = self._put(kind, square)
                if state.checks[king]:
                    found.append((state.loss, kind, square))
                state.lift(square)
                if lifted is not None:
                    state.place(lifted, square)
            if found:
                _, kind, square = min(found)
                self._put(kind, square)
            if turn >= first:
                self._raise_weight(king, 2)

    def _put(self, kind, square):
        """Place a piece and return the kind of the piece it replaces, or None."""
        lifted = self.state.lift(square) if square in self.state.kind_at else None
        self.state.place(kind, square)
        return lifted

    def _note(self):
        """Keep the pieces if every king is in check and they are cheaper than the incumbent."""
        if not self.state.unchecked:
            cost = self.state.cost()
            if cost < self.least:
                self.best, self.least = dict(self.state.kind_at), cost

    def is_done(self):
        """Return whether the incumbent is proved optimal, or the search did not begin."""
        return not self.by_king or self.prices.bound > self.least - 1 + 1e-6

    def anneal(self, seconds, begin, end):
        """Anneal for some seconds, from one share of the whole cooling schedule to another.

        If time allows few moves, the schedule starts less hot.
        """
        whole = seconds / (end - begin)
        moves = whole * MOVES_A_SECOND / len(self.board.kings)
        hottest = HOTTEST * min(1, moves / MANY_MOVES) ** HEAT
        began = time.perf_counter()
        while not self.is_done():
            share = begin + (time.perf_counter() - began) / whole
            if share >= end:
                break
            unit = max(self.prices.bound, LEAST_SHARE * self.least) / len(self.board.kings)
            self._moves(unit * hottest * COOLING**share)
            self.looks += 1
            if self.looks % LOOKS_A_GROWTH == 0:
                self._shift_weights()
            if self.looks % LOOKS_A_REPAIR == 0 and self._might_be_cheaper():
                self._repair()
                self._note()

    def _might_be_cheaper(self):
        """Return whether few kings are unchecked and repairing them may beat the incumbent."""
        kings = self.state.unchecked
        missing = sum([self.prices.cheapest[king] for king in kings])
        return 0 < len(kings) <= MOST_REPAIRED and self.state.cost() + missing < self.least

    def _shift_weights(self):
        """Raise the weights of unchecked kings and lower those of the others."""
        weights = self.state.weights
        for king, cheapest in enumerate(self.prices.cheapest):
            if weights[king] > cheapest and self.state.checks[king]:
                weights[king] *= WEIGHT_FADES
        for king in self.state.unchecked:
            self._raise_weight(king, WEIGHT_GROWTH)

    def _raise_weight(self, king, factor):
        """Raise the penalty for leaving a king unchecked."""
        growth = (factor - 1) * self.state.weights[king]
        self.state.weights[king] += growth
        if not self.state.checks[king]:
            self.state.loss += growth

    def _moves(self, temperature):
        """Try a number of moves at a temperature."""
        state, random = self.state, self.random
        unchecked, log = state.unchecked, math.log
        for _ in range(MOVES_A_LOOK):
            before = state.loss
            lifted = placed = None
            if not unchecked or random() < 0.5:
                if not state.placed:
                    continue
                square = state.placed[int(random() * len(state.placed))]
                lifted = (state.lift(square), square)
            if unchecked and (lifted is None or random() < 0.9):
                placed, displaced = self._put_in_check(unchecked[int(random() * len(unchecked))])
            else:
                displaced = None
            if state.loss > before - temperature * log(1.0 - random()):
                if placed is not None:
                    state.lift(placed)
                if displaced is not None:
                    state.place(*displaced)
                if lifted is not None:
                    state.place(*lifted)
            elif not unchecked and state.loss < self.least - 0.5:
                self._note()

    def _put_in_check(self, king):
        """Place a piece that may check a king, preferring small reduced costs."""
        choices = self.by_king[king]
        kind, square = choices[int(len(choices) * self.random() ** 3)]
        if self.random() < SCREENS:
            between = self._between_cannon_and(king)
            if between:
                kind, square = self.screen, between[int(len(between) * self.random())]
        lifted = self._put(kind, square)
        return square, None if lifted is None else (lifted, square)

    def _between_cannon_and(self, king):
        """Return the squares between a king and the next piece on a line, if that is a cannon."""
        state, board = self.state, self.board
        axis = int(2 * self.random())
        line, bit = board.lines_of[board.square_of[king]][axis]
        if not state.cannons[line]:
            return []
        occupied = state.occupied[line]
        if self.random() < 0.5:
            above = occupied & -(bit << 1)
            first, second = bit, above & -above
        else:
            below = occupied & (bit - 1)
            first, second = (1 << below.bit_length()) >> 1, bit
        if not state.cannons[line] & (first | second):
            return []
        squares = board.squares_on[line]
        return squares[first.bit_length() : second.bit_length() - 1]


def boards_of(text):
    """Return the boards of an input."""
    count, *tokens = text.split()
    boards, at = [], 0
    for _ in range(int(count)):
        size = int(tokens[at])
        rows = tokens[at + 1 : at + 1 + size]
        costs = [int(token) for token in tokens[at + 1 + size : at + 9 + size]]
        boards.append(Board(size, rows, costs))
        at += 9 + size
    return boards


def solve(boards, end):
    """Search all boards until a given time, with more of it for harder boards."""
    searches = [Search(board, seed, end) for seed, board in enumerate(boards)]
    for number, search in enumerate(searches):
        now = time.perf_counter()
        search.begin(now + BEGIN_SHARE * (end - now) / (len(searches) - number))
    for turn in range(TURNS):
        left = end - time.perf_counter()
        share = max(0.0, left) / (TURNS - turn)
        open_searches = [search for search in searches if not search.is_done()]
        weights = [len(search.board.kings) + LEAST_WEIGHT for search in open_searches]
        for search, weight in zip(open_searches, weights):
            seconds = 1e-9 + share * weight / sum(weights)
            search.anneal(seconds, turn / TURNS, (turn + 1) / TURNS)
    return searches


def main():
    """Answer all boards within the time limit, sooner if kings are few."""
    start = time.perf_counter()
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS
    boards = boards_of(sys.stdin.read())
    kings = sum(len(board.kings) for board in boards)
    seconds = min(seconds, LEAST_SECONDS + SECONDS_A_KING * kings)
    for search in solve(boards, start + seconds):
        print(len(search.best), search.least)
        for square, kind in sorted(search.best.items()):
            row, column = divmod(square, search.board.size)
            print(kind + 1, row + 1, column + 1)


if __name__ == "__main__":
    main()
