"""Packs: made, checked, installed, named and removed; hostile ones change nothing."""

from __future__ import annotations

import stat
import struct
import zipfile
from collections.abc import Callable, Mapping
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from sheetgen.cli.commands import app
from sheetgen.definitions.definition import Definition
from sheetgen.ground.diagnostics import ProblemError
from sheetgen.packs import archive
from sheetgen.packs.archive import SUMS, read_archive, write_archive, write_sums
from sheetgen.packs.contents import inspect, load
from sheetgen.packs.installation import (
    PackPlan,
    check,
    choose_installed,
    find_changes,
    install,
    plan_removal,
    remove,
)
from sheetgen.packs.packing import pack
from sheetgen.project.project import Project, open_folder
from sheetgen.reading.model import write_data
from sheetgen.reading.packfile import read_lock
from sheetgen.systems.loading import Systems
from tests.each import check_each

SHIP = """\
system: asfos
name: {name}
mass: 6
hull: {hull}
screens: 1
engine: 2
primaries: {{forward: 6}}
"""
FLEET = "system: asfos\nfleet: {name}\nships: [{{ship: {ship}, count: 2}}]\n"
PACK = """\
pack: {pack}
version: {version}
licence: CC-BY-4.0
authors: [Kai Ito]
{more}"""
_SVG = 'xmlns="http://www.w3.org/2000/svg" width="9" height="9"'
ART = f'<svg {_SVG}><rect width="9" height="9"/></svg>'


def write(folder: Path, files: Mapping[str, str | bytes]) -> Path:
    """Writes a project."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return folder


def write_source(
    folder: Path, name: str = "kai/patrol", version: str = "1.0.0", hull: int = 3, more: str = ""
) -> Path:
    """Writes a project of a ship and a fleet that a pack can be made of."""
    files = {
        "pack.yaml": PACK.format(pack=name, version=version, more=more),
        "sheetgen.yaml": f"name: {name}\n",
        "ships/kestrel.yaml": SHIP.format(name="Kestrel", hull=hull),
        "fleets/patrol.yaml": FLEET.format(name="Patrol", ship="kestrel"),
    }
    return write(folder, files)


def add(folder: Path, home: Path, plan: bool = False) -> PackPlan | None:
    """Packs a project and installs it, from its archive."""
    file = folder.parent / f"{folder.name}.sheetpack"
    file.write_bytes(pack(folder).archive)
    contents = load(file)
    found = check(contents, home) if plan else None
    install(contents, home)
    return found


def open_home(home: Path) -> Project:
    """The project as a command opens it."""
    return open_folder(home, (), ())


def read_hull(fleet: Definition) -> int:
    """What the first ship of a fleet says of its hull."""
    hull: int = write_data(fleet.links[0].written)["hull"]
    return hull


def list_tree(folder: Path) -> dict[str, bytes]:
    """Every file below a folder."""
    paths = sorted(folder.rglob("*"))
    return {p.relative_to(folder).as_posix(): p.read_bytes() if p.is_file() else b"" for p in paths}


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A project of somebody who gets packs, in a folder with spaces in its name."""
    return write(tmp_path / "my own fleet", {"sheetgen.yaml": "name: Mine\n"})


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """A project that a pack is made of."""
    return write_source(tmp_path / "source")


# Packing and installing


def test_a_pack_prints_the_same_elsewhere(source: Path, home: Path) -> None:
    first, again = pack(source), pack(source)
    assert first.archive == again.archive
    names = set(first.contents.files)
    assert {"pack.yaml", "contents.md", "preview.png", SUMS, "ships/kestrel.yaml"} <= names
    assert "Kestrel" in first.contents.files["contents.md"].decode()
    assert first.contents.files["preview.png"].startswith(b"\x89PNG")
    printed = open_home(source).render("patrol").pdf()
    add(source, home)
    assert open_home(home).render("kai/patrol/patrol").pdf() == printed
    assert open_home(home).render("patrol").pdf() == printed
    assert [one.pack for one in read_lock(home)] == ["kai/patrol"]
    # The project itself says where its packs are, so it can be moved.
    moved = home.rename(home.parent / "moved here")
    assert open_home(moved).render("patrol").pdf() == printed


