"""The quick reader of definitions, held against pydantic: the same verdict, the same values."""

from __future__ import annotations

import copy
import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import cache, cached_property
from pathlib import Path
from types import NoneType
from typing import Annotated, Any, ClassVar, Literal, get_args, get_origin

import pydantic
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sheetgen.ground import assets
from sheetgen.reading import source
from sheetgen.reading.key import find_reader, list_keys
from sheetgen.reading.light import Form, make_twin
from sheetgen.systems import After, Before, Field, Model, RefusedError, Text, verify
from sheetgen.systems.catalogue import Systems
from sheetgen.systems.plain.gamefile import GameFile

FAR = 2**53


def double(value: object) -> object:
    """A short way to write it."""
    return value * 2 if isinstance(value, str) else value


def refuse_x(text: str) -> str:
    if "x" in text:
        raise RefusedError("wrong-value", "there is an x in it", "leave it out")
    return text.upper()


class Part(Model):
    """A part of the odd one."""

    kind: Literal["a", "b", 1] = "a"
    size: Annotated[int, Field(gt=0, lt=9)] | None = Field(None, alias="in-all")
    twice: Annotated[str, Before(double), Field(max_length=6), After(refuse_x)] = "AB"


class Odd(Model):
    """What the games do not use, or seldom."""

    name: Text = Field(max_length=5, pattern="[A-Za-z]")
    ready: bool | None = None
    share: float = Field(0.5, ge=0, le=1)
    either: Part | list[float] | str = Field("", alias="one-of")
    by_name: dict[str, Part | None] = Field(default_factory=dict, max_length=2)
    anything: Any = None
    most: ClassVar[int] = 7
    part: Part = Part(kind="b")
    count: int = 3
    sizes: list[Annotated[int, Field(gt=0, lt=9)]] = Field(default_factory=list)

    @verify()
    def _weigh(self) -> None:
        if self.ready and self.count > self.most:
            raise RefusedError("wrong-value", "too many")

    @cached_property
    def doubled(self) -> int:
        """What is worked out once is no value of the definition."""
        return self.count * 2

    @verify("share")
    def _halve(self, share: float) -> None:
        if share == 0.25:
            raise ValueError("no quarters")


def find_models(annotation: Any, around: tuple[Any, ...] = ()) -> Iterator[Any]:
    """The light classes in an annotation, with those inside them."""
    if isinstance(annotation, type) and type(annotation) is Form:
        if annotation in around:  # a field of a game.yaml may have fields
            return
        yield annotation
        for key in list_keys(annotation).values():
            yield from find_models(key.annotation, (*around, annotation))
    for inner in get_args(annotation):
        yield from find_models(inner, around)


PLAIN = Path(__file__).parents[1] / "games" / "low-water"
GAMES = Systems([], [PLAIN]).all()
KINDS = [kind.model for game in GAMES for kind in game.kinds]
MODELS = list(
    dict.fromkeys(model for kind in (*KINDS, GameFile, Odd) for model in find_models(kind))
)


@cache
def read_shipped() -> list[tuple[Any, Any]]:
    """The classes and the data of all shipped definitions."""
    found = []
    for path in sorted(assets.shipped("ships").rglob("*.yaml")):
        for document in source.read(path).documents:
            game = Systems().get(document.data.get("system", ""))
            if game is not None:
                found.append((game.find_kind(document.data).model, document.data))
    return found


def list_texts(data: Any) -> Iterator[str]:
    if isinstance(data, str):
        yield data
    elif isinstance(data, (dict, list)):
        for inner in data.values() if isinstance(data, dict) else data:
            yield from list_texts(inner)


WORDS = sorted({text for _, data in read_shipped() for text in list_texts(data) if len(text) < 20})
texts = st.sampled_from([*WORDS, "1/2", "#1f4e79", "naval-battery", "x", "AB", "centre"])
wild: st.SearchStrategy[Any] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 1000)
    | st.sampled_from([FAR, -FAR, FAR + 1, 10**30, 0.25, 1.0, 12.0, -0.0])
    | st.floats()
    | texts
    | st.text(max_size=6)
    | st.sampled_from(["", " ", "\x01", "‮a", "\ud800", "é" * 130, "12", "010"]),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(texts | st.integers(), inner, max_size=3)
    ),
    max_leaves=5,
)


def make_values(annotation: Any) -> st.SearchStrategy[Any]:
    """Values that an annotation might take."""
    if get_origin(annotation) is Annotated:
        return make_values(get_args(annotation)[0])
    origin, inner = get_origin(annotation), get_args(annotation)
    if type(annotation) is Form:
        return st.deferred(lambda: make_data(annotation))
    if origin is Literal:
        return st.sampled_from(inner)
    if origin is list:
        return st.lists(make_values(inner[0]), max_size=4)
    if origin is dict:
        return st.dictionaries(texts, make_values(inner[1]), max_size=3)
    if inner:
        return st.one_of([make_values(one) for one in inner])
    if annotation is Any:
        return wild
    known = {
        int: st.integers(0, 12),
        float: st.integers(1, 12) | st.floats(0, 12),
        bool: st.booleans(),
        NoneType: st.none(),
        str: texts,
    }
    return known[annotation]


