"""The cheapest cover and the best bound so far."""

from __future__ import annotations

from rookery.cover.bounds.duals import round_up
from rookery.cover.puzzle import Cover, PlacedPiece
from rookery.results import incumbent
from rookery.results.progress import Number
from rookery.results.settings import Settings

Answer = tuple[PlacedPiece, ...]


class CoverIncumbent(incumbent.Incumbent[Answer]):
    """The cheapest cover of one puzzle, and a bound rounded up to what a cost can be."""

    puzzle: Cover
    value: int | None
    bound: int

    def __init__(self, puzzle: Cover, settings: Settings) -> None:
        super().__init__(puzzle, settings, bound=min(puzzle.prices))
        self.why_none = "no choice of pieces and squares covers every target"

    @property
    def placed_pieces(self) -> Answer:
        """The pieces of the cheapest cover; none before there is one."""
        return self.answer or ()

    @property
    def cost(self) -> int | None:
        """The cost of the cheapest cover."""
        return self.value

    def offer(self, answer: Answer, stage: str) -> bool:
        """Take a cover, unless it has no piece at all, when it is the cheapest so far."""
        in_order = tuple(sorted(answer, key=lambda placed_piece: placed_piece[1:]))
        return bool(answer) and super().offer(in_order, stage)

    def prove(self, bound: Number | None, stage: str) -> None:
        """Take a bound on the cost when it is the best so far."""
        if bound is not None:
            super().prove(round_up(bound, self.puzzle.prices), stage)