def test_only_what_is_named_and_needed_is_packed(source: Path) -> None:
    other = {"ships/other.yaml": SHIP.format(name="Other", hull=2)}
    write(source, {"notes.pdf": b"%PDF", **other})
    names = pack(source, ["patrol"]).contents.files
    assert "ships/kestrel.yaml" in names
    assert "ships/other.yaml" not in names
    write(source, {"ships/third.yaml": "system: asfos\nname: Third\nlike: kestrel\n"})
    assert {"ships/kestrel.yaml", "ships/third.yaml"} <= {*pack(source, ["third"]).contents.files}
    whole = pack(source)
    assert "ships/other.yaml" in whole.contents.files
    assert list(whole.left_out) == ["notes.pdf"]


def test_the_page_of_a_pack_lists_only_its_own(source: Path, tmp_path: Path) -> None:
    needs = 'needs: {ada/hulls: ">=1.0"}\n'
    add(write_source(tmp_path / "hulls", "ada/hulls"), source)
    write(source, {"pack.yaml": PACK.format(pack="kai/patrol", version="1.0.0", more=needs)})
    fleet = FLEET.format(name="Guests", ship="ada/hulls/kestrel")
    write(source, {"fleets/guests.yaml": fleet})
    page = pack(source).contents.files["contents.md"].decode()
    assert page.count("`kestrel`") == 1


def test_a_picture_needs_a_licence(source: Path) -> None:
    drawn = SHIP.format(name="Kestrel", hull=3) + "art: ../art/kestrel.svg\n"
    write(source, {"ships/kestrel.yaml": drawn, "art/kestrel.svg": ART})
    with pytest.raises(ProblemError) as refused:
        pack(source, ["kestrel"])
    assert "the licence of art/kestrel.svg is not stated" in str(refused.value)
    assert refused.value.diagnostics[0].line == 3
    write_source(source, more='licences: {"art/*": CC0-1.0}\n')
    write(source, {"ships/kestrel.yaml": drawn})
    assert "art/kestrel.svg" in pack(source, ["kestrel"]).contents.files


def test_what_no_pack_may_hold(source: Path, home: Path) -> None:
    good = dict(pack(source).contents.files)
    game = b"game: mine\nname: Mine\nabout: x\npython: rules.py\n"
    cases = {
        "has code (python:)": {"games/mine/game.yaml": game},
        "no Python": {"games/mine/rules.py": b"print()"},
        "no file of this kind": {"start.exe": b"MZ"},
        "is not stated": {"art/a.png": b"x"},
    }

    def refuse(words: str) -> None:
        with pytest.raises(ProblemError, match=words.replace("(", r"\(").replace(")", r"\)")):
            inspect({**good, **cases[words]}, "a.sheetpack")

    check_each(cases, refuse)


def test_an_error_in_a_game_is_at_its_place_in_the_pack(source: Path, home: Path) -> None:
    files = {**pack(source).contents.files, "games/mine/game.yaml": b"game: mine\nname: Mine\n"}
    with pytest.raises(ProblemError) as refused:
        check(inspect(files, "a.sheetpack"), home)
    assert {d.file for d in refused.value.diagnostics} == {"a.sheetpack/games/mine/game.yaml"}
    assert refused.value.texts["a.sheetpack/games/mine/game.yaml"].startswith("game: mine")


def test_the_pack_yaml_is_read_strictly(source: Path) -> None:
    cases = {
        "pack: Kai": ("pack: kai/patrol", "is not the name of a pack"),
        "version: new": ("version: 1.0.0", "is not a version"),
        "licens: x": ("licence: CC-BY-4.0", "licence"),
        'sheetgen: "x"': ("licence: CC-BY-4.0", "range of versions"),
        "needs: {ada/hulls: soon}": ("licence: CC-BY-4.0", "range of versions"),
        'sheetgen: ">=99"': ("authors: [Kai Ito]", "for sheetgen >=99"),
    }

    def refuse(line: str) -> None:
        old, words = cases[line]
        text = PACK.format(pack="kai/patrol", version="1.0.0", more="")
        keep = "" if line.partition(":")[0] in ("pack", "version", "licens") else f"{old}\n"
        write(source, {"pack.yaml": text.replace(f"{old}\n", f"{keep}{line}\n")})
        with pytest.raises(ProblemError) as refused:
            pack(source)
        first = refused.value.diagnostics[0]
        assert words in str(refused.value), str(refused.value)
        assert first.line, first

    check_each(cases, refuse)


# Hostile packs


