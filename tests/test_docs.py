"""README and docs: what they tell is so, and nothing that should be told is missing."""

from __future__ import annotations

import importlib
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from contextlib import chdir
from enum import Enum
from functools import cache
from itertools import chain
from pathlib import Path
from types import ModuleType
from typing import Any, get_args, get_type_hints
from unittest.mock import patch

import pytest
from PIL import Image, ImageChops

import sheetgen
from sheetgen.cli.commands import COMMANDS, Command, load_command
from sheetgen.packs.contents import load
from sheetgen.packs.installation import install
from sheetgen.packs.packing import pack
from sheetgen.printing.options import BookOptions, PrintOptions
from sheetgen.project import rules as rulebook
from sheetgen.project.project import open_folder
from sheetgen.project.rules import list_rules
from sheetgen.reading.model import Model, list_keys
from sheetgen.shop import tabletop
from sheetgen.systems.loading import Systems, list_examples, list_shipped
from sheetgen.systems.plain import gamefile, kindfile
from sheetgen.systems.plain.field import TYPES
from sheetgen.systems.plain.formula.function import FUNCTIONS
from tests.conftest import Outcome
from tests.page import (
    DOCS,
    EXCUSED,
    MISTAKES,
    PAGES,
    README,
    ROOT,
    Block,
    Deed,
    Reader,
    apply_block,
    matches,
    read_blocks,
    read_script,
    strip_blocks,
)

Run = Callable[..., Outcome]
ARCHITECTURE = DOCS / "dev" / "architecture.md"
GAMES = DOCS / "games.md"
HOMEBREW = ROOT / "tests" / "homebrew"
LARGEST = 150_000
"""Bytes of a picture: README is read over slow lines too."""
FROM_NOTHING = ("README.md", "games.md", "import.md")
"""Pages whose reader begins in an empty folder; others have done what README says."""
BESIDE = ("books.md", "python.md", "studio.md")
"""Pages whose reader stands beside the project `my-fleet`; others are in it."""

_LINK = re.compile(r"(!?)\[[^\]\[]*\]\(([^)\s]+)\)")
_OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]*")


def begin(folder: Path, run_in: Run) -> Path:
    """The project that README's tutorial makes, with a first drawing, and nothing printed."""
    home = folder / "my-fleet"
    assert run_in(folder, "init", "my-fleet").status == 0
    for block in (*read_blocks(README), *read_blocks(DOCS / "svg.md")):
        if block.file and block.language != "diff":
            apply_block(block, home)
    return home


def redraw(folder: Path) -> None:
    """Redraws a sample with the mouse, as the pictures of docs/svg.md show."""
    file = folder / "display-warrior.svg"
    redrawing = importlib.import_module("gallery.redrawing")
    file.write_text(redrawing.redraw(file.read_text("utf-8")), "utf-8")


def commit(folder: Path) -> None:
    """Keeps two versions of a project with git."""
    identity = ("-c", "user.name=A Reader", "-c", "user.email=reader@example.org")
    for words in (
        ["init", "-q"],
        ["add", "."],
        ["commit", "-qm", "One"],
        ["commit", "-qm", "Two", "--allow-empty"],
    ):
        subprocess.run(["git", *identity, *words], cwd=folder, check=True)


PACK = "border-patrol-1.0.0.sheetpack"


def name_pack(folder: Path) -> None:
    """Writes what a project says of itself as a pack."""
    said = "pack: kai/border-patrol\nversion: 1.0.0\nlicence: CC0-1.0\nauthors: [Kai]\n"
    if not (folder / "pack.yaml").exists():
        (folder / "pack.yaml").write_text(said, "utf-8")


def give_pack(folder: Path) -> None:
    """Gives the reader a pack."""
    name_pack(folder)
    (folder / PACK).write_bytes(pack(folder, ["kestrel"]).archive)


def install_pack(folder: Path) -> None:
    """Gives the reader a pack that is installed, if there is none yet."""
    if (folder / "packs.lock").exists():
        return
    give_pack(folder)
    install(load(folder / PACK), folder)


def order_book(folder: Path) -> None:
    """Makes the files of a book for a print shop."""
    project = sheetgen.open_project(folder)
    files = project.publish("book.yaml", profile="lulu-book").files
    assert files
    (folder / "lulu").mkdir(exist_ok=True)
    for name, data in files.items():
        (folder / "lulu" / name).write_bytes(data)


