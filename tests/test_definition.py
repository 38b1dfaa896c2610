"""Files and folders to definitions: what is found, what it is called, what is refused."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from sheetgen.definitions.collection import Collection, find_files
from sheetgen.definitions.linking import gather
from sheetgen.definitions.shelf import Shelf
from sheetgen.ground import assets
from sheetgen.ground.diagnostics import ProblemError
from sheetgen.ground.files import Files
from sheetgen.systems.loading import Systems, load_folder

Writer = Callable[..., Path]


def read(*paths: Path) -> Collection:
    return gather(paths, Shelf(Systems()))


def errors(collection: Collection) -> list[str]:
    return [d.rule for d in collection.diagnostics if d.is_error]


# Finding files


def names(folder: Path) -> list[str]:
    files, found = find_files([folder], Files())
    assert found == []
    return [file.relative_to(folder).as_posix() for file in files]


def test_folders_are_searched_in_natural_order(project: Path, write_ship: Writer) -> None:
    for name in ("bb10.yaml", "bb2.yml", "BB1.YAML", "a/z.yaml", "c/d/e.yaml", "notes.txt"):
        write_ship(name)
    assert names(project) == ["a/z.yaml", "BB1.YAML", "bb2.yml", "bb10.yaml", "c/d/e.yaml"]


@pytest.mark.parametrize(
    "name", [".hidden.yaml", ".git/x.yaml", "templates/x.yaml", "fonts/x.yaml", "build/x.yaml"]
)
def test_some_files_are_passed_over(project: Path, write_ship: Writer, name: str) -> None:
    write_ship("ship.yaml")
    write_ship(name)
    assert names(project) == ["ship.yaml"]


def test_a_file_is_read_whatever_its_ending_when_named(project: Path, write_ship: Writer) -> None:
    assert len(read(write_ship("ship.txt")).definitions) == 1


def test_a_file_named_twice_is_read_once(project: Path, write_ship: Writer) -> None:
    path = write_ship()
    assert len(read(path, path, project).definitions) == 1


def test_an_empty_folder_is_told(project: Path) -> None:
    assert errors(read(project)) == ["no-definitions"]


def test_a_missing_file_is_told_with_the_nearest_name(project: Path, write_ship: Writer) -> None:
    write_ship("warrior.yaml")
    collection = read(project / "warior.yaml")
    assert errors(collection) == ["no-file"]
    assert collection.diagnostics[0].hint == "did you mean warrior.yaml?"


def test_a_missing_folder_is_told(project: Path) -> None:
    assert errors(read(project / "nowhere" / "ships")) == ["no-file"]


def test_a_link_that_leads_to_itself_is_told(project: Path) -> None:
    (project / "ship.yaml").symlink_to("ship.yaml")
    assert errors(read(project / "ship.yaml")) == ["no-file"]


def test_a_link_that_leads_nowhere_is_told(project: Path) -> None:
    (project / "ship.yaml").symlink_to("gone.yaml")
    assert errors(read(project)) == ["no-file"]


def test_a_file_that_may_not_be_read_is_told(project: Path, write_ship: Writer) -> None:
    path = write_ship()
    with patch.object(os, "open", side_effect=PermissionError(13, "Permission denied")):
        collection = read(path)
    assert errors(collection) == ["no-file"]
    assert "Permission denied" in collection.diagnostics[0].message


def test_a_folder_that_may_not_be_read_is_told(project: Path) -> None:
    with patch.object(Path, "iterdir", side_effect=PermissionError(13, "Permission denied")):
        assert errors(read(project)) != []


def test_a_link_to_a_folder_above_is_not_followed(project: Path, write_ship: Writer) -> None:
    write_ship()
    (project / "loop").symlink_to(".")
    assert errors(read(project)) == []


def test_a_name_that_no_file_can_have_is_told(project: Path) -> None:
    assert errors(read(project / ("a" * 300))) == ["no-file"]


# Ids


def test_the_id_is_the_files_name(write_ship: Writer) -> None:
    (ship,) = read(write_ship("Iron Duke.yaml")).definitions
    assert (ship.id, ship.name) == ("Iron Duke", "Swordfish")


def test_an_id_of_its_own_wins(write_ship: Writer) -> None:
    (ship,) = read(write_ship("x.yaml", id="duke")).definitions
    assert ship.id == "duke"


def test_several_definitions_of_a_file(project: Path, spell_ship: Callable[..., str]) -> None:
    path = project / "ships.yaml"
    path.write_text(f"{spell_ship(id='a')}---\n{spell_ship(id='b')}", "utf-8")
    assert [d.id for d in read(path).definitions] == ["a", "b"]


def test_a_definition_knows_its_place(write_ship: Writer) -> None:
    (ship,) = read(write_ship()).definitions
    assert (ship.place.line, ship.place.column) == (2, 7)


def test_the_texts_are_kept_for_excerpts(write_ship: Writer) -> None:
    path = write_ship()
    assert list(read(path).texts.values()) == [path.read_text("utf-8")]


# Pictures


def test_a_picture_is_looked_up_beside_the_definition(write_ship: Writer, project: Path) -> None:
    (project / "ships").mkdir()
    (project / "ships" / "ship.png").write_bytes(b"")
    (ship,) = read(write_ship("ships/ship.yaml", art="ship.png")).definitions
    assert ship.find_art(ship.written) == str((project / "ships" / "ship.png").resolve())


def test_a_picture_of_the_project_may_stand_above(write_ship: Writer, project: Path) -> None:
    (project / "ship.png").write_bytes(b"")
    assert errors(read(write_ship("ships/ship.yaml", art="../ship.png"))) == []


def test_a_link_does_not_lead_a_picture_out(write_ship: Writer, project: Path) -> None:
    (project.parent / "secret.png").write_bytes(b"")
    (project / "ship.png").symlink_to(project.parent / "secret.png")
    assert errors(read(write_ship(art="ship.png"))) == ["bad-art"]


def test_a_picture_in_a_folder_that_may_not_be_read(write_ship: Writer, project: Path) -> None:
    ship = write_ship(art="art/ship.png")
    real = Path.stat

    def refuse(path: Path, **options: Any) -> os.stat_result:
        if path.name == "ship.png":
            raise PermissionError(13, "Permission denied")
        return real(path, **options)

    with patch.object(Path, "stat", refuse):
        (found,) = read(ship).diagnostics
    assert (found.rule, found.line, found.column) == ("bad-art", 10, 6)
    assert found.message == "the picture art/ship.png can't be read: Permission denied"
    assert found.hint == "look at the folder's permissions"


@pytest.mark.parametrize("art", ["/etc/passwd", "../../x.png", "."])
def test_other_pictures_are_refused(write_ship: Writer, art: str) -> None:
    assert errors(read(write_ship(art=art))) == ["bad-art"]


@pytest.mark.parametrize(
    ("art", "rule"),
    [('"a\\0b.png"', "hidden-text"), ("a" * 300 + ".png", "bad-art")],
    ids=["nul", "long"],
)
def test_a_picture_that_no_file_can_be_is_refused(write_ship: Writer, art: str, rule: str) -> None:
    assert errors(read(write_ship(art=art))) == [rule]


# Games


@pytest.mark.parametrize("name", ["asofs", "ASFOS", "asfos.data", "asfos ", "/tmp"])
def test_a_game_that_is_not_there(write_ship: Writer, name: str) -> None:
    assert errors(read(write_ship(system=f'"{name}"'))) == ["unknown-system"]


@pytest.mark.parametrize(
    "name",
    ["", ".", "..", "../svg", "asfos/", "a" * 3000],
    ids=["empty", "dot", "dots", "beside", "slash", "long"],
)
def test_a_game_that_is_a_path(write_ship: Writer, name: str) -> None:
    assert errors(read(write_ship(system=f'"{name}"'))) == ["unknown-system"]


def test_a_folder_without_a_game(tmp_path: Path) -> None:
    with pytest.raises(ProblemError) as caught:
        load_folder(tmp_path)
    assert caught.value.diagnostics[0].rule == "bad-system"


# Fleets

FLEET = """\
system: asfos
fleet: Squadron
ships:
  - {ship: mine, count: 2}
  - {ship: warrior}
