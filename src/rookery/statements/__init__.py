"""Contest statements: readers, writers, checkers and generators of their texts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from rookery.errors import unknown_name

if TYPE_CHECKING:
    from rookery.statements.statement import Statement


def _eight_queens() -> Statement[Any]:
    from rookery.statements.eight_queens import STATEMENT

    return STATEMENT


def _sultan() -> Statement[Any]:
    from rookery.statements.sultan import STATEMENT

    return STATEMENT


def _traveling_queen() -> Statement[Any]:
    from rookery.statements.traveling_queen import STATEMENT

    return STATEMENT


def _showdown() -> Statement[Any]:
    from rookery.statements.showdown import STATEMENT

    return STATEMENT


_LOADERS: Mapping[str, Callable[[], Statement[Any]]] = {
    "eight-queens": _eight_queens,
    "sultan": _sultan,
    "traveling-queen": _traveling_queen,
    "showdown": _showdown,
}

NAMES = tuple(_LOADERS)

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
    return ARCHIVES.get("".join(filter(str.isalnum, name.lower())), name)


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
    if known not in _LOADERS:
        raise unknown_name("a statement", name, NAMES)
    return _LOADERS[known]()
