"""Check a certificate of a bound: ``python -m rookery.verifying FILE``, or a copy of this file.

The rules are written here anew; all arithmetic is exact. A certificate has a JSON object on each
line: a head, the puzzle, the answer or null, a search tree in preorder, and the SHA-256 digest of
all lines before. A ``split`` divides the answers into those with a piece, first, and those without.
A ``leaf`` has the Lagrange multipliers of rows, after a common divisor: any of the right signs give
a bound. A row has a number and a sign: the pieces of an answer cover it that often or more (1), or
less (-1), or exactly (0). No two pieces share a key, and each group, of first keys, has a piece.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from hashlib import sha256
from itertools import chain, product
from math import ceil, inf, lcm
from pathlib import Path
from string import ascii_lowercase
from typing import Any

Square = tuple[int, int]  # row, column, from 0 at the top left
Candidate = tuple[int, Square]  # a piece by its number, where it may be placed
State = tuple[tuple[Candidate, ...], frozenset[Candidate]]  # pieces placed, candidates left

ATOMS = {"W": (1, 0), "F": (1, 1), "D": (2, 0), "N": (2, 1), "A": (2, 2), "H": (3, 0), "C": (3, 1)}
ATOMS |= {"L": (3, 1), "Z": (3, 2), "J": (3, 2), "G": (3, 3)}
COMPOUNDS = {"R": "W", "B": "F", "Q": "WF", "K": "WF"}
PART = re.compile(r"mRcp(R)|([pgf]?)([RBQK]|([WFDNAHCLZJG])\4?)")  # of Betza notation
WRONG = (KeyError, IndexError, TypeError, AttributeError, ValueError, ArithmeticError)


class Rejected(ValueError):
    """A certificate that proves nothing; the text begins with the number of the wrong line."""


class Unreadable(Rejected):
    """A file that is no certificate, or a puzzle that this program does not know."""


def expect(is_right: object, expected: object, found: object) -> None:
    """Raise a `Rejected` unless something is right."""
    if not is_right:
        raise Rejected(f"expected {expected}, found {str(found)[:60]}")


def exact(data: Any) -> Fraction:
    """Return an integer, a float or a text such as "1/3" as a fraction."""
    expect(type(data) is not str or re.fullmatch(r"-?[0-9]+(/[0-9]+)?", data), "a number", data)
    return Fraction(data)


class Rectangle:
    """A board; its squares have names such as a1, at the bottom left."""

    def __init__(self, rows: int, columns: int, walls: Any = (), wrap: str = "") -> None:
        files = [*ascii_lowercase, *map("".join, product(ascii_lowercase, repeat=2))]
        is_known = wrap in ("", "cylinder", "torus") and 0 < rows <= len(files) >= columns > 0
        expect(is_known, f"a board of at most {len(files)} rows or columns", (rows, columns, wrap))
        self.rows, self.columns, self.wrap = rows, columns, wrap
        self.names = {f"{files[c]}{rows - r}": (r, c) for r in range(rows) for c in range(columns)}
        self.squares = set(self.names.values()) - self.named(walls)

    def named(self, names: Any) -> frozenset[Square]:
        """Return the set of the squares with these names."""
        return frozenset(map(self.names.__getitem__, names))

    def line(self, start: Square, step: Square, rides: bool) -> list[Square]:
        """Return the square a step away, or all squares up to a wall or an edge."""
        found, (row, column) = list[Square](), start
        while rides or not found:
            row, column = row + step[0], column + step[1]
            column = column % self.columns if self.wrap else column
            row = row % self.rows if self.wrap == "torus" else row
            if (row, column) not in self.squares or (row, column) == start:
                break
            found.append((row, column))
        return found


def motions(betza: str) -> list[tuple[Square, bool, str]]:
    """Return the captures of a piece: the step, whether it repeats, and the kind of hop."""
    found, parts = set(), list(PART.finditer(betza))
    if not betza or "".join(part[0] for part in parts) != betza:
        raise Unreadable(f"expected a piece that leaps, rides or hops straight, found {betza!r}")
    for part in parts:
        letters, hop = part[1] or part[3], "p" if part[1] else part[2].strip("f")
        rides = bool(hop) or letters in "RBQ" or len(letters) == 2
        for far, near in map(ATOMS.__getitem__, COMPOUNDS.get(letters, letters[0])):
            for down, right, v, w in product((far, near), (far, near), (-1, 1), (-1, 1)):
                if {down, right} == {far, near} and (part[2] != "f" or v * down == -far):
                    found.add(((v * down, w * right), rides, hop))
    return sorted(found)


def reached(line: list[Square], hop: str, solid: Any, soft: Any) -> list[list[Square]]:
    """Return the sets of squares that may be attacked on a line; solid ones are occupied."""
    beyond = [] if hop else [line]
    for at, square in enumerate(line, 1) if hop else ():
        if square in solid or (square in soft and (hop == "g" or not beyond)):
            beyond.append(line[at : at + 1] if hop == "g" else line[at:])
        if square in solid:
            break
    ends = (next((n for n, one in enumerate(b, 1) if one in solid), len(b)) for b in beyond)
    return [part[:end] for part, end in zip(beyond, ends, strict=True) if part]


def place(problem: Any, state: State, one: Candidate) -> State:
    """Return a state with a candidate placed; others with a key of it are none any more."""
    keys = set(problem.keys[one])
    return (*state[0], one), frozenset(o for o in state[1] if keys.isdisjoint(problem.keys[o]))


def fault(problem: Any, placed: list[Candidate] | tuple[Candidate, ...]) -> str:
    """Return why pieces are no answer, or an empty string."""
    if not placed or not set(placed) <= problem.price.keys():
        return "no piece, or one where it may not stand"
    keys, covered = Counter(key for one in placed for key in problem.keys[one]), Counter[int]()
    if max(keys.values()) > 1 or not problem.groups <= keys.keys():
        return "pieces that share a square or a line, or a file without any"
    for _, ways in problem.ways((tuple(placed), frozenset())):
        covered.update({row for way in ways for row in way[0]})
    wrong = (n for n, (least, sign) in enumerate(problem.rows) if (covered[n] - least) * sign < 0)
    return "".join(f"row {n} covered {covered[n]} times; " for n in wrong)


def bound_of(problem: Any, state: State, over: int, duals: list[int]) -> Any:
    """Return a lower bound on the price of all answers of a state."""
    (placed, free), total = state, 0
    least = dict.fromkeys(problem.groups - {problem.keys[one][0] for one in placed}, inf)
    for (number, sign), dual in zip(problem.rows, duals, strict=True):
        expect(dual * sign >= 0, f"a multiplier of sign {sign}", dual)
        total += number * dual
    for one, ways in problem.ways(state):
        price = over * problem.price[one] if one else 0
        price -= sum(max(sum(duals[row] for row in part) for part in way) for way in ways)
        if one in free:
            least[problem.keys[one][0]] = min(least.get(problem.keys[one][0], 0), price)
        else:
            total += price
    if inf in least.values():
        return inf
    bound = ceil(Fraction(total + sum(map(int, least.values())), over))
    if problem.groups or not fault(problem, placed):
        return bound
    another = sum(map(problem.price.get, placed)) + min(map(problem.price.get, free), default=inf)
    return max(bound, another)  # all prices are above 0


class Heaviest:
    """The heaviest placements of n queens: one in each row, at most one on each diagonal."""

    fields = "weights lightest given blocked"

    def __init__(self, puzzle: dict[str, Any]) -> None:
        weights = [list(map(exact, row)) for row in puzzle["weights"]]
        n, sign = len(weights), 1 if puzzle.get("lightest") else -1
        expect({len(row) for row in weights} == {n}, "a square of weights", weights)
        self.board, self.rows = Rectangle(n, n), [(1, 0)] * n + [(1, -1)] * (4 * n - 2)
        self.unit = Fraction(sign, lcm(*(weight.denominator for weight in chain(*weights))))
        self.words = "placement", "weight", "weighs", "more" if sign < 0 else "less"
        self.groups = frozenset(range(5 * n, 6 * n))
        squares = self.board.squares
        lines = {(r, c): (5 * n + c, r, n + r + c, 4 * n - 2 + r - c) for r, c in squares}
        given, blocked = (self.board.named(puzzle[name]) for name in ("given", "blocked"))
        for square in given:  # the others on its lines stay empty
            blocked |= {s for s in lines.keys() - {square} if set(lines[s]) & set(lines[square])}
        self.keys = {(0, square): keys for square, keys in lines.items() if square not in blocked}
        self.price = {(k, (r, c)): int(weights[r][c] / self.unit) for k, (r, c) in self.keys}

    def ways(self, state: State) -> Iterator[Any]:
        """Yield pieces and rows."""
        for one in chain(*state):
            yield one, [[[line]] for line in self.keys[one][1:]]


class Cover:
    """The cheapest covers: a row for each target, then one for each piece that is in stock."""

    fields = "board kings pieces prices guarded blocked standing stock allowed total at_least"
    fields += " square_prices"
    words, groups = ("cover", "cost", "costs", "less"), frozenset[Square]()

    def __init__(self, puzzle: dict[str, Any]) -> None:
        self.board = board = Rectangle(**puzzle["board"])
        kings, guarded, blocked = (board.named(puzzle[o]) for o in ("kings", "guarded", "blocked"))
        self.total, least = puzzle.get("total"), puzzle.get("at_least", 1)
        named = {board.names[one]: n for one, n in least.items()} if type(least) is dict else {}
        stock = {kind: n for kind, n in enumerate(puzzle["stock"]) if n is not None}
        targets, rest = sorted(kings | guarded), 1 if type(least) is dict else least
        self.rows = [(named.get(one, rest), 1) for one in targets]
        self.rows += [(number, -1) for number in stock.values()]
        self.row: dict[Any, int] = {one: n for n, one in enumerate([*targets, *stock])}
        self.pieces = list(map(motions, puzzle["pieces"]))
        self.standing = [(motions(piece), board.names[at]) for piece, at in puzzle["standing"]]
        self.solid = kings.union(at for _, at in self.standing)
        factors = puzzle.get("square_prices") or [[1] * board.columns] * board.rows
        factor = {(row, column): exact(factors[row][column]) for row, column in board.squares}
        prices = enumerate(map(exact, puzzle["prices"]))
        real = {(kind, at): price * factor[at] for kind, price in prices for at in factor}
        expect(min(real.values()) > 0, "prices above 0", min(real.values()))
        self.unit = Fraction(1, lcm(*(price.denominator for price in real.values())))
        allowed = puzzle.get("allowed") or [None] * len(self.pieces)
        squares = board.squares - self.solid - blocked
        free = [squares if own is None else squares & board.named(own) for own in allowed]
        self.price = {one: int(real[one] / self.unit) for one in real if one[1] in free[one[0]]}
        self.keys = {one: one[1:] for one in self.price}

    def ways(self, state: State) -> Iterator[Any]:
        """Yield pieces and all they may cover, whatever pieces stand in between."""
        solid, soft = self.solid.union(at for _, at in state[0]), {at for _, at in state[1]}
        ours = [(one, self.pieces[one[0]], one[1]) for one in chain(*state)]
        for one, piece, at in ours + [(None, *own) for own in self.standing]:
            found: list[Any] = [[[at] * (not self.total)], [[one[0]]]] if one else []
            lines = ((self.board.line(at, step, rides), hop) for step, rides, hop in piece)
            found += [reached(line, hop, solid, soft) for line, hop in lines]
            rows = [[[self.row[o] for o in part if o in self.row] for part in w] for w in found]
            yield one, [way for way in rows if any(way)]


def problem_of(puzzle: dict[str, Any]) -> Any:
    """Return the problem of a puzzle, or raise an `Unreadable` if it has no certificates."""
    family: Any = {"heaviest": Heaviest, "cover": Cover}.get(puzzle["family"])
    known = f"family title author source {family and family.fields}".split()
    if strange := sorted(puzzle.keys() - known):
        found = f"{puzzle['family']} with {', '.join(strange)}"
        raise Unreadable(f"expected a puzzle of heaviest or cover, found {found}")
    return family(puzzle)


def verify(data: bytes) -> str:
    """Return what a certificate proves, in words; raise `Rejected` or `Unreadable` otherwise."""
    at, (*lines, seal) = 1, [b"", *data.splitlines(keepends=True)]

    def take(*forms: str) -> dict[str, Any]:
        nonlocal at
        at += 1
        found = json.loads(lines[at] if at < len(lines) else b"{}")
        expect(" ".join(found) in forms, f"a line with {' or '.join(forms)}", " ".join(found))
        return dict(found)

    try:
        if not data.startswith(b'{"certificate": 1, '):
            raise Unreadable('expected a file that begins with {"certificate": 1,')
        at = 0
        head, puzzle = take("certificate value bound"), take("puzzle")["puzzle"]
        problem, answer, price = problem_of(puzzle), take("answer")["answer"], inf
        if answer is not None:
            placed = [(kind, problem.board.names[name]) for kind, name in answer]
            expect(not fault(problem, placed), "an answer by the rules", fault(problem, placed))
            price = sum(problem.price[one] for one in placed)
        none = 1 + sum(map(abs, problem.price.values()))  # more than any answer's price
        value, bound = (head[one] and exact(head[one]) for one in ("value", "bound"))
        goal = none if bound is None else bound / problem.unit
        least, states = price, list[State]([((), frozenset(problem.price))])
        while states:
            state, line = states.pop(), take("split", "leaf")
            if "split" in line:
                one = line["split"][0], problem.board.names[line["split"][1]]
                expect(one in state[1], "a piece that may still be placed", line["split"])
                states += [(state[0], state[1] - {one}), place(problem, state, one)]
                continue
            over, *duals = line["leaf"]
            expect({type(over), *map(type, duals)} == {int} and over > 0, "integers", line["leaf"])
            proved = bound_of(problem, state, over, duals)
            expect(proved >= goal, f"a leaf that proves {goal}, in units of prices", proved)
            least = min(least, proved)
        expect(at + 1 == len(lines), "the digest after the last leaf", "another line")
        at, real = 1, [None if one >= none else one * problem.unit for one in (price, least)]
        expect([value, bound] == real, f"value and bound {' and '.join(map(str, real))}", head)
        at, digest = len(lines), sha256(b"".join(lines)).hexdigest()
        expect(seal.decode() == f'{{"sha256": "{digest}"}}\n', "the digest of all lines", seal)
    except WRONG as error:
        words = error if isinstance(error, Rejected) else f"expected a certificate, found {error!r}"
        kind = Unreadable if isinstance(error, Unreadable) else Rejected
        raise kind(f"{at}: {words}") from error
    noun, what, verb, less = problem.words
    texts = [f"{float(n):.15g}" if n.denominator >> 32 else n for n in (value or 0, bound or 0)]
    start = "" if value is None else f"{what} {texts[0]} is reached, "
    end = "" if value == bound else f" than {texts[1]}"
    return f"no {noun} exists" if bound is None else f"{start}no {noun} {verb} {less}{end}"


def main(arguments: list[str], check: Callable[[bytes], str] = verify) -> int:
    """Check a file, print the verdict and return the exit status."""
    try:
        (name,) = arguments
        print(f"accepted: {check(Path(name).read_bytes())}")
    except (OSError, ValueError) as error:
        print(f"rejected: {' '.join(arguments)}:{error}")
        return 1 if type(error) is Rejected else 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
