"""The site: the studio as a folder of plain files that runs sheetgen inside the browser."""

from __future__ import annotations

import gzip
import importlib.util
import io
import json
import pkgutil
import re
import shutil
import subprocess
import zipfile
from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

from sheetgen.ground import assets
from sheetgen.ground.cache import BUILD
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
STANDARD = "pyodide/python_stdlib.zip"
ICONS = (192, 512)
"""Pixels of the app's icons."""
WHEEL = "uharfbuzz"
"""A library that nothing works without, which needs a wheel; one of Pillow adds pictures."""
LIBRARIES = (
    "charset_normalizer", "jinja2", "markdown_it", "markupsafe", "mdit_py_plugins", "mdurl",
    "packaging", "pyphen", "pyuca", "reportlab", "segno", "yaml",
)  # fmt: skip
"""Libraries of sheetgen that are written in Python, at least as a second choice."""
FOLDERS = ("templates", "ships", "games", "fonts")
MOST = 80 * 1024 * 1024
_OWN = (".yaml", ".yml", ".csv", ".md", ".svg", ".png", ".jpg", ".jpeg", ".css", ".ttf", ".otf")
_HEAD = """<link rel="manifest" href="manifest.webmanifest">
<link rel="apple-touch-icon" href="icon-192.png">
<script type="module" src="site.js"></script>
"""


def make_site(project: Path, pyodide: Path) -> dict[str, bytes]:
    """All files of the site by their names. Raises ProblemError for what is missing.

    `project` are the ships that the page begins with, `pyodide` a folder with Pyodide and wheels.
    """
    files = Files()
    runtime = {f"pyodide/{name}": _find(files, pyodide, name) for name in RUNTIME}
    python = dict(_list_code(files))
    for path in _find_wheels(pyodide):
        python |= read_zip(files.read_bytes(path, MOST, "a wheel"))
    python[f"sheetgen/{BUILD}"] = _name(python).encode()
    own = dict(_read_folder(files, project, _OWN))
    title = project.absolute().name
    begun = {f"{title}/{name}": data for name, data in {**own, "templates/.mark": b""}.items()}
    frozen = _freeze(pyodide, python, begun, runtime[STANDARD])
    page = dict(_read_folder(files, PAGE))
    page["index.html"] = _enter(page["index.html"].decode())
    page |= dict(_read_folder(files, Path(__file__).with_name("site")))
    page |= {f"fonts/{name}.ttf": find_typeface(f"fonts/{name}.ttf").body for name in FACES}
    page |= {name: find_catalogue(name).body for name in (f"words/{c}.js" for c in LANGUAGES[1:])}
    page |= {f"icon-{size}.png": draw_icon(page["mark.svg"], size) for size in ICONS}
    page |= {**runtime, **frozen, "project.zip": zip_files(own)}
    parts = {"title": title, "build": _name(page), "files": [*page, "parts.json"]}
    page["service.js"] = page["service.js"].replace(b"BUILD", _name(page).encode())
    page["manifest.webmanifest"] = _write_manifest(title)
    return {**page, "parts.json": json.dumps(parts, indent=1).encode()}


def _name(files: Mapping[str, bytes]) -> str:
    """A short name of files, which changes with any of them."""
    digest = sha256()
    for name, data in files.items():
        digest.update(f"{name}\n{len(data)}\n".encode() + data)
    return digest.hexdigest()[:20]


def _write_manifest(title: str) -> bytes:
    """The manifest by which a browser installs the page as an app."""
    icons = [{"src": f"icon-{n}.png", "sizes": f"{n}x{n}", "type": "image/png"} for n in ICONS]
    colours = {"theme_color": "#1f4e79", "background_color": "#1f4e79"}
    about = {"name": f"{title} · sheetgen", "short_name": "sheetgen", "start_url": "./"}
    return json.dumps({**about, "display": "standalone", **colours, "icons": icons}).encode()


def draw_icon(mark: bytes, size: int) -> bytes:
    """The mark as a PNG of so many pixels."""
    import resvg_py

    return bytes(resvg_py.svg_to_bytes(svg_string=mark.decode(), width=size, height=size))


def _freeze(
    pyodide: Path, python: Mapping[str, bytes], project: Mapping[str, bytes], std: bytes
) -> dict[str, bytes]:
    """The files that start Python in the page, compiled and tried once if there is node.

    `python.bin` is what is unpacked there, all in one, as `python.json` says: names and sizes.
    """
    node = shutil.which("node")
    first, caches = b"{}", {}
    found = {STANDARD: std}
    if node:
        with TemporaryDirectory() as name:
            tree = Path(name)
            parts = {"std": read_zip(std), "python": python, "project": project, "made": {}}
            for part, contents in parts.items():
                (tree / part).mkdir()
                for inner, data in contents.items():
                    path = tree / part / inner
                    path.parent.mkdir(parents=True, exist_ok=True)
                    path.write_bytes(data)
            _run(node, str(Path(__file__).with_name("freezing.mjs")), str(pyodide.absolute()), name)
            python = dict(_list_files(tree / "python"))
            caches = dict(_list_files(tree / "made" / "caches"))
            first = (tree / "made" / "first.json").read_bytes()
            compiled = {n: d for n, d in _list_files(tree / "std") if not n.endswith(".py")}
            found[STANDARD] = zip_files(compiled)
    whole = {f"python/{name}": data for name, data in python.items()}
    whole |= {f"caches/{name}": data for name, data in caches.items()}
    sizes = json.dumps([[name, len(data)] for name, data in whole.items()]).encode()
    packed = gzip.compress(b"".join(whole.values()), mtime=0)
    return {**found, "python.json": sizes, "python.bin": packed, "first.json": first}


def _run(*words: str) -> None:
    done = subprocess.run(words, capture_output=True, text=True, errors="replace")
    if done.returncode:
        said = done.stderr.strip()[-300:]
        raise ProblemError([NO_PYODIDE.at(Place(), f"Python can't be tried in node: {said}")])


def _list_files(folder: Path) -> Iterator[tuple[str, bytes]]:
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            yield path.relative_to(folder).as_posix(), path.read_bytes()


def _enter(index: str) -> bytes:
    """The page with the script that asks a worker, before all others, and what it may do."""
    policy = POLICY.replace("; frame-ancestors 'none'", "").replace(
        "script-src 'self'",
        "script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; manifest-src 'self'",
    )
    head, script, rest = index.partition("<script")
    meta = f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
    return f"{head}{meta}{_HEAD}{script}{rest}".encode()


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


def read_zip(data: bytes) -> dict[str, bytes]:
    """The files of a zip."""
    with zipfile.ZipFile(io.BytesIO(data)) as bundle:
        return {name: bundle.read(name) for name in bundle.namelist() if not name.endswith("/")}


def _miss(folder: Path, what: str, hint: str) -> Diagnostic:
    place = Place(assets.display_name(folder))
    return NO_PYODIDE.at(place, f"{what} is missing in this folder", hint)


def _list_code(files: Files) -> Iterator[tuple[str, bytes]]:
    """Sheetgen and the libraries that it imports, as far as they are written in Python."""
    known = (assets.shipped("fonts") / "fonts.yaml").read_text("utf-8")
    fonts = [m.name for m in pkgutil.iter_modules() if m.name.startswith("fontpkg_")]
    fonts = [name for name in fonts if re.search(rf"\b{name}\b", known)]
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
