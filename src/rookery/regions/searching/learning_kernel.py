"""The kernel that decides hard region puzzles: search with clause learning over squares.

A square holds a piece (1), holds none (0) or is undecided (-1). Two rules propagate: a piece clears
the squares that it attacks; a unit (a row, column, region or cut) with all its pieces clears its
other squares, and one with as few squares left as it needs fills them. Reasons are read off the
board when they are asked for, so only learnt clauses are stored.

First unique implication points, decaying activities: J. Marques-Silva and K. Sakallah, "GRASP"
(1996), M. Moskewicz et al., "Chaff" (2001). Clauses that touch few levels are kept: G. Audemard and
L. Simon, "Predicting learnt clauses quality in modern SAT solvers" (2009). Restarts: M. Luby,
A. Sinclair and D. Zuckerman, "Optimal speedup of Las Vegas algorithms" (1993).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from numba import njit

from rookery.compiled import kernels
from rookery.compiled.kept import cached
from rookery.compiled.kernels import INLINE, KERNEL

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.int64]

PLACES = range(8)  # in State.at
TRAIL, PROPAGATED, LEVEL, CLAUSES, LITERALS, FOUND, CONFLICTS, RESTART = PLACES
GOING, OVER, FULL = range(3)  # outcomes of `go_on`
DECISION = -1  # in place of a reason
DECAY = 0.95  # of the activity of squares, at each conflict
MOST_ACTIVITY = 1e100  # all activities are scaled down beyond it
RESTART_CONFLICTS = 64  # times the terms of Luby's sequence
KEPT_LEVELS = 2  # clauses of so few levels are never forgotten
MOST_LEVELS = 64  # clauses of more are forgotten alike


class LearningRules(NamedTuple):
    """A puzzle: which squares are in which units, and which attack each other."""

    of_start: Numbers  # [square] where its units begin; one more for the end
    of: Numbers
    unit_start: Numbers  # [unit] where its squares begin; one more for the end
    unit_squares: Numbers
    attack_start: Numbers  # [square]; one more for the end
    attacked: Numbers
    need: Numbers  # [unit] how many pieces it holds


class LearningState(NamedTuple):
    """The position of a search, which can be resumed."""

    at: Numbers  # [PLACES]
    value: Numbers  # [square] 1, 0, or -1 while undecided
    level: Numbers  # [square] the number of decisions before it
    reason: Numbers  # [square] a square, then units that are full or tight, then clauses
    place: Numbers  # [square] in the trail
    trail: Numbers  # the squares decided, in order
    starts: Numbers  # [level] where its decision is in the trail
    number: Numbers  # [unit, value] how many of its squares have a value, as far as propagated
    activity: NDArray[np.float64]  # [square]
    step: NDArray[np.float64]  # [0] what a conflict adds to activities
    seen: Numbers  # [square] whether analysis met it
    counted: Numbers  # [level] the last conflict that counted the level
    cause: Numbers  # [0] how many, then the squares of a conflict or a reason
    answers: Numbers  # [answer, square] the values
    head: Numbers  # [literal] the first clause watching it, twice its number plus the watch


class Clauses(NamedTuple):
    """The learnt clauses. A literal is twice a square, plus 1 when it says that a piece stands."""

    literals: Numbers
    start: Numbers  # [clause]; one more for the end
    levels: Numbers  # [clause] how many levels it touched; 0 forbids an answer
    next: Numbers  # [2 * clause + watch] the next that watches the literal


@njit(**INLINE)
def decide(state, square, value, reason):
    """Give an undecided square its value."""
    at = state.at
    state.value[square] = value
    state.level[square] = at[LEVEL]
    state.reason[square] = reason
    state.place[square] = at[TRAIL]
    state.trail[at[TRAIL]] = square
    at[TRAIL] += 1


@njit(**INLINE)
def back_to(rules, state, level):
    """Undo all decisions after a level."""
    at = state.at
    if at[LEVEL] <= level:
        return
    first = state.starts[level + 1]
    for place in range(at[TRAIL] - 1, first - 1, -1):
        square = state.trail[place]
        if place < at[PROPAGATED]:
            for kind in range(rules.of_start[square], rules.of_start[square + 1]):
                state.number[rules.of[kind], state.value[square]] -= 1
        state.value[square] = -1
    at[TRAIL] = at[PROPAGATED] = first
    at[LEVEL] = level


@njit(**INLINE)
def note_unit(rules, state, unit, value, before):
    """Note as a cause the squares of a unit that had a value before a place of the trail."""
    cause = state.cause
    for at in range(rules.unit_start[unit], rules.unit_start[unit + 1]):
        square = rules.unit_squares[at]
        if state.value[square] == value and state.place[square] < before:
            cause[0] += 1
            cause[cause[0]] = square


@njit(**INLINE)
def note_reason(rules, state, clauses, square):
    """Note as a cause the squares that decided one."""
    cause, reason = state.cause, state.reason[square]
    squares, units = state.value.shape[0], state.number.shape[0]
    cause[0] = 0
    if reason < squares:
        cause[0], cause[1] = 1, reason
    elif reason < squares + 2 * units:
        unit = (reason - squares) >> 1
        note_unit(rules, state, unit, 1 - state.value[square], state.place[square])
    else:
        clause = reason - squares - 2 * units
        for at in range(clauses.start[clause], clauses.start[clause + 1]):
            if clauses.literals[at] >> 1 != square:
                cause[0] += 1
                cause[cause[0]] = clauses.literals[at] >> 1


@njit(**INLINE)
def settle_units(rules, state, square, value):
    """Propagate what a square's value says about its units; return whether none is broken."""
    squares = state.value.shape[0]
    kinds = range(rules.of_start[square], rules.of_start[square + 1])
    for kind in kinds:
        state.number[rules.of[kind], value] += 1
    for kind in kinds:
        unit = rules.of[kind]
        first, end = rules.unit_start[unit], rules.unit_start[unit + 1]
        most = rules.need[unit] if value == 1 else end - first - rules.need[unit]
        if state.number[unit, value] < most:
            continue
        if state.number[unit, value] > most:
            state.cause[0] = 0
            note_unit(rules, state, unit, value, squares)
            return False
        for at in range(first, end):
            if state.value[rules.unit_squares[at]] < 0:
                decide(state, rules.unit_squares[at], 1 - value, squares + 2 * unit)
    return True


