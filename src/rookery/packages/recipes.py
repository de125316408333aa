"""The recipes of the four statements' packages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from random import Random

from rookery.boards.board import Square
from rookery.cover.puzzle import SHOWDOWN_PIECES
from rookery.packages.recipe import Recipe
from rookery.queens.listing.plain import placements
from rookery.queens.puzzle import Queens
from rookery.results.limits import Limits
from rookery.statements import eight_queens, showdown, sultan, traveling_queen
from rookery.statements.showdown import DENSITIES, HIGHEST_COST, LARGEST, SMALLEST

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
