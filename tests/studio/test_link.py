"""Links: what is in one, what it shows, and what it refuses."""

from __future__ import annotations

import json
import zlib
from base64 import urlsafe_b64encode
from pathlib import Path

import pytest

from tests.studio.conftest import KESTREL, Studio, open_studio


def pack(value: object) -> str:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = packer.compress(json.dumps(value).encode()) + packer.flush()
    return urlsafe_b64encode(packed).rstrip(b"=").decode()


def test_a_fleet_is_a_link_that_shows_the_same_elsewhere(studio: Studio, tmp_path: Path) -> None:
    studio.write("ships/kestrel.yaml", KESTREL + "art: kestrel.svg\n")
    studio.write("ships/merlin.yaml", "system: asfos\nname: Merlin\nlike: kestrel\n")
    fleet = studio.read("fleet.yaml").replace("ships:\n", "ships:\n  - {ship: merlin}\n")
    studio.write("fleet.yaml", fleet)
    data = studio.post("link", file="fleet.yaml")["data"]
    assert len(data) < 700
    other = open_studio(tmp_path / "other", {})
    told = other.post("look", data=data)
    assert (told["title"], told["error"]) == ("Home Squadron", None)
    assert sorted(told["files"]) == ["fleet.yaml", "kestrel.yaml", "merlin.yaml"]
    assert told["files"]["kestrel.yaml"] == KESTREL  # without its picture, with its comments
    studio.write("ships/kestrel.yaml", KESTREL)
    ours = studio.desk.project.render("fleet.yaml")
    assert [page.decode() for page in ours.svg()][: len(told["pages"])] == told["pages"]
    assert told["total"] == ours.pages
    assert other.get("shelf")["entries"][0]["own"] is False
    assert not list(other.folder.glob("*.yaml"))  # nothing was kept


def test_a_shipped_ship_is_a_link_too_and_a_wrong_one_says_why(studio: Studio) -> None:
    data = studio.post("link", file="shipped:asfos/warrior.yaml")["data"]
    assert studio.post("look", data=data)["title"] == "Warrior"
    told = studio.post("look", data=pack(["x", {"x.yaml": "system: asfos\nname: X\nmass: 9\n"}]))
    assert told["pages"] == []
    assert told["error"].startswith("x.yaml, line ")


@pytest.mark.parametrize(
    "data",
    [
        "", "?", "é", "A" * 9000, pack(1), pack(["x", {}]), pack(["x", {"../x.yaml": ""}]),
        pack(["x", {"a/x.yaml": ""}]), pack(["x", {"x.py": ""}]), pack(["x"]),
        pack(["x", {"sheetgen.yaml": ""}]), pack(["x", {"x.yaml": 1}]),
        pack(["x", {"x.yaml": "1" * 200_000}]),
    ],
)  # fmt: skip
def test_no_other_letters_are_opened(studio: Studio, data: str) -> None:
    assert studio.refuse("look", data=data)[0] == 400


def test_what_is_too_much_for_a_link_is_sent_otherwise(studio: Studio) -> None:
    noise = "".join(chr(33 + hash((at, "x")) % 90) for at in range(20_000)).replace("\\", "")
    studio.write("ships/kestrel.yaml", f"{KESTREL}description: |\n  {noise}\n")
    told = studio.refuse("link", file="ships/kestrel.yaml")[1]
    assert told["error"] == "this is too much for a link; send the project as a zip"
