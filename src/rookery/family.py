"""The interface of a family of puzzles: one object with everything that other modules use."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import GenericAlias
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, Protocol, TypeAlias

from rookery.numbers import plain

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    from rookery.compiled.sets import KernelSet
    from rookery.engine.drive import Listing
    from rookery.reading.fields import FieldTable
    from rookery.reading.parts import Part, Schema
    from rookery.results.estimate import Estimate
    from rookery.results.methods import Method
    from rookery.results.progress import Progress
    from rookery.results.result import Result, Value
    from rookery.results.settings import Settings

    ValueOf_co = TypeVar("ValueOf_co", bound=Value, covariant=True, default=Value)
else:
    from typing import TypeVar

    ValueOf_co = TypeVar("ValueOf_co", covariant=True)

AnyPuzzle = TypeVar("AnyPuzzle")
Answer = TypeVar("Answer")
AnswerOf_contra = TypeVar("AnswerOf_contra", contravariant=True)

OnEach: TypeAlias = "Callable[[int, Progress], None]"
Together: TypeAlias = (
    "Callable[[Sequence[Any], Settings, OnEach | None], Iterator[Result[Any, Any]]]"
)


class Puzzle(Protocol[AnswerOf_contra, ValueOf_co]):
    """A puzzle of any family, by the types of its answers and of their values.

    Attributes
    ----------
    family
        The name of its `Family`.
    """

    family: ClassVar[str]

    if not TYPE_CHECKING:  # makes the value's type optional before Python 3.13
        __class_getitem__ = classmethod(GenericAlias)

    def check(self, answer: Any) -> list[str]:
        """Return the faults of an answer by the rules, in words; empty if it is right."""
        ...

    def value(self, answer: AnswerOf_contra) -> ValueOf_co:
        """Return the count, weight, moves or cost of a right answer."""
        ...


class Words(NamedTuple):
    """A family in words.

    Attributes
    ----------
    about
        The task of its puzzles, in a few words.
    value
        The noun for the value of a result.
    unweighted
        The noun for the value if the puzzle's `weights` are None.
    """

    about: str
    value: str
    unweighted: str | None = None

    def value_of(self, puzzle: Any) -> str:
        """Return the noun for the value of a puzzle's result."""
        if self.unweighted is not None and puzzle.weights is None:
            return self.unweighted
        return self.value


class DocumentForm(NamedTuple, Generic[AnyPuzzle, Answer]):
    """Conversion of a family's puzzles and answers to plain data and back.

    Attributes
    ----------
    table
        The fields of its puzzles.
    read_answer, write_answer
        Functions that read and write an answer other than None; a read answer need not be right.
    answer
        The JSON schema of the argument of `read_answer`.
    values
        Returns the value of each part of an answer, if parts have values of their own.
    """

    table: FieldTable
    read_answer: Callable[[AnyPuzzle, Part], Answer]
    write_answer: Callable[[AnyPuzzle, Answer], list[Any]]
    answer: Schema
    values: Callable[[AnyPuzzle, Answer], Sequence[Value]] | None = None


class TextForm(NamedTuple, Generic[AnyPuzzle]):
    """A family's own text form, besides that of its statement.

    Attributes
    ----------
    read
        Returns the puzzle of a text, given the puzzle's class, the bytes of the text, its name for
        messages, and a function to call with a warning about data left over, or None.
    write
        Returns the text of a puzzle; raises a `PuzzleError` if the text form cannot hold it.
    """

    read: Callable[[type[AnyPuzzle], bytes, str, Callable[[str], None] | None], AnyPuzzle]
    write: Callable[[AnyPuzzle], str]


class Family(NamedTuple, Generic[AnyPuzzle, Answer]):
    """A family of puzzles, as the other modules use it. Optional functions are None if missing.

    Attributes
    ----------
    name
        The name, also in `Puzzle.family` and of the folder.
    puzzle
        The class of its puzzles.
    words
        The family in words.
    methods
        The table of methods that solve; ``auto`` takes the first that fits and suits.
    counters, document, text, kernel_sets
        Functions that import rarely needed parts: the table of methods that count, the plain data
        of puzzles and answers, the text form if there is one, and the kernels of the methods.
    statement
        The name of the statement that is its smallest case, or None.
    together
        Imports the function that solves a batch of puzzles within one limit, or None. The
        function's arguments are the puzzles, the settings, and a callback for the number of a
        puzzle and its progress, or None.
    answer
        Converts an answer as people write it to the puzzle's own form, given the puzzle and the
        answer. Raises a `PuzzleError` if it cannot be an answer; it need not be right.
    several
        Whether an answer is several placements, each drawn by itself.
    entries
        Imports the entries of a package's family for the tables of other modules, by their noun,
        such as ``picture`` for `rookery.view.scenes.SCENES`.
    command
        Imports the command of a package's family, or None for the command that follows from its
        fields.
    improves
        Whether its methods can start from a given answer.
    remembers
        Whether results are kept because equal puzzles are frequent.
    estimator
        Estimates the number of answers within the limits of its settings, or None; raises a
        `LimitError` if the puzzle is too large.
    fundamental
        Counts answers up to the symmetries of the puzzle, given the puzzle, settings and the
        method that counts all, or None.
    listing
        Returns the `Listing` of all answers in order, or None. Its arguments are the puzzle, the
        settings, the start (None: the first answer) and the number of answers (None: all).
    fundamental_listing
        The same for answers up to the symmetries of the puzzle.
    unique
        Returns whether there is exactly one answer, or None if a limit is reached before that is
        known; for families that are faster than by their listing.
    place
        Finds one placement or proves that there is none, for families whose answers are
        placements. Given a puzzle, the name of a method and settings, it returns a checked `Result`
        whose answer is one placement and whose value is 1.
    sample
        Draws placements with equal probability, given a puzzle, their number and settings, for
        families whose answers are placements.
    """

    name: str
    puzzle: type[AnyPuzzle]
    words: Words
    methods: tuple[Method, ...]
    document: Callable[[], DocumentForm[AnyPuzzle, Answer]]
    counters: Callable[[], tuple[Method, ...]] = tuple
    text: Callable[[], TextForm[AnyPuzzle]] | None = None
    statement: str | None = None
    estimator: Callable[[AnyPuzzle, Settings], Estimate] | None = None
    fundamental: Callable[[AnyPuzzle, Settings, Method], Result[Any, Any]] | None = None
    listing: Callable[[AnyPuzzle, Settings, Any, int | None], Listing] | None = None
    fundamental_listing: Callable[[AnyPuzzle, Settings, Any, int | None], Listing] | None = None
    unique: Callable[[AnyPuzzle, Settings], bool | None] | None = None
    place: Callable[[AnyPuzzle, str, Settings], Result[Any, Any]] | None = None
    sample: Callable[[AnyPuzzle, int, Settings], list[Any]] | None = None
    kernel_sets: Callable[[], tuple[KernelSet, ...]] = tuple
    together: Callable[[], Together] | None = None
    answer: Callable[[AnyPuzzle, Any], Any] = lambda puzzle, answer: plain(answer)
    several: bool = False
    entries: Callable[[], Mapping[str, Any]] = dict
    command: Callable[[], Any] | None = None
    improves: bool = False
    remembers: bool = False
