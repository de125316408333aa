"""Placements up to symmetry: one for each set of images by rotation and reflection.

The symmetries of a graph are the rotations and reflections of the board that preserve its
conflicts, numbers, given pieces and weights. By Burnside's lemma the number of orbits is the mean,
over all symmetries, of the number of placements that each fixes. A fixed placement is a union of
orbits of squares, so a half turn or a reflection fixes about the square root of all placements.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import reduce
from itertools import zip_longest
from operator import or_

from rookery.boards.symmetry import Symmetry, board_symmetries
from rookery.engine.drive import drive
from rookery.engine.run import Partial, Run, Steps
from rookery.nonattacking.graph import Graph, bits, graph_of
from rookery.nonattacking.puzzle import NonAttacking, PlacedPiece
from rookery.nonattacking.search import NODES_A_TICK, SetSearch
from rookery.nonattacking.special import queens_of
from rookery.results.limits import Check, Limits
from rookery.results.methods import Method
from rookery.results.result import Result, Status
from rookery.results.settings import Settings

Permutation = Sequence[int]
"""The image of each candidate of a graph under a symmetry."""


def symmetries(graph: Graph, check_deadline: Check = bool) -> list[Permutation]:
    """Return the symmetries of a graph, which map placements to placements; the identity is first.

    Exceptions of `check_deadline` pass through.

    >>> [len(symmetries(graph_of(NonAttacking(4, piece)))) for piece in ("queen", "lance")]
    [8, 4]
    """
    number = {candidate: at for at, candidate in enumerate(graph.candidates)}
    board = graph.puzzle.board
    found: list[Permutation] = []
    for symmetry in board_symmetries(board):

        def moved(one: PlacedPiece, move: Symmetry = symmetry) -> PlacedPiece:
            return (one[0], *move.square(one[1:], board.rows, board.columns))

        images = [number.get(moved(one)) for one in graph.candidates]
        permutation = [image for image in images if image is not None]
        if len(permutation) == len(images) and _keeps(graph, permutation, check_deadline):
            found.append(permutation)
    return found


def _keeps(graph: Graph, permutation: Permutation, check_deadline: Check) -> bool:
    """Return whether a permutation of the candidates preserves the graph."""

    def image(mask: int) -> int:
        check_deadline()
        return image_of(permutation, mask)

    def rules(image: Callable[[int], int]) -> Iterator[object]:
        yield image(graph.forced)
        yield {(image(need.mask), need.least, need.most) for need in graph.needs}
        yield set(map(image, graph.equal))
        yield {
            (image(one.pieces), frozenset(map(image, one.hurdles)), image(one.empty))
            for one in graph.attacks
        }

    weights = [graph.puzzle.weight(one[1:]) for one in graph.candidates]
    return all(one == other for one, other in zip(rules(image), rules(int), strict=True)) and all(
        weights[at] == weights[there] and image(graph.conflicts[at]) == graph.conflicts[there]
        for at, there in enumerate(permutation)
    )


def image_of(permutation: Permutation, mask: int) -> int:
    """Return the image of a set of candidates.

    >>> image_of([2, 0, 1], 0b011)
    5
    """
    return sum(1 << permutation[at] for at in bits(mask))


def is_first(group: Sequence[Permutation], chosen: int) -> bool:
    """Return whether a placement comes before all its other images, in lexicographic order."""
    own = list(bits(chosen))
    return all(own <= sorted(permutation[at] for at in own) for permutation in group)


def count_fixed(graph: Graph, permutation: Permutation, check_deadline: Check = bool) -> list[int]:
    """Count the placements fixed by a symmetry, by number of pieces.

    >>> graph = graph_of(NonAttacking(5, "queen", 5))
    >>> [sum(count_fixed(graph, one)) for one in symmetries(graph)]
    [10, 0, 0, 2, 0, 2, 2, 0]
    """
    check_deadline()
    around = {
        orbit: reduce(or_, (graph.conflicts[at] for at in bits(orbit)))
        for orbit in _orbits(permutation)
    }
    free = {orbit: conflicts for orbit, conflicts in around.items() if not conflicts & orbit}
    plain = not (graph.attacks or graph.equal or graph.forced or graph.puzzle.maximal)
    if plain and all(need.mask == graph.everything for need in graph.needs):
        return _count_unions(graph, free, check_deadline)
    return _search_unions(graph, free, check_deadline)


def _count_unions(graph: Graph, around: Mapping[int, int], check_deadline: Check) -> list[int]:
    """Count the placements that are unions of orbits, orbit by orbit in layers of equal states.

    A state is the set of later candidates in conflict with those chosen. Its counts by number of
    pieces are the digits of one integer. Nothing but the number of all pieces may be required.
    """
    size = len(graph.candidates)
    digit = size + 1  # bits; no more placements than sets of candidates
    numbers = range(
        max((need.least for need in graph.needs), default=0),
        min((need.most for need in graph.needs), default=size) + 1,
    )
    kept = (1 << digit * numbers.stop) - 1
    layer, later = {0: 1}, reduce(or_, around, 0)
    for orbit, conflicts in around.items():
        later &= ~orbit
        pieces = orbit.bit_count()
        following: dict[int, int] = {}
        for nodes, (closed, ways) in enumerate(layer.items()):
            if nodes % NODES_A_TICK == 0:
                check_deadline()
            skipped = closed & later
            following[skipped] = following.get(skipped, 0) + ways
            if not closed & orbit:
                chosen = (closed | conflicts) & later
                following[chosen] = following.get(chosen, 0) + (ways << digit * pieces & kept)
        layer = following
    total = sum(layer.values())
    return [
        total >> digit * number & (1 << digit) - 1 if number in numbers else 0
        for number in range(size + 1)
    ]


def _search_unions(graph: Graph, around: Mapping[int, int], check_deadline: Check) -> list[int]:
    """Count the placements that are unions of orbits, one by one."""
    search = SetSearch(graph)
    orbits = list(around)
    counts = [0] * (len(graph.candidates) + 1)
    stack = [(0, 0, 0)]  # chosen candidates, forbidden ones, index of the next orbit
    nodes = 0
    while stack:
        chosen, closed, first = stack.pop()
        nodes += 1
        if nodes % NODES_A_TICK == 0:
            check_deadline()
        attacks = tuple(attack for attack in graph.attacks if attack.stands(chosen))
        counts[chosen.bit_count()] += search.is_placement((chosen, 0, attacks))
        for at in range(first, len(orbits)):
            orbit = orbits[at]
            more = chosen | orbit
            if not orbit & closed and all(
                (more & need.mask).bit_count() <= need.most for need in graph.needs
            ):
                stack.append((more, closed | around[orbit], at + 1))
    return counts


def _orbits(permutation: Permutation) -> Iterator[int]:
    """Yield the orbits of candidates under a symmetry."""
    seen = 0
    for at in range(len(permutation)):
        orbit = 0
        there = at
        while not seen >> there & 1:
            seen |= 1 << there
            orbit |= 1 << there
            there = permutation[there]
        if orbit:
            yield orbit


def count_up_to_symmetry(puzzle: NonAttacking, settings: Settings, method: Method) -> Result:
    """Count the placements of a puzzle up to symmetry; the named method counts all placements.

    The result is OPTIMAL with the count, by the number of pieces if the method counts so. If a
    limit stops a count, it is FEASIBLE with a lower bound.
    """
    counted = method.run(puzzle, settings)
    if not counted.value:
        return counted
    same = queens_of(puzzle)
    if same is not None and not (same.given or same.blocked):
        from rookery.queens.symmetry import fundamental_result

        own = fundamental_result(replace(counted, puzzle=same), settings)
        return replace(own, puzzle=puzzle)
    least = -(-int(counted.value) // sum(1 for _ in board_symmetries(puzzle.board)))
    reason = counted.reason
    if counted.status is Status.OPTIMAL:
        run = Run(puzzle, replace(settings, limits=Limits(seconds=settings.limits.seconds)))
        fixed: list[list[int]] = []  # counts for each symmetry except the identity

        def count_all_fixed() -> Steps:
            graph = graph_of(puzzle, run.check_deadline)
            for permutation in symmetries(graph, run.check_deadline)[1:]:
                yield Partial(value=least, stage="count")
                fixed.append(count_fixed(graph, permutation, run.check_deadline))
            return None

        stopped = drive(count_all_fixed(), run)
        if stopped is None:
            size = len(fixed) + 1
            value = (int(counted.value) + sum(map(sum, fixed))) // size
            by_number = counted.by_number
            if by_number is not None:
                of_each = zip_longest(by_number, *fixed, fillvalue=0)
                by_number = tuple(sum(counts) // size for counts in of_each)[: len(by_number)]
            return replace(counted, value=value, bound=value, by_number=by_number)
        reason = stopped
    return replace(
        counted, value=least, bound=None, status=Status.FEASIBLE, reason=reason, by_number=None
    )
