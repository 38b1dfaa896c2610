"""The program that needs no Python: `make app` builds it from this and `sheetgen.spec`.

With arguments it is the command `sheetgen`. Started by a double click it opens the studio for the
folder `sheetgen` among the user's documents. Python is inside it, so it also does what sheetgen
asks of `sys.executable`: `-c CODE`, or a script.
"""

from __future__ import annotations

import multiprocessing
import runpy
import sys
from pathlib import Path


def main() -> None:
    """Does what the arguments say."""
    multiprocessing.freeze_support()
    words = sys.argv[1:]
    while words and words[0] in ("-I", "-S"):
        del words[0]
    if words[:1] == ["-c"]:
        exec(compile(words[1], "<string>", "exec"), {"__name__": "__main__"})
    elif words and words[0].endswith(".py"):
        sys.argv = words
        runpy.run_path(words[0], run_name="__main__")
    else:
        if not words:
            sys.argv += ["studio", str(make_home())]
        from sheetgen.cli import start

        start()


def make_home() -> Path:
    """The folder of a project that a double click opens."""
    documents = Path.home() / "Documents"
    home = (documents if documents.is_dir() else Path.home()) / "sheetgen"
    home.mkdir(exist_ok=True)
    return home


if __name__ == "__main__":
    main()
