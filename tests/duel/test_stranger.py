"""A stranger's game takes part in duels, as docs/duel.md shows."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

TESTS = Path(__file__).parent.parent
PAGE = (TESTS.parent / "docs" / "duel.md").read_text("utf-8")
HERON = "system: regatta\nname: Heron\nplanks: 6\nsail: 5\nballast: 3\n"


@pytest.fixture
def regatta(tmp_path: Path) -> Path:
    """A folder with the game of docs/add-a-game.md, in which boats ram each other."""
    shutil.copytree(TESTS / "homebrew", tmp_path / "regatta")
    block = re.search(r"```python\n(# regatta/ram\.py\n.*?)```", PAGE, re.DOTALL)
    assert block
    (tmp_path / "regatta" / "ram.py").write_text(block[1])
    face = tmp_path / "regatta" / "__init__.py"
    text = face.read_text()
    assert "    about=" in text
    text = text.replace("    about=", "    combat=lambda: COMBAT,\n    about=")
    face.write_text(text.replace("from .rules", "from .ram import COMBAT\nfrom .rules"))
    (tmp_path / "heron.yaml").write_text(HERON)
    return tmp_path


def test_boats_ram_each_other(run_in: Callable[..., Any], regatta: Path) -> None:
    command = ["duel", "dabchick", "heron.yaml", "--duels", 1000, "--system", "regatta"]
    outcome = run_in(regatta, *command)
    assert outcome.status == 0, outcome.stderr
    shown = PAGE.split("```console\n$ sheetgen duel dabchick")[1].split("\n", 1)[1]
    for line in shown.split("…")[0].splitlines()[1:]:
        assert line in outcome.stdout.splitlines()
    assert "Heron wins" in outcome.stdout
    matrix = run_in(regatta, *command[:3], "--matrix", "--duels", 50, *command[-2:])
    assert "wins of the row in 100 duels" in matrix.stdout


def test_a_mistake_in_its_code_is_reported_at_its_place(
    run_in: Callable[..., Any], regatta: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SHEETGEN_TRACEBACK")
    ram = regatta / "regatta" / "ram.py"
    ram.write_text(ram.read_text().replace('boat["planks"] > 0 and', 'boat["plank"] > 0 and'))
    outcome = run_in(regatta, "duel", "dabchick", "heron.yaml", "--system", "regatta")
    assert outcome.status == 1
    line = ram.read_text().split('boat["plank"]')[0].count("\n") + 1
    assert f"regatta/ram.py:{line}:" in outcome.stderr
    assert "the game regatta fails in its combat: KeyError: 'plank'" in outcome.stderr