def build(entries: list[tuple[str, bytes]], change: Callable[[zipfile.ZipInfo], None]) -> bytes:
    """An archive of entries as nobody should write them."""
    made = BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, data in entries:
            entry = zipfile.ZipInfo(name)
            entry.compress_type = zipfile.ZIP_DEFLATED
            change(entry)
            packed.writestr(entry, data)
    return made.getvalue()


def nothing(entry: zipfile.ZipInfo) -> None:
    """Leaves an entry as it is."""


def make_hostile(good: Mapping[str, bytes]) -> dict[str, bytes]:
    """Hostile archives by what is wrong with them."""
    plain = {name: data for name, data in good.items() if name != SUMS}

    def named(*names: str) -> bytes:
        more = {**plain, **dict.fromkeys(names, b"x")}
        return build([*more.items(), (SUMS, write_sums(more))], nothing)

    def changed(change: Callable[[zipfile.ZipInfo], None], data: bytes = b"") -> bytes:
        files = {**plain, "zz.md": data or b"x"}
        entries = [*files.items(), (SUMS, write_sums(files))]
        return build(entries, lambda one: change(one) if one.filename == "zz.md" else None)

    def link(entry: zipfile.ZipInfo) -> None:
        entry.external_attr = (stat.S_IFLNK | 0o777) << 16

    def pipe(entry: zipfile.ZipInfo) -> None:
        entry.external_attr = (stat.S_IFIFO | 0o666) << 16

    whole = write_archive(good)
    lying = {**plain, "ships/kestrel.yaml": plain["ships/kestrel.yaml"] + b"#"}
    twice = [*plain.items(), ("ships/kestrel.yaml", b"x"), (SUMS, write_sums(plain))]
    yaml = {**plain, "ships/bomb.yaml": BOMB}
    pack_bomb = {**plain, "pack.yaml": BOMB}
    many = {**plain, **{f"many/{at}.md": b"" for at in range(archive.MOST_FILES + 1)}}
    names = {
        "../out.yaml": "parent",
        "/etc/out.yaml": "absolute",
        "C:/out.yaml": "drive",
        "a\\..\\out.yaml": "backslash",
        "a//out.yaml": "empty part",
        "./out.yaml": "dot",
        "ships/con.yaml": "device",
        "ships/aux": "device without ending",
        "COM1.md": "numbered device",
        ".hidden.yaml": "hidden",
        "trailing.md.": "trailing dot",
        "trailing ": "trailing space",
        "turn\u202egnp.md": "turned",
        "e\u0301.md": "not composed",
        "line\nbreak.md": "line break",
        "/".join("abcdefghijklmnop") + ".md": "deep",
        "x" * 300 + ".md": "long",
        "Ships/Kestrel.yaml": "case",
        "pack.yaml/inner.md": "file as folder",
    }
    bad = {about: named(name) for name, about in names.items()}
    made = {
        **bad,
        "case of two": named("a/B.md", "a/b.md"),
        "sharp s": named("straße.md", "STRASSE.md"),
        "a link": changed(link),
        "a pipe": changed(pipe),
        "a bomb": changed(nothing, bytes(archive.MOST_FILE + 1)),
        "an entry twice": build(twice, nothing),
        "a lying sum": build([*lying.items(), (SUMS, good[SUMS])], nothing),
        "a sum missing": build([*plain.items(), ("zz.md", b"x"), (SUMS, good[SUMS])], nothing),
        "a sum of nothing": build([*list(plain.items())[1:], (SUMS, good[SUMS])], nothing),
        "no sums": build([*plain.items()], nothing),
        "sums that are none": build([*plain.items(), (SUMS, b"\xff\xfe")], nothing),
        "too many files": build([*many.items(), (SUMS, write_sums(many))], nothing),
        "a YAML bomb": build([*yaml.items(), (SUMS, write_sums(yaml))], nothing),
        "a bomb as pack.yaml": build([*pack_bomb.items(), (SUMS, write_sums(pack_bomb))], nothing),
        "nothing": b"",
        "no archive": b"PK" * 50,
        "cut off": whole[:-30],
        "something behind": whole + b"x",
        "something before": b"#!/bin/sh\n" + whole,
        "a lying count": whole[:-14] + struct.pack("<2H", 60_000, 60_000) + whole[-10:],
        "a lying size": whole[:-10] + struct.pack("<2L", 1 << 31, 5) + whole[-2:],
        "zip64": whole[:-22] + b"PK\x06\x07" + bytes(16) + whole[-22:],
        "a name in another code": whole.replace(b"contents.md", b"content\xe9.md"),
        "a longer name inside": whole.replace(b"contents.md", b"contents\0md", 1),
        "damaged data": whole[:200] + bytes(b ^ 0xFF for b in whole[200:240]) + whole[240:],
    }
    for entry in ("file_size", "compress_size"):
        made[f"a lying {entry}"] = lie_of_size(whole, entry)
    return made


