"""Catalogues: the words of the program and of its games, collected for translators.

`make words` writes them into every catalogue and keeps what is translated. Words that several games
have are in the program's own catalogue.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from json import dumps
from pathlib import Path
from typing import Any

import yaml
from jinja2 import TemplateError

import sheetgen
from sheetgen.definitions.comparison import compare, is_table, make_table
from sheetgen.definitions.piece import list_written
from sheetgen.ground.files import SHARED
from sheetgen.ground.units import PAPERS
from sheetgen.ground.words import LANGUAGES, read_catalogue
from sheetgen.project.project import open_folder
from sheetgen.studio.chapters import show_book_form
from sheetgen.studio.desk import Desk
from sheetgen.studio.form import LIMITS, make_form, name_key, name_paper
from sheetgen.studio.looks import SAMPLES, list_looks, show_look_form
from sheetgen.studio.shelf import find_note
from sheetgen.studio.state import list_budgets, list_facts
from sheetgen.systems.column import Column, read_values
from sheetgen.systems.loading import Systems
from sheetgen.systems.plain.formula.formula import list_texts
from sheetgen.systems.plain.formula.parser import parse
from sheetgen.systems.plain.formula.problem import FormulaError
from sheetgen.systems.plain.wording import GAME, TERRAIN, TOKENS, list_words, split_prose
from sheetgen.template import wording
from sheetgen.template.templates import Templates

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "sheetgen"
STUDIO = PACKAGE / "studio"
PLURALS = {
    "de": "nplurals=2; plural=n != 1;",
    "es": "nplurals=2; plural=n != 1;",
    "fr": "nplurals=2; plural=n > 1;",
    "it": "nplurals=2; plural=n != 1;",
    "pl": "nplurals=3; plural=n == 1 ? 0 : n % 10 >= 2 && n % 10 <= 4"
    " && (n % 100 < 12 || n % 100 > 14) ? 1 : 2;",
}
HEAD = """# The words of {what} in another language. Write what is printed behind each msgstr;
# what stands in braces stays as it is. docs/languages.md says more.
msgid ""
msgstr ""
"Language: {code}\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: {plural}\\n"
"""
_CALL = re.compile(r"""\btr\(\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)')""")
_MANY = re.compile(r"""\btr_many\(\s*(?:"([^"]*)"|'([^']*)'),\s*(?:"([^"]*)"|'([^']*)')""")
_BRACES = re.compile(r"\{([^{}]*)\}")
_WORD = re.compile(r"[^\W\d_]{2}")
_TITLE = re.compile(r"[A-Z][a-z]{2}")
_NO_WORDS = re.compile(
    r"#.*|(?!BOW)[A-Z0-9/]{1,3}|(?=.*[0-9])[MmLlHhVvCcSsQqAaZz0-9 .,-]+|.*\.(svg|yaml|md|py)"
    r"|[\W\d]*"
)

_NO_TEXT = re.compile(
    r"%\.?\d|%d|^#|\.svg|/$|url\(|currentColor|Barlow|IBM Plex|EB Garamond|Fira Sans|Chakra|Cinzel"
    r"|^(none|start|end|middle|butt|round|bold|normal|italic|uppercase|translate|scale)$"
    r"|^(#?[a-z]+-[a-z-]+|(?=.*[0-9])[MmLlHhVvCcSsQqAaZzTt0-9 .,-]+)$"
)
"""Texts in expressions of templates that are none in print."""
Found = dict[tuple[str, ...], list[str]]
"""Words, with those of the plural, and the files that they are in."""


def list_games() -> dict[str, Path]:
    """The games that come with sheetgen, by the folder that each has its catalogues in."""
    shipped = sorted(file.parent for file in (PACKAGE / "systems").glob("*/game.yaml"))
    games = sorted(file.parent for file in (ROOT / "games").glob("*/game.yaml"))
    return {folder.name.replace("_", "-"): folder for folder in [*shipped, *games]}