@njit(**INLINE)
def clear_attacked(rules, state, square):
    """Clear the squares that a piece attacks; return whether no piece stands there."""
    for at in range(rules.attack_start[square], rules.attack_start[square + 1]):
        other = rules.attacked[at]
        if state.value[other] == 1:
            state.cause[0], state.cause[1], state.cause[2] = 2, square, other
            return False
        if state.value[other] < 0:
            decide(state, other, 0, square)
    return True


@njit(**INLINE)
def look_at_clauses(state, clauses, false):
    """Propagate the clauses that watch a literal now false; return whether none is broken."""
    value, literals, head = state.value, clauses.literals, state.head
    first_reason = value.shape[0] + 2 * state.number.shape[0]
    watch = head[false]
    head[false] = -1
    while watch >= 0:
        following, clause = clauses.next[watch], watch >> 1
        first, end = clauses.start[clause], clauses.start[clause + 1]
        mine = first + (watch & 1)
        other = literals[first + 1 - (watch & 1)]
        moved = -1
        if value[other >> 1] != other & 1:
            for at in range(first + 2, end):
                found = value[literals[at] >> 1]
                if found < 0 or found == literals[at] & 1:
                    moved = at
                    break
        if moved >= 0:
            literals[mine], literals[moved] = literals[moved], literals[mine]
            clauses.next[watch], head[literals[mine]] = head[literals[mine]], watch
            watch = following
            continue
        clauses.next[watch], head[false] = head[false], watch
        if value[other >> 1] < 0:
            decide(state, other >> 1, other & 1, first_reason + clause)
        elif value[other >> 1] != other & 1:
            while following >= 0:  # put back those not looked at
                watch, following = following, clauses.next[following]
                clauses.next[watch], head[false] = head[false], watch
            state.cause[0] = end - first
            for at in range(first, end):
                state.cause[1 + at - first] = literals[at] >> 1
            return False
        watch = following
    return True