@pytest.fixture(autouse=True, scope="module")
def _coarse() -> Iterator[None]:
    """Paints cards with few pixels: tests/shop/test_tabletop.py has as many as are printed."""
    with patch.object(tabletop, "_DPI", 75):
        yield


DEEDS: dict[str, Deed] = {
    "sheetgen preflight lulu --for lulu-book": order_book,
    "sheetgen pack": name_pack,
    f"sheetgen install {PACK} --yes": give_pack,
    "sheetgen remove kai/border-patrol --yes": install_pack,
    "sheetgen remove kai/border-patrol@1.0.0 --yes": install_pack,
    "sheetgen adopt display-warrior.svg": redraw,
    "sheetgen compare fleet.yaml@HEAD~1 fleet.yaml": commit,
}


@pytest.fixture(scope="session")
def followed(tmp_path_factory: pytest.TempPathFactory, run_in: Run) -> Callable[[Path], Path]:
    """Follows a page to its end, once; the folder where that was."""

    @cache
    def follow(page: Path) -> Path:
        folder = tmp_path_factory.mktemp(page.stem)
        if page.name not in FROM_NOTHING:
            home = begin(folder, run_in)
            reader = Reader(folder if page.name in BESIDE else home, run_in, DEEDS)
        else:
            reader = Reader(folder, run_in)
        reader.follow(page)
        return folder

    return follow


LONG = ("print-shops.md", "tabletop.md")
"""Pages whose blocks paint hundreds of cards, as tests/shop does."""


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    "page",
    [
        pytest.param(page, marks=pytest.mark.whole if page.name in LONG else (), id=page.name)
        for page in PAGES
    ],
)
def test_every_block_does_what_its_page_says(page: Path, followed: Callable[[Path], Path]) -> None:
    followed(page)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_fence_is_of_a_block(page: Path) -> None:
    fences = re.findall(r"^ *(?:```|~~~)", page.read_text("utf-8"), re.MULTILINE)
    assert len(fences) == 2 * len(list(read_blocks(page)))


def test_every_excuse_and_mistake_is_of_a_block() -> None:
    blocks = [block for page in PAGES for block in read_blocks(page)]
    for name, start in EXCUSED:
        assert any(b.page.name == name and b.text.startswith(start) for b in blocks), start
    for name, rule in MISTAKES:
        assert any(b.page.name == name and f"[{rule}]:" in b.text for b in blocks), rule


def test_page_of_games_builds_the_one_in_tests(followed: Callable[[Path], Path]) -> None:
    assert read_files(followed(GAMES) / "games" / "regatta") == read_files(HOMEBREW)


@pytest.mark.sampled(4)
@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_examples_of_help_work(command: Command, tmp_path: Path, run_in: Run) -> None:
    """One after the other, where README's tutorial has been done; some are in commands.md too."""
    text = run_in(tmp_path, command.name, "--help").stdout
    examples = re.findall(r"^  (sheetgen \S.*?)(?:  .*)?$", text, re.MULTILINE)
    assert examples
    told = chain.from_iterable(
        read_script(block.text) for block in read_blocks(DOCS / "commands.md")
    )
    block = Block(
        Path("help"), 0, "sh", "\n".join(sorted({*examples} - {*told}, key=examples.index))
    )
    Reader(begin(tmp_path, run_in), run_in, DEEDS).try_block(block)


def test_page_of_games_names_every_key_and_function() -> None:
    text = GAMES.read_text("utf-8")
    for function in FUNCTIONS.values():
        assert f"| `{function.usage}` | {function.about} |" in text
    known = {**vars(gamefile), **vars(kindfile)}.values()
    models = [model for model in known if isinstance(model, type) and issubclass(model, Model)]
    assert gamefile.GameFile in models and kindfile.KindSpec in models
    for model in models:
        for key in list_keys(model).values():
            name = key.title
            assert re.search(rf"`{name}\b|\b{name}:", text), f"{model.__name__}: {name}"
    for name in TYPES:
        assert re.search(rf"^\| .*`{name}`.* \|", text, re.MULTILINE), name


def test_page_of_python_names_every_option() -> None:
    text = (DOCS / "python.md").read_text("utf-8")
    table = set(re.findall(r"^\| (`.*?`) \|", text, re.MULTILINE))
    named = {name.strip("`") for cell in table for name in cell.split(", ")}
    assert named == PrintOptions.__annotations__.keys()
    own = {"format", "theme", "spine", "pages", "booklet", "signature", "creep"}
    assert set(BookOptions.__annotations__) <= {*named, *own}


