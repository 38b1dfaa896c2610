"""The wheel: it holds everything, and prints from a folder far from any checkout."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
Runner = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project's wheel, built anew."""
    folder = tmp_path_factory.mktemp("dist")
    isolation = ["--no-isolation"] if find_spec("hatchling") else []
    command = [sys.executable, "-m", "build", "--wheel", *isolation, "--outdir", str(folder)]
    done = subprocess.run([*command, str(ROOT)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (path,) = folder.glob("*.whl")
    return path


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder into which the wheel is installed."""
    folder = tmp_path_factory.mktemp("site packages")
    options = ["--quiet", "--no-deps", "--no-index", "--disable-pip-version-check"]
    command = [sys.executable, "-m", "pip", "install", *options, "--target", str(folder)]
    subprocess.run([*command, str(wheel)], check=True, capture_output=True)
    return folder


@pytest.fixture
def run_installed(installed: Path, tmp_path: Path) -> Runner:
    """Runs the installed program in an empty folder."""
    environment = {**os.environ, "PYTHONPATH": str(installed), "PYTHONSAFEPATH": "1"}
    environment["PYTHONDONTWRITEBYTECODE"] = "1"

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "sheetgen", *arguments]
        return subprocess.run(
            command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
        )

    return run


@pytest.mark.parametrize("folder", ["templates", "ships", "fonts"])
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


def test_the_installed_program_is_the_one_of_the_wheel(
    installed: Path, run_installed: Runner
) -> None:
    code = "import sheetgen; print(sheetgen.__file__)"
    environment = {**os.environ, "PYTHONPATH": str(installed), "PYTHONSAFEPATH": "1"}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    assert Path(done.stdout.strip()).is_relative_to(installed)


def test_it_prints_a_shipped_ship(
    installed: Path,
    run_installed: Runner,
    tmp_path: Path,
) -> None:
    ship = installed / "sheetgen" / "ships" / "asfos" / "warrior.yaml"
    done = run_installed("render", str(ship), "-o", "warrior.pdf")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "warrior.pdf").read_bytes().startswith(b"%PDF")
    assert "Traceback" not in done.stderr


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
