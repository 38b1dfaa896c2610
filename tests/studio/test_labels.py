"""Labels: of keys, choices and papers, and that no field is without one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from sheetgen.studio.form import make_form, name_choice, name_key, name_paper
from sheetgen.systems.loading import Systems


@pytest.mark.parametrize(
    ("key", "label"),
    [
        ("name", "Name"),
        ("points_limit", "Points limit"),
        ("range_band unit", "Range band unit"),
        ("ids", "IDs"),
        ("mass-driver", "Mass driver"),
        ("state S1 Turn lost", "State S1 Turn lost"),
    ],
)
def test_keys_are_spelled(key: str, label: str) -> None:
    assert name_key(key) == label


def test_units_and_choices_are_spelled() -> None:
    assert [name_choice(unit) for unit in ("in", "cm", "ft", "m")] == [
        "Inches", "Centimetres", "Feet", "Metres",
    ]  # fmt: skip
    assert [name_choice(one) for one in ("by-class", "FC", "d6", 1)] == [
        "By class", "FC", "D6", "1",
    ]  # fmt: skip


def test_papers_are_spelled() -> None:
    names = ("a4", "A5", "letter", "legal", "tabloid", "6x9", "square", "200x250mm", "7in x 10in")
    assert [name_paper(name) for name in names] == [
        "A4", "A5", "US Letter", "US Legal", "Tabloid", "6 × 9 in", "Square", "200 × 250mm",
        "7in x 10in",
    ]  # fmt: skip


@pytest.mark.parametrize("game", Systems().all(), ids=lambda game: game.id)
def test_no_label_is_a_key_of_the_file(game: Any) -> None:
    for kind in game.kinds:
        for field in _list_fields(make_form(game, kind)["groups"]):
            assert re.fullmatch(r"[A-Z][^_]*", field["label"]), field["key"]


def _list_fields(groups: Any) -> Iterator[Mapping[str, Any]]:
    for group in groups:
        for field in group["fields"]:
            yield field
            if "fields" in field.get("item", {}):
                yield from _list_fields([field["item"]])


def test_the_fields_of_a_fleet_are_called_as_people_call_them() -> None:
    asfos = next(game for game in Systems().all() if game.id == "asfos")
    fields = {
        field["key"]: field["label"]
        for kind in asfos.kinds
        if kind.name != "scenario"
        for field in _list_fields(make_form(asfos, kind)["groups"])
    }
    assert (fields["fleet"], fields["mass"]) == ("Name", "Mass")
    assert (fields["points_limit"], fields["range_band size"]) == ("Points limit", "Range band")
