"""The GPU of this process: whether kernels can run on it, and the errors of CUDA in words."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from importlib.util import find_spec
from typing import Any
from weakref import finalize

from rookery.errors import RookeryError, shown
from rookery.version import install_command

ON_CPU = 'or count on the CPU: device="cpu"'
UPDATE = f"update the NVIDIA driver, {ON_CPU}"
CUDA_MODULES = ("numba.cuda.cudadrv.", "numba.cuda.simulator.", "cuda.")  # of CUDA's own errors
MISSING = {  # names of errors for a part that an installation lacks
    "ImportError",
    "ModuleNotFoundError",
    "DynamicLibNotFoundError",
    "NvvmSupportError",
    "NvrtcSupportError",
}
PREFIX = "Error at driver init:"  # Numba's prefix, sometimes on a line of its own
GIGA = 1e9  # bytes


class DeviceError(RookeryError):
    """A GPU that is missing, cannot be used or is out of memory. The text names the CPU instead."""


def expect_gpu() -> None:
    """Raise a `DeviceError` unless kernels can run on a GPU in this process.

    Makes a context on the process's first GPU, if this thread has none. Numba's simulator
    (``NUMBA_ENABLE_CUDASIM=1``) counts as a GPU.
    """
    if is_simulated():
        return
    # Numba has CUDA of its own, older and without the packages that this one brings.
    if find_spec("numba_cuda") is None:
        why = f"is not installed: {install_command('cuda')}"
        if sys.platform == "darwin":
            why = "does not support macOS"
        raise DeviceError(f"numba-cuda, which GPUs need, {why}; {ON_CPU}")
    try:
        from numba import cuda

        of_driver = cuda.cudadrv.driver.driver.get_version()
        of_toolkit = cuda.runtime.get_version()
        if of_driver[0] < of_toolkit[0]:  # within a major version, old drivers run new kernels
            found = f"one for {of_driver[0]}.{of_driver[1]}"
            raise DeviceError(f"expected a driver for CUDA {of_toolkit[0]}, got {found}; {UPDATE}")
        if not len(cuda.gpus):
            raise DeviceError(_none_visible())
        cuda.current_context()
    except DeviceError:
        raise
    except Exception as error:  # of several packages and kinds
        raise DeviceError(_words(error)) from error


def why_none() -> str:
    """Return in words why kernels cannot run on a GPU in this process; empty if they can."""
    try:
        expect_gpu()
    except DeviceError as error:
        return str(error)
    return ""


def is_there() -> bool:
    """Return whether kernels can run on a GPU in this process."""
    return not why_none()


def is_simulated() -> bool:
    """Return whether Numba simulates a GPU in Python."""
    from numba import config

    return bool(config.ENABLE_CUDASIM)


def recorded(queue: Callable[[], object], stream: Any) -> Callable[[], object]:
    """Record the work that a function queues on a stream; return a call that repeats it.

    The kernels must have been launched before, which loads them, and the function may only copy to
    and from pinned memory. Numba's simulator queues nothing: there the function itself is returned.
    """
    if is_simulated():
        return queue
    from cuda.bindings.driver import CUstreamCaptureMode  # by NVIDIA; numba-cuda needs it too
    from numba.cuda.cudadrv.driver import driver

    handle = int(stream)
    driver.cuStreamBeginCapture(handle, CUstreamCaptureMode.CU_STREAM_CAPTURE_MODE_RELAXED)
    try:
        queue()
    finally:
        graph = driver.cuStreamEndCapture(handle)
    launches = driver.cuGraphInstantiate(graph, 0)
    driver.cuGraphDestroy(graph)
    launch = partial(driver.cuGraphLaunch, launches, handle)
    finalize(launch, driver.cuGraphExecDestroy, launches)
    return launch


@contextmanager
def gpu_errors() -> Iterator[None]:
    """Raise an error of CUDA inside as a `DeviceError`; leave all other errors alone."""
    try:
        yield
    except Exception as error:
        if not type(error).__module__.startswith(CUDA_MODULES):
            raise
        raise DeviceError(_words(error)) from error


def _words(error: Exception) -> str:
    """Return an error of CUDA in words, on one line."""
    text = str(error).replace(PREFIX, "").strip()
    if "driver library cannot be found" in text:
        return f"no NVIDIA driver was found; {ON_CPU}"
    if "CUDA_ERROR_NO_DEVICE" in text:
        return _none_visible()
    if "CUDA_ERROR_OUT_OF_MEMORY" in text:
        from numba import cuda

        left = ""
        with suppress(Exception):
            free, total = cuda.current_context().get_memory_info()
            left = f": {free / GIGA:.1f} of {total / GIGA:.1f} GB are free"
        return f"the GPU is out of memory{left}; use another GPU, {ON_CPU}"
    line = (text.splitlines() or [type(error).__name__])[0].rstrip(":.")
    if type(error).__name__ in MISSING:
        return f"parts of CUDA are not installed: {line}: {install_command('cuda')}; {ON_CPU}"
    is_old = "UNSUPPORTED_PTX_VERSION" in text or "INSUFFICIENT_DRIVER" in text
    return f"the GPU cannot be used: {line}; {UPDATE if is_old else ON_CPU}"


def _none_visible() -> str:
    """Return in words that there is no GPU, with the variable that may hide it."""
    visible = os.environ.get("CUDA_VISIBLE_DEVICES")
    why = "" if visible is None else f": CUDA_VISIBLE_DEVICES is {shown(visible)}"
    return f"no GPU is visible{why}; {ON_CPU}"
