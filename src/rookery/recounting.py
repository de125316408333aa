"""Check a certificate of a count: ``python -m rookery.recounting FILE``.

The rules and the count are written here anew, in plain Python; only the board and the moves of
pieces are those of `rookery.verifying`. A certificate has a JSON object on each line: a head, the
puzzle, a tree in preorder, and the SHA-256 digest of all lines before. A ``split`` divides the
placements into those with a piece, first, and those without. A ``leaf`` has the number of its
placements. The numbers add up to the count. Leaves are counted again in an order that the digest
draws: all of them, or as many as a number of steps allows.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from hashlib import sha256
from itertools import product
from math import inf
from typing import Any, NamedTuple

from rookery.verifying import WRONG, Rectangle, Rejected, Unreadable, expect, main, motions

Candidate = tuple[int, tuple[int, int]]  # a piece by its number, where it may be placed

STEPS = 500_000  # of counting again; about ten seconds
MOST_REMEMBERED = 1_000_000  # counts of states
BEGINNING = b'{"certificate": 1, "count": '  # of a file
FIELDS = {
    "queens": "n given blocked",
    "regions": "rows stars piece given blocked",
    "nonattacking": "board pieces numbers given blocked rows columns regions in_region",
}


class TooLong(Exception):
    """A count takes more steps than are left."""


class Budget:
    """The steps that counting again may take."""

    def __init__(self, steps: float) -> None:
        self.steps = steps

    def spend(self) -> None:
        """Take a step, or raise `TooLong` if none is left."""
        self.steps -= 1
        if self.steps < 0:
            raise TooLong


class State(NamedTuple):
    """The candidates that may still be placed, as bits, and each group's least and most."""

    free: int
    needs: tuple[tuple[int, int], ...]


class Placements:
    """Pieces of which none attacks another, with numbers of pieces for groups of candidates.

    Riders attack across pieces, as one in a rider's way is attacked itself.
    """

    def __init__(self, puzzle: dict[str, Any]) -> None:
        fields = FIELDS.get(puzzle["family"])
        known = f"family title author source {fields}".split()
        if fields is None or (strange := sorted(puzzle.keys() - known)):
            found = f"{puzzle['family']} with {', '.join(strange)}" if fields else puzzle["family"]
            raise Unreadable(f"expected a puzzle of {', '.join(FIELDS)}, found {found}")
        self.board, self.pieces, spans = getattr(self, f"_{puzzle['family']}")(puzzle)
        squares = sorted(self.board.squares - self.board.named(puzzle["blocked"]))
        self.candidates = [(kind, at) for at in squares for kind in range(len(self.pieces))]
        self.bit = {one: 1 << number for number, one in enumerate(self.candidates)}
        self.excluded = self._excluded(list(map(motions, self.pieces)))
        self.groups, needs = [0], [(0, 0)]  # no candidates; one is needed if there is no placement
        for which, where, span in spans:
            least, most = span if isinstance(span, list) else (span, span)
            self.groups.append(self._bits(product(which, where)))
            needs.append((least or 0, len(self.candidates) if most is None else most))
        self.start = self._closed(State((1 << len(self.candidates)) - 1, tuple(needs)))
        for given in puzzle["given"]:
            kind, name = given if isinstance(given, list) else (0, given)
            bit = self.bit.get((kind, self.board.names[name]), 0) & self.start.free
            impossible = self.start._replace(needs=((1, 0), *self.start.needs[1:]))
            self.start = self.placed(self.start, bit) if bit else impossible

    def _queens(self, puzzle: dict[str, Any]) -> Any:
        board, n = Rectangle(puzzle["n"], puzzle["n"]), range(puzzle["n"])
        ranks = [[(row, column) for column in n] for row in n]
        files = [[(row, column) for row in n] for column in n]
        return board, ["Q"], [((0,), line, 1) for line in ranks + files]

    def _regions(self, puzzle: dict[str, Any]) -> Any:
        board, stars = Rectangle(len(puzzle["rows"]), len(puzzle["rows"])), puzzle["stars"]
        lines: dict[Any, list[Any]] = {}
        for row, column in sorted(board.squares):
            for line in (("rank", row), ("file", column), puzzle["rows"][row][column]):
                lines.setdefault(line, []).append((row, column))
        return board, [puzzle["piece"]], [((0,), line, stars) for line in lines.values()]

    def _nonattacking(self, puzzle: dict[str, Any]) -> Any:
        board, every = Rectangle(**puzzle["board"]), range(len(puzzle["pieces"]))
        numbers = enumerate(puzzle["numbers"])
        spans: list[Any] = [((kind,), board.squares, number) for kind, number in numbers]
        for axis, name in enumerate(("rows", "columns")):
            for number in range(board.columns if axis else board.rows):
                line = [at for at in board.squares if at[axis] == number]
                spans.append((every, line, puzzle[name]))
        for region in puzzle["regions"]:
            spans.append((every, board.named(region), puzzle["in_region"]))
        return board, puzzle["pieces"], [span for span in spans if span[2] is not None]

    def _bits(self, candidates: Iterable[Candidate]) -> int:
        return sum(self.bit.get(one, 0) for one in candidates)

    def _excluded(self, pieces: list[Any]) -> dict[int, int]:
        """Return the candidates, as bits, that may not stand beside each candidate."""
        kinds = range(len(pieces))
        excluded = {self.bit[one]: self._bits((k, one[1]) for k in kinds) for one in self.bit}
        for one in self.candidates:
            for step, rides, hop in pieces[one[0]]:
                if hop:
                    raise Unreadable("expected pieces that leap or ride, found one that hops")
                for other in product(kinds, self.board.line(one[1], step, rides)):
                    if other in self.bit:
                        excluded[self.bit[one]] |= self.bit[other]
                        excluded[self.bit[other]] |= self.bit[one]
        return excluded

    def _closed(self, state: State) -> State:
        """Return a state without the candidates of groups that allow no more pieces."""
        free = state.free
        for group, (_, most) in zip(self.groups, state.needs, strict=True):
            free &= ~group if most <= 0 else free
        return state._replace(free=free)

    def placed(self, state: State, bit: int) -> State:
        """Return a state with a piece placed."""
        needs = tuple(
            (max(least - 1, 0), most - 1) if group & bit else (least, most)
            for group, (least, most) in zip(self.groups, state.needs, strict=True)
        )
        return self._closed(State(state.free & ~self.excluded[bit], needs))

    def name(self, bit: int) -> str:
        """Return the name of a candidate's square."""
        square = self.candidates[bit.bit_length() - 1][1]
        names: dict[str, Any] = self.board.names
        return next(name for name, at in names.items() if at == square)

    def branch(self, state: State) -> int:
        """Return the candidate to decide next, as a bit; 0 if none is free, -1 if some are needed.

        It is of the group with fewest candidates among those that need a piece.
        """
        chosen, fewest = state.free, inf
        for group, (least, _) in zip(self.groups, state.needs, strict=True):
            if least:
                left = (state.free & group).bit_count()
                if left < least:
                    return -1
                if left < fewest:
                    chosen, fewest = state.free & group, left
        return chosen & -chosen

    def count(self, state: State, budget: Budget) -> int:
        """Return the number of placements of a state, or raise `TooLong`."""
        remembered: dict[State, int] = {}

        def counted(state: State) -> int:
            if state in remembered:
                return remembered[state]
            total, rest = 0, state
            while (bit := self.branch(rest)) > 0:
                budget.spend()
                total += counted(self.placed(rest, bit))
                rest = rest._replace(free=rest.free & ~bit)
            total += bit == 0
            if len(remembered) < MOST_REMEMBERED:
                remembered[state] = total
            return total

        return counted(state)