@cache
def make_data(model: Any) -> st.SearchStrategy[Any]:
    """Data that a class might take."""
    keys = list_keys(model).values()
    needed = {key.alias: make_values(key.annotation) for key in keys if key.default is None}
    free = {key.alias: make_values(key.annotation) for key in keys if key.default is not None}
    return st.fixed_dictionaries(needed, optional=free)


@st.composite
def spoil(draw: st.DrawFn, whole: st.SearchStrategy[Any]) -> Any:
    """Data with up to two mistakes: anything somewhere, a key too many, or one too few."""
    data = copy.deepcopy(draw(whole))
    for _ in range(draw(st.integers(0, 2))):
        box = data
        while boxes := [b for b in (box.values() if isinstance(box, dict) else box) if b]:
            deeper = [b for b in boxes if isinstance(b, (dict, list))]
            if not deeper or draw(st.booleans()):
                break
            box = draw(st.sampled_from(deeper))
        places = [*box] if isinstance(box, dict) else list(range(len(box)))
        if not places:
            continue
        at = draw(st.sampled_from(places))
        if isinstance(box, dict) and draw(st.booleans()):
            value = box.pop(at)
            if draw(st.booleans()):
                box[draw(texts)] = value
        else:
            box[at] = draw(wild)
    return data


def is_far(data: Any) -> bool:
    """Whether there are numbers or texts in it that the quick reader leaves to pydantic."""
    if isinstance(data, (dict, list)):
        inner = [*data, *data.values()] if isinstance(data, dict) else data
        return any(map(is_far, inner))
    if isinstance(data, float):
        return not -FAR < data < FAR
    return (isinstance(data, str) and "\ud800" in data) or (
        isinstance(data, int) and abs(data) >= FAR
    )


def read_both(model: Any, data: Any) -> tuple[Any, Any]:
    """What the quick reader makes of some data, and what pydantic does; None if it is refused."""
    before = repr(data)
    quick = thorough = None
    with suppress(ValueError, AssertionError):
        quick = model.__light_read__(data)
    with suppress(pydantic.ValidationError):
        thorough = make_twin(model).model_validate(data)
    assert repr(data) == before
    return quick, thorough


def compare(model: Any, data: Any) -> None:
    """Both routes must agree."""
    quick, thorough = read_both(model, data)
    if quick is None:
        assert thorough is None or is_far(data), "the quick reader refuses what is right"
        return
    assert thorough is not None, "the quick reader accepts what is wrong"
    assert quick.__class__ is model
    assert repr(quick) == repr(thorough)
    assert str(quick) == str(thorough)
    if is_far(data):  # under a key that takes anything; pydantic can't write it as JSON
        return
    assert model.model_validate(data) == quick
    for options in ({}, {"by_alias": True, "exclude_none": True}, {"exclude": {"name"}}):
        for mode in ("python", "json"):
            dumped = quick.model_dump(mode=mode, **options)
            assert repr(dumped) == repr(thorough.model_dump(mode=mode, **options))
    assert json.loads(quick.model_dump_json()) == json.loads(thorough.model_dump_json())
    for update in ({}, {next(iter(list_keys(model))): 3}):
        copied, whole = quick.model_copy(update=update), thorough.model_copy(update=update)
        assert repr(copied) == repr(whole)
        assert type(copied) is model


@pytest.mark.parametrize("model", MODELS, ids=lambda model: f"{model.__module__}.{model.__name__}")
@settings(max_examples=25)
@given(choices=st.data())
def test_both_routes_agree(model: Any, choices: st.DataObject) -> None:
    compare(model, choices.draw(spoil(make_data(model))))


@settings(max_examples=200)
@given(choices=st.data())
def test_both_routes_agree_on_what_is_shipped_and_spoilt(choices: st.DataObject) -> None:
    model, data = choices.draw(st.sampled_from(read_shipped()))
    compare(model, choices.draw(spoil(st.just(data))))


@settings(max_examples=60)
@given(data=wild, model=st.sampled_from(MODELS))
def test_both_routes_agree_on_anything(data: Any, model: Any) -> None:
    compare(model, data)


def test_the_quick_reader_knows_everything_that_games_use() -> None:
    """Or the agreement of both routes would say nothing."""
    for model, data in read_shipped():
        assert find_reader(model)(data) is not None
    assert len(MODELS) > 30


def test_what_is_worked_out_once_is_no_value() -> None:
    odd, same = Odd(name="A", count=4), Odd(name="A", count=4)
    assert odd.doubled == 8
    assert "doubled" in vars(odd)
    assert odd == same and repr(odd) == repr(same) and dict(odd) == dict(same)
    assert odd.model_dump() == same.model_dump()
    assert odd.model_copy(update={"count": 5}).doubled == 10
    part = Part()
    vars(part)["more"] = 1
    assert hash(part) == hash(Part())


