"""Models of requests, with fields and size limits, and the fields of the page's forms.

The models only bound the size of a document; `rookery.document` validates the puzzle.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, Literal, Union

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, create_model

from rookery.api.texts import KINDS
from rookery.families import NAMES, families, family_named
from rookery.family import Family
from rookery.queens.symmetry import SYMMETRIES
from rookery.reading.fields import NEEDED, FieldTable, Kind
from rookery.reading.fields import Field as TableField
from rookery.view.palette import Theme
from rookery.web import PLACEMENTS, SIDE, SQUARES

LARGEST_NUMBER = 10**12
MOST_PIECES = 32
MOST_TARGETS = 128
MOST_BEST = 100
MOST_MOVES = 4096
MOST_TEXT = 200_000
MOST_LINE = 200
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
    """The base of all models: no extra fields and no conversion of types."""

    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)


class BoardModel(Shape):
    """A board."""

    rows: Side
    columns: Side
    walls: Squares = []
    wrap: Literal["", "cylinder", "torus"] = ""


def _line(cell: Any) -> Any:
    """Return the type of lists with 1 to `SIDE` items, one for each row or column of a board."""
    return Annotated[list[cell], Field(min_length=1, max_length=SIDE)]


#: The kinds of fields whose lists are shorter than the board has squares.
FEW: dict[str, int] = {
    "piece": MOST_PIECES,
    "price": MOST_PIECES,
    "span": MOST_PIECES,
    "stock or null": MOST_PIECES,
    "squares or null": MOST_PIECES,
    "pair of kinds": MOST_PIECES**2,
    "list of price": SIDE,
}

#: The bounded type of each kind of values in the families' tables of fields.
KINDS_OF_VALUES: dict[str, Any] = {
    "best": Annotated[int, Field(ge=1, le=MOST_BEST)],
    "board": BoardModel,
    "flag": bool,
    "letters": _line(Annotated[str, Field(min_length=1, max_length=SIDE)]),
    "line": Annotated[str, Field(max_length=MOST_LINE)],
    "pair of kinds": Annotated[list[Index], Field(min_length=2, max_length=2)],
    "piece": Betza,
    "placed": PlacedPiece,
    "price": Price,
    "side": Side,
    "span": Span,
    "square": Square,
    "squares": Squares,
    "standing": Annotated[list[str], Field(min_length=2, max_length=2, examples=[["Q", "a1"]])],
    "stock": Annotated[int, Field(ge=0, le=SQUARES)],
    "target": Target,
    "targets": Annotated[list[Target], Field(min_length=1, max_length=MOST_TARGETS)]
    | Literal["all"],
    "times": Times,
    "times of targets": Times | dict[str, Times],
    "weights": _line(_line(Weight)),
}


def _type_of(kind: Kind) -> Any:
    """Return the bounded type of a kind of values."""
    if kind.optional is not None:
        return _type_of(kind.optional) | None
    if kind.items is not None:
        most = FEW.get(kind.items.name, SQUARES)
        least = kind.schema.get("minItems")
        return Annotated[list[_type_of(kind.items)], Field(min_length=least, max_length=most)]  # type: ignore[misc]
    if "enum" in kind.schema:
        return Literal[*kind.schema["enum"]]
    return KINDS_OF_VALUES[kind.name]


def _shape_of(family: Family[Any, Any]) -> type[Shape]:
    """Return the shape of a family's puzzles, made from its table of fields."""
    words = family.words.about
    fields: dict[str, Any] = {"family": (Literal[family.name], ...)} | {
        field.name: (
            _type_of(field.kind),
            Field(... if field.default is NEEDED else field.default, description=field.about),
        )
        for field in family.document().table.all
    }
    return create_model(
        f"{family.puzzle.__name__}Puzzle",
        __base__=Shape,
        __doc__=f"{words[0].upper()}{words[1:]}.",
        **fields,
    )


def _is_bounded(kind: Kind) -> bool:
    """Return whether values have a bounded size, which other packages' families may lack."""
    inner = kind.optional or kind.items
    known = "enum" in kind.schema or kind.name in KINDS_OF_VALUES
    return known if inner is None else _is_bounded(inner)


SHAPES = {
    family.name: _shape_of(family)
    for family in families()
    if family.name in NAMES or all(_is_bounded(field.kind) for field in family.document().table.all)
}
if TYPE_CHECKING:
    Puzzle = Shape
    RegionsPuzzle = Shape
else:
    Puzzle = Annotated[Union[*SHAPES.values()], Field(discriminator="family")]
    RegionsPuzzle = SHAPES["regions"]
Placed = Annotated[list[Square | PlacedPiece], Field(max_length=MOST_MOVES)]
"""The squares of a placement or a tour, or the placed pieces of a cover."""


@cache
def fields_module() -> str:
    """Return the page's module `fields.js`: the fields of its families, from their tables.

    `FIELDS` has for each family the fields by name: their kind, meaning and default, unless a
    document leaves that out; where they have a control, its label and the values that it takes.
    """
    tables = {name: family_named(name).document().table for name in NAMES}
    fields = {
        name: {field.name: dict(_page_field(field, table)) for field in table.all}
        for name, table in tables.items()
    }
    return f"export const FIELDS = {json.dumps(fields)};\n"


