"""Cache of compiled kernels: Numba's, but expiring with every module inlined in a kernel.

Failures are harmless: a kernel that cannot be cached or read costs a compilation, never an error.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

from rookery.compiled.private import PACKAGE, refused

Kernel = TypeVar("Kernel")

INDEX = ".nbi"  # suffix of Numba's index files
UNUSUAL = ("NUMBA_DISABLE_JIT", "NUMBA_CACHE_LOCATOR_CLASSES")  # settings that change the folder


class NotKeptError(Exception):
    """A kernel is not cached, and this thread must not compile it."""


class _Thread(threading.local):
    """State of one thread."""

    loads_only = False


_thread = _Thread()


@contextmanager
def loading_only() -> Iterator[None]:
    """Let this thread load kernels but not compile them: calls of others raise a `NotKeptError`."""
    before, _thread.loads_only = _thread.loads_only, True
    try:
        yield
    finally:
        _thread.loads_only = before


def folder() -> Path | None:
    """Return the cache folder, or None if kernels cannot be cached or compilation is off."""
    from numba import njit

    probe = njit(lambda: None)
    if not hasattr(probe, "enable_caching"):
        return None
    try:
        return Path(_private_cache(probe).cache_path)
    except RuntimeError:  # no writable folder
        return None


def _private_cache(kernel: Any, modules: Iterable[ModuleType] = ()) -> Any:
    from rookery.compiled.numba_cache import PrivateCache

    return PrivateCache(kernel, modules)


def is_surely_empty() -> bool:
    """Return whether the cache is usable but certainly empty, without importing Numba.

    That import takes most of a second. The check covers Numba's first choice of folder:
    NUMBA_CACHE_DIR, or the modules' own folders.
    """
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    place = Path(chosen) if chosen else PACKAGE
    if any(os.environ.get(name, "0") not in ("", "0") for name in UNUSUAL) or refused():
        return False
    return os.access(place, os.W_OK) and not any(place.rglob(f"*{INDEX}"))


def cached(*modules: ModuleType) -> Callable[[Kernel], Kernel]:
    """Return a decorator that keeps a compiled kernel in Numba's cache.

    Place it above ``njit``, instead of the option ``cache``. That option fails without a writable
    folder, and its cache expires with the kernel's own file only. This one expires with the files
    of all functions that the kernel contains, with their options of Numba, and with the constants
    that these name.

    Parameters
    ----------
    *modules
        Further modules that the compiled code depends on, such as one that generates parts of it.

    Notes
    -----
    If nothing can be cached, every process compiles the kernels anew. The candidates for the
    folder are Numba's: NUMBA_CACHE_DIR, then ``__pycache__`` beside the module, then one in the
    user's cache. The first that only this user and root can write to is used
    (`rookery.compiled.private`).
    """

    def decorate(kernel: Kernel) -> Kernel:
        dispatcher: Any = kernel
        if not hasattr(dispatcher, "enable_caching"):  # compilation is off
            return kernel
        with suppress(RuntimeError):  # no writable folder
            dispatcher._cache = _private_cache(dispatcher, modules)
        dispatcher._cache = _Lenient(dispatcher._cache)
        return kernel

    return decorate


class _Lenient:
    """A kernel's cache that turns its failures into compilations."""

    def __init__(self, cache: Any) -> None:
        self._cache = cache

    def load_overload(self, signature: Any, context: Any) -> Any:
        """Return the compiled kernel, or None; raise a `NotKeptError` if this thread only loads."""
        found = None
        try:
            found = self._cache.load_overload(signature, context)
        except Exception:  # unpickling a truncated or foreign file may raise anything
            with suppress(Exception):
                self._cache.flush()  # starts a new index
        # Two processes starting together may give one file name to two signatures.
        if found is not None and tuple(found.signature.args) != tuple(signature):
            found = None
        if found is None and _thread.loads_only:
            raise NotKeptError
        return found

    def save_overload(self, signature: Any, compiled: Any) -> None:
        """Cache a compiled kernel, unless the disk is full or the folder unusable."""
        with suppress(Exception):
            self._cache.save_overload(signature, compiled)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._cache, name)
