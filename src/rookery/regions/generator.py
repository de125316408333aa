"""Generation of region puzzles with one answer and a requested difficulty.

A random placement gets random regions. Then moves of border squares make its answer the only one,
or make the puzzle easier.

`Repair` takes an unintended answer, and moves one of its squares at a border to the region beyond.
That region then has a piece too many, which excludes the answer. Of all such moves `Repair` makes
the one that allows the fewest of the answers excluded so far again.

`shape` moves squares until the rules of a level leave no square open. It mostly moves open squares,
and keeps a move unless it leaves more squares open. A puzzle that the rules solve has one answer,
so no search is needed.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field, replace
from heapq import heappop, heappush
from math import prod
from random import Random

from rookery.boards.pieces import Piece
from rookery.engine.drive import run_to_limit
from rookery.engine.run import Partial, Run, Steps
from rookery.errors import LimitError, PuzzleError, UnmetRequestError
from rookery.regions.draft import BY_RULES, Draft, Partition, RegionsRequest, neighbours_of
from rookery.regions.explaining import by_rules, difficulty_of
from rookery.regions.masks import NUMBERS, Masks, RegionSearch, bits, lowest, reach_of
from rookery.regions.methods import find
from rookery.regions.puzzle import Regions
from rookery.regions.reasoning import LEVELS
from rookery.regions.validation import LETTERS
from rookery.results.limits import Check, Limits
from rookery.results.settings import Settings

NODES_A_SEARCH = 400  # nodes of a search in random order before it restarts
SEARCHES = 200  # searches for a placement, at most
SEARCHES_LARGER = 5  # of these on each larger board, which is only named in a message
ROWS_A_STAR = 4  # rows that kings need: 4n rows of as many squares hold n kings each at most
GROUPINGS = 50  # attempts to group the cells, at most
MOST_SPREAD = 3  # random factors (0 to 1) in the speed of a cell, at most
SLOWEST = 0.02  # least speed of a cell, which keeps all cells growing
TRIES = 5000  # failed partitions before giving up, unless a limit is set
UNSHAPED_TRIES = 5  # first tries, which leave puzzles as they are; later tries shape them
STEPS_A_ROW = 5  # steps of `Repair` per row
LARGE, STEPS_A_LARGE_ROW = 12, 40  # rows from which on, with one piece a row, more steps pay
NODES_A_PROOF = 1_000_000  # nodes to prove one answer; harder puzzles are too hard for people
# The level of rules by which puzzles are shaped, by requested difficulty. Expert rules are too
# slow, and most unshaped puzzles need them anyway.
SHAPED = {"easy": "easy", "medium": "medium", "hard": "hard", BY_RULES: "hard"}
# Levels for which puzzles of several pieces a region are shaped from uneven regions, without
# `Repair`: small regions give the rules more deductions.
UNEVEN = {"easy"}
SEARCHED_EVERY = 10  # tries; one of them uses `Repair` until any puzzle is known
STAGE = "generating"
PROBES_PER_MOVE = 8  # answers searched for after each move
REMEMBERED = 400  # unintended answers that score later moves
PATIENCE = 500  # moves in a row without gain before giving up
DRAWS = 1000  # squares drawn to find a movable one, at most
SHARE_ANYWHERE = 0.3  # share of squares drawn from all squares instead of the open ones
HARDEST = "hard"  # highest level for which puzzles are rated; expert rules are too slow
CLOSE = 1  # difficulty levels from the request; no rejected puzzle is closer
BEYOND, UNRATED = "beyond hard", "not rated"


def random_placement(side: int, piece: Piece, stars: int, random: Random, tick: Check) -> int:
    """Return non-attacking squares, `stars` in each row and column; call `tick` between searches.

    If none are found, a `PuzzleError` names a larger board that has some.
    """
    if placement := _drawn(side, piece, stars, random, tick, SEARCHES):
        return placement
    larger = range(side + 1, min(ROWS_A_STAR * (stars + 2), len(LETTERS) + 1))
    drawn = (n for n in larger if _drawn(n, piece, stars, random, tick, SEARCHES_LARGER))
    fits = next(drawn, None)
    where = f"a larger board, such as {fits}x{fits}," if fits else "another board"
    pieces = "piece" if stars == 1 else "pieces"
    expected = f"{where} for {stars} non-attacking {pieces} in each row and column"
    raise PuzzleError(expected=expected, found=f"{side}x{side}")


def _drawn(side: int, piece: Piece, stars: int, random: Random, tick: Check, searches: int) -> int:
    """Draw non-attacking squares, `stars` in each row and column; return 0 if none are found."""

    def choose(free: int, tightest: int) -> int:
        for _ in range(random.randrange(tightest.bit_count())):
            tightest &= tightest - 1
        return lowest(tightest)

    tick()
    reach = reach_of(side, piece)
    every = (1 << side**2) - 1
    if not reach.has_blocks((1 << 2 * side) - 1 & every, min(2, side) * stars):
        return 0  # two rows have no room
    masks = Masks(reach, array(NUMBERS), stars, 0, every)
    for _ in range(searches):
        answer = next(RegionSearch(masks, choose).answers(tick=NODES_A_SEARCH), 0)
        if answer:
            return answer
        if answer == 0:  # the search is over
            break
        tick()
    return 0


def grow(
    side: int, stars: int, placement: int, random: Random, uneven: bool = False
) -> Partition | None:
    """Return a partition of the board, or None if the pieces cannot be grouped.

    A cell starts at every piece, and the cells grow square by square until they cover the board. If
    regions hold several pieces, touching cells are then joined. If regions hold one piece or are to
    be `uneven`, cells grow at different speeds, because small regions make a single answer likely.
    """
    pieces = list(bits(placement))
    spread = random.randrange(MOST_SPREAD + 1) if stars == 1 or uneven else 0
    cell_of = _grown_cells(side, pieces, spread, random)
    touching: list[set[int]] = [set() for _ in pieces]
    for square, near in enumerate(neighbours_of(side)):
        touching[cell_of[square]] |= {cell_of[other] for other in near} - {cell_of[square]}
    groups = _groups(touching, stars, random)
    if groups is None:
        return None
    region_of_cell = {cell: number for number, group in enumerate(groups) for cell in group}
    return Partition(side, [region_of_cell[cell] for cell in cell_of])


def _grown_cells(side: int, pieces: list[int], spread: int, random: Random) -> list[int]:
    """Return the cell of each square, if cells take over neighbouring squares at random times."""
    # Only sums, products and quotients: they are the same on every machine.
    speeds = [SLOWEST + prod(random.random() for _ in range(spread)) for _ in pieces]
    cell_of = [-1] * side**2
    reached = [(0.0, square, cell) for cell, square in enumerate(pieces)]
    while reached:
        time, square, cell = heappop(reached)
        if cell_of[square] >= 0:
            continue
        cell_of[square] = cell
        for other in neighbours_of(side)[square]:
            if cell_of[other] < 0:
                wait = random.random() / speeds[cell]
                heappush(reached, (time + wait, other, cell))
    return cell_of


def _groups(touching: list[set[int]], size: int, random: Random) -> list[list[int]] | None:
    """Divide the cells into connected groups of a size, or return None if no attempt succeeds."""
    for _ in range(GROUPINGS):
        left = set(range(len(touching)))
        groups = []
        while left:
            group = _group(touching, left, size, random)
            if group is None:
                break
            groups.append(group)
        else:
            return groups
    return None


def _group(touching: list[set[int]], left: set[int], size: int, random: Random) -> list[int] | None:
    """Remove a connected group from the remaining cells, those with few neighbours first."""

    def loneliness(cell: int) -> tuple[int, float]:
        return len(touching[cell] & left), random.random()

    group = [min(sorted(left), key=loneliness)]
    left.discard(group[0])
    while len(group) < size:
        near = sorted(set().union(*(touching[cell] for cell in group)) & left)
        if not near:
            return None
        group.append(min(near, key=loneliness))
        left.discard(group[-1])
    return group


def generate(request: RegionsRequest, settings: Settings) -> Regions:
    """Return a puzzle that has one answer and meets the request; the seed alone determines it.

    A `PuzzleError` is raised if no placement is found for the answer. If a limit comes first, an
    `UnmetRequestError` holds the nearest puzzle; a `LimitError` is raised before any is found.
    """
    nearest = Nearest(request)
    accepted: list[Regions] = []
    run = Run(None, settings)
    tries = settings.limits.work or TRIES
    late = run_to_limit(_tries(request, tries, nearest, accepted, run), run)
    if accepted:
        return accepted[0]
    raise nearest.error(f"within {settings.limits.seconds:g} s" if late else f"in {tries} tries")


def _tries(
    request: RegionsRequest, tries: int, nearest: Nearest, accepted: list[Regions], run: Run
) -> Steps:
    """Make puzzles until one meets the request; append it to `accepted`."""
    random = Random(run.seed)
    searching = replace(run.settings, limits=Limits(work=NODES_A_PROOF), on_progress=None)
    reach = reach_of(request.size, request.piece)
    tick = run.check_deadline

    def is_met(draft: Draft) -> bool:
        if request.is_met(draft.puzzle(), tick):
            accepted.append(draft.puzzle())
            return True
        nearest.consider(draft.puzzle(), tick)
        return False

    is_large = request.stars == 1 and request.size >= LARGE
    steps = request.size * (STEPS_A_LARGE_ROW if is_large else STEPS_A_ROW)
    found_easier = False  # an unshaped puzzle easier than requested
    for number in range(tries):
        yield Partial(done=number, stage=STAGE)
        level = SHAPED.get(request.difficulty or "") if number >= UNSHAPED_TRIES else None
        known = nearest.puzzle is not None or number % SEARCHED_EVERY
        uneven = level in UNEVEN and request.stars > 1 and bool(known)
        placement = random_placement(request.size, request.piece, request.stars, random, tick)
        partition = grow(request.size, request.stars, placement, random, uneven)
        if partition is None:
            continue
        draft = Draft(request, reach, placement, partition)
        is_usable = uneven or Repair(draft, random).run(steps, searching, tick)
        if is_usable and draft.is_within_sizes():
            if not uneven and is_met(draft):
                return None
            if level is None:
                continue
            # Shaping makes puzzles easier. Where some are too easy without it, it only takes time.
            if not (uneven or found_easier):
                found_easier = by_rules(draft.masks(), level, tick)[0].is_solved
            if not found_easier and shape(draft, level, random, tick) and is_met(draft):
                return None
    return None


class Nearest:
    """The rejected puzzle whose difficulty is nearest to the request; None before the first.

    Its difficulty is None if it is beyond hard or unrated.
    """

    def __init__(self, request: RegionsRequest) -> None:
        self._request = request
        requested = request.difficulty
        self._level = LEVELS.index(requested) if requested in LEVELS else 0
        self._distance = len(LEVELS) + CLOSE
        self.puzzle: Regions | None = None
        self.difficulty: str | None = None
        self._rating = UNRATED

    def consider(self, puzzle: Regions, tick: Check) -> None:
        """Keep a rejected puzzle with one answer if it is the nearest so far."""
        if self._distance <= CLOSE:
            return
        if self.puzzle is None:
            self.puzzle = puzzle  # kept even if no time is left to rate it
        difficulty = difficulty_of(puzzle, HARDEST, tick)
        level = LEVELS.index(difficulty or LEVELS[-1])
        distance = max(CLOSE, abs(level - self._level))
        if distance < self._distance:
            self._distance, self.puzzle, self.difficulty = distance, puzzle, difficulty
            self._rating = difficulty or BEYOND

    def error(self, limit: str) -> LimitError:
        """Return the error to raise at a limit; `limit` describes it."""
        requested = self._request.difficulty
        kind = "such" if requested in (None, BY_RULES) else requested
        if self.puzzle is None:
            return LimitError(f"no {kind} puzzle {limit}")
        words = f"no {kind} puzzle {limit}; the nearest found is {self._rating}"
        return UnmetRequestError(words, self.puzzle, self.difficulty)


@dataclass
class UnintendedAnswer:
    """An answer of an earlier partition that is not the intended one."""

    squares: tuple[int, ...]
    numbers: list[int]  # pieces in each region

    def wrong(self, stars: int) -> int:
        """Return the number of regions without `stars` pieces."""
        return sum(number != stars for number in self.numbers)


@dataclass
class Repair:
    """A repair of a draft that removes its unintended answers."""

    draft: Draft
    random: Random  # breaks ties
    _others: dict[int, UnintendedAnswer] = field(default_factory=dict)
    _moved: list[int] = field(default_factory=list)

    def run(self, steps: int, settings: Settings, tick: Check) -> bool:
        """Move squares until the intended answer is the only one; return whether it is."""
        draft = self.draft
        for _ in range(steps):
            tick()
            answers, is_complete = find(draft.masks(), PROBES_PER_MOVE, settings)
            others = [mask for mask in answers if mask != draft.answer]
            if not others:
                return is_complete
            for mask in others:
                if mask not in self._others:
                    if len(self._others) >= REMEMBERED:
                        del self._others[next(iter(self._others))]
                    numbers = [(mask & region).bit_count() for region in draft.partition.masks]
                    self._others[mask] = UnintendedAnswer(tuple(bits(mask)), numbers)
            if not self._step(others):
                return False
        return False

    def _step(self, others: list[int]) -> bool:
        """Make the best move that excludes one of these answers, or else any; return success."""
        squares = 0
        for mask in others:
            squares |= mask
        best = None
        for square in bits(squares & ~self.draft.answer):
            for region in self.draft.moves(square):
                score = self._score(square, region), square in self._moved, self.random.random()
                if best is None or score < best[0]:
                    best = score, square, region
        if best is not None:
            self._move(best[1], best[2])
            return True
        movable = list(bits(self.draft.others()))
        self.random.shuffle(movable)
        for square in movable:
            for region in self.draft.moves(square):
                self._move(square, region)
                return True
        return False

    def _score(self, square: int, region: int) -> int:
        """Return the number of remembered answers that a move allows, minus those it excludes."""
        own, stars, change = self.draft.partition.of[square], self.draft.request.stars, 0
        for other in self._others.values():
            if square in other.squares:
                wrong = other.wrong(stars)
                if wrong == 0:
                    change -= 1
                elif wrong == 2:
                    numbers = other.numbers
                    change += numbers[own] == stars + 1 and numbers[region] == stars - 1
        return change

    def _move(self, square: int, region: int) -> None:
        partition = self.draft.partition
        own = partition.of[square]
        for other in self._others.values():
            if square in other.squares:
                other.numbers[own] -= 1
                other.numbers[region] += 1
        partition.move(square, region)
        self._moved = [*self._moved[-self.draft.request.size :], square]


def shape(draft: Draft, level: str, random: Random, tick: Check) -> bool:
    """Move squares until rules up to a level solve the draft; return whether they do."""

    def left_open() -> int:
        return by_rules(draft.masks(), level, tick)[0].free

    squares, failed = left_open(), 0
    while squares and failed < PATIENCE:
        move = _random_move(draft, squares, random)
        if move is None:
            return False
        square, region = move
        before = draft.partition.of[square]
        draft.partition.move(square, region)
        still_open = left_open()
        failed = 0 if still_open.bit_count() < squares.bit_count() else failed + 1
        if still_open.bit_count() > squares.bit_count():
            draft.partition.move(square, before)
        else:
            squares = still_open
    return not squares


def _random_move(draft: Draft, preferred: int, random: Random) -> tuple[int, int] | None:
    """Return a random square, usually a preferred one, and its new region, or None."""
    every = list(bits(draft.others()))
    first = list(bits(preferred & draft.others())) or every
    for _ in range(DRAWS):
        square = random.choice(every if random.random() < SHARE_ANYWHERE else first)
        regions = draft.moves(square)
        if regions:
            return square, random.choice(regions)
    return None
