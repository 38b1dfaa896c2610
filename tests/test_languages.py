"""Languages: catalogues that are whole, sheets and books in each of them, and words left alone."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
import yaml

import sheetgen
from sheetgen import ProblemError
from sheetgen.book.parts.matter import find_initial, sort_terms
from sheetgen.ground.words import (
    LANGUAGES,
    Words,
    put_quotes,
    read_catalogue,
    say,
    speak,
    tr,
    tr_many,
)
from sheetgen.printing.options import ChoiceError
from sheetgen.project.project import Project
from sheetgen.template.templates import Templates
from tests import catalogues

SHIPS = catalogues.ROOT / "ships"
FOREIGN = LANGUAGES[1:]
TYPICAL = {
    "asfos": "threshold-watch", "airships": "hornets", "barsoom": "canal-wardens",
    "black-skies": "tiger-flight",
}  # fmt: skip
_WORD = re.compile(r"[^\W\d_]{4,}")


def read_text(pdf: bytes) -> str:
    """The text of a PDF."""
    return "\n".join(page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(pdf))


def list_catalogues(code: str) -> list[Path]:
    folders = [catalogues.PACKAGE, *catalogues.list_games().values()]
    return [folder / "languages" / f"{code}.po" for folder in folders]


@pytest.mark.whole
def test_catalogues_have_all_words() -> None:
    stale, missing = [], []
    for folder, found in catalogues.collect().items():
        for code in FOREIGN:
            file = folder / "languages" / f"{code}.po"
            text = file.read_text("utf-8")
            stale += [str(file)] * (catalogues.write(folder, code, found) != text)
            known = {one.words for one in read_catalogue(text, str(file))}
            missing += [f"{code}: {one}" for one, *_ in found if one not in known]
    assert not stale, f"words were added, or are gone: make words ({stale})"
    assert not missing, f"{len(missing)} words are not translated: {missing[:20]}"


@pytest.mark.whole
@pytest.mark.parametrize(("at", "code"), [*enumerate(FOREIGN)], ids=FOREIGN)
def test_words_fit_the_sheets(at: int, code: str) -> None:
    game = [*TYPICAL][at % len(TYPICAL)]
    project = sheetgen.open_project(SHIPS / game)
    assert project.render(TYPICAL[game], language=code).pages


@pytest.mark.whole
@pytest.mark.parametrize("game", TYPICAL)
@pytest.mark.parametrize("code", FOREIGN)
def test_words_fit_every_sheet(code: str, game: str) -> None:
    project = sheetgen.open_project(SHIPS / game)
    names = sorted({sheet.name for one in project.definitions for sheet in find_sheets(one)})
    assert project.render(sheet=names, language=code).pages


def find_sheets(summary: Any) -> Any:
    return [s for s in summary.definition.system.sheets if summary.kind in s.kinds]


def test_a_german_book_has_no_english_word_of_ours() -> None:
    project = sheetgen.open_project(SHIPS / "books")
    result = project.publish("the-ice-toll.yaml", language="de")
    ours: set[str] = set()
    german: set[str] = set()
    for file in list_catalogues("de"):
        for one in read_catalogue(file.read_text("utf-8"), str(file)):
            ours.update(_WORD.findall(one.words.casefold()))
            for printed in one.printed:
                german.update(_WORD.findall(printed.casefold()))
    written = " ".join(
        file.read_text("utf-8")
        for file in SHIPS.rglob("*")
        if file.suffix in (".yaml", ".md") and file.is_file()
    )
    theirs = set(_WORD.findall(written.casefold()))
    said = set(_WORD.findall(read_text(result.pdf()).casefold()))
    assert (said & ours) - german - theirs == set()
    assert {"inhalt", "register", "rumpf"} <= said


def write_project(folder: Path, **files: str) -> Project:
    for name, text in files.items():
        path = folder / name.replace("__", "/").replace("_po", ".po").replace(
            "_yaml", ".yaml"
        ).replace("_md", ".md")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return sheetgen.open_project(folder)


SHIP = "system: asfos\nname: {}\nmass: 1\nhull: 3\nengine: 1\n"


def test_users_words_are_left_alone(tmp_path: Path) -> None:
    project = write_project(tmp_path, a_yaml=SHIP.format("Engine"))
    text = read_text(project.render("a.yaml", language="de").pdf())
    assert "ENGINE" in text and "RUMPF" in text and "Fregatte" in text


def test_fleets_and_projects_say_their_language(tmp_path: Path) -> None:
    fleet = "system: asfos\nfleet: Reds\nlanguage: {}\nships: [{{ship: warrior}}]\n"
    project = write_project(tmp_path, a_yaml=fleet.format("de"), sheetgen_yaml="language: fr\n")
    assert "RUMPF" in read_text(project.render("a.yaml", sheet=["display"]).pdf())
    english = project.render("a.yaml", sheet=["display"], language="en").pdf()
    assert "HULL" in read_text(english)


def test_a_project_has_words_of_its_own(tmp_path: Path) -> None:
    own = 'msgid "HULL"\nmsgstr "Wanne"\n'
    project = write_project(tmp_path, a_yaml=SHIP.format("Kite"), languages__de_po=own)
    text = read_text(project.render("a.yaml", language="de").pdf())
    assert "Wanne" in text and "PRIMÄR" in text


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('msgid "HULL"\nmsgstr Rumpf\n', "de.po:2:1"),
        ('msgid "of {whole}"\nmsgstr "von {all}"\n', "de.po:1:1"),
    ],
)
def test_a_wrong_catalogue_is_reported(tmp_path: Path, text: str, message: str) -> None:
    project = write_project(tmp_path, a_yaml=SHIP.format("Kite"), languages__de_po=text)
    with pytest.raises(ProblemError) as caught:
        project.render("a.yaml", language="de")
    (found,) = caught.value.diagnostics
    assert found.rule == "bad-catalogue" and str(found.place).endswith(message)


def test_two_languages_stand_where_there_is_room(tmp_path: Path) -> None:
    project = write_project(tmp_path, a_yaml=SHIP.format("Kite"))
    said = read_text(project.render("a.yaml", language="de,en").pdf())
    assert "RUMPF / HULL" in said and "PRIMARIES" not in said


def test_languages_have_codes() -> None:
    project = sheetgen.open_project(SHIPS / "asfos")
    with pytest.raises(ChoiceError, match="is no language such as de"):
        project.render("warrior", language="Deutsch")


def test_words_are_counted_and_filled_in() -> None:
    text = (
        'msgid ""\nmsgstr "Plural-Forms: plural=n==1 ? 0 : n>=2 && n<=4 ? 1 : 2;\\n"\n\n'
        'msgid "{} turn"\nmsgid_plural "{} turns"\n'
        'msgstr[0] "{} tura"\nmsgstr[1] "{} tury"\nmsgstr[2] "{} tur"\n\n'
        'msgid "{} of {}"\nmsgstr "{1}: {0}"\n\n#, fuzzy\nmsgid "hull"\nmsgstr "?"\n'
    )
    words = Words("pl", [read_catalogue(text, "pl.po")])
    with speak(words):
        assert [tr_many("{} turn", "{} turns", n) for n in (1, 3, 5)] == [
            "1 tura", "3 tury", "5 tur"
        ]  # fmt: skip
        assert tr("{} of {}", 2, 7) == "7: 2" and tr("hull") == "hull"
    assert tr_many("{} turn", "{} turns", 2) == "2 turns"


def test_show_speaks_the_language(run: Callable[..., Any], project: Path) -> None:
    shown = run("show", "warrior", "--language", "de").stdout
    assert re.search(r"^Verteidigungsfaktor +5$", shown, re.MULTILINE)
    assert re.search(r"^ +Vorn +Links +Rechts +Hinten +Sekundär +Spezial$", shown, re.MULTILINE)
    text = run("show", "black-tiger", "--format", "text", "--language", "fr").stdout.splitlines()
    assert text[0] == "Black Tiger, Chasseur, Black Skies" and "Blindage : 1" in text
    assert "Carte 5 : Manœuvre Serré à gauche" in text[-2]
    why = run("show", "warrior", "--why", "--language", "it").stdout
    assert "fattore di difesa 5 × potenza di fuoco 21,2" in why and "due tir" not in why
    fleets = run("show", "drywell-company", "canal-wardens", "--language", "pl").stdout
    assert fleets.startswith("Sky Ships of Barsoom: Floty\n")
    (project / "sheetgen.yaml").write_text("language: es\n")
    assert "Factor de defensa" in run("show", "warrior").stdout
    told = run("show", "warrior", "--json").stdout
    assert '"defence_factor"' in told and "Acorazado" not in told


def test_compare_speaks_the_language(run: Callable[..., Any]) -> None:
    command = ["compare", "warrior", "new-mars"]
    shown = run(*command, "--language", "de").stdout
    assert re.search(r"^≠ +Primärwaffen Links +8 +12 \(\+4\)$", shown, re.MULTILINE)
    same = run("compare", "warrior", "warrior", "--language", "de").stdout
    assert same == "alle Werte sind gleich\n"
    assert "Primär" not in run(*command, "--language", "de", "--json").stdout


def test_parts_of_a_design_are_named_in_the_language(run: Callable[..., Any]) -> None:
    command = ["duel", "warrior", "--worth", "--duels", 2, "--jobs", 1, "--language", "it"]
    told = run(*command).stdout
    for part in ("primarie a sinistra 8", "secondarie 8", "2 × cannone di massa", "schermi 2"):
        assert re.search(f"^{part} ", told, re.MULTILINE)


def test_numbers_with_units_have_the_comma_of_the_language() -> None:
    text = "9 × 3.5″, turns of 22.5°, 1.25 in: edition 4.0 of 0.1.0 in 5.cm"
    with speak(Words("de", [], Words("en", []))):
        assert say(text) == text.replace("3.5", "3,5").replace("2.5", "2,5").replace("1.25", "1,25")
        assert tr("{} of {}", 3.5, "2.5 cm") == "3,5 of 2,5 cm"
    with speak(Words("de", [], Words("en", [])), {"Mark 3.5″"}):
        assert say("Mark 3.5″") == "Mark 3.5″"


def test_a_template_counts_in_english_as_it_is_compiled(tmp_path: Path) -> None:
    counted = "{{ tr_many('ship', 'ships', n) }}, {{ tr_many('{} of it', '{} of them', n) }}"
    (tmp_path / "own.svg").write_text(f"<svg xmlns='http://www.w3.org/2000/svg'>{counted}</svg>")
    templates = Templates([tmp_path], {})
    texts = ["".join(templates.fill_pieces("own.svg", n=n)) for n in (1, "2")]
    assert ["ship, 1 of it" in texts[0], "ships, 2 of them" in texts[1]] == [True, True]


def test_english_is_what_is_written() -> None:
    project = sheetgen.open_project(SHIPS / "asfos")
    plain = project.render("warrior").pdf()
    assert project.render("warrior", language="en").pdf() == plain
    assert yaml.safe_load((SHIPS / "asfos/warrior.yaml").read_text("utf-8"))["name"] == "Warrior"


def test_an_index_is_sorted_as_the_language_does() -> None:
    names = ["Zenit", "Łoś", "Lwów", "Luz", "Øst", "Oak", "Œuvre", "Ärger", "Azur"]
    with speak(Words("pl", [])):
        assert sort_terms(names) == [
            "Ärger", "Azur", "Luz", "Lwów", "Łoś", "Oak", "Œuvre", "Øst", "Zenit",
        ]  # fmt: skip
        assert find_initial("Łoś") == "Ł" and find_initial("Øst") == "O"
    with speak(Words("es", [])):
        assert sort_terms(["Oso", "Ñu", "Nz"]) == ["Nz", "Ñu", "Oso"]
    assert sort_terms(["Łoś", "Lanner", "Lynx"]) == ["Lanner", "Łoś", "Lynx"]


def test_quotation_marks_are_those_of_the_language() -> None:
    assert put_quotes("“Ja”, it’s ‘so’", "de") == "„Ja“, it’s ‚so‘"
    assert put_quotes("“Oui”", "fr-FR") == "«\u202fOui\u202f»"
    assert put_quotes("„so“ “x”", "de") == "„so“ “x”" and put_quotes("“a”", "en") == "“a”"


def test_a_passage_has_a_language_of_its_own(tmp_path: Path) -> None:
    book = "book: Two\nchapters: [a.md]\n"
    text = '# One\n\nA "b" [say "c"]{lang=de}.\n\n::: {lang=fr}\n\n"d"\n\n:::\n\n::: {lang}\n'
    project = write_project(tmp_path, book_yaml=book, a_md=text)
    with pytest.raises(ProblemError, match="no block"):
        project.publish("book.yaml")
    project = write_project(tmp_path, a_md=text.replace("\n::: {lang}\n", ""))
    said = read_text(project.publish("book.yaml").pdf())
    assert "“b”" in said and "„c“" in said and re.search("«.d.»", said)
