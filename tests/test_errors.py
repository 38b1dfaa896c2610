"""What is said about faulty input: the cases of errors/*.md, and that no rule goes untested."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from sheetgen.ground.diagnostics import Rule, declare
from sheetgen.project.rules import list_rules, write_markdown
from sheetgen.systems.loading import Systems
from tests.each import check_each

TESTS = Path(__file__).parent
NAMES = {"yaml": "ship.yaml", "svg": "inner.svg"}
ROOT = '<svg xmlns="http://www.w3.org/2000/svg" width="20mm" height="10mm" viewBox="0 0 20 10">'
_CASE = re.compile(r"^## (.+?)\n(.*?)(?=^##? |\Z)", re.DOTALL | re.MULTILINE)
_BLOCK = re.compile(r"^```(\S*)[ ]?(.*?)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_XFAIL = re.compile(r"^xfail: (.+)$", re.MULTILINE)
_LINE = re.compile(r"(?:(?P<file>[^:]+\D):)?(?:(\d+):(\d+):)? ?(\w+)\[([\w-]+)\]: (.+)")
_SAID = re.compile(
    r"^(\S[^:]*):(\d+):(\d+): (\w+)\[([\w-]+)\]: (.*)\n(?:  [\d ].*\n)*(?:  hint: (.*))?",
    re.MULTILINE,
)
_PROPOSED = re.compile(
    r"(?:did you mean (.+?)\?|write (.+?)(?: without quotes| with straight quotes|: decimals.*)?)"
)
_VALUE = re.compile(
    r"""("(?:[^"\\]|\\.)*"|'[^']*'|\{[^}]*\}|\[[^\]]*\]|[^\s,\]}#:](?:[^,\]}#\n:]*[^\s,\]}#:])?)"""
)


class Expected(NamedTuple):
    """A line of a case's last block."""

    place: tuple[str, int, int]
    severity: str
    rule: str
    words: str

    def matches(self, found: dict[str, Any]) -> bool:
        """Whether a diagnostic is at that place, of that rule, and has the words in order."""
        said = f"{found['message']} {found['hint']}"
        words = ".*".join(re.escape(part.strip()) for part in self.words.split("…"))
        return (
            self.place == (found["file"], found["line"], found["column"])
            and (self.severity, self.rule) == (found["severity"], found["rule"])
            and re.search(words, said, re.DOTALL) is not None
        )


class Case(NamedTuple):
    """A section: its files, and what has to be said of them."""

    title: str
    files: dict[str, str]
    expected: list[Expected]
    fails: str = ""

    @property
    def parameter(self) -> Any:
        """The case as a parameter of a test."""
        marks = [pytest.mark.xfail(strict=True, reason=self.fails)] if self.fails else []
        return pytest.param(self, id=self.title, marks=marks)


def read_cases(file: Path) -> Iterator[Case]:
    """The cases of a Markdown file."""
    for title, body in _CASE.findall(file.read_text("utf-8")):
        files, expected = {}, []
        for language, name, text in _BLOCK.findall(body):
            if language:
                files[name or NAMES[language]] = text
            else:
                default = "drawing.svg" if file.stem == "drawings" else "ship.yaml"
                expected = [read_line(line, default) for line in text.splitlines()]
        fails = _XFAIL.search(body)
        yield Case(f"{file.stem}: {title}", files, expected, fails[1] if fails else "")


def read_line(line: str, default: str) -> Expected:
    """One expected diagnostic, of the file `default` unless it names another."""
    found = _LINE.fullmatch(line)
    assert found, f"can't be read: {line}"
    file, row, column, severity, rule, words = found.groups()
    return Expected((file or default, int(row or 0), int(column or 0)), severity, rule, words)


DRAWINGS = list(read_cases(TESTS / "errors" / "drawings.md"))
CASES = [
    case
    for page in sorted((TESTS / "errors").glob("*.md"))
    if page.stem != "drawings"
    for case in read_cases(page)
]


@pytest.mark.sampled(4)
@pytest.mark.parametrize("case", [case.parameter for case in CASES])
def test_definitions(case: Case, project: Path, run: Callable[..., Any]) -> None:
    for name, text in case.files.items():
        path = project / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    outcome = run("validate", "--format", "json")
    found = json.loads(outcome.stdout)
    check_places(found, project)
    compare(found, case)
    assert outcome.status == any(e.severity == "error" for e in case.expected)
    for problem in found:
        if proposed := _PROPOSED.fullmatch(problem["hint"]):
            follow(problem, proposed[1] or proposed[2], project, run)