BOMB = b"a: &a [x, x, x, x, x, x, x, x, x]\n" + b"".join(
    f"{chr(98 + at)}: &{chr(98 + at)} [{', '.join([f'*{chr(97 + at)}'] * 9)}]\n".encode()
    for at in range(9)
)


def lie_of_size(whole: bytes, which: str) -> bytes:
    """An archive whose list says that its first file is of another size."""
    at = whole.index(b"PK\x01\x02") + (24 if which == "file_size" else 20)
    return whole[:at] + struct.pack("<L", 7) + whole[at + 4 :]


def test_a_hostile_pack_changes_nothing(source: Path, home: Path) -> None:
    good = pack(source).contents.files
    read_archive(write_archive(good), "good")  # which is not refused
    before = list_tree(home.parent)
    file = home.parent.parent / f"{home.parent.name}-hostile.sheetpack"

    def refuse(case: tuple[str, bytes]) -> None:
        file.write_bytes(case[1])
        answer = CliRunner().invoke(app, ["install", str(file), str(home), "--yes"])
        assert isinstance(answer.exception, ProblemError), repr(answer.exception)
        assert list_tree(home.parent) == before

    check_each(make_hostile(good).items(), refuse, lambda case: case[0])


def test_a_hostile_folder_changes_nothing(source: Path, home: Path, tmp_path: Path) -> None:
    good = pack(source).contents.files
    folder = write(tmp_path / "unpacked", good)
    (folder / "ships" / "kestrel.yaml").unlink()
    (folder / "ships" / "kestrel.yaml").symlink_to(home / "sheetgen.yaml")
    before = list_tree(home)
    answer = CliRunner().invoke(app, ["install", str(folder), str(home), "--yes"])
    assert "is a link" in str(answer.exception)
    (home / "packs").symlink_to(tmp_path / "elsewhere")
    (tmp_path / "elsewhere").mkdir()
    file = tmp_path / "good.sheetpack"
    file.write_bytes(write_archive(good))
    answer = CliRunner().invoke(app, ["install", str(file), str(home), "--yes"])
    assert "plain folders" in str(answer.exception)
    (home / "packs").unlink()
    assert list_tree(home) == before
    assert not list_tree(tmp_path / "elsewhere")


@given(st.data())
def test_a_broken_archive_is_read_or_refused(data: st.DataObject) -> None:
    files = {"pack.yaml": b"pack: a/b\n" * 9}
    whole = bytearray(write_archive({**files, SUMS: write_sums(files)}))
    for _ in range(data.draw(st.integers(1, 3))):
        whole[data.draw(st.integers(0, len(whole) - 1))] = data.draw(st.integers(0, 255))
    try:
        assert read_archive(bytes(whole), "x")["pack.yaml"] == files["pack.yaml"]
    except ProblemError as error:
        assert error.diagnostics[0].rule == "bad-pack"


