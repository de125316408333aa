"""The recipes of the four statements' packages, and the formats that they are written in."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from random import Random
from typing import Any
from uuid import NAMESPACE_URL, UUID, uuid5

from rookery.boards.board import Square
from rookery.cover.puzzle import SHOWDOWN_PIECES
from rookery.queens.listing.plain import placements
from rookery.queens.puzzle import Queens
from rookery.results.limits import Limits
from rookery.statements import eight_queens, showdown, sultan, traveling_queen
from rookery.statements.showdown import DENSITIES, HIGHEST_COST, LARGEST, SMALLEST

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


SIDE = 8  # squares, side of all boards but those of showdown
MOST_DATASETS, MOST_BOARDS, MOST_SCENARIOS, MOST_TESTS = 100, 100, 50, 15  # in a file
SQUARES = [(row, column) for row in range(1, SIDE + 1) for column in range(1, SIDE + 1)]
RIM = [square for square in SQUARES if {1, SIDE} & set(square)]
CORNERS = [square for square in RIM if set(square) <= {1, SIDE}]

LIGHT, HEAVY = (1, 30), (70, sultan.LARGEST)  # ranges of weights
ALL_GREATEST, ALL_LEAST = [sultan.LARGEST] * sultan.SQUARES, [1] * sultan.SQUARES

WORST_TOURS = 12  # scenarios in a file of worst cases
# Boards on which a single rule decides, without their empty last row.
START_COUNTS = ("N.......", ".Q......", "........", "........", "........", "......N.", ".B......")
START_EMPTIES = ("...P.Q..", "...PPN.P", "...B.PP.", "....PPP.", "........", "N.......", "........")
BISHOP_LAST = ("Q......N", "........", "...B....", "........", "........", "........", "N......N")
NO_MOVE = ("........", "..N.....", "..QN....", "...B....", "........", "........", "........")
CORRIDOR = ("QPN.....", ".PPPPPP.", "........", "PPPPPPP.", "N......B", "........", "........")
CRAFTED = (START_COUNTS, START_EMPTIES, BISHOP_LAST, NO_MOVE, CORRIDOR)

MIDDLING = 12  # squares, side of a board of showdown; also tests in a file
WORK = 300_000  # work limit of a search, so that its score repeats
CHEAPEST = 1  # cost


def _text(tests: Sequence[str]) -> str:
    """Return an input: the number of tests, then the tests."""
    return f"{len(tests)}\n" + "".join(tests)


def _seed(random: Random) -> int:
    """Return a seed for a statement's own generator."""
    return random.getrandbits(32)


def _datasets(squares: Iterable[Square]) -> str:
    return _text([f"\n{row} {column}\n" for row, column in squares])


def _most_placements(random: Random) -> str:
    """Return the maximum number of datasets, of the squares with the most placements."""
    through = Counter(
        (row + 1, column + 1)
        for rows in placements(Queens(SIDE))
        for column, row in enumerate(rows)
    )
    most = max(through.values())
    squares = [square for square in SQUARES if through[square] == most]
    return _datasets(random.choices(squares, k=MOST_DATASETS))


EIGHT_QUEENS = Recipe(
    name="eight-queens",
    title="Eight Queens Through One Square",
    source="UVa 750, 8 Queens Chess Problem",
    source_url="https://onlinejudge.org/external/7/750.pdf",
    makers={
        "small": lambda random: _datasets([random.choice(SQUARES)]),
        "random": lambda random: "".join(
            eight_queens.generate(_seed(random), random.randint(5, 30))
        ),
        "structured": lambda random: _datasets(random.sample(SQUARES, len(SQUARES))),
        # the rim, whose squares have the fewest placements, and the corners again
        "extreme": lambda random: _datasets(CORNERS + random.sample(RIM, len(RIM))),
        "worst-case": _most_placements,
    },
    seconds=3,
    keywords=("chess", "backtracking"),
)


def _boards(boards: Sequence[Sequence[int]]) -> str:
    rows = range(0, sultan.SQUARES, SIDE)
    return _text(
        ["".join(" ".join(map(str, of[at : at + SIDE])) + "\n" for at in rows) for of in boards]
    )


def _weights(random: Random, cases: int, family: str) -> list[list[int]]:
    """Return the weights of generated boards."""
    numbers = "".join(sultan.generate(_seed(random), cases, family)).split()[1:]
    weights, size = list(map(int, numbers)), sultan.SQUARES
    return [weights[size * board : size * (board + 1)] for board in range(cases)]


def _heavy_lines(random: Random) -> str:
    """Return boards with heavy lines and corners, where breaking a rule pays, and with ties."""
    last, half = SIDE - 1, SIDE // 2
    chosen = random.randrange(SIDE)
    heavy: list[Callable[[int, int], bool]] = [
        lambda row, column: row == column,
        lambda row, column: row + column == last,
        lambda row, column: (row + column) % half == 1,
        lambda row, column: (row - column) % half == 1,
        lambda row, column: row == chosen,
        lambda row, column: column == chosen,
        lambda row, column: {row, column} <= {0, last},
    ]
    boards = [
        [
            random.randint(*(HEAVY if is_heavy(*divmod(square, SIDE)) else LIGHT))
            for square in range(sultan.SQUARES)
        ]
        for is_heavy in heavy
    ]
    return _boards(boards + _weights(random, 5, "ties"))


