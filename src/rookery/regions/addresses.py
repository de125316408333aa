"""Region puzzles in the addresses and strings of other programs (`rookery.addresses`).

Settings may follow an address, as they follow the rows of a text.

>>> from rookery.regions.puzzle import Regions
>>> print(Regions.parse("https://puzz.link/p?starbattle/4/4/1/64gds0 given b4"))
AAAB
ABBB
CCDD
CCDD
given b4
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from rookery.addresses import is_web_address, penpa, puzzlink, sbn
from rookery.addresses.board import Fault, StarBattle
from rookery.boards.board import Board
from rookery.boards.pieces import Piece
from rookery.errors import InputError, NotationError, PuzzleError, shown, unknown_name
from rookery.reading.diagrams import encoded, text_of
from rookery.reading.tokens import Tokens
from rookery.regions.document import SETTINGS

if TYPE_CHECKING:
    from rookery.regions.puzzle import Regions

KNOWN = "an address of puzz.link or penpa-edit, or SBN"


class Form(NamedTuple):
    """A form of addresses."""

    matches: Callable[[str], bool]  # whether a text is of this form
    # Returns the board of a text that matches; raises an `InputError` at the first fault
    read: Callable[[str, Fault], StarBattle]
    # Returns the address of a board; raises a `PuzzleError` if the form cannot hold it
    write: Callable[[StarBattle], str]


FORMS: Mapping[str, Form] = {
    "puzzlink": Form(puzzlink.matches, puzzlink.read, puzzlink.write),
    "penpa": Form(penpa.matches, penpa.read, penpa.write),
    "sbn": Form(sbn.matches, sbn.read, sbn.write),
}


def read(
    make: type[Regions], tokens: Tokens, form: str | None = None, stars: int | None = None
) -> Iterator[Regions]:
    """Yield the puzzle, of the class `make`, of each address in a text.

    The addresses are of the named `form`, or of any. If neither an address nor a setting tells the
    number of stars, it is `stars`.
    """
    while True:
        tokens.mark()
        first = tokens.count
        text = text_of(tokens.take(KNOWN))

        def fault(at: int, expected: str, found: str, text: str = text) -> InputError:
            return tokens.fault(first, expected, found, len(encoded(text[:at])))  # noqa: B023

        board = _board_of(text, fault, form)
        fields: dict[str, Any] = {
            "stars": board.stars or stars,
            "given": board.given,
            "blocked": board.blocked,
            **board.credits,
            **SETTINGS.read(tokens, Board(board.side), to_end=False),
        }
        if fields["stars"] is None:
            expected = "the number of stars in the title, the rules or beside the board"
            raise fault(0, expected, "none; write stars N after the address, or use --stars")
        try:
            yield make(board.rows, **fields)
        except NotationError:
            raise
        except PuzzleError as error:
            raise tokens.refused(first, error) from error
        if tokens.at_end():
            return


def _board_of(text: str, fault: Fault, form: str | None) -> StarBattle:
    """Return the board of an address of the named form, or of any."""
    start = text.find("p=http") + len("p=")  # penpa-edit opens addresses of puzz.link so
    if start >= len("p="):
        return _board_of(text[start:], lambda at, *parts: fault(start + at, *parts), form)
    for known in FORMS.values() if form is None else [_form_named(form)]:
        if known.matches(text):
            return known.read(text, fault)
    expected = KNOWN if form is None else f"an address of the form {form}"
    hint = "; open a short address and copy the long one" if is_web_address(text) else ""
    raise fault(0, expected, f"{shown(text)}{hint}")


def _form_named(name: str) -> Form:
    if name not in FORMS:
        raise unknown_name("a form of addresses", name, FORMS)
    return FORMS[name]


def write(puzzle: Regions, form: str) -> str:
    """Return the address of a puzzle in a form, which must hold it."""
    writer = _form_named(form).write
    if puzzle.piece != Piece("king"):
        raise PuzzleError(
            expected="kings, the stars of Star Battle", found=shown(puzzle.piece.betza)
        )
    return writer(
        StarBattle(
            puzzle.rows,
            puzzle.stars,
            puzzle.given,
            puzzle.blocked,
            {name: str(line) for name, line in puzzle.credits.items()},
        )
    )
