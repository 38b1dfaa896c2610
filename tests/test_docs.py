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
from enum import Enum
from functools import cache
from itertools import chain
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple, get_args, get_type_hints

import pytest
from PIL import Image, ImageChops

from sheetgen import rulebook
from sheetgen.choices import BookOptions, PrintOptions
from sheetgen.cli.commands import COMMANDS, Command, load_command
from sheetgen.rulebook import list_rules
from sheetgen.systems.catalogue import Systems
from sheetgen.systems.loading import list_shipped
from sheetgen.systems.plain.formula.function import FUNCTIONS
from sheetgen.systems.plain.gamefile import (
    CheckSpec,
    ColumnSpec,
    FieldSpec,
    FleetSpec,
    GameFile,
    KindSpec,
    SheetSpec,
)

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
README = ROOT / "README.md"
PAGES = [README, ROOT / "CHANGELOG.md", ROOT / "CONTRIBUTING.md", *sorted(DOCS.glob("*.md"))]
HOMEBREW = ROOT / "tests" / "homebrew"
LARGEST = 150_000
"""Bytes of a picture: README is read over slow lines too."""

_FENCE = re.compile(r"^( *)```(\w*)\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)
_FILE = re.compile(r"# (\S+\.\w+)|<!-- (\S+\.\w+) -->")
_LINK = re.compile(r"(!?)\[[^\]\[]*\]\(([^)\s]+)\)")
_OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]*")


class Block(NamedTuple):
    """A fenced block of a page."""

    language: str
    text: str


def read_blocks(page: Path) -> Iterator[Block]:
    for found in _FENCE.finditer(page.read_text("utf-8")):
        yield Block(found[2], found[3])


def strip_blocks(page: Path) -> str:
    return _FENCE.sub("", page.read_text("utf-8"))


