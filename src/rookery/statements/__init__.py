"""Contest statements: readers, writers, checkers and generators of their texts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rookery.errors import unknown_name

if TYPE_CHECKING:
    from rookery.statements.statement import Statement


NAMES = ("eight-queens", "sultan", "traveling-queen", "showdown")

#: The names of the statements in the archives of judges, in small letters without other signs.
ARCHIVES = {
    "uva750": "eight-queens",
    "uva167": "sultan",
    "poj2919": "traveling-queen",
    "che": "showdown",
    "spojche": "showdown",
}


def own_name(name: str) -> str:
    """Return the name of a statement for its number in an archive; any other name as it is.

    >>> own_name("UVa750"), own_name("SPOJ CHE"), own_name("sultan")
    ('eight-queens', 'showdown', 'sultan')
    """
    return ARCHIVES.get("".join(filter(str.isalnum, f"{name}".lower())), name)


def load(name: str) -> Statement[Any]:
    """Return a statement by its name or its number in an archive, importing its module.

    Raises
    ------
    PuzzleError
        When no statement has this name.

    Examples
    --------
    >>> load("sultan").name, load("CHE").name
    ('sultan', 'showdown')
    """
    known = own_name(name)
    if known not in NAMES:
        raise unknown_name("a statement", name, NAMES)
    return _own_statement(known)


def _own_statement(name: str) -> Statement[Any]:
    """Return a statement, importing its module only."""
    statement: Statement[Any]
    match name:
        case "eight-queens":
            from rookery.statements.eight_queens import STATEMENT as statement
        case "sultan":
            from rookery.statements.sultan import STATEMENT as statement
        case "traveling-queen":
            from rookery.statements.traveling_queen import STATEMENT as statement
        case _:
            from rookery.statements.showdown import STATEMENT as statement
    return statement