def test_an_interrupted_install_leaves_nothing(
    source: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    contents, before = pack(source).contents, list_tree(home)
    real, moved = Path.replace, []

    def stop(self: Path, target: Path) -> Path:
        moved.append(target)
        if len(moved) == 4:
            raise KeyboardInterrupt
        return real(self, target)

    monkeypatch.setattr(Path, "replace", stop)
    with pytest.raises(KeyboardInterrupt):
        install(contents, home)
    monkeypatch.undo()
    assert len(moved) >= 4
    assert list_tree(home) == before
    # What a killed run left in place is taken over; what somebody put there is not.
    target = home / "packs/kai/patrol/1.0.0"
    write(target, {"pack.yaml": contents.files["pack.yaml"]})
    install(contents, home)
    assert not find_changes(choose_installed(home, "kai/patrol", ""))
    write(home, {"packs.lock": "packs: []\n", "packs/kai/patrol/1.0.0/ships/own.yaml": "x"})
    with pytest.raises(ProblemError, match="in the way"):
        install(contents, home)


# Names


def test_two_packs_with_one_id_side_by_side(tmp_path: Path, home: Path) -> None:
    add(write_source(tmp_path / "one"), home)
    add(write_source(tmp_path / "two", "ada/hulls", hull=2), home)
    write(home, {"fleet.yaml": FLEET.format(name="Home", ship="kestrel")})
    [found] = [d for d in open_home(home).problems if d.is_error]
    assert (found.rule, found.line) == ("ambiguous-id", 3)
    assert "ada/hulls/kestrel" in found.hint
    with pytest.raises(ProblemError, match="in several packs"):
        open_home(home).render("kestrel")
    for name in ("ada/hulls/kestrel", "kai/patrol/kestrel"):
        write(home, {"fleet.yaml": FLEET.format(name="Home", ship=name)})
        [fleet] = open_home(home).definitions
        [ship] = fleet.definition.links
        assert name.rpartition("/")[0] in str(ship.path)
    # A fleet in a pack has the ship of that pack, whatever else there is.
    project = open_home(home)
    both = project.select(["kai/patrol/patrol", "ada/hulls/patrol"])
    assert not [d for d in both.diagnostics if d.is_error]
    assert [read_hull(d) for d in both.definitions] == [3, 2]
    # The project's own ship wins.
    write(home, {"fleet.yaml": FLEET.format(name="Home", ship="kestrel")})
    write(home, {"ships/kestrel.yaml": SHIP.format(name="Mine", hull=2)})
    assert [d.name for d in open_home(home).definitions] == ["Home", "Mine"]
    write(home, {"fleet.yaml": FLEET.format(name="Home", ship="no/pack/kestrel")})
    [found] = [d for d in open_home(home).problems if d.is_error]
    assert "there is no pack no/pack here" in found.hint


def test_two_versions_side_by_side(tmp_path: Path, home: Path) -> None:
    add(write_source(tmp_path / "old"), home)
    write(home, {"fleet.yaml": FLEET.format(name="Home", ship="kestrel")})
    newer = write_source(tmp_path / "new", version="1.10.0", hull=4)
    plan = add(newer, home, plan=True)
    assert plan is not None
    said = "\n".join(plan.changes)
    assert "ship kestrel: hull 3 → 4 (+1)" in said
    assert "defence factor" in said, said  # what follows from it
    assert "kai/patrol 1.0.0 stays beside it" in said
    assert "your fleet fleet" in said

    def find_hull(ship: str) -> int:
        write(home, {"fleet.yaml": FLEET.format(name="Home", ship=ship)})
        return read_hull(open_home(home).definitions[0].definition)

    assert find_hull("kestrel") == 4
    assert find_hull("kai/patrol@1.0.0/kestrel") == 3
    gone = choose_installed(home, "kai/patrol", "1.0.0")
    assert "no longer valid: Home" in plan_removal(gone).changes
    with pytest.raises(ProblemError, match="several versions"):
        choose_installed(home, "kai/patrol", "")
    remove(choose_installed(home, "kai/patrol", "1.10.0"))
    assert find_hull("kestrel") == 3
    remove(choose_installed(home, "kai/patrol", ""))
    assert sorted(list_tree(home)) == ["fleet.yaml", "sheetgen.yaml"]


def test_a_newer_version_may_spoil_a_fleet(tmp_path: Path, home: Path) -> None:
    add(write_source(tmp_path / "old"), home)
    write(home, {"fleet.yaml": FLEET.format(name="Home", ship="kestrel")})
    newer = write_source(tmp_path / "new", version="2.0.0")
    (newer / "ships/kestrel.yaml").rename(newer / "ships/falcon.yaml")
    write(newer, {"fleets/patrol.yaml": FLEET.format(name="Patrol", ship="falcon")})
    plan = add(newer, home, plan=True)
    assert plan is not None
    assert {"ship falcon: new", "ship kestrel: gone", "no longer valid: Home"} <= {*plan.changes}
    assert [d.rule for d in plan.spoilt] == ["unknown-definition"]


def test_packs_that_need_others(tmp_path: Path, home: Path) -> None:
    hulls = write_source(tmp_path / "hulls", "ada/hulls")
    author = write(tmp_path / "author", {"sheetgen.yaml": "name: A\n"})
    add(hulls, author)
    fleet = FLEET.format(name="Guard", ship="kestrel")
    plain = PACK.format(pack="kai/guard", version="1.0.0", more="")
    write(author, {"pack.yaml": plain, "guard.yaml": fleet})
    with pytest.raises(ProblemError, match="ada/hulls, which its needs do not name"):
        pack(author)
    write(author, {"pack.yaml": plain + 'needs: {ada/hulls: ">=1.0,<2"}\n'})
    made = pack(author).contents
    assert not [name for name in made.files if "kestrel" in name]
    with pytest.raises(ProblemError, match="which is not installed here"):
        check(made, home)
    add(hulls, home)
    assert not check(made, home).spoilt
    install(made, home)
    add(write_source(tmp_path / "more", "eve/other", hull=5), home)
    # Its fleet is not unsure which kestrel is meant, as it needs only one of the packs.
    assert open_home(home).render("kai/guard/guard").pieces
    assert (
        "kai/guard 1.0.0 needs it" in plan_removal(choose_installed(home, "ada/hulls", "")).changes
    )


def test_a_version_never_changes(source: Path, home: Path) -> None:
    add(source, home)
    assert check(pack(source).contents, home).is_done
    write_source(source, hull=4)
    with pytest.raises(ProblemError, match="holds something else"):
        check(pack(source).contents, home)


@pytest.mark.whole
def test_a_game_of_another_pack_must_be_the_same(tmp_path: Path, home: Path) -> None:
    run = CliRunner()
    for name in ("one", "two"):
        folder = tmp_path / name
        run.invoke(app, ["init", str(folder), "--game", "low-water"], catch_exceptions=False)
        (folder / "book.yaml").unlink()
        write(folder, {"pack.yaml": PACK.format(pack=f"{name}/x", version="1.0.0", more="")})
    add(tmp_path / "one", home)
    contents = pack(tmp_path / "two").contents
    assert not check(contents, home).spoilt
    game = tmp_path / "two/games/low-water/game.yaml"
    game.write_text(game.read_text("utf-8") + "# changed\n", "utf-8")
    with pytest.raises(ProblemError, match="its game low-water differs"):
        check(pack(tmp_path / "two").contents, home)


def test_a_book_credits_the_packs_that_it_used(source: Path, home: Path) -> None:
    from pypdfium2 import PdfDocument

    add(source, home)
    write(home, {"book.yaml": "book: Mine\nships: [kestrel]\nappendix: false\n"})
    pages = PdfDocument(open_home(home).publish("book.yaml").pdf())
    text = " ".join(page.get_textpage().get_text_range() for page in pages)
    assert "kai/patrol 1.0.0" in text
    assert "CC-BY-4.0" in text


def test_a_broken_lock_is_shown_at_its_place(home: Path) -> None:
    write(home, {"packs.lock": "packs:\n  - pack: ../../etc\n"})
    with pytest.raises(ProblemError) as refused:
        Systems([], [home])
    assert refused.value.diagnostics[0].line == 2


def test_a_missing_pack_is_told(source: Path, home: Path) -> None:
    add(source, home)
    (home / "packs").rename(home / "gone")
    assert "missing-pack" in {d.rule for d in open_home(home).problems}


# Commands


def test_the_commands(source: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def run(*args: str, answer: str = "") -> tuple[int, str]:
        done = CliRunner().invoke(app, list(args), input=answer, catch_exceptions=False)
        return done.exit_code, done.output

    monkeypatch.chdir(home)
    file = "patrol-1.0.0.sheetpack"
    assert run("pack", "../source") == (0, f"{file}: kai/patrol 1.0.0, 7 files\n")
    code, text = run("pack", "--check", file)
    assert (code, "all is well" in text) == (0, True)
    assert '"holds": "1 ship, 1 fleet"' in run("pack", "--check", file, "--json")[1].replace(
        "1 fleet, 1 ship", "1 ship, 1 fleet"
    )
    code, text = run("install", file, answer="n\n")
    assert code == 1
    assert "CC-BY-4.0" in text
    assert not (home / "packs").exists()
    assert run("install", file)[0] == 1  # nobody answers
    assert run("install", file, answer="y\n")[0] == 0
    assert "is installed already" in run("install", file)[1]
    assert "kai/patrol" in run("list", "packs")[1]
    assert "kai/patrol 1.0.0" in run("list", "ships")[1]
    assert "kai/patrol 1.0.0" in run("list", "project")[1]
    assert run("show", "kai/patrol/kestrel")[0] == 0
    assert run("remove", "kai/patrol", "--yes")[0] == 0
    assert not (home / "packs.lock").exists()
