"""Commands of rookery and programs of Python, run within the tests' own process."""

import io
import runpy
import shlex
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from unittest.mock import patch

from click.testing import CliRunner, Result

from rookery.cli.commands import commands


def rookery(
    line: str = "", *words: object, text: str | bytes | None = None, env: object = None
) -> Result:
    """Run a command line, which goes on with words of any kind; `text` is its standard input."""
    return CliRunner().invoke(commands, [*shlex.split(line), *map(str, words)], text, env)


def run_program(path: Path, *arguments: object, text: bytes = b"") -> tuple[int, str]:
    """Run a program as if it were alone; return its exit status and what it prints."""
    with (
        patch.object(sys, "argv", [str(path), *map(str, arguments)]),
        patch.object(sys, "path", [str(path.parent), *sys.path]),
        patch.object(sys, "stdin", io.TextIOWrapper(io.BytesIO(text), encoding="utf-8")),
        redirect_stdout(io.StringIO()) as printed,
        redirect_stderr(io.StringIO()),
    ):
        sys.modules.pop("judging", None)  # each package for judges has one of its own
        try:
            runpy.run_path(str(path), run_name="__main__")
        except SystemExit as end:
            return int(end.code or 0), printed.getvalue()
    return 0, printed.getvalue()
