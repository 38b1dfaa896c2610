"""Ship counters: sizes, sides, bleed, and the user's own pictures on them."""

from __future__ import annotations

import io
import json
import struct
import zlib
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from PIL import Image
from pypdfium2 import PdfDocument

from sheetgen.definitions.linking import gather
from sheetgen.definitions.shelf import Shelf
from sheetgen.ground.colour import Ink
from sheetgen.ground.diagnostics import Diagnostic, ProblemError
from sheetgen.ground.units import MM
from sheetgen.pages.presssheet import Item
from sheetgen.printing.order import Order
from sheetgen.printing.press import Press
from sheetgen.systems.kit.counters import LIVERIES
from sheetgen.systems.loading import Systems
from tests.asfos.yard import TABLES

MASSES = {"FF": 1, "DD": 2, "CL": 4, "CA": 6, "BC": 9, "BB": 12, "DN": 18, "SDN": 24, "T": 30}
INCH = 25.4
INCHES = {"1/2": 0.5, "5/8": 0.625, "3/4": 0.75, "1": 1.0, "1.25": 1.25, "1.5": 1.5}
BY_CLASS = {row["code"]: row["counter"] for row in TABLES["classes"].values()}
Writer = Callable[..., Path]
Run = Callable[..., Any]


@pytest.fixture
def write_fleet(project: Path, write_ship: Writer) -> Callable[..., None]:
    """Writes a fleet of ships with these masses; keywords are further keys of the fleet."""

    def write(*masses: int, ids: Sequence[str] = (), **keys: str) -> None:
        entries = []
        for at, mass in enumerate(masses):
            write_ship(f"ship{at}.yaml", name=f"Ship {at}", mass=mass, engine=0, special=None)
            given = f", ids: [{ids[at]}]" if ids else ""
            entries.append(f"  - {{ship: ship{at}{given}}}\n")
        text = "system: asfos\nfleet: Emeralds\n"
        text += "".join(f"{key}: {value}\n" for key, value in keys.items())
        (project / "fleet.yaml").write_text(f"{text}ships:\n{''.join(entries)}", "utf-8")

    return write


def draw(project: Path, **options: Any) -> list[Item]:
    """The counters of a project's fleet or ships."""
    press = Press(project, **options)
    collection = gather([project], Shelf(Systems()))
    assert not [d for d in collection.diagnostics if d.is_error]
    order = Order(sheets=["counters"])
    return [item for _, item in press.draw_sheets(collection.printed, order)]


def refuse(project: Path, **options: Any) -> list[Diagnostic]:
    with pytest.raises(ProblemError) as caught:
        draw(project, **options)
    return caught.value.diagnostics


def millimetres(*lengths: float) -> Any:
    return pytest.approx(lengths, abs=0.01)


def measure(item: Item) -> tuple[float, float]:
    """The size of a counter when it is cut out, in millimetres."""
    return item.drawing.trim_width / MM, item.drawing.trim_height / MM


def read_text(data: bytes, page: int = 0) -> str:
    with closing(PdfDocument(data)) as document:
        return str(document[page].get_textpage().get_text_range())


def find_images(data: bytes) -> list[Any]:
    with pikepdf.open(io.BytesIO(data)) as pdf:
        streams = [thing for thing in pdf.objects if isinstance(thing, pikepdf.Stream)]
        images = [s for s in streams if s.get("/Subtype") == "/Image"]
        return [
            (int(s.Width), int(s.Height), str(s.ColorSpace), str(s.Filter), "/SMask" in s)
            for s in images
        ]


def print_counters(run: Run, *options: str) -> bytes:
    outcome = run("render", "--sheet", "counters", "-o", "-", "--format", "pdf", *options)
    assert outcome.status == 0, outcome.stderr
    return bytes(outcome.output)


# Which counters there are


def test_a_fleet_has_counters_and_a_ship_when_asked(
    project: Path, run: Run, write_fleet: Any
) -> None:
    write_fleet(12, 12, 4)
    titles = [item.name for item in draw(project)]
    assert titles == [f"{i} Ship {n}, ship counters" for n, i in enumerate(("BB1", "BB2", "CL1"))]
    words = [read_text(print_counters(run))]
    assert all(i in words[0] for i in ("BB1", "BB2", "CL1"))
    (project / "fleet.yaml").unlink()
    assert "BB" in read_text(print_counters(run))  # a ship without ID shows its class
    assert b"counters" not in run("render", "-o", "-", "--format", "pdf").output