@njit(**INLINE)
def propagate(rules, state, clauses):
    """Decide all that follows; return whether nothing contradicts, else `cause` tells it."""
    at = state.at
    while at[PROPAGATED] < at[TRAIL]:
        square = state.trail[at[PROPAGATED]]
        value = state.value[square]
        at[PROPAGATED] += 1
        if not settle_units(rules, state, square, value):
            return False
        if value == 1 and not clear_attacked(rules, state, square):
            return False
        if not look_at_clauses(state, clauses, 2 * square + 1 - value):
            return False
    return True


@njit(**INLINE)
def watch_clause(state, clauses, clause):
    """Watch the first two literals of a clause."""
    for watch in range(2):
        literal = clauses.literals[clauses.start[clause] + watch]
        clauses.next[2 * clause + watch] = state.head[literal]
        state.head[literal] = 2 * clause + watch


@njit(**INLINE)
def is_implied(rules, state, clauses, square):
    """Return whether squares of the clause, all seen, decide one by its reason."""
    note_reason(rules, state, clauses, square)
    for number in range(1, state.cause[0] + 1):
        other = state.cause[number]
        if state.level[other] > 0 and not state.seen[other]:
            return False
    return True


@njit(**INLINE)
def learn(rules, state, clauses, is_answer):
    """Learn from the squares of a conflict, of which one at least is of the last level.

    The clause says that not all squares of its cause, met at the first point that all
    contradictions pass through, have their values. Go back to where it decides a square.
    """
    at, seen, cause, literals = state.at, state.seen, state.cause, clauses.literals
    clause = at[CLAUSES]
    first = clauses.start[clause]
    end, open_, place, square = first + 1, 0, at[TRAIL], -1
    while True:
        for number in range(1, cause[0] + 1):
            other = cause[number]
            if seen[other] or state.level[other] == 0:
                continue
            seen[other] = 1
            state.activity[other] += state.step[0]
            if state.level[other] == at[LEVEL]:
                open_ += 1
            else:
                literals[end] = 2 * other + 1 - state.value[other]
                end += 1
        while True:
            place -= 1
            square = state.trail[place]
            if seen[square]:
                break
        seen[square] = 0
        open_ -= 1
        if open_ == 0:
            break
        note_reason(rules, state, clauses, square)
    literals[first] = 2 * square + 1 - state.value[square]
    whole, end = end, first + 1
    for spot in range(first + 1, whole):
        other = literals[spot] >> 1
        if state.reason[other] == DECISION or not is_implied(rules, state, clauses, other):
            literals[spot], literals[end] = literals[end], literals[spot]
            end += 1
    for spot in range(end, whole):
        seen[literals[spot] >> 1] = 0
    levels, back = 1, 0
    for spot in range(first + 1, end):
        other = literals[spot] >> 1
        seen[other] = 0
        level = state.level[other]
        if state.counted[level] != at[CONFLICTS]:
            state.counted[level] = at[CONFLICTS]
            levels += 1
        if level > back:
            back = level
            literals[first + 1], literals[spot] = literals[spot], literals[first + 1]
    clauses.levels[clause] = 0 if is_answer else min(levels, MOST_LEVELS)
    clauses.start[clause + 1] = end
    back_to(rules, state, back)
    reason = DECISION  # of a clause of one literal, which holds from the beginning on
    if end > first + 1:
        watch_clause(state, clauses, clause)
        reason = state.value.shape[0] + 2 * state.number.shape[0] + clause
        at[CLAUSES] += 1
    decide(state, square, literals[first] & 1, reason)
    state.step[0] /= DECAY
    if state.step[0] > MOST_ACTIVITY:
        for other in range(state.activity.shape[0]):
            state.activity[other] *= 1 / MOST_ACTIVITY
        state.step[0] *= 1 / MOST_ACTIVITY


