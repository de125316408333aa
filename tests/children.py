"""Python in a process of its own, as a user starts it."""

import os
import subprocess
import sys
from typing import Any

PIPE = subprocess.PIPE
SECONDS = 480  # less than pytest's `faulthandler_timeout`, so that the failure names the command


def started(
    *arguments: object, env: dict[str, str] | None = None, **options: Any
) -> subprocess.Popen[Any]:
    """Start Python with arguments, `env` beside the environment, and pipes for what it prints."""
    options = {"stdout": PIPE, "stderr": PIPE, "env": os.environ | (env or {})} | options
    return subprocess.Popen([sys.executable, *map(str, arguments)], **options)


def python(
    *arguments: object, status: int = 0, env: dict[str, str] | None = None, **options: Any
) -> subprocess.CompletedProcess[Any]:
    """Run Python with arguments, and `env` beside the environment; expect an exit status."""
    command = [sys.executable, *map(str, arguments)]
    environment = os.environ | (env or {})
    options = {"capture_output": True, "text": True, "timeout": SECONDS} | options
    done = subprocess.run(command, check=False, env=environment, **options)
    assert done.returncode == status, (done.stdout, done.stderr)
    return done
