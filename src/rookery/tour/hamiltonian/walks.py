"""All tours of a whole board in lexicographic order, by a depth-first search with look-ahead.

A path is given up as soon as the squares left can't hold the rest of a tour: because two of them
would both have to be the last, or because there are not enough moves between them. Of a tour that
a turn of the board keeps, the path must also leave room for the images of its moves.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rookery.results.limits import Check
from rookery.tour.hamiltonian.graph import MoveGraph
from rookery.tour.hamiltonian.impossible import two_colours

STEPS_PER_CHECK = 64  # steps between two deadline checks
ANY, NO_TOUR = -1, -2  # instead of the last vertex of a tour


class _TwoFactor:
    """The most edges between the vertices left, at most two at each, as in the rest of a tour.

    The end of the path wants one edge, and so does the start of a closed tour; every other vertex
    left wants two, but the last of a tour. If that many edges do not exist, neither does a tour
    that goes on from the path.

    Edges join *givers* to *takers*. If moves change the colour of the squares, as a knight's do,
    one colour gives and the other takes. Otherwise every vertex does both, and an edge counts half
    in each direction (a fractional 2-factor). Alternating paths find the most edges (L. Lovasz,
    M. D. Plummer, "Matching Theory", 1986); few are needed after the path changes by one vertex.
    """

    def __init__(self, graph: MoveGraph, last: int) -> None:
        size, colours = len(graph), two_colours(graph.neighbours())
        self._ends = graph.ends
        self._size = size  # taker number = its vertex + size; a giver has its vertex's number
        self._nodes = [
            (vertex, vertex + size) if colours is None else (vertex + size * colours[vertex],)
            for vertex in range(size)
        ]
        self._edges: list[set[int]] = [set() for _ in range(2 * size)]  # of each giver and taker
        self._wanted = [0] * (2 * size)
        self._unsettled: set[int] = set()  # nodes that may lack edges
        # The last vertex of an open tour lacks an edge, whichever it is.
        self._spared = len(self._nodes[0]) if last == ANY and not graph.closed else 0
        for vertex in range(size):
            self.want(vertex, 1 if vertex == last else 2)

    def want(self, vertex: int, more: int) -> None:
        """Let a vertex have so many more edges at most, or fewer if negative."""
        for node in self._nodes[vertex]:
            self._wanted[node] += more
            while self._lacks(node) < 0:
                other = self._edges[node].pop()
                self._edges[other].remove(node)
                self._unsettled.add(other)
            self._unsettled.add(node)

    def exists(self) -> bool:
        """Return whether enough edges exist for the rest of a tour."""
        for node in self._unsettled:
            while node < self._size and self._lacks(node) and self._augment(node):
                pass
        self._unsettled = {node for node in self._unsettled if self._lacks(node)}
        return sum(map(self._lacks, self._unsettled)) <= self._spared

    def _lacks(self, node: int) -> int:
        return self._wanted[node] - len(self._edges[node])

    def _augment(self, source: int) -> bool:
        """Give a giver one more edge, along an alternating path to a taker that lacks one."""
        giver_before: dict[int, int] = {}
        taker_before = {source: ANY}
        queue = [source]
        for giver in queue:
            for end in self._ends[giver]:
                taker = end + self._size
                if taker in giver_before or taker in self._edges[giver]:
                    continue
                giver_before[taker] = giver
                if self._lacks(taker):
                    self._alternate(taker, giver_before, taker_before)
                    return True
                for other in self._edges[taker] - taker_before.keys():
                    taker_before[other] = taker
                    queue.append(other)
        return False

    def _alternate(
        self, taker: int, giver_before: dict[int, int], taker_before: dict[int, int]
    ) -> None:
        """Exchange the edges of a path that ends at a taker for the others on it."""
        while taker != ANY:
            giver = giver_before[taker]
            self._edges[giver].add(taker)
            self._edges[taker].add(giver)
            taker = taker_before[giver]
            if taker != ANY:
                self._edges[giver].remove(taker)
                self._edges[taker].remove(giver)


class _Walk:
    """A walk over the vertices of a graph, none twice, that may be part of a tour."""

    def __init__(self, graph: MoveGraph, image: Sequence[int] | None) -> None:
        self.path: list[int] = []
        self._graph = graph
        self._turns: list[Sequence[int]] = []  # the turn's image of each vertex, and its source
        if image is not None:
            self._turns = [image, sorted(range(len(graph)), key=image.__getitem__)]
        self._places = [0] * len(graph)  # of the vertices on the path
        self._is_free = [True] * len(graph)  # whether each vertex is not on the path
        self._lasts = [ANY]  # last vertex of a tour, before the first vertex and after each
        if graph.last is not None and len(graph.last) == 1:
            self._lasts = [*graph.last]
        self._joined = graph.neighbours()
        self._starts: list[list[int]] = [[] for _ in graph.ends]  # of the moves to each vertex
        for vertex, ends in enumerate(graph.ends):
            for end in ends:
                self._starts[end].append(vertex)
        # A closed tour of two squares makes the same move forth and back.
        is_simple = graph.is_reversible and len(graph) > 2
        self._rest = _TwoFactor(graph, self._lasts[0]) if is_simple else None

    def enter(self, vertex: int) -> bool:
        """Go on to a vertex, if a tour may; return whether the walk did."""
        last = self._last_beyond(vertex) if self._is_free[vertex] else NO_TOUR
        if last == NO_TOUR:
            return False
        self._places[vertex] = len(self.path)
        self.path.append(vertex)
        self._is_free[vertex] = False
        self._lasts.append(last)
        self._want(-1)
        if self._may_turn() and (self._rest is None or self._rest.exists()):
            return True
        self.leave()
        return False

    def leave(self) -> None:
        """Take the last vertex off the path."""
        self._want(1)
        self._is_free[self.path.pop()] = True
        self._lasts.pop()

    def _may_turn(self) -> bool:
        """Return whether the turn can map the last vertex between two moves to another such one."""
        path = self.path
        for turn in self._turns if len(path) > 2 else ():
            before, vertex, after = (turn[one] for one in path[-3:])
            at = self._places[vertex]
            beside = [] if self._is_free[vertex] else [*path[at - 1 : at], *path[at + 1 : at + 2]]
            if not {before, after}.issuperset(beside):
                return False
        return True

    def _want(self, more: int) -> None:
        """Let the ends of the last move, or the start of an open tour, want more edges or fewer."""
        if self._rest is not None and (len(self.path) > 1 or not self._graph.closed):
            for vertex in self.path[-2:]:
                self._rest.want(vertex, more)

    def _last_beyond(self, vertex: int) -> int:
        """Return the last vertex of every tour that goes on to a free vertex.

        That is the last one so far if it is known. Else a free vertex without an entry and another
        exit is the last; if none is, the last is `ANY`. Where nothing can be entered, or two are
        the last, the walk leads to `NO_TOUR`.
        """
        is_free, path, last = self._is_free, self.path, self._lasts[-1]
        if vertex == last and len(path) + 1 < len(is_free):
            return NO_TOUR
        first, before = (path[0], path[-1]) if path else (vertex, vertex)
        for other in self._joined[vertex] | self._joined[before]:
            if not is_free[other] or other == vertex:
                continue
            entries = [start for start in self._starts[other] if is_free[start]]
            if not entries:
                return NO_TOUR
            exits = [end for end in self._graph.ends[other] if is_free[end] and end != vertex]
            if not exits or (len(exits) == 1 and exits == entries):
                if last not in (ANY, other) or not self._graph.may_end(first, other):
                    return NO_TOUR
                last = other
        return last


def walks(
    graph: MoveGraph, check_deadline: Check = bool, image: Sequence[int] | None = None
) -> Iterator[tuple[int, ...]]:
    """Yield the tours of a connected graph as tuples of vertices, in lexicographic order.

    With the image of each vertex under a turn, tours that are not symmetric are mostly left out.
    """
    size, steps = len(graph), 0
    walk = _Walk(graph, image)
    onward = [iter(range(size) if graph.start is None else [graph.start])]
    while onward:
        steps += 1
        if steps % STEPS_PER_CHECK == 0:
            check_deadline()
        vertex = next(onward[-1], None)
        if vertex is None:
            onward.pop()
            if walk.path:
                walk.leave()
        elif walk.enter(vertex):
            is_whole = len(walk.path) == size
            if is_whole and graph.may_end(walk.path[0], vertex):
                yield tuple(walk.path)
            onward.append(iter(() if is_whole else graph.ends[vertex]))
