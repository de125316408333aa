"""Files that only a complete one replaces."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO

OPEN_FILES = ("/dev/", "/proc/")  # folders with other names of files that are open


@contextmanager
def replacing(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """Yield a stream of the bytes that replace a file; after an error it is as it was before.

    They are written beside the file, which keeps its mode, and renamed in the end. Devices, pipes,
    open files that a name in ``/dev`` stands for, and files in a folder that takes no new file are
    written directly. Raises an `OSError` if the file cannot be written.
    """
    target, is_there = os.path.realpath(path), os.path.exists(path)  # a pipe has no path
    folder = os.path.dirname(target)
    is_stream = os.path.abspath(path).startswith(OPEN_FILES) or not os.path.isfile(path)
    if (is_there and is_stream) or not os.access(folder, os.W_OK):
        with open(path, "wb") as stream:
            yield stream
        return
    if is_there:
        open(path, "ab").close()  # a file that must not be written is refused
    beside = os.path.join(folder, f".rookery-{os.urandom(8).hex()}")
    try:
        with open(beside, "xb") as stream:
            if is_there:
                os.chmod(beside, os.stat(target).st_mode)
            yield stream
        os.replace(beside, target)
    except BaseException as error:
        if os.path.exists(beside):
            os.remove(beside)
        if isinstance(error, OSError) and error.filename in (None, beside):
            error.filename = os.fspath(path)
        raise


def write_file(path: str | os.PathLike[str], data: bytes) -> None:
    """Write a file, or leave it as it was before if that fails."""
    with replacing(path) as stream:
        stream.write(data)
