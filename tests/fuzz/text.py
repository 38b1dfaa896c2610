"""Texts broken: by their tokens, their lines, their bytes, and by what people do by mistake."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from random import Random

Breaker = Callable[[Random, list[str], Sequence[str]], None]

_TOKEN = re.compile(r"\w+|[ \t]+|\n|<!--|-->|\{\{|\}\}|\{%|%\}|::+|```|[^\w\s]")

NASTY = [
    "", " ", "\t", "\n", "\r", "\x00", "\x1b[31m", "\x85", "\u2028", "\u202e", "\u200b", "\ufeff",
    "\ud7ff", "\ue000", "\ue002", "\ue003", "\uffff", "\U0001f680", "é", "e\u0301", "戦", "א",
    "-1", "0", "1", "2", "-0", "1e999", "-1e999", "nan", "NaN", "inf", ".inf", ".nan", "1e-320",
    "9" * 30, "9" * 5000, "0x10", "010", "1_000", "12:30", "4,5", "٣", "½", "1.5", "1e3",
    "true", "false", "null", "none", "None", "~", "on", "no", "[]", "{}", "[[]]", "{a: b}",
    "'", '"', "`", "<", ">", "&", "&amp;", "&#0;", "&#x1F;", "%", "%%", "%s", "{", "}", "{{", "}}",
    "{%", "%}", "<!--", "-->", "<![CDATA[", "]]>", "/", "\\", "//", "..", "../..", "~root", "#",
    "|",
    "*", "&a", "*a", "&a [*a]", "!!python/object:os.system", "!!binary x", "---", "...", "- ", ": ",
    "file:///etc/passwd", "http://example.org/a.png", "data:image/png;base64,AAAA", "/dev/zero",
    "url(#a)", "url(#)", "calc(1px)", "1px", "1mm", "100%", "1em", "transparent", "currentColor",
    "#fff", "#ggg", "inherit", "a4", "none", "a" * 300, "word " * 200, "(" * 300, "[" * 300,
]  # fmt: skip
"""Texts that programs stumble over, for any place."""

JINJA = [
    "{{ sheet }}", "{{ sheet.nothing }}", "{{ 1 / 0 }}", "{{ none.x }}", "{{ [] | first }}",
    "{{ 'a' * 999999999 }}", "{{ range(999999) | list }}", "{{ 'a' | center(99999999) }}",
    "{{ '%999999999d' | format(1) }}", "{{ self }}", "{{ caller() }}", "{{ loop }}",
    "{{ super() }}",
    "{{ ''.__class__ }}", "{{ x | nofilter }}", "{{ x is notest }}", "{{ {} | items }}",
    "{{ 5 | join }}", "{{ 'a' + 1 }}", "{{ 1 ~ none }}", "{{ [1] | sum(start='a') }}",
    "{{ -1 % 0 }}",
    "{{ 'a'[5] }}", "{{ {}['a'] }}", "{{ 9 ** 9 ** 9 }}", "{{ 2 << 99 }}", "{{ (1, 2) | random }}",
    "{{ 'a' | int }}", "{{ 'x' | batch(0) | list }}", "{{ 'x' | slice(0) | list }}",
    "{{ 'x' | indent('a') }}", "{{ 'x' | round }}", "{{ 'x' | tojson }}", "{{ 'x' | xmlattr }}",
    "{{ 'x' | truncate(-1) }}", "{{ 'x' | wordwrap(0) }}", "{{ 'x' | attr('y') }}",
    "{{ namespace() }}",
    "{{ 'a b' | groupby('c') }}", "{{ none | length }}", "{{ [3, 'a'] | sort }}",
    "{{ [none] | max }}",
]  # fmt: skip
"""Expressions that fail, or would take for ever."""


def break_text(random: Random, text: str, others: Sequence[str], words: Sequence[str] = ()) -> str:
    """A text with one to five things broken; `words` are nasty for this kind of text."""
    tokens = _TOKEN.findall(text)
    nasty = [*NASTY, *words, *words]
    for _ in range(random.choice((1, 1, 1, 2, 2, 3, 5))):
        if not tokens:
            break
        breaker = random.choice(_BREAKERS)
        breaker(random, tokens, [random.choice(nasty), random.choice(others)])
    return "".join(tokens)[:400_000]


def break_bytes(random: Random, data: bytes) -> bytes:
    """Bytes with some of them changed, cut off, doubled or moved."""
    made = bytearray(data)
    for _ in range(random.choice((1, 1, 2, 4, 16))):
        if not made:
            break
        at, size = random.randrange(len(made)), random.choice((1, 2, 4, 8, 64))
        how = random.randrange(6)
        if how == 0:
            made[at] ^= 1 << random.randrange(8)
        elif how == 1:
            made[at : at + size] = random.randbytes(size)
        elif how == 2:
            made[at : at + size] = random.choice((b"\0", b"\xff", b"\x7f", b"\x80")) * size
        elif how == 3:
            del made[at : at + size * random.choice((1, 1, 16))]
        elif how == 4:
            made[at:at] = made[at : at + size]
        elif random.random() < 0.3:
            del made[at:]
    return bytes(made)


def _pick(random: Random, tokens: list[str]) -> int:
    """The place of a token that is not white space, if one is soon found."""
    at = 0
    for _ in range(4):
        at = random.randrange(len(tokens))
        if not tokens[at].isspace():
            break
    return at


def _replace(random: Random, tokens: list[str], nasty: Sequence[str]) -> None:
    tokens[_pick(random, tokens)] = nasty[0]


def _insert(random: Random, tokens: list[str], nasty: Sequence[str]) -> None:
    tokens.insert(_pick(random, tokens), nasty[0])


def _delete(random: Random, tokens: list[str], _: Sequence[str]) -> None:
    at = _pick(random, tokens)
    del tokens[at : at + random.choice((1, 1, 2, 5, 40))]


def _double(random: Random, tokens: list[str], _: Sequence[str]) -> None:
    at = _pick(random, tokens)
    tokens[at:at] = tokens[at : at + random.choice((1, 2, 8, 40))]


def _swap(random: Random, tokens: list[str], _: Sequence[str]) -> None:
    one, other = _pick(random, tokens), _pick(random, tokens)
    tokens[one], tokens[other] = tokens[other], tokens[one]


def _cut(random: Random, tokens: list[str], _: Sequence[str]) -> None:
    at = _pick(random, tokens)
    if random.random() < 0.5:
        del tokens[at:]
    else:
        del tokens[:at]


def _splice(random: Random, tokens: list[str], nasty: Sequence[str]) -> None:
    """Some lines of another text in the middle of a line, or between two."""
    lines = nasty[1].splitlines(keepends=True)
    if lines:
        start = random.randrange(len(lines))
        tokens.insert(_pick(random, tokens), "".join(lines[start : start + random.randrange(1, 9)]))


def _repeat(random: Random, tokens: list[str], _: Sequence[str]) -> None:
    """A few tokens repeated up to thousands of times."""
    at = _pick(random, tokens)
    size = random.choice((1, 3, 12))
    tokens[at] = "".join(tokens[at : at + size]) * random.choice((10, 100, 2000))


def _nest(random: Random, tokens: list[str], _: Sequence[str]) -> None:
    """A token wrapped in brackets, many times."""
    at = _pick(random, tokens)
    left, right = random.choice(
        (("(", ")"), ("[", "]"), ("{a: ", "}"), ("<g>", "</g>"), ("> ", ""), ("*", "*"), ("- ", ""))
    )
    times = random.choice((1, 5, 60, 1500))
    tokens[at] = left * times + tokens[at] + right * times


def _change_number(random: Random, tokens: list[str], _: Sequence[str]) -> None:
    places = [at for at, token in enumerate(tokens) if token.isdecimal() and len(token) < 20]
    if places:
        at = random.choice(places)
        number = int(tokens[at])
        change = random.choice((-number, -number - 1, 1, -1, number * 9, 10**6, 10**18))
        tokens[at] = str(number + change)


def _move_line(random: Random, tokens: list[str], _: Sequence[str]) -> None:
    """A line moved elsewhere, or its indent changed."""
    lines = "".join(tokens).splitlines(keepends=True)
    line = lines.pop(random.randrange(len(lines)))
    if random.random() < 0.5:
        line = random.choice(("  ", "\t", "    ", "      - ")) + line
    lines.insert(random.randrange(len(lines) + 1), line)
    tokens[:] = _TOKEN.findall("".join(lines))


_BREAKERS: list[Breaker] = [
    _replace, _replace, _replace, _insert, _insert, _delete, _delete, _double, _swap, _swap,
    _cut, _splice, _splice, _repeat, _nest, _change_number, _change_number, _move_line,
]  # fmt: skip
