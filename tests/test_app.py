"""The program that `make app` builds: it needs no Python, opens the studio, and prints."""

import json
import os
import subprocess
import sys
from pathlib import Path
from urllib.request import Request, urlopen

import pytest

pytestmark = pytest.mark.whole
PROGRAM = Path(__file__).parent.parent / "dist/sheetgen/sheetgen"
"""Where `make app` puts it."""


@pytest.fixture
def start(tmp_path):
    """Starts the program with nothing of Python around it."""
    if not PROGRAM.is_file():
        pytest.skip("needs the program (make app)")
    variables = {"HOME": str(tmp_path), "PATH": "/usr/bin", "COLUMNS": "100"}

    def start(*words):
        return subprocess.Popen(
            [PROGRAM, *words], env=variables, cwd=tmp_path, stdout=subprocess.PIPE, text=True
        )

    return start


def test_a_double_click_opens_the_studio_which_prints_a_ship(start, tmp_path):
    (tmp_path / "Documents").mkdir()
    program = start()
    try:
        address = program.stdout.readline().strip()
        assert b"studio" in urlopen(address, timeout=60).read()
        shelf = json.load(urlopen(f"{address}api/shelf", timeout=60))
        assert [one for one in shelf["entries"] if one["name"] == "Warrior"]
        asked = {"entries": [{"file": "shipped:asfos/warrior.yaml"}], "format": "pdf"}
        head = {"Content-Type": "application/json", "Origin": address.rsplit("/", 2)[0]}
        body = json.dumps(asked).encode()
        pdf = urlopen(Request(f"{address}api/download", body, head), timeout=60).read()
    finally:
        program.terminate()
        program.wait(20)
    assert (tmp_path / "Documents" / "sheetgen").is_dir()
    command = [sys.executable, "-m", "sheetgen", "render", "warrior", "-o", "ours.pdf"]
    subprocess.run(command, cwd=tmp_path, check=True, env={**os.environ, "HOME": str(tmp_path)})
    assert pdf == (tmp_path / "ours.pdf").read_bytes()


def test_it_is_the_command_as_well_with_drawings_from_elsewhere(start, tmp_path):
    blur = '<filter id="f"><feGaussianBlur stdDeviation="1"/></filter>'
    shape = '<rect x="9" y="9" width="9" height="9" filter="url(#f)"/>'
    size = 'width="30mm" height="30mm" viewBox="0 0 30 30"'
    (tmp_path / "a.svg").write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{blur}{shape}</svg>', "utf-8"
    )
    assert start("draw", "a.svg", "-o", "a.png").wait(60) == 0
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")
    assert start("render", "threshold-watch", "--jobs", "2", "-o", "b.pdf").wait(60) == 0
    assert start("render", "no-such-ship").wait(60) == 1
