"""Documents: puzzles, answers and results as plain data, in the types of JSON.

Squares are names, ``a1`` at the bottom left; pieces are in Betza notation. Documents may come from
any source: an error names the place of the fault, such as ``targets[2]``.

==========  ======================================================================
family      an answer
==========  ======================================================================
queens      a list of placements, each a list of squares by file
heaviest    the same, the best placement first
tour        a list of squares, the start first
nonattacking  a list of pairs: the piece's index, from 0, and its square
cover       a list of pairs: the piece's index, from 0, and its square
==========  ======================================================================

All JSON of rookery has this form: `Result.to_json`, ``--json`` of all commands, ``rookery
solve-many`` and the page. `schema` returns its JSON schema.
"""

from rookery.document.answers import (
    answer_data,
    answer_of,
    estimate_data,
    estimate_of,
    result_data,
    result_of,
)
from rookery.document.puzzles import Document, document_of, puzzle_of
from rookery.document.schema import schema
from rookery.queens.document import placement_data, placement_of
from rookery.reading.parts import DocumentError

__all__ = [
    "Document",
    "DocumentError",
    "answer_data",
    "answer_of",
    "document_of",
    "estimate_data",
    "estimate_of",
    "placement_data",
    "placement_of",
    "puzzle_of",
    "result_data",
    "result_of",
    "schema",
]
