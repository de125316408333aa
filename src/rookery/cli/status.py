"""How a command ends: signals, errors in one line, and the exit status.

SIGINT, SIGTERM and SIGHUP raise KeyboardInterrupt. The exception is lost in a destructor, or in a
callback from a C library; Python reports the loss to `sys.unraisablehook`, which sends the signal
again a moment later.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable
from types import FrameType
from typing import TYPE_CHECKING, Any

from rookery.cli.streams import abandon_output, say
from rookery.errors import LimitError, RookeryError

if TYPE_CHECKING:
    from rookery.results.result import Result

DONE = 0
REJECTED = 1
BAD = 2
LIMIT = 3
NO_ANSWER = 4
INTERRUPTED = 130
BROKEN_PIPE = 141


# Functions that an interrupt must not end: one caches compiled code, one sends a lost signal again.
UNINTERRUPTED = ("_raw_object_cache_notify", "raise_again")
AGAIN_SECONDS = 0.02  # before a signal is sent again
ENDING = ("SIGTERM", "SIGHUP")


def of_result(result: Result) -> int:
    """Return the exit status for a result: `DONE` if the method ran to its end, proved or not."""
    from rookery.results.result import Reason

    if result.reason is Reason.INTERRUPTED:
        return INTERRUPTED
    if result.reason in (Reason.PROVED, Reason.DONE):
        return DONE
    return NO_ANSWER if result.value is None else LIMIT


def guarded(run: Callable[[], int | None]) -> int:
    """Run a command and return its exit status; print an error as one line to standard error."""
    try:
        return run() or DONE
    except LimitError as error:
        say(f"rookery: {error}")
        return NO_ANSWER
    except RookeryError as error:
        is_in_text = str(getattr(error, "place", "")).rpartition(":")[2].isdigit()
        say(f"{error}" if is_in_text else f"rookery: {error}")  # FILE:LINE:COLUMN comes first
        return BAD
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        abandon_output()
        return BROKEN_PIPE
    except MemoryError:
        say("rookery: not enough memory")
        return NO_ANSWER
    except ImportError as error:
        say(f"rookery: a package is missing or broken: {error}; see 'rookery doctor'")
        return BAD
    except OSError as error:
        if error.errno is None:  # of a package, such as a library that is not found
            say(f"rookery: {error}")
            return BAD
        abandon_output()
        where = "the output" if error.filename is None else repr(error.filename)
        say(f"rookery: cannot write {where}: {error.strerror or error}")
        return BAD


def heed_signals() -> None:
    """Let SIGINT, SIGTERM and SIGHUP raise KeyboardInterrupt, unless they are ignored."""
    usual: dict[int, Any] = {signal.SIGINT: signal.default_int_handler}
    usual |= {getattr(signal, name): signal.SIG_DFL for name in ENDING if hasattr(signal, name)}
    for number, handler in usual.items():
        if signal.getsignal(number) is handler:  # background jobs ignore some signals
            signal.signal(number, interrupt)
    sys.unraisablehook = raise_again


def interrupt(number: int, frame: FrameType | None) -> None:
    """Raise KeyboardInterrupt, or postpone it if it would be lost or lose the compiler's work."""
    while frame is not None:
        if frame.f_code.co_name in UNINTERRUPTED:
            _send_later(number)
            return
        frame = frame.f_back
    raise KeyboardInterrupt(number)


def raise_again(lost: sys.UnraisableHookArgs) -> None:
    """Send a signal again if its KeyboardInterrupt was lost; report any other exception."""
    if isinstance(lost.exc_value, KeyboardInterrupt):
        (number,) = lost.exc_value.args or (signal.SIGINT,)
        _send_later(number)
    else:
        sys.__unraisablehook__(lost)


def _send_later(number: int) -> None:
    import threading

    threading.Timer(AGAIN_SECONDS, _send, (number,)).start()


def _send(number: int) -> None:
    """Send a signal to the main thread, waking it up if the system supports that."""
    import _thread
    import threading

    if hasattr(signal, "pthread_kill"):
        signal.pthread_kill(threading.main_thread().ident or 0, number)
    else:
        _thread.interrupt_main(signal.Signals(number))
