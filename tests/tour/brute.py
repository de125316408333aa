"""Reference tours: a breadth-first search over (square, visited), one state at a time."""

import random
from functools import cache

from rookery import Board, Tour
from rookery.boards.board import WRAPS
from rookery.tour.plan import TourPlan

QUEEN = [(r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if (r, c) != (0, 0)]
ROOK = [(0, 1), (0, -1), (1, 0), (-1, 0)]
BISHOP = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
KNIGHT = [(r, c) for r in (-2, -1, 1, 2) for c in (-2, -1, 1, 2) if abs(r) != abs(c)]
DABBABA = [(2 * r, 2 * c) for r, c in ROOK]
CAMEL = [(r, c) for r in (-3, -1, 1, 3) for c in (-3, -1, 1, 3) if abs(r) != abs(c)]

RIDE, CANNON, GRASSHOPPER = range(3)

#: For each mover its directions, how often it may repeat a step and how it meets pieces,
#: written down by hand.
MOVERS = {
    "Q": [(step, 99, RIDE) for step in QUEEN],
    "R": [(step, 99, RIDE) for step in ROOK],
    "B": [(step, 99, RIDE) for step in BISHOP],
    "N": [(step, 1, RIDE) for step in KNIGHT],
    "K": [(step, 1, RIDE) for step in QUEEN],
    "W3": [(step, 3, RIDE) for step in ROOK],
    "BW": [(step, 99, RIDE) for step in BISHOP] + [(step, 1, RIDE) for step in ROOK],
    "NN": [(step, 99, RIDE) for step in KNIGHT],
    "WDC": [(step, 1, RIDE) for step in [*ROOK, *DABBABA, *CAMEL]],
    "fRbW": [((-1, 0), 99, RIDE), ((1, 0), 1, RIDE)],
    "fRsRbB": [(step, 99, RIDE) for step in [(-1, 0), (0, 1), (0, -1), (1, 1), (1, -1)]],
    "WfF": [(step, 1, RIDE) for step in [*ROOK, (-1, 1), (-1, -1)]],
    "mpR": [(step, 99, CANNON) for step in ROOK],
    "gQ": [(step, 99, GRASSHOPPER) for step in QUEEN],
    "KmpR": [(step, 1, RIDE) for step in QUEEN] + [(step, 99, CANNON) for step in ROOK],
}


def destinations(tour, square, steps):
    """Return the distinct squares one move away, by file, then by rank."""
    return sorted({end for end, _ in ways(tour, square, steps)}, key=by_file)


def by_file(square):
    return square[1], -square[0]


def ways(tour, square, steps):
    """Return every route of one move: its end, and the squares passed over."""
    walls, pieces = set(tour.board.walls), set(tour.pawns)
    if tour.visit == "beside":
        pieces |= {target for target in (*tour.targets, tour.goal) if isinstance(target, tuple)}
    for (down, right), reach, way in steps:
        row, column = square
        hopped, passed = 0, frozenset()
        for _ in range(reach):
            row, column = around(tour.board, row + down, column + right)
            inside = 0 <= row < tour.board.rows and 0 <= column < tour.board.columns
            if not inside or (row, column) in walls or (row, column) == square:
                break
            if (row, column) in pieces:
                hopped += 1
                if way == RIDE or hopped > 1:
                    break
            elif way == RIDE or hopped:
                yield (row, column), passed
                passed |= {(row, column)} if way == RIDE else frozenset()
                if way == GRASSHOPPER:
                    break


def around(board, row, column):
    """Return a square with its coordinates wrapped around the edges."""
    if board.wrap:
        column %= board.columns
    return (row % board.rows if board.wrap == "torus" else row), column


def visits(tour, square, target):
    if isinstance(target, frozenset):
        return square in target
    if tour.visit != "beside":
        return square == target
    return target in {around(tour.board, square[0] + r, square[1] + c) for r, c in QUEEN}


def seen_from(tour, square):
    return frozenset(target for target in tour.targets if visits(tour, square, target))


def is_end(tour, square, seen):
    at_goal = tour.goal is None or visits(tour, square, tour.goal)
    return at_goal and len(seen) == len(tour.targets)


def moves_of(tour, steps):
    """Return a function from a square to its moves in order: the end, and the targets visited."""

    @cache
    def moves(square):
        found = set()
        for end, passed in ways(tour, square, steps):
            squares = (end, *passed) if tour.visit == "over" else (end,)
            found.add((end, frozenset().union(*(seen_from(tour, one) for one in squares))))
        return sorted(found, key=lambda move: by_file(move[0]))

    return moves


def first_shortest(tour, steps):
    """Return the first shortest tour, in lexicographic order if it has a start, or None.

    Search in breadth over (square, squares that may not be repeated, targets seen), from the start
    or every square. States of a depth stand in the order of their first paths, so that each is
    first found by the first of its paths.
    """
    moves = moves_of(tour, steps)

    def once(square):
        return frozenset([square]) if tour.once else frozenset()

    free = set(tour.board.squares()) - tour.obstacles
    starts = free if tour.start is None else [tour.start]
    paths = {(start, once(start), seen_from(tour, start)): (start,) for start in starts}
    queue = list(paths)
    for state in queue:
        square, stood, seen = state
        if is_end(tour, square, seen):
            return paths[state]
        for end, visited in moves(square):
            path, after = (*paths[state], end), (end, stood | once(end), seen | visited)
            if end in stood:
                if tour.closed and end == tour.start and is_end(tour, end, seen | visited):
                    return path
            elif after not in paths:
                paths[after] = path
                queue.append(after)
    return None


def fewest(tour, steps):
    """Return the fewest moves of a tour, or None."""
    path = first_shortest(tour, steps)
    return None if path is None else len(path) - 1


def whole_tours(tour):
    """Yield the tours of all squares in order, by trying every path."""
    squares = sorted(tour.board.squares(), key=by_file)
    ends_of = {
        square: sorted(tour.mover.destinations(tour.board, square, ()), key=by_file)
        for square in squares
    }

    def extend(path):
        if len(path) == len(squares):
            if tour.closed and path[0] in ends_of[path[-1]]:
                yield (*path, path[0])
            elif not tour.closed and (tour.goal is None or visits(tour, path[-1], tour.goal)):
                yield path
        for end in ends_of[path[-1]]:
            if end not in path:
                yield from extend((*path, end))

    for start in squares if tour.start is None else [tour.start]:
        yield from extend((start,))


def all_shortest(tour, steps):
    """Return all shortest tours in lexicographic order, wave by wave over their paths."""
    moves = moves_of(tour, steps)
    wave = {((tour.start,), seen_from(tour, tour.start))}
    known = set()  # squares and targets seen: fewer moves lead there
    while wave:
        if found := {path for path, seen in wave if is_end(tour, path[-1], seen)}:
            return sorted(found, key=lambda path: [(column, -row) for row, column in path])
        known |= {(path[-1], seen) for path, seen in wave}
        wave = {
            ((*path, end), seen | visited)
            for path, seen in wave
            for end, visited in moves(path[-1])
            if (end, seen | visited) not in known
        }
    return []


def random_tour(seed, mover, visit="beside", largest=6, most_targets=5, wrap="", once=False):
    """Return a small tour with pawns and walls, some with sets as targets, some closed."""
    rng = random.Random(seed)
    rows, columns = rng.randint(2, largest), rng.randint(2, largest)
    squares = [(r, c) for r in range(rows) for c in range(columns)]
    rng.shuffle(squares)
    start, goal, *rest = squares
    targets = rest[: rng.randint(1, min(most_targets, len(rest)))]
    rest = rest[len(targets) :]
    in_the_way = rest[: rng.randint(0, len(squares) // 3)]
    walls = [square for square in in_the_way if rng.random() < 0.5]
    pawns = [square for square in in_the_way if square not in walls]
    free = [start, *rest[len(in_the_way) :]]
    if rng.random() < 0.3:
        targets.append(rng.sample(free, min(len(free), rng.randint(1, 3))))
    kind = rng.random()
    if kind < 0.4:
        goal = None
    elif kind < 0.6:
        goal = rng.sample(free, min(len(free), rng.randint(1, 3)))
    closed = goal is None and rng.random() < 0.4
    board = Board(rows, columns, walls, wrap)
    return Tour(board, start, targets, goal, mover, visit, pawns=pawns, closed=closed, once=once)


def possible_tours(mover, number):
    """Yield small possible tours, their plans, and their fewest moves."""
    for seed in range(number):
        visit, wrap = ("on" if seed % 2 else "beside"), WRAPS[seed // 2 % 3]
        tour = random_tour(f"s {mover} {seed}", mover, visit, wrap=wrap)
        shortest = first_shortest(tour, MOVERS[mover])
        if shortest is not None:
            yield tour, TourPlan.of(tour), len(shortest) - 1


def crowd(seed, targets, side=12, mover="Q", visit="beside"):
    """Return a possible tour with many targets, and as many pawns as the board has rows."""
    squares = list(Board(side).squares())
    random.Random(seed).shuffle(squares)
    start, goal, *rest = squares
    pawns = rest[targets : targets + side]
    tour = Tour(Board(side), start, rest[:targets], goal, mover, visit, pawns=pawns)
    return tour if TourPlan.of(tour).possible else crowd(seed + 1000, targets, side, mover, visit)


def random_once(seed, mover, visit):
    """Return a small tour with `once`, mostly without a start; some targets are sets."""
    rng = random.Random(seed)
    rows, columns = rng.randint(1, 4), rng.randint(1, 3)
    squares = [(r, c) for r in range(rows) for c in range(columns)]
    rng.shuffle(squares)
    in_the_way = rng.randint(0, len(squares) // 3)
    cut = rng.randint(0, in_the_way)
    walls, pawns, free = squares[:cut], squares[cut:in_the_way], squares[in_the_way:]
    targets = free[: rng.choice([1, 1, 2, 3, 12])]
    stood_on = [square for square in free if visit != "beside" or square not in targets]
    start = rng.choice(stood_on) if stood_on and rng.random() < 0.2 else None
    goal = None
    if stood_on and rng.random() < 0.4:
        targets[-1] = stood_on[:3]
        goal = rng.sample(stood_on, min(len(stood_on), rng.randint(1, 3)))
    closed = goal is None and start is not None
    board = Board(rows, columns, walls, rng.choice(["", "", "", "cylinder", "torus"]))
    ends = {"pawns": pawns, "closed": closed, "once": True}
    return Tour(board, start, targets, goal, mover, visit, **ends)