@pytest.mark.parametrize("code", MASSES)
def test_sizes_go_by_class(code: str, project: Path, write_fleet: Any) -> None:
    write_fleet(MASSES[code])
    (item,) = draw(project)
    side = INCHES[BY_CLASS[code]] * INCH
    assert measure(item) == millimetres(side, side)


def test_larger_classes_never_have_smaller_counters() -> None:
    sides = [INCHES[counter] for counter in BY_CLASS.values()]
    assert sides == sorted(sides) and set(sides) == set(INCHES.values())


@pytest.mark.parametrize(
    ("written", "inches"),
    [("1/2", 0.5), ("5/8", 0.625), ("0.75", 0.75), ("1", 1), ("1.25", 1.25), ('1.5"', 1.5)],
)
def test_one_size_for_all(written: str, inches: float, project: Path, write_fleet: Any) -> None:
    write_fleet(1, 30, counters=f"{{size: {written}}}")
    sizes = [measure(item) for item in draw(project)]
    assert sizes == [millimetres(inches * INCH, inches * INCH)] * 2


def test_editors_know_that_a_size_may_be_a_number(run: Run) -> None:
    parts = json.loads(run("schema", "asfos").stdout)["$defs"].values()
    (sizes,) = (part["properties"]["size"]["enum"] for part in parts if "Counter" in part["title"])
    assert set(sizes) == {"by-class", *INCHES, *INCHES.values()}


def test_hexes_measure_their_size_from_flat_to_flat(project: Path, write_fleet: Any) -> None:
    write_fleet(12, counters="{shape: hex}")
    (item,) = draw(project)
    assert measure(item) == millimetres(INCH * 2 / 3**0.5, INCH)


@pytest.mark.parametrize(
    ("written", "words"),
    [
        ("{size: 2}", "counters.size: '2' is not one of"),
        ("{size: 1/3}", "1/2"),
        ("{shape: circle}", "square"),
        ("{back: names}", "did you mean name?"),
        ("{fold: 1}", "true or false"),
        ("{colour: red}", "there is no key counters.colour"),
    ],
)
def test_what_counters_can_not_be(written: str, words: str, run: Run, write_fleet: Any) -> None:
    write_fleet(12, counters=written)
    outcome = run("validate")
    assert outcome.status == 1
    assert "fleet.yaml:3:" in outcome.stderr and words in outcome.stderr


@pytest.mark.parametrize("shape", ["square", "round", "hex"])
@pytest.mark.parametrize("size", INCHES)
@pytest.mark.parametrize("back", ["name", "damaged"])
def test_ids_of_eight_letters_have_room(
    shape: str, size: str, back: str, project: Path, write_fleet: Any
) -> None:
    keys = f"{{size: {size}, shape: {shape}, back: {back}}}"
    write_fleet(30, 12, ids=["FLAGSHIP", "BB12"], counters=keys)
    assert len(draw(project)) == 2


def test_an_id_without_room_is_refused_at_the_fleet(project: Path, write_fleet: Any) -> None:
    write_fleet(1, ids=["A-FAR-TOO-LONG-NAME"])
    found, *_ = refuse(project)
    assert found.rule == "overflow" and found.file.endswith("fleet.yaml")
    assert "counter.svg" in found.hint


# Sides


def test_backs_show_the_name_or_the_damage(project: Path, run: Run, write_fleet: Any) -> None:
    write_fleet(12, counters="{back: name}", ids=["BB7"])
    both = print_counters(run)
    fronts, backs = (read_text(both, page) for page in (0, 1))
    assert "BB7" in fronts and "SHIP 0" not in fronts
    assert "BB7" in backs and "SHIP 0" in backs and "Battleship" in backs
    write_fleet(12, counters="{back: damaged}", ids=["BB7"])
    damaged = print_counters(run)
    assert "BB7" in read_text(damaged, 1) and "SHIP 0" not in read_text(damaged, 1)
    assert damaged != both


def test_without_backs_there_is_one_side(project: Path, write_fleet: Any) -> None:
    write_fleet(12)
    (item,) = draw(project)
    assert item.back is None


def count_pages(data: bytes) -> int:
    with closing(PdfDocument(data)) as document:
        return len(document)


