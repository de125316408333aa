"""Proofs that a board has no tour: by counts, colourings, cuts and theorems.

Counts, colourings and cuts are necessary conditions for a Hamiltonian path or cycle. The theorems
are exact for a knight on a complete plane rectangle:

- closed: A. J. Schwenk, "Which rectangular chessboards have a knight's tour?", Mathematics
  Magazine 64 (1991);
- open: P. Cull and J. De Curtins, "Knight's tour revisited", Fibonacci Quarterly 16 (1978), for
  sides of at least 5, and G. L. Chia and S.-H. Ong, "Generalized knight's tours on rectangular
  chessboards", Discrete Applied Mathematics 150 (2005), for the others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rookery.boards.pieces import Piece
from rookery.results.limits import Check
from rookery.tour.hamiltonian.graph import MoveGraph

CUT_SQUARES = 1000  # squares; larger boards are not searched for cut vertices

KNIGHT = frozenset(
    (down, right) for down in (-2, -1, 1, 2) for right in (-2, -1, 1, 2) if abs(down * right) == 2
)

Joined = Sequence[set[int]]


def why_none(graph: MoveGraph, mover: Piece, check_deadline: Check = bool) -> str | None:
    """Explain why a graph of at least two squares has no tour; return None if it may have one."""
    joined = graph.neighbours()
    is_ring = graph.closed and len(graph) > 2
    return (
        _disconnected(graph, joined)
        or _theorem(graph, mover)
        or _few_moves(graph)
        or _colours(graph, joined)
        or (_forced(graph, joined) if is_ring else None)
        or (_cut_vertex(graph, joined, check_deadline) if len(graph) <= CUT_SQUARES else None)
    )


def _disconnected(graph: MoveGraph, joined: Joined) -> str | None:
    first = 0 if graph.start is None else graph.start
    ends: Sequence[set[int] | Sequence[int]] = joined if graph.start is None else graph.ends
    reached = _component(ends, first, set())
    left = next((vertex for vertex in range(len(graph)) if vertex not in reached), None)
    if left is None:
        return None
    return f"{graph.name(left)} is out of reach from {graph.name(first)}"


def _component(ends: Sequence[set[int] | Sequence[int]], first: int, without: set[int]) -> set[int]:
    """Return the vertices reachable from `first` outside `without`."""
    reached, stack = {first}, [first]
    while stack:
        for end in ends[stack.pop()]:
            if end not in reached and end not in without:
                reached.add(end)
                stack.append(end)
    return reached


def _theorem(graph: MoveGraph, mover: Piece) -> str | None:
    board = graph.board
    if board.wrap:
        return None
    steps = {motion.step for motion in mover.motions if motion.moves}
    simple = all(motion.reach == 1 and not motion.path for motion in mover.motions)
    if steps != KNIGHT or mover.routes or not simple or len(graph) < board.rows * board.columns:
        return None
    short, long = sorted((board.rows, board.columns))
    if graph.closed:
        odd, narrow = short % 2 and long % 2, short in (1, 2, 4)
        if odd or narrow or (short == 3 and long in (4, 6, 8)):
            return f"no {short}x{long} board has a closed knight's tour (Schwenk 1991)"
    elif short <= 2 or (short, long) in {(3, 3), (3, 5), (3, 6), (4, 4)}:
        return f"no {short}x{long} board has a knight's tour (Chia and Ong 2005)"
    return None


def _few_moves(graph: MoveGraph) -> str | None:
    """Name the squares with too few moves from or to them."""
    arrivals = Counter(end for ends in graph.ends for end in ends)
    name = graph.name
    if graph.closed:
        for vertex, ends in enumerate(graph.ends):
            if len(graph) > 2 > len(ends) and graph.is_reversible:
                return f"{name(vertex)} has one move, and a closed tour needs two"
            if not arrivals[vertex] or not ends:
                return f"no move leads {'from' if arrivals[vertex] else 'to'} {name(vertex)}"
        return None
    dead = [vertex for vertex, ends in enumerate(graph.ends) if not ends]
    lone = [vertex for vertex in range(len(graph)) if not arrivals[vertex]]
    for found, way in ((dead, "from"), (lone, "to")):
        if len(found) > 1:
            return f"no move leads {way} {name(found[0])} and {name(found[1])}"
    singles = [v for v, ends in enumerate(graph.ends) if len(ends) == 1 and v != graph.start]
    ends_free = 2 if graph.start is None else 1
    if len(singles) > ends_free and graph.is_reversible:
        named = ", ".join(map(name, singles[: ends_free + 1]))
        return f"{named} have one move each, and a path can end on {ends_free} of them at most"
    return None


def _colours(graph: MoveGraph, joined: Joined) -> str | None:
    """Explain how the numbers of colours rule out a tour, if every move changes the colour."""
    colours = two_colours(joined)
    if colours is None:
        return None
    many = Counter(colours)
    fault = (
        "every move changes the colour of the square, "
        f"and the colours have {many[0]} and {many[1]} squares"
    )
    more = many[0] - many[1]
    if abs(more) > (not graph.closed):
        return fault
    if graph.closed:
        return None
    first = None if graph.start is None else colours[graph.start]
    lasts = None if graph.last is None else {colours[vertex] for vertex in graph.last}
    if more:
        fitting = int(more < 0)
        if first not in (None, fitting) or (lasts is not None and fitting not in lasts):
            return f"{fault}: a path begins and ends on the more frequent colour"
    elif first is not None and lasts == {first}:
        return f"{fault}: a path begins and ends on different colours"
    return None


def two_colours(joined: Joined) -> list[int] | None:
    """Return a colour, 0 or 1, of every vertex of a connected bipartite graph, else None."""
    colours = [-1] * len(joined)
    colours[0] = 0
    stack = [0]
    while stack:
        vertex = stack.pop()
        for end in joined[vertex]:
            if colours[end] < 0:
                colours[end] = 1 - colours[vertex]
                stack.append(end)
            elif colours[end] == colours[vertex]:
                return None
    return colours


def _forced(graph: MoveGraph, joined: Joined) -> str | None:
    """Explain how moves forced by squares with two neighbours rule out a closed tour."""
    # A square with two neighbours is joined to both. A square joined twice loses its other moves,
    # which may leave its neighbours with two.
    left = [set(near) for near in joined]
    forced: list[set[int]] = [set() for _ in left]
    waiting = [vertex for vertex, near in enumerate(left) if len(near) == 2]
    while waiting:
        vertex = waiting.pop()
        for near in left[vertex] - forced[vertex]:
            forced[vertex].add(near)
            forced[near].add(vertex)
            if len(forced[near]) > 2:
                return f"{graph.name(near)} would have to be joined to three squares"
            if len(forced[near]) == 2:
                for other in left[near] - forced[near]:
                    left[other].discard(near)
                    if len(left[other]) < 2:
                        return f"forced moves leave {graph.name(other)} fewer than two moves"
                    if len(left[other]) == 2:
                        waiting.append(other)
                left[near] = set(forced[near])
    seen: set[int] = set()
    for vertex in range(len(forced)):
        if vertex not in seen:
            joint = _component(forced, vertex, set())
            seen |= joint
            if len(joint) < len(graph) and all(len(forced[other]) == 2 for other in joint):
                return (
                    f"forced moves close a tour of {len(joint)} squares only, "
                    f"through {graph.name(vertex)}"
                )
    return None


def _cut_vertex(graph: MoveGraph, joined: Joined, check_deadline: Check) -> str | None:
    """Name a cut vertex whose removal leaves too many components."""
    for cut in range(len(graph)):
        check_deadline()
        parts, seen = 0, {cut}
        for near in joined[cut]:
            if near not in seen:
                parts += 1
                seen |= _component(joined, near, {cut})
        is_end = graph.closed or cut == graph.start or graph.last == frozenset([cut])
        if parts > (1 if is_end else 2):
            return f"without {graph.name(cut)} the board splits into {parts} components"
    return None