def run(command: str, folder: Path, *packages: Path) -> str:
    """Runs a command line of the tutorial; what it prints, messages about problems first.

    `packages` are folders where Python also looks for packages.
    """
    words = shlex.split(command)
    assert words[0] == "sheetgen", f"the tutorial runs sheetgen and cd only, not {words[0]}"
    environment = os.environ | {"COLUMNS": "100", "NO_COLOR": "1", "PYTHONUTF8": "1"}
    environment.pop("SHEETGEN_TRACEBACK", None)
    known = [ROOT, *packages, environment.get("PYTHONPATH", "")]
    environment["PYTHONPATH"] = os.pathsep.join(map(str, known))
    done = subprocess.run(
        [sys.executable, "-m", *words],
        cwd=folder,
        env=environment,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode in (0, 1), f"$ {command}\n{done.stderr}"
    assert "Traceback" not in done.stderr, done.stderr
    return done.stderr + done.stdout


def matches(expected: str, answer: str) -> bool:
    """Whether an answer is the expected one, in which `…` stands for anything.

    Within a line it stands for any part of it, and alone in a line for any number of lines.
    """
    parts = []
    for line in expected.rstrip("\n").splitlines():
        if line.strip() == "…":
            parts.append(r"(?:.*\n)*")
        else:
            parts.append(".*".join(map(re.escape, line.split("…"))) + r"\n")
    return (
        re.fullmatch("".join(parts), answer.rstrip("\n") + "\n" if answer.strip() else "")
        is not None
    )


def read_session(text: str) -> Iterator[tuple[str, str]]:
    """The commands of a console block with their expected answers."""
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        command, _, answer = part.partition("\n")
        yield command, answer


def apply_block(block: Block, folder: Path) -> None:
    """Writes or changes the file that a block's first line names, as a comment."""
    first, _, rest = block.text.partition("\n")
    name = _FILE.fullmatch(first)
    if not name:
        return
    file = folder / (name[1] or name[2])
    if block.language != "diff":
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(block.text, "utf-8")
        return
    text = file.read_text("utf-8")
    for part in re.split(r"^(?![-+]).*\n", rest, flags=re.MULTILINE):
        lines = part.splitlines()
        old = "\n".join(line[1:] for line in lines if line.startswith("-"))
        new = "\n".join(line[1:] for line in lines if line.startswith("+"))
        assert text.count(old) == 1 or not lines, (
            f"{file.name} holds {old!r} {text.count(old)} times"
        )
        text = text.replace(old, new) if lines else text
    file.write_text(text, "utf-8")


def follow(page: Path, folder: Path) -> int:
    """Does all that a page says, in a folder; how many commands that were."""
    commands = 0
    for block in read_blocks(page):
        if block.language in ("yaml", "diff", "python", "svg", "toml", "markdown"):
            apply_block(block, folder)
        if block.language != "console":
            continue
        for command, expected in read_session(block.text):
            commands += 1
            if command.startswith("cd "):
                folder = folder / command.removeprefix("cd ")
                assert folder.is_dir()
                continue
            answer = run(command, folder)
            told = f"$ {command}\n{answer}\n--- {page.name} has\n{expected}"
            assert matches(expected, answer), told
            for out in re.findall(r" -o (\S+)", command):
                assert (folder / out).stat().st_size > 1000
    return commands


def test_tutorial_works_as_written(tmp_path: Path) -> None:
    assert follow(README, tmp_path) > 10


def test_page_that_adds_a_game_builds_the_one_in_tests(tmp_path: Path) -> None:
    assert follow(DOCS / "add-a-game.md", tmp_path) > 4
    assert read_files(tmp_path / "regatta") == read_files(HOMEBREW)


def test_page_that_makes_a_plain_game_makes_the_one_with_code(tmp_path: Path) -> None:
    """The same game in both ways, to the last byte of every sheet."""
    assert follow(DOCS / "plain-games.md", tmp_path) > 7
    code = tmp_path / "code"
    (code / "templates").mkdir(parents=True)  # a project of its own, without games
    for name in ("heron.yaml", "pond.yaml"):
        shutil.copy(tmp_path / name, code)
    commands = (
        "render pond.yaml --sheet card --sheet roster --sheet counters",
        "render heron.yaml --sheet card --ink grey --colour darkred --fillable",
        "blank card",
        "blank card --size 2 5 12 --fillable",
    )
    for command in commands:
        run(f"sheetgen {command} -o out.pdf", tmp_path)
        run(f"sheetgen {command} -o out.pdf --system {shlex.quote(str(HOMEBREW))}", code)
        assert (tmp_path / "out.pdf").read_bytes() == (code / "out.pdf").read_bytes(), command


def test_page_of_plain_games_names_every_key_and_function() -> None:
    text = (DOCS / "plain-games.md").read_text("utf-8")
    for function in FUNCTIONS.values():
        assert f"| `{function.usage}` | {function.about} |" in text
    models = (GameFile, KindSpec, FieldSpec, CheckSpec, ColumnSpec, FleetSpec, SheetSpec)
    for model in models:
        for name in model.model_fields:
            assert re.search(rf"`{name}\b|\b{name}:", text), f"{model.__name__}: {name}"


def test_examples_of_python_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One after the other, standing beside a new project."""
    run("sheetgen init my-fleet", tmp_path)
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    blocks = [block for block in read_blocks(DOCS / "python.md") if block.language == "python"]
    assert len(blocks) > 5
    for block in blocks:
        exec(compile(block.text, "python.md", "exec"), names)
    assert (tmp_path / "fleet.pdf").stat().st_size > 1000


def test_page_of_python_names_every_option() -> None:
    text = (DOCS / "python.md").read_text("utf-8")
    table = set(re.findall(r"^\| (`.*?`) \|", text, re.MULTILINE))
    named = {name.strip("`") for cell in table for name in cell.split(", ")}
    assert named == PrintOptions.__annotations__.keys()
    assert set(BookOptions.__annotations__) <= {*named, "theme", "spine"}


def test_page_that_adds_a_game_packs_it_too(tmp_path: Path) -> None:
    """The package that the page's pyproject.toml makes, put where Python finds it."""
    page = DOCS / "add-a-game.md"
    block = next(block for block in read_blocks(page) if block.language == "toml")
    project = tomllib.loads(block.text)["project"]
    entries = project["entry-points"]["sheetgen.systems"]
    ((_, target),) = entries.items()
    shutil.copytree(HOMEBREW, tmp_path / target.partition(":")[0])
    facts = tmp_path / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    facts.mkdir()
    (facts / "METADATA").write_text(f"Name: {project['name']}\nVersion: {project['version']}\n")
    lines = [f"{name} = {value}" for name, value in entries.items()]
    (facts / "entry_points.txt").write_text("\n".join(["[sheetgen.systems]", *lines, ""]))
    folder = tmp_path / "boats"
    folder.mkdir()
    assert "\nregatta " in run("sheetgen list", folder, tmp_path)
    assert "speed by planks lost" in run("sheetgen show dabchick", folder, tmp_path)
    assert "1 piece on 1 page" in run("sheetgen render dabchick -o d.pdf", folder, tmp_path)
    assert "regatta/card.svg is written" in run("sheetgen eject card", folder, tmp_path)
    assert "top-heavy (warning)" in run("sheetgen explain top-heavy", folder, tmp_path)


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


def test_page_of_rules_is_up_to_date() -> None:
    made = run("sheetgen explain --markdown", ROOT)
    assert (DOCS / "rules.md").read_text("utf-8") == made, "run `make docs`"


@pytest.mark.parametrize("game", [s.id for s in Systems().all()])
def test_page_of_a_game_names_its_rules_sheets_and_keys(game: str) -> None:
    system = next(s for s in Systems().all() if s.id == game)
    text = (DOCS / f"{game}.md").read_text("utf-8")
    for rule in list_rules(Systems()):
        if rule.origin == game:
            assert f"`{rule.name}`" in text, rule.name
    for sheet in system.sheets:
        assert f"`{sheet.name}`" in text, sheet.name
    for kind in system.kinds:
        for name, field in kind.model.model_fields.items():
            assert f"`{field.alias or name}`" in text, f"{kind.name}: {name}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_definitions_on_pages_are_right(
    page: Path, tmp_path: Path, run_in: Callable[..., Any]
) -> None:
    """Every whole definition outside of the tutorial is one that prints."""
    if page.name in ("gallery.md", "rules.md"):
        return  # those are drawn by the gallery, and wrong on purpose
    for at, block in enumerate(read_blocks(page)):
        if block.language == "yaml" and block.text.startswith("system:"):
            file = tmp_path / f"definition-{at}.yaml"
            file.write_text(block.text, "utf-8")
            outcome = run_in(tmp_path, "validate", file.name, "--strict")
            answer = outcome.stdout + outcome.stderr
            assert "0 definitions" not in answer, answer
            assert "error" not in answer, answer


