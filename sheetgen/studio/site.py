"""The site: the studio as a folder of plain files that runs sheetgen inside the browser."""

from __future__ import annotations

import importlib.util
import json
import pkgutil
from collections.abc import Iterator
from pathlib import Path

from sheetgen.ground import assets
from sheetgen.ground.diagnostics import Diagnostic, Place, ProblemError, declare
from sheetgen.ground.files import Files
from sheetgen.ground.words import LANGUAGES
from sheetgen.studio.gate import PAGE, POLICY
from sheetgen.studio.language import find_catalogue
from sheetgen.studio.printing import zip_files
from sheetgen.studio.request import FACES, find_typeface

NO_PYODIDE = declare(
    "no-pyodide",
    "error",
    """A part of Pyodide, or a wheel for it, is missing.

    Why: The page runs sheetgen inside the browser. For that it needs Python itself, which the npm
    package `pyodide` has, and the wheels of the libraries that are not written in Python.

    Example:
    # npm pack pyodide        unpacked into the folder that --pyodide names, with the wheels
    # pip download --no-deps --only-binary=:all: --platform pyemscripten_2026_0_wasm32 ...
    """,
)
RUNTIME = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "pyodide-lock.json",
    "python_stdlib.zip",
)
WHEEL = "uharfbuzz"
"""A library that nothing works without, which needs a wheel; one of Pillow adds pictures."""
LIBRARIES = (
    "charset_normalizer", "jinja2", "markdown_it", "markupsafe", "mdit_py_plugins", "mdurl",
    "packaging", "pyphen", "reportlab", "yaml",
)  # fmt: skip
"""Libraries of sheetgen that are written in Python, at least as a second choice."""
FOLDERS = ("templates", "ships", "games", "fonts")
MOST = 80 * 1024 * 1024
_OWN = (".yaml", ".yml", ".csv", ".md", ".svg", ".png", ".jpg", ".jpeg", ".css", ".ttf", ".otf")
_SCRIPT = '<script type="module" src="site.js"></script>\n'


def make_site(project: Path, pyodide: Path) -> dict[str, bytes]:
    """All files of the site by their names. Raises ProblemError for what is missing.

    `project` are the ships that the page begins with, `pyodide` a folder with Pyodide and wheels.
    """
    files = Files()
    runtime = {f"pyodide/{name}": _find(files, pyodide, name) for name in RUNTIME}
    wheels = {path.name: files.read_bytes(path, MOST, "a wheel") for path in _find_wheels(pyodide)}
    page = dict(_read_folder(files, PAGE))
    page["index.html"] = _enter(page["index.html"].decode())
    page |= dict(_read_folder(files, Path(__file__).with_name("site")))
    page |= {f"fonts/{name}.ttf": find_typeface(f"fonts/{name}.ttf").body for name in FACES}
    page |= {name: find_catalogue(name).body for name in (f"words/{c}.js" for c in LANGUAGES[1:])}
    python = {"sheetgen.zip": zip_files(dict(_list_code(files))), **wheels}
    parts = {"title": project.absolute().name, "python": list(python)}
    own = zip_files(dict(_read_folder(files, project, _OWN)))
    return {
        **page,
        **runtime,
        **python,
        "parts.json": json.dumps(parts, indent=1).encode(),
        "project.zip": own,
    }


def _enter(index: str) -> bytes:
    """The page with the script that asks a worker, before all others, and what it may do."""
    policy = POLICY.replace("; frame-ancestors 'none'", "").replace(
        "script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'"
    )
    head, script, rest = index.partition("<script")
    meta = f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
    return f"{head}{meta}{_SCRIPT}{script}{rest}".encode()


def _find(files: Files, folder: Path, name: str) -> bytes:
    path = folder / name
    if not path.is_file():
        raise ProblemError([_miss(folder, name, "it is in the npm package pyodide")])
    return files.read_bytes(path, MOST, "a part of Pyodide")


def _find_wheels(folder: Path) -> Iterator[Path]:
    """The wheels of a folder, if the one that is needed is among them."""
    wheels = sorted(folder.glob("*.whl"))
    if not any(path.name.startswith(f"{WHEEL}-") for path in wheels):
        hint = "pip download finds wheels for Pyodide with --platform pyemscripten_…_wasm32"
        raise ProblemError([_miss(folder, f"a wheel {WHEEL}-….whl", hint)])
    yield from wheels


def _miss(folder: Path, what: str, hint: str) -> Diagnostic:
    place = Place(assets.display_name(folder))
    return NO_PYODIDE.at(place, f"{what} is missing in this folder", hint)


def _list_code(files: Files) -> Iterator[tuple[str, bytes]]:
    """Sheetgen and the libraries that it imports, as far as they are written in Python."""
    fonts = [m.name for m in pkgutil.iter_modules() if m.name.startswith("fontpkg_")]
    for name in (*LIBRARIES, *fonts):
        spec = importlib.util.find_spec(name)
        if spec is None or spec.origin is None:
            continue
        origin = Path(spec.origin)
        if origin.name == "__init__.py":
            for inner, data in _read_folder(files, origin.parent):
                yield f"{name}/{inner}", data
        else:
            yield origin.name, files.read_bytes(origin, MOST, "a library")
    for inner, data in _read_folder(files, Path(__file__).parent.parent):
        if inner.partition("/")[0] not in (*FOLDERS, "docs"):
            yield f"sheetgen/{inner}", data
    for folder in FOLDERS:
        for inner, data in _read_folder(files, assets.shipped(folder)):
            yield f"sheetgen/{folder}/{inner}", data


def _read_folder(
    files: Files, folder: Path, endings: tuple[str, ...] = ()
) -> Iterator[tuple[str, bytes]]:
    """The files below a folder, but for hidden ones, links, and what runs only here."""
    for path in sorted(folder.rglob("*")):
        inner = path.relative_to(folder)
        hidden = any(part.startswith(".") or part == "__pycache__" for part in inner.parts)
        if hidden or path.is_symlink() or not path.is_file():
            continue
        if path.suffix in (".pyc", ".so", ".pyd") or (endings and path.suffix not in endings):
            continue
        yield inner.as_posix(), files.read_bytes(path, MOST, "a part of the site")
