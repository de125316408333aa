"""Certificates of results, written to files.

A bound is proved by a search tree, grown from the leaf of the least bound. A leaf's bound comes
from the linear relaxation of its state, solved by GLOP. The multipliers of the rows are the duals,
rounded to integers. The checker accepts any, so no proof depends on tolerances. A row or group may
miss pieces at a high price, so that every program has a solution.

A count is proved by its placements in parts, whose numbers add up to it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from fractions import Fraction
from hashlib import sha256
from heapq import heappop, heappush
from math import ceil, inf
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from rookery import recounting, verifying
from rookery.boards.board import file_name
from rookery.document import document_of, puzzle_of
from rookery.engine.drive import drive
from rookery.engine.lp import solve_once
from rookery.engine.run import Partial, Run, Steps
from rookery.errors import PuzzleError, shown
from rookery.files import write_file
from rookery.recounting import Budget, Placements, TooLong
from rookery.results.limits import Check, Limits
from rookery.results.result import Result
from rookery.verifying import Candidate, Cover, Heaviest, State, bound_of, place

if TYPE_CHECKING:
    from ortools.math_opt.python import mathopt

Problem = Heaviest | Cover

MOST_NODES = 200_000  # of a tree
TOLERANCE = 1e-6  # of the values of GLOP
RESOLUTION = 1 << 22  # integer units in the largest price
MISSING = 4.0  # price of a missing piece, in largest prices times rows
MOST_PARTS = 256
STEPS_BETWEEN_LOOKS = 256  # at the clock
SHORT = 100_000  # steps of the checker for a count that stays in one part; two seconds

Count = Callable[[Any, float], int | None]  # of a puzzle's placements, if it ends in some seconds
Found = TypeVar("Found", bound=Result)


@dataclass(frozen=True, slots=True)
class Leaf:
    """A state with its bound, and the candidate that divides it, or None if nothing is left."""

    state: State
    multipliers: list[int]
    bound: float
    branch: Candidate | None


class CertificateTree:
    """A search tree that proves a bound at any time: the least bound of its leaves."""

    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        multipliers = [1] + [0] * len(problem.rows)
        state: State = ((), frozenset(problem.price))
        bound = bound_of(problem, state, multipliers[0], multipliers[1:])
        self._nodes = [Leaf(state, multipliers, bound, None)]
        self._children: dict[int, tuple[int, int]] = {}

    def grow(self, goal: float, run: Run) -> Steps:
        """Divide the leaf of the least bound until no leaf's bound is below the goal."""
        problem, nodes = self._problem, self._nodes
        nodes[0] = _leaf(problem, nodes[0], nodes[0].state, goal, run)
        queue = [(nodes[0].bound, 0)]
        while queue and queue[0][0] < goal and len(nodes) < MOST_NODES:
            yield Partial()
            at = -heappop(queue)[1]
            node = nodes[at]
            if node.branch is None:
                continue
            (placed, free), one = node.state, node.branch
            states = place(problem, node.state, one), (placed, free - {one})
            leaves = [_leaf(problem, node, state, goal, run) for state in states]
            pair = len(nodes), len(nodes) + 1
            nodes += leaves  # before their parent knows them: Ctrl-C may come between two lines
            self._children[at] = pair
            for number, leaf in zip(pair, leaves, strict=True):
                heappush(queue, (leaf.bound, -number))
        return None

    def lines(self) -> tuple[list[dict[str, Any]], float]:
        """Return the tree as the lines of a certificate, and the bound that it proves."""
        lines: list[dict[str, Any]] = []
        waiting, least = [0], inf
        while waiting:
            at = waiting.pop()
            node = self._nodes[at]
            if at in self._children and node.branch is not None:
                lines.append({"split": named(self._problem, node.branch)})
                waiting += reversed(self._children[at])
            else:
                lines.append({"leaf": node.multipliers})
                least = min(least, node.bound)
        return lines, least


def named(problem: Problem, one: Candidate) -> list[Any]:
    """Return a candidate as plain data: the piece's number and its square's name."""
    row, column = one[1]
    return [one[0], f"{file_name(column)}{problem.board.rows - row}"]