def test_a_class_of_pydantic_takes_fields_and_checks_of_ours() -> None:
    """One option that only pydantic knows makes a class one of its own."""

    class Mixed(Model):
        count: int = Field(1, ge=0, le=5)
        label: str = Field("", alias="called")
        hidden: int = Field(2, exclude=True)

        @verify()
        def _check(self) -> None:
            if self.count == 3:
                raise RefusedError("wrong-value", "not three")

        @verify("count")
        def _check_count(self, count: int) -> None:
            if count == 4:
                raise RefusedError("wrong-value", "not four")

    assert issubclass(Mixed, pydantic.BaseModel)
    mixed = Mixed()
    assert (mixed.count, mixed.label, mixed.hidden) == (1, "", 2)
    assert mixed.model_dump() == {"count": 1, "label": ""}
    assert Mixed.model_validate({"called": "a"}).label == "a"
    for wrong in ({"count": 6}, {"count": 3}, {"count": 4}, {"label": "a"}):
        with pytest.raises(pydantic.ValidationError):
            Mixed.model_validate(wrong)


def test_a_game_without_code_is_printed_without_pydantic(tmp_path: Path) -> None:
    code = (
        "import sys\n"
        "from pathlib import Path\n"
        "from sheetgen.project import open_folder\n"
        "project = open_folder(Path(sys.argv[1]), [], [])\n"
        "assert project.render(sheet=['card']).pdf().startswith(b'%PDF')\n"
        "assert 'pydantic' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code, str(PLAIN)], cwd=tmp_path, check=True)


def test_what_is_right_needs_no_pydantic(tmp_path: Path) -> None:
    """In a process of its own: reading, defaults, copies, and plain data."""
    code = (
        "import sys\n"
        "from sheetgen.systems.asfos.definition import Ship\n"
        "data = dict(system='asfos', name='A', mass=4, hull=3, engine=1, primaries={'left': 2})\n"
        "ship = Ship(**data).model_copy(update={'points': 3})\n"
        "Ship.model_construct(name='B').model_dump(by_alias=True, exclude_none=True, mode='json')\n"
        "assert ship.primaries.left == 2 and ship != Ship(**data) == Ship(**data)\n"
        "assert 'pydantic' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], cwd=tmp_path, check=True)


def test_a_light_class_has_what_those_of_pydantic_have() -> None:
    odd = Odd(name="A")
    assert hash(Part(kind="a")) == hash(Part())
    with pytest.raises(TypeError, match="unhashable"):
        hash(odd)
    assert dict(odd) == dict(make_twin(Odd)(name="A"))
    assert copy.deepcopy(odd) == odd
    assert odd.model_copy(deep=True).part is not odd.part
    unchecked: dict[str, Any] = {"name": "A", "one-of": 3}
    assert Odd.model_construct(**unchecked).either == 3
    assert Odd.model_validate(odd) is odd
    assert Odd.model_validate_json('{"name": "A"}') == odd
    assert list(Odd.model_fields) == list(list_keys(Odd))
    with pytest.raises(pydantic.ValidationError, match="frozen"):
        odd.name = "B"  # type: ignore[misc]
    with pytest.raises(pydantic.ValidationError, match="frozen"):
        del odd.name
    with pytest.raises(AttributeError, match="nmae"):
        _ = odd.nmae  # type: ignore[attr-defined]


def test_light_classes_and_those_of_pydantic_contain_each_other() -> None:
    class Whole(Odd):
        parts: list[Part] = pydantic.Field(default_factory=lambda: [Part()])
        inner: Part | int = Part()

        @pydantic.field_validator("count")
        @classmethod
        def _count(cls, count: int) -> int:
            return count + 1

        @property
        def total(self) -> int:
            return self.count + len(super().__repr__())

    class Around(Model):
        whole: Whole
        text: str = ""

    whole = Whole.model_validate({"name": "A", "parts": [{"kind": "b"}], "count": 4})
    assert isinstance(whole, Odd) and isinstance(whole, pydantic.BaseModel)
    assert type(whole.parts[0]) is Part
    assert whole.count == 5 and whole.total > 5
    assert whole.model_dump()["parts"][0]["kind"] == "b"
    assert Whole(name="A", part=Part(kind="a")).part == Part(kind="a")
    around = Around.model_validate({"whole": {"name": "A"}})
    assert type(around) is Around and type(around.whole) is Whole
    assert around.model_dump(mode="json")["whole"]["parts"] == [Part().model_dump()]
    with pytest.raises(pydantic.ValidationError) as caught:
        Around.model_validate({"whole": {"name": "A", "inner": {"kind": "c"}}})
    assert caught.value.errors()[0]["loc"] == ("whole", "inner", "Part", "kind")
    assert pydantic.TypeAdapter(list[Part]).validate_python([{}]) == [Part()]


def test_doubts_are_left_to_pydantic() -> None:
    class Vague(Model):
        share: float | int = 0
        motto: str = ""

    assert Vague(share=3).share.__class__ is int  # which a float would take as well
    assert Vague(share=10**30).share == 10**30
    assert Vague(motto="\ud800").motto == "\ud800"
