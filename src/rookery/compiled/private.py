"""Private folders: cached code is loaded only from folders that nobody else can write to.

The rules are those of ssh for key files (OpenSSH's `safe_path`, with Debian's exception for a
user's own group).
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
_warned = Event()
ENDINGS = (".nbi", ".nbc")  # suffixes of Numba's cache files


@lru_cache
def who_else_writes(folder: Path) -> str:
    """Describe how others could change the code in a folder, or return an empty string.

    Every folder from the root down must belong to this user or to root and must not be writable
    by others. A parent folder may be writable by others if its sticky bit protects entries they
    do not own. If others may not enter a folder, everything below it is safe. The cache files in
    the folder are checked like the folder itself. A folder that does not exist is as safe as its
    parents. Permissions on Windows are not checked.
    """
    if os.name == "nt":
        return ""
    real = Path(os.path.realpath(folder))
    for place in (*reversed(real.parents), real):
        try:
            found = os.stat(place)
        except OSError:  # missing or unreadable: nothing is loaded from it
            return ""
        if fault := _fault(place, found, is_last=place == real):
            return fault
        if not found.st_mode & OTHERS_PASS:
            return ""
    return _fault_inside(real)


@lru_cache(maxsize=1)
def refused() -> str:
    """Describe why the first choice of cache folder is refused, or return an empty string.

    That choice is NUMBA_CACHE_DIR, or ``__pycache__`` beside each module.
    """
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    folders = [Path(chosen)] if chosen else [PACKAGE, *PACKAGE.rglob("__pycache__")]
    return next(filter(None, map(who_else_writes, folders)), "")


def warn_once(fault: str) -> None:
    """Warn, once per process, that a folder was refused."""
    if not _warned.is_set():
        _warned.set()
        logger = logging.getLogger(LOGGER)
        logger.warning(
            "rookery: kernels are not loaded from folders that others can write to: %s",
            printable(fault),
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
    """Return whether a group has the user's name and no other member."""
    import grp
    import pwd

    try:
        name, members = grp.getgrgid(group).gr_name, grp.getgrgid(group).gr_mem
        return pwd.getpwuid(user).pw_name == name and set(members) <= {name}
    except KeyError:
        return False
