"""The user's own cache: what is kept is found again, and nobody else can put anything in it."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jinja2
import pytest

from sheetgen.ground import cache
from sheetgen.ground.cache import Cache, CacheKey, find_folder, key_template
from sheetgen.ground.diagnostics import ProblemError
from sheetgen.template import templates as template
from sheetgen.template.templates import CompiledTemplates, Templates

pytestmark = pytest.mark.skipif(not hasattr(os, "geteuid"), reason="nothing is kept there")

NAME, DATA = "name", b"the data"
KEY = CacheKey(NAME, b"source")
OTHER = CacheKey(NAME, b"another source")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A cache folder with something in it, below a folder that only the user can write."""
    (tmp_path / "home").mkdir(mode=0o700)
    folder = tmp_path / "home" / "caches" / "sheetgen"
    Cache(folder).keep(KEY, DATA)
    assert Cache(folder).load(KEY) == DATA
    return folder


def test_what_is_kept_is_closed_to_others(folder: Path) -> None:
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert [path.name for path in folder.iterdir()] == [NAME]
    assert stat.S_IMODE((folder / NAME).stat().st_mode) == 0o600


def test_another_key_finds_nothing(folder: Path) -> None:
    assert Cache(folder).load(OTHER) is None
    assert Cache(folder).load(CacheKey("another name", KEY.source)) is None
    # A part of the data can't pass as a part of the key.
    assert Cache(folder).load(CacheKey(NAME, KEY.source + DATA[:1])) is None


def test_later_data_takes_the_place_of_earlier(folder: Path) -> None:
    Cache(folder).keep(OTHER, b"more")
    assert Cache(folder).load(KEY) is None
    assert Cache(folder).load(OTHER) == b"more"


@pytest.mark.parametrize("cut", [0, 10, 32, 35])
def test_a_file_that_was_cut_short_is_as_good_as_none(folder: Path, cut: int) -> None:
    file = folder / NAME
    file.write_bytes(file.read_bytes()[:cut])
    assert Cache(folder).load(KEY) is None


def test_a_changed_byte_is_noticed(folder: Path) -> None:
    file = folder / NAME
    data = bytearray(file.read_bytes())
    data[-1] ^= 1
    file.write_bytes(data)
    assert Cache(folder).load(KEY) is None


# Whatever others can change is neither read nor written


def _share_file(folder: Path) -> None:
    (folder / NAME).chmod(0o644)


def _share_folder(folder: Path) -> None:
    folder.chmod(0o750)


def _share_parent(folder: Path) -> None:
    folder.parent.chmod(0o777)


def _link_file(folder: Path) -> None:
    (folder / NAME).rename(folder / "elsewhere")
    (folder / NAME).symlink_to("elsewhere")


def _link_folder(folder: Path) -> None:
    folder.rename(folder.with_name("elsewhere"))
    folder.symlink_to("elsewhere")


def _link_into_shared(folder: Path) -> None:
    shared = folder.parent.with_name("shared")
    folder.parent.rename(shared)
    folder.parent.symlink_to(shared)
    shared.chmod(0o777)


def _pipe(folder: Path) -> None:
    (folder / NAME).unlink()
    os.mkfifo(folder / NAME, 0o600)


@pytest.mark.parametrize(
    "spoil",
    [
        _share_file,
        _share_folder,
        _share_parent,
        _link_file,
        _link_folder,
        _link_into_shared,
        _pipe,
    ],
)
def test_what_others_may_have_made_is_not_read(folder: Path, spoil: Callable[[Path], None]) -> None:
    spoil(folder)
    assert Cache(folder).load(KEY) is None


@pytest.mark.parametrize("spoil", [_share_folder, _share_parent, _link_folder, _link_into_shared])
def test_nothing_is_kept_where_others_may_write(
    folder: Path, spoil: Callable[[Path], None]
) -> None:
    spoil(folder)
    Cache(folder).keep(CacheKey("more", b""), DATA)
    assert not (folder / "more").exists()


