"""Starters of a plain game: definitions to start from, made from the samples of its fields."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from sheetgen.systems.plain.field import describe_field, has_default
from sheetgen.systems.plain.gamefile import FieldSpec, FleetSpec, KindSpec

_PLAIN_TEXT = "abcdefghijklmnopqrstuvwxyz"


def write_starter(game: str, name: str, spec: KindSpec, marked: bool) -> str:
    """A definition of a kind with a comment on each key."""
    lines = [f"system: {game}", f"{name if marked else 'name'}: @NAME@"]
    return "\n".join([*lines, *_write_fields(spec.fields), ""])


def write_fleet_starter(game: str, spec: FleetSpec, colour: str, ship: str) -> str:
    """A fleet that has a ship."""
    lines = [f"system: {game}", "fleet: @NAME@", f'colour: "{colour}"']
    if spec.limit:
        lines.append(f"# {spec.limit}_limit: 100     # the most {spec.limit} allowed")
    lines += _write_fields(spec.fields)
    lines += [
        "ships:",
        f"  - {{ship: {ship}, count: 2}}    # add names: [One, Two] if you like",
        "",
    ]
    return "\n".join(lines)


def _write_fields(fields: Mapping[str, FieldSpec]) -> Iterator[str]:
    rows = []
    for name, spec in fields.items():
        sample = pick_sample(spec)
        if sample is None:
            continue
        rows.append((f"{name}: {_write(sample)}", describe_field(spec)))
    width = min(max((len(line) for line, _ in rows), default=0), 40)
    for line, about in rows:
        yield f"{line:{width}}   # {about}" if about else line


def pick_sample(spec: FieldSpec) -> Any:
    """What a starter has for a field; None if it may be left out and nothing is better."""
    if spec.sample is not None:
        return spec.sample
    if spec.default is not None:
        return spec.default
    if spec.optional or has_default(spec):
        return None
    if spec.type in ("int", "number"):
        return spec.min if spec.min is not None else min(1, spec.max or 1)
    if spec.type == "record":
        return {name: pick_sample(field) for name, field in spec.fields.items()}
    if spec.type == "flag":
        return False
    return [] if spec.type == "list" and not spec.min else None


def _write(value: Any) -> str:
    """A value as YAML on one line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        inner = (f"{key}: {_write(one)}" for key, one in value.items() if one is not None)
        return f"{{{', '.join(inner)}}}"
    if isinstance(value, list):
        return f"[{', '.join(map(_write, value))}]"
    if isinstance(value, str):
        plain = value[:1] in _PLAIN_TEXT and value.replace("-", "").isalnum()
        words = ("null", "true", "false", "yes", "no", "on", "off")
        return value if plain and value not in words else json.dumps(value, ensure_ascii=False)
    return str(value)
