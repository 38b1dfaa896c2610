"""What was learned in one run makes no difference in the next, except that it takes less time."""

from __future__ import annotations

import os
import re
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from markupsafe import Markup

from sheetgen.ground import cache as program
from sheetgen.ground.cache import Cache
from sheetgen.ground.colour import Ink
from sheetgen.ground.files import Files
from sheetgen.printing.options import Choices
from sheetgen.project.project import Project
from sheetgen.svg.drafter import Drafter
from sheetgen.svg.plan import learned, plan
from sheetgen.svg.plan.plan import DrawingPlan
from sheetgen.systems.loading import Systems
from sheetgen.type.fonts import Fonts
from tests.svg.test_svg_routes import DEFINITIONS, DRAWINGS, FONTS, ROOT, TIGHT, compare, pieces_of

pytestmark = pytest.mark.skipif(not hasattr(os, "geteuid"), reason="nothing is kept there")

SHIPS = Path(__file__).parents[2] / "ships"


@pytest.fixture(autouse=True)
def _keep_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keeps what is learned however little it is."""
    monkeypatch.setattr(plan, "_LEAST", 1)


@pytest.fixture
def cache(tmp_path: Path) -> Cache:
    return Cache(tmp_path / "caches")


def learn(cache: Cache, *texts: list[str], fonts: Fonts = FONTS, ink: Ink = Ink.COLOR) -> Drafter:
    """A drafter that has drawn texts, and kept what it learned."""
    drafter = Drafter(fonts, ink, cache=cache)
    for pieces in texts:
        assert compare("".join(pieces), drafter, pieces)[1] == []
    drafter.keep()
    return drafter


def count_fresh(drafter: Drafter) -> int:
    """The number of elements and tags that a drafter had to learn itself."""
    return sum(plan.fresh for plan in drafter._plans.values())


def cut(body: str) -> list[str]:
    """A drawing in pieces, cut around its numbers and words."""
    text = f'{ROOT}{DEFINITIONS}<g font-family="Barlow" font-size="4">{body}</g></svg>'
    return [piece for piece in re.split(r"([0-9.]+|(?<=>)[^<>]+)", text) if piece]


BODY = """<g transform="translate(3 4)"><rect width="9" height="9" opacity="0.5"/><g fill="red">
<text y="9">Warrior</text></g></g><use href="#mark"/><g><g><text x="4" y="20">AV 12</text></g></g>
<rect data-field="checkbox" data-name="hull-1" x="5" y="30" width="4" height="4"/>"""


@settings(suppress_health_check=list(HealthCheck))
@given(st.data())
def test_what_was_kept_draws_the_same(data: st.DataObject) -> None:
    """The same text, and texts that differ in some values, are drawn as if nothing was kept."""
    pieces = data.draw(pieces_of(DRAWINGS | TIGHT))
    with TemporaryDirectory() as folder:
        store = Cache(Path(folder).resolve() / "caches")
        for _ in range(3):
            drafter = Drafter(FONTS, cache=store)
            for _ in range(2):
                compare("".join(pieces), drafter, pieces)
                for at in data.draw(st.lists(st.integers(0, len(pieces) - 1), max_size=3)):
                    pieces = [*pieces]
                    pieces[at] = data.draw(st.sampled_from(["7", "-2.5", "", *pieces]))
            drafter.keep()


def test_nothing_is_learned_twice(cache: Cache) -> None:
    assert count_fresh(learn(cache, cut(BODY))) > 8
    again = Drafter(FONTS, cache=cache)
    compare("".join(cut(BODY)), again, cut(BODY))
    assert count_fresh(again) == 0
    (plan,) = again._plans.values()
    assert not plan._makers, "definitions are read though nothing is new"


def test_what_is_new_is_learned_beside_what_was_kept(cache: Cache) -> None:
    learn(cache, cut(BODY))
    changed = BODY.replace("Warrior", "Worrier").replace('fill="red"', 'fill="#00f"')
    second = learn(cache, cut(changed))
    assert 0 < count_fresh(second) < count_fresh(learn(Cache(None), cut(changed)))
    third = learn(cache, cut(BODY), cut(changed))
    assert count_fresh(third) == 0


def test_fields_forms_and_transparency_come_again(cache: Cache) -> None:
    """`compare` holds them against the tree; here, that they are there at all."""
    drafter = Drafter(FONTS, cache=cache)
    drafter.draw(cut(BODY))
    drafter.keep()
    drawing, _ = Drafter(FONTS, cache=cache).draw(cut(BODY))
    assert "hull-1" in [field.name for field in drawing.fields]
    assert drawing.resources.forms
    assert drawing.resources.states
    (used,) = drawing.resources.glyphs.values()
    assert "".join(sorted(used.values())) == "".join(sorted(set("Warrior AV 12")))


@pytest.mark.parametrize(
    "more",
    [
        '<rect width="9" height="9" fill="url(#linear)"/>',
        '<mask id="m"><rect width="9" height="9" fill="#fff"/></mask>',
    ],
)
def test_what_is_not_kept_is_learned_again(cache: Cache, more: str) -> None:
    body = f"{BODY}{more}<text y='40'>7</text>"
    first = learn(cache, cut(body))
    again = learn(cache, cut(body))
    assert count_fresh(again) < count_fresh(first)


@pytest.mark.parametrize("inside", ["definitions", "drawing"])
def test_a_picture_that_has_changed_is_seen(cache: Cache, tmp_path: Path, inside: str) -> None:
    shape = f'{ROOT}<{{}} width="9" height="{{}}"/></svg>'
    image = '<image href="art.svg" width="9" height="9"/>'
    if inside == "definitions":
        head = f'<defs><symbol id="art" viewBox="0 0 9 9">{image}</symbol></defs>'
        image = '<use href="#art" width="9" height="9"/>'
    else:
        head = ""
    pieces = [f"{ROOT}{head}<g>{image}", "<text y='20'>", "7", "</text></g></svg>"]

    def draw() -> str:
        drafter = Drafter(FONTS, files=Files([tmp_path]), cache=cache)
        drawing, problems = drafter.draw(pieces, tmp_path)
        assert problems == []
        drafter.keep()
        return " ".join(
            [drawing.operators, *(form.operators for form in drawing.resources.forms.values())]
        )

    (tmp_path / "art.svg").write_text(shape.format("rect", 9), "utf-8")
    first = draw()
    assert draw() == first
    (tmp_path / "art.svg").write_text(shape.format("rect", 5), "utf-8")
    assert draw() != first


def test_other_fonts_ink_bleed_and_programs_know_nothing_of_it(
    cache: Cache, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    learn(cache, cut(BODY))

    def is_known(fonts: Fonts = FONTS, ink: Ink = Ink.COLOR, bleed: float = float("inf")) -> bool:
        drafter = Drafter(fonts, ink, bleed=bleed, cache=cache)
        drafter.draw(cut(BODY))
        return count_fresh(drafter) == 0

    assert is_known()
    assert not is_known(ink=Ink.GREY)
    assert not is_known(bleed=3.0)
    (tmp_path / "fonts").mkdir()
    file = FONTS.families["fira sans"].members[next(iter(FONTS.families["fira sans"].members))].path
    own = tmp_path / "fonts" / file.name
    own.write_bytes(file.read_bytes())
    fonts = Fonts([tmp_path / "fonts"])
    assert not is_known(fonts)
    learn(cache, cut(BODY), fonts=fonts)
    assert is_known(fonts)
    os.utime(own, ns=(1, 1))
    assert not is_known(Fonts([tmp_path / "fonts"]))
    assert fonts.refresh()
    assert not is_known(fonts)
    monkeypatch.setattr(program, "_describe_program", lambda: b"another version")
    assert not is_known()


def test_what_was_forgotten_of_the_glyphs_is_not_kept(cache: Cache) -> None:
    """Where very many plans come and go, what they share is forgotten before they are."""
    drafter = Drafter(FONTS, cache=cache)
    drafter.draw(cut(BODY))
    drafter._known.forget()
    drafter.keep()
    again = Drafter(FONTS, cache=cache)
    compare("".join(cut(BODY)), again, cut(BODY))
    assert 0 < count_fresh(again) < count_fresh(drafter)


def test_a_text_that_is_no_plain_one_is_kept_as_one(cache: Cache) -> None:
    """No run depends on what a template's pieces are, such as what a macro wrote."""
    learn(cache, [Markup(piece) for piece in cut(BODY)])
    assert count_fresh(learn(cache, cut(BODY))) == 0