def test_what_belongs_to_another_user_is_not_read(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    owner = os.geteuid()
    monkeypatch.setattr(os, "geteuid", lambda: owner + 1)
    assert Cache(folder).load(KEY) is None
    Cache(folder).keep(CacheKey("more", b""), DATA)
    assert not (folder / "more").exists()


def test_a_folder_below_one_of_another_user_is_not_read(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever owns a folder can put another one in the place of what is in it."""
    look = os.lstat

    def look_at_another(path: Any) -> os.stat_result:
        found = list(look(path))
        if Path(path) == folder.parent:
            found[stat.ST_UID] = os.geteuid() + 1
        return os.stat_result(found)

    monkeypatch.setattr(os, "lstat", look_at_another)
    assert Cache(folder).load(KEY) is None


def test_a_folder_with_the_sticky_bit_may_be_shared(folder: Path) -> None:
    folder.parent.chmod(0o1777)  # as /tmp is
    assert Cache(folder).load(KEY) == DATA


def test_a_link_of_the_users_own_is_followed(folder: Path) -> None:
    other = folder.parent.with_name("other")
    folder.parent.rename(other)
    folder.parent.symlink_to(other)
    assert Cache(folder).load(KEY) == DATA


# Where nothing can be kept


def test_a_cache_that_can_not_be_written_keeps_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    for place in (tmp_path / "file" / "sheetgen", tmp_path / "file", None):
        Cache(place).keep(KEY, DATA)
        assert Cache(place).load(KEY) is None
    assert (tmp_path / "file").read_text() == "not a folder"


def test_no_home_is_made(tmp_path: Path) -> None:
    """Users of services have homes that do not exist, and are not to."""
    folder = tmp_path / "nonexistent" / ".cache" / "sheetgen"
    Cache(folder).keep(KEY, DATA)
    assert list(tmp_path.iterdir()) == []


def test_no_folder_is_made_where_others_may_write(tmp_path: Path) -> None:
    (tmp_path / "shared").mkdir()
    (tmp_path / "shared").chmod(0o777)
    Cache(tmp_path / "shared" / "sheetgen").keep(KEY, DATA)
    assert list((tmp_path / "shared").iterdir()) == []


def test_a_full_disk_leaves_no_drafts(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*arguments: Any, **named: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", fail)
    Cache(folder).keep(OTHER, b"more")
    assert [path.name for path in folder.iterdir()] == [NAME]
    assert Cache(folder).load(KEY) == DATA


def test_the_oldest_files_make_room(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "_MOST", 6)
    for number in range(8):
        Cache(folder).keep(CacheKey(f"file-{number}", b""), DATA)
        os.utime(folder / f"file-{number}", (number + 1, number + 1))
    os.utime(folder / NAME)
    names = {path.name for path in folder.iterdir()}
    assert len(names) <= 6
    assert {"file-7", NAME} <= names


# Where it is


@pytest.mark.parametrize(
    ("variables", "found"),
    [
        ({"XDG_CACHE_HOME": "/caches"}, "/caches/sheetgen"),
        # A relative path would lead into the project that somebody stands in.
        ({"XDG_CACHE_HOME": "caches", "HOME": "/home/me"}, "/home/me/.cache/sheetgen"),
        ({"XDG_CACHE_HOME": "", "HOME": "/home/me"}, "/home/me/.cache/sheetgen"),
        ({"XDG_CACHE_HOME": "", "HOME": "me"}, None),
        ({"XDG_CACHE_HOME": "/caches", "SHEETGEN_CACHE": "0"}, None),
        ({"XDG_CACHE_HOME": "/caches", "SHEETGEN_CACHE": "Off"}, None),
        ({"XDG_CACHE_HOME": "/caches", "SHEETGEN_CACHE": "1"}, "/caches/sheetgen"),
    ],
)
def test_place(
    monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], found: str | None
) -> None:
    monkeypatch.delenv("SHEETGEN_CACHE", raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert find_folder() == (Path(found) if found else None)


def test_where_owners_can_not_be_told_nothing_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "geteuid")
    assert find_folder() is None


# Templates


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for templates, with an empty cache of its own."""
    (tmp_path / "home").mkdir(mode=0o700)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("SHEETGEN_CACHE", raising=False)
    folder = tmp_path / "templates"
    folder.mkdir()
    return folder


def fill(project: Path, text: str) -> str:
    """A template with this text, filled with the word `six` by templates that are new."""
    root = '<svg xmlns="http://www.w3.org/2000/svg" width="9mm" height="9mm" viewBox="0 0 9 9">'
    (project / "card.svg").write_text(f"{root}{text}</svg>")
    filled = Templates([project], {}).fill("card.svg", word="six")
    return filled.partition(">")[2].removesuffix("</svg>")


def list_kept(project: Path) -> list[Path]:
    """What is in the cache."""
    return [path for path in (project.parent / "home").rglob("*") if path.is_file()]


def list_compiled(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the templates that are compiled from now on."""
    names: list[str] = []
    compile_template = jinja2.Environment.compile

    def note(self: Any, source: Any, name: Any = None, *more: Any, **named: Any) -> Any:
        names.append(str(name))
        return compile_template(self, source, name, *more, **named)

    monkeypatch.setattr(jinja2.Environment, "compile", note)
    return names


def test_a_template_is_compiled_once(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = list_compiled(monkeypatch)
    assert fill(project, "<text>{{ word }}</text>") == "<text>six</text>"
    assert fill(project, "<text>{{ word }}</text>") == "<text>six</text>"
    assert names == ["card.svg"]
    assert fill(project, "<text>{{ word }}!</text>") == "<text>six!</text>"
    assert names == ["card.svg"] * 2


def test_without_a_cache_it_is_compiled_in_each_run(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SHEETGEN_CACHE", "0")
    names = list_compiled(monkeypatch)
    for _ in range(2):
        assert fill(project, "<text>{{ word }}</text>") == "<text>six</text>"
    assert names == ["card.svg"] * 2
    assert list((project.parent / "home").iterdir()) == []


def test_a_mistake_of_a_kept_template_is_placed_as_before(project: Path) -> None:
    found = []
    for _ in range(2):
        with pytest.raises(Exception) as error:
            fill(project, "\n<text>{{ word }}</text>\n<text>{{ word.size }}</text>")
        found.append([str(d) for d in error.value.diagnostics])  # type: ignore[attr-defined]
        assert error.value.diagnostics[0].line == 3  # type: ignore[attr-defined]
    assert found[0] == found[1]


def test_an_unsafe_template_is_never_kept(project: Path) -> None:
    for _ in range(2):
        with pytest.raises(Exception, match="__class__"):
            fill(project, "{{ word.__class__ }}")
    assert not list_kept(project)


def test_a_template_that_is_no_xml_is_never_kept(project: Path) -> None:
    for _ in range(2):
        with pytest.raises(ProblemError, match="not well-formed XML: mismatched tag"):
            fill(project, "<text>{{ word }}")
    assert not list_kept(project)


def test_what_an_editor_wrote_is_mended_when_it_is_compiled(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = list_compiled(monkeypatch)
    for _ in range(2):
        assert fill(project, '<!--{% if word &gt; "a" %}-->{{ word }}<!--{% endif %}-->') == "six"
    assert names == ["card.svg"]
    monkeypatch.setattr(template, "mend", lambda text: text)
    assert fill(project, '<!--{% if word &gt; "a" %}-->{{ word }}<!--{% endif %}-->') == "six"


def test_what_another_version_kept_is_not_used(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(project, "<text>{{ word }}</text>")
    monkeypatch.setattr(cache, "_describe_program", lambda: b"another version")
    names = list_compiled(monkeypatch)
    fill(project, "<text>{{ word }}</text>")
    assert names == ["card.svg"]


def test_whatever_decides_what_is_kept_is_part_of_its_key(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python, the libraries, and every module of our own."""
    describe = cache._describe_program.__wrapped__
    before = describe()
    assert describe() == before
    with monkeypatch.context() as patch:
        patch.setattr(cache, "MAGIC_NUMBER", b"else")
        assert describe() != before
    libraries: list[Path] = []
    with monkeypatch.context() as patch:
        patch.setattr(cache, "stamp_file", libraries.append)
        assert describe() != before
    assert [path.parent.name for path in libraries] == ["jinja2", "uharfbuzz", "pyphen"]
    package = Path(cache.__file__).parents[1]
    stamps = {path: stamp for path, *stamp in cache._stamp_modules(package)}
    assert {*map(Path, stamps)} == {*package.rglob("*.py")}
    with monkeypatch.context() as patch:
        changed = [(path, 0, 0, 0) for path in stamps]
        patch.setattr(cache, "_stamp_modules", lambda folder: changed)
        assert describe() != before


def test_code_put_there_by_hand_for_another_text_is_not_run(project: Path) -> None:
    """A file of the cache under another name, as somebody could copy it, is not taken."""
    fill(project, "<text>bad</text>")
    (kept,) = (path for path in (project.parent / "home" / "sheetgen").iterdir())
    bad = kept.read_bytes()
    fill(project, "<text>{{ word }}</text>")
    assert kept.read_bytes() != bad
    kept.write_bytes(bad)
    assert fill(project, "<text>{{ word }}</text>") == "<text>six</text>"


def test_names_that_are_no_unicode_have_keys() -> None:
    name = CompiledTemplates(Cache(None)).get_cache_key("card.svg", "/home/\udcff/card.svg")
    key = key_template(name, "\ud800")
    assert key.name != key_template("card.svg\n/home/card.svg", "\ud800").name
    assert key != key_template(name, "\ud801")
