"""The site: the studio as plain files, and the handlers as a worker asks them."""

from __future__ import annotations

import gzip
import io
import json
import struct
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sheetgen.studio.calls import open_inside
from sheetgen.studio.printing import zip_files
from sheetgen.studio.site import RUNTIME, make_site
from tests.studio.conftest import KESTREL, Studio


@pytest.fixture
def pyodide(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with what stands for Pyodide and its wheels; there is no node."""
    folder = tmp_path / "pyodide"
    folder.mkdir()
    for name in RUNTIME:
        (folder / name).write_text(name, "utf-8")
    for name in ("python_stdlib.zip", "uharfbuzz-0.50-cp314-wasm32.whl"):
        (folder / name).write_bytes(zip_files({f"{name[:9]}/__init__.py": b""}))
    monkeypatch.setattr("sheetgen.studio.site.shutil.which", lambda name: None)
    return folder


@pytest.mark.whole
def test_the_site_has_the_page_python_and_the_project(
    studio: Studio, pyodide: Path, run_in: Callable[..., Any]
) -> None:
    studio.write(".sheetgen/bin/1/secret.yaml", "system: asfos\n")
    (studio.folder / "ships/secret.yaml").symlink_to("/etc/passwd")
    done = run_in(studio.folder, "studio", "--export", "site", "--pyodide", pyodide)
    assert (done.status, done.stdout[:16]) == (0, "site is written "), done.stderr
    site = studio.folder / "site"
    parts = json.loads((site / "parts.json").read_text("utf-8"))
    assert {p.relative_to(site).as_posix() for p in site.rglob("*") if p.is_file()} == {
        *parts["files"], "service.js", "manifest.webmanifest",
    }  # fmt: skip
    assert all((site / "pyodide" / name).is_file() for name in RUNTIME)
    sizes = dict(json.loads((site / "python.json").read_bytes()))
    assert sum(sizes.values()) == len(gzip.decompress((site / "python.bin").read_bytes()))
    code = [name.removeprefix("python/") for name in sizes]
    assert {
        "sheetgen/studio/calls.py", "sheetgen/templates/asfos/display.svg", "yaml/__init__.py",
        "sheetgen/ships/asfos/warrior.yaml", "sheetgen/fonts/fonts.yaml", "uharfbuzz/__init__.py",
    } <= set(code)  # fmt: skip
    assert not [name for name in code if name.endswith((".so", ".pyc")) or "/." in name]
    own = zipfile.ZipFile(site / "project.zip")
    assert sorted(own.namelist()) == ["fleet.yaml", "ships/kestrel.yaml"]
    assert own.read("ships/kestrel.yaml").decode() == KESTREL
    check_page(site)


def check_page(site: Path) -> None:
    """The page of a site asks a worker, and nobody else."""
    index = (site / "index.html").read_text("utf-8")
    assert (
        index.index("Content-Security-Policy")
        < index.index("site.js")
        < index.index('src="start.js"')
    )
    assert "script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'" in index
    assert "frame-ancestors" not in index  # which has no meaning there
    about = json.loads((site / "manifest.webmanifest").read_bytes())
    assert (about["name"], about["display"]) == ("fleet · sheetgen", "standalone")
    for icon in about["icons"]:
        size = struct.unpack(">II", (site / icon["src"]).read_bytes()[16:24])
        assert icon["sizes"] == "{}x{}".format(*size)
    assert b"BUILD" not in (site / "service.js").read_bytes()
    for name in ("site.js", "worker.js", "ask.js", "fonts/barlow-400.ttf"):
        assert (site / name).is_file()
        assert b"http" not in (site / name).read_bytes() or name.endswith(".ttf")


def test_what_is_missing_is_told_and_nothing_written(
    studio: Studio, pyodide: Path, run_in: Callable[..., Any]
) -> None:
    words = ("studio", "--export", "site", "--pyodide", pyodide)
    (pyodide / "uharfbuzz-0.50-cp314-wasm32.whl").unlink()
    done = run_in(studio.folder, *words)
    assert done.status == 1
    assert "error[no-pyodide]: a wheel uharfbuzz-….whl is missing" in done.stderr
    (pyodide / RUNTIME[0]).unlink()
    assert f"error[no-pyodide]: {RUNTIME[0]} is missing" in run_in(studio.folder, *words).stderr
    assert not (studio.folder / "site").exists()
    assert run_in(studio.folder, "studio", "--export", "site").status == 2
    assert run_in(studio.folder, "studio", "--pyodide", pyodide).status == 2
    done = run_in(studio.folder, "studio", "--export", "ships", "--pyodide", pyodide)
    assert "ships: error[file-exists]: ships already exists and is not empty" in done.stderr


def test_a_worker_gets_the_answers_of_the_server(studio: Studio) -> None:
    carry = open_inside(str(studio.folder))
    status, kind, body, name = carry("GET", "api/file?file=ships%2Fkestrel.yaml", "")
    assert (status, kind, name) == (200, "application/json", None)
    assert json.loads(body) == studio.get("file", file="ships/kestrel.yaml")
    asked = json.dumps({"entries": [{"file": "ships/kestrel.yaml"}], "format": "pdf"})
    status, kind, body, name = carry("POST", "api/download", asked)
    assert (status, kind, name) == (200, "application/pdf", "kestrel.pdf")
    assert body == studio.desk.project.render("ships/kestrel.yaml").pdf()
    assert carry("GET", "api/file?file", "")[0] == 400
    assert carry("GET", "api/nothing", "")[0] == 404


def test_what_a_worker_lacks_is_said_in_plain_words(
    studio: Studio, monkeypatch: pytest.MonkeyPatch
) -> None:
    carry = open_inside(str(studio.folder))

    def lack(*given: object) -> None:
        raise ImportError(name="PIL")

    def fail(*given: object) -> None:
        raise KeyError("x")

    monkeypatch.setattr("sheetgen.studio.calls.answer", lack)
    status, _, body, _ = carry("GET", "api/shelf", "")
    assert status == 400
    assert json.loads(body)["error"].startswith("this page can't read PNG and JPEG pictures")
    monkeypatch.setattr("sheetgen.studio.calls.answer", fail)
    assert carry("GET", "api/shelf", "")[0] == 500


def test_bundles_are_always_the_same(
    studio: Studio, pyodide: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sheetgen.studio.site._list_code", lambda files: [("a.py", b"1")])
    one, two = (make_site(studio.folder, pyodide) for _ in range(2))
    assert one == two
    assert zipfile.ZipFile(io.BytesIO(one["project.zip"])).testzip() is None


def test_a_stand_in_for_pillow_is_enough_for_books_without_pictures(tmp_path: Path) -> None:
    """As in a browser: no Pillow, and no PDFium."""
    (tmp_path / "book.yaml").write_text("book: Lights\nauthor: A\nchapters: []\n", "utf-8")
    (tmp_path / "kestrel.yaml").write_text(f"{KESTREL}art: kestrel.png\n", "utf-8")
    (tmp_path / "kestrel.png").write_bytes(b"a picture")
    done = subprocess.run(
        [sys.executable, "-c", _WITHOUT, str(tmp_path)], capture_output=True, text=True, check=True
    )
    book, problem = done.stdout.strip().splitlines()
    assert book == "%PDF"
    assert problem.endswith("PNG and JPEG pictures can't be read without Pillow")


_WITHOUT = """
import sys
class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("PIL", "pypdfium2", "resvg_py"):
            raise ModuleNotFoundError(name=name)
sys.meta_path.insert(0, Missing())
import importlib.util
find = importlib.util.find_spec
importlib.util.find_spec = lambda name: None if name == "PIL" else find(name)
from sheetgen.studio.calls import stand_in
stand_in()
import sheetgen
project = sheetgen.open_project(sys.argv[1])
print(project.publish("book.yaml").pdf()[:4].decode())
[problem] = [one for one in project.problems if one.severity == "error"]
print(problem.message)
"""
