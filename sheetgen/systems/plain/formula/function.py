"""The functions of formulas."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil, floor
from typing import Any

from sheetgen.ground.record import NamedTuple
from sheetgen.systems.kit.track import degrade, mark_every, measure_row
from sheetgen.systems.plain.formula.frame import (
    LONGEST,
    Code,
    Frame,
    Run,
    find_root,
    is_small,
    round_half_up,
    simplify,
    weigh,
    write_number,
)
from sheetgen.systems.plain.formula.parser import Call
from sheetgen.systems.plain.formula.problem import FORMULA_TYPE, FailureError, FormulaError
from sheetgen.systems.plain.formula.type import (
    FLAG,
    NONE,
    NUMBER,
    TEXT,
    WHOLE,
    ListOf,
    Maybe,
    TableType,
    Type,
    fits,
    make_record,
    unite,
)

Arguments = Sequence[Code]
BOX = make_record(
    "a box", {"number": WHOLE, "left": WHOLE, "marked": FLAG, "row": WHOLE, "column": WHOLE}
)
"""A box of a track: its number from the left, how many are left with it, and where it stands."""


class Function(NamedTuple):
    """A function: how it is written, what it gives, and how a call is compiled."""

    usage: str
    about: str
    compile: Callable[[Call, Arguments], Code]


def _want(call: Call, at: int, given: Code, *wanted: Type) -> None:
    if not any(fits(given.type, one) for one in wanted):
        names = " or ".join(map(str, wanted))
        message = f"{call.name} needs {names} here, not {given.type}"
        hint = "round it: round(…), floor(…) or ceil(…)" * (
            given.type == NUMBER and WHOLE in wanted
        )
        raise FormulaError(FORMULA_TYPE, call.arguments[at].at, message, hint)


def _count(call: Call, least: int, most: int) -> None:
    given = len(call.arguments)
    if not least <= given <= most:
        usage = FUNCTIONS[call.name].usage
        message = f"{call.name} has {given} value{'s' * (given != 1)} in its brackets"
        raise FormulaError(FORMULA_TYPE, call.at, message, f"it is written {usage}")


def _make_plain(
    wanted: Sequence[Type], result: Type, work: Callable[..., Any], least: int = -1
) -> Callable[[Call, Arguments], Code]:
    """A function of values of these types; a ValueError of `work` is reported at the call."""

    def compile_call(call: Call, given: Arguments) -> Code:
        _count(call, len(wanted) if least < 0 else least, len(wanted))
        for at, (code, form) in enumerate(zip(given, wanted, strict=False)):
            _want(call, at, code, form)
        runs = [code.run for code in given]
        listed = isinstance(result, ListOf)

        def run(frame: Frame) -> Any:
            try:
                made = work(*[run(frame) for run in runs])
            except ValueError as error:
                raise FailureError(call.at, str(error)) from None
            if listed:
                frame[0].spend(weigh(made), call.at)
            return made

        first = runs[0]

        def run_one(frame: Frame) -> Any:
            return work(first(frame))

        quick = len(runs) == 1 and not listed and work in _SAFE
        return Code(result, run_one if quick else run)

    return compile_call


_SAFE = (round_half_up, floor, ceil, write_number)


def _compile_best(pick: Callable[..., Any]) -> Callable[[Call, Arguments], Code]:
    """`min` and `max`, of a list or of several numbers."""

    def compile_call(call: Call, given: Arguments) -> Code:
        _count(call, 1, 50)
        if len(given) == 1:
            _want(call, 0, given[0], ListOf.make(NUMBER))
            run_list = given[0].run

            def run_all(frame: Frame) -> Any:
                values = run_list(frame)
                frame[0].spend(len(values), call.at)
                if not values:
                    raise FailureError(call.at, f"the list has no items to take the {call.name} of")
                return pick(values)

            item = given[0].type.item if isinstance(given[0].type, ListOf) else NUMBER
            return Code(NUMBER if item == NONE else item, run_all)
        for at, code in enumerate(given):
            _want(call, at, code, NUMBER)
        form = WHOLE if all(code.type == WHOLE for code in given) else NUMBER
        if len(given) == 2:
            one, two = given[0].run, given[1].run
            return Code(form, lambda frame: pick(one(frame), two(frame)))
        runs = [code.run for code in given]
        return Code(form, lambda frame: pick([run(frame) for run in runs]))

    return compile_call


def _compile_sum(call: Call, given: Arguments) -> Code:
    _count(call, 1, 1)
    _want(call, 0, given[0], ListOf.make(NUMBER))
    run_list = given[0].run
    whole = fits(given[0].type, ListOf.make(WHOLE))

    def run(frame: Frame) -> Any:
        values = run_list(frame)
        frame[0].spend(len(values), call.at)
        total = sum(values)
        if not is_small(total):
            raise FailureError(call.at, "this number is too large")
        return simplify(total)

    return Code(WHOLE if whole else NUMBER, run)


def _compile_len(call: Call, given: Arguments) -> Code:
    _count(call, 1, 1)
    if not isinstance(given[0].type, (ListOf, TableType)):
        _want(call, 0, given[0], TEXT)
    run = given[0].run
    return Code(WHOLE, lambda frame: len(run(frame)))


def _compile_test(pick: Callable[..., Any]) -> Callable[[Call, Arguments], Code]:
    """`any` and `all`."""

    def compile_call(call: Call, given: Arguments) -> Code:
        _count(call, 1, 1)
        _want(call, 0, given[0], ListOf.make(FLAG))
        run = given[0].run
        return Code(FLAG, lambda frame: pick(run(frame)))

    return compile_call


def _compile_end(at: int) -> Callable[[Call, Arguments], Code]:
    """`first` and `last`."""

    def compile_call(call: Call, given: Arguments) -> Code:
        _count(call, 1, 1)
        form = given[0].type
        if not isinstance(form, ListOf):
            message = f"{call.name} needs a list here, not {form}"
            raise FormulaError(FORMULA_TYPE, call.arguments[0].at, message)
        run_list = given[0].run

        def run(frame: Frame) -> Any:
            values = run_list(frame)
            if not values:
                raise FailureError(call.at, f"the list has no {call.name} item")
            return values[at]

        return Code(form.item, run)

    return compile_call


def _compile_sorted(call: Call, given: Arguments) -> Code:
    _count(call, 1, 1)
    _want(call, 0, given[0], ListOf.make(NUMBER), ListOf.make(TEXT))
    run_list = given[0].run

    def run(frame: Frame) -> Any:
        values = run_list(frame)
        frame[0].spend(weigh(values), call.at)
        return sorted(values)

    return Code(given[0].type, run)


def _compile_given(call: Call, given: Arguments) -> Code:
    _count(call, 1, 1)
    if not isinstance(given[0].type, Maybe):
        message = f"given needs a field that is optional, not {given[0].type}"
        raise FormulaError(FORMULA_TYPE, call.arguments[0].at, message)
    run = given[0].run
    return Code(FLAG, lambda frame: run(frame) is not None)


def _compile_either(call: Call, given: Arguments) -> Code:
    _count(call, 2, 2)
    first, second = given
    if not isinstance(first.type, Maybe):
        message = f"either needs a field that is optional first, not {first.type}"
        raise FormulaError(FORMULA_TYPE, call.arguments[0].at, message)
    form = unite(first.type.of, second.type)
    if form is None:
        message = f"this is {second.type}, and the first is {first.type.of}"
        raise FormulaError(FORMULA_TYPE, call.arguments[1].at, message)
    one, two = first.run, second.run

    def run(frame: Frame) -> Any:
        value = one(frame)
        return two(frame) if value is None else value

    return Code(form, run)


def _write(value: Any) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "yes" if value else "no"
    return write_number(value)


def _compile_text(call: Call, given: Arguments) -> Code:
    _count(call, 1, 1)
    _want(call, 0, given[0], NUMBER, FLAG, TEXT)
    run = given[0].run
    return Code(TEXT, lambda frame: _write(run(frame)))


def _compile_join(call: Call, given: Arguments) -> Code:
    _count(call, 1, 2)
    _want(call, 0, given[0], ListOf.make(NUMBER), ListOf.make(TEXT))
    if given[1:]:
        _want(call, 1, given[1], TEXT)
    run_list = given[0].run
    run_between: Run = given[1].run if given[1:] else lambda frame: ", "

    def run(frame: Frame) -> Any:
        values, between = run_list(frame), run_between(frame)
        frame[0].spend(weigh(values) + len(values) * (len(between) // 100), call.at)
        made = between.join(map(_write, values))
        if len(made) > LONGEST:
            raise FailureError(call.at, f"this text is longer than {LONGEST:,} characters")
        return made

    return Code(TEXT, run)


# Parts of sheets


def _sign(number: int) -> str:
    from sheetgen.systems.kit.text import sign

    return sign(number)


def _degrade(strength: int, boxes: int) -> list[int]:
    _check_boxes(boxes)
    return degrade(strength, boxes)


def _mark_every(step: int, boxes: int) -> list[int]:
    _check_boxes(boxes)
    if step < 1:
        raise ValueError(f"boxes can't be marked in steps of {step}")
    return mark_every(step, boxes)


def share(total: int, parts: int) -> list[int]:
    """A number shared out as equally as possible, the greater parts first."""
    if not (0 < parts <= LONGEST and total >= 0):
        raise ValueError(f"{total} can't be shared among {parts}")
    return [total // parts + (at < total % parts) for at in range(parts)]


def track(boxes: int, marks: Sequence[int] = (), most: int = LONGEST) -> list[Any]:
    """The boxes of a track, in rows as equal as possible of at most so many."""
    _check_boxes(boxes)
    if most < 1:
        raise ValueError(f"a row has at least one box, not {most}")
    row = measure_row(boxes, most) if boxes else 1
    marked = frozenset(marks)
    return [
        BOX.make(at + 1, boxes - at, at + 1 in marked, at // row + 1, at % row + 1)
        for at in range(boxes)
    ]


def _check_boxes(boxes: int) -> None:
    if not 0 <= boxes <= LONGEST:
        raise ValueError(f"there can't be {boxes} boxes")


_WHOLES = ListOf.make(WHOLE)
FUNCTIONS = {
    "min": Function("min(a, b, …) or min(list)", "the least", _compile_best(min)),
    "max": Function("max(a, b, …) or max(list)", "the greatest", _compile_best(max)),
    "sum": Function("sum(list)", "all numbers added up; 0 for an empty list", _compile_sum),
    "len": Function("len(list)", "how many items a list has, or letters a text", _compile_len),
    "any": Function("any(list)", "whether one of the tests is true", _compile_test(any)),
    "all": Function("all(list)", "whether all of the tests are true", _compile_test(all)),
    "round": Function(
        "round(x)",
        "the nearest whole number, halves up",
        _make_plain([NUMBER], WHOLE, round_half_up),
    ),
    "floor": Function("floor(x)", "the whole number below", _make_plain([NUMBER], WHOLE, floor)),
    "ceil": Function("ceil(x)", "the whole number above", _make_plain([NUMBER], WHOLE, ceil)),
    "sqrt": Function(
        "sqrt(x)",
        "the root: exact, or else to twelve decimals",
        _make_plain([NUMBER], NUMBER, find_root),
    ),
    "abs": Function("abs(x)", "without its sign", lambda call, given: _compile_abs(call, given)),
    "first": Function("first(list)", "the first item", _compile_end(0)),
    "last": Function("last(list)", "the last item", _compile_end(-1)),
    "sorted": Function("sorted(list)", "the items in order, the least first", _compile_sorted),
    "join": Function('join(list, ", ")', "a list in one text", _compile_join),
    "text": Function("text(x)", "a number as a text", _compile_text),
    "signed": Function(
        "signed(n)", "a modifier as a text: +1, −2, 0", _make_plain([WHOLE], TEXT, _sign)
    ),
    "given": Function("given(field)", "whether an optional field is there", _compile_given),
    "either": Function(
        "either(field, x)", "an optional field, or x where it is missing", _compile_either
    ),
    "degrade": Function(
        "degrade(strength, boxes)",
        "the strength in each box of a track: it falls in proportion, halves up",
        _make_plain([WHOLE, WHOLE], _WHOLES, _degrade),
    ),
    "every": Function(
        "every(n, boxes)",
        "the numbers of every nth box, counted from the right end",
        _make_plain([WHOLE, WHOLE], _WHOLES, _mark_every),
    ),
    "share": Function(
        "share(total, parts)",
        "a number shared out as equally as possible, the greater parts first",
        _make_plain([WHOLE, WHOLE], _WHOLES, share),
    ),
    "track": Function(
        "track(boxes, marks, most)",
        "boxes with number, left, marked, row and column; at most so many in a row",
        _make_plain([WHOLE, _WHOLES, WHOLE], ListOf.make(BOX), track, 1),
    ),
}


def _compile_abs(call: Call, given: Arguments) -> Code:
    _count(call, 1, 1)
    _want(call, 0, given[0], NUMBER)
    run = given[0].run
    return Code(given[0].type, lambda frame: abs(run(frame)))


def compile_call(call: Call, given: Arguments) -> Code:
    """A call of a function that exists. Raises FormulaError."""
    return FUNCTIONS[call.name].compile(call, given)
