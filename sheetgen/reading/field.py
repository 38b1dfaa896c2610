"""Checks of a definition's keys beyond their types, whose findings name a rule.

They are pydantic's own validators, but may raise RefusedError in place of its exceptions.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    WithJsonSchema,
    field_validator,
    model_validator,
)
from pydantic_core import PydanticCustomError, PydanticUndefined

Schema = WithJsonSchema
"""The JSON Schema of a value, whatever its type."""


class RefusedError(ValueError):
    """Raised for a value that breaks a rule of the program or of the game.

    `better` is the value that was probably meant.
    """

    def __init__(self, rule: str, message: str, hint: str = "", better: str = "") -> None:
        super().__init__(message)
        self.rule, self.message, self.hint, self.better = rule, message, hint, better


def Before(function: Callable[[Any], Any], takes: Any = PydanticUndefined) -> BeforeValidator:  # noqa: N802
    """A function that a value goes through before its type is checked; it may raise RefusedError.

    `takes` is the type that the JSON Schema shows.
    """
    return BeforeValidator(translate(function), json_schema_input_type=takes)


def After(function: Callable[[Any], Any]) -> AfterValidator:  # noqa: N802
    """A function that a value goes through afterwards; it may raise RefusedError."""
    return AfterValidator(translate(function))


def verify(key: str = "") -> Callable[[Callable[..., None]], Any]:
    """A method that checks a whole definition, or the value that it gets, of one field.

    It may raise RefusedError. A definition without that field is not checked.
    """

    def mark(method: Callable[..., None]) -> Any:
        call = translate(method)

        def check(self: Any) -> Any:
            call(self)
            return self

        def check_field(cls: Any, value: Any) -> Any:
            call(cls, value)
            return value

        if not key:
            return model_validator(mode="after")(check)
        return field_validator(key, check_fields=False)(classmethod(check_field))

    return mark


def translate(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function, raising pydantic's own exception for a RefusedError."""

    @wraps(function)
    def call(*values: Any) -> Any:
        try:
            return function(*values)
        except RefusedError as error:
            facts = {"message": error.message, "hint": error.hint, "better": error.better}
            raise PydanticCustomError(error.rule, "{message}", facts) from None

    return call


__all__ = ["After", "Before", "Field", "RefusedError", "Schema", "translate", "verify"]
