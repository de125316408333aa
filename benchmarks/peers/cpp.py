"""The C++ programs of ``yardsticks/``, as whole processes."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path


def counted(program: str, n: str) -> Callable[[], int]:
    """Count the placements of n queens: the program reads n."""
    return lambda: int(_output(program, f"{n}\n"))


def independent(program: str, n: str, piece: str) -> Callable[[], int]:
    """Count the sets of non-attacking pieces: the program reads n and the piece's letter."""
    return lambda: int(_output(program, f"{n} {piece}\n"))


def rows(program: str, n: str, piece: str) -> Callable[[], int]:
    """Count n pieces, one in each row and column: the program reads n and the piece's letter."""
    return lambda: int(_output(program, f"{n} {piece}\n"))


def covers(program: str, n: str, queens: str, apart: str) -> Callable[[], int]:
    """Count the sets of queens that guard a board; if ``apart`` is 1, non-attacking ones."""
    return lambda: int(_output(program, f"{n} {queens} {apart}\n"))


def toured(program: str, boards: str) -> Callable[[], str]:
    """Answer all boards of a file, in the statement's text."""
    text = Path(boards).read_text()
    return lambda: _output(program, text)


def _output(program: str, text: str) -> str:
    done = subprocess.run([program], input=text, capture_output=True, text=True, check=True)
    return done.stdout
