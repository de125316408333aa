"""The signals that end a command: each raises KeyboardInterrupt, again where that was lost.

An exception is lost in a destructor, and in a function that a library in C calls back. Python
tells `sys.unraisablehook` of it, and the signal comes again a moment later.
"""

from __future__ import annotations

import signal
import sys
from types import FrameType
from typing import Any

# Keeps compiled code; an interrupt inside would lose it.
CALLED_BY_LLVM = "_raw_object_cache_notify"

AGAIN_SECONDS = 0.02  # until a signal is sent again whose exception would have been lost
ENDING = ("SIGTERM", "SIGHUP")


def heed_signals() -> None:
    """Let SIGINT, SIGTERM and SIGHUP raise KeyboardInterrupt, unless they are ignored."""
    usual: dict[int, Any] = {signal.SIGINT: signal.default_int_handler}
    usual |= {getattr(signal, name): signal.SIG_DFL for name in ENDING if hasattr(signal, name)}
    for number, handler in usual.items():
        if signal.getsignal(number) is handler:  # and not ignored, as of a job in the background
            signal.signal(number, interrupt)
    sys.unraisablehook = raise_again


def interrupt(number: int, frame: FrameType | None) -> None:
    """Raise KeyboardInterrupt; a little later where the compiler would lose its work by it."""
    while frame is not None:
        if frame.f_code.co_name == CALLED_BY_LLVM:
            _send_later(number)
            return
        frame = frame.f_back
    raise KeyboardInterrupt(number)


def raise_again(lost: sys.UnraisableHookArgs) -> None:
    """Send the signal again whose KeyboardInterrupt was lost; tell of other exceptions."""
    if isinstance(lost.exc_value, KeyboardInterrupt):
        (number,) = lost.exc_value.args or (signal.SIGINT,)
        _send_later(number)
    else:
        sys.__unraisablehook__(lost)


def _send_later(number: int) -> None:
    import threading

    threading.Timer(AGAIN_SECONDS, _send, (number,)).start()


def _send(number: int) -> None:
    """Send a signal to the main thread, which wakes it up where the system can do that."""
    import _thread
    import threading

    if hasattr(signal, "pthread_kill"):
        signal.pthread_kill(threading.main_thread().ident or 0, number)
    else:
        _thread.interrupt_main(signal.Signals(number))
