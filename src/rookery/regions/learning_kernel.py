"""The kernel that decides hard region puzzles: search with clause learning over squares.

A square holds a piece (1), holds none (0) or is undecided (-1). Two rules propagate. A piece clears
the squares that it attacks. A unit (a row, column, region or cut) that has all its pieces clears
its other squares, and a unit with only as many squares as it needs fills them. Reasons of these
rules are read off the board on demand, so only learnt clauses are stored. The *trail* lists the
decided squares in order; every decision begins a *level*::

    trail     a1 | b4 . . . | d2 . . . .          decisions b4 and d2, each with its propagations
    level      0 |  1       |  2

Clauses are learnt at first unique implication points, and squares have decaying activities: J.
Marques-Silva and K. Sakallah, "GRASP" (1996), M. Moskewicz et al., "Chaff" (2001). Clauses that
touch few levels are kept: G. Audemard and L. Simon, "Predicting learnt clauses quality in modern
SAT solvers" (2009). Restarts follow M. Luby, A. Sinclair and D. Zuckerman, "Optimal speedup of Las
Vegas algorithms" (1993). docs/puzzles/regions.md explains the method.
"""

from __future__ import annotations

from typing import NamedTuple

from rookery.compiled.arrays import Float64s, Int64s
from rookery.compiled.kernels import inlined, kernel

PLACES = range(8)  # indices of LearningState.at
TRAIL, PROPAGATED, LEVEL, CLAUSES, LITERALS, FOUND, CONFLICTS, RESTART = PLACES
GOING, OVER, FULL = range(3)  # outcomes of `resume`
DECISION = -1  # in place of the reason of a decision
DECAY = 0.95  # factor on the activity of all squares at each conflict
MOST_ACTIVITY = 1e100  # activity; beyond it, all activities are scaled down
RESTART_CONFLICTS = 64  # conflicts before a restart, times a term of Luby's sequence
MOST_LEVELS = 64  # levels; clauses with more are treated alike


class LearningRules(NamedTuple):
    """A puzzle: the squares of every unit, and the squares that attack each other."""

    of_start: Int64s  # [square] into `of`; one more entry for the end
    of: Int64s  # units of each square
    unit_start: Int64s  # [unit] into `unit_squares`; one more entry for the end
    unit_squares: Int64s  # squares of each unit
    attack_start: Int64s  # [square] into `attacked`; one more entry for the end
    attacked: Int64s  # squares that each square attacks
    need: Int64s  # [unit] number of its pieces


class LearningState(NamedTuple):
    """The state of a resumable search."""

    at: Int64s  # [PLACES] counters
    value: Int64s  # [square] 1, 0, or -1 while undecided
    level: Int64s  # [square] level of its value
    reason: Int64s  # [square] an attacking square, then full or tight units, then clauses
    place: Int64s  # [square] its index in the trail
    trail: Int64s  # decided squares, in order
    starts: Int64s  # [level] index of its decision in the trail
    number: Int64s  # [unit, value] squares with this value, as far as propagated
    activity: Float64s  # [square]
    step: Float64s  # [0] increase of an activity at a conflict
    seen: Int64s  # [square] whether the analysis of a conflict has visited it
    counted: Int64s  # [level] the last conflict that counted the level
    cause: Int64s  # [0] number of the squares that follow: those of a conflict or a reason
    answers: Int64s  # [answer, square] values of the squares
    head: Int64s  # [literal] first watch on it, twice the clause plus 0 or 1; -1 for none


class Clauses(NamedTuple):
    """The learnt clauses. A literal is twice a square, plus 1 if it asserts a piece there."""

    literals: Int64s  # literals of each clause; the first two are watched
    start: Int64s  # [clause] into `literals`; one more entry for the end
    levels: Int64s  # [clause] number of levels it touched; 0 if it excludes an answer
    next: Int64s  # [2 * clause + watch] next watch on the same literal


@inlined
def decide(state, square, value, reason):
    """Give an undecided square its value."""
    at = state.at
    state.value[square] = value
    state.level[square] = at[LEVEL]
    state.reason[square] = reason
    state.place[square] = at[TRAIL]
    state.trail[at[TRAIL]] = square
    at[TRAIL] += 1


@inlined
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


@inlined
def note_unit(rules, state, unit, value, before):
    """Add to the cause the squares of a unit that had a value before a place of the trail."""
    cause = state.cause
    for at in range(rules.unit_start[unit], rules.unit_start[unit + 1]):
        square = rules.unit_squares[at]
        if state.value[square] == value and state.place[square] < before:
            cause[0] += 1
            cause[cause[0]] = square


@inlined
def note_reason(rules, state, clauses, square):
    """Write as the cause the squares that decided this one."""
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