def test_page_of_games_packs_it_too(tmp_path: Path) -> None:
    """The package that the page's pyproject.toml makes, put where Python finds it."""
    block = next(block for block in read_blocks(GAMES) if block.language == "toml")
    project = tomllib.loads(block.text)["project"]
    entries = project["entry-points"]["sheetgen.systems"]
    ((_, target),) = entries.items()
    shutil.copytree(HOMEBREW, tmp_path / target)
    facts = tmp_path / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    facts.mkdir()
    (facts / "METADATA").write_text(f"Name: {project['name']}\nVersion: {project['version']}\n")
    lines = [f"{name} = {value}" for name, value in entries.items()]
    (facts / "entry_points.txt").write_text("\n".join(["[sheetgen.systems]", *lines, ""]))
    folder = tmp_path / "boats"
    folder.mkdir()
    known = os.pathsep.join([str(ROOT), str(tmp_path), os.environ.get("PYTHONPATH", "")])

    def ask(command: str) -> str:
        words = [sys.executable, "-m", *command.split()]
        environment = {**os.environ, "PYTHONPATH": known, "PYTHONUTF8": "1"}
        done = subprocess.run(
            words, cwd=folder, env=environment, capture_output=True, text=True, check=True
        )
        return done.stdout

    assert "\nregatta " in ask("sheetgen list")
    assert "Heel      39°" in ask("sheetgen show dabchick")
    assert "1 piece on 1 page" in ask("sheetgen render dabchick -o d.pdf")
    assert "regatta/card.svg is written" in ask("sheetgen eject card")
    assert "top-heavy (warning)" in ask("sheetgen explain top-heavy")


