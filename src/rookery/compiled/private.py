"""Folders that nobody else can write to: what is kept as code is loaded from no others.

They are told as ssh tells whose keys to believe (OpenSSH's `safe_path`, with Debian's exception
for the group of a user alone).
"""

from __future__ import annotations

import logging
import os
import stat
from functools import lru_cache
from pathlib import Path
from threading import Event

from rookery.errors import printable

PACKAGE = Path(__file__).parents[1]
LOGGER = "rookery.compiled"
ROOT = 0
OTHERS_PASS = stat.S_IXGRP | stat.S_IXOTH
_told = Event()
ENDINGS = (".nbi", ".nbc")  # of the files in which Numba keeps code


@lru_cache
def who_else_writes(folder: Path) -> str:
    """Return what lets others change the code kept in a folder, in words; empty if nothing does.

    Each folder from the root on must belong to this user or to root, and others must not be able
    to write there; to one on the way they may where its sticky bit keeps them from what is not
    theirs. Nothing can be reached below a folder that others may not pass. What is kept in the
    folder is looked at like the folder itself. One that is not there yet is as safe as the way
    to it. Windows has other permissions, which are not looked at.
    """
    if os.name == "nt":
        return ""
    real = Path(os.path.realpath(folder))
    for place in (*reversed(real.parents), real):
        try:
            found = os.stat(place)
        except OSError:  # not there, or nobody's to see: nothing is loaded from it
            return ""
        if fault := _fault(place, found, is_last=place == real):
            return fault
        if not found.st_mode & OTHERS_PASS:
            return ""
    return _fault_inside(real)


@lru_cache(maxsize=1)
def refused() -> str:
    """Return why kernels are not kept where they would be first, in words; empty if they are.

    That is NUMBA_CACHE_DIR, else ``__pycache__`` beside each module.
    """
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    folders = [Path(chosen)] if chosen else [PACKAGE, *PACKAGE.rglob("__pycache__")]
    return next(filter(None, map(who_else_writes, folders)), "")


def tell_once(fault: str) -> None:
    """Warn, the first time in a process, that a folder was refused."""
    if not _told.is_set():
        _told.set()
        logger = logging.getLogger(LOGGER)
        logger.warning(
            "rookery: kernels are not loaded from where others can write: %s", printable(fault)
        )


def _fault_inside(folder: Path) -> str:
    try:
        entries = list(os.scandir(folder))
    except OSError:
        return f"{folder} cannot be listed"
    for entry in entries:
        if entry.name.endswith(ENDINGS):
            if entry.is_symlink():
                return f"{entry.path} is a link"
            if fault := _fault(Path(entry.path), entry.stat(), is_last=True):
                return fault
    return ""


def _fault(place: Path, found: os.stat_result, is_last: bool) -> str:
    if found.st_uid not in (ROOT, os.geteuid()):
        return f"{place} belongs to another user"
    if found.st_mode & stat.S_ISVTX and not is_last:
        return ""
    if found.st_mode & stat.S_IWOTH:
        return f"others can write to {place}"
    if found.st_mode & stat.S_IWGRP and not _is_a_users_own(found.st_gid, found.st_uid):
        return f"its group can write to {place}"
    return ""


def _is_a_users_own(group: int, user: int) -> bool:
    """Return whether a group has a user's name and nobody else in it."""
    import grp
    import pwd

    try:
        name, members = grp.getgrgid(group).gr_name, grp.getgrgid(group).gr_mem
        return pwd.getpwuid(user).pw_name == name and set(members) <= {name}
    except KeyError:
        return False
