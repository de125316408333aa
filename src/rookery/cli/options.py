"""Options shared by commands: each is defined once and means the same everywhere."""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from typing import Any, ClassVar, NamedTuple

import click

from rookery.api.texts import KINDS
from rookery.cli.types import Choice, Integer, NamedOption, Names, Real, sides_of
from rookery.errors import did_you_mean, shown
from rookery.results.limits import Limits
from rookery.statements import NAMES, own_name

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]

# for the help of commands that say nothing else about squares
SQUARES = """
Squares are named as in chess, in options and in --json: a1 is at the bottom left.
"""

SQUARES_AND_ROWS = f"""{SQUARES.rstrip()} Rows and columns in
files and answers are numbers from 1 at the top left: on 8 x 8, row 1 of column 1 is a8.
"""


class HelpfulGroup(click.Group):
    """A group that suggests a command for an unknown name, and prints its help without one."""

    kind = "a command"
    instead: ClassVar[Mapping[str, str]] = {}  # the command to use, by names that people try
    reader = ""  # the command that reads a file, if there is one
    maker = ""  # the command that takes a size, if there is one

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments; without any, show the help."""
        return super().parse_args(ctx, args or ["--help"])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that the arguments name."""
        if not args[0].startswith("-") and self.get_command(ctx, args[0]) is None:
            if args[0] in self.instead:
                hint = f"; use '{ctx.command_path} {self.instead[args[0]]}'"
            elif self.reader and os.path.isfile(args[0]):
                hint = f"; use '{ctx.command_path} {self.reader} {args[0]}'"
            elif self.maker and sides_of(args[0]):
                hint = f"; use '{ctx.command_path} {self.maker} {args[0]}'"
            else:
                hint = did_you_mean(args[0], self.list_commands(ctx))
            raise click.UsageError(f"expected {self.kind}, got {shown(args[0])}{hint}", ctx)
        return super().resolve_command(ctx, args)


class Solving(NamedTuple):
    """The values of `solving_options`."""

    seconds: float | None
    gap: float | None
    seed: int
    threads: int | None
    method: str
    quiet: bool

    def keywords(self, started: float | None = None) -> dict[str, Any]:
        """Return the keywords of `rookery.solve`, except `on_progress`.

        The seconds count from `started`, a value of `time.perf_counter`; by default from the call.
        """
        seconds = self.seconds
        if seconds is not None and started is not None:
            seconds = max(0.0, seconds - (time.perf_counter() - started))
        limits = Limits(seconds=seconds, gap=self.gap)
        return {"method": self.method, "limits": limits, "seed": self.seed, "threads": self.threads}


def _known_puzzle(_: click.Context, __: click.Parameter, value: str | None) -> str | None:
    """Return the name of a statement; suggest one for an unknown name."""
    if value is None:
        return None
    name = own_name(value)
    if name not in NAMES:
        hint = did_you_mean(value, NAMES)
        raise click.BadParameter(f"expected a puzzle, got {shown(value)}{hint}")
    return name


def _silence(_: click.Context, __: click.Parameter, quiet: bool) -> bool:
    """Turn off the library's warnings if quiet."""
    if quiet:
        logging.disable(logging.WARNING)
    return quiet


puzzle_argument = click.argument(
    "puzzle",
    callback=_known_puzzle,
    shell_complete=lambda _, __, start: [name for name in NAMES if name.startswith(start)],
)
puzzle_option = click.option(
    "--puzzle",
    "kind",
    type=Choice(KINDS, own_name),
    metavar="NAME",
    help=f"The kind of text; detected by default. Names: {', '.join(KINDS)}.",
)
quiet_option = click.option(
    "-q", "--quiet", is_flag=True, callback=_silence, help="Print no warnings and no progress."
)
json_option = click.option(
    "--json", "as_json", is_flag=True, help="Print one JSON object instead of text."
)


def number_option(
    name: str,
    help: str,
    default: float | None = None,
    metavar: str = "N",
    type: Integer | Real | None = None,
) -> Decorator:
    """Return an option of a number, by default an integer of 1 or more; help shows a default."""
    return click.option(
        name,
        type=type or Integer(min=1),
        default=default,
        show_default=default is not None,
        metavar=metavar,
        help=help,
    )


def seed_option(help: str = "Seed of the random choices.") -> Decorator:
    """Return the option ``--seed``."""
    return number_option("--seed", help, 0, type=Integer())


def gathered(
    argument: str, make: Callable[..., Any], names: Sequence[str], options: Sequence[Decorator]
) -> Decorator:
    """Return a decorator that adds options and passes their values as one argument.

    `make` returns the argument, given the values by their `names`. The options are in the order of
    the help.
    """

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(function)
        def call(**keywords: Any) -> Any:
            own = make(**{name: keywords.pop(name) for name in names})
            return function(**{argument: own}, **keywords)

        command: Callable[..., Any] = call
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


certificate_option = click.option(
    "--certificate",
    metavar="PROOF",
    help="Write a proof of the bound to this file, for rookery verify; it takes half of --seconds.",
)


def solving_options(methods: Names, no_seconds: str = "no limit") -> Decorator:
    """Return a decorator that adds the options of solving, passed as one argument `solving`.

    `methods` returns the names for ``--method``; `no_seconds` is the default of ``--seconds`` in
    words.
    """
    stop = f"Stop after S seconds with the best answer so far; default: {no_seconds}."
    near = "Stop once the answer is proved to be within this fraction of the best, such as 0.01."
    method = click.option(
        "--method",
        cls=NamedOption,
        names=methods,
        default="auto",
        show_default=True,
        metavar="NAME",
        help="The algorithm.",
    )
    options = (
        number_option("--seconds", stop, metavar="S", type=Real(min=0)),
        number_option("--gap", near, metavar="X", type=Real(min=0)),
        seed_option(),
        number_option("--threads", "Use at most N threads; default: all cores."),
        method,
        quiet_option,
    )
    return gathered("solving", Solving, Solving._fields, options)
