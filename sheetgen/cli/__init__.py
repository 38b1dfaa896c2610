"""The command line: the only place that prints, exits and writes results.

Only the command that runs is imported, and imports what it needs when it runs.
"""

from __future__ import annotations

import errno
import gc
import io
import os
import sys


def _close_output() -> None:
    """Discards what is still to be written, so that Python does not fail on it when it exits."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def main() -> None:
    """Runs the command line and exits with its status."""
    gc.disable()  # a command makes values and ends, so collecting would find nothing
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")  # looking for plugins is slow
    for stream in (sys.stdout, sys.stderr):
        # A pipe may not take all of UTF-8; a name in other letters must not end the command.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    from sheetgen.ground.diagnostics import ProblemError

    try:
        try:
            from sheetgen.cli.commands import app

            app()
        finally:
            sys.stdout.flush()
            gc.freeze()  # so there is nothing to search at exit either
    except ProblemError as error:
        from sheetgen.cli.output import report

        report(error.diagnostics)
        sys.exit(1)
    except BrokenPipeError:
        # The reader has closed our pipe; a second error at exit is of no use to anyone.
        _close_output()
        sys.exit(1)
    except OSError as error:
        if error.errno not in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO):
            raise
        # Files report this themselves, so what is left is standard output.
        from sheetgen.cli.output import CANT_WRITE, report

        message = f"standard output can't be written: {error.strerror}"
        report([CANT_WRITE.at(None, message, "is the disk full?")])
        _close_output()
        sys.exit(1)
    except KeyboardInterrupt:
        sys.exit(130)