def _page_field(field: TableField, table: FieldTable) -> Iterator[tuple[str, Any]]:
    kind = field.kind.optional or field.kind
    yield from (("kind", kind.name), ("about", field.about))
    if field.default is not NEEDED and (field in table.fields or field.default not in (None, "")):
        yield "default", field.default
    if field.label:
        schema = TypeAdapter(_type_of(kind)).json_schema()
        known = {"minimum": "min", "maximum": "max", "enum": "names"}
        yield "label", field.label
        yield "is_optional", kind is not field.kind
        yield from ((known[name], schema[name]) for name in known if name in schema)


class Read(Shape):
    """A text and its kind, which is detected if null."""

    text: Annotated[str, Field(max_length=MOST_TEXT)]
    kind: Literal[*KINDS] | None = None  # type: ignore[valid-type]


class Name(Shape):
    """A piece, by name or in Betza notation."""

    text: Annotated[str, Field(min_length=1, max_length=40)]


class Hint(Shape):
    """An attempt at a puzzle, its `answer` so far.

    Of a region puzzle, the placed pieces are given and excluded squares are blocked instead.
    """

    puzzle: Puzzle
    answer: Placed = []


class Generate(Shape):
    """A request for a new region puzzle; a null difficulty takes any."""

    size: Annotated[int, Field(ge=4, le=MOST_GENERATED)] = 8
    stars: Annotated[int, Field(ge=1, le=4)] = 1
    piece: Betza = "K"
    difficulty: Literal["easy", "medium", "hard", "expert", "any"] | None = None
    seed: Annotated[int, Field(ge=0, le=2**53 - 1)] = 0


class Write(Shape):
    """A puzzle to be written as text: as people write it, or as the input of a contest problem."""

    puzzle: Puzzle
    kind: Literal[*KINDS] | None = None  # type: ignore[valid-type]


class Check(Shape):
    """An answer to be checked: a placement, a tour, or the placed pieces of a cover.

    With `partial`, missing parts are not faults.
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
    theme: Theme = "auto"
    lines: bool = False
    animate: bool = False


class ListPlacements(Shape):
    """A request for the placements after a given one, or for the first ones if it is null.

    With `number`, the list starts at that placement: 0 is the first, -1 the last. With `symmetry`,
    it has one placement of each orbit, or only placements that a symmetry of the board preserves.
    """

    puzzle: Puzzle
    after: Annotated[list[Square], Field(max_length=SIDE)] | None = None
    number: Annotated[int, Field(ge=-(2**53 - 1), le=2**53 - 1)] | None = None
    symmetry: Literal[*SYMMETRIES] = "any"  # type: ignore[valid-type]
    limit: Annotated[int, Field(ge=1, le=PLACEMENTS)] = 100


class Solve(Shape):
    """A puzzle to solve, or whose answers to count, optionally up to symmetry."""

    puzzle: Puzzle
    seconds: Annotated[int | float, Field(gt=0)] | None = None
    method: Annotated[str, Field(min_length=1, max_length=40)] = "auto"
    seed: Annotated[int, Field(ge=0, le=2**53 - 1)] = 0
    gap: Annotated[int | float, Field(ge=0)] | None = None
    count: bool = False
    fundamental: bool = False


class Refusal(BaseModel):
    """The reason of a refused request, and the place of the fault in it."""

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


class StepModel(BaseModel):
    """A step of a solution: its rule, the squares of pieces, the empty squares, and the reason.

    Except for region puzzles, `then` is the attempt that follows it.
    """

    rule: str
    level: str
    words: str
    pieces: list[str]
    empty: list[str]
    because: list[str]
    then: list[Any] | None = None


class NextStep(BaseModel):
    """The next step of a solution, or null if there is none."""

    step: StepModel | None


class NewPuzzle(BaseModel):
    """A new puzzle as a document; `note` describes how it differs from the request."""

    puzzle: dict[str, Any]
    note: str


class NamedPiece(BaseModel):
    """A piece in Betza notation."""

    betza: str


class Text(BaseModel):
    """A puzzle's text."""

    text: str


class AttackModel(BaseModel):
    """A line of attack; a hopper's passes over a hurdle.

    Across wrapped edges, `span` is the number of rows down and columns right.
    """

    model_config = ConfigDict(populate_by_name=True, serialize_by_alias=True)

    origin: str = Field(alias="from")
    to: str
    hurdle: str | None
    span: tuple[int, int] | None


class VerdictModel(BaseModel):
    """The verdict of the rules on an answer."""

    right: bool
    value: int | float | None
    faults: list[str]
    conflicts: list[tuple[str, str]]
    open: list[str]
    attacks: list[AttackModel]
    moves: list[str]
    spans: list[tuple[int, int]]
    ruled: list[str]
