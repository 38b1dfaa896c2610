"""The structure of PDFs, by which they are read aloud, as other programs find it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from hypothesis import given
from hypothesis import strategies as st

import sheetgen
from sheetgen.drawing.drawing import Drawing, Resources, Tag
from sheetgen.drawing.tag import END_MARK, begin_mark
from sheetgen.export.pdf import Facts, write_pdf
from sheetgen.pages.page import Page, Placement
from sheetgen.svg.drafter import Drafter
from sheetgen.type.fonts import Fonts
from tests.book.test_book import write
from tests.book.test_composition import write_book

SHIPS = Path(__file__).parents[1] / "ships"
KITS = (
    "asfos/the-green-veil", "asfos/the-ice-toll", "asfos/farthing-rock",
    "airships/ember-concord", "black-skies/quarry-watch", "barsoom/drywell-company",
)  # fmt: skip
PAINTING = {"f", "f*", "S", "B", "B*", "Tj", "TJ", "Do", "sh"}


@dataclass
class Node:
    """An element: its role, its alternative text, its text and kids, or those of its kids."""

    role: str
    alt: str = ""
    text: str = ""
    kids: list[Node] = field(default_factory=list)
    scope: str = ""
    links: int = 0

    def walk(self) -> Iterator[Node]:
        yield self
        for kid in self.kids:
            yield from kid.walk()

    def find(self, *roles: str) -> list[Node]:
        return [node for node in self.walk() if node.role in roles]

    @property
    def words(self) -> str:
        """The text of it and its kids, with spaces as a page shows them."""
        return " ".join(" ".join(node.text for node in self.walk()).split())


def read(data: bytes) -> Node:
    """The tree of a PDF, once its pages and its tree are found to fit each other."""
    with pikepdf.open(BytesIO(data)) as pdf:
        texts: dict[tuple[int, int], str] = {}
        for at, page in enumerate(pdf.pages):
            texts |= {(at, number): text for number, text in read_page(page).items()}
        numbers: dict[Any, int] = {page.objgen: at for at, page in enumerate(pdf.pages)}
        found: list[tuple[int, int]] = []
        owned: dict[tuple[int, int], Any] = {}
        objects: dict[Any, Any] = {}

        def enter(element: Any, parent: Any) -> Node:
            assert element.P.objgen == parent.objgen
            node = Node(str(element.S)[1:], str(element.get("/Alt", "")))
            node.scope = str(element.get("/A", {}).get("/Scope", ""))[1:]
            kids = element.K
            for kid in kids if isinstance(kids, pikepdf.Array) else [kids]:
                if isinstance(kid, int):
                    content = numbers[element.Pg.objgen], kid
                elif kid.get("/Type") == "/MCR":
                    content = numbers[kid.Pg.objgen], int(kid.MCID)
                elif kid.get("/Type") == "/OBJR":
                    node.links += 1
                    objects[kid.Obj.objgen] = element.objgen
                    continue
                else:
                    node.kids.append(enter(kid, element))
                    continue
                found.append(content)
                owned[content] = element.objgen
                node.text += texts[content] + " "
            return node

        root = pdf.Root.StructTreeRoot
        tree = enter(root.K, root)
        assert sorted(found) == sorted(texts)  # each of them once
        parents = dict(zip(*[iter(root.ParentTree.Nums)] * 2, strict=True))
        for at, page in enumerate(pdf.pages):
            owners = parents.pop(page.StructParents)
            assert [owner.objgen for owner in owners] == [
                owned[at, number] for number in range(len(owners))
            ]
            for note in page.get("/Annots", ()):
                assert parents.pop(note.StructParent).objgen == objects.pop(note.objgen)
                assert page.Tabs == "/S"
        assert not parents
        assert not objects
        return tree


def read_page(page: Any) -> Mapping[int, str]:
    """The text of each marked content; nothing is painted outside of any."""
    texts: dict[int, str] = {}
    maps = {name: read_map(font) for name, font in page.Resources.get("/Font", {}).items()}
    mark: int | None = None
    depth, font = 0, ""
    for instruction in pikepdf.parse_content_stream(page):
        operands: Any = instruction.operands
        name = str(instruction.operator)
        assert depth or name not in PAINTING, name
        if name == "BMC":
            assert operands[0] == "/Artifact"
            depth += 1
        elif name == "BDC" and "/ActualText" in operands[1]:
            assert mark is not None and depth == 1
            texts[mark] += str(operands[1].ActualText)
            depth += 1
        elif name == "BDC":
            assert not depth
            mark, depth = int(operands[1].MCID), depth + 1
            assert mark not in texts
            texts[mark] = ""
        elif name == "EMC":
            depth -= 1
            mark = mark if depth else None
        elif name == "Tf":
            font = str(operands[0])
        elif name in ("Tj", "TJ") and mark is not None and depth == 1:
            strings = operands if name == "Tj" else operands[0]
            for string in strings:
                if isinstance(string, pikepdf.String):
                    codes = bytes(string).hex().upper()
                    parts = [codes[at : at + 4] for at in range(0, len(codes), 4)]
                    texts[mark] += "".join(maps[font].get(part, "") for part in parts)
    assert not depth
    return texts


def read_map(font: Any) -> Mapping[str, str]:
    pairs = re.findall(rb"<([0-9A-F]{4})> <([0-9A-F]+)>", font.ToUnicode.read_bytes())
    return {code.decode(): bytes.fromhex(text.decode()).decode("utf-16-be") for code, text in pairs}


def find_failures(pdf: bytes) -> list[str]:
    """What an independent program has against a PDF/UA-1."""
    import page

    limits = page.SafetyLimits.unlimited()
    report = page.validate_pdf_bytes(pdf, profile="ua1", limits=limits)
    return [f"{failure.rule_id}: {failure.message}" for failure in report.failures]


# Kits


def test_a_display_reads_out_its_values_in_order() -> None:
    ship = sheetgen.open_project(SHIPS / "asfos").render("warrior.yaml", sheet=["display"])
    (figure,) = read(ship.pdf()).find("Figure")
    values = ("Ship display: Warrior: ", "WARRIOR, ", "(BB) · mass 12, ", "DF, 5", "16, 8, 8, 0")
    places = [figure.alt.index(value) for value in (*values, "15, 7, 7, 0", "36 points")]
    assert places == sorted(places)
    assert figure.alt.count("PRIMARIES") == 1


def test_a_scenario_says_where_things_are() -> None:
    kit = sheetgen.open_project(SHIPS / "asfos").render("the-ice-toll.yaml", sheet=["scenario"])
    (figure,) = read(kit.pdf()).find("Figure")
    assert re.search(r"The Gatestones: asteroid field, 14 by,? 8″,? at,? \(36, 38\)", figure.alt)
    assert "within 6″ of the left edge" in figure.alt


def list_rows(data: bytes) -> list[list[tuple[str, str, str]]]:
    """The role, scope and words of each cell in the one table of a PDF, row by row."""
    (table,) = read(data).find("Table")
    assert {row.role for row in table.kids} == {"TR"}
    return [[(cell.role, cell.scope, cell.words) for cell in row.kids] for row in table.kids]


@pytest.mark.parametrize(
    ("name", "heads", "row"),
    [
        ("ships/asfos/ondaro-cast", ("ID", "MASS", "POINTS"), ("DN1", "14", "~44")),
        ("ships/airships/ember-concord", ("ID", "Morale", "Total"), ("CV1", "7", "175")),
        ("ships/barsoom/drywell-company", ("ID", "Crew", "Light"), ("M1", "18", "1")),
        ("games/low-water/ships/free-companies", ("ID", "HULL", "POINTS"), ("R1", "16", "63")),
    ],
)
def test_rosters_are_tables(name: str, heads: tuple[str, ...], row: tuple[str, ...]) -> None:
    path = SHIPS.parent / f"{name}.yaml"
    made = sheetgen.open_project(path.parent).render(path.name, sheet=["roster"]).pdf()
    head, first, *others = list_rows(made)
    assert {cell[:2] for cell in head} == {("TH", "Column")}
    columns = [[cell[2] for cell in head].index(one) for one in heads]
    assert tuple(first[at][2] for at in columns) == row
    for line in (first, *others):
        assert len(line) == len(head) and line[0][:2] == ("TH", "Row")
        assert {cell[:2] for cell in line[1:]} == {("TD", "")}
    assert others[-1][0][2] == "Total"
    assert find_failures(made) == []


def test_what_stands_around_a_table_is_read_out_where_it_stands() -> None:
    cells = '<g data-cell="head">{}</g><g data-cell="head">{}</g>', '<g data-cell="row">{}</g>{}'
    text = '<text x="2" y="5" font-size="3">{}</text>'.format
    more = f'<g data-cell="data"/><g data-cell="more">{text("of 4")}</g>'
    body = text("Above") + cells[0].format(text("A"), text("B")) + cells[1].format(text("a"), more)
    body += text("Between") + cells[1].format(text("b"), '<path d="M0 0H9"/>')
    source = f'<svg xmlns="http://www.w3.org/2000/svg" width="20mm" height="9mm">{body}</svg>'
    drawing, problems = Drafter(Fonts()).draw(source)
    assert not problems
    for copies in (1, 2):
        tree = read(
            write_pdf([Page(99, 99, (Placement(drawing, 0, 0, alt="X"),) * copies)], Facts("x"))
        )
        (section, *_) = tree.find("Sect")
        told = [(node.role, node.alt or node.words) for node in section.kids]
        assert told == [
            ("Figure", "X: Above"), ("Table", "A B a of 4"), ("Figure", "Between"), ("Table", "b"),
        ]  # fmt: skip
    plain = write_pdf([Page(99, 99, (Placement(drawing, 0, 0),))], Facts("x"))
    assert not read(plain).find("Table")
    _, (problem,) = Drafter(Fonts()).draw(source.replace('"head"', '"top"', 1))
    assert "data-cell: 'top' is none of head, row, data, more" in problem.message


def draw(words: str, tags: int) -> Drawing:
    """A drawing of nothing but boxes, of which some are marked content."""
    box = "0 0 9 9 re f"
    path = Tag("Sect"), Tag("P")
    marked = [f"{begin_mark(path, at)} {box} {END_MARK}" for at in range(tags)]
    return Drawing(9, 9, " ".join(marked or [box]), Resources(), title=words, tags=[path] * tags)


DRAWINGS = [draw(f"drawing {at}", tags=at % 3) for at in range(6)]
PLACEMENTS = st.builds(
    Placement,
    st.sampled_from(DRAWINGS),
    st.just(5.0),
    st.just(5.0),
    st.integers(0, 3),
    st.sampled_from(["", "A piece"]),
)


@given(st.lists(st.tuples(st.lists(PLACEMENTS, max_size=4), st.booleans()), min_size=1, max_size=4))
def test_all_content_is_in_the_tree_once(pages: list[tuple[list[Placement], bool]]) -> None:
    """Whatever is on pages together: pieces once or several times, marked content, crop marks."""
    marks = ((0.0, 0.0, 5.0, 0.0),)
    made = [Page(99, 99, tuple(placed), marks if cut else ()) for placed, cut in pages]
    tree = read(write_pdf(made, Facts("x")))
    pieces = [p for placed, _ in pages for p in placed if p.alt and not p.drawing.tags]
    assert len(tree.find("Figure")) == len(pieces)
    used = {p.drawing for placed, _ in pages for p in placed if p.drawing.tags}
    assert len(tree.find("P")) == len(used)


@pytest.mark.parametrize(
    "options",
    [{"fillable": True}, {"duplex": "fold", "copies": 2}, {"ink": "low", "paper": "letter"}],
)
def test_all_pieces_of_a_kit_are_figures(options: Any) -> None:
    made = sheetgen.open_project(SHIPS / "asfos").render("calypso.yaml", **options)
    tree = read(made.pdf())
    roles = Counter(node.role for node in tree.walk())
    assert roles["Figure"] >= made.pieces
    assert bool(roles["Form"]) == ("fillable" in options)
    assert all(figure.alt for figure in tree.find("Figure"))


def test_backs_are_read_out_as_backs() -> None:
    project = sheetgen.open_project(SHIPS / "barsoom")
    made = project.render("windhover.yaml", sheet=["movement-deck"], duplex="long")
    alts = [figure.alt for figure in read(made.pdf()).find("Figure")]
    assert len(alts) == 2 * made.pieces
    assert sum(", back" in alt for alt in alts) == made.pieces


def test_words_that_are_drawn_twice_over_themselves_are_read_once() -> None:
    drawer = Drafter(Fonts())
    text = '<text x="2" y="5" font-size="3"{}>8</text>'
    halo = text.format(' stroke="white" fill="none"') + text.format("")
    other = '<g transform="translate(9 0)">' + text.format("") + "</g>"
    source = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="20mm" height="9mm">{halo}{other}</svg>'
    )
    drawing, problems = drawer.draw(source)
    assert not problems
    page = Page(99, 99, (Placement(drawing, 0, 0, alt="Box"),))
    (figure,) = read(write_pdf([page], Facts("x"))).find("Figure")
    assert figure.alt == "Box: 8, 8"


# Books


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    folder = tmp_path_factory.mktemp("tags")
    write(folder)
    return sheetgen.open_project(folder).publish("book.yaml").pdf()


@pytest.fixture(scope="module")
def tree(book: bytes) -> Node:
    return read(book)


def test_headings_of_a_book_are_in_order_and_none_is_left_out(tree: Node) -> None:
    heads = [(node.role, node.words) for node in tree.find("H1", "H2", "H3", "H4")]
    titles = [("H1", "First chapter"), ("H2", "The wall"), ("H1", "Second chapter")]
    titles += [("H2", "The tide"), ("H1", "Ships"), ("H2", "Warrior"), ("H1", "Fleet lists")]
    titles += [("H2", "The Threesome"), ("H1", "Index"), ("H1", "Cut-outs")]
    found = [(role, words.casefold()) for role, words in heads]
    places = [found.index((role, title.casefold())) for role, title in titles]
    assert places == sorted(places)
    levels = [0, *(int(role[1]) for role, _ in heads)]
    assert all(below <= above + 1 for above, below in pairwise(levels))


def test_a_level_of_headings_that_is_left_out_is_closed(tmp_path: Path) -> None:
    write(
        tmp_path, **{"two.md": "# Second\n\n## The tide\n\n#### Deep\n\nText.\n\n### Up\n\nText.\n"}
    )
    made = read(sheetgen.open_project(tmp_path).publish("book.yaml").pdf())
    roles = {node.words.casefold(): node.role for node in made.find("H1", "H2", "H3", "H4")}
    assert (roles["second"], roles["deep"], roles["up"]) == ("H1", "H3", "H3")


def test_tables_have_header_cells_and_equal_rows(tree: Node) -> None:
    tables = tree.find("Table")
    for table in tables:
        rows = [node for node in table.kids if node.role == "TR"]
        assert len({len(row.kids) for row in rows}) == 1
        heads = [cell.scope for row in rows for cell in row.kids if cell.role == "TH"]
        if rows[0].kids[-1].role == "TH":
            assert heads == ["Column"] * len(rows[0].kids)
        else:
            assert heads == ["Row"] * len(rows)
    words = [[cell.words for cell in row.kids] for table in tables for row in table.kids]
    assert ["ship", "mass"] in [[word.casefold() for word in row] for row in words]
    assert ["Calypso", "4"] in words


def test_lists_have_items_with_labels(tree: Node) -> None:
    lists = [node for node in tree.find("L") if node.kids[0].kids[0].words == "•"]
    (outer,) = lists
    assert [[kid.role for kid in item.kids] for item in outer.kids] == [["Lbl", "LBody"]] * 2
    one, two = (item.kids[1] for item in outer.kids)
    assert one.words == "one"
    (inner,) = two.find("L")
    assert [item.words for item in inner.kids] == ["1. inner"]
    terms = [node for node in tree.find("L") if node.kids[0].kids[0].words == "Term"]
    assert [node.words for node in terms] == ["Term Meaning."]


def test_links_hold_their_annotations_and_notes_their_text(tree: Node) -> None:
    links = tree.find("Link")
    assert all(link.links for link in links)
    assert {"the tide", "a page"} <= {link.words for link in links}
    (note,) = tree.find("Note")
    assert note.words == "1. The note."
    assert [node.words for node in tree.find("BlockQuote")] == ["Said."]


def test_figures_of_a_book_have_words_and_furniture_has_none(tree: Node) -> None:
    alts = [figure.alt for figure in tree.find("Figure")]
    assert all(alts)
    assert alts[0].startswith("cover: ")
    assert any(alt.startswith("Ship display: Calypso: ") and "7 points" in alt for alt in alts)
    assert [node.words for node in tree.find("Caption")] == ["A display"]
    texts = [node.words for node in tree.walk() if node.role == "P"]
    assert "Tidewater" not in texts[2:]  # the running head


def test_a_document_says_what_it_is(book: bytes) -> None:
    with pikepdf.open(BytesIO(book)) as pdf:
        assert pdf.Root.MarkInfo.Marked
        assert str(pdf.Root.Lang) == "en-GB"
        assert pdf.Root.ViewerPreferences.DisplayDocTitle
        with pdf.open_metadata() as about:
            assert about["dc:title"] == str(pdf.docinfo.Title) == "Tidewater"
            assert about["pdfuaid:part"] == "1"


def test_a_paragraph_that_goes_overleaf_is_one_and_a_table_s_heading_is_read_once(
    tmp_path: Path,
) -> None:
    rows = "\n".join(f"| {at} | Row |" for at in range(90))
    text = f"# Long\n\n## The tide\n\nBegins {'and goes on ' * 900}ends.\n\n"
    text += f"| No | Word |\n|---|---|\n{rows}\n"
    write(tmp_path, **{"two.md": text})
    made = read(sheetgen.open_project(tmp_path).publish("book.yaml").pdf())
    (long,) = [node for node in made.find("P") if node.words.startswith("Begins")]
    assert long.words.endswith("ends.")
    (table,) = [node for node in made.find("Table") if node.kids[0].words == "No Word"]
    assert [row.kids[0].words for row in table.kids] == ["No", *map(str, range(90))]


def test_a_hyphen_that_divides_a_word_is_soft(tmp_path: Path) -> None:
    write(
        tmp_path,
        **{"two.md": f"# Two\n\n## The tide\n\n{'Unforgettable well-known words. ' * 90}\n"},
    )
    made = read(sheetgen.open_project(tmp_path).publish("book.yaml").pdf())
    (text,) = [text for node in made.find("P") if (text := node.text).startswith("Unforg")]
    assert text.count("\u00ad") > 2
    whole = text.replace("\u00ad", "").replace(" ", "").replace("\n", "")
    assert whole == "Unforgettablewell-knownwords." * 90


def test_a_booklet_keeps_its_tags(tmp_path: Path) -> None:
    write(tmp_path, paper="a5")
    made = sheetgen.open_project(tmp_path).publish("book.yaml", paper="a5", booklet=True)
    assert {"First chapter", "Second chapter"} <= {
        node.words.capitalize() for node in read(made.pdf()).find("H1")
    }


# PDF/UA-1, as an independent program sees it


@pytest.mark.parametrize("fillable", [False, True])
def test_a_small_kit_is_pdf_ua(fillable: bool) -> None:
    project = sheetgen.open_project(SHIPS / "asfos")
    made = project.render("warrior.yaml", sheet=["display", "counters"], fillable=fillable)
    assert find_failures(made.pdf()) == []
    assert bool(read(made.pdf()).find("Form")) == fillable


def test_a_small_book_is_pdf_ua(book: bytes) -> None:
    assert find_failures(book) == []


@pytest.mark.whole
@pytest.mark.parametrize("kit", KITS)
def test_kits_are_pdf_ua(kit: str) -> None:
    game, name = kit.split("/")
    made = sheetgen.open_project(SHIPS / game).render(f"{name}.yaml").pdf()
    read(made)
    assert find_failures(made) == []


@pytest.mark.whole
def test_books_are_pdf_ua(tmp_path: Path) -> None:
    write_book(tmp_path)
    books = [*sorted((SHIPS / "books").glob("*.yaml")), tmp_path / "book.yaml"]
    for path in books:
        made = sheetgen.open_project(path.parent).publish(path).pdf()
        read(made)
        assert find_failures(made) == []
