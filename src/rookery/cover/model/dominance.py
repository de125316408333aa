"""Dominated candidates: those that another candidate on the same square can replace in any cover.

A piece can replace another if it costs no more and has all attacks of the other in every position;
both block the same lines. So a ride is matched by a ride in the same direction or by a leap to the
same square, and a leap by a leap. A ride to a neighbouring square counts as a leap.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from rookery.boards.board import Square
from rookery.cover.model.attacks import Candidates
from rookery.cover.model.traits import captures
from rookery.cover.puzzle import Cover

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Bools = NDArray[np.bool_]
    Ints = NDArray[np.int64]


def undominated(puzzle: Cover, table: Candidates) -> Bools:
    """Mark the candidates that no other candidate on their square can replace.

    Of candidates that can replace each other, the first is kept. Kinds that hop, are lame or have a
    limited stock neither replace others nor are replaced. Candidates that ride by steps of several
    squares are kept, as are all candidates of a puzzle with conditions.

    Returns
    -------
    bool array of shape (candidates,)

    Notes
    -----
    Some cheapest cover uses only these candidates. Cost: the number of attacks times the number of
    kinds.

    Examples
    --------
    A dragon horse, `BW`, moves as bishop and gold general do:

    >>> from rookery.cover.model.attacks import candidates
    >>> puzzle = Cover.parse(["#__", "___"], [5, 5, 4], ["bishop", "BW", "WfF"])
    >>> table = candidates(puzzle)
    >>> kept = undominated(puzzle, table)
    >>> table.kind[kept].tolist(), table.square[kept].tolist()
    ([2, 2, 2], [1, 3, 4])
    """
    if len(puzzle.pieces) == 1 or puzzle.conditions or puzzle.board.wrap or not len(table):
        return np.ones(len(table), dtype=bool)
    matched = _matched(puzzle, table)
    size = np.bincount(table.owner, minlength=len(table))
    motions = [captures(piece) for piece in puzzle.pieces]
    plain = np.array([not any(m.hop or m.path for m in own) for own in motions])[table.kind]
    strides = [any(m.reach != 1 and math.gcd(*m.step) > 1 for m in own) for own in motions]
    replaced = plain & ~table.limited & ~np.array(strides)[table.kind]
    kept = np.ones(len(table), dtype=bool)
    index = np.full((int(table.square.max()) + 1, len(puzzle.pieces)), -1)  # of the candidate
    index[table.square, table.kind] = np.arange(len(table))
    for kind in range(len(puzzle.pieces)):
        other = index[table.square, kind]
        covers = (matched[:, kind] == size) & (other >= 0) & (table.kind != kind)
        rival = np.where(covers, other, 0)
        mutual = matched[rival, table.kind] == size[rival]
        first = ~mutual | (table.price[rival] < table.price) | (kind < table.kind)
        cheap = (table.price[rival] <= table.price) & plain[rival] & ~table.limited[rival]
        kept &= ~(replaced & covers & cheap & first)
    return kept


def without_replaceable_hurdles(
    puzzle: Cover, table: Candidates, kinds: Mapping[Square, Sequence[int]]
) -> dict[Square, list[int]]:
    """Return the kinds by square without hurdles that a cheaper kind can replace.

    A kind that is no candidate on a square attacks no target from there. It only serves as a
    hurdle, and so does the cheapest kind. If the cheapest kind is a candidate, the others can go.

    Parameters
    ----------
    puzzle, table
        The puzzle, and its candidates, possibly filtered by `undominated`.
    kinds
        The kinds that can stand on each square; returned unchanged if an additional piece can spoil
        a cover.

    Notes
    -----
    If some cheapest cover uses only `kinds` and `undominated` candidates, some cheapest cover uses
    only the returned kinds.
    """
    if puzzle.strict:
        return {square: list(some) for square, some in kinds.items()}
    columns = puzzle.board.columns
    attack = set(zip(table.square.tolist(), table.kind.tolist(), strict=True))
    endless = [kind for kind, number in enumerate(puzzle.stock) if number is None]
    found: dict[Square, list[int]] = {}
    for square, some in kinds.items():
        number = square[0] * columns + square[1]
        ranks = {
            kind: (puzzle.price_at(kind, square), (number, kind) not in attack, kind)
            for kind in {*endless, *some}
            if puzzle.may_stand(kind, square)
        }
        best = min((ranks[kind] for kind in endless if kind in ranks), default=None)
        found[square] = [
            kind for kind in some if (number, kind) in attack or best is None or ranks[kind] <= best
        ]
    return found


def _matched(puzzle: Cover, table: Candidates) -> Ints:
    """Count, for each candidate and kind, the attacks that this kind shares on its square."""
    matched = np.zeros((len(table), len(puzzle.pieces)), dtype=np.int64)
    code = table.square[table.owner] * max(1, len(puzzle.targets)) + table.king
    order = np.argsort(code, kind="stable")
    code, owner = code[order], table.owner[order]
    open_always = _open_always(puzzle, table)[order]
    kind = table.kind[owner]
    for apart in range(1, len(puzzle.pieces)):
        low = np.flatnonzero(code[:-apart] == code[apart:])
        for mine, other in ((low, low + apart), (low + apart, low)):
            as_good = open_always[other] | ~open_always[mine]
            np.add.at(matched, (owner[mine[as_good]], kind[other[as_good]]), 1)
    return matched


def _open_always(puzzle: Cover, table: Candidates) -> Bools:
    """Mark the attacks that no piece can block: leaps, and rides of one step."""
    columns = puzzle.board.columns
    targets = np.array(puzzle.targets, dtype=np.int64).reshape(-1, 2)
    row, column = np.divmod(table.square[table.owner], columns)
    down, right = targets[table.king, 0] - row, targets[table.king, 1] - column
    found: Bools = np.maximum(abs(down), abs(right)) <= 1
    kind = table.kind[table.owner]
    for number, piece in enumerate(puzzle.pieces):
        for motion in piece.motions:
            if motion.captures and motion.reach == 1 and not (motion.hop or motion.path):
                leaps = (down == motion.step[0]) & (right == motion.step[1])
                found |= leaps & (kind == number)
    return found
