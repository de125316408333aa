"""Hints for those who try a puzzle by hand: what to do next, or what to take back."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import rookery as api
from rookery.boards.pieces import Piece
from rookery.cover.puzzle import Cover
from rookery.document import (
    answer_data,
    answer_of,
    document_of,
    placement_data,
    puzzle_of,
    step_data,
)
from rookery.errors import LimitError, PuzzleError
from rookery.families import Table, answers_of
from rookery.heaviest.puzzle import Heaviest
from rookery.nonattacking.puzzle import NonAttacking
from rookery.queens.puzzle import Queens
from rookery.regions.puzzle import Regions
from rookery.results.result import Result, Status, number_text
from rookery.statements.statement import counted
from rookery.tour.puzzle import BESIDE, Tour
from rookery.view.glyphs import piece_name
from rookery.web.checking import verdict

MISTAKE, NEXT = "mistake", "next"  # rules of hints
FIRST = 0.6  # share of a hint's time for the first solve; the search for a mistake has the rest
NO_ANSWER = "the puzzle has no answer"
Attempt = list[Any]  # plain data, as in `rookery.web.checking`


@dataclass(frozen=True)
class Advice:
    """A hint: its words, the squares they are about, and the attempt that follows it."""

    words: str
    squares: Sequence[str]
    then: Attempt
    rule: str = NEXT

    def data(self) -> dict[str, Any]:
        """Return the hint as plain data, in the form of a step."""
        squares = list(self.squares)
        return {
            "rule": self.rule,
            "level": "",
            "words": self.words,
            "pieces": squares if self.rule == NEXT else [],
            "empty": [],
            "because": squares if self.rule == MISTAKE else [],
            "then": self.then,
        }


def hint_for(puzzle: Any, attempt: Attempt, seconds: float) -> dict[str, Any] | None:
    """Return a hint for an attempt as plain data, or None if nothing is left to do.

    The attempt at a region puzzle is part of the puzzle: pieces are given, squares known to be
    empty are blocked. Raises a `DocumentError` if it does not have the form of an attempt, a
    `PuzzleError` if the puzzle has no answer, and a `LimitError` if nothing is known within
    `seconds`.
    """
    if isinstance(puzzle, Regions):
        step = api.hint(puzzle, limits=seconds)
        return None if step is None else step_data(step)
    verdict(puzzle, attempt, partial=True)  # refuses what is no attempt, by its place
    advice = ADVISERS.of(puzzle)(puzzle, attempt, seconds)
    return None if advice is None else advice.data()


def _placement(
    puzzle: Queens | Heaviest | NonAttacking, attempt: Attempt, seconds: float
) -> Advice | None:
    """Complete the attempt, or find the first part of it that cannot be completed."""
    document = document_of(puzzle)

    def completed(parts: Attempt, share: float) -> Result[Any, Any]:
        given = [*document["given"], *(part for part in parts if part not in document["given"])]
        solved = api.placement if isinstance(puzzle, Queens) else api.solve
        asked = puzzle_of({**document, "given": given})
        found: Result[Any, Any] = solved(asked, limits=share * seconds)
        return _known(found)

    whole = completed(attempt, FIRST)
    if whole.answer is None:
        if not attempt or completed([], FIRST).answer is None:
            raise PuzzleError(NO_ANSWER)
        ends = range(1, len(attempt) + 1)
        share = (1 - FIRST) / len(attempt).bit_length()
        wrong = bisect_left(
            ends, True, key=lambda end: completed(attempt[:end], share).answer is None
        )
        part, then = attempt[wrong], [*attempt[:wrong], *attempt[wrong + 1 :]]
        return Advice(
            f"Take back the {_named(puzzle, part)}: with it no placement can be completed.",
            [_square(part)],
            then,
            MISTAKE,
        )
    missing = [part for part in _parts(puzzle, whole.answer) if part not in attempt]
    if not missing:
        return None
    part = missing[0]
    goal = "a whole placement"
    if not isinstance(puzzle, Queens):
        is_weighed = isinstance(puzzle, Heaviest) or puzzle.weights is not None
        value = whole.value
        goal = f"a weight of {number_text(value)}" if is_weighed else counted(value or 0, "piece")
        goal += "; no way from here is better" if _is_best(whole) else ", the best known from here"
    words = f"The {_named(puzzle, part)} leads to {goal}."
    return Advice(words, [_square(part)], [*attempt, part])


def _tour(tour: Tour, attempt: Attempt, seconds: float) -> Advice | None:
    """Find the shortest end of the attempt."""
    path = list(answer_of(tour, attempt))
    name = tour.board.name
    if path == [tour.start] or not path or tour.turn is not None:
        whole = _known(api.solve(tour, limits=seconds))
        if whole.answer is None:
            raise PuzzleError(NO_ANSWER)
        rest = list(whole.answer)
        if rest[: len(path)] != path:
            return Advice(
                "Go back to the start: no tour known begins so.",
                [name(square) for square in path[-1:]],
                attempt[:1],
                MISTAKE,
            )
        moves, rest = whole.value, rest[len(path) :]
    else:
        targets = tour.missed(path)
        if not targets and (tour.goal is None or path[-1] in _squares_of(tour.goal)):
            return None
        whole = _known(api.solve(_rest(tour, path, targets), limits=seconds))
        if whole.answer is None:
            return Advice(
                f"Take back the move to {name(path[-1])}: from there the tour has no end.",
                [name(path[-1])],
                attempt[:-1],
                MISTAKE,
            )
        moves, rest = whole.value, list(whole.answer[1:])
    if not rest:
        return None
    to = name(rest[0])
    way = "no way is shorter" if _is_best(whole) else "no shorter way is known"
    left = "1 move is left" if moves == 1 else f"{moves} moves are left"
    return Advice(f"Move to {to}: {left}, and {way}.", [to], [*attempt, to])


def _rest(tour: Tour, path: list[Any], left: list[Any]) -> Tour:
    """Return the puzzle of the moves that are left after a path."""
    visited = {target for target in tour.targets if isinstance(target, tuple)}.difference(left)
    pawns = tour.pawns | (visited if tour.visit == BESIDE else set())
    goal = tour.goal
    if tour.once:
        pawns |= set(path[:-1]) - _squares_of(goal)
    if goal is not None and tour.closed:
        goal = frozenset([path[0]])
    visit: Any = tour.visit
    return Tour(
        tour.board,
        path[-1],
        left or [goal],
        goal if left else None,
        tour.mover,
        visit,
        pawns=pawns - {path[-1]},
        once=tour.once,
    )


def _squares_of(target: Any) -> set[Any]:
    if target is None:
        return set()
    return {target} if isinstance(target, tuple) else set(target)


def _cover(cover: Cover, attempt: Attempt, seconds: float) -> Advice | None:
    """Point to a piece of the cheapest cover known, or to one that is not in it."""
    best = _known(api.solve(cover, limits=seconds))
    if best.answer is None:
        raise PuzzleError(NO_ANSWER)
    placed = answer_of(cover, attempt)
    if not cover.check(placed) and cover.value(placed) == best.value:
        return None
    parts = _parts(cover, best.answer)
    cover_words = f"A cover of cost {number_text(best.value)}"
    missing = [part for part in parts if part not in attempt]
    if missing:
        part = missing[0]
        words = f"{cover_words} has the {_named(cover, part)}."
        rest = [one for one in attempt if one[1] != part[1]]
        return Advice(words, [_square(part)], [*rest, part])
    extra = [part for part in attempt if part not in parts]
    if not extra:
        return None
    words = f"{cover_words} does without the {_named(cover, extra[0])}."
    rest = [one for one in attempt if one != extra[0]]
    return Advice(words, [_square(extra[0])], rest, MISTAKE)


def _is_best(result: Result[Any, Any]) -> bool:
    return result.status is Status.OPTIMAL


def _known(result: Result[Any, Any]) -> Result[Any, Any]:
    """Return a result that has an answer, or is proved to have none; else raise."""
    if result.answer is None and result.status is not Status.INFEASIBLE:
        raise LimitError("no hint was found in time")
    return result


def _parts(puzzle: Any, answer: Any) -> Attempt:
    """Return the parts of an answer as an attempt has them."""
    if isinstance(puzzle, (Queens, Heaviest)):
        return list(placement_data(answers_of(puzzle, answer)[0]))
    return [list(part) for part in answer_data(puzzle, answer) or ()]


def _square(part: Any) -> str:
    return part if isinstance(part, str) else part[1]


def _named(puzzle: Any, part: Any) -> str:
    piece = Piece("Q") if isinstance(part, str) else puzzle.pieces[part[0]]
    return f"{piece_name(piece)} on {_square(part)}"


ADVISERS: Table[Callable[[Any, Attempt, float], Advice | None]] = Table(
    "hint",
    {
        "queens": _placement,
        "heaviest": _placement,
        "nonattacking": _placement,
        "tour": _tour,
        "cover": _cover,
    },
    whole=False,
)
