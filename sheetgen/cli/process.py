"""The process that a command runs in: its streams, and how it ends, whatever happens around it."""

from __future__ import annotations

import atexit
import errno
import gc
import io
import os
import signal
import sys
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from sheetgen.ground.diagnostics import Diagnostic

INTERRUPTED = 130
"""The exit status after Ctrl-C, as shells give it: 128 and the number of the signal."""
CLOSED_PIPE = 141
"""The exit status when nobody reads on, as in `sheetgen show | head`; that of SIGPIPE."""

_NO_MEMORY = "sheetgen: error[out-of-memory]: there is not enough memory for this\n"
_MEMORY_HINT = "  hint: close other programs, or print fewer sheets at once\n"
_MEMORY_WORDS = (
    "cannot allocate memory",
    "failed to map segment",
    "out of memory",
    # What a SystemError says when there was no memory for the exception that it should have been.
    "without setting an exception",
    "without exception set",
)


def run(command: Callable[[], object]) -> NoReturn:
    """Runs a command and exits with its status.

    Whatever the surroundings do is reported in a line; only a mistake in the program itself ends
    with Python's traceback.
    """
    _prepare()
    status: object = 0
    try:
        command()
    except BaseException as error:
        status = _conclude(error)
    try:
        sys.stdout.flush()
    except OSError as error:
        status = _conclude(error)
    gc.freeze()  # so there is nothing to search at exit
    sys.exit(status)  # type: ignore[arg-type]


def leave(status: object) -> None:
    """Ends the process at once, unless something in it is still at work, watches, or fails.

    Python would take every object apart first, which takes a twentieth of a short run.
    """
    threads = sys.modules.get("threading")
    if sys.gettrace() or sys.getprofile() or (threads and threads.active_count() > 1):
        return
    if isinstance(status, int) or status is None:
        atexit._run_exitfuncs()
        with suppress(OSError, ValueError):
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(status or 0)


def _prepare() -> None:
    """Makes the streams safe to write to, and the end of the process quiet."""
    gc.disable()  # a command makes values and ends, so collecting would find nothing
    _open_closed()
    os.environ.pop("SOURCE_DATE_EPOCH", None)  # nothing is dated, but ReportLab fails on a bad one
    for stream in (sys.stdout, sys.stderr):
        # A pipe may not take all of UTF-8; a name in other letters must not end the command.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    atexit.register(ignore_interrupts)  # at exit there is nothing left to interrupt


def _open_closed() -> None:
    """Opens standard streams that are closed, before files that are written get their numbers."""
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            opened = os.open(os.devnull, os.O_RDWR)
            if opened != number:
                os.dup2(opened, number)
                os.close(opened)
            setattr(sys, name, os.fdopen(number, "w" if number else "r", encoding="utf-8"))


def is_closed(stream: object) -> bool:
    """Whether a standard stream was closed when the command started."""
    return isinstance(getattr(stream, "name", None), int)  # others are called <stdout>


def ignore_interrupts() -> None:
    """Leaves Ctrl-C to the process that started this one, or to nobody."""
    with suppress(ValueError):  # only the main thread may
        signal.signal(signal.SIGINT, signal.SIG_IGN)


def _conclude(error: BaseException) -> object:
    """The exit status for what ended a command, which is reported; raises what is a mistake."""
    try:
        return _explain(error)
    except BrokenPipeError:
        _discard_output()
        return CLOSED_PIPE
    except KeyboardInterrupt:
        return INTERRUPTED
    except MemoryError:
        return _report_memory()
    except OSError:
        _discard_output()  # even standard error can't be written
        return 1


def _explain(error: BaseException) -> object:
    if isinstance(error, SystemExit):
        if isinstance(error.__context__, BrokenPipeError):  # typer's own end of it
            raise BrokenPipeError
        return error.code
    if isinstance(error, MemoryError) or _speaks_of_memory(error):
        raise MemoryError
    if isinstance(error, (KeyboardInterrupt, BrokenPipeError)):
        raise error
    from sheetgen.ground.diagnostics import ProblemError

    if isinstance(error, (ProblemError, OSError)) and _is_homeless():
        return _report_homeless()
    if isinstance(error, ProblemError):
        return _report(error.diagnostics, error.texts)
    if isinstance(error, OSError):
        return _report_system(error)
    raise error


def _speaks_of_memory(error: BaseException) -> bool:
    """Whether an exception of another type says that memory is short."""
    if isinstance(error, OSError):
        return error.errno == errno.ENOMEM
    text = str(error).lower()
    return isinstance(error, (ImportError, RuntimeError, SystemError)) and any(
        w in text for w in _MEMORY_WORDS
    )


def _report_memory() -> int:
    """Says that memory is short, with as little of it as possible."""
    with suppress(OSError):
        os.write(2, f"{_NO_MEMORY}{_MEMORY_HINT}".encode())
    return 1


def _report(found: Iterable[Diagnostic], texts: Mapping[str, str] | None = None) -> int:
    from sheetgen.cli.output import report

    report(found, texts)
    return 1


def _report_system(error: OSError) -> int:
    """Says what the system refused: a file, or standard output."""
    from sheetgen.ground.delivery import CANT_WRITE
    from sheetgen.ground.diagnostics import Place
    from sheetgen.ground.textfile import NO_FILE

    reason = error.strerror or str(error)
    if error.filename:
        file = os.fsdecode(error.filename)
        return _report([NO_FILE.at(Place(file), f"this can't be read: {reason}")])
    # Files are reported where they are read and written, so what is left is standard output.
    message = f"standard output can't be written: {reason}"
    _discard_output()
    return _report([CANT_WRITE.at(None, message, "is the disk full?")])


def _is_homeless() -> bool:
    """Whether the current folder is gone, which then is why everything else fails."""
    try:
        os.getcwd()  # noqa: PTH109 (Path.cwd says no more)
    except OSError:
        return True
    return False


def _report_homeless() -> int:
    from sheetgen.cli.output import GONE

    message = "the current folder no longer exists"
    return _report([GONE.at(None, message, "change to another folder with cd")])


def _discard_output() -> None:
    """Discards what is still to be written, so that Python does not fail on it when it exits."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()
            continue
        with suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
