"""The group of commands, which imports only the one that is called."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from types import ModuleType
from typing import Any

import click

from rookery import __version__, guesses
from rookery.api.texts import read_pieces
from rookery.boards.pieces import own_pieces
from rookery.cli import status
from rookery.cli.options import HelpfulGroup
from rookery.cli.streams import process_age, say
from rookery.errors import RookeryError
from rookery.families import NAMES, families_from_outside, family_named, names

COMMANDS = (
    "judge",
    "check",
    "generate",
    "export",
    "show",
    "queens",
    "heaviest",
    "nonattacking",
    "regions",
    "tour",
    "cover",
    "solve-many",
    "verify",
    "page",
    "web",
    "warm",
    "doctor",
    "verify-record",
    "pieces",
    "help",
)  # in the order of the help

HELP = """Solve chess-piece puzzles, exactly or with a proven bound.

\b
Four contest problems; judge, check, generate and show use their exact text formats:
  eight-queens     every way to place eight non-attacking queens, one of them given (UVa750)
  sultan           eight non-attacking queens on the greatest numbers (UVa167)
  traveling-queen  the shortest tour past all knights to the bishop (POJ2919)
  showdown         the cheapest pieces that check every king (CHE)
"""

EPILOG = """\b
Examples:
  rookery queens 8 --first 3
  rookery generate showdown --seed 1 -o boards.txt
  rookery judge showdown boards.txt --seconds 5 > answers.txt
  rookery check showdown boards.txt answers.txt

\b
Other names: star-battle is regions, domination is cover, knights-tour is tour --mover knight.

\b
Exit status: 0 done, 1 checked and rejected, 2 bad usage or input,
3 a limit was reached with an answer, 4 without one, 130 interrupted.

\b
More: rookery help formats, squares, pieces, limits, exit-status or environment.
"""


def command_named(name: str) -> click.Command:
    """Return one of the package's own commands, importing its module only."""
    module: ModuleType
    match name:
        case "judge" | "check" | "generate":
            from rookery.cli import contest as module
        case "export":
            from rookery.cli import export as module
        case "show":
            from rookery.cli import show as module
        case "queens":
            from rookery.cli import queens as module
        case "heaviest":
            from rookery.cli import heaviest as module
        case "nonattacking":
            from rookery.cli import nonattacking as module
        case "regions":
            from rookery.cli import regions as module
        case "tour":
            from rookery.cli import tour as module
        case "cover":
            from rookery.cli import cover as module
        case "solve-many":
            from rookery.cli import solve_many as module
        case "verify" | "verify-record":
            from rookery.cli import verify as module
        case "page":
            from rookery.cli import page as module
        case "web":
            from rookery.cli import web as module
        case "warm" | "doctor":
            from rookery.cli import installation as module
        case _:
            from rookery.cli import help as module
    command: click.Command = getattr(module, name.replace("-", "_"))
    return command


class Commands(HelpfulGroup):
    """A group that imports only the command that is called, and prints every error as one line."""

    instead = guesses.COMMANDS
    reader = "show"

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands, those of families from outside last."""
        return [*COMMANDS, *(f.name for f in families_from_outside() if f.name not in COMMANDS)]

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that the arguments name, by its own name or an alias."""
        name, *rest = args
        return super().resolve_command(ctx, [*guesses.ALIASES.get(name, (name,)), *rest])

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command, importing its module."""
        if cmd_name in COMMANDS:
            return command_named(cmd_name)
        if cmd_name in NAMES or cmd_name not in names():
            return None
        from rookery.cli.outside import command_of

        return command_of(family_named(cmd_name))

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Any:
        """Run a command and exit with its status, or return it when not `standalone_mode`.

        The context's `obj` is the value of `time.perf_counter` from which the command's seconds
        count: for the process's own command line, the start of the process.
        """
        age = process_age() if args is None else 0.0
        extra["obj"] = time.perf_counter() - age

        def parse_and_run() -> Any:
            return super(Commands, self).main(
                args, "rookery", complete_var, standalone_mode=False, **extra
            )

        if not standalone_mode:
            return parse_and_run()
        sys.exit(_exit_status(parse_and_run))

    def invoke(self, ctx: click.Context) -> int:
        """Run the command and return its exit status."""
        return status.guarded(partial(super().invoke, ctx))


def run() -> int:
    """Run the command line of this process and return its exit status."""
    return _exit_status(partial(commands.main, standalone_mode=False))


def _exit_status(parse_and_run: Callable[[], Any]) -> int:
    """Run a command line; print a usage error as one line."""
    try:
        return status.guarded(parse_and_run)  # help and --version are written while parsing
    except click.ClickException as error:
        context = getattr(error, "ctx", None)
        command = context.command_path if context else "rookery"
        is_missing = isinstance(error, click.MissingParameter)
        message = f"{error.format_message()}{f' See {command} --help.' * is_missing}"
        if isinstance(error, click.NoSuchOption) and context:
            known = [name for param in context.command.params for name in param.opts]
            if meant := guesses.option_to_use(error.option_name, known):
                message = f"No such option {error.option_name!r}. Use {meant}."
        say(f"{command}: {message}")
        return status.BAD
    except click.Abort:  # Ctrl-C while options are parsed
        return status.INTERRUPTED


def _own_pieces(ctx: click.Context, _: click.Parameter, file: str | None) -> None:
    """Make the pieces of a file known during the command, by name and in drawings."""
    if file is None:
        return
    try:
        pieces = read_pieces(file)
    except RookeryError as error:
        raise click.UsageError(f"{error}") from error
    except OSError as error:
        raise click.UsageError(f"cannot read {file!r}: {error.strerror}") from error
    ctx.with_resource(own_pieces(pieces.values()))


OWN_PIECES = click.Option(
    ["--pieces"],
    callback=_own_pieces,
    expose_value=False,
    metavar="FILE",
    help="File of your own pieces: a name, a letter and Betza notation on each line.",
)
commands = Commands(
    "rookery",
    params=[OWN_PIECES],
    help=HELP,
    epilog=EPILOG,
    context_settings={"help_option_names": ["-h", "--help"]},
)
commands = click.version_option(__version__, prog_name="rookery")(commands)