@pytest.mark.parametrize(
    ("duplex", "fold", "pages"),
    [
        ("long", "false", 2),
        ("short", "false", 2),
        ("fold", "false", 1),
        ("none", "false", 1),
        ("long", "true", 1),
        ("none", "true", 1),
    ],
)
def test_duplex_says_where_backs_are_printed(
    duplex: str, fold: str, pages: int, run: Run, write_fleet: Any
) -> None:
    write_fleet(12, counters=f"{{back: name, fold: {fold}}}")
    data = print_counters(run, "--duplex", duplex)
    assert count_pages(data) == pages
    assert ("Battleship" in read_text(data, pages - 1)) == (duplex != "none")


def test_only_the_page_of_the_counters_has_another_side(run: Run, write_fleet: Any) -> None:
    write_fleet(12, 6, counters="{back: name}")
    data = run("render", "-o", "-", "--format", "pdf").output
    assert count_pages(data) == 5
    texts = [read_text(data, at) for at in range(5)]
    assert [at for at, text in enumerate(texts) if "Battleship\r\n" in text] != []
    one_sided = run("render", "-o", "-", "--format", "pdf", "--duplex", "none").output
    assert count_pages(one_sided) == 3  # the counters are below the roster


def test_the_back_offset_moves_backs_only(run: Run, write_fleet: Any) -> None:
    write_fleet(12, counters="{back: name}")
    plain, moved = print_counters(run), print_counters(run, "--back-offset", "1,-0.5")
    with pikepdf.open(io.BytesIO(plain)) as a, pikepdf.open(io.BytesIO(moved)) as b:
        fronts, backs = zip(
            *((p.pages[0].Contents.read_bytes(), p.pages[1].Contents.read_bytes()) for p in (a, b)),
            strict=True,
        )
    assert fronts[0] == fronts[1]
    places = [list(map(float, back.split(b" cm")[0].split()[-2:])) for back in backs]
    shift = [b - a for a, b in zip(*places, strict=True)]
    assert shift == pytest.approx([MM, -0.5 * MM], abs=0.001)


@pytest.mark.parametrize("written", ["1", "a,b", "1,2,3", "11,0", "nan,0"])
def test_a_back_offset_is_two_small_numbers(written: str, run: Run, write_fleet: Any) -> None:
    write_fleet(12)
    outcome = run("render", "-o", "x.pdf", "--back-offset", written)
    assert outcome.status == 2
    assert "--back-offset" in outcome.stderr


def test_folding_without_a_back_is_warned_of(run: Run, write_fleet: Any) -> None:
    write_fleet(12, counters="{fold: true}")
    outcome = run("validate")
    assert outcome.status == 0
    assert "warning[fold-without-back]" in outcome.stderr


def test_a_back_of_another_size_is_refused(project: Path, run: Run, write_fleet: Any) -> None:
    write_fleet(12, counters="{back: name}")
    assert run("eject", "counters").status == 0
    template = project / "templates/asfos/counter.svg"
    text = template.read_text("utf-8")
    wider = text.replace(
        'data-size="{{ w }}', "data-size=\"{{ w + (0 if sheet.side == 'front' else 1) }}"
    )
    assert wider != text
    template.write_text(wider, "utf-8")
    (found,) = refuse(project)
    assert found.rule == "back-size" and found.file.endswith("counter.svg")
    assert "26.4 × 25.4 mm" in found.message and "25.4 × 25.4 mm" in found.message


# Colour and bleed


def test_the_ground_has_the_fleets_colour_to_the_end_of_the_bleed(
    project: Path, write_fleet: Any, rasterize: Callable[..., Any]
) -> None:
    from sheetgen.export.pdf import Facts, write_pdf
    from sheetgen.pages.page import Page, Placement

    write_fleet(12, colour='"#c02020"')
    for wanted, bleed in ((None, 2.0), (3.0, 3.0), (0.0, 0.0)):
        (item,) = draw(project, bleed=None if wanted is None else wanted * MM)
        drawing = item.drawing
        assert drawing.bleed / MM == pytest.approx(bleed)
        assert measure(item) == millimetres(INCH, INCH)
        page = Page(drawing.width, drawing.height, (Placement(drawing, 0, 0),))
        picture = rasterize(write_pdf([page], Facts("x")), 0, 254)
        red, green, blue = picture.getpixel((20, 4))
        assert red > 150 and green < 60 and blue < 60


