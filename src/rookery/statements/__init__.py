"""Contest statements: readers, writers, checkers and generators of their texts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rookery.errors import unknown_name

if TYPE_CHECKING:
    from rookery.statements.statement import Statement

NAMES = ("eight-queens", "sultan", "traveling-queen", "showdown")


def load(name: str) -> Statement[Any]:
    """Return a statement, importing its module.

    Raises
    ------
    PuzzleError
        When no statement has this name.

    Examples
    --------
    >>> load("sultan").name
    'sultan'
    """
    statement: Statement[Any]
    match name:
        case "eight-queens":
            from rookery.statements.eight_queens import STATEMENT as statement
        case "sultan":
            from rookery.statements.sultan import STATEMENT as statement
        case "traveling-queen":
            from rookery.statements.traveling_queen import STATEMENT as statement
        case "showdown":
            from rookery.statements.showdown import STATEMENT as statement
        case _:
            raise unknown_name("a statement", name, NAMES)
    return statement
