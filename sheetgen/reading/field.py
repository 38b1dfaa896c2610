"""What the keys of a definition take, written beside their annotations without pydantic.

Pydantic understands all of it: it is imported as soon as it has to read such annotations.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import copy
from functools import wraps
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., None])

_LIMITS = ("ge", "gt", "le", "lt", "min_length", "max_length", "pattern")
_KNOWN = frozenset((*_LIMITS, "default_factory", "alias", "description"))


class RefusedError(ValueError):
    """What is wrong with a value, by a rule of the program or of the game.

    `better` is the value that was probably meant.
    """

    def __init__(self, rule: str, message: str, hint: str = "", better: str = "") -> None:
        super().__init__(message)
        self.rule, self.message, self.hint, self.better = rule, message, hint, better


class Field:
    """A key: its default, its limits, the name that it has in files, and what it means.

    With a keyword that only pydantic knows, it is pydantic's own.
    """

    __is_annotated_types_grouped_metadata__ = True

    def __new__(cls, default: Any = ..., **given: Any) -> Any:
        """A field of this class or of pydantic's."""
        if given.keys() <= _KNOWN:
            return super().__new__(cls)
        from pydantic import Field as Whole

        return Whole(default, **given)

    def __init__(self, default: Any = ..., **given: Any) -> None:
        self.default, self.given = default, given

    def limits(self) -> dict[str, Any]:
        """The limits that it sets, by their keywords."""
        return {key: self.given[key] for key in _LIMITS if self.given.get(key) is not None}

    def thorough(self) -> Any:
        """The same as pydantic's."""
        from pydantic import Field as Whole

        return Whole(**self.given) if self.default is ... else Whole(self.default, **self.given)

    def __iter__(self) -> Iterator[Any]:
        """Its parts, for pydantic, which finds it inside an annotation."""
        rest = copy(self.thorough())
        yield from rest.metadata
        rest.metadata = []
        yield rest


class Before:
    """A function that a value goes through before its type is checked; it may raise RefusedError.

    `takes` is the type that the JSON Schema shows.
    """

    def __init__(self, function: Callable[[Any], Any], takes: Any = None) -> None:
        self.function, self.takes = function, takes

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:
        from pydantic import BeforeValidator

        takes = {} if self.takes is None else {"json_schema_input_type": self.takes}
        whole = BeforeValidator(translate(self.function), **takes)
        return whole.__get_pydantic_core_schema__(source, handler)


class After:
    """A function that a value goes through afterwards; it may raise RefusedError."""

    def __init__(self, function: Callable[[Any], Any]) -> None:
        self.function = function

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:
        from pydantic import AfterValidator

        return AfterValidator(translate(self.function)).__get_pydantic_core_schema__(
            source, handler
        )


class Schema:
    """What the JSON Schema shows for a value, whatever its type."""

    def __init__(self, schema: dict[str, Any]) -> None:
        self.schema = schema

    def __get_pydantic_json_schema__(self, core: Any, handler: Any) -> Any:
        from pydantic import WithJsonSchema

        return WithJsonSchema(self.schema).__get_pydantic_json_schema__(core, handler)


def verify(key: str = "") -> Callable[[F], F]:
    """Marks a method that checks a whole definition, or the value that it gets, of one field.

    It may raise RefusedError. A definition without that field is not checked.
    """

    def mark(method: F) -> F:
        method.verifies = key  # type: ignore[attr-defined]
        return method

    return mark


def translate(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function, raising pydantic's own exception for a RefusedError."""

    @wraps(function)
    def call(*values: Any) -> Any:
        try:
            return function(*values)
        except RefusedError as error:
            from pydantic_core import PydanticCustomError

            facts = {"message": error.message, "hint": error.hint, "better": error.better}
            raise PydanticCustomError(error.rule, "{message}", facts) from None

    return call
