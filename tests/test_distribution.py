"""What is handed out: sdist and wheel hold everything, and print far from any checkout.

As a plain test the wheel is unpacked beside what is installed already. `make release` gives the
files that it built with --release: both are installed then in clean environments of their own, and
the wheel once more with the lowest versions of everything that pyproject.toml asks for.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import tomllib
import venv
import zipfile
from collections.abc import Callable
from email import message_from_string
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple
from urllib.request import urlopen

import pytest

import sheetgen
from sheetgen.ground.assets import name_page

pytestmark = pytest.mark.whole

ROOT = Path(__file__).parent.parent
PAGES = [page for page in (ROOT / "docs").rglob("*.md") if page.name != "gallery.md"]
"""Those that the wheel has: the gallery is nothing without its pictures."""

Runner = Callable[..., subprocess.CompletedProcess[str]]


class Installed(NamedTuple):
    """An installed program: how it is started, with which variables, and its package."""

    python: Path
    variables: dict[str, str]
    package: Path


@pytest.fixture(scope="module")
def dist(pytestconfig: pytest.Config, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the project's sdist and wheel: what --release names, or built now."""
    given = pytestconfig.getoption("--release")
    if given:
        return ROOT / given
    folder = tmp_path_factory.mktemp("dist")
    isolation = ["--no-isolation"] if find_spec("hatchling") else []
    # The wheel is built from the sdist, which thereby is whole.
    command = [sys.executable, "-m", "build", *isolation, "--outdir", str(folder), str(ROOT)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


@pytest.fixture(scope="module")
def wheel(dist: Path) -> Path:
    """The one wheel."""
    (path,) = dist.glob("*.whl")
    return path


@pytest.fixture(scope="module")
def sdist(dist: Path) -> set[str]:
    """The names of the files in the one sdist, below its folder."""
    (path,) = dist.glob("*.tar.gz")
    with tarfile.open(path) as archive:
        return {name.partition("/")[2] for name in archive.getnames()}


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Both files are installed where they are handed out, the wheel also with old libraries."""
    if "installed" in metafunc.fixturenames:
        whole = ["*.whl", "*.tar.gz", "lowest"]
        kinds = whole if metafunc.config.getoption("--release") else ["unpacked"]
        metafunc.parametrize("installed", kinds, indirect=True, scope="module")


@pytest.fixture(scope="module")
def installed(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Installed:
    """The installed program, from one of the files."""
    folder = tmp_path_factory.mktemp("site packages")
    options = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    variables = {**os.environ, "PYTHONSAFEPATH": "1", "PYTHONDONTWRITEBYTECODE": "1"}
    variables.pop("PYTHONPATH", None)
    if request.param == "unpacked":
        wheel: Path = request.getfixturevalue("wheel")
        options += ["--no-deps", "--no-index", "--target", str(folder), str(wheel)]
        subprocess.run([sys.executable, *options], check=True, capture_output=True)
        variables["PYTHONPATH"] = str(folder)
        return Installed(Path(sys.executable), variables, folder / "sheetgen")
    dist: Path = request.getfixturevalue("dist")
    is_lowest = request.param == "lowest"
    (file,) = dist.glob("*.whl" if is_lowest else request.param)
    if is_lowest:
        lowest = folder.with_suffix(".txt")
        lowest.write_text("\n".join(list_lowest()), "utf-8")
        options += ["--constraint", str(lowest)]
    venv.create(folder, with_pip=True)
    python = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
    command = [str(python), *options, str(file)]
    done = subprocess.run(command, capture_output=True, text=True, env=variables, check=False)
    assert done.returncode == 0, done.stderr
    (package,) = folder.rglob("site-packages/sheetgen")
    return Installed(python, variables, package)


def list_lowest() -> list[str]:
    """The lowest version of each library that pyproject.toml takes, as pip's constraints."""
    told = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return [named.replace(">=", "==") for named in told["dependencies"]]


@pytest.fixture
def run_installed(installed: Installed, tmp_path: Path) -> Runner:
    """Runs the installed program in an empty folder."""

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [str(installed.python), "-m", "sheetgen", *arguments]
        return subprocess.run(
            command,
            cwd=tmp_path,
            env=installed.variables,
            capture_output=True,
            text=True,
            check=False,
        )

    return run


@pytest.mark.parametrize("folder", ["templates", "ships", "games", "fonts"])
def test_the_wheel_holds_every_file_of(wheel: Path, folder: str) -> None:
    expected = {
        f"sheetgen/{path.relative_to(ROOT).as_posix()}"
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and not any(part.startswith(".") for part in path.parts[-2:])
    }
    with zipfile.ZipFile(wheel) as archive:
        assert expected <= set(archive.namelist())


def test_the_wheel_holds_the_data_of_the_games(wheel: Path) -> None:
    expected = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "sheetgen").rglob("*")
        if path.is_file() and path.suffix in (".py", ".yaml", ".svg")
    }
    with zipfile.ZipFile(wheel) as archive:
        assert expected <= set(archive.namelist())


def test_the_wheel_holds_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        roots = {name.split("/")[0] for name in archive.namelist()}
        assert not [name for name in archive.namelist() if "__pycache__" in name]
    assert {root.split("-")[0] for root in roots} == {"sheetgen"}


