"""Settings of a text: after the board, the name of each field and its value in words.

A flag is its name alone. Line breaks and blanks do not matter, nor does the order.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from typing import Any, NamedTuple, TypeVar

from rookery.boards.board import Board
from rookery.errors import InputError, NotationError, PuzzleError, did_you_mean, shown
from rookery.reading import fields
from rookery.reading.diagrams import text_of
from rookery.reading.fields import FLAG, Field, Kind
from rookery.reading.tokens import Tokens

Value = TypeVar("Value")


class SettingWords(NamedTuple):
    """The words of a text after its board; each fault is raised with its place."""

    tokens: Tokens
    board: Board

    def word(self, expected: str) -> str:
        """Return the next word."""
        return self.tokens.take(expected).decode(errors="replace")

    def value(self, expected: str, read: Callable[[str], Value]) -> Value:
        """Return the value that a function reads from the next word.

        Raises an `InputError` with its place if there is no word, or the function raises a
        `PuzzleError`; a `NotationError` keeps its kind.
        """
        word = self.word(expected)
        at = self.tokens.count - 1
        try:
            return read(word)
        except NotationError as error:
            raise error.placed(str(self.tokens.place(at))) from error
        except PuzzleError as error:
            raise self.tokens.refused(at, error) from error

    def of(self, kind: Kind) -> Any:
        """Return the next word as a value of a kind, as `value` does."""
        return self.value(kind.form.expected, lambda word: kind.form.read(word, self.board))

    def fault(self, expected: str, found: str) -> InputError:
        """Return the error for an unexpected last word."""
        return self.tokens.fault(self.tokens.count - 1, expected, found)


class Setting(NamedTuple):
    """A setting of a family's texts."""

    name: str  # its first word
    field: str  # the argument of the puzzle that it gives
    read: Callable[[SettingWords], Any]  # returns its value, given the words after its name
    # Yields the words after the name, for each such line in the text of a puzzle; a default value
    # has no line
    write: Callable[[Any], Iterable[str]]
    # Whether it may be repeated; its values are then lists, which are joined
    repeats: bool = False


def setting(
    field: Field, name: str = "", is_default: Callable[[Any], bool] | None = None
) -> Setting:
    """Return the setting of a field whose kind is a flag or has a form in words.

    `name` is the first word of its lines, by default the field's name. `is_default` returns whether
    a puzzle's text omits the line; by default, if the field has its default in documents.
    """
    argument = field.argument or field.name
    if field.kind is FLAG:
        return Setting(
            name or field.name, argument, lambda _: True, lambda puzzle: [""] * field.of(puzzle)
        )
    form = field.kind.form

    def write(puzzle: Any) -> Iterator[str]:
        value, board = field.of(puzzle), puzzle.board
        same = is_default(puzzle) if is_default else field.kind.write(value, board) == field.default
        if not same:
            yield form.write(value, board)

    return Setting(name or field.name, argument, lambda words: words.of(field.kind), write)


def square_numbers(name: str, field: Field, number: Callable[[SettingWords], Any]) -> Setting:
    """Return the setting of a number for each square, row by row from the top."""

    def read(words: SettingWords) -> list[list[Any]]:
        rows, columns = range(words.board.rows), range(words.board.columns)
        return [[number(words) for _ in columns] for _ in rows]

    def write(puzzle: Any) -> Iterator[str]:
        rows = field.of(puzzle)
        if rows is not None:
            yield "\n".join(("", *(" ".join(map(str, row)) for row in rows)))

    return Setting(name, field.name, read, write)


WRAP = setting(fields.WRAP)._replace(
    write=lambda puzzle: [puzzle.board.wrap] if puzzle.board.wrap else []
)


class SettingsTable:
    """The settings of a family's texts, in the order in which texts list them."""

    def __init__(self, *settings: Setting) -> None:
        self._settings: Mapping[str, Setting] = {one.name: one for one in settings}

    @property
    def names(self) -> tuple[str, ...]:
        """The first word of each."""
        return tuple(self._settings)

    def read(
        self, tokens: Tokens, board: Board, given: Container[str] = (), to_end: bool = True
    ) -> dict[str, Any]:
        """Return all settings of a text after its board, as arguments of the puzzle.

        The board already determines the settings `given`. Unless `to_end`, the settings end at the
        first other word.
        """
        words = SettingWords(tokens, board)
        found: dict[str, Any] = {}
        while not tokens.at_end():
            if not to_end and text_of(tokens.peek() or b"") not in self._settings:
                break
            name = words.word("a setting")
            if name not in self._settings:
                raise words.fault("a setting", shown(name) + did_you_mean(name, self._settings))
            setting = self._settings[name]
            if setting.repeats:
                found.setdefault(setting.field, []).extend(setting.read(words))
                continue
            if setting.field in found or name in given:
                raise words.fault(f"one {name}", "another")
            found[setting.field] = setting.read(words)
        return found

    def write(self, puzzle: Any) -> Iterator[str]:
        """Yield the lines of a puzzle's settings."""
        for setting in self._settings.values():
            for words in setting.write(puzzle):
                yield f"{setting.name} {words}".rstrip()
