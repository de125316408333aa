"""Where compiled kernels are kept: Numba's cache, made to expire with all that is in a kernel.

Failures are harmless: what cannot be kept or read costs a compilation, never an error.
"""

from __future__ import annotations

import hashlib
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

from rookery.compiled.private import PACKAGE, refused

Kernel = TypeVar("Kernel")

INDEX = ".nbi"  # the ending of the files in which Numba lists what it keeps
UNUSUAL = ("NUMBA_DISABLE_JIT", "NUMBA_CACHE_LOCATOR_CLASSES")


class NotKeptError(Exception):
    """A kernel is not kept, and this thread must not compile it."""


class _Thread(threading.local):
    """State of one thread."""

    loads_only = False


_thread = _Thread()


@contextmanager
def loading_only() -> Iterator[None]:
    """Let this thread load the kernels that it calls, but not compile them.

    Raises
    ------
    NotKeptError
        At the call of a kernel that would have to be compiled.
    """
    before, _thread.loads_only = _thread.loads_only, True
    try:
        yield
    finally:
        _thread.loads_only = before


def folder() -> Path | None:
    """Return where kernels are kept; None where nothing can be, or nothing is compiled."""
    from numba import njit

    if not hasattr(njit(_probe), "enable_caching"):
        return None
    try:
        return Path(_private_cache(_probe).cache_path)
    except RuntimeError:  # no folder that can be written to
        return None


def _private_cache(kernel: Callable[..., Any]) -> Any:
    from rookery.compiled.numba_cache import PrivateCache

    return PrivateCache(kernel)


def is_surely_empty() -> bool:
    """Return whether kernels can be kept but none is, as far as is told without importing Numba.

    That import takes most of a second. It looks where Numba keeps kernels first: in
    NUMBA_CACHE_DIR, else beside the modules.
    """
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    place = Path(chosen) if chosen else PACKAGE
    if any(os.environ.get(name, "0") not in ("", "0") for name in UNUSUAL) or refused():
        return False
    return os.access(place, os.W_OK) and not any(place.rglob(f"*{INDEX}"))


def _probe() -> None:
    """Stand for any kernel when Numba is asked for its folder."""


def cached(*modules: ModuleType) -> Callable[[Kernel], Kernel]:
    """Return a decorator that keeps what is compiled of a kernel in Numba's cache.

    It goes above ``njit``, in place of its option ``cache``, which fails where no folder can
    be written to and whose cache expires with the kernel's own file only.

    Parameters
    ----------
    *modules
        Those whose functions the kernel calls, and so contains: what is cached expires when
        one of them changes, by an edit or an upgrade.

    Notes
    -----
    Where nothing can be kept, kernels are compiled anew by every process. The folder is
    Numba's: that of NUMBA_CACHE_DIR, else ``__pycache__`` beside the module, else one in the
    user's cache; the first to which only this user and root can write (`rookery.compiled.private`).
    """
    digest = hashlib.sha256()
    for module in modules:
        digest.update(Path(str(module.__file__)).read_bytes())

    def decorate(kernel: Kernel) -> Kernel:
        dispatcher: Any = kernel
        if not hasattr(dispatcher, "enable_caching"):  # a function that is not compiled
            return kernel
        with suppress(RuntimeError):  # no folder that can be written to
            dispatcher._cache = _private_cache(dispatcher.py_func)
            _expire_with(dispatcher, digest.hexdigest())
        dispatcher._cache = _Lenient(dispatcher._cache)
        return kernel

    return decorate


def _expire_with(dispatcher: Any, digest: str) -> None:
    """Add a digest to the stamp of a cache's index; what holds the stamp is not public."""
    index = getattr(dispatcher._cache, "_cache_file", None)
    if index is not None:
        index._source_stamp = (index._source_stamp, digest)


class _Lenient:
    """A kernel's cache that at its worst costs a compilation."""

    def __init__(self, cache: Any) -> None:
        self._cache = cache

    def load_overload(self, signature: Any, context: Any) -> Any:
        """Return the compiled kernel; None when there is none or it cannot be read.

        Raises
        ------
        NotKeptError
            When there is none and this thread is `loading_only`.
        """
        found = self._found(signature, context)
        if found is None and _thread.loads_only:
            raise NotKeptError
        return found

    def _found(self, signature: Any, context: Any) -> Any:
        try:
            found = self._cache.load_overload(signature, context)
        except Exception:  # of a file cut short, or another's: whatever unpickling meets
            with suppress(Exception):
                self._cache.flush()  # begins the index anew
            return None
        # Two processes that begin at once may give the files of two signatures one name.
        is_meant = found is not None and tuple(found.signature.args) == tuple(signature)
        return found if is_meant else None

    def save_overload(self, signature: Any, compiled: Any) -> None:
        """Keep a compiled kernel, unless the disk is full or the folder gone, locked or spoilt."""
        with suppress(Exception):
            self._cache.save_overload(signature, compiled)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._cache, name)