@inlined
def propagate_units(rules, state, square, value):
    """Propagate a square's value through its units; return whether none is violated."""
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


@inlined
def clear_attacked(rules, state, square):
    """Clear the squares that a piece attacks; return whether they hold no piece."""
    for at in range(rules.attack_start[square], rules.attack_start[square + 1]):
        other = rules.attacked[at]
        if state.value[other] == 1:
            state.cause[0], state.cause[1], state.cause[2] = 2, square, other
            return False
        if state.value[other] < 0:
            decide(state, other, 0, square)
    return True


@inlined
def propagate_clauses(state, clauses, false):
    """Propagate the clauses that watch a literal now false; return whether none is violated."""
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
                other_value = value[literals[at] >> 1]
                if other_value < 0 or other_value == literals[at] & 1:
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
            while following >= 0:  # put back the unvisited watches
                watch, following = following, clauses.next[following]
                clauses.next[watch], head[false] = head[false], watch
            state.cause[0] = end - first
            for at in range(first, end):
                state.cause[1 + at - first] = literals[at] >> 1
            return False
        watch = following
    return True


@inlined
def propagate(rules, state, clauses):
    """Decide all squares that follow; return False at a conflict, whose squares are in `cause`."""
    at = state.at
    while at[PROPAGATED] < at[TRAIL]:
        square = state.trail[at[PROPAGATED]]
        value = state.value[square]
        at[PROPAGATED] += 1
        if not propagate_units(rules, state, square, value):
            return False
        if value == 1 and not clear_attacked(rules, state, square):
            return False
        if not propagate_clauses(state, clauses, 2 * square + 1 - value):
            return False
    return True


@inlined
def watch_clause(state, clauses, clause):
    """Watch the first two literals of a clause."""
    for watch in range(2):
        literal = clauses.literals[clauses.start[clause] + watch]
        clauses.next[2 * clause + watch] = state.head[literal]
        state.head[literal] = 2 * clause + watch


@inlined
def is_implied(rules, state, clauses, square):
    """Return whether a literal is redundant: its reason lies in the other squares of the clause."""
    note_reason(rules, state, clauses, square)
    for number in range(1, state.cause[0] + 1):
        other = state.cause[number]
        if state.level[other] > 0 and not state.seen[other]:
            return False
    return True


@inlined
def learn(rules, state, clauses, is_answer):
    """Learn a clause from the squares of a conflict, then undo decisions until it decides a square.

    At least one square of the conflict must be of the last level. Reasons replace these squares
    until a single one is left: the first unique implication point. The clause excludes the values
    of this square and of the squares of earlier levels.
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
    reason = DECISION  # a clause of one literal is not stored: level 0 is never undone
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


@inlined
def luby(number):
    """Return a term of Luby's sequence, 1, 1, 2, 1, 1, 2, 4, ..., counted from 0."""
    size = 1
    while size < number + 1:
        size = 2 * size + 1
    while size - 1 != number:
        size >>= 1
        number %= size
    return (size + 1) >> 1


@inlined
def choose(state):
    """Return the undecided square of greatest activity, or -1 if all are decided."""
    best = -1
    for square in range(state.value.shape[0]):
        if state.value[square] < 0 and (best < 0 or state.activity[square] > state.activity[best]):
            best = square
    return best


@kernel
def forget(state, clauses, kept):
    """Keep only the flagged clauses, in order. The level must be 0."""
    state.head[:] = -1
    into, end = 0, 0
    for clause in range(len(kept)):
        if not kept[clause]:
            continue
        first, last = clauses.start[clause], clauses.start[clause + 1]
        clauses.start[into] = end
        clauses.levels[into] = clauses.levels[clause]
        for place in range(first, last):
            clauses.literals[end] = clauses.literals[place]
            end += 1
        clauses.start[into + 1] = end
        watch_clause(state, clauses, into)
        into += 1
    state.at[CLAUSES] = into


@kernel
def resume(rules, state, clauses, most, nodes):
    """Search for about `nodes` nodes, or until the search has `most` answers in all.

    Return the outcome (GOING, OVER if no answer is left, or FULL if clauses must be forgotten), and
    the number of nodes left.
    """
    at, squares = state.at, state.value.shape[0]
    while nodes > 0 and at[FOUND] < most:
        room = clauses.literals.shape[0] - clauses.start[at[CLAUSES]]
        if room < squares or at[CLAUSES] + 1 >= clauses.levels.shape[0]:
            back_to(rules, state, 0)
            return FULL, nodes
        nodes -= 1
        is_answer = False
        if propagate(rules, state, clauses):
            if at[CONFLICTS] >= at[RESTART] and at[LEVEL] > 0:
                back_to(rules, state, 0)
                state.starts[0] += 1  # number of restarts; level 0 has no decision
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
