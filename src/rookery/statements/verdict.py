"""What a statement's `check` says of the output for one test."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Verdict:
    """The verdict on one test.

    Attributes
    ----------
    test
        The number of the test, from 1.
    faults
        What is wrong, in words; empty when it is accepted.
    score
        Where the statement scores its tests.

    Examples
    --------
    >>> print(Verdict(3, (), 0.16))
    test 3: ok, score 0.1600
    """

    test: int
    faults: tuple[str, ...] = ()
    score: float | None = None

    @property
    def accepted(self) -> bool:
        """Whether nothing is wrong."""
        return not self.faults

    def __str__(self) -> str:
        if self.faults:
            return "\n".join(f"test {self.test}: {fault}" for fault in self.faults)
        score = "" if self.score is None else f", score {self.score:.4f}"
        return f"test {self.test}: ok{score}"
