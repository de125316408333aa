"""Kernels that are not compiled, and what a test does about it: all in one place."""

import threading
import time
from dataclasses import dataclass

import pytest
from tests.children import SECONDS, python


class _Arriving(threading.Event):
    """An event that is set once it was asked for a number of times."""

    def __init__(self, asks: int) -> None:
        super().__init__()
        self.asks = asks

    def is_set(self) -> bool:
        self.asks -= 1
        return self.asks < 0

    def wait(self, timeout: float | None = None) -> bool:
        return self.is_set()


@dataclass(frozen=True)
class Kernels:
    """Whether the kernels are compiled, as the fixture ``kernels`` lets a test set it."""

    monkeypatch: pytest.MonkeyPatch

    def forget(self) -> None:
        """Leave no kernel ready until the test's end, as where none has been compiled yet."""
        from rookery.families import kernel_sets

        for kernels in kernel_sets():
            if kernels.is_coming:
                kernels.wait(SECONDS)  # a thread that loads them would make them ready again
            self.monkeypatch.setattr(kernels, "_ready", threading.Event())
            self.monkeypatch.setattr(kernels, "begin", lambda: None)

    def arrive(self, asks: int) -> None:
        """Let each set of kernels be ready once it was asked for so often, until the test's end."""
        from rookery.families import kernel_sets

        self.stall()
        for kernels in kernel_sets():
            self.monkeypatch.setattr(kernels, "_ready", _Arriving(asks))

    def stall(self) -> None:
        """Let kernels be compiled that never arrive, until the test's end."""
        from rookery.families import kernel_sets

        self.forget()
        looked_up = threading.Event()
        looked_up.set()
        compiling = threading.Thread(target=threading.Event().wait, daemon=True)
        compiling.start()
        for kernels in kernel_sets():
            self.monkeypatch.setattr(kernels, "_looked_up", looked_up)
            self.monkeypatch.setattr(kernels, "_thread", compiling)

    def load(self, seconds: float) -> None:
        """Let a thread load all kernels, and take some seconds for it."""
        from rookery.families import kernel_sets

        self.forget()
        looked_up = threading.Event()
        ready = {kernels: kernels._ready for kernels in kernel_sets()}

        def loaded() -> None:
            time.sleep(seconds)
            for event in (*ready.values(), looked_up):
                event.set()

        loading = threading.Thread(target=loaded)
        for kernels in ready:
            self.monkeypatch.setattr(kernels, "_looked_up", looked_up)
            self.monkeypatch.setattr(kernels, "_thread", loading)
        loading.start()

    def plain(self, program: str, *options: str) -> str:
        """Return what a program prints in a process that runs kernels as plain Python."""
        return str(python(*options, "-c", program, env={"NUMBA_DISABLE_JIT": "1"}).stdout)

    def compiled(self, program: str, *options: str) -> str:
        """Return what a program prints in a process that compiles kernels."""
        return str(python(*options, "-c", program, env={"NUMBA_DISABLE_JIT": "0"}).stdout)