def _list_templates(*folders: Path) -> Iterator[tuple[Path, tuple[str, ...]]]:
    homes = [ROOT, *list_games().values()]
    templates = Templates([home / "templates" for home in homes], {})
    for folder in folders:
        home = next(parent for parent in folder.parents if parent.name == "templates")
        for file in sorted(folder.rglob("*.svg")):
            try:
                tree, _ = templates.parse(file.relative_to(home).as_posix())
            except TemplateError as error:
                raise ValueError(f"{file}: {error}") from None
            for words in wording.list_words(tree):
                if not (len(words) == 1 and _NO_TEXT.search(words[0])):
                    yield file, words


_SAID = ("_WITHIN", "_FACING", "_CONTINUED", "_CUTTING", "_TIMES", "_ROLES")
"""Constants of the program that are printed."""
_PAIRS = ("_REVERSES", "_ASCENDS", "told")
"""Names of words for one thing and for several."""
_UNSAID = ("duel.py", "silhouette.py", "plan.py")
"""Files of games whose texts are not printed on sheets."""


def _list_python(files: Iterator[Path]) -> Iterator[tuple[Path, tuple[str, ...]]]:
    for file in sorted(files):
        tree = ast.parse(file.read_text("utf-8"))
        is_game = (file.parent / "game.yaml").exists() and file.name not in _UNSAID
        for node in ast.walk(tree):
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                texts = [one.value for one in ast.walk(node.value) if isinstance(one, ast.Constant)]
                if node.targets[0].id in _PAIRS and len(texts) == 2 and "{" in str(texts[0]):
                    yield file, tuple(map(str, texts))
                elif node.targets[0].id in _SAID:
                    yield from ((file, (text,)) for text in map(str, texts) if _is_said(node, text))
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                count = {"tr": 1, "tr_many": 2}.get(node.func.id, 0)
                texts = [a.value for a in node.args[:count] if isinstance(a, ast.Constant)]
                if count and len(texts) == count:
                    yield file, tuple(map(str, texts))
        if is_game:
            yield from ((file, (text,)) for text in _list_texts(list(_list_said(tree))))


def _is_said(node: ast.Assign, text: str) -> bool:
    """Whether a text of a constant is printed: in dictionaries, the keys are not."""
    is_key = isinstance(node.value, ast.Dict) and " " not in text
    return bool(_WORD.search(text)) and not is_key


def _list_said(node: ast.AST) -> Iterator[str]:
    """The texts in a game's code that its sheets may print."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        if " " in node.value.strip() or node.value[:1].isupper():
            yield node.value
        return
    if isinstance(node, (ast.JoinedStr, ast.Raise, ast.Compare)) or (
        isinstance(node, ast.Call)
        and isinstance(node.func, (ast.Name, ast.Attribute))
        and getattr(node.func, "id", getattr(node.func, "attr", "")) in _QUIET
    ):
        inner: list[ast.AST] = []
    elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        inner = []
    elif isinstance(node, ast.Subscript):
        inner = [node.value]
    elif isinstance(node, ast.Dict):
        inner = list(node.values)
    elif isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") in ("message", "hint"):
        inner = []
    else:
        inner = list(ast.iter_child_nodes(node))
    for one in inner:
        yield from _list_said(one)


_QUIET = ("compile", "Path", "with_name", "_read", "tr", "tr_many", "TypeVar", "endswith")


def _list_texts(data: Any) -> Iterator[str]:
    """Every text in some data that may be words."""
    if isinstance(data, str):
        if len(data) > 1 and not _NO_WORDS.fullmatch(data):
            yield data
    elif isinstance(data, list) or (isinstance(data, dict) and "file" not in data):
        for value in data.values() if isinstance(data, dict) else data:
            yield from _list_texts(value)
        for key in data if isinstance(data, dict) else ():
            if _TITLE.match(str(key)):
                yield from _list_texts(key)


def _list_choices(data: Any) -> Iterator[str]:
    """The values of choices, which sheets may print."""
    if isinstance(data, dict):
        if data.get("type") == "choice" and isinstance(data.get("of"), list):
            yield from _list_texts(data["of"])
        for value in data.values():
            yield from _list_choices(value)
    elif isinstance(data, list):
        for value in data:
            yield from _list_choices(value)


def _list_formulas(data: Any) -> Iterator[str]:
    """The texts that formulas may print."""
    if isinstance(data, str):
        for text in (data, *_BRACES.findall(data)):
            try:
                found = list_texts(parse(text), printed=True)
            except FormulaError:
                continue
            yield from (one for one in found if _WORD.search(one) and not _NO_WORDS.fullmatch(one))
    elif isinstance(data, (dict, list)):
        for key, value in data.items() if isinstance(data, dict) else enumerate(data):
            if key not in ("says", "hint", "why", "example", "about", "help"):
                yield from _list_formulas(value)


def _list_headings(data: Any) -> Iterator[str]:
    """The headings of columns, which books print."""
    for kind in (*data.get("kinds", {}).values(), data.get("fleet") or {}):
        for part in ("columns", "ships"):
            for heading, column in (kind.get(part) or {}).items():
                places = column.get("in") if isinstance(column, dict) else None
                if places is None or {"table", "fact", "compare"} & {*places}:
                    yield str(heading)
                if isinstance(places, dict):
                    yield from (places[at] for at in ("table", "fact", "compare") if places.get(at))


def _list_shown(project: sheetgen.Project, name: str) -> Iterator[str]:
    """The headings and keys of a game's values as `show` and `compare` have them."""
    game = project.systems.get(name)
    assert game

    def head(columns: Iterable[Column]) -> Iterator[str]:
        for column in columns:
            yield from filter(None, (column.is_shown and column.heading, column.table))
            yield from head(column.of)

    for kind in game.kinds:
        yield from (kind.name, f"{kind.name}s", *head(kind.columns))
    for one in project.definitions:
        if one.system == name:
            lines = compare([one.definition])
            yield from (part.replace("_", " ") for line in lines for part in line.key.split("."))
            for table in filter(is_table, one.definition.apply(read_values).values()):
                yield from make_table(table).headings