def leaves(problem: Placements, lines: Iterator[dict[str, Any]]) -> Iterator[tuple[State, int]]:
    """Yield the states of a tree's leaves and their numbers of placements."""
    states = [problem.start]
    while states:
        state, line = states.pop(), next(lines)
        if "split" in line:
            kind, name = line["split"]
            bit = problem.bit.get((kind, problem.board.names[name]), 0)
            expect(bit & state.free, "a piece that may still be placed", line["split"])
            without = state._replace(free=state.free & ~bit)
            states += [without, problem.placed(state, bit)]
        else:
            expect(type(line["leaf"]) is int and line["leaf"] >= 0, "a number", line["leaf"])
            yield state, line["leaf"]


def verify(data: bytes, budget: Budget | None = None) -> str:
    """Return what a certificate of a count proves, in words.

    Leaves are counted again within a budget. Raises `Rejected` or `Unreadable`, whose
    text begins with the number of the wrong line.
    """
    budget = budget or Budget(STEPS)
    *lines, seal = [b"", *data.splitlines(keepends=True)]
    at = 0

    def taken() -> Iterator[dict[str, Any]]:
        nonlocal at
        while (at := at + 1) < len(lines):
            yield json.loads(lines[at])

    try:
        if not data.startswith(BEGINNING):
            raise Unreadable(f"expected a file that begins with {BEGINNING.decode()}")
        rest = taken()
        head, puzzle = next(rest), next(rest)["puzzle"]
        problem, value = Placements(puzzle), head["count"]
        parts = [(at, *leaf) for leaf in leaves(problem, rest)]
        expect(next(rest, None) is None, "the digest after the last leaf", "another line")
        digest = sha256(b"".join(lines)).hexdigest()
        expect(seal.decode() == f'{{"sha256": "{digest}"}}\n', "the digest of all lines", seal)
        at, total = 1, sum(number for _, _, number in parts)
        expect(head == {"certificate": 1, "count": total}, f"a count of {total}", value)
        parts.sort(key=lambda part: sha256(f"{digest} {part[0]}".encode()).digest())
        again, covered = 0, 0
        for at, state, number in parts:  # noqa: B007 - the line of an error
            real = problem.count(state, budget)
            expect(number == real, f"{real} placements", number)
            again, covered = again + 1, covered + number
    except TooLong:
        share = f"{covered} of them in {again} of {len(parts)} parts drawn by the digest"
        return f"{value} placements add up; counted again: {share}"
    except (*WRONG, StopIteration) as error:
        words = error if isinstance(error, Rejected) else f"expected a certificate, found {error!r}"
        kind = Unreadable if isinstance(error, Unreadable) else Rejected
        raise kind(f"{at}: {words}") from error
    return f"{value} placement{'s' * (value != 1)}, all counted again"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], verify))