@njit(**INLINE)
def luby(number):
    """Return a term of Luby's sequence, 1, 1, 2, 1, 1, 2, 4, ..., counted from 0."""
    size = 1
    while size < number + 1:
        size = 2 * size + 1
    while size - 1 != number:
        size >>= 1
        number %= size
    return (size + 1) >> 1


@njit(**INLINE)
def choose(state):
    """Return the undecided square of most activity, or -1 when all are decided."""
    best = -1
    for square in range(state.value.shape[0]):
        if state.value[square] < 0 and (best < 0 or state.activity[square] > state.activity[best]):
            best = square
    return best


@cached(kernels)
@njit(**KERNEL)
def forget(state, clauses):
    """Forget half of the clauses, those of the most levels, then the oldest; no level is open."""
    at = state.at
    number = at[CLAUSES]
    most, kept = MOST_LEVELS, number
    while most > KEPT_LEVELS and kept > number // 2:
        most -= 1
        kept = 0
        for clause in range(number):
            kept += clauses.levels[clause] <= most
    spare = max(0, number // 2 - kept)  # of those with a level more
    later = 0
    for clause in range(number):
        later += clauses.levels[clause] == most + 1
    state.head[:] = -1
    into, end = 0, 0
    for clause in range(number):
        levels = clauses.levels[clause]
        if levels > most:
            if levels > most + 1:
                continue
            later -= 1
            if later >= spare:
                continue
        first, last = clauses.start[clause], clauses.start[clause + 1]
        clauses.start[into] = end
        clauses.levels[into] = levels
        for place in range(first, last):
            clauses.literals[end] = clauses.literals[place]
            end += 1
        clauses.start[into + 1] = end
        into += 1
    at[CLAUSES] = into
    for clause in range(into):
        watch_clause(state, clauses, clause)


@cached(kernels)
@njit(**KERNEL)
def go_on(rules, state, clauses, most, nodes):
    """Search for about `nodes` nodes, or until `most` answers are found in all.

    Returns
    -------
    tuple
        GOING, OVER when there is no more answer, or FULL when clauses must be forgotten; and
        how many nodes are left.
    """
    at, squares = state.at, state.value.shape[0]
    while nodes > 0 and at[FOUND] < most:
        if clauses.start[at[CLAUSES]] + squares > clauses.literals.shape[0]:
            back_to(rules, state, 0)
            return FULL, nodes
        if at[CLAUSES] + 1 >= clauses.levels.shape[0]:
            back_to(rules, state, 0)
            return FULL, nodes
        nodes -= 1
        is_answer = False
        if propagate(rules, state, clauses):
            if at[CONFLICTS] >= at[RESTART] and at[LEVEL] > 0:
                back_to(rules, state, 0)
                state.starts[0] += 1  # how often it began again
                at[RESTART] = at[CONFLICTS] + RESTART_CONFLICTS * luby(state.starts[0])
                continue
            square = choose(state)
            if square >= 0:
                at[LEVEL] += 1
                state.starts[at[LEVEL]] = at[TRAIL]
                decide(state, square, 1, DECISION)
                continue
            is_answer = True
            if at[FOUND] < state.answers.shape[0]:
                for other in range(squares):
                    state.answers[at[FOUND], other] = state.value[other]
            at[FOUND] += 1
            state.cause[0] = 0
            for other in range(squares):
                if state.value[other] == 1:
                    state.cause[0] += 1
                    state.cause[state.cause[0]] = other
        deepest = 0
        for number in range(1, state.cause[0] + 1):
            deepest = max(deepest, state.level[state.cause[number]])
        if deepest == 0:
            return OVER, nodes
        back_to(rules, state, deepest)
        at[CONFLICTS] += 1
        learn(rules, state, clauses, is_answer)
    return GOING, nodes