_APART = ("length", "ship", "stall", "turns")
"""Headings that are something else, or shortened, with a capital."""


def _add_shown(found: dict[Path, Found], games: Mapping[str, Path]) -> None:
    """Adds those of all games, but for numbers behind words and what has a capital elsewhere."""
    shown: dict[str, list[Path]] = {}
    for name, folder in games.items():
        home = ROOT / "ships" if folder.is_relative_to(PACKAGE) else folder
        told = _list_shown(sheetgen.open_project(home), name)
        for one in dict.fromkeys(one.rstrip("0123456789 ") for one in told):
            if _WORD.search(one) and one not in ("left", "points"):
                shown.setdefault(one, []).append(folder)
    for one, folders in shown.items():
        home = folders[0] if len(folders) == 1 else PACKAGE
        capital = one if one in _APART else one[:1].upper() + one[1:]
        if not any((word,) in found[at] for word in (one, capital) for at in (PACKAGE, home)):
            for folder in folders:
                found[folder].pop((one,), None)
            files = [(folder / "game.yaml").relative_to(ROOT).as_posix() for folder in folders]
            found[home][(one,)] = files


def _list_combat(folder: Path) -> Iterator[str]:
    """What is said about duels of a game: what sides choose, in which units, and its limits."""
    game = sheetgen.open_project(folder).systems.get(folder.name.replace("_", "-"))
    if game and not isinstance(game.combat, str):
        combat = game.combat()
        yield from (combat.unit, combat.currency, *combat.limits)
        yield from (*combat.faces, *combat.speeds)


def _list_data(folder: Path) -> Iterator[tuple[Path, tuple[str, ...]]]:
    file = folder / "game.yaml"
    text = file.read_text("utf-8")
    data = yaml.safe_load(text)
    for words in list_words(data, GAME):
        yield file, (words,)
    yield from ((file, (words,)) for words in _list_combat(folder) if _WORD.search(words))
    kinds = [kind.capitalize() for kind in data["kinds"]]
    for words in (
        *kinds,
        *(f"{kind}s" for kind in kinds),
        *_list_formulas({key: value for key, value in data.items() if key != "tables"}),
        *_list_texts(data.get("tables", {})),
        *_list_choices(data),
        *_list_headings(data),
    ):
        yield file, (words,)
    whole = dumps(data, ensure_ascii=False).replace('\\"', '"')
    yield from ((file, (a or b,)) for a, b in _CALL.findall(whole))
    yield from ((file, (a or b, c or d)) for a, b, c, d in _MANY.findall(whole))
    for other in sorted(folder.glob("*.yaml")):
        if other.name == "game.yaml" or other.name.startswith("starter"):
            continue
        places = {"terrain.yaml": TERRAIN, "tokens.yaml": TOKENS}.get(other.name)
        more = yaml.safe_load(other.read_text("utf-8"))
        for words in list_words(more, places) if places else _list_texts(more):
            yield other, (words,)
    for sheet in data.get("sheets", []):
        if sheet.get("use") == "reference" and sheet.get("text"):
            rules = folder / sheet["text"]
            yield from ((rules, (part,)) for part in split_prose(rules.read_text("utf-8")))