def test_grey_ink_has_no_colour(
    project: Path, write_fleet: Any, rasterize: Callable[..., Any]
) -> None:
    from sheetgen.export.pdf import Facts, write_pdf
    from sheetgen.pages.page import Page, Placement

    write_fleet(12, colour='"#c02020"', counters="{back: damaged}")
    (item,) = draw(project, ink=Ink.GREY)
    assert item.back
    pages = [Page(d.width, d.height, (Placement(d, 0, 0),)) for d in (item.drawing, item.back)]
    for at in (0, 1):
        bands = rasterize(write_pdf(pages, Facts("x")), at, 150).split()
        assert len({band.tobytes() for band in bands}) == 1


def test_more_bleed_than_there_is_is_refused(run: Run, write_fleet: Any) -> None:
    write_fleet(12)
    assert run("render", "--sheet", "counters", "-o", "a.pdf", "--bleed", "3.2").status == 0
    outcome = run("render", "--sheet", "counters", "-o", "b.pdf", "--bleed", "7")
    assert outcome.status == 1
    assert "error[little-bleed]: its bleed is 6 mm, but 7 mm are asked for" in outcome.stderr


def test_equal_runs_print_equal_bytes(run: Run, write_fleet: Any) -> None:
    write_fleet(1, 2, 4, 6, 9, 12, 18, 24, 30, counters="{back: damaged}")
    assert print_counters(run) == print_counters(run)


# Liveries


def find_liveries(paths: Sequence[Path]) -> list[str]:
    """The livery of each fleet's counters, in the order in which they are printed."""
    found: dict[str, str] = {}
    printed = gather(paths, Shelf(Systems())).printed
    press = Press(None)

    def watch(template: str, sheet: Any, title: str, *rest: Any) -> Any:
        words = ["light" if sheet.light else "dark", *["striped"] * sheet.striped]
        found[sheet.colour] = "-".join(words)
        return Press.draw(press, template, sheet, title, *rest)

    press.draw = watch  # type: ignore[method-assign,assignment]
    list(press.draw_sheets(printed, Order(sheets=["counters"])))
    return list(found.values())


def test_fleets_printed_together_differ_without_colours(project: Path, write_fleet: Any) -> None:
    paths = []
    for at in range(6):
        livery = "{livery: light}" if at == 5 else "{}"
        write_fleet(12, colour=f'"#00000{at}"', counters=livery)
        paths.append((project / "fleet.yaml").rename(project / f"fleet{at}.yaml"))
    assert find_liveries([project]) == [*LIVERIES, "dark", "light"]
    assert find_liveries(paths[3:4]) == ["dark"]
    assert find_liveries(paths[5:]) == ["light"]


def test_the_sides_of_every_scenario_differ(project: Path) -> None:
    ships = Path(__file__).parents[2] / "ships" / "asfos"
    assert find_liveries([ships / "the-green-veil.yaml"]) == ["dark", "light"]
    both = [ships / "farthing-rock.yaml", ships / "the-green-veil.yaml"]
    assert find_liveries(both) == ["dark", "light", "dark", "light"]


# The user's own pictures. The room for one on a counter of an inch is 17.4 mm, 206 pixels at 300
# to the inch.

ROOM = 199


def save(path: Path, picture: Image.Image, **options: Any) -> None:
    picture.save(path, **options)


@pytest.fixture
def print_art(project: Path, run: Run, write_ship: Writer) -> Callable[[str], list[Any]]:
    """The images in the PDF of an inch counter with a picture of that name on it."""

    def show(name: str) -> list[Any]:
        write_ship("warrior.yaml", mass=12, engine=0, special=None, art=name)
        return find_images(print_counters(run))

    return show


