"""Counting of Hamiltonian paths and cycles by a frontier sweep over the board.

The *frontier* method is due to D. E. Knuth, The Art of Computer Programming 4A, section 7.1.4
(Simpath). For knights see M. Loebbing and I. Wegener, "The number of knight's tours equals
33,439,123,484,294 - counting with binary decision diagrams", Electronic Journal of Combinatorics 3
(1996), whose number was corrected by B. D. McKay (1997).

Vertices are swept one by one, in order. Swept vertices have both their moves and form path
segments. Only the two ends of each segment matter, which are *mates* on the frontier. A state maps
every vertex of the frontier to its mate. Choices of moves that lead to the same state are merged,
and their numbers added::

    swept                 frontier            not yet touched
    a---b---c   ---->     d   e   f           g ...
                          d's mate is f, e has both its moves

States are left out if a later vertex has too few neighbours left. An open tour becomes a cycle
through one or two extra vertices outside the board, which are swept last.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, count
from typing import TYPE_CHECKING, NamedTuple

from rookery.errors import LimitError
from rookery.results.limits import Check
from rookery.tour.hamiltonian.graph import MoveGraph
from rookery.tour.hamiltonian.impossible import two_colours
from rookery.tour.moves import square_of

if TYPE_CHECKING:
    from rookery.compiled.arrays import UInt64s
    from rookery.tour.hamiltonian.frontier_kernel import StateTable

FULL = -1  # mate of a vertex that has both its moves, and of a free column
MOST_FRONTIER = 62  # vertices of a frontier, at most: their sets are words
STATES_A_TICK = 1 << 8  # in plain Python, between two yields
STATES_A_SLICE = 1 << 18  # found between two yields by the kernel, at most
PLAIN_BYTES = 200  # bytes of a state in plain Python, besides its mates, estimated
SLOT_BYTES = 16  # bytes of the hash table, for a state

Mates = tuple[int, ...]  # by columns of the frontier


@dataclass(frozen=True)
class CycleGraph:
    """A graph whose Hamiltonian cycles are counted, with some path segments given."""

    near: Sequence[set[int]]  # neighbours of each square, in sweep order, and extra vertex
    squares: int  # number of squares
    segments: tuple[tuple[int, int], ...] = ()  # ends of the segments that all cycles contain
    times: int = 2  # tours that each cycle counts for

    @classmethod
    def of(cls, graph: MoveGraph, check_deadline: Check = bool) -> CycleGraph:
        """Return the cycle graph of reversible moves on at least three connected squares.

        Its cycles, each counted `times` times, correspond to the tours as sequences: a path and
        its reverse count as two. The squares are in the order of the smallest frontiers, estimated:
        file by file, rank by rank, or in a greedy one.
        """
        many = len(graph)
        by_rank = sorted(
            range(many), key=lambda vertex: square_of(graph.board, graph.squares[vertex])
        )
        orders = (range(many), by_rank, _greedy_order(graph.ends, check_deadline))
        order = min(orders, key=lambda order: _states_in(graph.ends, order))
        place = {vertex: at for at, vertex in enumerate(order)}
        near = [{place[end] for end in graph.ends[vertex]} for vertex in order]
        if graph.closed:
            return cls(near, many)
        everywhere = set(range(many))
        lasts = everywhere if graph.last is None else {place[last] for last in graph.last}
        if graph.start is not None:
            start = place[graph.start]
            if len(lasts) == 1:
                return cls(near, many, ((start, lasts.pop()),), 1)
            return cls(_with(near, lasts), many, ((start, many),), 1)
        if graph.last is not None:
            return cls(_with(_with(near, lasts), everywhere), many, ((many, many + 1),), 1)
        colours = two_colours(near)
        if colours is None:
            return cls(_with(near, everywhere), many)
        # A path has an end of each colour or, if one has more squares, both ends of that one.
        by_colour = [{at for at in everywhere if colours[at] == colour} for colour in (0, 1)]
        few, more = sorted(by_colour, key=len)
        if len(few) < len(more):
            return cls(_with(near, more), many)
        return cls(_with(_with(near, few), more), many, ((many, many + 1),))


def _with(near: Sequence[set[int]], neighbours: set[int]) -> list[set[int]]:
    """Return the graph with an extra last vertex joined to its neighbours."""
    grown = [ends | {len(near)} if at in neighbours else ends for at, ends in enumerate(near)]
    return [*grown, neighbours]


def _greedy_order(ends: Sequence[Sequence[int]], check_deadline: Check) -> Sequence[int]:
    """Return the vertices in an order in which each adds least to the frontier, ties oldest first.

    If the frontier grows too large nevertheless, they keep their order.
    """
    order: list[int] = []
    unswept = set(range(len(ends)))
    untouched = set(unswept)
    entered: dict[int, int] = {}
    frontier: set[int] = set()
    while unswept:
        check_deadline()
        if len(frontier) > MOST_FRONTIER:
            return range(len(ends))
        nearest = frontier.union(*(ends[vertex] for vertex in frontier)) & unswept or unswept

        def added(vertex: int) -> tuple[int, int, int]:
            fresh = untouched.intersection((vertex, *ends[vertex]))
            return len(fresh), entered.get(vertex, len(ends)), vertex

        order.append(min(nearest, key=added))
        entering = untouched.intersection((order[-1], *ends[order[-1]]))
        entered.update(dict.fromkeys(entering, len(order)))
        untouched.difference_update(entering)
        frontier.update(entering)
        frontier.remove(order[-1])
        unswept.remove(order[-1])
    return order


def _states_in(ends: Sequence[Sequence[int]], order: Sequence[int]) -> int:
    """Estimate the states of all frontiers, up to a factor; each further vertex triples them."""
    states, touched = 0, set[int]()
    for swept, vertex in enumerate(order):
        touched |= {vertex, *ends[vertex]}
        states += 3 ** (len(touched) - swept)
    return states


class DeadEndCheck(NamedTuple):
    """The later neighbours of squares that may run out of neighbours."""

    own: int  # bit of its column; 0 before it is on the frontier
    near: int  # bits of its later neighbours on the frontier
    others: int  # number of its neighbours that are not on the frontier yet
    outside: int  # bits of the extra vertices that it may be joined to


@dataclass(frozen=True)
class VertexStep:
    """The transition of the states by a vertex; vertices are columns of the frontier."""

    own: int  # the vertex
    entering: Sequence[int]  # vertices that enter the frontier
    later: Sequence[int]  # later neighbours
    is_last: bool  # whether all later vertices are on the frontier, so that the cycle may close
    checks: Sequence[DeadEndCheck]  # squares that may run out of neighbours

    def after(self, state: Mates) -> Iterator[Mates]:
        """Yield the successor states for all choices of moves to later vertices."""
        mates = list(state)
        for column in self.entering:
            mates[column] = column
        own = mates[self.own]
        lacking = 0 if own == FULL else 2 if own == self.own else 1
        full = sum(1 << at for at, mate in enumerate(mates) if mate == FULL)
        single = sum(1 << at for at, mate in enumerate(mates) if mate not in (FULL, at))
        for chosen in combinations([at for at in self.later if mates[at] != FULL], lacking):
            now_full, now_single = full | 1 << self.own, single
            for at in chosen:
                now_full |= single & 1 << at
                now_single |= 1 << at
            # The other ends of the two segments that are joined.
            ends = [own] * (lacking == 1) + [mates[at] for at in chosen]
            closes = bool(ends) and ends[0] == chosen[0 if lacking == 1 else 1]
            may_close = self.is_last and now_full == (1 << len(mates)) - 1
            if (closes and not may_close) or not self.has_moves(now_full, now_single):
                continue
            after = [FULL if now_full >> at & 1 else mate for at, mate in enumerate(mates)]
            if ends and not closes:
                after[ends[0]], after[ends[1]] = ends[1], ends[0]
            yield tuple(after)

    def has_moves(self, full: int, single: int) -> bool:
        """Return whether every square can still get its moves.

        `full` and `single` are the vertices with both their moves, and with at least one, as bits.
        """
        for own, near, others, outside in self.checks:
            lacking = 2 - (single & own != 0) - others - (near & ~full).bit_count()
            if full & own or lacking <= 0:
                continue
            outside &= ~full
            joinable = outside.bit_count()
            if lacking > joinable:
                return False
            if joinable == 1:  # the square takes a move of the extra vertex
                full |= outside & single
                single |= outside
        return True


def sweep_of(ring: CycleGraph, check_deadline: Check = bool) -> tuple[Mates, list[VertexStep]]:
    """Return the first state and the transitions; raise a `LimitError` if a frontier exceeds 62."""
    near = ring.near
    column: dict[int, int] = {}

    def enter(vertices: Iterable[int]) -> list[int]:
        fresh = [vertex for vertex in vertices if vertex not in column]
        for vertex in fresh:
            column[vertex] = next(at for at in count() if at not in column.values())
        if len(column) > MOST_FRONTIER:
            raise LimitError(
                f"the frontier has {len(column)} squares, expected at most {MOST_FRONTIER}"
            )
        return [column[vertex] for vertex in fresh]

    mates: dict[int, int] = {}
    for pair in ring.segments:
        first, last = enter(pair)
        mates |= {first: last, last: first}
    steps, width = [], len(column)
    for vertex, around in enumerate(near):
        check_deadline()
        later = sorted(end for end in around if end > vertex)
        entering = enter((vertex, *later))
        width = max(width, *(at + 1 for at in column.values()))
        checks = []
        for square in sorted({*column}.union(*(near[live] for live in column))):
            left = [end for end in near[square] if end > vertex]
            on = [end for end in left if end in column]
            if vertex < square < ring.squares and len(left) - len(on) < 2:
                beside = sum(1 << column[end] for end in on if end < ring.squares)
                outside = sum(1 << column[end] for end in on if end >= ring.squares)
                own = 1 << column[square] if square in column else 0
                checks.append(DeadEndCheck(own, beside, len(left) - len(on), outside))
        columns = [column[end] for end in later]
        is_last = vertex + len(column) == len(near)
        steps.append(VertexStep(column.pop(vertex), entering, columns, is_last, checks))
    return tuple(mates.get(at, FULL) for at in range(width)), steps


class PlainSweep:
    """The states of a sweep between two vertices, in a dictionary, each with its choices."""

    def __init__(self, start: Mates) -> None:
        self.bytes_a_state = PLAIN_BYTES + 8 * len(start)
        self._states = {start: 1}

    def __len__(self) -> int:
        return len(self._states)

    def over(self, step: VertexStep) -> Iterator[int]:
        """Sweep a vertex; yield the number of states found after each slice of work."""
        found: dict[Mates, int] = {}
        for number, (state, ways) in enumerate(self._states.items(), 1):
            for after in step.after(state):
                found[after] = found.get(after, 0) + ways
            if number % STATES_A_TICK == 0:
                yield len(found)
        self._states = found
        yield 0

    def total(self) -> int:
        """Return the number of choices that lead to all states together."""
        return sum(self._states.values())


class CompiledSweep:
    """The states in arrays, swept by the kernel."""

    def __init__(self, start: Mates) -> None:
        import numpy as np

        from rookery.tour.hamiltonian import frontier_kernel as kernel

        self._kernel = kernel
        self._width = len(start)
        words = -(-len(start) // kernel.COLUMNS_A_WORD)
        key = sum(mate + 1 << 8 * at for at, mate in enumerate(start))
        packed = key.to_bytes(8 * words, "little")
        self._keys: UInt64s = np.frombuffer(packed, np.uint64).reshape(1, words)
        self._ways = np.ones((1, 1), np.int64)

    def __len__(self) -> int:
        return len(self._ways)

    @property
    def bytes_a_state(self) -> int:
        """The bytes of memory of a state; while a table grows, both copies exist."""
        words: int = self._keys.shape[1] + self._ways.shape[1]
        return 2 * 8 * words + SLOT_BYTES

    def over(self, step: VertexStep) -> Iterator[int]:
        """Sweep a vertex; yield the number of states found after each slice of work."""
        import numpy as np

        kernel = self._kernel
        if self._ways[:, -1].sum(dtype=float) > kernel.MOST_TOP:
            self._ways = np.pad(self._ways, ((0, 0), (0, 1)))
        many, words = self._keys.shape
        later = len(step.later)
        choices = 1 + later * (later + 1) // 2
        each = min(many, max(1, STATES_A_SLICE // choices))
        vertex = kernel.VertexArrays(
            np.array(step.entering, np.int64),
            np.array(step.later, np.int64),
            np.array(step.checks, np.int64).reshape(-1, 4),
            step.own,
            step.is_last,
        )
        mates, after = np.zeros(self._width, np.int64), np.zeros(words, np.uint64)
        table, found = self.table(2 * each * choices), 0
        for first in range(0, many, each):
            if found + each * choices > len(table.keys):
                larger = self.table(2 * len(table.keys))
                larger.keys[:found], larger.ways[:found] = table.keys[:found], table.ways[:found]
                kernel.fill_slots(larger, found)
                table = larger
            found = kernel.sweep_states(
                self._keys,
                self._ways,
                first,
                min(first + each, many),
                vertex,
                mates,
                after,
                table,
                found,
            )
            yield found
        self._keys, self._ways = table.keys[:found], table.ways[:found]

    def table(self, room: int) -> StateTable:
        """Return an empty table with room for a number of states."""
        import numpy as np

        from rookery.compiled.kernels import NONE

        return self._kernel.StateTable(
            np.full(1 << (2 * room).bit_length(), NONE, np.int32),
            np.empty((room, self._keys.shape[1]), np.uint64),
            np.empty((room, self._ways.shape[1]), np.int64),
        )

    def total(self) -> int:
        """Return the number of choices that lead to all states together."""
        limbs: list[int] = self._ways.astype(object).sum(axis=0).tolist()
        return sum(limb << self._kernel.LIMB * at for at, limb in enumerate(limbs))