_SAYS = re.compile(
    r"""\b(?:say|sayMany)\(\s*((?:"(?:[^"\\]|\\.)*"(?:\s*[+]\s*|,\s*(?="))?)+)""", re.DOTALL
)
_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"')


def _list_page() -> Iterator[tuple[Path, tuple[str, ...]]]:
    """The words of the studio's page, and of what answers it."""
    for file in sorted((STUDIO / "page").glob("*.js")):
        text = file.read_text("utf-8")
        text = re.sub(r'"\s*[+]\s*"', "", text)
        for said in _SAYS.finditer(text):
            words = _QUOTED.findall(said[1])
            yield file, tuple(words[: 2 if said[0].startswith("sayMany") else 1])
        for one, many in re.findall(r'\["(\{\} \w+)", "(\{\} \w+)"\]', text):
            yield file, (one, many)
    for file in sorted(STUDIO.glob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                count = {"translate": 1, "translate_many": 2}.get(node.func.id, 0)
                texts = [a.value for a in node.args[:count] if isinstance(a, ast.Constant)]
                if count and len(texts) == count:
                    yield file, tuple(map(str, texts))


def _list_forms() -> Iterator[tuple[Path, tuple[str, ...]]]:
    """What the studio's forms and lists say of the shipped games."""
    file = STUDIO / "form.py"
    for game in Systems().all():
        for kind in game.kinds:
            texts = [name_key(kind.name), game.about]
            for text in (*texts, *_list_labels(make_form(game, kind)["groups"])):
                yield file, (text,)
    for text in _list_look_texts():
        yield STUDIO / "looks.py", (text,)
    for text in _list_book_texts():
        yield STUDIO / "chapters.py", (text,)
    for paper in PAPERS:
        yield file, (name_paper(paper),)
    project = sheetgen.open_project(ROOT / "ships")
    for one in project.definitions:
        budgets = list_budgets(one.definition)
        names = [part["label"] for budget in budgets for part in budget["parts"]]
        has_names = hasattr(one.definition.values, "members")
        told = (*list_facts(one.definition), find_note(one.definition))
        written = list_written(one.definition)
        for text in (*told, *(budget["title"] for budget in budgets), *names * (not has_names)):
            if text in written or re.search(": | × |, [A-Z]", text):
                continue
            yield file, (re.sub(r"\d+(?:\.\d+)?", "{}", text),)


def _list_look_texts() -> Iterator[str]:
    """What the form of a look says, but for the names of looks and faces; and lists of looks."""
    desk = Desk(open_folder(ROOT / "ships", (), ()))
    yield from (one["about"] for one in list_looks(desk))
    yield from ("Look", *SAMPLES.values(), "None")
    for group in show_look_form(desk)["groups"]:
        fields = [{**field, "choices": None} for field in group["fields"]]
        yield from _list_labels({**group, "fields": fields})


def _list_book_texts() -> Iterator[str]:
    """What the form of a book says, but for the names of themes and looks."""
    for group in show_book_form(Desk(open_folder(ROOT / "ships", (), ())))["groups"]:
        fields = [
            {**field, "choices": None} if field["type"] == "theme" else field
            for field in group["fields"]
        ]
        yield from _list_labels({**group, "fields": fields})


def _list_kinds() -> Iterator[tuple[Path, tuple[str, ...]]]:
    """The names of what is designed, as the studio's titles."""
    kinds = {kind.name: None for game in Systems().all() for kind in game.kinds}
    yield from ((STUDIO / "form.py", (name_key(name),)) for name in kinds)


def _list_labels(data: Any) -> Iterator[str]:
    """The texts that people read in the description of a form."""
    if isinstance(data, list):
        for value in data:
            yield from _list_labels(value)
    elif isinstance(data, dict):
        for key, value in data.items():
            if key == "help" and (limited := LIMITS.fullmatch(value)):
                value = limited[1].removesuffix(", ")
            if key in ("label", "help", "unit", "title", "short", "record", "cost") and value:
                yield re.sub(r"\d+(?:\.\d+)?", "{}", value) if "value" in data else value
            yield from _list_labels(value)


def _gather(*sources: Iterator[tuple[Path, tuple[str, ...]]]) -> Found:
    found: Found = {}
    for file, words in (pair for source in sources for pair in source):
        name = file.relative_to(ROOT).as_posix()
        files = found.setdefault(words, [])
        if name not in files:
            files.append(name)
    for words in [words for words in found if len(words) == 2]:
        found.pop(words[:1], None)
        found.pop(words[1:], None)
    return found


def collect() -> dict[Path, Found]:
    """The words of each catalogue, by its folder."""
    games = list_games()
    inside = [folder for folder in games.values() if folder.is_relative_to(PACKAGE)]
    files = (
        file
        for file in PACKAGE.rglob("*.py")
        if not any(file.is_relative_to(folder) for folder in inside)
    )
    shared = ("common", "looks", "book")
    own = _gather(
        _list_templates(*(ROOT / "templates" / name for name in shared)), _list_python(files)
    )
    found: dict[Path, Found] = {PACKAGE: own}
    for name, folder in games.items():
        near = ROOT if folder in inside else folder
        templates = _list_templates(near / "templates" / name)
        found[folder] = _gather(templates, _list_data(folder), _list_python(folder.glob("*.py")))
    several = Counter(words for folder in games.values() for words in found[folder])
    for folder in games.values():
        for words in list(found[folder]):
            if words in own or several[words] > 1:
                own.setdefault(words, []).extend(found[folder].pop(words))
    _add_shown(found, games)
    made = {words for words in chain(*found.values()) if len(words) == 1}
    forms = {
        words: files
        for words, files in _gather(_list_forms()).items()
        if words not in made and _WORD.search(words[0])
    }
    # The page has no other catalogue, and sheets shorten some words that are kinds of things.
    found[STUDIO] = {**forms, **_gather(_list_page(), _list_kinds())}
    return found


def write(folder: Path, code: str, found: Found) -> str:
    """The text of a catalogue with all words that were found, and what it has of them."""
    file = folder / "languages" / f"{code}.po"
    text = SHARED.read_text(file, str(file))[0] if file.exists() else ""
    known = {one.words: one for one in read_catalogue(text, str(file))}
    what = {PACKAGE: "sheetgen", STUDIO: "the studio"}.get(
        folder
    ) or f"the game in {folder.relative_to(ROOT).as_posix()}"
    parts = [HEAD.format(what=what, code=code, plural=PLURALS[code])]
    count = int(PLURALS[code][9])
    for words in sorted(found, key=lambda words: (found[words][0], words[0].casefold(), words)):
        places = "".join(f"#: {name}\n" for name in found[words][:4])
        old = known.get(words[0])
        if len(words) == 1:
            printed = f"msgstr {_spell(old.printed[0] if old else '')}\n"
            parts.append(f"{places}msgid {_spell(words[0])}\n{printed}")
            continue
        forms = old.printed if old and len(old.printed) == count else [""] * count
        lines = "".join(f"msgstr[{at}] {_spell(form)}\n" for at, form in enumerate(forms))
        parts.append(f"{places}msgid {_spell(words[0])}\nmsgid_plural {_spell(words[1])}\n{lines}")
    return "\n".join(parts)


def _spell(text: str) -> str:
    """A text between quotes, a line for each of its own."""
    lines = text.splitlines(keepends=True) or [""]
    spelt = [dumps(line, ensure_ascii=False) for line in lines]
    return spelt[0] if len(spelt) == 1 else "\n".join(['""', *spelt])


def update() -> None:
    """Writes all catalogues."""
    for folder, found in collect().items():
        (folder / "languages").mkdir(exist_ok=True)
        for code in LANGUAGES[1:]:
            (folder / "languages" / f"{code}.po").write_text(write(folder, code, found), "utf-8")


if __name__ == "__main__":
    update()