def read_files(folder: Path) -> dict[str, str]:
    """The files of a game, by their path in its folder."""
    return {
        path.relative_to(folder).as_posix(): path.read_text("utf-8")
        for path in folder.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


@pytest.mark.parametrize(
    ("expected", "answer", "same"),
    [
        ("a\nb\n", "a\nb\n", True),
        ("a\n", "a\nb\n", False),
        ("a …\n", "a 1 2\n", True),
        ("…/x is\n", "a/b/x is\n", True),
        ("a\n…\n", "a\nb\nc\n", True),
        ("a\n…\n", "b\nc\n", False),
        ("", "", True),
        ("", "a\n", False),
    ],
)
def test_ellipsis_stands_for_any_rest(expected: str, answer: str, same: bool) -> None:
    assert matches(expected, answer) is same


# The command line


@cache
def commands() -> dict[str, Any]:
    return {command.name: load_command(command.name) for command in COMMANDS}


def list_options(command: Any) -> set[str]:
    names = chain.from_iterable((*p.opts, *p.secondary_opts) for p in command.params)
    return {name for name in names if name.startswith("--")} - {"--help"}


def read_reference() -> dict[str, str]:
    """The rows of README's table of commands, by command."""
    rows = re.findall(r"^\| `(\w+)[^|]*\|.*$", README.read_text("utf-8"), re.MULTILINE)
    lines = re.findall(r"^\| `\w+[^|]*\|.*$", README.read_text("utf-8"), re.MULTILINE)
    return dict(zip(rows, lines, strict=True))


def read_sections() -> dict[str, str]:
    """The sections of docs/commands.md, by command."""
    text = (DOCS / "commands.md").read_text("utf-8")
    parts = re.split(r"^## `?(?:sheetgen )?([^`\n]*)`?$", text, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def test_readme_lists_every_command() -> None:
    assert set(read_reference()) >= set(commands())


def test_readme_lists_no_other_options() -> None:
    for name, row in read_reference().items():
        if name in commands():
            assert set(_OPTION.findall(row)) <= list_options(commands()[name]), name


def test_every_command_has_its_section() -> None:
    assert set(commands()) <= set(read_sections())


@pytest.mark.parametrize("name", sorted(commands()))
def test_every_option_is_documented(name: str) -> None:
    command, section = commands()[name], read_sections()[name]
    known = {*list_options(command), "--help"}
    rows = set(_OPTION.findall("\n".join(re.findall(r"^\| (.*?) \|", section, re.MULTILINE))))
    assert list_options(command) == rows, f"docs/commands.md, options of {name}"
    assert set(_OPTION.findall(section)) <= known, f"docs/commands.md: {name} lacks such an option"


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_every_choice_is_documented(command: Command) -> None:
    section = read_sections()[command.name]
    for parameter, hint in get_type_hints(command.load()).items():
        for kind in (hint, *get_args(hint)):
            for choice in kind if isinstance(kind, type) and issubclass(kind, Enum) else ():
                told = f"`{choice.value}`" in section
                assert told, f"docs/commands.md: {command.name}, {parameter} {choice.value}"


def test_readme_tells_what_make_demo_writes() -> None:
    made = set(re.findall(r"-o (build/[^\s;]+)", (ROOT / "Makefile").read_text("utf-8")))
    games = {f"build/{path.name}.pdf" for path in (ROOT / "ships").iterdir()}
    games.remove("build/books.pdf")
    books = {f"build/{path.stem}.pdf" for path in (ROOT / "ships" / "books").glob("*.yaml")}
    made = made - {"build/$$game.pdf", "build/$$book.pdf"} | games | books
    told = set(re.findall(r"`(build/[^`]+)`", README.read_text("utf-8")))
    assert made == told


def test_changelog_and_readme_name_make_targets_that_are_there() -> None:
    targets = set(re.findall(r"^(\w+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    for page in PAGES:
        assert set(re.findall(r"`make (\w+)`", page.read_text("utf-8"))) <= targets, page.name


# Rules, definitions and modules


def test_every_module_that_declares_rules_is_listed() -> None:
    package = ROOT / "sheetgen"
    games = [package / "systems" / game.replace("-", "_") for game in list_shipped()]
    declaring = {
        ".".join(file.relative_to(ROOT).with_suffix("").parts)
        for file in package.rglob("*.py")
        if re.search(r"^[A-Z_]+ = declare\(", file.read_text("utf-8"), re.MULTILINE)
        and not any(file.is_relative_to(game) for game in games)
    }
    assert declaring == set(rulebook.MODULES)


def test_page_of_rules_is_up_to_date(run_in: Run) -> None:
    made = run_in(ROOT, "explain", "--markdown").stdout
    assert (DOCS / "rules.md").read_text("utf-8") == made, "run `make docs`"


@pytest.mark.parametrize("game", [s.id for s in Systems().all()])
def test_page_of_a_game_names_its_rules_sheets_and_keys(game: str) -> None:
    system = next(s for s in Systems().all() if s.id == game)
    text = (DOCS / f"{game}.md").read_text("utf-8")
    assert "](scenarios.md)" in text  # which describes what all scenarios have
    text += (DOCS / "scenarios.md").read_text("utf-8")
    for rule in list_rules(Systems()):
        if rule.origin == game:
            assert f"`{rule.name}`" in text, rule.name
    for sheet in system.sheets:
        assert f"`{sheet.name}`" in text, sheet.name
    for kind in system.kinds:
        for key in list_keys(kind.model).values():
            assert f"`{key.title}`" in text, f"{kind.name}: {key.title}"


def list_named_files(page: Path) -> set[str]:
    return set(re.findall(r"`([\w/-]+\.(?:py|yaml))`", page.read_text("utf-8")))


def list_games() -> list[Path]:
    """The folders of the shipped games."""
    return [ROOT / "sheetgen" / "systems" / game.replace("-", "_") for game in list_shipped()]


def test_architecture_names_files_that_are_there() -> None:
    homes = (ROOT / "sheetgen", ROOT, *list_games())
    named = list_named_files(ARCHITECTURE)
    assert named == {name for name in named if any((home / name).exists() for home in homes)}


def test_architecture_names_the_tables_of_games() -> None:
    """Their modules are in the table that tests/test_layers.py writes."""
    tables = {
        path.relative_to(game).as_posix() for game in list_games() for path in game.rglob("*.yaml")
    }
    assert tables <= list_named_files(ARCHITECTURE)


def test_architecture_is_read_in_ten_minutes() -> None:
    """At 230 words a minute; the table of files is for looking things up."""
    text = strip_blocks(ARCHITECTURE)
    before, _, rest = text.partition("<!-- rooms -->")
    after = rest.partition("<!-- end of rooms -->")[2]
    assert after
    assert len(f"{before} {after}".split()) < 2300


# Links and pictures


def list_links(page: Path) -> Iterator[tuple[bool, str]]:
    text = re.sub(r"`[^`\n]*`", "", strip_blocks(page))  # code tells of links and has none
    for found in _LINK.finditer(text):
        yield found[1] == "!", found[2].replace("\\_", "_")


def make_anchor(heading: str) -> str:
    """The anchor that a heading gets on the pages of code hosts."""
    plain = re.sub(r"[^\w\- ]", "", heading.replace("\\_", "_").lower())
    return plain.strip().replace(" ", "-")


def list_anchors(page: Path) -> set[str]:
    return {make_anchor(h) for h in re.findall(r"^#+ (.*)$", strip_blocks(page), re.MULTILINE)}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for _, link in list_links(page):
        if "://" in link:
            continue
        name, _, anchor = link.partition("#")
        target = page.parent / name if name else page
        assert target.exists(), f"{page.name}: {link}"
        assert target.resolve().is_relative_to(ROOT), f"{page.name}: {link}"
        if anchor:
            assert anchor in list_anchors(target), f"{page.name}: {link}"


def test_pictures_are_small_and_all_shown() -> None:
    shown = set()
    for page in PAGES:
        for is_picture, link in list_links(page):
            if is_picture:
                file = (page.parent / link).resolve()
                assert file.stat().st_size < LARGEST, link
                shown.add(file.relative_to(DOCS).as_posix())
    kept = {file.relative_to(DOCS).as_posix() for file in (DOCS / "pictures").rglob("*.png")}
    assert kept == {name for name in shown if name.startswith("pictures/")}


@pytest.fixture
def gallery() -> ModuleType:
    return importlib.import_module("gallery")


def test_gallery_page_is_up_to_date(gallery: ModuleType) -> None:
    assert (DOCS / "gallery.md").read_text("utf-8") == gallery.write_page()


@pytest.mark.parametrize("game", [s.id for s in (*Systems().all(), *list_examples())])
def test_commands_of_the_gallery_find_what_they_name(
    gallery: ModuleType, game: str, tmp_path: Path, run_in: Run
) -> None:
    """The definitions are read; `test_pictures_are_up_to_date` prints them."""
    [shown] = [one for one in gallery.list_games() if one.id == game]
    page = (DOCS / "gallery.md").read_text("utf-8")
    if shown.folder:
        assert run_in(tmp_path, "init", ".", "--game", game).status == 0
    for name, text in shown.own.items():
        assert f"`{name}` is\n\n```{name.rpartition('.')[2]}\n{text}```\n" in page
        (tmp_path / name).write_text(text, "utf-8")
    commands = [p.command for p in chain.from_iterable(shown.sections.values())]
    names = {path for command in commands for path in read_options(command).get("paths") or ()}
    with chdir(tmp_path):
        found = open_folder(Path(), (), ()).select(sorted(names, key=str))
    assert not [problem for problem in found.diagnostics if problem.is_error]


def read_options(command: str) -> dict[str, Any]:
    """The options and arguments of a command line of sheetgen."""
    _, name, *words = shlex.split(command)
    found: dict[str, Any] = commands()[name].make_context(name, words).params
    return found


def test_commands_of_the_gallery_name_books(
    gallery: ModuleType, tmp_path: Path, run_in: Run
) -> None:
    listed = run_in(tmp_path, "list", "books").stdout
    for shown in (*gallery.books.SPREADS, *gallery.books.COVERS):
        assert re.search(rf"^{read_options(shown.command)['file']}\b", listed, re.MULTILINE)


@pytest.mark.whole
@pytest.mark.parametrize("part", [*(s.id for s in Systems().all()), "books", "others"])
def test_pictures_are_up_to_date(gallery: ModuleType, part: str) -> None:
    """They look like what the program prints now; run `make gallery` when they don't."""
    for file, drawn in gallery.draw_all(part):
        assert file.exists(), f"{file.name} is not drawn yet: make gallery"
        kept = Image.open(file)
        assert kept.size == drawn.size, f"{file.name} is out of date: make gallery"
        # Another version of the rasteriser may place greys a little otherwise, so they are
        # compared four by four pixels, where a line or letter still shows.
        difference = ImageChops.difference(*(p.convert("L").reduce(4) for p in (kept, drawn)))
        most: Any = difference.getextrema()[1]
        assert most < 25, f"{file.name} is out of date: make gallery"
