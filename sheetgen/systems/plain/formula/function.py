"""The functions of formulas."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import ceil, floor
from operator import attrgetter
from typing import Any

from sheetgen.ground.record import NamedTuple
from sheetgen.ground.words import fill_values
from sheetgen.systems.plain.formula.formula import PythonWriter
from sheetgen.systems.plain.formula.operation import compare, degrade, mark_every, measure_row
from sheetgen.systems.plain.formula.parser import Call, Constant
from sheetgen.systems.plain.formula.problem import (
    FORMULA_TYPE,
    FailureError,
    FormulaError,
    refuse_count,
)
from sheetgen.systems.plain.formula.value import (
    ANY,
    FLAG,
    LONGEST,
    NONE,
    NUMBER,
    TEXT,
    WHOLE,
    BlankError,
    BlankList,
    Code,
    Frame,
    ListOf,
    Maybe,
    Number,
    RecordType,
    TableType,
    Type,
    find_item,
    find_root,
    find_weight,
    fits,
    is_small,
    make_record,
    round_half_up,
    simplify,
    spell_value,
    unite,
    weigh,
)

Arguments = Sequence[Code]
CompileCall = Callable[[PythonWriter, Call, Arguments], Code]
BOX = make_record(
    "a box", {"number": WHOLE, "left": WHOLE, "marked": FLAG, "row": WHOLE, "column": WHOLE}
)
"""A box of a track: its number from the left, how many are left with it, and where it stands."""

PART = make_record(
    "a part of a line",
    {"x": NUMBER, "width": NUMBER, "text": TEXT, "icon": TEXT, "bold": FLAG},
)
"""A stretch of a line: its distance from the line's beginning, and a text, or an icon's picture."""
LINE = make_record("a line", {"text": TEXT, "width": NUMBER, "parts": ListOf.make(PART)})
"""A line of a text, without its icons as a text, and whole in parts."""

_NUMBERS, _WHOLES = ListOf.make(NUMBER), ListOf.make(WHOLE)
_TEXTS, _FLAGS = ListOf.make(TEXT), ListOf.make(FLAG)
_LIST = ListOf("a list", item=ANY)


class Function(NamedTuple):
    """A function: how it is written, what it gives, and how a call is compiled."""

    usage: str
    about: str
    compile: CompileCall


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
        raise refuse_count(call.name, call.at, given, FUNCTIONS[call.name].usage)


def make_plain(
    wanted: Sequence[tuple[Type, ...]],
    result: Type | Callable[[Type], Type],
    work: Callable[..., Any],
    least: int = -1,
    cost: Callable[..., int] | None = None,
    framed: bool = False,
) -> CompileCall:
    """A function of values, each of one of the types wanted for it, and `framed` of their frame.

    The type of its result may follow from that of its first value. A ValueError of `work` is
    reported at the call. A list that it makes counts as work, and so does the `cost` of its values.
    """

    def compile_call(writer: PythonWriter, call: Call, given: Arguments) -> Code:
        _count(call, len(wanted) if least < 0 else least, len(wanted))
        for at, (code, forms) in enumerate(zip(given, wanted, strict=False)):
            _want(call, at, code, *forms)
        form = result if isinstance(result, Type) else result(given[0].type)
        listed = isinstance(form, ListOf)
        each = find_weight(form.item) if isinstance(form, ListOf) else 0

        def run(frame: Frame, *values: Any) -> Any:
            if cost:
                frame[0].spend(cost(*values), call.at)
            try:
                made = work(frame, *values) if framed else work(*values)
            except ValueError as error:
                raise FailureError(call.at, str(error)) from None
            if listed:
                frame[0].spend(len(made) * each if each else weigh(made), call.at)
            return made

        return Code(form, _write_call(writer.bind(run), "f", *given))

    return compile_call


def _write_call(name: str, *given: Code | str) -> str:
    """The Python of a call."""
    texts = [one if isinstance(one, str) else one.text for one in given]
    return f"{name}({', '.join(texts)})"


def _compile_best(pick: Callable[..., Any]) -> CompileCall:
    """`min` and `max`, of a list or of several numbers."""

    def pick_item(values: Sequence[Any]) -> Any:
        if not values:
            raise ValueError(f"the list has no items to take the {pick.__name__} of")
        return pick(values)

    def find_type(form: Type) -> Type:
        return form.item if isinstance(form, ListOf) and form.item != NONE else NUMBER

    compile_list = make_plain([(_NUMBERS,)], find_type, pick_item, cost=len)

    def compile_call(writer: PythonWriter, call: Call, given: Arguments) -> Code:
        _count(call, 1, 50)
        if len(given) == 1:
            return compile_list(writer, call, given)
        for at, code in enumerate(given):
            _want(call, at, code, NUMBER)
        form = WHOLE if all(code.type == WHOLE for code in given) else NUMBER
        return Code(form, _write_call(writer.bind(pick), *given))

    return compile_call


def _add_up(values: Sequence[Any]) -> Any:
    total = sum(values)
    if not is_small(total):
        raise ValueError("this number is too large")
    return simplify(total)


def _compile_len(writer: PythonWriter, call: Call, given: Arguments) -> Code:
    _count(call, 1, 1)
    if not isinstance(given[0].type, (ListOf, TableType)):
        _want(call, 0, given[0], TEXT)
    return Code(WHOLE, _write_call(writer.bind(len), *given))


def _take_end(at: int, which: str) -> CompileCall:
    """`first` and `last`."""

    def take(values: Any) -> Any:
        if isinstance(values, BlankList):
            raise BlankError
        if not values:
            raise ValueError(f"the list has no {which} item")
        return values[at]

    return make_plain([(_LIST,)], find_item, take)


def _compile_given(writer: PythonWriter, call: Call, given: Arguments) -> Code:
    _count(call, 1, 1)
    if not isinstance(given[0].type, Maybe):
        message = f"given needs a field that is optional, not {given[0].type}"
        raise FormulaError(FORMULA_TYPE, call.arguments[0].at, message)
    return Code(FLAG, f"({given[0].text} is not None)")


def _compile_either(writer: PythonWriter, call: Call, given: Arguments) -> Code:
    _count(call, 2, 2)
    first, second = given
    if not isinstance(first.type, Maybe):
        message = f"either needs a field that is optional first, not {first.type}"
        raise FormulaError(FORMULA_TYPE, call.arguments[0].at, message)
    form = unite(first.type.of, second.type)
    if form is None:
        message = f"this is {second.type}, and the first is {first.type.of}"
        raise FormulaError(FORMULA_TYPE, call.arguments[1].at, message)
    return Code(form, f"(lambda v: {second.text} if v is None else v)({first.text})")


def _compile_switch(writer: PythonWriter, call: Call, given: Arguments) -> Code:
    _count(call, 4, 100)
    if len(given) % 2:
        message = "switch has a case without its result, or nothing for all others"
        raise FormulaError(FORMULA_TYPE, call.at, message, f"it is written {SWITCH}")
    value = given[0]
    cases = range(1, len(given) - 1, 2)
    form: Type = NONE
    for at in (*[case + 1 for case in cases], len(given) - 1):
        united = unite(form, given[at].type)
        if united is None:
            message = f"this is {given[at].type}, but the first result is {form}"
            raise FormulaError(FORMULA_TYPE, call.arguments[at].at, message)
        form = united
    results = ""
    for at in cases:
        sides = [call.arguments[at], call.arguments[0]]
        compare("==", sides, [given[at], value])
        results += f"{given[at + 1].text} if v == {given[at].text} else "
    return Code(form, f"(lambda v: {results}{given[-1].text})({value.text})")


def _compile_words(writer: PythonWriter, call: Call, given: Arguments) -> Code:
    """Words in the language of the print; in English, they are what they are."""
    _count(call, 1, 10)
    _want(call, 0, given[0], TEXT)
    for at, code in enumerate(given):
        _want(call, at, code, TEXT, NUMBER, FLAG)
    words, first = writer.words, call.arguments[0]
    if words.is_foreign and isinstance(first, Constant):
        found = Code(TEXT, writer.bind(words.find(str(first.value))))
    else:
        found = given[0]
        if words.is_foreign:
            found = Code(TEXT, _write_call(writer.bind(words.say_value), found))
    if len(given) == 1:
        return found

    def fill(text: str, *values: Any) -> str:
        return fill_values(text, [*map(spell_value, values)], {})

    return Code(TEXT, _write_call(writer.bind(fill), found, *given[1:]))


def _compile_lower(writer: PythonWriter, call: Call, given: Arguments) -> Code:
    """A text in small letters; in German, words of ours keep the capitals that nouns have."""
    if writer.words.language.startswith("de"):
        _count(call, 1, 1)
        _want(call, 0, given[0], TEXT)
        return given[0]
    return make_plain([(TEXT,)], TEXT, str.lower)(writer, call, given)


def _compile_many(writer: PythonWriter, call: Call, given: Arguments) -> Code:
    """Words for a number of things."""
    _count(call, 3, 3)
    for at, form in enumerate((TEXT, TEXT, NUMBER)):
        _want(call, at, given[at], form)
    words = writer.words

    def find(one: str, many: str, number: Any) -> str:
        return fill_values(words.find_plural(one, many, number), [spell_value(number)], {})

    return Code(TEXT, _write_call(writer.bind(find), *given))


SWITCH = "switch(value, case, result, …, otherwise)"


def _compile_found(work: Callable[[Any, Any], int]) -> CompileCall:
    """`count` and `position`, of a value in a list."""

    def compile_call(writer: PythonWriter, call: Call, given: Arguments) -> Code:
        _count(call, 2, 2)
        compare("in", call.arguments[::-1], given[::-1])  # which must be possible
        if not isinstance(given[0].type, ListOf):
            _want(call, 0, given[0], _TEXTS)
        return make_plain(
            [(given[0].type,), (given[1].type,)], WHOLE, work, cost=lambda values, one: len(values)
        )(writer, call, given)

    return compile_call


def _find_position(values: Sequence[Any], one: Any) -> int:
    if one not in values:
        raise ValueError(f"there is no {spell_value(one)} in the list")
    return values.index(one) + 1


def _compile_flat(writer: PythonWriter, call: Call, given: Arguments) -> Code:
    _count(call, 1, 1)
    form = given[0].type
    if not (isinstance(form, ListOf) and isinstance(form.item, ListOf)):
        message = f"flat needs a list of lists here, not {form}"
        raise FormulaError(FORMULA_TYPE, call.arguments[0].at, message)
    item = form.item
    return make_plain([(form,)], item, lambda lists: [one for each in lists for one in each])(
        writer, call, given
    )


def _compile_sorted(writer: PythonWriter, call: Call, given: Arguments) -> Code:
    """`sorted(list)` of numbers or texts, or of records by a part of theirs."""
    _count(call, 1, 2)
    form = given[0].type
    if len(given) == 1:
        return make_plain([(_NUMBERS, _TEXTS)], lambda form: form, sorted)(writer, call, given)
    if not (isinstance(form, ListOf) and isinstance(form.item, RecordType)):
        message = f"sorted needs a list of records here, not {form}"
        raise FormulaError(FORMULA_TYPE, call.arguments[0].at, message)
    node = call.arguments[1]
    parts = form.item.parts
    name = str(node.value) if isinstance(node, Constant) else ""
    if name not in parts or not any(fits(parts[name], one) for one in (NUMBER, TEXT)):
        sortable = [name for name, part in parts.items() if part in (WHOLE, NUMBER, TEXT)]
        hint = f"there are {', '.join(sortable)}" * bool(sortable)
        message = "this is not the name of a number or a text that each item has"
        raise FormulaError(FORMULA_TYPE, node.at, message, hint)

    def run(frame: Frame, values: Any) -> Any:
        frame[0].spend(len(values), call.at)
        return sorted(values, key=attrgetter(name))

    return Code(form, _write_call(writer.bind(run), "f", given[0]))


def _fix(value: Number, places: int) -> str:
    if not 0 <= places <= 12:
        raise ValueError(f"a number has 0 to 12 decimals here, not {places}")
    whole, rest = divmod(abs(round_half_up(value * 10**places)), 10**places)
    sign = "−" if value < 0 and (whole or rest) else ""
    return f"{sign}{whole}" + f".{rest:0{places}}" * (places > 0)


def _join(values: Sequence[Any], between: str = ", ") -> str:
    made = between.join(map(spell_value, values))
    if len(made) > LONGEST:
        raise ValueError(f"this text is longer than {LONGEST:,} characters")
    return made


def _weigh_joined(values: Sequence[Any], between: str = ", ") -> int:
    return weigh(values) + len(values) * (len(between) // 100)


# Parts of sheets


def _sign(number: int) -> str:
    from sheetgen.systems.kit.text import sign

    return sign(number)


@lru_cache(maxsize=1000)
def _degrade(strength: int, boxes: int) -> list[int]:
    _check_boxes(boxes)
    return degrade(strength, boxes)


@lru_cache(maxsize=1000)
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


def _break_lines(
    frame: Frame, text: str, width: Number, size: Number, face: str = "Barlow"
) -> list[Any]:
    if frame[0].writer is None:
        raise ValueError("lines can be broken only in a sheet, where it is known how it is printed")
    lines: list[Any] = frame[0].writer.break_text(text, width, size, face)
    return lines


def _check_boxes(boxes: int) -> None:
    if not 0 <= boxes <= LONGEST:
        raise ValueError(f"there can't be {boxes} boxes")


FUNCTIONS = {
    "min": Function("min(a, b, …) or min(list)", "the least", _compile_best(min)),
    "max": Function("max(a, b, …) or max(list)", "the greatest", _compile_best(max)),
    "sum": Function(
        "sum(list)",
        "all numbers added up; 0 for an empty list",
        make_plain(
            [(_NUMBERS,)], lambda form: WHOLE if fits(form, _WHOLES) else NUMBER, _add_up, cost=len
        ),
    ),
    "len": Function("len(list)", "how many items a list has, or letters a text", _compile_len),
    "any": Function(
        "any(list)", "whether one of the tests is true", make_plain([(_FLAGS,)], FLAG, any)
    ),
    "all": Function(
        "all(list)", "whether all of the tests are true", make_plain([(_FLAGS,)], FLAG, all)
    ),
    "round": Function(
        "round(x)",
        "the nearest whole number, halves up",
        make_plain([(NUMBER,)], WHOLE, round_half_up),
    ),
    "floor": Function("floor(x)", "the whole number below", make_plain([(NUMBER,)], WHOLE, floor)),
    "ceil": Function("ceil(x)", "the whole number above", make_plain([(NUMBER,)], WHOLE, ceil)),
    "sqrt": Function(
        "sqrt(x)",
        "the root: exact, or else to twelve decimals",
        make_plain([(NUMBER,)], NUMBER, find_root),
    ),
    "abs": Function("abs(x)", "without its sign", make_plain([(NUMBER,)], lambda form: form, abs)),
    "first": Function("first(list)", "the first item", _take_end(0, "first")),
    "last": Function("last(list)", "the last item", _take_end(-1, "last")),
    "sorted": Function(
        'sorted(list) or sorted(list, "part")',
        "the items in order, the least first; records by a part of theirs",
        _compile_sorted,
    ),
    "flat": Function("flat(lists)", "the items of several lists in one", _compile_flat),
    "unique": Function(
        "unique(list)",
        "the items, without those that come again",
        make_plain([(_NUMBERS, _TEXTS)], lambda form: form, lambda them: [*dict.fromkeys(them)]),
    ),
    "count": Function(
        "count(list, x)",
        "how often x is in a list",
        _compile_found(lambda values, one: values.count(one)),
    ),
    "position": Function(
        "position(list, x)",
        "the number of the first item that is x",
        _compile_found(_find_position),
    ),
    "reversed": Function(
        "reversed(list)",
        "the items from the last to the first",
        make_plain([(_LIST,)], lambda form: form, lambda values: values[::-1]),
    ),
    "tr": Function(
        'tr("words", values…)',
        "words in the language of the print, with values for {} in them",
        _compile_words,
    ),
    "tr_many": Function(
        'tr_many("{} turn", "{} turns", n)', "the same for a number of things", _compile_many
    ),
    "switch": Function(
        SWITCH, "the result of the first case that the value is equal to", _compile_switch
    ),
    "join": Function(
        'join(list, ", ")',
        "a list in one text",
        make_plain([(_NUMBERS, _TEXTS), (TEXT,)], TEXT, _join, 1, _weigh_joined),
    ),
    "text": Function(
        "text(x)", "a number as a text", make_plain([(NUMBER, FLAG, TEXT)], TEXT, spell_value)
    ),
    "lower": Function("lower(text)", "a text in small letters", _compile_lower),
    "upper": Function(
        "upper(text)", "a text in capital letters", make_plain([(TEXT,)], TEXT, str.upper)
    ),
    "capital": Function(
        "capital(text)",
        "a text with a capital letter at the beginning",
        make_plain([(TEXT,)], TEXT, lambda text: text[:1].upper() + text[1:]),
    ),
    "fixed": Function(
        "fixed(x, places)",
        "a number as a text with so many decimals, halves up",
        make_plain([(NUMBER,), (WHOLE,)], TEXT, _fix),
    ),
    "signed": Function(
        "signed(n)", "a modifier as a text: +1, −2, 0", make_plain([(WHOLE,)], TEXT, _sign)
    ),
    "given": Function("given(field)", "whether an optional field is there", _compile_given),
    "either": Function(
        "either(field, x)", "an optional field, or x where it is missing", _compile_either
    ),
    "degrade": Function(
        "degrade(strength, boxes)",
        "the strength in each box of a track: it falls in proportion, halves up",
        make_plain([(WHOLE,), (WHOLE,)], _WHOLES, _degrade),
    ),
    "every": Function(
        "every(n, boxes)",
        "the numbers of every nth box, counted from the right end",
        make_plain([(WHOLE,), (WHOLE,)], _WHOLES, _mark_every),
    ),
    "share": Function(
        "share(total, parts)",
        "a number shared out as equally as possible, the greater parts first",
        make_plain([(WHOLE,), (WHOLE,)], _WHOLES, share),
    ),
    "track": Function(
        "track(boxes, marks, most)",
        "boxes with number, left, marked, row and column; at most so many in a row",
        make_plain([(WHOLE,), (_WHOLES,), (WHOLE,)], ListOf.make(BOX), track, 1),
    ),
    "lines": Function(
        'lines(text, width, size) or lines(text, width, size, "Barlow Condensed")',
        "the text in lines of a width in millimetres, each with text, width and parts",
        make_plain(
            [(TEXT,), (NUMBER,), (NUMBER,), (TEXT,)],
            ListOf.make(LINE),
            _break_lines,
            3,
            lambda text, *_: len(text) // 10,
            framed=True,
        ),
    ),
}


def compile_call(writer: PythonWriter, call: Call, given: Arguments) -> Code:
    """A call of a function that exists. Raises FormulaError."""
    return FUNCTIONS[call.name].compile(writer, call, given)
