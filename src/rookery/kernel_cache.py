"""Numba's cache of a kernel, made to expire with all that is in it, and never to be in the way."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

Kernel = TypeVar("Kernel")


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
    user's cache.
    """
    digest = hashlib.sha256()
    for module in modules:
        digest.update(Path(str(module.__file__)).read_bytes())

    def decorate(kernel: Kernel) -> Kernel:
        dispatcher: Any = kernel
        if not hasattr(dispatcher, "enable_caching"):  # a function that is not compiled
            return kernel
        with suppress(RuntimeError):  # no folder that can be written to
            dispatcher.enable_caching()
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
        """Return the compiled kernel; None when there is none or it cannot be read."""
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
