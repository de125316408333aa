"""A process that ends as if killed at any one of its steps on the disk, to see what it leaves."""

import builtins
import io
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.children import SECONDS, started

KILLED = 9
STEPS = ("fsync", "mkdir", "rename", "replace", "rmdir", "unlink")
ROOT = Path(__file__).parent.parent
BEGIN = """
import sys
from tests.crashing import Disk
disk = Disk(sys.argv[1], int(sys.argv[2]))
"""


class Disk:
    """Counts this process's steps on the files of a folder; ends it at step `last`, if not 0."""

    def __init__(self, folder: str, last: int) -> None:
        self.steps: list[str] = []
        self._folder = Path(folder).resolve()
        self._last = last
        self._open = open
        builtins.open = io.open = self.open  # type: ignore[assignment]
        for name in STEPS:
            setattr(os, name, self._counted(name, getattr(os, name)))

    def step(self, name: str, half: Callable[[], object] = bool) -> None:
        """Count a step; end with half of it when it is the last."""
        self.steps.append(name)
        if len(self.steps) == self._last:
            half()
            self.steps.pop()
            self.end(KILLED)

    def end(self, status: int) -> None:
        """End the process at once; standard output says which steps it took."""
        os.write(1, json.dumps(self.steps).encode())
        os._exit(status)

    def open(self, file: Any, mode: str = "r", *given: Any, **named: Any) -> Any:
        """Open a file; writes to one in the folder are steps, and so is opening it for that."""
        if mode[0] not in "awx" or not Path(file).resolve().is_relative_to(self._folder):
            return self._open(file, mode, *given, **named)
        assert mode[1:] == "b", mode
        self.step("open")
        return io.BufferedWriter(_File(self, file, mode[0]))

    def _counted(self, name: str, do: Callable[..., Any]) -> Callable[..., Any]:
        def counted(*given: Any, **named: Any) -> Any:
            self.step(name)
            return do(*given, **named)

        return counted


class _File(io.FileIO):
    def __init__(self, disk: Disk, file: Any, mode: str) -> None:
        super().__init__(file, mode)
        self._disk = disk

    def write(self, data: Any) -> int:
        self._disk.step("write", lambda: io.FileIO.write(self, bytes(data)[: len(data) // 2]))
        return super().write(data)


def run_until(last: int, script: str, folder: Path, *arguments: object) -> tuple[int, list[str]]:
    """Run a script that has a `disk`; return its exit status and the steps that it took."""
    with started("-c", BEGIN + script, folder, last, *arguments, cwd=ROOT) as process:
        steps, said = process.communicate(timeout=SECONDS)
    assert process.returncode in (0, KILLED), said
    return process.returncode, json.loads(steps)
