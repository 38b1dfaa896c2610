"""Parcels: a project taken out as a zip, and in again somewhere else."""

from __future__ import annotations

import io
import zipfile
from base64 import b64encode
from pathlib import Path

import pytest

from tests.studio.conftest import FLEET, KESTREL, Studio, open_studio


def pack(files: dict[str, bytes]) -> str:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as bundle:
        for name, data in files.items():
            bundle.writestr(name, data)
    return b64encode(made.getvalue()).decode()


def test_what_is_taken_out_and_in_elsewhere_prints_the_same(studio: Studio, tmp_path: Path) -> None:
    studio.write("notes.txt", "1")
    studio.write("rules.py", "1")
    (studio.folder / ".secret.yaml").write_text("1")
    (studio.folder / "link.yaml").symlink_to("/etc/passwd")
    made = studio.post("take-out")
    assert (made.type, made.name) == ("application/zip", "fleet.zip")
    names = zipfile.ZipFile(io.BytesIO(made.body)).namelist()
    assert names == ["fleet.yaml", "notes.txt", "ships/kestrel.yaml"]
    other = open_studio(tmp_path / "other", {})
    parcel = {"name": "fleet.zip", "zip": b64encode(made.body).decode()}
    told = other.post("take-in", **parcel)
    assert told == {"new": names, "others": [], "left": [], "same": 0}
    assert not (other.folder / "fleet.yaml").exists()
    other.post("take-in", **parcel, write=True)
    assert other.read("fleet.yaml") == FLEET
    assert other.post("take-in", **parcel)["same"] == 3
    ours, theirs = (s.desk.project.render("fleet.yaml").pdf() for s in (studio, other))
    assert ours == theirs


def test_files_come_one_by_one_or_in_one_folder_and_replace_what_is_there(studio: Studio) -> None:
    files = studio.post("take-out", files=True)["files"]
    assert sorted(files) == ["fleet.yaml", "ships/kestrel.yaml"]
    version = studio.get("file", file="ships/kestrel.yaml")["version"]
    studio.post("edit", file="ships/kestrel.yaml", version=version, text=KESTREL + "#\n")
    changed = KESTREL.replace("mass: 6", "mass: 7").encode()
    parcel = pack({"home/": b"", "home/ships/kestrel.yaml": changed, "__MACOSX/x.yaml": b""})
    told = studio.post("take-in", zip=parcel, write=True)
    assert told == {"new": [], "others": ["ships/kestrel.yaml"], "left": [], "same": 0}
    assert studio.get("file", file="ships/kestrel.yaml")["text"] == changed.decode()
    parcel = pack({"rules.py": b"1", "a/b.yaml": b"system: asfos\n"})
    assert studio.post("take-in", zip=parcel)["left"] == ["rules.py"]


@pytest.mark.parametrize(
    ("names", "words"),
    [
        (["../a.yaml", "b.yaml"], None),
        (["/etc/a.yaml", "b.yaml"], None),
        (["out/a.yaml", "b.yaml"], "out/a.yaml would lie outside the project, or is a link"),
        (["a.exe"], "there is nothing of a project in it"),
    ],
)
def test_a_parcel_leads_nowhere_else(
    studio: Studio, tmp_path: Path, names: list[str], words: str | None
) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (studio.folder / "out").symlink_to(outside)
    asked = {"zip": pack(dict.fromkeys(names, b"1")), "write": True}
    if words:
        _, told = studio.refuse("take-in", **asked)
        assert (told["error"], list(outside.iterdir())) == (words, [])
    else:
        assert studio.post("take-in", **asked)["new"] == ["b.yaml"]
        assert not (tmp_path / "a.yaml").exists()


def test_a_parcel_that_is_none_or_too_large_is_refused(
    studio: Studio, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, told = studio.refuse("take-in", name="a.zip", zip="QUJD")
    assert told["error"] == "a.zip is not a zip, or damaged"
    assert studio.refuse("take-in", zip="?")[0] == 400
    monkeypatch.setattr("sheetgen.studio.parcel.MOST", 100)
    _, told = studio.refuse("take-in", zip=pack({"a.yaml": b"1" * 101}))
    assert told["error"] == "project can't be unpacked: it holds too much"
    assert studio.refuse("take-out")[0] == 413
