"""Commands of rookery, run within the tests' own process."""

import shlex

from click.testing import CliRunner, Result

from rookery.cli.commands import commands


def rookery(
    line: str = "", *words: object, text: str | bytes | None = None, env: object = None
) -> Result:
    """Run a command line, which goes on with words of any kind; `text` is its standard input."""
    return CliRunner().invoke(commands, [*shlex.split(line), *map(str, words)], text, env)