@pytest.mark.parametrize("case", [case.parameter for case in DRAWINGS])
def test_drawings(case: Case, project: Path, run: Callable[..., Any]) -> None:
    ((name, text),) = case.files.items()
    if name != "drawing.svg":
        text = f"{ROOT}\n{text}</svg>\n"
    (project / "drawing.svg").write_text(text, "utf-8")
    outcome = run("draw", "drawing.svg", "-o", "drawing.pdf", "--strict")
    said = [say(found) for found in _SAID.finditer(outcome.stderr)]
    assert len(said) == len(re.findall(r"^\S+ \w+\[", outcome.stderr, re.MULTILINE))
    check_places(said, project)
    compare(said, case)
    assert outcome.status == bool(case.expected)
    assert (project / "drawing.pdf").exists() is not bool(case.expected)


def follow(problem: dict[str, Any], new: str, folder: Path, run: Callable[..., Any]) -> None:
    """Writes what a hint proposes: the problem is gone, and the file is left as it was."""
    file = folder / problem["file"]
    text = file.read_text("utf-8")
    lines = text.splitlines(keepends=True)
    line = lines[problem["line"] - 1]
    value = _VALUE.match(line, problem["column"] - 1)
    assert value, problem
    lines[problem["line"] - 1] = f"{line[: value.start()]}{new}{line[value.end() :]}"
    file.write_text("".join(lines), "utf-8")
    left = json.loads(run("validate", "--format", "json").stdout)
    keys = ("file", "line", "column", "message")
    assert [problem[key] for key in keys] not in [[one[key] for key in keys] for one in left]
    file.write_text(text, "utf-8")


def say(found: re.Match[str]) -> dict[str, Any]:
    """A printed diagnostic, with the names of JSON."""
    file, line, column, severity, rule, message, hint = found.groups("")
    place = {"file": file, "line": int(line), "column": int(column)}
    return {**place, "severity": severity, "rule": rule, "message": message, "hint": hint}


def compare(found: list[dict[str, Any]], case: Case) -> None:
    """Holds what was found against what a case expects."""
    listing = json.dumps(found, indent=1, ensure_ascii=False)
    assert len(found) == len(case.expected), listing
    for one, expected in zip(found, case.expected, strict=True):
        assert expected.matches(one), f"{expected}\n{listing}"


def check_places(found: list[dict[str, Any]], folder: Path) -> None:
    """The law of all reports: whatever is wrong in a text is at a character of it, or at its end.

    Only what is wrong with a file as a whole, such as that it is a folder, has no line.
    """
    for one in found:
        path = folder / one["file"]
        if not path.is_file() or path.suffix == ".png":
            continue
        lines = re.split("\r\n|[\r\n]", path.read_bytes().decode("utf-8-sig", "replace"))
        assert 1 <= one["line"] <= len(lines), one
        assert 1 <= one["column"] <= len(lines[one["line"] - 1]) + 1, one


def test_cases_have_titles_of_their_own() -> None:
    titles = [case.title for case in CASES + DRAWINGS]
    assert len(set(titles)) == len(titles) > 60


# The rules themselves

RULES = list_rules(Systems())


def test_every_rule_says_what_why_and_how() -> None:
    def check(rule: Rule) -> None:
        assert rule.what.endswith(".")
        assert len(rule.why) > 30
        assert rule.example

    check_each(RULES, check, lambda rule: rule.name)


def test_every_rule_has_a_case() -> None:
    """In errors/*.md, or as a literal in another test."""
    cases = "".join(path.read_text("utf-8") for path in (TESTS / "errors").glob("*.md"))
    tests = "".join(path.read_text("utf-8") for path in TESTS.rglob("test_*.py"))
    literals = set(re.findall(r"""(?<=["'\[ ])[a-z-]+(?=["'\]:])""", tests))
    names = {rule.name for rule in RULES}
    assert not [name for name in names if f"[{name}]" not in cases and name not in literals]


def test_every_rule_is_on_the_page_of_rules() -> None:
    page = write_markdown(RULES)
    assert page.count("\n## ") == len(RULES)


def test_a_rule_needs_a_reason() -> None:
    with pytest.raises(ValueError, match="Why"):
        declare("reasonless", "error", "Something is wrong.")


def test_a_rules_name_is_taken_once() -> None:
    with pytest.raises(ValueError, match="two rules"):
        declare(RULES[0].name, "error", "Something else.\n\nWhy: For no reason.")
