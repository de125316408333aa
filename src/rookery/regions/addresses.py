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

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from rookery.addresses import forms
from rookery.addresses.board import StarBattle
from rookery.boards.board import Board
from rookery.boards.pieces import Piece
from rookery.errors import InputError, NotationError, PuzzleError, shown
from rookery.reading.diagrams import encoded, text_of
from rookery.reading.tokens import Tokens
from rookery.regions.document import SETTINGS

if TYPE_CHECKING:
    from rookery.regions.puzzle import Regions


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
        text = text_of(tokens.take(forms.KNOWN))

        def fault(at: int, expected: str, found: str, text: str = text) -> InputError:
            return tokens.fault(first, expected, found, len(encoded(text[:at])))  # noqa: B023

        board = forms.read(text, fault, form)
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


def write(puzzle: Regions, form: str) -> str:
    """Return the address of a puzzle in a form, which must hold it."""
    writer = forms.form_named(form).write
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
