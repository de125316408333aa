"""Numba's cache, in folders that nobody else can write to: what it keeps are pickles, so code."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from numba.core import caching

from rookery.compiled.private import tell_once, who_else_writes

ONLY_OURS_TO_WRITE = 0o755


class _Private:
    """A folder of Numba's choice, refused where others can write to it: then the next is tried."""

    def ensure_cache_path(self) -> None:
        """Make the folder, or make sure of it.

        Raises
        ------
        OSError
            When it cannot be written to, or others can write to it too.
        """
        folder = Path(self.get_cache_path())  # type: ignore[attr-defined]
        os.makedirs(folder, mode=ONLY_OURS_TO_WRITE, exist_ok=True)
        if fault := who_else_writes(folder):
            tell_once(fault)
            raise PermissionError(fault)
        super().ensure_cache_path()  # type: ignore[misc]


class _Chosen(_Private, caching.UserProvidedCacheLocator):
    """In NUMBA_CACHE_DIR."""


class _BesideModule(_Private, caching.InTreeCacheLocator):
    """In ``__pycache__``."""


class _OfUser(_Private, caching.UserWideCacheLocator):
    """In the user's cache."""


class _Kept(caching.CompileResultCacheImpl):
    _locator_classes = (_Chosen, _BesideModule, _OfUser)


class PrivateCache(caching.FunctionCache):
    """The cache of one kernel.

    Raises
    ------
    RuntimeError
        When no folder can be written to, but for those to which others can write.
    """

    _impl_class = _Kept

    def __init__(self, kernel: Any) -> None:
        super().__init__(kernel)
        # NUMBA_CACHE_LOCATOR_CLASSES may have chosen another folder.
        if fault := who_else_writes(Path(self.cache_path)):
            tell_once(fault)
            raise RuntimeError(fault)
