"""Every cover of one price: by CP-SAT, or where a few pieces do by trying all.

All are tried where attacks do not depend on other pieces. The target that the fewest candidates
cover is covered by each of them in turn; those that were tried are then left out, so that no cover
comes twice. What is left to cover must be possible at all: so many pieces, each covering as much as
the best one does. Candidates and targets are bits.
"""

from __future__ import annotations

from collections.abc import Callable

from rookery.cover.bounds.duals import lagrangian
from rookery.cover.exact.cp_model import CoverModel
from rookery.cover.exact.proofs import new_solver, useful_kinds
from rookery.cover.model.attacks import Candidates, candidates
from rookery.cover.model.captures import has_fixed_attacks
from rookery.cover.puzzle import Cover, PlacedPiece
from rookery.results.limits import Clock
from rookery.running.solvers import watched

MOST_PIECES = 6  # tried
NEAR = 0.75  # of the price: where the bound is lower, linear programs do not prune


def each_cover(
    puzzle: Cover, price: int, clock: Clock, take: Callable[[tuple[PlacedPiece, ...]], None]
) -> bool:
    """Call with every cover of a price, of which none is cheaper; return whether these are all.

    Only the candidates come in that such a cover can have, by the reduced prices of a bound.

    Raises
    ------
    KeyboardInterrupt
        After those that were found before Ctrl-C.
    """
    from ortools.sat.python import cp_model

    table = candidates(puzzle)
    if puzzle.targets and can_try_all(puzzle, price):
        return try_all(puzzle, table, price, clock, take)
    duals = lagrangian(table.for_bounds(), int(table.needed.sum()), float(price))
    model = CoverModel(puzzle, (), useful_kinds(puzzle, table, duals, price + 1), exact=True)
    model.cheaper_than(price + 1)
    model.model.clear_objective()  # type: ignore[no-untyped-call]

    class Each(cp_model.CpSolverSolutionCallback):
        def on_solution_callback(self) -> None:
            take(model.placed_pieces(self))

    solver = new_solver(clock.left(), workers=1)
    solver.parameters.enumerate_all_solutions = True
    if duals.bound < NEAR * price:
        solver.parameters.linearization_level = 1
    each = Each()
    status, interrupted = watched(lambda: solver.solve(model.model, each), solver.stop_search)
    if interrupted:
        raise KeyboardInterrupt
    return solver.status_name(status) in ("OPTIMAL", "INFEASIBLE")


def can_try_all(puzzle: Cover, price: int) -> bool:
    """Return whether covers of a price have few pieces, which do not change others' attacks."""
    return has_fixed_attacks(puzzle) and price // min(puzzle.unit_prices) <= MOST_PIECES


def try_all(
    puzzle: Cover,
    table: Candidates,
    price: int,
    clock: Clock,
    take: Callable[[tuple[PlacedPiece, ...]], None],
) -> bool:
    """Call with every cover of a price, of which none is cheaper; return whether these are all."""
    return _Trial(puzzle, table, price, clock, take).run()


class _Trial:
    def __init__(
        self,
        puzzle: Cover,
        table: Candidates,
        price: int,
        clock: Clock,
        take: Callable[[tuple[PlacedPiece, ...]], None],
    ) -> None:
        self.price, self.clock, self.take = price, clock, take
        self.cheapest = min(puzzle.unit_prices)
        self.cost: list[int] = table.price.tolist()
        self.kind: list[int] = table.kind.tolist()
        squares: list[int] = table.square.tolist()
        self.placed = [
            (kind, *divmod(square, puzzle.board.columns))
            for kind, square in zip(self.kind, squares, strict=True)
        ]
        self.covers = [0] * len(table)
        self.of_target = [0] * len(puzzle.targets)
        for candidate, target in zip(table.owner.tolist(), table.king.tolist(), strict=True):
            self.covers[candidate] |= 1 << target
            self.of_target[target] |= 1 << candidate
        at: dict[int, int] = {}
        for candidate, square in enumerate(squares):
            at[square] = at.get(square, 0) | 1 << candidate
        self.beside = [at[square] for square in squares]
        self.of_kind = [
            sum(1 << candidate for candidate, own in enumerate(self.kind) if own == kind)
            for kind in range(len(puzzle.pieces))
        ]
        self.stock = puzzle.stock
        self.chosen: list[int] = []

    def run(self) -> bool:
        """Try all; return whether the time sufficed."""
        return self._go((1 << len(self.of_target)) - 1, (1 << len(self.cost)) - 1, self.price)

    def _go(self, bare: int, able: int, left: int) -> bool:
        """Cover the bare targets by able candidates, for what is left of the price."""
        if not bare:
            self.take(tuple(self.placed[candidate] for candidate in self.chosen))
            return True
        if self.clock.left() <= 0:
            return False
        pieces = left // self.cheapest
        if not pieces:
            return True
        most = max(((self.covers[c] & bare).bit_count() for c in _bits(able)), default=0)
        if most * pieces < bare.bit_count():
            return True
        ways = min((self.of_target[target] & able for target in _bits(bare)), key=int.bit_count)
        for candidate in _bits(ways):
            able &= ~(1 << candidate)
            if self.cost[candidate] <= left and not self._with(candidate, bare, able, left):
                return False
        return True

    def _with(self, candidate: int, bare: int, able: int, left: int) -> bool:
        self.chosen.append(candidate)
        able &= ~self.beside[candidate]
        kind = self.kind[candidate]
        number = self.stock[kind]
        if number is not None and number <= sum(self.kind[c] == kind for c in self.chosen):
            able &= ~self.of_kind[kind]
        done = self._go(bare & ~self.covers[candidate], able, left - self.cost[candidate])
        self.chosen.pop()
        return done


def _bits(mask: int) -> list[int]:
    """Return the numbers of the bits of a mask.

    >>> _bits(0b1010)
    [1, 3]
    """
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found
