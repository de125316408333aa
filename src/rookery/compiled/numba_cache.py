"""Numba's cache, limited to folders that nobody else can write to, as its pickles are code."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np
from numba.core import caching
from numba.core.runtime import rtsys

from rookery.compiled.private import warn_once, who_else_writes

ONLY_OURS_TO_WRITE = 0o755  # mode of a new cache folder


class _Private:
    """A locator mixin that refuses a folder others can write to, so that Numba tries the next."""

    def ensure_cache_path(self) -> None:
        """Make the folder if needed; raise an `OSError` unless only we can write to it."""
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
    """The cache of one kernel, which expires with all that the kernel is made of.

    Raises a `RuntimeError` if every writable folder is also writable by others, or none is
    writable.
    """

    _impl_class = _PrivateFiles

    def __init__(self, kernel: Any, modules: Iterable[ModuleType]) -> None:
        super().__init__(kernel.py_func)
        self._kernel, self._modules = kernel, modules
        # NUMBA_CACHE_LOCATOR_CLASSES may have chosen another folder.
        if fault := who_else_writes(Path(self.cache_path)):
            warn_once(fault)
            raise RuntimeError(fault)

    def load_overload(self, signature: Any, context: Any) -> Any:
        """Return the compiled kernel, or None if it is missing or has expired."""
        # The functions below a kernel in its file are known now, not when it was decorated.
        stamp = self._impl.locator.get_source_stamp(), _digest(self._kernel, self._modules)
        self._cache_file._source_stamp = stamp
        # Numba would first import all that a compilation needs, which takes longer than the rest.
        rtsys.initialize(context)
        return self._load_overload(signature, context)


def _digest(kernel: Any, modules: Iterable[ModuleType]) -> str:
    """Return a digest of the source, options and constants that a kernel's code depends on."""
    functions, named = [kernel.py_func], [_in_order(kernel.targetoptions)]
    for function in functions:
        codes = [function.__code__]
        for code in codes:
            codes += [one for one in code.co_consts if isinstance(one, CodeType)]
            for name in code.co_names:
                value = function.__globals__.get(name)
                if hasattr(value, "py_func"):
                    named.append(f"{name}: {_in_order(value.targetoptions)}")
                    value = value.py_func
                if isinstance(value, FunctionType) and value not in functions:
                    functions.append(value)
                elif isinstance(value, bool | int | float | str | tuple | np.generic):
                    named.append(f"{function.__module__}.{name} = {value!r}")
    made_of = {function.__module__ for function in functions} | {one.__name__ for one in modules}
    digest = hashlib.sha256("\n".join(sorted(named)).encode())
    for name in sorted(made_of):
        if file := getattr(sys.modules[name], "__file__", None):  # a notebook has none
            digest.update(Path(file).read_bytes())
    return digest.hexdigest()


def _in_order(options: Mapping[str, Any]) -> str:
    """Return options of Numba as a text that is the same in every process."""
    pairs = ((name, sorted(one) if isinstance(one, set) else one) for name, one in options.items())
    return str(sorted(pairs))
