"""Tests of the page's own files, which need no browser: nothing from elsewhere, nothing inline."""

import re
import subprocess
from pathlib import Path

import pytest

from sheetgen.studio.gate import PAGE
from tests.each import check_each

MODULES = sorted(PAGE.glob("*.js"))
SITE = sorted(PAGE.with_name("site").glob("*.js"))
TEXTS = sorted(file for file in PAGE.iterdir() if file.suffix in (".js", ".css", ".html", ".svg"))
COMPILER = Path("build/npm/node_modules/.bin/tsc")


def test_the_page_has_no_other_files():
    assert {file.suffix for file in PAGE.rglob("*") if file.is_file()} == {
        ".js",
        ".css",
        ".html",
        ".svg",
    }


def test_a_module_imports_what_another_exports_and_uses_it():
    check_each(MODULES, check_imports)


def check_imports(module):
    text = module.read_text("utf-8")
    for names, source in re.findall(r'^import (.+?) from "\./([\w.]+)";$', text, re.MULTILINE):
        exported = (PAGE / source).read_text("utf-8")
        if names.startswith("* as "):
            names = names.removeprefix("* as ")
            assert len(re.findall(rf"\b{names}\.", text)) > 0, names
            continue
        for pair in names.strip("{} ").split(", "):
            name, _, own = pair.partition(" as ")
            found = rf"^export (?:async )?(?:function|class|const|let) {name}\b"
            assert re.search(found, exported, re.MULTILINE), f"{source} exports no {name}"
            used = len(re.findall(rf"(?<![\w\"])(?<!\w\.){own or name}\b", text))
            assert used > 1, f"{name} is not used"


def test_the_modules_import_each_other_in_no_circle():
    imported = {
        file.name: set(
            re.findall(r'^import .*?"\./([\w.]+)";$', file.read_text("utf-8"), re.MULTILINE)
        )
        for file in MODULES
    }
    while free := [name for name, needs in imported.items() if not needs & imported.keys()]:
        for name in free:
            del imported[name]
    assert imported == {}, "these import each other, or what does"


def test_no_module_reads_text_as_html_or_as_a_program():
    check_each(MODULES, check_words)


def check_words(file):
    text = file.read_text("utf-8")
    for banned in (
        "innerHTML",
        "outerHTML",
        "insertAdjacentHTML",
        "document.write",
        "eval(",
        "new Function",
        "srcdoc",
        'setAttribute("style"',
        "javascript:",
    ):
        assert banned not in text, banned
    assert re.match(r"// [A-Z].*\.\n", text), "a module begins with what it is"
    assert text.count("\n") <= 500


def test_no_line_is_longer_than_a_screen_is_wide():
    def check(file):
        assert [line for line in file.read_text("utf-8").splitlines() if len(line) > 110] == []

    check_each(MODULES + SITE + sorted(PAGE.glob("*.css")), check)


def test_no_module_keeps_what_changes_in_a_variable():
    """State is in objects, which say what it is; a variable of a module is seen by nobody."""

    def check(file):
        assert (
            re.findall(r"^(?:export )?(?:let|var) .*", file.read_text("utf-8"), re.MULTILINE) == []
        )

    check_each(MODULES + SITE, check)


def test_one_module_talks_to_the_server():
    def check(file):
        text = file.read_text("utf-8")
        assert (
            re.findall(r"(?<![\w.])fetch\(|XMLHttpRequest|sendBeacon|new EventSource", text) == []
        )

    check_each([file for file in MODULES if file.name != "ask.js"], check)


@pytest.mark.skipif(
    not COMPILER.exists(), reason="needs TypeScript (make build/npm), to check types"
)
def test_the_types_of_the_page_agree():
    command = [str(COMPILER), "-p", str(Path(__file__).parent / "page")]
    assert subprocess.run(command, capture_output=True, text=True, check=False).stdout == ""


def test_nothing_is_loaded_from_elsewhere():
    def check(file):
        text = file.read_text("utf-8").replace("http://www.w3.org/2000/svg", "")
        assert "://" not in text
        assert "url(//" not in text

    check_each(TEXTS, check)


def test_the_page_has_nothing_inline():
    text = (PAGE / "index.html").read_text("utf-8")
    assert "<style" not in text
    assert " style=" not in text
    assert not re.search(r"\son\w+=", text)
    assert re.findall(r"<script([^>]*)>(.*?)</script>", text) == [
        (' type="module" src="start.js"', "")
    ]


def test_a_style_is_named_by_the_module_whose_elements_it_is_for():
    """But for what all share: colours and controls, the bar of the page, small and large rooms."""
    linked = re.findall(r'href="([\w-]+)\.css"', (PAGE / "index.html").read_text("utf-8"))
    assert sorted(linked) == sorted(file.stem for file in PAGE.glob("*.css"))
    assert set(linked) - {file.stem for file in MODULES} == {"studio", "bar", "room"}


def test_light_and_dark_have_the_same_colours():
    text = (PAGE / "studio.css").read_text("utf-8")
    light, dark = re.findall(r"^:root(?:\[[^{]*)? \{\n(.*?)\n\}", text, re.MULTILINE | re.DOTALL)[
        :2
    ]
    names = set(re.findall(r"(--[\w-]+):", light)) - {
        "--radius",
        "--control",
        "--sans",
        "--narrow",
        "--mono",
    }
    assert names == set(re.findall(r"(--[\w-]+):", dark))