def test_what_is_damaged_is_as_good_as_nothing(cache: Cache) -> None:
    learn(cache, cut(BODY))
    assert cache.folder is not None
    (file,) = cache.folder.iterdir()
    file.write_bytes(file.read_bytes()[:-3])
    assert count_fresh(learn(cache, cut(BODY))) > 0


def test_what_is_little_or_too_much_is_not_kept(
    cache: Cache, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert cache.folder is not None

    def keeps() -> bool:
        learn(cache, cut(BODY))
        assert cache.folder is not None
        files = list(cache.folder.iterdir()) if cache.folder.exists() else []
        for file in files:
            file.unlink()
        return bool(files)

    assert keeps()
    with monkeypatch.context() as patch:
        patch.setattr(plan, "_LEAST", 1000)
        assert not keeps()
    with monkeypatch.context() as patch:
        patch.setattr(plan, "_LARGEST", 1000)
        assert not keeps()
    with monkeypatch.context() as patch:
        patch.setattr(learned, "_MOST", 1000)
        assert not keeps()


def test_a_file_is_written_again_when_much_has_come_to_it(cache: Cache) -> None:
    learn(cache, cut(BODY))
    assert cache.folder is not None
    (file,) = cache.folder.iterdir()
    before = file.read_bytes()
    learn(cache, cut(BODY.replace("AV 12", "AV 13")))  # an element or two
    assert file.read_bytes() == before
    learn(cache, *(cut(BODY.replace("AV 12", f"AV {at}")) for at in range(20, 60)))
    assert len(file.read_bytes()) > len(before)


def test_a_face_under_another_name_is_not_taken_for_the_one_that_was(cache: Cache) -> None:
    """Operators name a face; which name it has depends on what was opened before."""
    learn(cache, cut(BODY))
    fonts = Fonts()
    face = fonts.find("Barlow", 400)
    assert face is not None
    face.name += "-2"
    drafter = Drafter(fonts, cache=cache)
    drawing, problems = drafter.draw(cut(BODY))
    assert problems == []
    assert f"/{face.name} " in drawing.operators
    assert [*drawing.resources.faces] == [face.name]


def test_a_drawing_that_is_given_up_forgets_what_was_kept(cache: Cache) -> None:
    learn(cache, cut(BODY))
    drafter = Drafter(FONTS, cache=cache)
    drafter.draw(cut(BODY))
    (plan,) = drafter._plans.values()
    assert plan.known > 8
    plan.forget()
    assert plan.known == 0
    assert plan.pack() == b""
    compare("".join(cut(BODY)), drafter, cut(BODY))


@pytest.fixture
def plans(monkeypatch: pytest.MonkeyPatch) -> list[DrawingPlan]:
    """All plans that are made."""
    made: list[DrawingPlan] = []
    start = DrawingPlan.__init__

    def note(self: DrawingPlan, *values: object) -> None:
        start(self, *values)  # type: ignore[arg-type]
        made.append(self)

    monkeypatch.setattr(DrawingPlan, "__init__", note)
    return made


@pytest.mark.whole
@pytest.mark.parametrize(
    "game",
    [
        "asfos",
        "barsoom",
        "airships",
        "black-skies",
    ],
)
def test_a_second_run_prints_the_same_bytes(
    game: str, tmp_path: Path, plans: list[DrawingPlan], monkeypatch: pytest.MonkeyPatch
) -> None:
    """All that comes with a game: without the cache, with an empty one, and with a full one."""

    def print_all() -> bytes:
        plans.clear()
        project = Project(tmp_path, Systems())
        collection = project.select([SHIPS / game])
        return project.print(collection, Choices({"sheet": ()}), whole=True).pdf()

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("SHEETGEN_CACHE", "0")
    plain = print_all()
    monkeypatch.delenv("SHEETGEN_CACHE")
    assert print_all() == plain
    learned_first = sum(plan.fresh for plan in plans)
    assert print_all() == plain
    assert sum(plan.fresh for plan in plans) < learned_first / 2
