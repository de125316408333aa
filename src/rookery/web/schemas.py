"""What requests look like: their fields, and how large each may be.

A document that fits here has bounded size; whether it is a puzzle, `rookery.document` decides.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from rookery.api.texts import KINDS
from rookery.queens.listing.symmetric import SYMMETRIES
from rookery.web.bounds import PLACEMENTS, SIDE, SQUARES

LARGEST_NUMBER = 10**12
MOST_PIECES = 32
MOST_TARGETS = 128
MOST_BEST = 100
MOST_MOVES = 4096
MOST_TEXT = 200_000
MOST_GENERATED = 16

Side = Annotated[int, Field(ge=1, le=SIDE)]
Square = Annotated[str, Field(pattern="^[a-z]{1,2}[0-9]{1,2}$", examples=["a1"])]
Squares = Annotated[list[Square], Field(max_length=SQUARES)]
Betza = Annotated[str, Field(min_length=1, max_length=24, examples=["Q"])]
Weight = Annotated[int | float, Field(ge=-LARGEST_NUMBER, le=LARGEST_NUMBER)]
Price = (
    Annotated[int | float, Field(gt=0, le=LARGEST_NUMBER)]
    | Annotated[str, Field(pattern="^[0-9]{1,12}([/.][0-9]{1,12})?$")]
)
Times = Annotated[int, Field(ge=1, le=SQUARES)]
Target = Square | Annotated[list[Square], Field(min_length=1, max_length=SQUARES)]
PlacedPiece = Annotated[list[int | str], Field(min_length=2, max_length=2, examples=[[0, "a1"]])]

Index = Annotated[int, Field(ge=0, le=MOST_PIECES)]
Number = Annotated[int, Field(ge=0, le=SQUARES)]
Span = Number | Annotated[list[Number | None], Field(min_length=2, max_length=2)] | None
"""A number, the least and the most, or null for any number."""


class Shape(BaseModel):
    """The base of all: no extra fields, no values of another type."""

    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)


class Board(Shape):
    """A board."""

    rows: Side
    columns: Side
    walls: Squares = []
    wrap: Literal["", "cylinder", "torus"] = ""


class QueensPuzzle(Shape):
    """All placements of n non-attacking queens."""

    family: Literal["queens"]
    n: Side
    given: Squares = []
    blocked: Squares = []


class HeaviestPuzzle(Shape):
    """The placement of non-attacking queens of greatest weight; rows of weights from the top."""

    family: Literal["heaviest"]
    weights: Annotated[
        list[Annotated[list[Weight], Field(min_length=1, max_length=SIDE)]],
        Field(min_length=1, max_length=SIDE),
    ]
    given: Squares = []
    blocked: Squares = []
    lightest: bool = False
    best: Annotated[int, Field(ge=1, le=MOST_BEST)] = 1


class NonAttackingPuzzle(Shape):
    """Non-attacking pieces of any kinds: the most, the heaviest, or how many placements."""

    family: Literal["nonattacking"]
    board: Board
    pieces: Annotated[list[Betza], Field(min_length=1, max_length=MOST_PIECES)]
    numbers: Annotated[list[Span], Field(max_length=MOST_PIECES)] | None = None
    given: Annotated[list[PlacedPiece], Field(max_length=SQUARES)] = []
    blocked: Squares = []
    tolerated: Annotated[
        list[Annotated[list[Index], Field(min_length=2, max_length=2)]],
        Field(max_length=MOST_PIECES**2),
    ] = []
    rows: Span = None
    columns: Span = None
    diagonals: Span = None
    regions: Annotated[list[Squares], Field(max_length=SQUARES)] = []
    in_region: Span = 1
    weights: (
        Annotated[
            list[Annotated[list[Weight], Field(min_length=1, max_length=SIDE)]],
            Field(min_length=1, max_length=SIDE),
        ]
        | None
    ) = None
    shields: bool = False
    equal: bool = False
    lightest: bool = False
    maximal: bool = False


class RegionsPuzzle(Shape):
    """As many pieces in every row, column and region, none attacking another."""

    family: Literal["regions"]
    rows: Annotated[
        list[Annotated[str, Field(min_length=1, max_length=SIDE)]],
        Field(min_length=1, max_length=SIDE),
    ]
    stars: Times = 1
    piece: Betza = "K"
    given: Squares = []
    blocked: Squares = []


class TourPuzzle(Shape):
    """The fewest moves that visit every target, then the goal."""

    family: Literal["tour"]
    board: Board
    start: Square | None = None
    targets: Annotated[list[Target], Field(min_length=1, max_length=MOST_TARGETS)] | Literal["all"]
    goal: Target | None = None
    mover: Betza = "Q"
    visit: Literal["beside", "on", "over"] = "beside"
    pawns: Squares = []
    closed: bool = False
    once: bool = False
    turn: Literal["half", "quarter"] | None = None


class CoverPuzzle(Shape):
    """The cheapest pieces that check every king and guard every guarded square."""

    family: Literal["cover"]
    board: Board
    kings: Squares
    pieces: Annotated[list[Betza], Field(min_length=1, max_length=MOST_PIECES)]
    prices: Annotated[list[Price], Field(min_length=1, max_length=MOST_PIECES)]
    guarded: Squares = []
    blocked: Squares = []
    standing: Annotated[
        list[Annotated[list[str], Field(min_length=2, max_length=2, examples=[["Q", "a1"]])]],
        Field(max_length=SQUARES),
    ] = []
    stock: (
        Annotated[
            list[Annotated[int, Field(ge=0, le=SQUARES)] | None], Field(max_length=MOST_PIECES)
        ]
        | None
    ) = None
    allowed: Annotated[list[Squares | None], Field(max_length=MOST_PIECES)] | None = None
    square_prices: (
        Annotated[list[Annotated[list[Price], Field(max_length=SIDE)]], Field(max_length=SIDE)]
        | None
    ) = None
    spared: Squares = []
    total: bool = False
    at_least: Times | dict[str, Times] | None = 1
    at_most: Times | dict[str, Times] | None = None
    independent: bool = False


Puzzle = Annotated[
    QueensPuzzle | HeaviestPuzzle | NonAttackingPuzzle | RegionsPuzzle | TourPuzzle | CoverPuzzle,
    Field(discriminator="family"),
]
Placed = Annotated[list[Square | PlacedPiece], Field(max_length=MOST_MOVES)]
"""The squares of a placement or a tour, or the placed pieces of a cover."""


class Read(Shape):
    """A text and its kind, which is guessed when null."""

    text: Annotated[str, Field(max_length=MOST_TEXT)]
    kind: Literal[*KINDS] | None = None  # type: ignore[valid-type]


class Name(Shape):
    """What somebody calls a piece: a name, or Betza notation."""

    text: Annotated[str, Field(min_length=1, max_length=40)]


class Hint(Shape):
    """A region puzzle as it stands: pieces placed are given, squares ruled out are blocked."""

    puzzle: RegionsPuzzle


class Generate(Shape):
    """What is wanted of a new region puzzle; null for the difficulty of any puzzle."""

    size: Annotated[int, Field(ge=4, le=MOST_GENERATED)] = 8
    stars: Annotated[int, Field(ge=1, le=4)] = 1
    piece: Betza = "K"
    difficulty: Literal["easy", "medium", "hard", "expert", "any"] | None = None
    seed: Annotated[int, Field(ge=0, le=2**53 - 1)] = 0


class Write(Shape):
    """A puzzle to be written as text."""

    puzzle: Puzzle


class Check(Shape):
    """An answer to be checked: a placement, a tour, or the placed pieces of a cover.

    With `partial` what is merely missing yet is no fault.
    """

    puzzle: Puzzle
    answer: Placed
    partial: bool = False


class Draw(Shape):
    """A picture of a puzzle, and of an answer to it."""

    puzzle: Puzzle
    answer: (
        Annotated[
            list[Square | PlacedPiece | Annotated[list[Square], Field(max_length=SIDE)]],
            Field(max_length=MOST_MOVES),
        ]
        | None
    ) = None
    theme: Literal["light", "dark", "auto"] = "auto"
    lines: bool = False
    animate: bool = False


class Placements(Shape):
    """The placements that follow a given one, which is left out; the first ones when null.

    Or those from a number on: 0 is the first placement, -1 the last. With `symmetry` only some of
    those that follow: one of those that are each other's image, or those that are their own.
    """

    puzzle: Puzzle
    after: Annotated[list[Square], Field(max_length=SIDE)] | None = None
    number: Annotated[int, Field(ge=-(2**53 - 1), le=2**53 - 1)] | None = None
    symmetry: Literal[*SYMMETRIES] = "any"  # type: ignore[valid-type]
    limit: Annotated[int, Field(ge=1, le=PLACEMENTS)] = 100


class Solve(Shape):
    """A puzzle to be solved, or whose answers are to be counted, if asked up to symmetry."""

    puzzle: Puzzle
    seconds: Annotated[int | float, Field(gt=0)] | None = None
    method: Annotated[str, Field(min_length=1, max_length=40)] = "auto"
    seed: Annotated[int, Field(ge=0, le=2**53 - 1)] = 0
    gap: Annotated[int | float, Field(ge=0)] | None = None
    count: bool = False
    fundamental: bool = False


class Refusal(BaseModel):
    """Why a request was refused, and where in it."""

    error: str
    place: str | None = None


class Event(BaseModel):
    """A server-sent event of a solve; its data are a JSON object."""

    event: Literal["job", "queued", "started", "progress", "result", "error"]
    data: str


class PlacementList(BaseModel):
    """Placements in lexicographic order, and whether more follow."""

    placements: list[list[str]]
    more: bool


class Puzzles(BaseModel):
    """The puzzles of a text."""

    kind: str
    puzzles: list[dict[str, Any]]
    warnings: list[str]


class Step(BaseModel):
    """A step of a solution: squares that hold pieces or none, by which rule, and where to look."""

    rule: str
    level: str
    words: str
    pieces: list[str]
    empty: list[str]
    because: list[str]


class NextStep(BaseModel):
    """The next step of a solution, null when there is none to tell."""

    step: Step | None


class NewPuzzle(BaseModel):
    """A new puzzle as a document; `note` tells what of the wish it does not meet."""

    puzzle: dict[str, Any]
    note: str


class NamedPiece(BaseModel):
    """A piece in Betza notation."""

    betza: str


class Text(BaseModel):
    """A puzzle's text, and the contest problem whose input it is, if any."""

    statement: str | None
    text: str


class Attack(BaseModel):
    """A line of attack; a hopper's passes over a hurdle.

    Where edges are joined, `span` tells how many rows down and columns right it goes.
    """

    model_config = ConfigDict(populate_by_name=True, serialize_by_alias=True)

    origin: str = Field(alias="from")
    to: str
    hurdle: str | None
    span: tuple[int, int] | None


class Verdict(BaseModel):
    """What the rules say of an answer."""

    right: bool
    value: int | float | None
    faults: list[str]
    conflicts: list[tuple[str, str]]
    open: list[str]
    attacks: list[Attack]
    moves: list[str]
    spans: list[tuple[int, int]]
    ruled: list[str]