"""


def test_a_fleet_finds_its_ships_beside_it_and_among_the_shipped(
    project: Path, write_ship: Writer
) -> None:
    write_ship("mine.yaml", name="Mine")
    (project / "fleet.yaml").write_text(FLEET)
    collection = read(project / "fleet.yaml")
    assert errors(collection) == []
    (fleet,) = collection.definitions
    assert [link.name for link in fleet.links] == ["Mine", "Warrior"]
    assert fleet.derived["points"] == 14 + 14 + 36


def test_a_ship_beside_the_fleet_wins_over_the_shipped_one(
    project: Path, write_ship: Writer
) -> None:
    write_ship("mine.yaml")
    write_ship("warrior.yaml", name="My Warrior", points=50)
    (project / "fleet.yaml").write_text(FLEET)
    (fleet,) = read(project / "fleet.yaml").definitions
    assert fleet.links[1].name == "My Warrior"


def test_ships_of_a_fleet_are_printed_with_it(project: Path, write_ship: Writer) -> None:
    write_ship("mine.yaml")
    write_ship("other.yaml")
    (project / "fleet.yaml").write_text(FLEET)
    collection = read(project)
    assert {d.id for d in collection.printed} == {"fleet", "other"}


@pytest.mark.parametrize(
    ("changes", "rule"),
    [
        ({"points": 63}, "points-mismatch"),
        ({"class_": "BB"}, "class-mismatch"),
        ({"mass": 0}, "out-of-range"),
        ({"art": "gone.png"}, "bad-art"),
    ],
)
def test_a_fault_of_a_ship_that_only_the_fleet_names_is_told(
    project: Path, write_ship: Writer, changes: dict[str, object], rule: str
) -> None:
    write_ship("mine.yaml", **changes)
    (project / "fleet.yaml").write_text(FLEET)
    rules = [(d.rule, Path(d.file).name) for d in read(project / "fleet.yaml").diagnostics]
    assert (rule, "mine.yaml") in rules


# The project folder


def test_the_project_is_the_nearest_folder_with_templates(project: Path) -> None:
    (project / "a" / "b").mkdir(parents=True)
    assert assets.find_project(project / "a" / "b") == project
    assert assets.find_project(project / "a" / "x.yaml") == project


def test_a_folder_of_fonts_makes_a_project_too(tmp_path: Path) -> None:
    (tmp_path / "x" / "fonts").mkdir(parents=True)
    assert assets.find_project(tmp_path / "x") == tmp_path / "x"


def test_without_either_the_folder_itself_is_the_project(tmp_path: Path) -> None:
    (tmp_path / "x").mkdir()
    assert assets.find_project(tmp_path / "x") == tmp_path / "x"


def test_a_mark_makes_a_project(tmp_path: Path) -> None:
    folder = tmp_path / "my fleet"
    (folder / "ships" / "old" / "a" / "b" / "c" / "d" / "e").mkdir(parents=True)
    (folder / "sheetgen.yaml").write_text("")
    assert assets.locate_project(folder / "ships" / "old" / "a" / "b" / "c" / "d" / "e") == (
        folder,
        ("sheetgen.yaml",),
    )
    (folder / "ships" / "old" / "sheetgen.yaml").mkdir()  # which is no file
    assert assets.find_project(folder / "ships" / "old") == folder


def test_the_nearest_of_two_projects_is_taken(project: Path) -> None:
    (project / "sheetgen.yaml").write_text("")
    (project / "inner" / "fonts").mkdir(parents=True)
    (project / "inner" / "ships").mkdir()
    assert assets.locate_project(project / "inner" / "ships") == (project / "inner", ("fonts",))


def test_a_game_of_a_project_is_none_of_its_own_unless_it_is_marked(tmp_path: Path) -> None:
    game = tmp_path / "games" / "pond"
    (game / "ships").mkdir(parents=True)
    (game / "game.yaml").write_text("")
    assert assets.locate_project(game / "ships") == (tmp_path, ("games",))
    (game / "sheetgen.yaml").write_text("")
    assert assets.find_project(game / "ships") == game


def give(path: Path, owner: int) -> None:
    """Gives a file to another user, which only root can do."""
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        pytest.skip("only root gives files to others")
    os.chown(path, owner, -1)


def test_a_folder_of_another_owner_is_not_taken(project: Path) -> None:
    inner = project / "mine" / "ships"
    inner.mkdir(parents=True)
    (project / "sheetgen.yaml").write_text("")
    assert assets.find_project(inner) == project
    give(project, 1234)
    assert assets.find_project(inner) == inner
    assert assets.find_project(project) == project  # but where it is named, it is


def test_what_another_owner_put_into_a_folder_makes_no_project(project: Path) -> None:
    (project / "mine").mkdir()
    assert assets.find_project(project / "mine") == project
    give(project / "templates", 1234)
    assert assets.find_project(project / "mine") == project / "mine"
    assert assets.find_project(project) == project


def test_templates_of_another_owner_change_no_print(run_in: Any, tmp_path: Path) -> None:
    own, shared = tmp_path / "fleet", tmp_path / "templates"
    own.mkdir()
    (shared / "common").mkdir(parents=True)
    (shared / "common" / "margin.svg").write_text("not what was asked for")
    asked = ("render", "warrior", "-o", "x.pdf")
    assert "template" in run_in(own, *asked).stderr  # it is one owner's, and wins
    give(shared, 1234)
    assert run_in(own, *asked).status == 0


def test_the_search_does_not_leave_a_file_system(project: Path, monkeypatch: Any) -> None:
    (project / "disk" / "fleet").mkdir(parents=True)
    stat = Path.stat

    def mount(path: Path, **options: Any) -> Any:
        state = stat(path, **options)
        if path.is_relative_to(project / "disk"):
            return state
        return os.stat_result([*state[:2], state.st_dev + 1, *state[3:]])

    monkeypatch.setattr(Path, "stat", mount)
    assert assets.find_project(project / "disk" / "fleet") == project / "disk" / "fleet"


def test_links_and_dots_lead_where_they_lead(project: Path, tmp_path: Path) -> None:
    (project / "ships").mkdir()
    other = tmp_path / "other" / "deep"
    other.mkdir(parents=True)
    (project / "link").symlink_to(other)
    assert assets.find_project(project / "link") == project  # as the user calls it
    assert assets.find_project(project / "ships" / ".." / ".." / "other") == tmp_path / "other"
    assert assets.find_project(project / "link" / ".." / "x.yaml") == tmp_path / "other"


def test_what_is_missing_belongs_to_the_project_where_it_would_be(project: Path) -> None:
    assert assets.find_project(project / "a" / "b" / "x.yaml") == project


@pytest.mark.parametrize("linked", [False, True])
def test_only_a_mark_makes_a_project_of_the_home_folder(
    tmp_path: Path, monkeypatch: Any, linked: bool
) -> None:
    home = tmp_path / "home"
    (home / "templates").mkdir(parents=True)
    (home / "fleet").mkdir()
    (tmp_path / "alias").symlink_to(home)
    monkeypatch.setattr(Path, "home", lambda: tmp_path / "alias" if linked else home)
    assert assets.find_project(home / "fleet") == home / "fleet"
    assert assets.find_project(home) == home
    (tmp_path / "sheetgen.yaml").write_text("")
    assert assets.find_project(home / "fleet") == home / "fleet"
    assert assets.find_project(home) == home
    (home / "sheetgen.yaml").write_text("")
    assert assets.find_project(home / "fleet") == home


def test_the_search_ends_at_the_home_folder(project: Path, monkeypatch: Any) -> None:
    home = project / "home"
    (home / "fleet").mkdir(parents=True)
    monkeypatch.setattr(Path, "home", lambda: home)
    assert assets.find_project(home / "fleet") == home / "fleet"
