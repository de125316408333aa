"""Numba's cache of a kernel, which by itself looks at no file but the kernel's own."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import TypeVar

Kernel = TypeVar("Kernel")


def expires_with(*modules: ModuleType) -> Callable[[Kernel], Kernel]:
    """Return a decorator: what is cached of a kernel also expires when these modules change.

    It goes above ``njit(cache=True)`` of a kernel that calls, and so contains, functions of
    the modules. Without it an edit or an upgrade that changes only them would go unnoticed.
    """
    digest = hashlib.sha256()
    for module in modules:
        digest.update(Path(str(module.__file__)).read_bytes())

    def decorate(kernel: Kernel) -> Kernel:
        # None where nothing is compiled; what holds the stamp is no public part of Numba
        index = getattr(getattr(kernel, "_cache", None), "_cache_file", None)
        if index is not None:
            index._source_stamp = (index._source_stamp, digest.hexdigest())
        return kernel

    return decorate
