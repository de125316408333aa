"""Tables of candidates: every piece on every square, with the targets that it can cover.

A *candidate* is a piece on an empty square from which it can cover a target. Other placed pieces
can block its rides and serve as hurdles of its hops. The table assumes their most favourable
positions: a ride covers the first king of its line and the guarded squares before it; a hop covers
either the first king, over a placed piece, or the second, over the first. Standing pieces are
obstacles and hurdles in the same way as kings. Bounds, greedy choice and annealing share these
tables.

A candidate is *dominated* if another candidate on the same square can replace it in any cover: a
piece that costs no more and has all its attacks in every position; both block the same lines. So a
ride is matched by a ride in the same direction or by a leap to the same square, and a leap by a
leap. A ride to a neighbouring square counts as a leap.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from rookery.boards.board import Board, Step
from rookery.cover.model.layout import NONE, changes, distinct, moved
from rookery.cover.model.scans import Scan, ScanBoard, Sights
from rookery.cover.model.traits import by_motion, captures
from rookery.cover.puzzle import Cover
from rookery.engine.run import FullError
from rookery.errors import LimitError

if TYPE_CHECKING:
    from rookery.boards.motions import Motion
    from rookery.compiled.arrays import Bools, Int64s

MOST_ATTACKS = 32_000_000  # attacks in a table; about 1.5 GiB while they are sorted
BLOCK = 1 << 21  # attacks that are sorted at once, about: some tenths of a second
ANY_NUMBER = 1 << 40  # stands for an unlimited stock


class TooManyError(LimitError, FullError):
    """The table of candidates would take too much memory."""


@dataclass(frozen=True, slots=True)
class Candidates:
    """All candidates of a puzzle, ordered by square, then piece.

    Targets are numbered as in `Cover.targets`, kings first. Squares are numbered row * columns +
    column.
    """

    kind: Int64s  # [candidate]
    square: Int64s  # [candidate]
    price: Int64s  # [candidate]
    # Attacks, sorted by candidate. Those that need one of our pieces as a hurdle are hops instead.
    owner: Int64s  # [attack] candidate
    king: Int64s  # [attack] target, a king or a guarded square
    # Hops, sorted by candidate. Each attacks at most one king: the near one over one of our pieces,
    # or the far one over the near one.
    hop_owner: Int64s  # [hop] candidate
    hop_near: Int64s  # [hop] near king, -1 for none
    hop_far: Int64s  # [hop] far king, -1 for none
    hop_way: Int64s  # [hop] index of its step in `steps`
    hop_between: Int64s  # [hop] squares between the candidate and the near king
    steps: tuple[Step, ...]  # of hops
    board: Board
    stock: Int64s  # [kind] number of pieces, `ANY_NUMBER` if unlimited
    # [target] our pieces that must cover it, even if all standing pieces that can attack it do
    demand: Int64s

    def __len__(self) -> int:
        return len(self.kind)

    @property
    def limited(self) -> Bools:
        """Mark the candidates of kinds with a limited stock."""
        limited: Bools = self.stock[self.kind] < ANY_NUMBER
        return limited

    @property
    def needed(self) -> Bools:
        """Mark the targets that placed pieces must cover."""
        needed: Bools = self.demand > 0
        return needed

    def pairs(self) -> tuple[Int64s, Int64s]:
        """Return candidate and target of all possible attacks, hops included, by candidate."""
        if not len(self.hop_owner):
            return self.owner, self.king
        near, far = self.hop_near >= 0, self.hop_far >= 0
        owner = np.concatenate([self.owner, self.hop_owner[near], self.hop_owner[far]])
        king = np.concatenate([self.king, self.hop_near[near], self.hop_far[far]])
        order = np.lexsort((king, owner))
        return owner[order], king[order]

    def only(self, kept: Bools) -> Candidates:
        """Return the table of the marked candidates, renumbered."""
        number = np.cumsum(kept) - 1
        table = replace(
            self,
            kind=self.kind[kept],
            square=self.square[kept],
            price=self.price[kept],
            owner=number[self.owner],
            hop_owner=number[self.hop_owner],
        )
        return table._with(kept[self.owner], kept[self.hop_owner])

    def _with(self, attacks: Bools, hops: Bools) -> Candidates:
        """Return the table of the marked attacks and hops."""
        marks = dict.fromkeys(("owner", "king"), attacks)
        marks |= dict.fromkeys(("hop_owner", "hop_near", "hop_far", "hop_way", "hop_between"), hops)
        return replace(self, **{name: getattr(self, name)[mark] for name, mark in marks.items()})

    def passages(self) -> tuple[Int64s, Int64s]:
        """Return hop and square for all squares between a hop's candidate and its near king."""
        between = np.where(self.hop_near >= 0, self.hop_between, 0)
        hop = np.repeat(np.arange(len(between)), between)
        taken = np.arange(len(hop)) - (np.cumsum(between) - between)[hop] + 1
        down, right = np.array(self.steps, dtype=np.int64).reshape(-1, 2)[self.hop_way[hop]].T
        start = self.square[self.hop_owner[hop]]
        return hop, moved(self.board, start, taken * down, taken * right)

    def for_bounds(self) -> Candidates:
        """Return the same candidates with only the `needed` targets, renumbered.

        Every cover must cover these, so a lower bound for them holds for the puzzle.
        """
        if self.needed.all():
            return self
        number = np.where(self.needed, np.cumsum(self.needed) - 1, NONE)
        number = np.append(number, NONE)
        table = replace(
            self,
            king=number[self.king],
            hop_near=number[self.hop_near],
            hop_far=number[self.hop_far],
            demand=self.demand[self.needed],
        )
        return table._with(table.king >= 0, (table.hop_near >= 0) | (table.hop_far >= 0))


