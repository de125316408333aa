"""Recipes of problem packages."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from uuid import NAMESPACE_URL, UUID, uuid5

from rookery.results.limits import Limits

Maker = Callable[[Random], str]  # returns an input that the package's validator accepts


@dataclass(frozen=True)
class Recipe:
    """The settings and generators of a statement's package.

    Attributes
    ----------
    name
        The name of the statement on the command line.
    title
        The title of the problem in the package.
    source, source_url
        The problem it is modelled on.
    makers
        A generator for each kind of secret case. Cases cycle through the kinds in this order.
    seconds
        The time limit per file.
    version
        The version of the package's statement. Each version has its own uuid.
    mebibytes
        The memory limit.
    spare_time
        The least ratio of the time limit to the time of the slowest accepted submission.
    blanks_count
        Whether blanks matter when outputs are compared.
    scored
        Whether outputs get scores (lower is better) in formats that support scores.
    keywords
        The topics of the problem.
    limits
        The limits of the search for the judges' answers: work limits, so that answers repeat.
    """

    name: str
    title: str
    source: str
    source_url: str
    makers: Mapping[str, Maker]
    seconds: int
    version: int = 1
    mebibytes: int = 512
    spare_time: float = 2.0
    blanks_count: bool = True
    scored: bool = False
    keywords: tuple[str, ...] = ("chess",)
    limits: Limits = field(default_factory=Limits)

    @property
    def uuid(self) -> UUID:
        """The problem's identity, from its name and version, the same in all formats and seeds."""
        return uuid5(NAMESPACE_URL, f"rookery:{self.name}:{self.version}")

    @property
    def folder(self) -> str:
        """The name of the folder with its files."""
        return self.name.replace("-", "_")


def seed_of(random: Random) -> int:
    """Return a seed for a statement's own generator."""
    return random.getrandbits(32)