def list_modules(folder: Path) -> set[str]:
    """The modules and tables below a folder of the package."""
    files = (path for path in folder.rglob("*") if path.suffix in (".py", ".yaml"))
    return {path.relative_to(folder).as_posix() for path in files}


def list_named_files(page: Path) -> set[str]:
    return set(re.findall(r"`([\w/-]+\.(?:py|yaml))`", page.read_text("utf-8")))


def test_architecture_names_files_that_are_there() -> None:
    package = ROOT / "sheetgen"
    named = list_named_files(DOCS / "architecture.md")
    assert named == {name for name in named if (package / name).exists() or (ROOT / name).exists()}


@pytest.mark.parametrize("game", [s.id for s in Systems().all()])
def test_page_of_a_game_names_its_modules(game: str) -> None:
    page = DOCS / f"{game}.md"
    _, _, files = page.read_text("utf-8").partition("\n## Files\n")
    named = set(re.findall(r"`([\w/-]+\.(?:py|yaml))`", files))
    assert named == list_modules(ROOT / "sheetgen" / "systems" / game.replace("-", "_"))


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
def gallery(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(DOCS)
    return importlib.import_module("gallery")


def test_gallery_page_is_up_to_date(gallery: ModuleType) -> None:
    assert (DOCS / "gallery.md").read_text("utf-8") == gallery.write_page()


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
