"""Pages of README and docs: their fenced blocks, and doing what these say in a scratch folder."""

from __future__ import annotations

import re
import shlex
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import chdir
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from sheetgen.cli.commands import load_command

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
README = ROOT / "README.md"
PAGES = [README, ROOT / "CHANGELOG.md", ROOT / "CONTRIBUTING.md", *sorted(DOCS.rglob("*.md"))]

_FENCE = re.compile(r"^( *)```([^\n]*)\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)
_FILE = re.compile(r"# (\S+\.\w+)|<!-- (\S+\.\w+) -->")

Runner = Callable[..., Any]
"""Runs a command in a folder, as the fixture `run_in` does."""
Deed = Callable[[Path], None]
"""What a reader does in a folder by hand, such as drawing, before a command can work."""
NOTHING: Mapping[str, Deed] = {}

OTHERS = {
    "git": "it is the user's own, and needs an address",
    "make": "tests/test_layers.py and this file know its targets, and it would run all tests",
    "npm": "it needs the internet; `make build/pyodide` runs it",
    "pip": "it installs; tests/test_distribution.py does so in clean environments",
    "pipx": "it installs, as pip does",
    ".venv/bin/python": "it would run tests inside of a test",
}
"""Programs that pages start besides sheetgen, which are not run here, and why."""

EXCUSED = {
    ("gallery.md", ""): "files of pictures, which are printed below",
    ("rules.md", ""): "examples of rules, most of them mistakes, which tests/errors makes",
    ("architecture.md", "YAML text → Source"): "a drawing made of letters",
    ("architecture.md", "cli"): "tests/test_layers.py writes it",
    ("games.md", "shoal:"): "tests/plain/test_blocks.py has such terrain",
    ("games.md", "silhouette:"): "tests/plain/test_blocks.py has such ships",
    ("games.md", "- name: ruler"): "tests/plain/test_blocks.py has such aids",
    ("games.md", "types:"): "a part of a game; tests/plain/test_language.py has the like",
    ("games.md", "functions:"): "the same",
    ("games.md", "# part of game.yaml"): "tests/plain/test_units.py has such a game",
    ("barsoom.md", "crew:"): "a part of a ship; tests/barsoom/test_nautical.py has the like",
    ("scenarios.md", "tokens:"): "a part of a scenario, see tests/plain/test_blocks.py",
    ("performance.md", "browser → web server"): "a drawing made of letters",
    ("games.md", "  - {name: card, title: Card"): "a part of sheets, see tests/plain",
    ("games.md", "  - name: cards"): "a part of sheets, see tests/plain",
    ("games.md", "<!--{% for line in"): "a part of a template, see tests/plain",
    ("languages.md", "The signal said"): "tests/test_languages.py has such passages",
    ("languages.md", 'msgid "HULL"'): "tests/test_languages.py has such a catalogue",
    ("looks.md", "<!--{% with w = 18"): "a part of a template; tests/test_look.py draws all parts",
}
"""Blocks that are not tried, by page and the beginning of their text, and why."""

FEWER = {"sheetgen duel": ("--duels", "4", "--jobs", "1")}
"""Options that make a command of a shell block, whose answer is not on the page, quicker."""


class Mistake(NamedTuple):
    """What is changed in a file, and the command that then reports it."""

    file: str
    old: str
    new: str
    command: str


MISTAKES = {
    ("books.md", "bad-chapter"): Mistake(
        "book/introduction.md", "warrior.points", "warrior.pionts", "sheetgen validate book.yaml"
    ),
    ("commands.md", "unknown-key"): Mistake(
        "ships/kestrel.yaml", "screens:", "screen:", "sheetgen validate ships/kestrel.yaml"
    ),
    ("games.md", "bad-game"): Mistake(
        "games/regatta/game.yaml", "python: rules.py", "python: rules.py", "sheetgen validate"
    ),
    ("games.md", "broken-game"): Mistake(
        "games/regatta/rules.py",
        "boat.record.speeds",
        "boat.record.sepeds",
        "sheetgen render heron.yaml --sheet dial -o d.pdf --system games/regatta",
    ),
    ("games.md", "unknown-name"): Mistake(
        "games/regatta/game.yaml",
        "sqrt(planks",
        "sqrt(plank",
        "sheetgen validate --system games/regatta",
    ),
    ("svg.md", "overflow"): Mistake(
        "badge.svg",
        'data-width="52">Kestrel',
        'data-width="20">A very long name that never fits',
        "sheetgen draw badge.svg -o badge.pdf",
    ),
}
"""The mistakes behind the reports that pages show, by page and rule."""


class Block(NamedTuple):
    """A fenced block of a page; the line is that of its fence."""

    page: Path
    line: int
    language: str
    text: str

    @property
    def place(self) -> str:
        """Where it is, for messages."""
        return f"{self.page.name}:{self.line}"

    @property
    def excuse(self) -> str:
        """Why it is not tried, if so."""
        name = self.page.name
        return next(
            (w for (p, t), w in EXCUSED.items() if p == name and self.text.startswith(t)), ""
        )

    @property
    def file(self) -> str:
        """The file that its first line names, as a comment."""
        name = _FILE.fullmatch(self.text.partition("\n")[0])
        return name[1] or name[2] if name else ""


def read_blocks(page: Path) -> Iterator[Block]:
    """The fenced blocks of a page, in order."""
    text = page.read_text("utf-8")
    for found in _FENCE.finditer(text):
        yield Block(page, text[: found.start()].count("\n") + 1, found[2], found[3])


def strip_blocks(page: Path) -> str:
    """The text of a page without its blocks."""
    return _FENCE.sub("", page.read_text("utf-8"))


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
    text = answer.rstrip("\n") + "\n" if answer.strip() else ""
    return re.fullmatch("".join(parts), text) is not None


def read_session(text: str) -> Iterator[tuple[str, str]]:
    """The commands of a console block with their expected answers."""
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        command, _, answer = part.partition("\n")
        yield command, answer


def read_script(text: str) -> list[str]:
    """The commands of a shell block, without their comments."""
    lines = text.replace("\\\n", " ").splitlines()
    commands = (re.sub(r"(^|\s)#.*", "", line).strip() for line in lines)
    return [command for command in commands if command]


def apply_block(block: Block, folder: Path) -> None:
    """Writes or changes the file that a block's first line names."""
    file = folder / block.file
    if block.language != "diff":
        file.parent.mkdir(parents=True, exist_ok=True)
        bare = file.suffix in (".json", ".csv")  # which have no comments
        text = block.text.partition("\n")[2] if bare else block.text
        file.write_text(text, "utf-8")
        return
    rest = block.text.partition("\n")[2]
    text = file.read_text("utf-8")
    for part in re.split(r"^(?![-+]).*\n", rest, flags=re.MULTILINE):
        lines = part.splitlines()
        old = "\n".join(line[1:] for line in lines if line.startswith("-"))
        new = "\n".join(line[1:] for line in lines if line.startswith("+"))
        times = text.count(old)
        assert times == 1 or not lines, f"{file.name} holds {old!r} {times} times"
        text = text.replace(old, new) if lines else text
    file.write_text(text, "utf-8")


class Reader:
    """A reader who does all that a page says, block by block, in a folder of his own."""

    def __init__(self, folder: Path, run: Runner, deeds: Mapping[str, Deed] = NOTHING) -> None:
        self.folder = self.start = folder
        self.commands = 0
        self._run = run
        self._deeds = deeds
        self._names: dict[str, object] = {}

    def follow(self, page: Path) -> None:
        """Does what every block of a page says; none is left out without an excuse."""
        for block in read_blocks(page):
            if not block.excuse:
                self.try_block(block)

    def try_block(self, block: Block) -> None:
        """Does what a block says."""
        tries: Mapping[str, Callable[[Block], None]] = {
            "console": self._follow_session,
            "sh": self._follow_script,
            "yaml": self._check,
            "csv": self._check,
            "svg": self._draw,
            "python": self._execute,
            "text": self._make_mistake,
        }
        if block.file:
            apply_block(block, self.folder)
        else:
            assert block.language in tries, f"{block.place}: {block.language} can't be tried"
            tries[block.language](block)

    def run(self, command: str, place: str, *more: str) -> tuple[int, str]:
        """The exit status of a command, and what it prints, messages about problems first."""
        self.commands += 1
        if command in self._deeds:
            self._deeds[command](self.folder)
        if command.startswith("cd "):
            self.folder /= command.removeprefix("cd ")
            assert self.folder.is_dir(), place
            return 0, ""
        words = shlex.split(command)
        if words[0] in OTHERS:
            return 0, ""
        assert words[0] == "sheetgen", f"{place}: nobody knows how to run {words[0]}"
        target = words.pop() if words[-2:-1] == [">"] else ""
        words = words[1:-1] if target else words[1:]
        if words[0] == "studio":
            load_command("studio").make_context("studio", words[1:])
            return 0, ""
        answer = self._run(self.folder, *words, *more, SHEETGEN_TRACEBACK="")
        told = f"{place}: $ {command}\n{answer.stderr}{answer.stdout}"
        assert answer.status in (0, 1), told
        assert "Traceback" not in answer.stderr, told
        if target:
            (self.folder / target).write_bytes(answer.output)
        if "-o" in words and answer.status == 0:
            made = self.folder / words[words.index("-o") + 1]
            least = 50 if made.suffix in (".csv", ".json", ".yaml") else 500
            assert made.is_dir() or made.stat().st_size > least, told
        return answer.status, answer.stderr + answer.stdout

    def _follow_session(self, block: Block) -> None:
        assert block.text.startswith("$ "), f"{block.place}: a session begins with a command"
        for command, expected in read_session(block.text):
            _, answer = self.run(command, block.place)
            told = f"$ {command}\n{answer}\n--- {block.place} has\n{expected}"
            assert matches(expected, answer), told

    def _follow_script(self, block: Block) -> None:
        for command in read_script(block.text):
            more = next((FEWER[word] for word in FEWER if word in command), ())
            status, answer = self.run(command, block.place, *more)
            assert status == 0, f"{block.place}: $ {command}\n{answer}"

    def _check(self, block: Block) -> None:
        """Writes a file that has no name on the page, and finds no fault with it."""
        name = f"line-{block.line}.{block.language}"
        (self.folder / name).write_text(block.text, "utf-8")
        status, answer = self.run(f"sheetgen validate {name} --strict", block.place)
        assert status == 0, answer
        assert "0 definitions" not in answer, f"{block.place}: {answer}"

    def _draw(self, block: Block) -> None:
        name = f"line-{block.line}"
        (self.folder / f"{name}.svg").write_text(block.text, "utf-8")
        status, answer = self.run(f"sheetgen draw {name}.svg --strict -o {name}.pdf", block.place)
        assert status == 0, answer

    def _execute(self, block: Block) -> None:
        with chdir(self.start):
            exec(compile(block.text, block.place, "exec"), self._names)

    def _make_mistake(self, block: Block) -> None:
        """Makes the mistake in a copy of the folder whose report the page shows."""
        rule = re.match(r"\S+: \w+\[([\w-]+)\]", block.text)
        wanted = f"{block.place}: a report, or a reason in EXCUSED why this can't be tried"
        assert rule and (block.page.name, rule[1]) in MISTAKES, wanted
        mistake = MISTAKES[block.page.name, rule[1]]
        with TemporaryDirectory() as name:
            copy = Path(name) / self.folder.name
            shutil.copytree(self.folder, copy, ignore=shutil.ignore_patterns("__pycache__"))
            file = copy / mistake.file
            text = file.read_text("utf-8")
            assert mistake.old in text, f"{block.place}: {mistake}"
            file.write_text(text.replace(mistake.old, mistake.new, 1), "utf-8")
            reader = Reader(copy, self._run, self._deeds)
            status, answer = reader.run(mistake.command, block.place)
        assert status == 1
        told = f"{answer}\n--- {block.place} has\n{block.text}"
        assert matches(f"…\n{block.text}…\n", answer), told