SULTAN = Recipe(
    name="sultan",
    title="The Weightiest Queens",
    source="UVa 167, The Sultan's Successors",
    source_url="https://onlinejudge.org/external/1/167.pdf",
    makers={
        "small": lambda random: _boards(_weights(random, 1, "random")),
        "random": lambda random: _boards(_weights(random, random.randint(5, 30), "random")),
        "structured": _heavy_lines,
        "extreme": lambda random: _boards(
            [ALL_GREATEST, ALL_LEAST, *_weights(random, random.randint(5, 15), "extreme")]
        ),
        "worst-case": lambda random: _boards(_weights(random, MOST_BOARDS, "random")),
    },
    seconds=2,
    keywords=("chess", "backtracking"),
)


def _scenarios(family: str, least: int, most: int) -> Callable[[Random], str]:
    def make(random: Random) -> str:
        cases = random.randint(least, most)
        return "".join(traveling_queen.generate(_seed(random), cases, family))

    return make


def _crafted(random: Random) -> str:
    """Return the crafted boards, mirrored at random and mixed with generated ones."""
    boards = []
    for crafted in CRAFTED:
        rows = [*crafted, "." * 8]
        if random.random() < 0.5:
            rows = [row[::-1] for row in rows]
        boards.append("\n".join(rows) + "\n\n")
    crowd = "".join(traveling_queen.generate(_seed(random), 25, "mixed"))
    boards += [f"{board}\n\n" for board in crowd.partition("\n")[2].split("\n\n") if board]
    random.shuffle(boards)
    return _text(boards)


TRAVELING_QUEEN = Recipe(
    name="traveling-queen",
    title="A Queen Pays Calls",
    source="TUD Programming Contest 2006, Traveling Queen Problem",
    source_url="http://poj.org/problem?id=2919",
    makers={
        "small": _scenarios("sparse", 1, 3),
        "random": _scenarios("random", 10, 20),
        "structured": _crafted,
        "extreme": _scenarios("mixed", 20, MOST_SCENARIOS),
        "worst-case": _scenarios("worst", WORST_TOURS, WORST_TOURS),
    },
    seconds=5,
    keywords=("chess", "route planning"),
)


def _test(random: Random, size: int, density: float | None = None) -> str:
    """Return a test of showdown, of random layout and costs."""
    if density is None:
        density = random.choice(DENSITIES)
    layout = random.choice(["uniform", "clustered", "lines"])
    prices = random.choice(["equal", "uniform", "log-uniform", "balanced", "uneven"])
    text = "".join(showdown.generate(_seed(random), 1, size, density, layout, prices))
    return text.partition("\n")[2]


def _tests(random: Random, number: int, least: int, most: int) -> str:
    """Return an input of boards with sides from least to most."""
    return _text([_test(random, random.randint(least, most)) for _ in range(number)])


def _priced(test: str, costs: Iterable[int]) -> str:
    """Return a test with its costs replaced."""
    *lines, _ = test.splitlines()
    return "\n".join([*lines, " ".join(map(str, costs)), ""])


def _one_type_cheap(random: Random) -> str:
    """Return a test for each type of piece, with that type by far the cheapest."""
    tests = []
    for cheap in range(len(SHOWDOWN_PIECES)):
        costs = [random.randint(HIGHEST_COST // 2, HIGHEST_COST) for _ in SHOWDOWN_PIECES]
        costs[cheap] = CHEAPEST
        tests.append(_priced(_test(random, MIDDLING, 0.15), costs))
    return _text(tests)


def _fewest_and_most_kings(random: Random) -> str:
    """Return the smallest and largest boards with no king, with one king and with most kings."""
    tests = []
    for size in (SMALLEST, LARGEST):
        empty = "\n".join([str(size), *["_" * size] * size, ""])
        costs = [random.choice([CHEAPEST, HIGHEST_COST]) for _ in SHOWDOWN_PIECES]
        tests.append(empty + " ".join(map(str, costs)) + "\n")
        tests.append(_test(random, size, 0.0))
        tests.append(_priced(_test(random, size, 1.0), [HIGHEST_COST] * len(SHOWDOWN_PIECES)))
    return _text(tests)


SHOWDOWN = Recipe(
    name="showdown",
    title="All Kings in Check",
    source="SPOJ CHE, Chess Variants Showdown",
    source_url="https://www.spoj.com/problems/CHE/",
    makers={
        "small": lambda random: _tests(random, MOST_TESTS, SMALLEST, 6),
        "random": lambda random: _tests(random, MIDDLING, 7, 16),
        "structured": _one_type_cheap,
        "extreme": _fewest_and_most_kings,
        "worst-case": lambda random: _text([_test(random, LARGEST) for _ in range(MOST_TESTS)]),
    },
    seconds=10,
    mebibytes=1536,
    spare_time=1.1,
    blanks_count=False,
    scored=True,
    keywords=("chess", "optimisation"),
    limits=Limits(work=WORK),
)

RECIPES = {recipe.name: recipe for recipe in (EIGHT_QUEENS, SULTAN, TRAVELING_QUEEN, SHOWDOWN)}
