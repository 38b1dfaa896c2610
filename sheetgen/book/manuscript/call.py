"""Calls: what a chapter writes in the brackets of a block, checked by the block's signature."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from inspect import Parameter, signature
from typing import Any

from pydantic import ConfigDict, ValidationError, validate_call

from sheetgen.ground.diagnostics import find_nearest
from sheetgen.reading.model import explain_value

_STRICT = ConfigDict(strict=True)


class CallError(ValueError):
    """A block is called with something that it does not take."""

    def __init__(self, message: str, hint: str = "") -> None:
        self.hint = hint
        super().__init__(message)


def check_calls(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """The function, which raises CallError for values other than its annotations allow."""
    checked = validate_call(config=_STRICT)(function)

    def call(*values: Any, **options: Any) -> Any:
        try:
            return checked(*values, **options)
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            raise _explain(name, function, first) from None

    return call


def _explain(name: str, function: Callable[..., Any], error: Mapping[str, Any]) -> CallError:
    parameters = list(signature(function).parameters.values())
    where, kind = error["loc"][0], error["type"]
    if kind == "unexpected_keyword_argument":
        known = [p.name for p in parameters if p.kind is not Parameter.VAR_POSITIONAL]
        near = find_nearest(str(where), known)
        hint = f"did you mean {near}?" if near else f"it takes {', '.join(known) or 'nothing'}"
        return CallError(f"{name}() has no option {where}", hint)
    if kind == "unexpected_positional_argument":
        names = ", ".join(p.name for p in parameters) or "nothing"
        return CallError(f"{name}() takes fewer values", f"it takes {names}")
    position = min(where, len(parameters) - 1) if isinstance(where, int) else 0
    key = parameters[position].name if isinstance(where, int) else where
    if kind in ("missing_argument", "missing_positional_only_argument"):
        return CallError(f"{name}() is missing 1 required value: {key}", f'write {name}("…")')
    if kind == "multiple_argument_values":
        return CallError(f"{name}() is given {key} twice")
    hint = 'put it in quotes: an id such as "warrior", or a text' if kind == "string_type" else ""
    return CallError(f"{name}(), {key}: {explain_value(error)}", hint)
