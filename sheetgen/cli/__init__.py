"""The command line: the only place that prints, exits and writes results.

Only the command that runs is imported, and imports what it needs when it runs.
"""

from __future__ import annotations

import os
import sys
from _thread import interrupt_main, start_new_thread
from time import sleep

TYPE_CHECKING = False  # importing typing takes time in which Ctrl-C would show a traceback
if TYPE_CHECKING:
    from typing import Any


_MOMENT = 0.02
"""Seconds in which the main thread is surely out of what could not raise anything."""


def _end_quietly(kind: type[BaseException], error: BaseException, trace: object) -> None:
    """Ends the process on Ctrl-C while it is still importing, when nothing can have been done."""
    if kind is KeyboardInterrupt:
        os._exit(130)
    _show(kind, error, trace)  # type: ignore[arg-type]


def _raise_again(lost: sys.UnraisableHookArgs) -> None:
    """Repeats a Ctrl-C that came where Python can't raise anything, and would only print it."""
    if issubclass(lost.exc_type, KeyboardInterrupt):  # such as StopError
        start_new_thread(_interrupt, ())  # here, it would be lost again
    else:
        _tell(lost)


def _interrupt() -> None:
    """Sends a Ctrl-C as soon as the main thread is back at work."""
    sleep(_MOMENT)
    if os.name == "posix":
        os.kill(os.getpid(), 2)  # SIGINT, which ends what the main thread waits for as well
    else:
        interrupt_main()


_show, sys.excepthook = sys.excepthook, _end_quietly
_tell, sys.unraisablehook = sys.unraisablehook, _raise_again


def _run() -> None:
    """Runs the command and exits with its status; usage errors are shown as any other text."""
    from sheetgen.cli.commands import app

    try:
        status = app(standalone_mode=False)
    except Exception as error:
        if not hasattr(error, "format_message"):  # typer does not export the class of its own
            raise
        status = _refuse(error)
    sys.exit(status)


def _refuse(refusal: Any) -> int:
    """Shows a usage error; returns the exit status."""
    from sheetgen.ground.visible import show

    refusal.message = show(str(refusal.message), "\n\t")  # "\n" and "\t": lists of choices
    refusal.show()
    status: int = refusal.exit_code
    return status


def main() -> None:
    """Runs the command line and exits with its status."""
    from sheetgen.cli.process import run
    from sheetgen.ground.signals import watch_signals

    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")  # looking for plugins is slow
    if not ("COMP_WORDS" in os.environ and os.environ.get("COMP_CWORD", "").isdecimal()):
        os.environ |= {"COMP_WORDS": "", "COMP_CWORD": "0"}  # completion takes them for granted
    with watch_signals():
        run(_run)


def start() -> None:
    """Runs the command line in a process that is there for nothing else, and ends with it."""
    from sheetgen.cli.supervisor import supervise

    supervise()
    try:
        main()
    except SystemExit as end:
        from sheetgen.cli.process import leave

        leave(end.code)
        raise
