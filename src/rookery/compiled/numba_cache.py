"""Numba's cache, limited to folders that nobody else can write to, as its pickles are code."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from numba.core import caching

from rookery.compiled.private import warn_once, who_else_writes

ONLY_OURS_TO_WRITE = 0o755  # mode of a new cache folder


class _Private:
    """A locator mixin that refuses a folder others can write to, so that Numba tries the next."""

    def ensure_cache_path(self) -> None:
        """Make the folder if needed and check its permissions.

        Raises an `OSError` if it is not writable, or others can write to it too.
        """
        folder = Path(self.get_cache_path())  # type: ignore[attr-defined]
        os.makedirs(folder, mode=ONLY_OURS_TO_WRITE, exist_ok=True)
        if fault := who_else_writes(folder):
            warn_once(fault)
            raise PermissionError(fault)
        super().ensure_cache_path()  # type: ignore[misc]


class _Chosen(_Private, caching.UserProvidedCacheLocator):
    """Locator of NUMBA_CACHE_DIR."""


class _BesideModule(_Private, caching.InTreeCacheLocator):
    """Locator of ``__pycache__``."""


class _OfUser(_Private, caching.UserWideCacheLocator):
    """Locator of the user's cache folder."""


class _PrivateFiles(caching.CompileResultCacheImpl):
    _locator_classes = (_Chosen, _BesideModule, _OfUser)


class PrivateCache(caching.FunctionCache):
    """The cache of one kernel.

    Raises a `RuntimeError` if every writable folder is also writable by others, or none is
    writable.
    """

    _impl_class = _PrivateFiles

    def __init__(self, kernel: Any) -> None:
        super().__init__(kernel)
        # NUMBA_CACHE_LOCATOR_CLASSES may have chosen another folder.
        if fault := who_else_writes(Path(self.cache_path)):
            warn_once(fault)
            raise RuntimeError(fault)
