"""Who may attack what: every piece on every square, with the targets it covers at best.

A *candidate* is a piece on an empty square from which it can cover a target. Pieces placed
later can block its rides and serve as hurdles of its hops, so what stands here is what it
covers when they stand at their best: a ride the guarded squares up to the first king of its
line, and that; a hop either the first king, over a piece placed on purpose, or the second,
over the first. Standing pieces are obstacles and hurdles as kings are. These tables are what
bounds, greedy choice and annealing share.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from rookery.boards.board import Board, Step
from rookery.cover.model.captures import by_motion
from rookery.cover.model.layout import NONE, Layout, changes, distinct, moved_inside
from rookery.cover.model.lines import Lines, lines
from rookery.cover.puzzle import Cover
from rookery.errors import LimitError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Bools = NDArray[np.bool_]
    Ints = NDArray[np.int64]

MOST_ATTACKS = 32_000_000  # some 1.5 GiB while they are sorted
BLOCK = 1 << 21  # numbers that are sorted between two looks at the clock: some tenths of a second
ANY_NUMBER = 1 << 40  # in place of a stock that is not limited


class TooManyError(LimitError):
    """The table of candidates would take too much memory."""


@dataclass(frozen=True, slots=True)
class Candidates:
    """All candidates of a puzzle, ordered by square, then piece.

    Targets are numbered as in `Cover.targets`, so that kings come first; squares
    row * columns + column.

    Attributes
    ----------
    kind, square, price : int64 array of shape (candidates,)
        Piece index, square, price.
    owner, king : int64 array of shape (attacks,)
        Candidate and target, king or guarded square, of whatever a candidate may cover: of a
        king what needs no hurdle of ours, of a guarded square all. Sorted by candidate.
    hop_owner, hop_near, hop_far : int64 array of shape (hops,)
        A hop in one direction attacks at most one of two kings: the near one only over one
        of our own pieces on the squares between, the far one over the near; -1 for none.
    hop_way, hop_between : int64 array of shape (hops,)
        The number of the hop's step in `steps`, and how many squares lie between the candidate
        and the near king.
    steps, board
        The steps of hops, and the board.
    stock : int64 array of shape (kinds,)
        How many pieces of each kind there are, `ANY_NUMBER` where that is not limited.
    demand : int64 array of shape (targets,)
        How many pieces that are placed must cover each target, though all standing pieces that can
        attack it do.
    """

    kind: Ints
    square: Ints
    price: Ints
    owner: Ints
    king: Ints
    hop_owner: Ints
    hop_near: Ints
    hop_far: Ints
    hop_way: Ints
    hop_between: Ints
    steps: tuple[Step, ...]
    board: Board
    stock: Ints
    demand: Ints

    def __len__(self) -> int:
        return len(self.kind)

    @property
    def limited(self) -> Bools:
        """Return which candidates are of a kind of which there are only so many."""
        limited: Bools = self.stock[self.kind] < ANY_NUMBER
        return limited

    @property
    def needed(self) -> Bools:
        """Return which targets a piece that is placed must cover."""
        needed: Bools = self.demand > 0
        return needed

    def pairs(self) -> tuple[Ints, Ints]:
        """Return candidate and target of everything it may cover, sorted by candidate."""
        if not len(self.hop_owner):
            return self.owner, self.king
        near, far = self.hop_near >= 0, self.hop_far >= 0
        owner = np.concatenate([self.owner, self.hop_owner[near], self.hop_owner[far]])
        king = np.concatenate([self.king, self.hop_near[near], self.hop_far[far]])
        order = np.lexsort((king, owner))
        return owner[order], king[order]

    def only(self, kept: Bools) -> Candidates:
        """Return the table of the candidates that are marked, renumbered."""
        number = np.cumsum(kept) - 1
        attacks, hops = kept[self.owner], kept[self.hop_owner]
        return replace(
            self,
            kind=self.kind[kept],
            square=self.square[kept],
            price=self.price[kept],
            owner=number[self.owner[attacks]],
            king=self.king[attacks],
            hop_owner=number[self.hop_owner[hops]],
            hop_near=self.hop_near[hops],
            hop_far=self.hop_far[hops],
            hop_way=self.hop_way[hops],
            hop_between=self.hop_between[hops],
        )

    def passages(self) -> tuple[Ints, Ints]:
        """Return hop and square of all that lies between the candidate of a hop and its near king.

        They are sorted by hop, then by the distance from the candidate.
        """
        between = np.where(self.hop_near >= 0, self.hop_between, 0)
        hop = np.repeat(np.arange(len(between)), between)
        taken = np.arange(len(hop)) - (np.cumsum(between) - between)[hop] + 1
        down, right = np.array(self.steps, dtype=np.int64).reshape(-1, 2)[self.hop_way[hop]].T
        start = self.square[self.hop_owner[hop]]
        return hop, moved_inside(self.board, start, taken * down, taken * right)

    def for_bounds(self) -> Candidates:
        """Return the same candidates with only the targets that are `needed`, renumbered.

        A cover need not do more than this, so what bounds the one bounds the other.
        """
        if self.needed.all():
            return self
        number = np.where(self.needed, np.cumsum(self.needed) - 1, NONE)
        number = np.append(number, NONE)
        king, near, far = number[self.king], number[self.hop_near], number[self.hop_far]
        kept, hops = king >= 0, (near >= 0) | (far >= 0)
        return replace(
            self,
            owner=self.owner[kept],
            king=king[kept],
            hop_owner=self.hop_owner[hops],
            hop_near=near[hops],
            hop_far=far[hops],
            hop_way=self.hop_way[hops],
            hop_between=self.hop_between[hops],
            demand=self.demand[self.needed],
        )


def candidates(puzzle: Cover, look: Callable[[], object] = bool) -> Candidates:
    """Return the table of all candidates of a puzzle.

    `look` is called now and then; it may raise.

    Cost: squares times the longer side times the number of directions, in array steps.

    Raises
    ------
    TooManyError
        When there are more than `MOST_ATTACKS` of what a candidate may cover.
    """
    return _Builder(puzzle, look).build()


class _Builder:
    def __init__(self, puzzle: Cover, look: Callable[[], object]) -> None:
        self.puzzle = puzzle
        self._look_at_clock = look
        self._layout = Layout(puzzle)
        self._targets = max(1, len(puzzle.targets))

    def build(self) -> Candidates:
        puzzle, layout = self.puzzle, self._layout
        attacks, hop, steps = self._attacks()
        code, king = self._numbered(attacks)
        self._look_at_clock()
        codes = distinct(np.concatenate([code[changes(code)], hop[0]]))
        square, kind = np.divmod(codes, len(puzzle.pieces))
        return Candidates(
            kind=kind,
            square=square,
            price=layout.prices(square, kind),
            owner=self._places(code, codes),
            king=king,
            hop_owner=np.searchsorted(codes, hop[0]),
            hop_near=hop[1],
            hop_far=hop[2],
            hop_way=hop[3],
            hop_between=hop[4],
            steps=steps,
            board=puzzle.board,
            stock=np.array([ANY_NUMBER if n is None else n for n in puzzle.stock]),
            demand=self._demand(),
        )

    def _attacks(self) -> tuple[list[Ints], Ints, tuple[Step, ...]]:
        """Return what needs no hurdle of ours or is no king, by parts sorted by square; hops."""
        puzzle, layout = self.puzzle, self._layout
        kinds, squares = len(puzzle.pieces), np.flatnonzero(layout.place)
        attacks, hops = [np.zeros(0, np.int64)], [np.zeros((5, 0), np.int64)]
        steps: dict[Step, int] = {}
        places = {k: layout.places_of(k) for k in range(kinds) if puzzle.stock[k] != 0}
        for kind, place in places.items():
            held = np.flatnonzero(place & (layout.target_at[:-1] >= 0))
            if not puzzle.total:
                attacks.append(self._key(kind, held, layout.target_at[held]))
        for motion, movers in by_motion(puzzle.pieces).items():
            found = lines(layout, motion, squares, self._look_at_clock)
            hopped = found.only((found.target < len(puzzle.kings)) & bool(motion.hop))
            sure = found.only(found.target >= len(puzzle.kings)) if motion.hop else found
            for kind in places.keys() & movers:
                own = sure.only(places[kind][sure.square])
                key = self._key(kind, own.square, own.target)
                by_length = np.flatnonzero(np.diff(own.length)) + 1  # sorted each, as they come
                attacks += [np.sort(key)] if len(key) < BLOCK else np.split(key, by_length)
                if sum(map(len, attacks)) > MOST_ATTACKS:
                    raise TooManyError(
                        f"a cover with more than {MOST_ATTACKS:,} attacks of candidates on targets "
                        "does not fit in memory"
                    )
                if motion.hop:
                    way = steps.setdefault(motion.step, len(steps))
                    own = hopped.only(places[kind][hopped.square])
                    hops.append(_hops(own, kind, kinds, way))
        hop = np.concatenate(hops, axis=1)
        return attacks, hop[:, np.argsort(hop[0] % kinds, kind="stable")], tuple(steps)

    def _numbered(self, attacks: list[Ints]) -> tuple[Ints, Ints]:
        """Return the code and the target of each attack once, sorted, from parts that are.

        Millions are sorted block by block, with looks at the clock between.
        """
        blocks = 1 + sum(map(len, attacks)) // BLOCK
        squares = np.linspace(0, self._layout.size, 1 + blocks).astype(np.int64)
        edges = self._key(0, squares, np.array(0))
        cuts = [np.searchsorted(part, edges) for part in attacks]
        codes, kings = [], []
        for block in range(len(edges) - 1):
            self._look_at_clock()
            parts = [
                part[cut[block] : cut[block + 1]] for part, cut in zip(attacks, cuts, strict=True)
            ]
            code, king = np.divmod(distinct(np.concatenate(parts)), self._targets)
            codes.append(code)
            kings.append(king)
        return np.concatenate(codes), np.concatenate(kings)

    def _places(self, code: Ints, codes: Ints) -> Ints:
        """Return the place of each code among sorted ones, with looks at the clock."""
        found = np.empty(len(code), np.int64)
        for begin in range(0, len(code), BLOCK):
            self._look_at_clock()
            found[begin : begin + BLOCK] = np.searchsorted(codes, code[begin : begin + BLOCK])
        return found

    def _key(self, kind: int, squares: Ints, targets: Ints) -> Ints:
        """Return attacks as single numbers that sort by square, piece, target."""
        return (squares * len(self.puzzle.pieces) + kind) * self._targets + targets

    def _demand(self) -> Ints:
        """Return how many pieces must cover each target besides the standing ones that may."""
        demand = np.array(self.puzzle.at_least, dtype=np.int64)
        for piece, (row, column) in self.puzzle.standing:
            at = np.array([row * self._layout.columns + column])
            found = [lines(self._layout, motion, at).target for motion in by_motion([piece])]
            demand[distinct(np.concatenate([*found, np.zeros(0, np.int64)]))] -= 1
        return np.maximum(demand, 0)


def _hops(onto_kings: Lines, kind: int, kinds: int, way: int) -> Ints:
    """Return the codes of the candidates, near and far kings, way, squares between of hops."""
    squares, owner = np.unique(onto_kings.square, return_inverse=True)
    near, far, between = np.full((3, len(squares)), NONE)
    over_ours = onto_kings.lacking > 0
    near[owner[over_ours]] = onto_kings.target[over_ours]
    between[owner[over_ours]] = onto_kings.length[over_ours] - 1
    far[owner[~over_ours]] = onto_kings.target[~over_ours]
    return np.stack([squares * kinds + kind, near, far, np.full(len(squares), way), between])
