"""The attacks of a whole position at once, as array operations, on boards of any size.

For each step that a piece rides or hops, the lines of the board are written one after the other
into a single array, with a separator behind each. One accumulated minimum then gives the next
obstacle after every square, and so the end of every ride::

    place in the array     0  1  2  3  4  5  6  7  8
    on the board           _  R  _  #  _  _  B  |  _
    next obstacle          1  3  3  6  6  6  7  8  ...

A ride from place p attacks the places after p up to the next obstacle, a hop those between the next
obstacle and the one after it. Sums of values over such spans are differences of a running sum. A
line around wrapped edges is written twice, and its rides end before their own square. Leaps have a
table of their ends.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from rookery.boards.board import Board, Step
from rookery.boards.motions import ENDLESS, Motion
from rookery.cover.model.layout import Layout, moved
from rookery.cover.model.traits import by_motion
from rookery.cover.puzzle import Cover, PlacedPiece

if TYPE_CHECKING:
    from rookery.compiled.arrays import Bools, Float64s, Int32s, Int64s

NO_PIECE = -1
ANY_NUMBER = 1 << 30  # stands for no limit
FAR = 1 << 30  # squares; more than any line has


class Sights(NamedTuple):
    """Attacks on targets along one motion that are open, or that one piece of ours opens."""

    square: Int64s  # [sight] source
    target: Int64s  # [sight] index of the target
    length: Int64s  # [sight] steps
    lacking: Int64s  # [sight] our pieces that must still stand in between: 0 or, for some hops, 1

    def only(self, kept: Bools) -> Sights:
        """Return the marked sights."""
        return Sights(*(column[kept] for column in self))


class ScanBoard(Layout):
    """The squares, lines and prices of a puzzle, from which positions are scanned.

    A *position* is an array with the kind of our piece on each square, `NO_PIECE` for none.
    """

    def __init__(self, puzzle: Cover) -> None:
        super().__init__(puzzle)
        board, squares, kinds = puzzle.board, np.arange(self.size), len(puzzle.pieces)
        at = self.target_at[:-1]
        self.target: Bools = at >= 0
        # [square] the pieces that must and may cover it
        self.least = np.where(self.target, np.array([*puzzle.at_least, 0])[at], 0)
        most = [ANY_NUMBER if n is None else n for n in puzzle.at_most]
        self.most = np.where(self.target, np.array([*most, 0])[at], ANY_NUMBER)
        self.spared = self.marked(puzzle.spared)[:-1]
        self.standing = np.array(self._numbers(square for _, square in puzzle.standing), np.int64)
        movers = by_motion((*puzzle.pieces, *(piece for piece, _ in puzzle.standing)), board)
        self.leaps = [motion for motion in movers if motion.reach == 1 and not motion.hop]
        self.rides = sorted(movers.keys() - set(self.leaps), key=lambda motion: motion.hop)
        number = len(puzzle.pieces) + len(puzzle.standing)
        self.leaper, self.rider = (  # [motion, piece] whether the piece has it
            np.zeros((len(own), number), bool) for own in (self.leaps, self.rides)
        )
        for own, has in ((self.leaps, self.leaper), (self.rides, self.rider)):
            for place, motion in enumerate(own):
                has[place, movers[motion]] = True
        self.of_leap, self.of_ride = (
            own[:, :kinds].T.astype(np.float64) for own in (self.leaper, self.rider)
        )
        self.end = np.full((len(self.leaps), self.size), self.size, np.int32)  # of each leap
        for place, motion in enumerate(self.leaps):
            end = moved(board, squares, *motion.step)
            self.end[place] = np.where(self.solid[end] | (end == squares), self.size, end)
        self.begin = np.full((len(self.leaps), self.size + 1), self.size, np.int32)
        self.begin[np.arange(len(self.leaps))[:, None], self.end] = squares
        self.begin = self.begin[:, :-1]
        self._lay_lines(board)

    def _lay_lines(self, board: Board) -> None:
        """Write the lines of all rides into one array; lame riders have lines of their own."""
        ways = list(dict.fromkeys((motion.step, motion.path) for motion in self.rides))
        lines = _Lines.of(board, [step for step, _ in ways])
        own = [ways.index((motion.step, motion.path)) for motion in self.rides]
        reaches = [FAR if motion.reach == ENDLESS else motion.reach for motion in self.rides]
        self.square = lines.squares
        self.spot, self.late = lines.spot[own], lines.late[own]  # [ride, square]
        self.reach = np.minimum(lines.longest[own], np.array(reaches, np.int32))[:, None]
        hops = [motion.hop for motion in self.rides]
        self.by_hop = {
            hop: slice(hops.index(hop), hops.index(hop) + hops.count(hop))
            for hop in dict.fromkeys(hops)
        }
        # places from which a lame rider may not step, where these squares are occupied
        blocks = [slice(*ends) for ends in pairwise(lines.start)]
        self.gates = [
            (block, [self._aside(aside)[lines.squares[block]] for aside in path])
            for block, (_, path) in zip(blocks, ways, strict=True)
            if path
        ]

    def _aside(self, step: Step) -> Int64s:
        """Return the square a step away from each, and from the one outside the board."""
        return np.append(moved(self.puzzle.board, np.arange(self.size), *step), self.size)

    @cached_property
    def cheapest(self) -> Float64s:
        """The least price of a piece that can cover each square; the greatest if none can."""
        found = np.full(self.size, float(self.price.max()))
        for kind, may in enumerate(self.may):
            covered = self.scan(np.where(may, kind, NO_PIECE)).covers > 0
            price = self.price[kind].min(where=may, initial=self.price.max())
            found = np.where(covered, np.minimum(found, price), found)
        return found

    def steady(self) -> tuple[Int64s, Int64s, Int64s]:
        """Return kind, square and target of all attacks that no piece can block."""
        found = []
        free = np.array([not motion.path for motion in self.leaps], bool)
        rides = np.array([not (motion.path or motion.hop) for motion in self.rides], bool)
        for ends, movers in (
            (self.end[free], self.leaper[free]),
            (self.square[self.spot[rides] + 1], self.rider[rides]),
        ):
            motion, square = np.nonzero(np.append(self.target, False)[ends])
            for kind in range(len(self.price)):
                own = movers[motion, kind] & self.may[kind, square]
                found.append((own.nonzero()[0] * 0 + kind, square[own], ends[motion, square][own]))
        numbers, squares, targets = (np.concatenate(parts) for parts in zip(*found, strict=True))
        return numbers, squares, targets.astype(np.int64)

    def scan(self, position: Int64s) -> Scan:
        """Return the scan of a position."""
        return Scan(self, position)

    def empty(self) -> Int64s:
        """Return the position without placed pieces."""
        return np.full(self.size, NO_PIECE)

    def position(self, pieces: Iterable[PlacedPiece]) -> Int64s:
        """Return the position of placed pieces."""
        found = self.empty()
        for kind, row, column in pieces:
            found[row * self.puzzle.board.columns + column] = kind
        return found

    def answer(self, position: Int64s) -> tuple[PlacedPiece, ...]:
        """Return a position as an answer."""
        squares = np.flatnonzero(position >= 0)
        rows, columns = np.divmod(squares, self.puzzle.board.columns)
        return tuple(zip(position[squares].tolist(), rows.tolist(), columns.tolist(), strict=True))

    def left(self, position: Int64s) -> Int64s:
        """Return the number of pieces of each kind that remain in stock."""
        used = np.bincount(position[position >= 0], minlength=len(self.price))
        stock = [ANY_NUMBER if n is None else n for n in self.puzzle.stock]
        return np.array(stock) - used


class Scan:
    """The attacks of a position.

    >>> board = ScanBoard(Cover.parse(["+_#+"], [2, 3], ["R", "K"]))
    >>> scan = board.scan(board.position([(0, 0, 1)]))
    >>> scan.attacks.tolist(), board.scan(board.empty()).gains(board.target)[1].tolist()
    ([1, 0, 1, 0], [1.0, 2.0, 2.0, 2.0])
    """

    def __init__(self, board: ScanBoard, position: Int64s) -> None:
        self.board, self.position = board, position
        occupied = board.obstacle.copy()
        occupied[:-1] |= position >= 0
        stops = occupied | board.solid
        last = len(board.square) - 1  # a separator
        places = np.flatnonzero(stops[board.square]).astype(np.int32)
        self._stops, gaps = places, np.diff(places)
        self._next = np.append(np.repeat(places[1:], gaps), np.int32(last))
        self._occupied = occupied
        self._barred = stops
        self._gate: Int32s | None = None  # the next place that a lame rider may not leave
        if board.gates:
            shut = np.arange(last + 1) == last
            for block, asides in board.gates:
                for aside in asides:
                    shut[block] |= self._barred[aside]
            places = np.flatnonzero(shut).astype(np.int32)
            self._gate = np.repeat(places, np.diff(places, prepend=-1))

    def spans(self, at: Int32s, reach: Int32s | int, hop: str) -> tuple[Int32s, Int32s]:
        """Return the places before the first and at the last that rides from places attack."""
        next_, gate, end = self._next, self._gate, at + reach
        first, last = at, np.minimum(next_[at], end)
        if gate is not None:
            last = np.minimum(last, gate[at])
        if hop:
            is_hurdle = self._occupied[self.board.square[last]] & (next_[at] == last)
            first = last
            last = np.minimum(next_[first], end)
            if gate is not None:
                last = np.minimum(last, gate[first])
            last = np.where(is_hurdle, np.minimum(last, first + 1) if hop == "g" else last, first)
        return first, last

    def sights(self, motions: Sequence[Motion], squares: Int64s) -> Sights:
        """Return the sights from squares along leaps, or along rides that all hop or all do not.

        A hop needs one piece in between, right before the target if it must land just behind its
        hurdle. Our pieces stand only where they may be placed.
        """
        board, target_at, hop = self.board, self.board.target_at, motions[0].hop
        source = np.tile(squares, len(motions))
        if motions[0] in board.leaps:
            leaps = np.array([[board.leaps.index(motion)] for motion in motions])
            ends = self._leap_ends(leaps, squares).ravel()
            return _sights(source, target_at[ends], 1, 0)
        rides = [board.rides.index(motion) for motion in motions]
        at = board.spot[rides][:, squares].ravel()
        reach = np.repeat(board.reach[rides], len(squares))
        owner, place = _within(*self.spans(at, reach, hop))
        found = _sights(source[owner], target_at[board.square[place]], place - at[owner], 0)
        if not hop:
            return found
        placeable = board.place[board.square]  # over a piece of ours, before the first obstacle
        first, last = self.spans(at, reach, "")
        owner, place = _within(first + 1, last)
        room = placeable[place - 1]
        if hop == "p":
            before = np.cumsum(placeable)
            room = before[place - 1] > before[at[owner]]
        owner, place = owner[room], place[room]
        over = _sights(source[owner], target_at[board.square[place]], place - at[owner], 1)
        return Sights(*(np.concatenate(parts) for parts in zip(found, over, strict=True)))

    def _leap_ends(self, motion: Int64s | slice, square: Int64s | slice) -> Int32s:
        """Return the ends of leaps from squares; the board's size where one is barred."""
        ends: Int32s = self.board.end[motion, square]
        lame = [place for place, leap in enumerate(self.board.leaps) if leap.path]
        if lame:
            ends = ends.copy()
            barred = np.zeros(self.board.end.shape, bool)
            for place in lame:
                for step in self.board.leaps[place].path:
                    passed = self.board._aside(step)[:-1]
                    is_other = passed != np.arange(self.board.size)  # else around a torus
                    barred[place] |= self._barred[passed] & is_other
            ends[barred[motion, square]] = self.board.size
        return ends

    def _riding(self, hop: str) -> tuple[Int64s, Int32s, Int32s]:
        """Return our pieces with rides of a kind, by index, and the place and reach of each."""
        board, (numbers, squares) = self.board, self._pieces
        rides = board.by_hop[hop]
        motion, piece = np.nonzero(board.rider[rides][:, numbers])
        return piece, board.spot[rides][motion, squares[piece]], board.reach[rides][motion, 0]

    @cached_property
    def attacked(self) -> tuple[Int64s, Int64s]:
        """The index of a piece of ours, and the square, for each attack.

        Without wrapped edges, a piece that attacks a square in two ways has two attacks.
        """
        board, (numbers, squares) = self.board, self._pieces
        motion, piece = np.nonzero(board.leaper[:, numbers])
        pieces, ends = [piece], [self._leap_ends(motion, squares[piece])]
        for hop in board.by_hop:
            piece, at, reach = self._riding(hop)
            owner, place = _within(*self.spans(at, reach, hop))
            pieces.append(piece[owner])
            ends.append(board.square[place])
        piece, end = np.concatenate(pieces), np.concatenate(ends).astype(np.int64)
        if board.puzzle.board.wrap:
            piece, end = np.divmod(np.unique(piece * (board.size + 1) + end), board.size + 1)
        return piece, end

    @cached_property
    def attacks(self) -> Int64s:
        """The number of attacks of our pieces on each square."""
        found = np.bincount(self.attacked[1], minlength=self.board.size + 1)
        found[self.board.solid] = 0
        return found[:-1]

    @cached_property
    def _pieces(self) -> tuple[Int64s, Int64s]:
        """The numbers and squares of our pieces, and then of the standing ones."""
        own, standing = np.flatnonzero(self.position >= 0), self.board.standing
        numbers = np.arange(len(standing)) + len(self.board.price)
        return np.append(self.position[own], numbers), np.append(own, standing)

    @cached_property
    def cost(self) -> int:
        """The cost of our pieces."""
        squares = np.flatnonzero(self.position >= 0)
        return int(self.board.price[self.position[squares], squares].sum())

    @cached_property
    def is_cover(self) -> bool:
        """Whether there are pieces of ours, and they cover every target."""
        return bool((self.position >= 0).any()) and not self.lacking.any()

    @cached_property
    def covers(self) -> Int64s:
        """The number of our pieces that cover each square."""
        return self.attacks if self.board.puzzle.total else self.attacks + (self.position >= 0)

    @cached_property
    def slack(self) -> Int64s:
        """The pieces beyond those that must cover each target; `ANY_NUMBER` on other squares."""
        return np.where(self.board.target, self.covers - self.board.least, ANY_NUMBER)

    @cached_property
    def lacking(self) -> Int64s:
        """The further pieces that must cover each square."""
        return np.maximum(-self.slack, 0)

    @cached_property
    def overdone(self) -> Bools:
        """The squares that are attacked or covered more often than allowed."""
        found = (self.board.spared & (self.attacks > 0)) | (self.covers > self.board.most)
        if self.board.puzzle.independent:
            found = found | (self._ours & (self.attacks > 0))
        return found

    @property
    def _ours(self) -> Bools:
        ours: Bools = self.position >= 0
        ours[self.board.standing] = True
        return ours

    @cached_property
    def barred(self) -> Bools:
        """The squares that no further piece may attack."""
        found = self.board.spared | (self.covers >= self.board.most)
        return found | self._ours if self.board.puzzle.independent else found

    def gains(self, wanted: Float64s | Int64s | Bools) -> Float64s:
        """Return the sum of the wanted values that a piece covers, by its kind and square."""
        board = self.board
        value = np.append(wanted.astype(np.float64), 0.0)
        found = np.zeros(board.price.shape)
        if not board.puzzle.total:
            found += value[:-1]
        if len(board.leaps):
            every = slice(None)
            found += board.of_leap @ value[self._leap_ends(every, every)]
        total = np.cumsum(value[board.square])
        for hop, rides in board.by_hop.items():
            first, last = self.spans(board.spot[rides], board.reach[rides], hop)
            found += board.of_ride[:, rides] @ (total[last] - total[first])
        return found

    def held(self, values: Float64s | Int64s | Bools) -> Float64s:
        """Return the sum of the values that each of our pieces covers, by its square."""
        piece, end = self.attacked
        ours = np.flatnonzero(self.position >= 0)
        value = np.append(values.astype(np.float64), 0.0)
        found = np.bincount(piece, value[end], len(ours))[: len(ours)].astype(np.float64)
        return found if self.board.puzzle.total else found + value[ours]

    def covered(self, square: int) -> Int64s:
        """Return the squares that our piece on a square covers."""
        piece, end = self.attacked
        ends = end[piece == (self.position[:square] >= 0).sum()]
        ends = ends[~self.board.solid[ends]]
        return ends if self.board.puzzle.total else np.append(ends, square)

    def ways(self, targets: Int64s) -> tuple[Int64s, Int64s, Int64s]:
        """Return kind, square and target of all attacks by which further pieces cover targets.

        Pieces stand where they may, on empty squares. Rides are followed back from the targets.
        """
        board, kinds, count = self.board, len(self.board.price), max(1, len(targets))
        empty = np.append(self.position < 0, False)
        start = board.begin[:, targets].ravel().astype(np.int64)
        way = np.flatnonzero(empty[start])
        way = way[self._leap_ends(way // count, start[way]) < board.size]
        found = [(board.leaper[way // count, :kinds], start[way], way % count)]
        previous = np.append(0, np.repeat(self._stops[:-1], np.diff(self._stops)))
        for hop, rides in board.by_hop.items():
            at = board.late[rides][:, targets]
            least = at - board.reach[rides] - 1
            if self._gate is not None:
                shut = np.flatnonzero(self._gate == np.arange(len(board.square)))
                least = np.maximum(least, np.append(-1, shut)[np.searchsorted(shut, at)])
            last = at - 1
            if hop:
                hurdle = previous[at]
                is_hurdle = self._occupied[board.square[hurdle]]
                if hop == "g":
                    is_hurdle &= hurdle == last
                at, last = hurdle, np.where(is_hurdle, hurdle - 1, least)
            owner, place = _within(np.maximum(least, previous[at]).ravel(), last.ravel())
            movers = board.rider[rides][owner // count, :kinds]
            found.append((movers, board.square[place].astype(np.int64), owner % count))
        if not board.puzzle.total:
            found.append((np.ones((len(targets), kinds), bool), targets, np.arange(len(targets))))
        movers, square, number = (np.concatenate(parts) for parts in zip(*found, strict=True))
        way, kind = np.nonzero(movers & board.may.T[square] & empty[square][:, None])
        return kind, square[way], targets[number[way]]

    @cached_property
    def hurdles(self) -> Bools:
        """Our pieces that others may hop over."""
        found = np.zeros(self.board.size + 1, bool)
        for hop in filter(None, self.board.by_hop):
            found[self.board.square[self._next[self._riding(hop)[1]]]] = True
        return found[:-1] & (self.position >= 0)


def _sights(square: Int64s, target: Int64s, length: Int64s | int, lacking: int) -> Sights:
    """Return the sights that end on targets."""
    on = target >= 0
    length = length[on] if isinstance(length, np.ndarray) else np.full(on.sum(), length)
    return Sights(square[on], target[on], length, np.full(len(length), lacking))


def _within(first: Int64s | Int32s, last: Int64s | Int32s) -> tuple[Int64s, Int64s]:
    """Return the index of a span and the place for every place behind its first up to its last."""
    lengths = np.maximum(last - first, 0)
    owner = np.repeat(np.arange(len(lengths)), lengths)
    return owner, (first + 1 - np.cumsum(lengths) + lengths)[owner] + np.arange(len(owner))


class _Lines(NamedTuple):
    """The lines of some steps, one after the other, with a separator behind each."""

    squares: Int32s  # [place]; it begins and ends with one separator more
    spot: Int32s  # [step, square] its first place
    late: Int32s  # [step, square] its last place
    longest: Int32s  # [step] ride
    start: list[int]  # [step] where its lines start; at last where all end

    @staticmethod
    def of(board: Board, steps: list[Step]) -> _Lines:
        """Return the lines of a board."""
        if board.wrap:
            return _Lines._around(board, steps)
        size = board.rows * board.columns
        squares = np.arange(size, dtype=np.int32)
        row, column = np.divmod(squares, board.columns)
        down, right = np.array(steps, np.int32).reshape(-1, 2).T[..., None]
        behind = np.minimum(_room(row, -down, board.rows), _room(column, -right, board.columns))
        ahead = np.minimum(_room(row, down, board.rows), _room(column, right, board.columns))
        lengths = np.where(behind == 0, ahead + 2, 0)  # of the line that begins here, and separator
        ends = np.cumsum(lengths, dtype=np.int32).reshape(lengths.shape)
        first = squares - behind * (down * board.columns + right)
        spot = 1 + np.take_along_axis(ends - lengths, first, axis=1) + behind
        start = [1, *(ends[:, -1] + 1).tolist()]
        found = np.full(start[-1] + 1, size, np.int32)
        found[spot] = squares
        return _Lines(found, spot, spot, np.full(len(steps), FAR, np.int32), start)

    @staticmethod
    def _around(board: Board, steps: list[Step]) -> _Lines:
        size = board.rows * board.columns
        spot = np.zeros((len(steps), size), np.int32)
        order, start, longest = [size], [1], np.full(len(steps), FAR, np.int32)
        for number, step in enumerate(steps):
            for line in board.lines(step):
                own = [row * board.columns + column for row, column in line]
                spot[number, own] = np.arange(len(order), len(order) + len(own))
                order += own
                if board.around(line[-1][0] + step[0], line[-1][1] + step[1]) == line[0]:
                    longest[number] = len(own) - 1
                    order += own
                order.append(size)
            start.append(len(order))
        late = spot + np.where(longest < FAR, longest + 1, 0)[:, None]
        return _Lines(np.array([*order, size], np.int32), spot, late, longest, start)


def _room(at: Int32s, by: Int32s, side: int) -> Int32s:
    """Return the number of steps along a side that stay on the board, for each of some steps."""
    steps = np.where(by > 0, side - 1 - at, at) // np.maximum(np.abs(by), 1)
    return np.where(by == 0, np.int32(FAR), steps)