def paint(width: int, height: int) -> Image.Image:
    """A picture that is red at the left and blue at the right."""
    picture = Image.new("RGB", (width, height), (200, 20, 20))
    picture.paste((20, 20, 200), (width // 2, 0, width, height))
    return picture


def test_large_pictures_are_shrunk_to_the_print(project: Path, print_art: Any) -> None:
    save(project / "ship.png", paint(1000, 2000))
    ((width, height, space, codec, mask),) = print_art("ship.png")
    assert ROOM - 3 <= height <= ROOM + 3 and width == -(-height // 2)
    assert (space, codec, mask) == ("/DeviceRGB", "/FlateDecode", False)


def test_small_pictures_are_left_as_they_are(project: Path, print_art: Any) -> None:
    save(project / "ship.png", paint(40, 80))
    ((width, height, *_),) = print_art("ship.png")
    assert (width, height) == (40, 80)


def test_transparent_margins_are_cut_off(project: Path, print_art: Any) -> None:
    picture = Image.new("RGBA", (900, 600), (0, 0, 0, 0))
    picture.paste((200, 20, 20, 255), (700, 100, 760, 180))
    picture.putpixel((5, 5), (0, 0, 0, 3))  # a trace that nobody sees
    picture.putpixel((720, 140), (0, 0, 0, 0))  # a hole keeps its transparency
    save(project / "ship.png", picture)
    images = sorted(print_art("ship.png"))
    assert [image[:3] for image in images] == [(60, 80, "/DeviceGray"), (60, 80, "/DeviceRGB")]


def test_a_picture_of_nothing_is_refused(project: Path, write_ship: Writer) -> None:
    save(project / "ship.png", Image.new("RGBA", (50, 50), (0, 0, 0, 0)))
    write_ship("warrior.yaml", art="ship.png")
    (found,) = refuse(project)
    assert found.rule == "bad-art" and "all of it is transparent" in found.message
    assert found.file.endswith("warrior.yaml")


@pytest.mark.parametrize("orientation", [1, 3, 6, 8])
def test_photos_stand_as_they_were_taken(
    orientation: int,
    project: Path,
    run: Run,
    print_art: Any,
    rasterize: Callable[..., Any],
) -> None:
    upright = paint(600, 900)
    undo = {1: 0, 3: 180, 6: 90, 8: 270}[orientation]  # how the camera was held
    exif = Image.Exif()
    exif[0x0112] = orientation
    save(project / "ship.jpg", upright.rotate(undo, expand=True), exif=exif, quality=95)
    ((width, height, _, codec, _),) = print_art("ship.jpg")
    assert height > width and codec == "/DCTDecode"
    picture = rasterize(print_counters(run, "--portrait"), 0, 254)
    # The only counter stands in the middle of the page; its picture a little above that.
    middle, level = picture.width // 2, picture.height // 2
    reds = [picture.getpixel((middle + dx, level - 30)) for dx in (-20, 20)]
    assert reds[0][0] > 150 > reds[0][2] and reds[1][2] > 150 > reds[1][0]


def test_photos_in_cmyk_are_converted(project: Path, print_art: Any) -> None:
    save(project / "ship.jpg", paint(500, 500).convert("CMYK"))
    ((_, _, space, codec, _),) = print_art("ship.jpg")
    assert (space, codec) == ("/DeviceRGB", "/DCTDecode")


def test_svg_pictures_stay_lines(project: Path, print_art: Any) -> None:
    text = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M1 1H8L4 8Z"/></svg>'
    (project / "ship.svg").write_text(text, "utf-8")
    assert print_art("ship.svg") == []


def test_a_picture_is_stored_once_for_sisters(
    project: Path, run: Run, write_fleet: Any, write_ship: Writer
) -> None:
    write_fleet(12, 12)
    save(project / "ship.png", paint(300, 300))
    for at in (0, 1):
        write_ship(f"ship{at}.yaml", mass=12, engine=0, special=None, art="ship.png")
    assert len(find_images(print_counters(run))) == 1


def make_png(width: int, height: int) -> bytes:
    """A PNG file whose header claims that size."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return (
            struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        )

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    body = zlib.compress(bytes(1000))
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", body) + chunk(b"IEND", b"")
    )


def cut_short() -> bytes:
    file = io.BytesIO()
    paint(300, 300).save(file, "PNG")
    return file.getvalue()[:200]


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (make_png(60_000, 60_000), "more than 50 million pixels"),
        (make_png(9_000, 9_000), "more than 50 million pixels"),
        (make_png(300, 300), "the file is damaged"),
        (cut_short(), "the file is damaged"),
        (b"no picture at all", "not a PNG or JPEG"),
        (b"", "not a PNG or JPEG"),
    ],
)
def test_bombs_and_broken_pictures_are_refused(
    data: bytes, words: str, project: Path, run: Run, write_ship: Writer
) -> None:
    (project / "ship.png").write_bytes(data)
    write_ship("warrior.yaml", art="ship.png")
    (found,) = refuse(project)
    assert found.rule == "bad-art" and words in found.message
    outcome = run("render", "--sheet", "counters", "-o", "x.pdf")
    assert outcome.status == 1 and "Traceback" not in outcome.stderr
    assert not (project / "x.pdf").exists()