def test_the_wheel_holds_licence_types_and_pages(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    assert "sheetgen/py.typed" in names
    assert {f"sheetgen/{page.relative_to(ROOT).as_posix()}" for page in PAGES} <= names
    assert [name for name in names if name.endswith(".dist-info/licenses/LICENSE")]


def test_the_wheel_says_what_it_is(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        (name,) = [name for name in archive.namelist() if name.endswith("/METADATA")]
        facts = message_from_string(archive.read(name).decode())
    assert facts["Name"] == "sheetgen"
    assert facts["Version"] == sheetgen.__version__
    assert facts["License-Expression"] == "MIT"
    assert facts["Description-Content-Type"] == "text/markdown"
    assert facts.get_payload() == (ROOT / "README.md").read_text("utf-8")
    for link in facts.get_all("Project-URL", []):
        assert "example" not in link


def test_the_sdist_holds_what_tests_and_releases_need(sdist: set[str]) -> None:
    command = ["git", "ls-files"]  # outside of a repository it lists nothing
    kept = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    expected = {name for name in kept.stdout.splitlines() if not name.startswith(".ci")}
    assert expected <= sdist
    assert {"pyproject.toml", "Makefile", "LICENSE", "tests/test_distribution.py"} <= sdist


def test_the_installed_program_is_the_one_of_the_file(installed: Installed) -> None:
    code = "import sheetgen; print(sheetgen.__file__)"
    done = subprocess.run(
        [installed.python, "-c", code],
        env=installed.variables,
        capture_output=True,
        text=True,
        check=True,
    )
    assert Path(done.stdout.strip()).is_relative_to(installed.package)


def test_it_prints_a_shipped_ship(
    installed: Installed, run_installed: Runner, tmp_path: Path
) -> None:
    ship = installed.package / "ships" / "asfos" / "warrior.yaml"
    done = run_installed("render", str(ship), "-o", "warrior.pdf")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "warrior.pdf").read_bytes().startswith(b"%PDF")
    assert "Traceback" not in done.stderr


def test_it_publishes_a_shipped_book(
    installed: Installed, run_installed: Runner, tmp_path: Path
) -> None:
    book = sorted((installed.package / "ships" / "books").glob("*.yaml"))[0]
    done = run_installed("book", str(book), "-o", "book.pdf")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "book.pdf").read_bytes().startswith(b"%PDF")


def test_its_hints_name_pages_that_are_there(
    installed: Installed, run_installed: Runner, tmp_path: Path
) -> None:
    (tmp_path / "game").mkdir()
    done = run_installed("list", "systems", "--system", "game")
    assert str(installed.package / "docs" / "games.md") in done.stderr
    (tmp_path / "a.svg").write_text('<svg width="9" height="9"><blub/></svg>', "utf-8")
    done = run_installed("draw", "a.svg", "-o", "a.pdf")
    assert str(installed.package / "docs" / "svg.md") in done.stderr


def test_in_a_checkout_hints_name_pages_by_their_short_names() -> None:
    assert name_page("svg.md") == "docs/svg.md"


def test_it_prints_a_fleet_of_shipped_ships(run_installed: Runner, tmp_path: Path) -> None:
    assert run_installed("init", "fleet").returncode == 0
    done = run_installed("render", "fleet", "-o", "fleet.pdf")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "fleet.pdf").exists()


def test_it_lists_what_came_along(
    run_installed: Runner,
) -> None:
    assert "warrior" in run_installed("list", "ships").stdout
    assert "asfos/display.svg" in run_installed("list", "templates").stdout


def test_it_tells_of_shipped_files_by_short_names(
    run_installed: Runner,
) -> None:
    assert '"file": "ships/asfos/warrior.yaml"' in run_installed("show", "warrior", "--json").stdout


def test_it_ejects_into_the_current_folder(run_installed: Runner, tmp_path: Path) -> None:
    done = run_installed("eject", "display")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "templates" / "asfos" / "display.svg").exists()


@pytest.mark.parametrize(
    "line",
    [
        "render --help",
        "render warrior -o out.png",
        "render warrior -o out.svg",
        "render ondaro-cast --for panda -o out.pdf",
        "render ondaro-cast --for tts -o out.zip",
        "render warrior --fillable -o out.pdf",
        "show warrior",
        "duel warrior calypso",
        "schema asfos",
        "explain overflow",
    ],
)
def test_it_does_what_its_libraries_are_for(run_installed: Runner, line: str) -> None:
    done = run_installed(*line.split())
    assert done.returncode == 0, done.stderr


def test_its_studio_opens(installed: Installed, run_installed: Runner, tmp_path: Path) -> None:
    assert run_installed("init", "fleet").returncode == 0
    command = [str(installed.python), "-m", "sheetgen", "studio", "fleet", "--no-open"]
    studio = subprocess.Popen(
        [*command, "--port", "0"],
        cwd=tmp_path,
        env=installed.variables,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert studio.stdout
    try:
        with urlopen(studio.stdout.readline().strip()) as answer:
            assert b"<title>" in answer.read()
    finally:
        studio.terminate()
        studio.wait(20)
        studio.stdout.close()
