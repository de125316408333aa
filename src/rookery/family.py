"""The furniture of a family of puzzles: one object with all that other modules use."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import GenericAlias
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, Protocol, TypeAlias

from rookery.numbers import plain

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    from rookery.compiled.sets import KernelSet
    from rookery.engine.listing import Listing
    from rookery.reading.fields import FieldTable
    from rookery.reading.parts import Part, Schema
    from rookery.results.estimate import Estimate
    from rookery.results.methods import Method
    from rookery.results.progress import Progress
    from rookery.results.result import Result
    from rookery.results.settings import Settings
    from rookery.results.values import Value

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
    """A puzzle of any family: `value` takes its answers, and returns a number of its values' type.

    Attributes
    ----------
    family
        The name of its `Family`.
    """

    family: ClassVar[str]

    if not TYPE_CHECKING:  # the value's type may be left out, which Python 3.13 knows by itself
        __class_getitem__ = classmethod(GenericAlias)

    def check(self, answer: Any) -> list[str]:
        """Return in words what is wrong with an answer by the rules; empty when it is correct."""
        ...

    def value(self, answer: AnswerOf_contra) -> ValueOf_co:
        """Return the count, weight, moves or cost of a right answer."""
        ...


class Words(NamedTuple):
    """A family in words.

    Attributes
    ----------
    about
        The question of its puzzles, in a few words.
    value
        The noun for the value of a result.
    unweighted
        The noun if the puzzle's `weights` are None.
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
    """A family's puzzles and answers as plain data, and back.

    Attributes
    ----------
    table
        The fields of its puzzles.
    read_answer, write_answer
        Of an answer that is not None; what is read need not be right.
    answer
        The JSON schema of what `read_answer` takes.
    values
        The value of each part of an answer, where the parts have values of their own.
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
        messages, and what to call with a warning when data are left over, or None.
    write
        Returns the text of a puzzle; raises a `PuzzleError` when the text form lacks something.
    """

    read: Callable[[type[AnyPuzzle], bytes, str, Callable[[str], None] | None], AnyPuzzle]
    write: Callable[[AnyPuzzle], str]


class Family(NamedTuple, Generic[AnyPuzzle, Answer]):
    """Everything that the other modules need of a family.

    Attributes
    ----------
    name
        Also `Puzzle.family`, and the name of its folder.
    puzzle
        The class of its puzzles.
    words
        The family in words.
    methods
        The table of the methods that solve; ``auto`` takes the first that fits and suits.
    counters, document, text, kernel_sets
        Functions that import parts of the family which few callers need: the table of the methods
        that count, the plain data of puzzles and answers, the text form if there is one, and the
        kernels of the methods.
    statement
        The name of the statement that is its smallest case, if there is one.
    together
        Imports the function that solves several puzzles within the limits of one, if there is one.
        Its arguments are the puzzles, the settings, and a callback for the number of a puzzle and
        its progress, or None.
    answer
        Returns an answer as people write it in the form of the puzzle's own answers: called with
        the puzzle and the answer, it raises a `PuzzleError` when it cannot be one. It need not be
        right.
    several
        Whether an answer is several placements, each drawn by itself.
    entries
        Imports a family's own entries of the tables of other modules, where it is none of
        rookery's: by what they are, such as ``picture`` for `rookery.view.scenes.SCENES`.
    command
        Imports its command, where it is none of rookery's and needs more than the command that
        follows from its fields.
    improves
        Whether its methods improve on an answer that they are given.
    remembers
        Whether equal puzzles come so often that their results are worth remembering.
    estimator
        Estimates under the limits of its settings how many answers there are, where the family
        can; raises a `LimitError` when the puzzle is too large for that.
    fundamental
        Counts answers up to the symmetries of the puzzle, where the family can by itself: called
        with a puzzle, settings and the method that counts all.
    listing
        Lists all answers in order, where the family can: a `Listing` of a puzzle, settings, where
        to start (None: at the first) and how many are enough (None: all).
    fundamental_listing
        The same of answers up to the symmetries of the puzzle, where the family can.
    unique
        Returns whether there is exactly one answer, None when a limit came before that is known,
        where the family does so faster than by its listing.
    place
        Finds one placement, where its answers are such, or proves that there is none: called
        with a puzzle, the name of a method and settings, it returns a checked `Result` whose
        answer is one placement and whose value is 1.
    sample
        Draws placements, where its answers are such, all with the same probability: called with
        a puzzle, how many, and settings.
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
