"""The supervisor: a small process that waits for a command, and says which piece ended it.

A call that no Python can interrupt is ended by the system, together with the process that it is in.
So a command that draws runs in a child process. This one begins it before anything large is
imported, passes on the signals that it gets, and ends as the child does.
"""

from __future__ import annotations

import os
import signal
import sys
from typing import NoReturn

_DRAWING = ("render", "blank", "validate", "book", "draw", "eject", "adopt")
"""The commands that fill templates, or draw."""
_PASSED = ("SIGINT", "SIGTERM", "SIGHUP")
_GRACE = 0.2
"""Seconds in which a child may end by a signal that its whole group has got."""
_MOST = 4000


def supervise() -> None:
    """Goes on in a child process; this one waits for it, and does not return.

    Where a system can't bound a process, the run just goes on.
    """
    if not (hasattr(signal, "sigtimedwait") and sys.argv[1:] and sys.argv[1] in _DRAWING):
        return
    from mmap import mmap

    board = mmap(-1, _MOST + 2)
    life, held = os.pipe()
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    passed = {getattr(signal, name) for name in _PASSED}
    outer = signal.pthread_sigmask(signal.SIG_BLOCK, [*passed, signal.SIGCHLD])
    try:
        child = os.fork()
    except OSError:  # there may be no more processes
        os.close(held)
        signal.pthread_sigmask(signal.SIG_SETMASK, outer)
        return
    if child:
        os.close(life)
        status = _wait(child, passed)
        _end_as(status, board[:])
    os.close(held)
    _end_with(life)
    signal.pthread_sigmask(signal.SIG_SETMASK, outer)

    from sheetgen.ground.guard import Guard, set_guard

    def announce(piece: str, begins: bool) -> None:
        name = piece.encode("utf-8", "replace")[:_MOST]
        board[:2] = len(name).to_bytes(2)
        board[2 : 2 + len(name)] = name

    set_guard(Guard(announce))


def _end_with(life: int) -> None:
    """Has the system end this process as soon as nobody holds the other end of a pipe."""
    import fcntl

    flags = fcntl.fcntl(life, fcntl.F_GETFL)
    fcntl.fcntl(life, fcntl.F_SETOWN, os.getpid())
    fcntl.fcntl(life, fcntl.F_SETSIG, signal.SIGKILL)
    fcntl.fcntl(life, fcntl.F_SETFL, flags | os.O_ASYNC)


def _wait(child: int, passed: set[signal.Signals]) -> int:
    """The status with which a child ends; signals are passed on to it until then."""
    while True:
        came = signal.sigwaitinfo([*passed, signal.SIGCHLD])
        is_meant = came.si_signo != signal.SIGCHLD and came.si_pid  # a terminal's go to both
        if is_meant:
            signal.sigtimedwait([signal.SIGCHLD], _GRACE)
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            return status
        if is_meant:
            os.kill(child, came.si_signo)


def _end_as(status: int, board: bytes) -> NoReturn:
    """Ends this process as a child has ended, or says which piece it was ended for."""
    code = os.waitstatus_to_exitcode(status)
    if code >= 0:
        os._exit(code)
    piece = board[2 : 2 + int.from_bytes(board[:2])].decode("utf-8", "replace")
    if piece and -code == signal.SIGPROF:
        _report(piece)
    signal.signal(-code, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_SETMASK, [])
    os.kill(os.getpid(), -code)
    os._exit(128 - code)


def _report(piece: str) -> NoReturn:
    """Says that a piece took too long, and exits."""
    from sheetgen.cli.process import run
    from sheetgen.ground.diagnostics import ProblemError
    from sheetgen.ground.guard import judge_slow

    def fail() -> None:
        if sys.stderr.isatty():
            os.write(2, b"\r\x1b[K\x1b[?25h")  # a bar of progress hides the cursor
        raise ProblemError([judge_slow(piece)])

    run(fail)
