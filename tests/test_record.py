"""Records: they are what dataclasses are, whichever options they have."""

from __future__ import annotations

import copy
import pickle
import typing
import weakref
from collections.abc import Callable
from dataclasses import FrozenInstanceError, dataclass, field
from typing import Any, ClassVar

import pytest

from sheetgen.ground.record import NamedTuple, record, replace

OPTIONS: tuple[dict[str, bool], ...] = (
    {},
    {"eq": False},
    {"frozen": False},
    {"slots": False},
    {"frozen": False, "slots": False},
    {"kw_only": True},
    {"weakref_slot": True},
)


def make_both(options: dict[str, bool]) -> tuple[Any, Any]:
    """The same class as a record and as a dataclass."""

    def write() -> type:
        class Boat:
            """A toy boat."""

            ponds: ClassVar[int] = 3
            name: str
            sails: int = 1
            crew: list[str] = field(default_factory=list, compare=False)
            notes: str = field(default="", repr=False)
            length: int = field(init=False)

            def __post_init__(self) -> None:
                object.__setattr__(self, "length", len(self.name))

        return Boat

    plain = {"frozen": True, "slots": True} | options
    return record(**options)(write()), dataclass(**plain)(write())


def try_it(make: Callable[[], Any]) -> Any:
    """What something gives, or the kind of error that it raises."""
    try:
        return make()
    except Exception as error:
        return type(error)


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_a_record_is_what_a_dataclass_is(options: dict[str, bool]) -> None:
    seen = []
    for cls in make_both(options):
        one, same = cls(name="Duck", sails=2), cls(name="Duck", sails=2, crew=["Ann"])
        other = cls(name="Swan", notes="white")

        def change(boat: Any = one) -> None:
            boat.sails = 5

        seen.append(
            {
                "shown": [repr(one), repr(other), cls.__doc__, cls.__name__, cls.__qualname__],
                "equal": [one == same, one == other, one == "Duck", one != same],
                "hash": try_it(lambda: hash(one) == hash(same)),  # noqa: B023
                "values": [one.length, one.crew, other.sails, other.notes, cls.ponds],
                "in order": try_it(lambda: cls("Duck", 4).sails),  # noqa: B023
                "missing": try_it(cls),
                "unknown": try_it(lambda: cls(name="Duck", oars=2)),  # noqa: B023
                "not given": try_it(lambda: cls(name="Duck", length=2)),  # noqa: B023
                "too many": try_it(lambda: cls("a", 1, [], "", 5)),  # noqa: B023
                "changed": try_it(change),
                "now": one.sails,
                "removed": try_it(lambda: delattr(other, "notes")),  # noqa: B023
                "match": cls.__match_args__,
                "slots": getattr(cls, "__slots__", None),
                "weak": try_it(lambda: weakref.ref(one)() is one),  # noqa: B023
                "copy": [getattr(copy.copy(one), n) for n in ("name", "sails", "length")],
                "lists": cls(name="a").crew is cls(name="a").crew,
            }
        )
    ours, theirs = seen
    assert ours == theirs


@record
class Pond:
    """A pond, at the top of its module so that it can be pickled."""

    name: str
    boats: tuple[str, ...] = ()


@record
class Lake(Pond):
    """A pond that is deep."""

    depth: int = 10


def test_records_build_on_records() -> None:
    lake = Lake("Como", ("Duck",), 425)
    assert repr(lake) == "Lake(name='Como', boats=('Duck',), depth=425)"
    assert lake != Lake("Como", ("Duck",)) and lake != Pond("Como", ("Duck",))
    assert Lake.__slots__ == ("depth",)  # type: ignore[attr-defined]
    match lake:
        case Lake(name, _, depth):
            assert (name, depth) == ("Como", 425)
    with pytest.raises(FrozenInstanceError, match="the value 'depth' of a Lake can't be changed"):
        lake.depth = 1  # type: ignore[misc]


def test_a_record_is_pickled_and_copied() -> None:
    pond = Pond("Round Pond", ("Duck", "Swan"))
    for same in (pickle.loads(pickle.dumps(pond)), copy.deepcopy(pond)):
        assert same == pond and same is not pond and type(same) is Pond


def test_values_are_replaced() -> None:
    assert replace(Pond("a", ("b",)), name="c") == Pond("c", ("b",))
    with pytest.raises(TypeError, match="depth"):
        replace(Pond("a"), depth=3)


def test_methods_that_a_class_has_are_its_own() -> None:
    @record
    class Buoy:
        name: str

        def __init__(self, number: int) -> None:
            object.__setattr__(self, "name", f"No. {number}")

        def __repr__(self) -> str:
            return self.name

        def __eq__(self, other: object) -> bool:
            return False

        def __hash__(self) -> int:
            return 7

    buoy = Buoy(3)
    assert repr(buoy) == "No. 3" and buoy != buoy and hash(buoy) == 7


def test_values_may_be_made_when_they_are_asked_for() -> None:
    @record(frozen=False, eq=False)
    class Plan:
        boats: dict[str, int] = field(default_factory=dict)

    class LatePlan(Plan):
        __slots__ = ()

        def __init__(self) -> None:
            pass

        def __getattr__(self, name: str) -> Any:
            super().__init__()
            return getattr(self, name)

    assert [LatePlan().boats for _ in range(20)] == [{}] * 20


def test_init_is_compiled_for_the_first_record() -> None:
    @record
    class Late:
        name: str

    assert "_set_name" not in Late.__init__.__globals__
    assert Late("a").name == Late(name="a").name == "a"
    assert Late.__init__.__qualname__.endswith("Late.__init__")
    assert "_set_name" in Late.__init__.__globals__


class Spot(NamedTuple):
    """A place."""

    x: float
    y: float = 2.0
    name: str = ""

    @property
    def sum(self) -> float:
        """Both lengths."""
        return self.x + self.y


class TypedSpot(typing.NamedTuple):
    """A place."""

    x: float
    y: float = 2.0
    name: str = ""

    @property
    def sum(self) -> float:
        """Both lengths."""
        return self.x + self.y


def test_named_tuples_are_those_of_typing():
    kept = ("_fields", "_field_defaults", "__match_args__", "__doc__", "__module__", "__slots__")
    for name in kept:
        assert getattr(Spot, name) == getattr(TypedSpot, name), name
    assert Spot.__mro__[1:] == TypedSpot.__mro__[1:] == (tuple, object)
    assert typing.get_type_hints(Spot) == typing.get_type_hints(TypedSpot)
    assert repr(Spot(1.0)) == repr(TypedSpot(1.0)).replace("TypedSpot", "Spot")
    assert Spot(1.0, name="a") == TypedSpot(1.0, name="a") == (1.0, 2.0, "a")
    assert Spot(1.0)._replace(y=4.0).sum == 5.0
    assert pickle.loads(pickle.dumps(Spot(3.0))) == Spot(3.0)
    assert Spot.__qualname__ == "Spot"


@pytest.mark.parametrize("values", [(), (1, 2, "", 4)])
def test_named_tuples_refuse_what_those_of_typing_refuse(values):
    with pytest.raises(TypeError) as ours:
        Spot(*values)
    with pytest.raises(TypeError) as theirs:
        TypedSpot(*values)
    assert str(ours.value) == str(theirs.value).replace("TypedSpot", "Spot")
