"""The form of a recipe of problem packages, and the formats that it is written in."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from random import Random
from typing import Any
from uuid import NAMESPACE_URL, UUID, uuid5

from rookery.results.limits import Limits

AUTHORS = "The Rookery authors"
LICENCE = "cc by"
TIME_LIMIT_TO_TLE = 1.5  # least ratio of a too slow submission's time to the time limit

Maker = Callable[[Random], str]  # returns an input that the package's validator accepts


@dataclass(frozen=True)
class Recipe:
    """The settings and generators of a statement's package."""

    name: str  # the name of the statement on the command line
    title: str  # the title of the problem in the package
    source: str  # the problem it is modelled on
    source_url: str
    # A generator for each kind of secret case. Cases cycle through the kinds in this order.
    makers: Mapping[str, Maker]
    seconds: int  # the time limit per file
    version: int = 1  # of the package's statement; each version has its own uuid
    mebibytes: int = 512  # the memory limit
    # The least ratio of the time limit to the time of the slowest accepted submission
    spare_time: float = 2.0
    blanks_count: bool = True  # whether blanks matter when outputs are compared
    # Whether outputs get scores (lower is better) in formats that support scores
    scored: bool = False
    keywords: tuple[str, ...] = ("chess",)  # the topics of the problem
    # The limits of the search for the judges' answers: work limits, so that answers repeat
    limits: Limits = field(default_factory=Limits)

    @property
    def uuid(self) -> UUID:
        """The problem's identity, from its name and version, the same in all formats and seeds."""
        return uuid5(NAMESPACE_URL, f"rookery:{self.name}:{self.version}")

    @property
    def folder(self) -> str:
        """The name of the folder with its files."""
        return self.name.replace("-", "_")


class Format(Enum):
    """A format of problem packages.

    Kattis, DOMjudge and ``verifyproblem`` of problemtools read `LEGACY`. ``bt`` of BAPCtools reads
    `ICPC` (https://icpc.io/problem-package-format). Only `LEGACY` supports scores here; `ICPC`
    accepts outputs of a scored problem below a threshold.
    """

    LEGACY = "legacy"
    ICPC = "2025-09"

    @property
    def readers(self) -> str:
        """The software that reads the format."""
        return "Kattis, DOMjudge, verifyproblem" if self is Format.LEGACY else "BAPCtools"

    @property
    def statement(self) -> str:
        """The path of the statement."""
        return ("problem_statement" if self is Format.LEGACY else "statement") + "/problem.en.tex"

    @property
    def checker(self) -> str:
        """The folder of the checker."""
        return "output_validators/checker" if self is Format.LEGACY else "output_validator"

    def settings(self, recipe: Recipe) -> Iterator[tuple[str, str]]:
        """Yield the path and text of each settings file."""
        if self is Format.LEGACY:
            yield "problem.yaml", yaml(_legacy(recipe))
            yield ".timelimit", f"{recipe.seconds}\n"
            if recipe.scored:
                yield "data/testdata.yaml", yaml({"grading": "default", "range": "0 inf"})
        else:
            yield "problem.yaml", yaml(_icpc(recipe))
            if recipe.blanks_count:
                arguments = {"output_validator_args": ["case_sensitive", "space_change_sensitive"]}
                yield "data/test_group.yaml", yaml(arguments)


def _legacy(recipe: Recipe) -> dict[str, Any]:
    settings: dict[str, Any] = {
        "problem_format_version": Format.LEGACY.value,
        "type": "scoring" if recipe.scored else "pass-fail",
        "name": recipe.title,
        "uuid": str(recipe.uuid),
        "author": AUTHORS,
        "source": recipe.source,
        "source_url": recipe.source_url,
        "license": LICENCE,
        "rights_owner": AUTHORS,
        "limits": {
            "memory": recipe.mebibytes,
            "time_multiplier": recipe.spare_time,
            "time_safety_margin": TIME_LIMIT_TO_TLE,
        },
        "validation": "custom score" if recipe.scored else "custom",
    }
    if recipe.scored:
        settings |= {"validator_flags": "score", "grading": {"objective": "min"}}
    return settings | {"keywords": " ".join(recipe.keywords)}


def _icpc(recipe: Recipe) -> dict[str, Any]:
    return {
        "problem_format_version": Format.ICPC.value,
        "type": "pass-fail",
        "name": {"en": recipe.title},
        "uuid": str(recipe.uuid),
        "version": str(recipe.version),
        "credits": {"authors": [AUTHORS]},
        "source": [{"name": recipe.source, "url": recipe.source_url}],
        "license": LICENCE,
        "rights_owner": AUTHORS,
        "limits": {
            "time_limit": recipe.seconds,
            "memory": recipe.mebibytes,
            "time_multipliers": {
                "ac_to_time_limit": recipe.spare_time,
                "time_limit_to_tle": TIME_LIMIT_TO_TLE,
            },
        },
        "keywords": list(recipe.keywords),
    }


def yaml(settings: Mapping[str, Any]) -> str:
    r"""Return settings as YAML, one per line with its value in JSON, a subset of YAML.

    >>> yaml({"name": "Queens", "limits": {"memory": 512}})
    'name: "Queens"\nlimits: {"memory": 512}\n'
    """
    return "".join(f"{key}: {json.dumps(value)}\n" for key, value in settings.items())