def candidates(puzzle: Cover, check_deadline: Callable[[], object] = bool) -> Candidates:
    """Return the table of all candidates of a puzzle.

    `check_deadline` is called repeatedly; it may raise. A table of more than `MOST_ATTACKS` attacks
    raises `TooManyError`. Cost: the attacks, and squares times directions, in array steps.
    """
    layout, board = ScanBoard(puzzle), puzzle.board
    scan = layout.scan(layout.empty())
    squares, count = np.flatnonzero(layout.place), 0
    longest = layout.size if board.wrap else max(board.rows, board.columns)
    reaches = [min(m.reach or longest, longest) for p in puzzle.pieces for m in captures(p)]
    most = len(squares) * sum(reaches) * len(puzzle.targets) // layout.size
    blocks = []
    for some in np.array_split(squares, 1 + most // BLOCK):
        codes, owner, king, hop = _attacks(scan, some, check_deadline)
        hop[0] += count
        blocks.append((codes, owner + count, king, hop))
        count += len(codes)
        if sum(len(block[1]) for block in blocks) > MOST_ATTACKS:
            raise TooManyError(
                f"a cover with more than {MOST_ATTACKS:,} attacks of candidates on targets does "
                "not fit in memory"
            )
    codes, owner, king, hop = (
        np.concatenate(parts, axis=-1) for parts in zip(*blocks, strict=True)
    )
    square, kind = np.divmod(codes, len(puzzle.pieces))
    hop_owner, near, far, way, between = hop[:, np.argsort(hop[0], kind="stable")]
    return Candidates(
        kind=kind,
        square=square,
        price=layout.price[kind, square],
        owner=owner,
        king=king,
        hop_owner=hop_owner,
        hop_near=near,
        hop_far=far,
        hop_way=way,
        hop_between=between,
        steps=_hop_steps(puzzle),
        board=board,
        stock=np.array([ANY_NUMBER if n is None else n for n in puzzle.stock]),
        demand=_demand(scan),
    )


def _hop_steps(puzzle: Cover) -> tuple[Step, ...]:
    return tuple(dict.fromkeys(m.step for piece in puzzle.pieces for m in captures(piece) if m.hop))


def _attacks(
    scan: Scan, squares: Int64s, check_deadline: Callable[[], object]
) -> tuple[Int64s, Int64s, Int64s, Int64s]:
    """Return candidates as codes square * kinds + kind, their attacks, and hops as five rows."""
    puzzle, layout = scan.board.puzzle, scan.board
    kinds = len(puzzle.pieces)
    stride, steps = len(puzzle.targets), _hop_steps(puzzle)
    keys, hops = [np.zeros(0, np.int64)], [np.zeros((5, 0), np.int64)]
    for kind, place in enumerate(layout.may) if not puzzle.total else ():
        held = squares[place[squares] & (layout.target_at[squares] >= 0)]
        keys.append((held * kinds + kind) * stride + layout.target_at[held])
    alike: dict[object, tuple[list[int], list[Motion]]] = {}  # whose sights are found at once
    for motion, movers in by_motion(puzzle.pieces, puzzle.board).items():
        key = (*movers, motion in layout.leaps, motion.hop and motion)
        alike.setdefault(key, (movers, []))[1].append(motion)
    for movers, motions in alike.values():
        check_deadline()
        found = scan.sights(motions, squares)
        onto_king = (found.target < len(puzzle.kings)) & bool(motions[0].hop)
        for kind in movers:
            may = layout.may[kind, found.square]
            sure = may & ~onto_king
            keys.append((found.square[sure] * kinds + kind) * stride + found.target[sure])
            if motions[0].hop:
                way = steps.index(motions[0].step)
                hops.append(_hops(found.only(may & onto_king), kind, kinds, way))
    code, king = np.divmod(distinct(np.concatenate(keys)), stride)
    hop = np.concatenate(hops, axis=1)
    codes = distinct(np.concatenate([code[changes(code)], hop[0]]))
    hop[0] = np.searchsorted(codes, hop[0])
    return codes, np.searchsorted(codes, code), king, hop


def _demand(scan: Scan) -> Int64s:
    """Return the demand of each target minus the standing pieces that can attack it."""
    puzzle = scan.board.puzzle
    demand = np.array(puzzle.at_least, dtype=np.int64)
    for (piece, _), square in zip(puzzle.standing, scan.board.standing, strict=True):
        found = [scan.sights([m], square[None]).target for m in by_motion([piece], puzzle.board)]
        demand[distinct(np.concatenate([*found, np.zeros(0, np.int64)]))] -= 1
    return np.maximum(demand, 0)


def _hops(onto_kings: Sights, kind: int, kinds: int, way: int) -> Int64s:
    """Return the columns of hops: candidate code, near king, far king, way, squares between."""
    squares, owner = np.unique(onto_kings.square, return_inverse=True)
    near, far, between = np.full((3, len(squares)), NONE)
    over_ours = onto_kings.lacking > 0
    near[owner[over_ours]] = onto_kings.target[over_ours]
    between[owner[over_ours]] = onto_kings.length[over_ours] - 1
    far[owner[~over_ours]] = onto_kings.target[~over_ours]
    return np.stack([squares * kinds + kind, near, far, np.full(len(squares), way), between])


def undominated(puzzle: Cover, table: Candidates) -> Bools:
    """Mark the candidates that no other candidate on their square can replace.

    Some cheapest cover uses only these. Kinds that hop, are lame or have a limited stock neither
    replace others nor are replaced. Candidates that ride by steps of several squares are kept, as
    are all candidates of a puzzle with conditions. Cost: attacks times kinds.

    A dragon horse, `BW`, moves as bishop and gold general do:

    >>> puzzle = Cover.parse(["#__", "___"], [5, 5, 4], ["bishop", "BW", "WfF"])
    >>> table = candidates(puzzle)
    >>> kept = undominated(puzzle, table)
    >>> table.kind[kept].tolist(), table.square[kept].tolist()
    ([2, 2, 2], [1, 3, 4])
    """
    if len(puzzle.pieces) == 1 or puzzle.conditions or puzzle.board.wrap or not len(table):
        return np.ones(len(table), dtype=bool)
    board, kinds = ScanBoard(puzzle), len(puzzle.pieces)
    index = np.full((board.size, kinds), NONE)  # of the candidate
    index[table.square, table.kind] = np.arange(len(table))
    # [candidate, target] all attacks, and those that no piece can block; the last stands for none
    attacks, sure = np.zeros((2, len(table) + 1, len(puzzle.targets) + 1), dtype=bool)
    attacks[table.owner, table.king] = True
    number, square, end = board.steady()
    sure[index[square, number], board.target_at[end]] = True
    sure[np.arange(len(table)), board.target_at[table.square]] = True
    bits = np.packbits(np.append(attacks, sure, axis=1), axis=1)[:-1]
    motions = [captures(piece) for piece in puzzle.pieces]
    plain = np.array([not any(m.hop or m.path for m in own) for own in motions])[table.kind]
    strides = [any(m.reach != 1 and math.gcd(*m.step) > 1 for m in own) for own in motions]
    replaced = plain & ~table.limited & ~np.array(strides)[table.kind]
    kept = np.ones(len(table), dtype=bool)
    for kind in range(kinds):
        rival = index[table.square, kind]
        covers = (rival >= 0) & (table.kind != kind) & ~(bits & ~bits[rival]).any(axis=1)
        mutual = ~(bits[rival] & ~bits).any(axis=1)
        first = ~mutual | (table.price[rival] < table.price) | (kind < table.kind)
        cheap = (table.price[rival] <= table.price) & plain[rival] & ~table.limited[rival]
        kept &= ~(replaced & covers & cheap & first)
    return kept