def _leaf(problem: Problem, parent: Leaf, state: State, goal: float, run: Run) -> Leaf:
    """Return a state with its own multipliers, or with its parent's where these do."""
    multipliers = parent.multipliers
    bound = bound_of(problem, state, multipliers[0], multipliers[1:])
    if bound >= goal:
        return Leaf(state, multipliers, bound, None)
    own = relaxed(problem, state, run.remaining())
    if own is None:
        return Leaf(state, multipliers, bound, min(state[1], default=None))
    better = bound_of(problem, state, own.leaf[0], own.leaf[1:])
    if better > bound:
        multipliers, bound = own.leaf, better
    values = own.values

    def rank(one: Candidate) -> tuple[float, float, Candidate]:
        half = min(values[one], 1.0 - values[one])  # the distance from 0 and 1
        return half if half > TOLERANCE else 0.0, values[one], one

    return Leaf(state, multipliers, bound, max(state[1], key=rank, default=None))


class Relaxed(NamedTuple):
    """The multipliers of a leaf, after their common divisor, and the values of the candidates."""

    leaf: list[int]
    values: dict[Candidate, float]


def relaxed(problem: Problem, state: State, seconds: float) -> Relaxed | None:
    """Return the solved relaxation of a state, or None if GLOP has no time or fails."""
    largest = max(map(abs, problem.price.values()), default=0) or 1
    over = max(1, RESOLUTION // largest)
    pieces: dict[Candidate, mathopt.Variable] = {}
    rows: list[mathopt.LinearConstraint] = []

    def make(check: Check) -> mathopt.Model:
        from ortools.math_opt.python import mathopt

        model = mathopt.Model()
        for one in sorted(state[1]):
            pieces[one] = model.add_variable(lb=0.0)
            price = problem.price[one] / largest
            model.objective.set_linear_coefficient(pieces[one], price)
        for number, sign in problem.rows:
            least, most = float(number) if sign >= 0 else -inf, float(number) if sign <= 0 else inf
            rows.append(model.add_linear_constraint(lb=least, ub=most))
            if sign >= 0:
                _add_missing(problem, rows[-1], model)
        _add_groups(problem, model, pieces)
        for one, ways in problem.ways(state):
            check()
            piece = pieces.get(one) or model.add_variable(lb=1.0, ub=1.0)  # or placed already
            for way in ways:
                _add_way(way, piece, rows, model)
        return model

    solved = solve_once(make, seconds)
    if solved is None:
        return None
    signs = [sign for _, sign in problem.rows]
    duals = [round(dual * largest * over) for dual in solved.dual_values(rows)]
    duals = [dual if dual * sign >= 0 else 0 for dual, sign in zip(duals, signs, strict=True)]
    values = solved.variable_values(list(pieces.values()))
    return Relaxed([over, *duals], dict(zip(pieces, values, strict=True)))


def _add_missing(problem: Problem, row: mathopt.LinearConstraint, model: mathopt.Model) -> None:
    missing = model.add_variable(lb=0.0)
    model.objective.set_linear_coefficient(missing, MISSING * len(problem.rows))
    row.set_coefficient(missing, 1.0)


def _add_groups(
    problem: Problem, model: mathopt.Model, pieces: dict[Candidate, mathopt.Variable]
) -> None:
    """Add the condition that a group has at most one piece, or exactly one."""
    groups: dict[Any, mathopt.LinearConstraint] = {}
    for one, piece in pieces.items():
        key = problem.keys[one][0]
        if key not in groups:
            is_exact = key in problem.groups
            groups[key] = model.add_linear_constraint(lb=1.0 if is_exact else 0.0, ub=1.0)
            if is_exact:
                _add_missing(problem, groups[key], model)
        groups[key].set_coefficient(piece, 1.0)


def _add_way(
    way: list[list[int]],
    piece: mathopt.Variable,
    rows: list[mathopt.LinearConstraint],
    model: mathopt.Model,
) -> None:
    """Let a piece cover the rows of at most one item of a way."""
    shares = [piece] if len(way) == 1 else [model.add_variable(lb=0.0) for _ in way]
    if len(way) > 1:
        linking = model.add_linear_constraint(lb=0.0)
        linking.set_coefficient(piece, 1.0)
        for share in shares:
            linking.set_coefficient(share, -1.0)
    for part, share in zip(way, shares, strict=True):
        for row in part:
            rows[row].set_coefficient(share, rows[row].get_coefficient(share) + 1.0)


@dataclass(frozen=True, slots=True)
class Part:
    """Placements with some pieces and without others."""

    number: int
    state: recounting.State
    given: tuple[Any, ...]  # as in a document
    blocked: tuple[str, ...]


class Timed(Budget):
    """The steps that the checker may take before a deadline."""

    def __init__(self, steps: int, seconds_left: Callable[[], float]) -> None:
        super().__init__(steps)
        self._seconds_left = seconds_left

    def spend(self) -> None:
        """Take a step, or raise `TooLong` if none or no time is left."""
        super().spend()
        if self.steps % STEPS_BETWEEN_LOOKS == 0 and not self._seconds_left():
            raise TooLong


class CountTree:
    """A tree of parts, the largest of which is divided first."""

    def __init__(self, document: dict[str, Any], problem: Placements, value: int) -> None:
        self._document, self._problem = document, problem
        given, blocked = tuple(document["given"]), tuple(document["blocked"])
        self._parts = [Part(value, problem.start, given, blocked)]
        self._children: dict[int, tuple[str, int, int]] = {}

    def grow(self, count: Count, run: Run) -> Steps:
        """Divide the placements, unless the checker counts them in a short time.

        A part has as many placements without a piece as it has others than those with it.
        """
        problem, parts = self._problem, self._parts
        if not self._is_long(run):
            return None
        queue = [(-parts[0].number, 0)]
        while queue and len(parts) < 2 * MOST_PARTS - 1:
            yield Partial()
            at = heappop(queue)[1]
            part, bit = parts[at], problem.branch(parts[at].state)
            if bit <= 0:
                continue
            name = problem.name(bit)
            has_kinds = "pieces" in self._document
            given, blocked = (*part.given, [0, name] if has_kinds else name), (*part.blocked, name)
            puzzle = puzzle_of(self._document | {"given": given, "blocked": part.blocked})
            number = count(puzzle, run.remaining())
            if number is None:
                return None
            rest = part.state._replace(free=part.state.free & ~bit)
            pair = len(parts), len(parts) + 1
            parts += [
                Part(number, problem.placed(part.state, bit), given, part.blocked),
                Part(part.number - number, rest, part.given, blocked),
            ]
            self._children[at] = name, *pair
            for child in pair:
                heappush(queue, (-parts[child].number, child))
        return None

    def _is_long(self, run: Run) -> bool:
        if len(self._problem.pieces) > 1:  # the parts of several kinds are no puzzles
            return False
        try:
            self._problem.count(self._problem.start, Timed(SHORT, run.remaining))
        except TooLong:
            return True
        return False

    def lines(self) -> list[dict[str, Any]]:
        """Return the tree as the lines of a certificate."""
        lines: list[dict[str, Any]] = []
        waiting = [0]
        while waiting:
            at = waiting.pop()
            if at in self._children:
                name, *pair = self._children[at]
                lines.append({"split": [0, name]})
                waiting += reversed(pair)
            else:
                lines.append({"leaf": self._parts[at].number})
        return lines


def certifiable(puzzle: Any) -> Problem:
    """Return a puzzle as the checker reads it; raise a `PuzzleError` if it has no certificates."""
    with _as_puzzle_errors():
        problem: Problem = verifying.problem_of(_document(puzzle))
    return problem


def countable(puzzle: Any) -> Placements:
    """Return the placements of a puzzle as the checker counts them; raise if it cannot."""
    with _as_puzzle_errors():
        return Placements(_document(puzzle))


@contextmanager
def _as_puzzle_errors() -> Iterator[None]:
    try:
        yield
    except verifying.Unreadable as error:
        raise PuzzleError(f"no certificate: {error}", place="certificate") from error


def expect_writable(path: str) -> None:
    """Raise a `PuzzleError` if a file cannot be written; an existing one stays as it is."""
    is_new = not os.path.lexists(path)
    try:
        open(path, "ab").close()
        if is_new:
            os.remove(path)
    except OSError as error:
        found = f"{shown(path)}: {error.strerror}"
        raise PuzzleError(
            expected="a file that can be written", found=found, place="certificate"
        ) from error


def certified(
    result: Found, path: str, make: Callable[[], bytes], check: Callable[[bytes], str]
) -> Found:
    """Write a certificate of a result; return the result with a note of what it proves."""
    note = "no certificate: interrupted"

    def write() -> Steps:
        nonlocal note
        data = make()
        words = check(data)
        write_file(path, data)
        note = f"certificate: {words}"
        yield Partial()
        return None

    try:
        drive(write(), Run.begun(None, Limits(), 0))
    except verifying.Rejected as error:
        note = f"no certificate: the one made is wrong in line {error}; please report this"
    except OSError as error:
        note = f"no certificate: cannot write {shown(path)}: {error.strerror}"
    return replace(result, note="; ".join(filter(None, (result.note, note))))


def certificate(result: Result, seconds: float | None = None) -> bytes:
    """Return a result's certificate, perhaps of a weaker bound, grown for at most these seconds."""
    problem = certifiable(result.puzzle)
    none = 1 + sum(map(abs, problem.price.values()))  # more than any answer's price
    answer, price = None, none
    if result.answer is not None:
        if isinstance(problem, Heaviest):
            placed = [(0, (row, column)) for column, row in enumerate(result.answer[0])]
        else:
            placed = [(kind, (row, column)) for kind, row, column in result.answer]
        answer = [named(problem, one) for one in placed]
        price = sum(problem.price[one] for one in placed)
    goal = price if result.bound is None else ceil(Fraction(result.bound) / problem.unit)
    tree, run = CertificateTree(problem), Run.begun(None, Limits(seconds=seconds), 0)
    drive(tree.grow(min(goal, price), run), run)
    lines, least = tree.lines()
    value, bound = (
        None if one >= none else _number(int(one) * problem.unit)
        for one in (price, min(price, least))
    )
    body: list[dict[str, Any]] = [
        {"certificate": 1, "value": value, "bound": bound},
        {"puzzle": _document(result.puzzle)},
        {"answer": answer},
        *lines,
    ]
    return _sealed(body)


def certificate_of_count(result: Result[None, int], count: Count, seconds: float) -> bytes:
    """Return the certificate of a count, divided for at most these seconds."""
    problem, document = countable(result.puzzle), _document(result.puzzle)
    value = result.value or 0
    tree, run = CountTree(document, problem, value), Run.begun(None, Limits(seconds), 0)
    drive(tree.grow(count, run), run)
    head: dict[str, Any] = {"certificate": 1, "count": value}
    return _sealed([head, {"puzzle": document}, *tree.lines()])


def _sealed(lines: list[dict[str, Any]]) -> bytes:
    """Return the text of lines, with their digest."""
    text = "".join(f"{json.dumps(line)}\n" for line in lines).encode()
    return text + f"{json.dumps({'sha256': sha256(text).hexdigest()})}\n".encode()


def _number(value: Fraction) -> int | str:
    return value.numerator if value.denominator == 1 else str(value)


def _document(puzzle: Any) -> dict[str, Any]:
    """Return a puzzle as plain data, without fields at values that ask for nothing."""
    plain: dict[str, Any] = {
        "best": 1,
        "square_prices": None,
        "spared": [],
        "at_most": None,
        "independent": False,
        "tolerated": [],
        "weights": None,
        "shields": False,
        "equal": False,
        "lightest": False,
        "maximal": False,
        "diagonals": None,
    }
    document = document_of(puzzle)
    return {name: data for name, data in document.items() if plain.get(name, ...) != data}
