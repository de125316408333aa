"""Non-attacking pieces as plain data; an answer is a list of pairs: a piece's index, its square."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import TYPE_CHECKING

from rookery.errors import PuzzleError, shown
from rookery.family import DocumentForm
from rookery.nonattacking.validation import A_SPAN, ANY, PlacedPiece, Span, span_of
from rookery.reading import fields
from rookery.reading.fields import (
    BLOCKED,
    SOME_SQUARES,
    Field,
    FieldTable,
    Kind,
    Option,
    WordForm,
    each,
    listed,
    or_none,
)
from rookery.reading.parts import INDEX, NUMBER, at_least, list_of, or_null, pair_of

if TYPE_CHECKING:
    from rookery.nonattacking.puzzle import NonAttacking

ANY_NUMBER = "any"
_SPAN = re.compile(r"([0-9]{1,9})?(-)?([0-9]{1,9})?")

Placement = tuple[PlacedPiece, ...]


def span_in(word: str, _: object = None) -> Span:
    """Return the span of a word.

    Raises
    ------
    PuzzleError
        If the word is not a span.

    Examples
    --------
    >>> [span_in(word) for word in ("3", "2-4", "2-", "-4", "any")]
    [(3, 3), (2, 4), (2, None), (0, 4), (0, None)]
    """
    found = _SPAN.fullmatch(word)
    if word == ANY_NUMBER:
        return ANY
    if found and (found[1] or found[3]):
        ends = [end and int(end) for end in found.group(1, 3)]
        with suppress(PuzzleError):
            return span_of(ends if found[2] else int(word))
    raise PuzzleError(expected=f"{A_SPAN}, such as 3, 2-4, 2-, -4 or any", found=shown(word))


def span_text(span: Span, _: object = None) -> str:
    """Return the word from which `span_in` reads a span."""
    least, most = span
    if span == ANY:
        return ANY_NUMBER
    return f"{least}" if least == most else f"{least or ''}-{'' if most is None else most}"


SOME = or_null(at_least(0))
SPAN = Kind(
    "span",
    {"anyOf": [at_least(0), pair_of(SOME, SOME), {"type": "null"}]},
    lambda part, _: part.by(span_of),
    lambda span, _: None if span == ANY else span[0] if span[0] == span[1] else list(span),
    words=WordForm("a number", span_in, span_text),
)
PAIR = Kind(
    "pair of kinds",
    pair_of(INDEX, INDEX),
    lambda part, _: [item.integer() for item in part.items("a pair of indexes of pieces")],
    lambda pair, _: list(pair),
)
WEIGHTS = Kind(
    "weights",
    list_of(list_of(NUMBER)),
    lambda part, _: [
        [weight.value for weight in row.items("a row of weights")]
        for row in part.items("rows of weights")
    ],
    lambda weights, _: [list(row) for row in weights],
)
FIELDS = FieldTable(
    (
        Field("board", fields.BOARDS, "the board"),
        Field(
            "pieces",
            listed(fields.PIECE),
            "the kinds of pieces, in Betza notation",
            option=Option(
                "The piece, by name or in Betza notation, or several kinds; default: queen.",
                "--piece",
                "P,P,...",
            ),
        ),
        Field(
            "numbers",
            or_none(listed(SPAN, 0)),
            "how many of each kind, as a number or a pair",
            None,
            argument="number",
            option=Option(
                "How many of each kind: 3, 2-4, 2- (at least two), -4 or any; default: any.",
                "--number",
                "K,K,...",
            ),
        ),
        Field(
            "given",
            each(fields.PLACED),
            "pieces that stand already",
            [],
            option=Option(
                "A piece stands on this square, or on several: a1,b3; of several kinds N@a1,b3.",
                "--at",
                "SQUARE",
                SOME_SQUARES,
            ),
        ),
        BLOCKED._replace(
            option=Option("No piece stands on this square, or on these.", "--block", "SQUARE")
        ),
        Field(
            "tolerated",
            each(PAIR),
            "pairs of kinds that may attack each other",
            [],
            value=lambda puzzle: sorted(puzzle.tolerated),
        ),
        Field("rows", SPAN, "how many pieces stand in each row", None, label="In each row"),
        Field(
            "columns", SPAN, "how many pieces stand in each column", None, label="In each column"
        ),
        Field(
            "diagonals",
            SPAN,
            "how many pieces stand in each diagonal",
            None,
            label="In each diagonal",
        ),
        Field("regions", each(SOME_SQUARES), "lists of squares", []),
        Field("in_region", SPAN, "how many pieces stand in each region", 1, label="In each region"),
        Field(
            "weights", or_none(WEIGHTS), "rows of weights, from the top; null for 1 a piece", None
        ),
        Field(
            "shields",
            fields.FLAG,
            "whether a piece shields those behind it",
            False,
            label="Pieces shield each other: what stands between stops an attack",
        ),
        Field(
            "equal",
            fields.FLAG,
            "whether all kinds have as many pieces",
            False,
            label="As many of each kind",
        ),
        Field(
            "lightest",
            fields.FLAG,
            "whether the least weight is wanted",
            False,
            option=Option("The fewest pieces, or the least weight."),
        ),
        Field(
            "maximal",
            fields.FLAG,
            "whether no further piece may fit",
            False,
            option=Option("No further piece may fit."),
            label="No further piece may fit",
        ),
    ),
    blamed="pieces",
)

FORM: DocumentForm[NonAttacking, Placement] = DocumentForm(
    FIELDS,
    read_answer=fields.placed_pieces_in,
    write_answer=fields.placed_pieces_data,
    answer=list_of(fields.PLACED.schema),
)
