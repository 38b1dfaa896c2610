"""Formulas: what they work out, and what is wrong with them at which character."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sheetgen.systems.plain.formula.compiler import Compiler, FormulaNames
from sheetgen.systems.plain.formula.formula import Expression, KnownNames, show_value
from sheetgen.systems.plain.formula.operation import degrade
from sheetgen.systems.plain.formula.parser import UNSAFE, parse
from sheetgen.systems.plain.formula.parser import WORDS as OWN_WORDS
from sheetgen.systems.plain.formula.problem import FailureError, FormulaError
from sheetgen.systems.plain.formula.value import (
    BLANK,
    TEXT,
    WHOLE,
    BlankError,
    FormulaWork,
    find_root,
    limit_text,
    round_half_up,
    write_number,
)
from sheetgen.systems.plain.table import TableError, make_known

TABLES = {
    "guns": make_known(
        "guns", {"light": {"range": 6, "dice": 1}, "heavy": {"range": 9, "dice": 2}}
    ),
    "step": make_known("step", {"2": "slow", "5": "nimble", "9": "wild"}),
    "half": make_known("half", 0.5),
    "list": make_known("list", [3, 1, 2]),
}


def work_out(text: str, most: int = 50_000, **values: Any) -> Any:
    names = FormulaNames({**TABLES, "none": KnownNames(WHOLE, value=0)})
    names.add("planks", WHOLE)
    names.add("sail", WHOLE)
    names.add("gun", limit_text(["light", "heavy"]))
    names.add("name", TEXT)
    code = Compiler(names).build(parse(text))
    frame: list[Any] = [None] * names.size
    frame[0] = FormulaWork()
    frame[0].left = most
    frame[1:5] = (values.get(key, usual) for key, usual in USUAL.items())
    return Expression(code.text, names.writer.space).work_out(frame)


USUAL = {"planks": 7, "sail": 4, "gun": "heavy", "name": "Heron"}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1 + 2 * 3 - 4", 3),
        ("2 - 3 - 4", -5),
        ("-2 * -3", 6),
        ("7 // 2 + 7 % 4", 6),
        ("-7 // 2", -4),
        ("1 / 3 + 1 / 6", Fraction(1, 2)),
        ("6 / 3", 2),
        ("0.1 + 0.2 == 0.3", True),
        ("half * 4", 2),
        ("2 × 3 − 1", 5),
        ("1 <= sail <= 4 and not sail > 4", True),
        ("sail = 4 or 1 / 0 == 1", True),
        ("sail ≥ 4", True),
        ("'a' + 'b'", "ab"),
        ("'big' if sail > 3 else 'small'", "big"),
        ("1 if sail == 1 else 2 if sail == 4 else 3", 2),
        ("[max(sail - n // 2, 0) for n in 1..planks]", [4, 3, 3, 2, 2, 1, 1]),
        ("[n for n in 1..planks if n % 2 == 1]", [1, 3, 5, 7]),
        ("[[row * n for n in 1..2] for row in 1..2]", [[1, 2], [2, 4]]),
        ("sum(n * n for n in 1..3)", 14),
        ("[] + [1] + [2, 3]", [1, 2, 3]),
        ("1..0", []),
        ("list[1] + last(list)", 5),
        ("sorted(list)", [1, 2, 3]),
        ("reversed(list) + unique([2, 1, 2])", [2, 1, 3, 2, 1]),
        ("flat([[1], [2, 3]]) + flat([list, [4]])", [1, 2, 3, 3, 1, 2, 4]),
        ("count(['a', 'b', 'a'], 'a') * 10 + position(list, 2)", 23),
        ("list[2..3] + list[..1] + list[3..] + list[-2..-2]", [1, 2, 3, 2, 1]),
        ("list[2..9] + list[..0] + list[-(sail - 4)..] + list[4..]", [1, 2]),
        ("list[..-2] + list[-9..1]", [3, 1, 3]),
        ("{a: sail, b: {c: 'x'}}.b.c", "x"),
        ("[each.n for each in sorted([{n: 2, m: 'b'}, {n: 1, m: 'c'}], 'm')]", [2, 1]),
        ("[each.n for each in [{n: 1}] + [{n: 1 / 2}]]", [1, Fraction(1, 2)]),
        ("guns[gun]['range'] + {a: 1, b: 2}['b' if sail > 3 else 'a']", 11),
        ("switch(gun, 'light', 1, 'heavy', 2, 3)", 2),
        ("switch(sail, 1, 'a', 2, 'b', 'c')", "c"),
        ("[x == 'a' for x in ['a'] + ['b']]", [True, False]),
        ("[[[1]], [[2]]][2]", [[2]]),
        ("guns[gun].range + guns.light.dice", 10),
        ("guns['light'].range", 6),
        ("[guns[key].dice for key in guns]", [1, 2]),
        ("step[..sail] + step[sail..] + step[5]", "slownimblenimble"),
        ("step[..9]", "wild"),
        ("sail in [1, 4] and 3 not in [1, 4]", True),
        ("gun in guns", True),
        ("any(n > 6 for n in 1..planks) and all(n > 0 for n in 1..planks)", True),
        ("min(3, 1, 2) + max([1, 5])", 6),
        ("round(2.5) + round(-2.5) + floor(2.9) + ceil(2.1)", 6),
        ("sqrt(16) + sqrt(1 / 4)", Fraction(9, 2)),
        ("abs(-3) + len(list) + len(name)", 11),
        ("join(list, '/') + text(1 / 2) + signed(-2)", "3/1/20.5−2"),
        ("degrade(5, 3)", [5, 3, 2]),
        ("every(4, 11)", [3, 7, 11]),
        ("share(14, 4)", [4, 4, 3, 3]),
        ("[box.row * 10 + box.column for box in track(7, [2], 4)]", [11, 12, 13, 14, 21, 22, 23]),
        ("[box.left for box in track(3, every(2, 3)) if box.marked]", [3, 1]),
    ],
)
def test_values(text: str, value: Any) -> None:
    made = work_out(text)
    assert made == value
    assert type(made) is type(value)


def test_formulas_may_be_as_long_and_deep_as_they_can_be_written() -> None:
    """Python nests brackets no more than 200 deep; a formula of many operators would need more."""
    assert work_out("1" + " + 1" * 490) == 491
    assert work_out("sail == 4" + " and sail == 4" * 140) is True
    assert work_out("not " * 37 + "(sail == 1)") is True
    assert work_out("(" * 38 + "sail" + ")" * 38) == 4
    choices = "".join(f"{n} if sail == {n} else " for n in range(10, 48))
    assert work_out(f"{choices}0") == 0
    assert work_out("[" * 3 + "{a: {b: {c: [{d: sail}]}}}" + "]" * 3)[0][0][0].a.b.c[0].d == 4


TRICKY = "\\ \\' {} %s \x01 \x04 \u2028 \udc80 f[0] k0 )("


@given(st.text(st.sampled_from([*TRICKY, "a", "\n"]), max_size=12))
def test_texts_stay_texts(text: str) -> None:
    """Whatever stands in a text of a formula is no part of the Python that the formula becomes."""
    quote = "'" if '"' in text else '"'
    if quote not in text:
        assert work_out(f"{quote}{text}{quote}") == text
        assert work_out(f"{{a: {quote}{text}{quote}}}.a + name") == text + "Heron"


@given(st.from_regex(r"[^\W\d_]\w{0,3}", fullmatch=True).filter(str.isidentifier))
def test_parts_have_the_names_that_were_written(name: str) -> None:
    """Python has words of its own, and reads some letters as others: ﬁ as fi."""
    if name not in OWN_WORDS and name not in UNSAFE:
        made = work_out(f"[each.{name} for each in [{{{name}: sail}}, {{{name}: 1}}]]")
        assert made == [4, 1]


@pytest.mark.parametrize(
    ("text", "rule", "at", "message"),
    [
        ("", "formula-syntax", 0, "this formula is empty"),
        ("round(sail", "formula-syntax", 10, ") is missing at the end"),
        ("sail +", "formula-syntax", 6, "the formula ends where a value belongs"),
        ("sail sail", "formula-syntax", 5, "sail does not belong here"),
        ("(1, 2)", "formula-syntax", 2, ", does not belong here"),
        ("2 ** 3", "formula-syntax", 3, "there is * where a value belongs"),
        ("a & b", "formula-syntax", 2, "& has no meaning"),
        ("'open", "formula-syntax", 0, "' has no meaning"),
        ("1 if sail", "formula-syntax", 9, "else is missing"),
        ("[n for 3 in list]", "formula-syntax", 7, "a name belongs after for"),
        ("sail.5", "formula-syntax", 5, "a name belongs after the dot"),
        ("(" * 50 + "1" + ")" * 50, "formula-syntax", 40, "nested more than 40"),
        ("1 + " * 600 + "1", "formula-syntax", 0, "longer than 2000"),
        ("plank * 2", "unknown-name", 0, "there is no name plank"),
        ("1 + roun(2)", "unknown-name", 4, "there is no function roun"),
        ("sail(2)", "unknown-name", 0, "sail is not a function"),
        ("guns[gun].rnge", "unknown-name", 10, "has no part rnge"),
        ("guns['lihgt'].range", "unknown-name", 5, "no line lihgt"),
        ("gun == 'haevy'", "unknown-name", 7, "this is never haevy"),
        ("[n for n in 1..2] + [n]", "unknown-name", 21, "there is no name n"),
        ("sail * name", "formula-type", 7, "this is a text, not a number"),
        ("1 + 'a'", "formula-type", 4, "this is a text, not a number"),
        ("'a' + 1", "formula-type", 6, "can't be added"),
        ("1..sail / 2", "formula-type", 3, "a number, not a whole number"),
        ("sail if sail else 2", "formula-type", 8, "not true or false"),
        ("1 if true else 'a'", "formula-type", 15, "but the other choice is"),
        ("[1, 'a']", "formula-type", 4, "but the list begins with"),
        ("name[1]", "formula-type", 0, "only lists and tables"),
        ("list['a']", "formula-type", 5, "not a whole number"),
        ("guns[1]", "formula-type", 5, "is found by texts"),
        ("guns[..gun]", "formula-type", 0, "which have no order"),
        ("sum(3)", "formula-type", 4, "sum needs a list of numbers"),
        ("sqrt()", "formula-type", 0, "sqrt has 0 values"),
        ("degrade(1 / 2, 4)", "formula-type", 8, "degrade needs a whole number"),
        ("[n for n in sail]", "formula-type", 12, "for needs a list"),
        ("[[[[1]]]]", "formula-type", 0, "nested this deep"),
        ("name < 'b'", "formula-type", 0, "not a number"),
        ("{a: 1, a: 2}", "formula-syntax", 7, "a is there twice"),
        ("{__class__: 1}", "formula-syntax", 1, "is not the name of a part"),
        ("{}", "formula-syntax", 0, "there is no empty record"),
        ("{a: 1, if: 2}", "formula-syntax", 7, "if is not the name of a part"),
        ("{a: 1}.b", "unknown-name", 7, "a record has no part b"),
        ("{a: guns}", "formula-type", 4, "which can't be a part"),
        ("{a: {a: {a: {a: {a: {a: {a: 1}}}}}}}", "formula-type", 0, "records can't be nested"),
        ("[{a: 1}] + [{b: 1}]", "formula-type", 11, "can't be added"),
        ("[{a: 1}] + [{a: 'x'}]", "formula-type", 11, "can't be added"),
        ("{a: 1} == {a: 1}", "formula-type", 10, "can't be compared"),
        ("{a: 1, b: 'x'}['a' if sail > 1 else 'b']", "formula-type", 15, "b is a text, and a is"),
        ("guns[gun][name]", "formula-type", 10, "this can be any text"),
        ("guns[gun][gun]", "unknown-name", 10, "has no part light"),
        ("sorted([{a: [1]}], 'a')", "formula-type", 19, "not the name of a number"),
        ("sorted(list, 'a')", "formula-type", 7, "a list of records"),
        ("switch(sail, 1, 2)", "formula-type", 0, "switch has 3 values"),
        ("switch(gun, 'ligth', 2, 3)", "unknown-name", 12, "this is never ligth"),
        ("switch(sail, 1, 2, 'a')", "formula-type", 19, "the first result is a whole number"),
        ("count(list, 'a')", "formula-type", 6, "in which there can't be a text"),
        ("flat(list)", "formula-type", 5, "a list of lists"),
        ("list[1..'a']", "formula-type", 8, "not a whole number"),
        ("[guns]", "formula-type", 1, "the table guns"),
        ("(guns if sail > 3 else guns)[gun]", "formula-type", 23, "the other choice is the table"),
        ("name == 1", "formula-type", 8, "can't be compared"),
        ("sail in name", "formula-type", 8, "there can't be"),
        ("given(sail)", "formula-type", 6, "a field that is optional"),
        ("9" * 31, "formula-type", 0, "too large"),
    ],
)
def test_mistakes_have_their_place(text: str, rule: str, at: int, message: str) -> None:
    with pytest.raises(FormulaError) as caught:
        work_out(text)
    found = caught.value
    assert (found.rule.name, found.at) == (rule, at), found.message
    assert message in found.message


@pytest.mark.parametrize(
    ("text", "at", "message"),
    [
        ("1 / (sail - 4)", 5, "nothing can be divided by 0"),
        ("1 // 0", 5, "nothing can be divided by 0"),
        ("list[4]", 5, "there is no item 4: the list has 3 items"),
        ("list[0]", 5, "there is no item 0"),
        ("step[3]", 5, "no line 3"),
        ("step[..1]", 7, "no line for 1, which is less than 2"),
        ("step[10..]", 5, "no line for 10, which is greater than 9"),
        ("max([n for n in 1..0])", 0, "no items to take the max of"),
        ("first(1..0)", 0, "no first item"),
        ("sqrt(-1)", 0, "-1 has no square root"),
        ("degrade(1, -1)", 0, "there can't be -1 boxes"),
        ("share(3, 0)", 0, "can't be shared among 0"),
        ("10000000000 * 10000000000 * 10000000000 * sail", 0, "too large"),
        ("[n for n in 1..100000]", 12, "too much work"),
        ("[[n for n in 1..9999] for m in 1..9999]", 1, "too much work"),
        ("track(10001)", 0, "there can't be 10001 boxes"),
    ],
)
def test_failures_have_their_place(text: str, at: int, message: str) -> None:
    with pytest.raises(FailureError) as caught:
        work_out(text)
    assert (caught.value.at, message in caught.value.message) == (at, True), caught.value.message


@given(st.integers(0, 60), st.integers(1, 60))
def test_strengths_fall_as_on_the_displays(strength: int, boxes: int) -> None:
    made = work_out("degrade(sail, planks)", sail=strength, planks=boxes)
    assert made == degrade(strength, boxes) == sorted(made, reverse=True)
    assert made[0] == strength


@given(st.integers(1, 60))
def test_every_fourth_box_is_counted_from_the_right(mass: int) -> None:
    boxes = work_out("every(4, planks)", planks=mass)
    assert boxes == [box for box in range(1, mass + 1) if (mass - box) % 4 == 0]


@given(st.fractions(0, 10**6, max_denominator=1000))
def test_roots_are_exact_or_near(value: Fraction) -> None:
    root = find_root(value)
    assert abs(root * root - value) <= 2 * (root + 1) / 10**12
    assert find_root(value * value) == value


@given(st.integers(0, 10**9))
def test_a_root_is_rounded_as_if_it_were_exact(value: int) -> None:
    rounded = round_half_up(find_root(value))
    assert (2 * rounded - 1) ** 2 <= 4 * value or rounded == 0
    assert 4 * value < (2 * rounded + 1) ** 2


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(5, 2), "2.5"),
        (Fraction(-1, 8), "-0.125"),
        (Fraction(7, 3), "2 1/3"),
        (Fraction(-7, 3), "-2 1/3"),
        (Fraction(1, 3), "1/3"),
        (12, "12"),
        (find_root(2), "1.4142"),
    ],
)
def test_numbers_are_written_as_people_do(value: Fraction, text: str) -> None:
    assert write_number(value) == text


def test_a_blank_leaves_blank_what_needs_it() -> None:
    with pytest.raises(BlankError):
        work_out("sail + 1", sail=BLANK)
    made = work_out("[sail + n for n in 1..planks]", sail=BLANK)
    assert len(made) == 7 and all(item is BLANK for item in made)
    made = work_out("[planks, sail * 2]", sail=BLANK)
    assert made[0] == 7 and made[1] is BLANK
    assert work_out("[n for n in 1..planks if n < 3]", sail=BLANK) == [1, 2]


WORDS = (
    *("sail", "list", "guns", "gun", "1", "2.5", "'a'", "+", "-", "*", "/", "//", "(", ")", "["),
    *("]", ",", "..", ".", "for", "n", "in", "if", "else", "and", "not", "<", "==", "sum", "max"),
)


@given(st.text(max_size=40))
def test_no_text_breaks_the_parser(text: str) -> None:
    try:
        parse(text)
    except FormulaError as error:
        assert 0 <= error.at <= len(text)


@given(
    st.lists(
        st.sampled_from(WORDS),
        max_size=14,
    )
)
def test_no_formula_fails_in_any_other_way(words: list[str]) -> None:
    try:
        work_out(" ".join(words), most=5000)
    except FormulaError as error:
        assert error.at >= 0
    except FailureError as error:
        assert 0 <= error.at < len(" ".join(words))


def test_values_are_shown_as_they_would_be_written() -> None:
    assert show_value([1, Fraction(1, 2), "a", True]) == "[1, 0.5, 'a', true]"
    assert show_value(list(range(100))) == ""


@given(st.integers(1, 12), st.integers(0, 15))
def test_slices_put_together_are_the_list(planks: int, cut: int) -> None:
    whole = work_out(f"(1..planks)[..{cut}] + (1..planks)[{cut + 1}..]", planks=planks)
    assert whole == list(range(1, planks + 1))
    assert work_out(f"(1..planks)[-{cut}..]", planks=planks) == whole[max(planks - cut, 0) :]


def test_names_are_identifiers() -> None:
    with pytest.raises(FormulaError, match="not the name of a part"):
        work_out("{a²: 1}")
    with pytest.raises(TableError):
        make_known("guns", {"light": {"a²": 1}})
