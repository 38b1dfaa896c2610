"""Gets Pyodide and a wheel for it, from which `studio --export` makes a site.

    python -m tests.studio.browser.pyodide FOLDER

It needs npm and pip. What can't be had is said in a line, and the tests that need it are left out.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path
from tempfile import TemporaryDirectory

from sheetgen.studio.site import RUNTIME, WHEEL

PACKAGE = "pyodide@^314.0.0"
FOLDER = Path("build/pyodide")
"""Where `make test` puts it, from the top of the project."""


def get(folder: Path) -> None:
    """Fills a folder. Raises OSError and CalledProcessError."""
    with TemporaryDirectory() as name:
        made = Path(name)
        npm = shutil.which("npm")
        if npm is None:
            raise FileNotFoundError("there is no npm")
        run(npm, "pack", PACKAGE, "--silent", "--pack-destination", name)
        [packed] = made.glob("pyodide-*.tgz")
        with tarfile.open(packed) as bundle:
            for part in RUNTIME:
                source = bundle.extractfile(f"package/{part}")
                assert source
                (made / part).write_bytes(source.read())
        packed.unlink()
        about = json.loads((made / "pyodide-lock.json").read_text("utf-8"))["info"]
        python = ".".join(about["python"].split(".")[:2])
        platform = f"pyemscripten_{about['abi_version']}_{about['arch']}"
        run(
            *(sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", name),
            *("--only-binary=:all:", "--platform", platform, "--python-version", python),
            *("--implementation", "cp", WHEEL),
        )
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(made, folder)


def run(*words: str) -> None:
    """Runs a program. Raises CalledProcessError."""
    subprocess.run(words, check=True, capture_output=True, text=True, timeout=600)


if __name__ == "__main__":
    try:
        get(Path(sys.argv[1]))
    except (OSError, subprocess.SubprocessError) as error:
        said = str(getattr(error, "stderr", None) or error).strip().splitlines()
        why = said[-1] if said else "no reason was given"
        print(f"left out: the studio without a server, as Pyodide is not to be had: {why}")
