"""What a statement's package is made of besides its files."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from uuid import NAMESPACE_URL, UUID, uuid5

from rookery.results.limits import Limits

Maker = Callable[[Random], str]
"""Makes the text of an input, as the package's input validator wants it."""


@dataclass(frozen=True)
class Recipe:
    """What a statement's package is made of besides its files.

    Attributes
    ----------
    name
        Of the statement, as on the command line.
    title
        Of the problem in the package.
    source, source_url
        The problem on which it is modelled.
    makers
        For each kind of secret case what makes one; cases take turns in this order.
    seconds
        The time limit of a file.
    version
        Of the package's statement; a new one gets another uuid.
    mebibytes
        The memory limit.
    spare_time
        The time limit over the time of the slowest accepted submission, at least.
    blanks_count
        Whether the output is compared blank by blank.
    scored
        Whether outputs are scored, the less the better, where the format has scores.
    keywords
        What the problem is about.
    limits
        Of the search for the judges' answers; of work, so that they repeat.
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
        """The problem's identity, made from its name and version, for all formats and seeds."""
        return uuid5(NAMESPACE_URL, f"rookery:{self.name}:{self.version}")

    @property
    def folder(self) -> str:
        """The folder of its files."""
        return self.name.replace("-", "_")


def seed_of(random: Random) -> int:
    """Return a seed for a statement's own generator."""
    return random.getrandbits(32)
